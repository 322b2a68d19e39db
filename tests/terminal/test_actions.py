"""Every action of the table does through its real keys what it says."""

from __future__ import annotations

import os
import re
import sys
from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import product
from types import FrameType
from typing import Any

import pytest
from textual import events
from textual.command import CommandList
from textual.content import Content
from textual.keys import _character_to_key

from tests.few import one_in
from tests.terminal.hands import (
    AIMA,
    TAK,
    TICTACTOE,
    Hands,
    explored,
    letters_of,
    pass_time,
    stand_still,
    until,
)
from tests.terminal.searches import recipe_of
from visualizer.apps.actions import ACTIONS, actions_of
from visualizer.apps.activities.exploring import LINE_STEPS, PLAYING_SPEEDS, Session
from visualizer.apps.tui.app import VisualizerApp
from visualizer.apps.tui.board_screens.review_screen import ReviewScreen
from visualizer.apps.tui.board_screens.screen import PlayScreen
from visualizer.apps.tui.options import RememberedOptions
from visualizer.apps.tui.palette import ActionProvider, Palette, content_with_keys, shown_keys
from visualizer.apps.tui.practice_screens.edit import EditScreen
from visualizer.apps.tui.practice_screens.screens import PracticeScreen, StepsScreen
from visualizer.apps.tui.screens.action_screen import ActionScreen
from visualizer.apps.tui.screens.compare import CompareScreen
from visualizer.apps.tui.screens.dialog import TextDialog
from visualizer.apps.tui.screens.explore import ExploreScreen
from visualizer.apps.tui.screens.export import FilmWriting
from visualizer.apps.tui.screens.lesson import LessonScreen
from visualizer.apps.tui.screens.position_text import NO_TERMINAL_FOR_EDITOR
from visualizer.apps.tui.widgets import Timeline
from visualizer.explaining.explanation.own_code import NO_CODE_LINES
from visualizer.searching.recipe import PositionSpec, Recipe, SearchSpec
from visualizer.searching.run import Run
from visualizer.support.errors import InputError
from visualizer.trace import jumps

HEX = recipe_of("hex", search="mcts,iterations=40", size="3")
CUT = 12
"""The step of the only cutoff of the figure."""


@dataclass(frozen=True)
class Case:
    """What an action's key does after some other keys: the facts that are told are as expected."""

    action: str
    expected: dict[str, Any]
    before: tuple[str, ...] = ("x",)
    recipe: Recipe = AIMA
    size: tuple[int, int] = (80, 24)
    name: str = field(default="")


def case(
    action: str,
    before: str = "x",
    recipe: Recipe = AIMA,
    size: tuple[int, int] = (80, 24),
    **expected: Any,
) -> Case:
    return Case(action, expected, tuple(before.split()), recipe, size)


def name_of(each: Case) -> str:
    return f"{each.recipe.where.game} {each.size[0]}x{each.size[1]}"


