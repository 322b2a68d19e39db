"""The widget of a notebook, as the kernel has it: wishes come in, and what is shown goes out."""

from __future__ import annotations

import gc
import itertools
import json
import weakref
from collections.abc import Callable
from pathlib import Path
from typing import Any
from xml.etree import ElementTree as ET

import pytest

from tests.hostile import MARKUP, STEERING, recording
from visualizer import search, start, watch
from visualizer.apps import api
from visualizer.apps.api import WatchedRun
from visualizer.support.errors import InputError

pytest.importorskip("anywidget", reason="it is not installed")

NAMES = itertools.count(1)
ELEMENTS = {"svg", "g", "title", "text", "rect", "line", "polygon", "circle"}


def wish(widget: Any, act: str, at: object = None) -> dict[str, Any]:
    """Wish something as a page does, by a message; return what is shown then."""
    state = {
        "_page_request": {
            "act": act,
            "at": at,
            "id": f"w{next(NAMES)}",
        }
    }
    widget._handle_msg({"content": {"data": {"method": "update", "state": state}}})
    shown: dict[str, Any] = widget._page_content
    assert shown["id"] == state["_page_request"]["id"]
    assert shown["step"] == widget.step
    return shown


def test_keys_step_as_in_the_explorer() -> None:
    """Each wish is granted under its name, with the sentence and the counts of the step, or says
    why it is not.
    """
    run = search("tree")
    widget: Any = run.widget()

    assert widget._actions["next_cut"][1:] == ("x", ["x"])
    assert widget._actions["first"][2] == [
        "Home",
        "g",
    ]
    assert "line" not in widget._actions
    assert widget._page_content["said"] == "Nothing has been visited yet."
    for act, step in [
        ("next", 1),
        ("next_cut", 12),
        ("finish", 13),
        ("over", 21),
        ("previous", 20),
        ("last", 22),
    ]:
        shown = wish(widget, act)

        assert shown["step"] == step
        assert shown["last"] == 22
        assert shown["said"] == run.explain(step)
        assert shown["counts"] == run.counts(step).words()
    assert wish(widget, "next")["note"] == "this is the last step"
    assert wish(widget, "next_cut")["note"] == "there is no further cutoff"
    assert wish(widget, "seek", 7)["progress"].endswith("step 7 of 22")
    assert wish(widget, "first")["step"] == 0


def test_step_node_and_view_may_be_read_set_and_observed() -> None:
    """What Python sets is shown, what the page wants is told to who observes; InputError says
    what there is not.
    """
    widget: Any = search("tree").widget(step=3, view="overview")
    told = list[tuple[str, Any]]()
    widget.observe(
        lambda change: told.append((change["name"], change["new"])), ["step", "node", "view"]
    )

    assert widget.step == 3
    assert widget.node is None
    assert widget.view == "overview"
    assert widget._page_content["step"] == 3
    wish(widget, "seek", 12)
    wish(widget, "view")
    wish(widget, "choose", "p1.1")
    assert told == [
        ("step", 12),
        ("view", "tree"),
        ("node", "a2 c2"),
    ]
    assert widget._page_content["about"][:2] == [
        "c2",
        f"c2 was pruned. {search('tree').explain(12)}",
    ]
    widget.step = 22
    widget.node = "a1 b2"
    assert widget._page_content["step"] == 22
    assert widget._page_content["about"][1] == "b2 is worth 12."
    assert {"p0.1"} < {*widget._page_content["chosen"]}
    widget.node = None
    assert widget._page_content["chosen"] == []
    for name, value, said in [
        ("step", 23, "there is no step 23; there are 0 to 22"),
        ("step", -1, "there is no step -1; there are 0 to 22"),
        ("view", "list", "the view 'list' is not one of tree columns overview"),
        ("node", "a1 zz", "'zz' is not a legal move here"),
    ]:
        with pytest.raises(InputError, match=said):
            setattr(widget, name, value)
    assert widget.step == 22
    assert widget.node is None
    assert widget.view == "tree"