CASES = [
    case("play", playing=1, step=CUT),
    case(
        "play",
        "x space",
        playing=0,
        step=CUT,
    ),
    case(
        "play",
        "end",
        playing=1,
        step=0,
    ),
    case("backwards", playing=-1, step=CUT),
    case("backwards", "x space", playing=0),
    case("next", step=13),
    case(
        "next",
        "end",
        step=22,
        note="this is the last step",
    ),
    case(
        "next",
        "x backspace",
        step=13,
        selected=None,
    ),
    case("previous", step=11),
    case(
        "previous",
        "home",
        step=0,
        note="this is the beginning",
    ),
    case("next_cut", "home", step=CUT),
    case(
        "next_cut",
        "x",
        step=CUT,
        note="there is no further cutoff",
    ),
    case(
        "next_cut",
        "x",
        TAK,
        step=168,
        focus="d4 e3",
    ),
    case("previous_cut", "end", step=CUT),
    case(
        "previous_cut",
        "x",
        step=CUT,
        note="there is no cutoff before this step",
    ),
    case(
        "previous_cut",
        "x x",
        TAK,
        step=7,
        focus="d1 b5 d4",
    ),
    case(
        "over",
        "right",
        step=9,
        focus="a1",
    ),
    case(
        "over",
        "right",
        TAK,
        step=165,
        focus="d1",
    ),
    case(
        "over",
        "end",
        step=22,
        note="this is the last step",
    ),
    case(
        "finish",
        "x",
        step=13,
        focus="a2",
    ),
    case(
        "finish",
        "end",
        step=22,
        note="no node is open: the search has finished",
    ),
    case(
        "next_change",
        "x backspace",
        step=13,
        selected="a2",
    ),
    case(
        "next_change",
        "x backspace backspace",
        step=22,
        selected="",
    ),
    case(
        "next_change",
        "x backspace",
        TAK,
        step=8,
        selected="d1 b5",
    ),
    case(
        "next_change",
        "x",
        step=CUT,
        note="nothing more changes there",
    ),
    case(
        "previous_change",
        "x backspace",
        step=10,
        selected="a2",
    ),
    case(
        "previous_change",
        "x backspace",
        TAK,
        step=5,
        selected="d1 b5",
    ),
    case(
        "next_visit",
        "x backspace",
        step=CUT,
        selected="a2",
        note="this node is not visited again after this step",
    ),
    case(
        "previous_visit",
        "x backspace",
        step=10,
        selected="a2",
    ),
    case(
        "next_pass",
        "x",
        step=CUT,
        note="no pass begins after this step",
    ),
    case("previous_pass", "x", step=1),
    case("first", "x", step=0),
    case(
        "last",
        "x",
        step=22,
        focus="",
    ),
    case(
        "last",
        "x",
        TAK,
        step=758,
    ),
    case("go", screen="LineDialog", step=CUT),
    case(
        "slower",
        "]",
        speed=1,
        note="2 steps a second",
    ),
    case(
        "slower",
        recipe=TAK,
        speed=1,
        note="2 steps a second",
    ),
    case(
        "slower",
        "[ [ [ [",
        speed=0,
        note="1 step a second",
    ),
    case("faster", speed=1, note="2 steps a second"),
    case(
        "faster",
        "] ] ] ] ] ] ] ]",
        speed=10,
        note="30,000 steps a second",
    ),
    case("breakpoint", points=["a2 c1"], note="breakpoint on a2 c1"),
    case(
        "breakpoint",
        "x b",
        points=[],
        note="breakpoint removed from a2 c1",
    ),
    case("break_cuts", at_cuts="stop", note="playing stops at each new cutoff"),
    case(
        "break_cuts",
        "B",
        at_cuts="go on",
        note="playing no longer stops at cutoffs",
    ),
    case(
        "break_cuts",
        "B B",
        at_cuts="rest",
        note="playing pauses 3 seconds at each new cutoff; space goes on at once",
    ),
    *(
        case(action, note=NO_CODE_LINES, step=CUT) for action in (*LINE_STEPS, "calls")
    ),  # elsewhere with lines
    case("searches", note="only a program that is run as it is has a list of its searches"),
    case(
        "sibling_above",
        "x down",
        selected="a2 c1",
        step=CUT,
    ),
    case(
        "sibling_above",
        "x",
        selected="a2 c1",
        step=CUT,
    ),
    case(
        "sibling_below",
        "x",
        selected="a2 c2",
        step=CUT,
    ),
    case(
        "sibling_below",
        "x",
        TAK,
        selected="d1 b5 a2",
        step=7,
    ),
    case(
        "sibling_below",
        "x down down",
        selected="a2 c3",
        step=CUT,
    ),
    case(
        "child",
        "x backspace",
        selected="a2 c1",
        step=CUT,
    ),
    case(
        "child",
        "x",
        selected=None,
        note="there is nothing below",
    ),
    case("parent", selected="a2", step=CUT),
    case(
        "parent",
        "x backspace",
        selected="",
        step=CUT,
    ),
    case(
        "parent",
        "x backspace backspace",
        selected="",
        step=CUT,
    ),
    case(
        "running",
        "x backspace",
        selected=None,
        focus="a2 c1",
        step=CUT,
    ),
    case("find", screen="FindDialog"),
    case("view", view="columns"),
    case("view", "v", view="overview"),
    case("view", "v v", view="tree"),
    case("view_tree", "3", view="tree"),
    case("view_columns", view="columns"),
    case("view_overview", view="overview"),
    case("nearer", zoom=1),
    case("nearer", "+ + + +", zoom=3),
    case("farther", zoom=-1),
    case("farther", "- - - -", zoom=-3),
    case("fit", "+ +", zoom=0),
    case("reroot", top="a2"),
    case(
        "reroot", "x", TAK, top="d1 b5", note="the tree and the overview (1 and 3) begin there now"
    ),
    case(
        "reroot",
        "x r",
        top="a2",
        note="the drawing already begins there",
    ),
    case("unroot", "x r", top=""),
    case(
        "unroot",
        "x r",
        TAK,
        top="d1",
    ),
    case("unroot", top="", note="the drawing already begins there"),
    case("leaves", hide_leaves=True, note="leaves hidden until they are visited"),
    case(
        "leaves",
        "L",
        hide_leaves=False,
        note="leaves shown",
    ),
    case("windows", windows="all", note="windows of all nodes"),
    case(
        "windows",
        "W",
        windows="none",
        note="no windows",
    ),
    case(
        "windows",
        "W W",
        windows="path",
        note="windows of the open path",
    ),
    case("kinds", kinds=True, note="needed: 9 of 11 nodes (3 PV, 4 cut, 2 all)"),
    case(
        "kinds",
        "K",
        kinds=False,
        note="no node types",
    ),
    case(
        "heat",
        "x",
        TAK,
        heat=1,
        note="heat map: scores",
    ),
    case(
        "heat",
        "x h",
        TAK,
        heat=2,
        note="heat map: road",
    ),
    case(
        "heat",
        "x h h",
        TAK,
        heat=0,
        note="no heat map",
    ),
    case("pane", single="counts"),
    case(
        "pane",
        "x",
        TAK,
        single="window",
    ),
    case(
        "pane", "x", TAK, (120, 40), single="board", note="all the panes that fit are already shown"
    ),
    case("lecture", place="lecture"),
    case("source", step=CUT, note="no table answered here"),
    case("folded", note="no nodes are folded here"),
    case(
        "folded",
        "1 x",
        TAK,
        folded="d1 b5 a2",
        step=7,
    ),
    case(
        "child",
        "1 x z",
        TAK,
        screen="FoldedDialog",
        folded="d1 b5 a2",
        step=7,
    ),
    case(
        "sibling_above",
        "1 x z",
        TAK,
        selected="d1 b5 d4",
        folded=None,
    ),
    case(
        "sibling_below",
        "1 x z",
        TAK,
        folded="d1 b5 a2",
        note="nothing is drawn there",
    ),
    case("rank", note="only a search by random games sorts its moves; others list them as tried"),
    case(
        "rank",
        "",
        HEX,
        rank="visits",
        note="sorted by visits",
    ),
    case(
        "rank",
        "O",
        HEX,
        rank="order of expansion",
    ),
    case(
        "rank",
        "O O",
        HEX,
        rank="upper bound",
    ),
    case("playout", step=CUT, note="no random game has been played here"),
    case(
        "playout",
        "right right right",
        HEX,
        screen="PlayoutDialog",
    ),
    case("theme", theme="light"),
    case("theme", "T T T", theme="dark"),
    case("why", screen="TextDialog", step=CUT),
    case(
        "next_cut",
        "",
        HEX,
        step=0,
        note="searches by random games cut nothing; } goes to the next iteration",
    ),
    case("compare", screen="CompareScreen"),
    case("predict", step=CUT),
    case("copy", screen="ListDialog"),
    case("export", screen="ExportDialog"),
    case("open", screen="StartScreen"),
    case("help", screen="TextDialog"),
    case("palette", screen="Palette"),
    case("edit", place="edit"),
    case("editor", note=NO_TERMINAL_FOR_EDITOR),
    case("be_the_search", screen="StepsScreen"),
    case("play_on", "home", screen="PlayScreen"),
    case("play_on", note="there is nothing to play there: this leaf is worth 2"),
    case("back", screen="ListDialog"),
    case("quit", running=False),
]
KEYS = {action.name: action.keys for action in actions_of("explorer") if action.keys}
FIRST = {each.action: each for each in reversed(CASES)}
PRESSES = [
    (each, key)
    for each in CASES
    for key in KEYS[each.action][: None if each is FIRST[each.action] else 1]
]
"""The first case of an action is tried with all its keys, the others with one."""


def is_first(each: Case, key: str) -> bool:
    return each is FIRST[each.action] and key == KEYS[each.action][0]


def stories() -> Iterator[Any]:
    """Give the presses of one search and one size, a dozen of them in one app; one press of each
    action is not slow.
    """
    for kind, usual in product(dict.fromkeys(name_of(each) for each, _ in PRESSES), (True, False)):
        found = [
            press for press in PRESSES if name_of(press[0]) == kind and is_first(*press) == usual
        ]
        for at in range(0, len(found), 12):
            marks = () if usual else (pytest.mark.slow,)
            yield pytest.param(
                found[at : at + 12], marks=marks, id=f"{kind} {'first' if usual else 'more'} {at}"
            )


def facts_of(hands: Hands) -> dict[str, Any]:
    """Return all that an action may change."""
    app = hands.app
    explorer = hands.explorer
    scene = explorer.scene
    session = explorer.session
    return {
        "step": scene.step,
        "selected": None if scene.selected is None else scene.names(scene.selected),
        "focus": scene.names(scene.focus),
        "view": explorer.view_name,
        "folded": None if scene.folded is None else scene.names(scene.folded),
        "top": scene.names(scene.top),
        "zoom": scene.zoom,
        "heat": scene.heat,
        "hide_leaves": scene.hide_leaves,
        "rank": scene.rank,
        "windows": scene.windows,
        "kinds": scene.shows_node_types,
        "points": sorted(map(scene.names, session.breakpoints)),
        "at_cuts": session.at_cuts.name.lower().replace("_", " "),
        "playing": session.playing,
        "speed": session.speed,
        "note": session.note,
        "single": explorer.only_pane,
        "screen": type(app.screen).__name__,
        "place": getattr(app.screen, "place", ""),
        "theme": app.theme,
    }