def test_the_selection_goes_through_the_tree() -> None:
    """To the parent, the first child and the siblings in the order tried; chosen again, nothing
    is selected.
    """
    widget: Any = search("tree").widget(step=12)
    for act, node in [
        ("parent", "a2"),
        ("sibling_below", "a3"),
        ("sibling_below", "a3"),
        ("sibling_above", "a2"),
        ("child", "a2 c1"),
        ("child", "a2 c1"),
        ("parent", "a2"),
        ("parent", ""),
        ("parent", ""),
        ("sibling_above", ""),
        ("running", None),
    ]:
        wish(widget, act)
        assert widget.node == node
    wish(widget, "choose", "n1")

    assert widget.node == "a1"
    wish(widget, "choose", "n1")
    assert widget.node is None


def test_playing_is_that_of_the_explorer() -> None:
    """It begins at once, goes on while the page asks, rests at a cutoff, and ends at the end."""
    widget: Any = search("tree").widget(step=10)

    assert wish(widget, "play")["step"] == 11
    assert widget._page_content["wait"] == 0.5
    assert wish(widget, "tick", 0.5)["step"] == 12
    assert 2 < widget._page_content["wait"] <= 3
    assert wish(widget, "tick", 0.5)["step"] == 12
    assert wish(widget, "faster")["progress"].startswith("► 2/s")
    assert wish(widget, "seek", 20)["wait"] == 0
    wish(widget, "play")
    shown = widget._page_content
    while shown["wait"]:
        shown = wish(widget, "tick", shown["wait"])
    assert shown["step"] == 22
    assert shown["wait"] == 0


def test_columns_have_the_moves_in_the_order_tried() -> None:
    """A column for each open node; a long list has the part around the move in focus, and counts
    the rest.
    """
    run = search("tree")
    widget: Any = run.widget(step=12)
    first, second = wish(widget, "view_columns")["columns"]

    assert first["head"] == "▲ MAX"
    assert first["best"] == "≥3"
    assert second["head"] == "▼ MIN a2"
    assert second["window"] == "α 3  ≥  β 2"
    assert [row[1:5] for row in second["rows"]] == [
        ("current", "▸", "c1", "2"),
        ("pruned", "✕", "c2", ""),
        ("pruned", "✕", "c3", ""),
    ]
    wide: Any = search("tree", f"[{','.join(map(str, range(250)))}]").widget(
        step=400, view="columns"
    )
    (column,) = wide._page_content["columns"]
    assert len(column["rows"]) == 100
    assert column["above"] + column["below"] == 150
    assert column["above"] > 90


def test_folded_nodes_are_listed() -> None:
    """A click on them shows the column in which they stand."""
    widget: Any = search("othello", depth=4).widget(step=200)
    svg = ET.fromstring(widget._page_content["svg"])
    keys = [each.attrib["data-node"] for each in svg.iter("g") if "data-node" in each.attrib]

    assert len({*keys}) == len(keys)
    assert not [each for each in svg.iter() if "id" in each.attrib]
    folded = next(key for key in keys if key[0] == "w")
    shown = wish(widget, "choose", folded)
    assert widget.view == "columns"
    assert shown["columns"][-1]["rows"]
    assert ET.fromstring(shown["board"]).tag == "svg"


def test_your_own_code_stands_beside_its_tree() -> None:
    """It begins where the code parts from the right search; j goes to the next line, k back."""

    def largest(node: Any) -> Any:
        if node.children:
            return max(map(largest, node.children))
        return node.value

    run = watch(largest, "[[3,5],[2,9]]", against="minimax")
    widget: Any = run.widget()

    assert run.track is not None
    assert widget._page_content["said"] == run.track.notes[min(run.track.notes)]
    assert "def largest(node" in widget._page_content["svg"]
    assert widget._actions["line"][2] == ["j"]
    wish(widget, "seek", 1)
    before = widget.session.moment
    assert wish(widget, "line")["svg"]
    assert widget.session.moment == before + 1
    wish(widget, "back_line")
    assert widget.session.moment == before