@pytest.mark.parametrize("story", [*stories()])
async def test_a_key_does_what_its_action_says(
    story: list[tuple[Case, str]], monkeypatch: pytest.MonkeyPatch
) -> None:
    """After some keys, the key of an action changes what it says, and nothing else that the case
    tells.

    What is said beside the step is read whole.
    """
    monkeypatch.setenv("VISUAL", sys.executable)
    first, _ = story[0]
    run = Run(first.recipe).finish()
    async with explored(run, first.size) as hands:
        for each, key in story:
            await begin_again(hands, run)
            await hands.press(*each.before)
            await hands.press(key)
            if each.action == "quit":
                assert hands.app._exit, "the app goes on"
                return
            await hands.settle()
            facts = facts_of(hands)

            assert {name: facts[name] for name in each.expected} == each.expected, (
                each.action,
                each.before,
                key,
            )
            (line,) = hands.explorer.query_one(Timeline).rendering().lines
            assert facts["note"] in letters_of(line)


async def begin_again(hands: Hands, run: Run) -> None:
    """Leave all screens but a new explorer, which is as the first one was."""
    while hands.app.screen_stack[2:]:
        await hands.app.pop_screen()
    hands.app.remembered = RememberedOptions()
    hands.app.theme = "dark"
    hands.app.explore(run)
    await hands.settle()
    stand_still(hands.explorer)


SCREENS: list[tuple[type[ActionScreen], str]] = [
    (ExploreScreen, "explorer"),
    (ExploreScreen, "lecture"),
    (LessonScreen, "lesson"),
    (EditScreen, "edit"),
    (CompareScreen, "sides"),
    (PlayScreen, "play"),
    (ReviewScreen, "review"),
    (PracticeScreen, "practice"),
    (StepsScreen, "steps"),
]