def test_a_point_of_the_overview_is_a_node() -> None:
    """It is selected, and marked in the picture; the same point again deselects it, and one
    beside all does nothing.
    """
    widget: Any = search("tree").widget(step=13, view="overview")
    tiles = dict(widget._tiles())

    assert {
        (),
        (0,),
        (1,),
        (1, 0),
    } <= tiles.keys()
    assert "chosen" not in widget._page_content["svg"]
    middle = tiles[1, 0].x + tiles[1, 0].width / 2, tiles[1, 0].y + tiles[1, 0].height / 2
    shown = wish(widget, "point", middle)
    assert widget.node == "a2 c1"
    assert shown["about"][0] == "c1"
    assert shown["step"] == 13
    mark = next(
        each for each in ET.fromstring(shown["svg"]).iter("rect") if each.get("class") == "chosen"
    )
    assert float(mark.get("x", 0)) == pytest.approx(tiles[1, 0].x, rel=1e-4)
    assert wish(widget, "point", (0, 0))
    assert widget.node == "a2 c1"
    assert "chosen" not in wish(widget, "point", middle)["svg"]
    assert widget.node is None


@pytest.mark.filterwarnings("ignore:.*is unknown in the header")
@pytest.mark.parametrize("view", ["tree", "columns", "overview"])
def test_hostile_texts_are_words(tmp_path: Path, view: str) -> None:
    """Whatever a file names its moves, no element, no control character and no half letter
    reaches the page.
    """
    run = start(recording(tmp_path)).finish()

    assert isinstance(run, WatchedRun)
    widget: Any = run.widget(view=view)
    for step in range(run.trace.last_step + 1):
        shown = wish(widget, "seek", step)
        text = json.dumps(shown, ensure_ascii=False)
        text.encode()

        assert not {letter for letter in STEERING if not letter.isprintable()} & {*text}
        for svg in filter(None, (shown.get("svg"), shown["board"])):
            assert {each.tag for each in ET.fromstring(svg).iter()} <= ELEMENTS
    wish(widget, "child")
    assert MARKUP[:4] in json.dumps(widget._page_content["about"])


def test_a_large_search_is_shown_in_a_small_state() -> None:
    """What goes to the page does not grow with the search: of 100,000 nodes it is less than of a
    page that explores.
    """
    widget: Any = search("tictactoe", algorithm="minimax", max_nodes=100_000).widget(step=150_000)
    for view in ("tree", "columns", "overview"):
        shown = wish(widget, f"view_{view}")
        assert len(json.dumps(shown)) < 150_000

    assert len(json.dumps({**widget.get_state(), "layout": None})) < 180_000


def test_a_search_that_has_not_come_that_far() -> None:
    """The widget shows what there is, lets the search go on for a step, and says where it waits."""
    run = start("tictactoe", algorithm="alpha-beta")
    run.advance(step=10)
    widget: Any = run.widget(step=10)

    assert wish(widget, "next")["step"] == 11
    assert (
        wish(widget, "last")["note"]
        == "the search has not come that far; run.advance() lets it go on"
    )


def test_a_closed_widget_is_forgotten() -> None:
    """Nothing keeps it once it is closed."""
    widget: Any = search("tree").widget()
    wish(widget, "view_columns")
    widget.close()
    kept = weakref.ref(widget)
    del widget
    gc.collect()

    assert kept() is None


@pytest.mark.parametrize(
    ("make", "said"),
    [
        (lambda run: run.widget(step=99), "there is no step 99; there are 0 to 22"),
        (
            lambda run: run.widget(view="list"),
            "the view 'list' is not one of tree columns overview",
        ),
        (
            lambda run: run.widget(theme="pink"),
            "the theme 'pink' is not one of light dark mono contrast",
        ),
        (lambda run: run.widget(colour="red"), "there is no option 'colour'"),
    ],
)
def test_what_there_is_not_is_one_sentence(make: Callable[[WatchedRun], object], said: str) -> None:
    """Options are those of pictures."""
    with pytest.raises(InputError, match=said):
        make(search("tree"))


def test_without_the_extra_a_sentence_says_how_to_get_it(monkeypatch: pytest.MonkeyPatch) -> None:
    """It names the package."""
    monkeypatch.setattr(api, "find_spec", lambda _: None)
    with pytest.raises(
        InputError, match=r"^a widget needs anywidget; install it with pip install anywidget$"
    ):
        search("tree").widget()