@pytest.mark.parametrize(("screen", "place"), SCREENS)
def test_every_action_has_a_method(screen: type[ActionScreen], place: str) -> None:
    """What the table says of a screen is done by a method of that name, and no key of it is
    bound to anything else.
    """
    names = [action.name for action in actions_of(place)]

    assert [name for name in names if not hasattr(screen, f"action_{name}")] == []
    bindings = screen._merged_bindings
    assert bindings is not None
    bound = {
        key: [each.action for each in several] for key, several in bindings.key_to_bindings.items()
    }
    for action in actions_of(place):
        if action.name != "palette":
            assert all(action.name in bound[key] for key in action.keys)


def test_every_key_has_a_case() -> None:
    """No case is of no action, and no action has no case."""
    assert {each.action for each in CASES} == set(KEYS), (
        "an action has no case, or a case no action"
    )


MOST_FUNCTIONS = 5
"""Functions of ours from Textual's call to the one that finds where a key leads."""


def ours_up_to_textual(frame: FrameType | None) -> list[str]:
    """Return our functions on the stack, from the innermost to the one that Textual has called."""
    names = list[str]()
    while frame is not None and f"{os.sep}textual{os.sep}" not in frame.f_code.co_filename:
        if f"{os.sep}visualizer{os.sep}" in frame.f_code.co_filename:
            names.append(frame.f_code.co_name)
        frame = frame.f_back
    return names


@pytest.mark.parametrize("predicts", [False, True])
async def test_few_functions_stand_between_a_key_and_what_it_finds(predicts: bool) -> None:
    """From Textual's call to the search for the next cutoff a reader follows five functions at
    most.
    """
    found = list[list[str]]()

    def note(frame: FrameType, event: str, argument: object) -> None:
        if event == "call" and frame.f_code is jumps.next_cut.__code__:
            found.append(ours_up_to_textual(frame.f_back))

    async with explored(AIMA) as hands:
        if predicts:
            await hands.press("P", "b", "right")
        sys.setprofile(note)
        try:
            await hands.press("x")
        finally:
            sys.setprofile(None)

    assert found[0][-1] == "action_next_cut"
    assert len(found[0]) <= MOST_FUNCTIONS, found[0]


def test_no_key_means_two_things() -> None:
    """Each key belongs to one action."""
    keys = [key for each in KEYS.values() for key in each]
    assert len(keys) == len(set(keys))


async def test_playing_goes_on_with_time_and_stops_at_the_end() -> None:
    """Playing makes as many steps as time asks for, in both directions, and stops at the ends."""
    async with explored(AIMA) as hands:
        await hands.press("B", "B", "space")
        pass_time(hands.explorer, 5.0)

        assert (
            hands.scene.step == 11
        )  # two steps a second up to the first cut, and the first at once
        pass_time(hands.explorer, 60.0)
        assert hands.scene.step == 22
        pass_time(hands.explorer, 1.0)
        assert hands.session.playing == 0
        await hands.press("p")
        pass_time(hands.explorer, 5.0)
        assert hands.scene.step == 16
        pass_time(hands.explorer, 60.0)
        pass_time(hands.explorer, 1.0)
        assert hands.scene.step == 0
        assert hands.session.playing == 0


async def test_playing_rests_at_a_cutoff() -> None:
    """For three seconds nothing moves, and that is said; then it goes on by itself, or with
    `space` at once.
    """
    async with explored(AIMA) as hands:
        session = hands.session
        await hands.press("space")
        pass_time(hands.explorer, 60.0)

        assert session.step == CUT
        assert session.playing == 1
        assert "space goes on" in session.remark()
        pass_time(hands.explorer, 2.9)
        assert session.step == CUT
        pass_time(hands.explorer, 0.2)
        assert session.step == CUT + 1
        assert not session.rest_seconds
        await hands.press("home", "space")
        pass_time(hands.explorer, 60.0)
        await hands.press("space")
        assert session.step == CUT
        assert session.playing == 1
        pass_time(hands.explorer, 0.01)
        assert session.step == CUT + 1
        await hands.press("space")
        assert session.playing == 0


@pytest.mark.parametrize(
    ("nodes", "steps"),
    [
        (199, 1),
        (200, 5),
        (1_999, 5),
        (2_000, 10),
    ],
)
def test_larger_trees_are_played_faster(nodes: int, steps: int) -> None:
    """One event a second in trees under 200 nodes, faster in larger ones, and as chosen in all."""
    run = Run(Recipe(PositionSpec("tictactoe"), SearchSpec("minimax", max_nodes=nodes))).finish()
    session = Session(run)

    assert len(run.trace) == nodes
    assert PLAYING_SPEEDS[session.speed] == steps
    session.set_speed(6)
    assert PLAYING_SPEEDS[session.speed] == 300


def test_who_plays_very_fast_does_not_rest() -> None:
    """At thirty steps a second and more nobody reads, so cutoffs are no stops."""
    session = Session(Run(AIMA).finish())
    session.set_speed(PLAYING_SPEEDS.index(30))
    session.play(1)
    session.tick(1.0)

    assert session.step == 22


@pytest.mark.parametrize(
    ("keys", "stops"), [(("B", "space"), [12, 22]), (("x", "b", "home", "space"), [11, 12, 22])]
)
async def test_playing_stops_at_breakpoints(keys: tuple[str, ...], stops: list[int]) -> None:
    """Playing stops at a cutoff, or where a node with a breakpoint is entered and returns, and
    can go on from there.
    """
    async with explored(AIMA) as hands:
        await hands.press(*keys)
        for stop in stops:
            pass_time(hands.explorer, 60.0)
            pass_time(hands.explorer, 1.0)

            assert hands.scene.step == stop
            assert hands.session.playing == 0
            if stop != stops[-1]:
                assert "stopped at a breakpoint" in hands.session.note
            await hands.press("space")


@pytest.mark.parametrize(
    ("typed", "step", "selected"),
    one_in(
        2,
        [
            ("9", 9, None),
            ("50%", 11, None),
            ("100%", 22, None),
            ("2 1", 12, "a2 c1"),
            ("3", 3, None),
            ("a3 d2", 17, "a3 d2"),
        ],
    ),
)
async def test_going_to_a_step_a_share_or_a_node(
    typed: str, step: int, selected: str | None
) -> None:
    """The dialog reads a step, a share of all steps, or moves: a node not entered yet is gone
    to.
    """
    async with explored(AIMA) as hands:
        await hands.press("x", "colon")
        await hands.type(typed)
        await hands.press("enter")
        facts = facts_of(hands)

        assert facts["screen"] == "ExploreScreen"
        assert facts["step"] == step
        assert facts["selected"] == selected


async def test_finding_a_move_or_a_value() -> None:
    """A move's name or a value lists the visited nodes that have it; enter goes to the marked
    one, arrows mark.
    """
    async with explored(AIMA) as hands:
        await hands.press("x", "slash")
        await hands.type("12")
        await hands.rest()

        assert "a1 b2  12" in hands.words()
        await hands.press("enter")
        assert facts_of(hands)["selected"] == "a1 b2"
        await hands.press("slash")
        await hands.type("1")
        await hands.press("down", "enter")
        assert facts_of(hands)["selected"] == "a1 b1"
        assert facts_of(hands)["step"] == CUT


@pytest.mark.parametrize(
    ("place", "copied"),
    one_in(
        2,
        [
            (0, "visualizer open tree -p aima-5.2"),
            (1, "2"),
            (2, "a2 c1"),
            (3, "Cut at C (a2):"),
        ],
    ),
)
async def test_copying(place: int, copied: str) -> None:
    """The command that opens this step, position, moves and sentence can be copied; what was
    copied is said.
    """
    async with explored(AIMA) as hands:
        await hands.press("x", "y", *(["down"] * place), "enter")

        assert hands.app.clipboard.startswith(copied)
        assert place or hands.app.clipboard.endswith("--step 12 --view tree")
        assert facts_of(hands)["note"].startswith("copied: ")


@pytest.mark.slow
async def test_exporting_writes_the_file(tmp_path: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    """The dialog writes the step to a file and says so; one that is there is replaced only at
    the second enter.
    """
    monkeypatch.chdir(tmp_path)
    written = "tree-aima-5.2-step-12.svg"
    async with explored(AIMA) as hands:
        assert "visualizer export tree -p aima-5.2" in await hands.see("x", "e")
        assert "--step 12" in hands.words()
        await hands.press("enter")
        assert facts_of(hands)["screen"] == "ExploreScreen"
        assert facts_of(hands)["note"] == f"wrote {written}"
        assert "<svg" in (tmp_path / written).read_text(encoding="utf-8")
        (tmp_path / written).write_bytes(b"mine")
        await hands.see("e", "enter")
        assert "already exists; press enter again to replace it" in " ".join(
            hands.text_of("#error").split()
        )
        assert (tmp_path / written).read_bytes() == b"mine"
        await hands.press("enter")
        assert facts_of(hands)["screen"] == "ExploreScreen"
        assert facts_of(hands)["note"] == f"wrote {written}"
        assert "<svg" in (tmp_path / written).read_text(encoding="utf-8")


async def test_an_export_is_chosen_without_typing(
    tmp_path: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Step, page, theme and boards are turned; name, size and command follow, and the file is
    what they say.
    """
    monkeypatch.chdir(tmp_path)
    async with explored(TICTACTOE, (120, 40)) as hands:
        await hands.see("x", "e")
        await hands.see("tab", "down", "left", "down", *["down", "right"] * 4)
        step = facts_of(hands)["step"] - 1
        name = f"tictactoe-only-move-step-{step}.svg"
        size = hands.text_of("#size")
        command = " ".join(hands.text_of("#command").replace("│", " ").split())

        assert command.endswith(
            f"-O {name} --step {step} --page 16:9 --theme dark --caption short --node-boards all"
        )
        await hands.press("enter")
        width, height = re.findall("[0-9]+", size.replace(",", ""))
        assert f'width="{width}" height="{height}"' in (tmp_path / name).read_text(encoding="utf-8")


async def test_a_film_is_written_from_the_dialog(
    tmp_path: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What is chosen says name, format, page and number of frames; the film is written beside
    the dialog.
    """
    monkeypatch.chdir(tmp_path)
    async with explored(AIMA) as hands:
        await hands.see("x", "e")
        await hands.see("tab", "right", "right")

        assert hands.text_of("#size").strip().endswith("size: 960 × 540 points; frames: 13")
        command = " ".join(hands.text_of("#command").replace("│", " ").split())
        assert command.endswith("-O tree-aima-5.2-film-up-to-here.html --steps 0-12")
        await hands.press("enter")
        await until(hands.pilot, lambda: facts_of(hands)["screen"] == "ExploreScreen")
        await hands.rest()
        assert facts_of(hands)["note"] == "wrote tree-aima-5.2-film-up-to-here.html"
        assert (tmp_path / "tree-aima-5.2-film-up-to-here.html").stat().st_size > 10_000


async def test_writing_a_film_is_cancelled(tmp_path: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    """Escape ends it between two frames: nothing is written, and the dialog stays."""
    monkeypatch.chdir(tmp_path)
    async with explored(AIMA) as hands:
        await hands.see("e", "tab", "left", "left", "left")
        monkeypatch.setattr(
            FilmWriting, "cancelled", property(lambda _: True, lambda *_: None), raising=False
        )
        await hands.press("enter")
        await until(hands.pilot, lambda: "cancelled" in hands.text_of("#error"))

        assert "cancelled: nothing was written" in hands.text_of("#error")
        assert facts_of(hands)["screen"] == "ExportDialog"
        assert not [*tmp_path.iterdir()]


async def test_the_palette_does_what_the_table_says() -> None:
    """It lists the actions of the screen; typing the words of one finds it, and enter does it."""
    async with explored(AIMA) as hands:
        assert [action for action, _ in ActionProvider(hands.explorer).actions()] == [
            *actions_of("explorer")
        ]
        await hands.press("ctrl+p")
        await hands.type("to the next cutoff")
        await until(hands.pilot, lambda: "next cutoff" in hands.words())
        await hands.press("enter")
        await until(hands.pilot, lambda: facts_of(hands)["screen"] == "ExploreScreen")
        await hands.rest()
        assert facts_of(hands)["step"] == CUT


async def test_the_palette_says_each_thing_once_behind_its_keys() -> None:
    """Keys stand in one column, what they do in another; an action is found by its name too."""
    shown = [content_with_keys(Content(action.about), action).plain for action in ACTIONS]
    starts = {line.index(action.about) for line, action in zip(shown, ACTIONS, strict=True)}

    assert len(starts) == 1
    assert len({*shown}) == len(shown)
    for line, action in zip(shown, ACTIONS, strict=True):
        assert line[: starts.copy().pop()].strip() == shown_keys(action)
    async with explored(AIMA) as hands:
        await hands.press("ctrl+p")
        await hands.type("breakp")
        await until(hands.pilot, lambda: "toggle a breakpoint" in hands.words())


async def test_what_is_left_of_a_search_finds_the_palette_closed() -> None:
    """A search that goes on, one that is just begun, and their clocks do nothing once the list
    has gone.
    """
    async with explored(AIMA) as hands:
        await hands.press("ctrl+p")
        palette = hands.app.screen

        assert isinstance(palette, Palette)
        await palette.dismiss()
        assert not palette.query(CommandList)
        palette._gather_commands("w")
        palette._list_visible = not palette._list_visible
        await palette._watch__show_busy()
        await hands.settle()
        await hands.press("right")
        assert hands.session.step == 1


@pytest.mark.parametrize(
    "key", one_in(3, ["w", "question_mark", "slash", "colon", "y", "e", "ctrl+p"])
)
async def test_control_c_leaves_from_every_dialog(key: str) -> None:
    """Ctrl+C leaves the program wherever one is."""
    async with explored(AIMA) as hands:
        await hands.press(key, "ctrl+c")
        assert hands.app._exit


async def test_what_is_typed_behind_q_does_nothing() -> None:
    """All keys come at once, as when one leaves and types the next command: no dialog is opened
    while it closes.
    """
    async with explored(AIMA) as hands:
        opened = list[object]()
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(hands.app, "push_screen", lambda *given, **named: opened.append(given))
            for key in "qceE:":
                hands.send(events.Key(_character_to_key(key), key))
            await hands.settle()

        assert not opened


@pytest.mark.parametrize("key", ["question_mark", "w"])
async def test_the_key_that_opens_a_text_closes_it(key: str) -> None:
    """The list of keys, and the sentence at length."""
    async with explored(AIMA) as hands:
        await hands.press("x", key)
        above: list[object] = [hands.app.screen]
        await hands.press(key)
        above.append(hands.app.screen)

        assert [*map(type, above)] == [TextDialog, ExploreScreen]


@pytest.mark.parametrize(
    ("owner", "name", "keys"),
    [
        (VisualizerApp, "action_be_the_search", ["Y"]),  # what a screen asks of the app
        (ExploreScreen, "action_answer", []),  # what a click does outside of the table of actions
        (
            ExploreScreen,
            "go_to_target",
            [":", "1", "enter"],
        ),  # what is done with the answer of a dialog
        (VisualizerApp, "action_theme", ["o", "T"]),  # on a screen that has no actions of its own
    ],
)
async def test_no_key_ends_the_program_by_an_error_of_input(
    owner: type, name: str, keys: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Wherever it is raised, it is said, and the next key does what it does."""

    def refuse(*_: object) -> None:
        raise InputError("that cannot be, as 7 is not 8")

    monkeypatch.setattr(owner, name, refuse)
    async with explored(AIMA, (120, 40), notes=True) as hands:
        await hands.press(*keys)
        if not keys:
            await hands.app.run_action("screen.answer('a')")
        await hands.rest()

        assert "that cannot be, as 7 is not 8" in hands.prose()
        await hands.see(*["escape"] * (keys[:1] == ["o"]), "x")
        assert hands.session.step == CUT


@pytest.mark.parametrize(
    ("keys", "leaves"),
    [
        ("escape", False),
        ("enter", False),
        ("down enter", True),
    ],
)
async def test_where_one_began_the_way_back_asks_whether_to_leave(keys: str, leaves: bool) -> None:
    """There is nothing to go back to; leaving has to be chosen."""
    async with explored(AIMA) as hands:
        assert "leave the program?" in await hands.see("escape")
        await hands.press(*keys.split())
        assert hands.app.is_leaving is leaves
        assert leaves or hands.app.screen is hands.explorer
