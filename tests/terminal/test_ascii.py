"""In ASCII the screen says the same as with all signs: nothing else is meant, and no frame
moves.
"""

from __future__ import annotations

import asyncio
import re
import subprocess
import sys
from collections.abc import Callable, Sequence

import pytest
from hypothesis import given
from hypothesis import strategies as st
from rich.cells import cell_len
from rich.segment import Segment
from rich.style import Style
from textual.color import Color

from tests.few import one_in
from tests.processes import PATIENCE
from tests.terminal.hands import AIMA, TAK, explored
from tests.terminal.searches import recipe_of
from visualizer.apps.tui.screens.compare import CompareScreen
from visualizer.apps.tui.terminal.ascii_looks import (
    SHORT_SIGNS,
    SINGLE_SIGNS,
    AsciiFilter,
    explain_single_characters,
    with_one_character_per_cell,
    with_single_signs,
    write_out_signs,
)
from visualizer.apps.tui.views import overview
from visualizer.draw.boards import contents
from visualizer.look.legend import STATE_LOOKS, State
from visualizer.look.text import ASCII_SUBSTITUTES

OTHELLO = recipe_of("othello", "ordering-helps")
GAMES = {
    "tree": AIMA,
    "tak": TAK,
    "othello": OTHELLO,
}
SIZES = [
    (60, 16),
    (80, 24),
    (120, 40),
]
USUALLY = ("othello", (80, 24))
WALKS = [
    pytest.param(game, size, marks=[] if (game, size) == USUALLY else pytest.mark.slow)
    for game in GAMES
    for size in SIZES
]
"""Every game at every size; usually the one with the most bounds."""
HEADER = 1
"""Lines above the frames: the header says less where its words are longer."""
WALK = (
    *(
        "x",
        "1",
        "2",
        "3",
        "right",
        "1",
        "2",
        "backspace",
        "down",
        "1",
        "2",
        "h",
        "space",
        "home",
        "p",
        "x",
        "x",
    ),
    *(
        "question_mark",
        "end",
        "escape",
        "end",
        "1",
        "2",
        "3",
        "x",
        "c",
        "1",
        "2",
        "3",
        "x",
        "1",
        "2",
        "question_mark",
    ),
)
"""Keys that lead through the views of one search and of two, and through the help."""
DIALOGS = (
    *(
        "x",
        "w",
        "escape",
        "tab",
        "tab",
        "tab",
        "tab",
        "end",
        "w",
        "escape",
        "slash",
        "2",
        "escape",
        "y",
        "escape",
    ),
    *("e", "escape", "c", "x", "w", "escape", "d", "escape", "end", "s", "escape", "c"),
)
"""Keys that lead to panes and dialogs whose lines are broken elsewhere in ASCII."""
WRITTEN_OUT = {
    "│best ≥−1 with f2         │": "|best>=-1 with f2         |",
    "│  2 ✓ b2           ≤−11  │": "|  2 # b2          <=-11  |",
    "│  5 ✂ g2         ≤−1  379│": "|  5 ! g2        <=-1  379|",
    "│α −1 ≥ β −1              │": "|a -1 >=b -1              |",
    "│α −∞   β +∞              │": "|a -inf b +inf            |",
    "│≥3│ ≤3 │α β│": "|>3|<=3 |a b|",
    "│  1 ✓ d1 ≠             −11  │": "|  1 # d1 !=            -11  |",
    "           best  α   β    ": "           best  a   b    ",
    " · cut α ≥ β · fail-soft        ": " . cut a >=b . fail-soft        ",
    "    ▼ ≤−11   ▼ ≤−11   ▼ ≤3…  ": "    v<=-11   v<=-11   v<=3...",
    " ‖ step 12 of ≥ 40, searching ▸╌╌": ' " step 12 of >=40, searching @..',
    " ► 8/s step 9 of 22 ━▸╌": " > 8/s step 9 of 22 #@.",
    " ◂ 8/s step 9 of 22 ━▸╌": " < 8/s step 9 of 22 #@.",
    "│ ───●─────●──▸    │": "| ---o-----o-->    |",
    "    →  one step      ": "   ->  one step      ",
    "        ⌫  the parent     ": "backspace  the parent     ",
    " ←→ step  ↑↓←→ choose   ": " <> step  ^v<> choose   ",
    "│ 石 ≥3  é │": "| ??>=3  ? |",
}
"""Lines and what they become: from the columns, the window, the header, the tree, the timeline,
the help.
"""


COMPARISONS = {*"≤≥≠"}
WRITTEN = COMPARISONS | {*"∞⌫…→←↑↓"}
"""Signs that take spaces beside them where there are any."""


def reading(line: str) -> str:
    """Return a pattern of what says the same as a line: each sign its word or stand-in, gaps of
    any width.
    """
    parts = []
    for found in re.finditer(" +|[^ ]", with_one_character_per_cell(line)):
        sign = found.group()
        if sign.isspace():
            beside = line[found.start() - 1 : found.start()], line[found.end() : found.end() + 1]
            parts.append(
                " *"
                if any(each == "" or is_fixed(each) or each in COMPARISONS for each in beside)
                else " +"
            )
        elif sign in ASCII_SUBSTITUTES and len(ASCII_SUBSTITUTES[sign]) > 1:
            parts.append(
                f"(?:{re.escape(ASCII_SUBSTITUTES[sign])}|{re.escape(SINGLE_SIGNS[sign])})"
            )
        else:
            parts.append("[@>]" if sign == "▸" else re.escape(with_single_signs(sign)))
    return "".join(parts)


def is_fixed(sign: str) -> bool:
    """Say whether a sign is part of a frame, a branch or a bar."""
    return "\u2500" <= sign <= "\u259f"


def says_the_same(before: str, after: str) -> None:
    """Hold a line in ASCII against the line that it stands for."""
    cells = with_one_character_per_cell(before)
    assert after.isascii()
    assert len(after) == len(cells) == cell_len(before), (before, after)
    assert re.fullmatch(reading(cells), after), (before, after)
    for x, sign in enumerate(cells):
        if sign not in WRITTEN:
            assert after[x] == with_single_signs(sign) or sign in " ▸", (before, after)
        elif (
            sign in COMPARISONS
            and " " in cells[max(x - 1, 0) : x + 2]
            and not {*cells[max(x - 2, 0) : x + 3]} & WRITTEN
        ):
            assert ASCII_SUBSTITUTES[sign] in after[max(x - 1, 0) : x + 2], (before, after)


# Lines.


@pytest.mark.parametrize(("before", "after"), WRITTEN_OUT.items())
def test_signs_are_written_out_in_the_spaces_nearby(before: str, after: str) -> None:
    """No word, border or value moves, and nothing gets longer."""
    assert "".join(write_out_signs(with_one_character_per_cell(before))) == after
    says_the_same(before, after)


@given(st.text(st.sampled_from("≥≤≠∞αβ…→↓⌫◂▸│─●✕−13ab     "), max_size=60))
def test_any_line_says_the_same(line: str) -> None:
    """Whatever signs, spaces and frames a line has: no sign is lost, none means another, no two
    words are joined.
    """
    says_the_same(line, "".join(write_out_signs(line)))


@given(st.lists(st.text(st.sampled_from("≥≤α…│─▸−3a石é\u0301\u200d   "), max_size=12), max_size=6))
def test_segments_keep_their_styles_and_the_line_its_length(texts: list[str]) -> None:
    """A word has the style of its sign; a line keeps its length, whatever its letters take."""
    styles = [Style(color=f"color({number})") for number in range(len(texts))]
    line = [Segment(text, style) for text, style in zip(texts, styles, strict=True)]
    shown = AsciiFilter().apply(line, Color(0, 0, 0))

    assert sum(len(segment.text) for segment in shown) == sum(cell_len(text) for text in texts)
    assert all(segment.text.isascii() for segment in shown)
    kept = [segment.style for segment in shown if segment.text.strip()]
    cells = [
        "".join(letter for letter in with_one_character_per_cell(text) if letter != " ")
        for text in texts
    ]
    assert kept == [style for style, text in zip(styles, cells, strict=True) if text]


def test_no_sign_stands_in_that_means_something_else() -> None:
    """What stands in for lack of room is nobody else's sign, no digit and no arithmetic; `>`
    alone stands for `>=`.
    """
    others = {to for sign, to in SINGLE_SIGNS.items() if sign not in SHORT_SIGNS}

    assert len({*SHORT_SIGNS.values()}) == len(SHORT_SIGNS)
    assert {to for to in SHORT_SIGNS.values() if to in others | {*"<>=+-*/.,0123456789()[]@?"}} == {
        SHORT_SIGNS["≥"],
        SHORT_SIGNS["≤"],
    }


MEANINGS: dict[str, str] = {
    **{STATE_LOOKS[state].glyph: state.value for state in State},
    **{overview.STATE_BLOCKS[state]: state.value for state in overview.STATE_BLOCKS},
    "━": State.DONE.value,
    "╌": State.TO_COME.value,
    "┷": State.CUT.value,
    "▸": State.CURRENT.value,
    "‖": "paused",
    "►": "plays",
    "▲": "MAX",
    "▼": "MIN",
    "□": "leaf",
    "△": "selected",
    contents.LIGHT_LETTER: "light",
    contents.DARK_LETTER: "dark",
    **{sign: kind for kind, sign in (contents.PIECE_LETTERS | contents.CROSS_AND_NOUGHT).items()},
    **{
        sign: mark.value
        for mark, signs in contents.MARK_BRACKETS.items()
        for sign in signs
        if mark is not contents.Mark.LEFT
    },
}
"""What the signs of states, overview, timeline and boards mean."""
ARROWS = {"<", ">"}
"""They point: to where a piece has moved, and to where time goes."""


def test_one_sign_has_one_meaning_in_ascii() -> None:
    """No two things that states, overview, timeline and boards tell apart have the same sign."""
    meant: dict[str, set[str]] = {}
    for sign, meaning in MEANINGS.items():
        meant.setdefault(with_single_signs(sign), set()).add(meaning)

    assert not {
        sign: meanings
        for sign, meanings in meant.items()
        if len(meanings) > 1 and sign not in ARROWS
    }
    assert len({with_single_signs(STATE_LOOKS[state].glyph) for state in State}) == len(State)
    assert with_single_signs(contents.EMPTY_CELL_SIGN) == with_single_signs(
        STATE_LOOKS[State.TO_COME].glyph
    ), "nothing there, and nothing there yet"


def test_the_states_look_alike_in_words_and_on_the_screen() -> None:
    """A state has the same sign in ASCII in line mode as in the explorer."""
    for look in STATE_LOOKS.values():
        assert with_single_signs(f"{look.glyph} 3")[0] == ASCII_SUBSTITUTES[look.glyph]


# Screens.


async def walk(
    game: str, size: tuple[int, int], keys: Sequence[str], *, ascii_only: bool = True
) -> list[str]:
    """Press keys and return the letters on the screen after each."""
    seen = []
    async with explored(GAMES[game], size, ascii_only=ascii_only) as hands:
        hands.app.animation_level = "none"
        for key in keys:
            await hands.press(key)
            screen = hands.app.screen
            if isinstance(screen, CompareScreen):
                for run in screen.sides.runs:
                    run.finish()
                screen.paint()
            await hands.rest()
            seen.append(hands.words())
    return seen


@pytest.mark.parametrize(("game", "size"), WALKS, ids=str)
def test_every_screen_says_the_same(
    game: str, size: tuple[int, int], monkeypatch: pytest.MonkeyPatch, usually: Callable[[int], int]
) -> None:
    """On its way to the terminal no line changes its length, its words' places or what it says;
    bounds have room.

    Where all that is needed has room, every part of a frame, a branch, a bar or the timeline has
    its ASCII sign in the place where it stands in the same walk with all signs.
    """
    lines: dict[str, str] = {}

    def watched(self: AsciiFilter, segments: list[Segment], background: Color) -> list[Segment]:
        shown = apply(self, segments, background)
        lines["".join(segment.text for segment in segments)] = "".join(
            segment.text for segment in shown
        )
        return shown

    apply = AsciiFilter.apply
    monkeypatch.setattr(AsciiFilter, "apply", watched)
    ours, *dialogs = (asyncio.run(walk(game, size, keys)) for keys in (WALK, DIALOGS)[: usually(2)])

    assert all(words.isascii() for words in sum(dialogs, ours))
    for before, after in lines.items():
        says_the_same(before, after)
    bounds = "".join(after for before, after in lines.items() if re.search("[≤≥]", before))
    assert ">=" in bounds
    assert "<=" in bounds
    assert not [line for line in lines if re.search("[^ ][≤≥≠][^ ]", line)], (
        "a bound without a space beside it"
    )
    if size in SIZES[1:]:
        frames_stay(
            asyncio.run(
                walk(
                    game,
                    size,
                    WALK,
                    ascii_only=False,
                )
            ),
            ours,
            size[0],
        )


def frames_stay(signs: Sequence[str], ours: Sequence[str], width: int) -> None:
    """Hold the frames of screens in ASCII against those of the same screens with all signs."""
    for before, after in zip(signs, ours, strict=True):
        for line, shown in [*zip(before.split("\n"), after.split("\n"), strict=True)][HEADER:]:
            wide = shown.ljust(width)
            assert len(wide) == width
            assert all(
                wide[x] == with_single_signs(sign) for x, sign in enumerate(line) if is_fixed(sign)
            ), (
                line,
                shown,
            )


def sentence_in(screen: str) -> str:
    """Return the text of the dialog that says why, without its frame and what stands beside it."""
    lines = screen.split("\n")
    top, begin = next(
        (y, line.find("+- why (")) for y, line in enumerate(lines) if "+- why (" in line
    )
    end = lines[top].index("+", begin + 1)
    return " ".join(" ".join(line[begin + 1 : end] for line in lines[top + 1 :]).split())


@pytest.mark.parametrize("size", one_in(2, zip(SIZES[1:])), ids=str)
def test_a_cutoff_is_told_with_the_rule_that_the_search_has(size: tuple[int, int]) -> None:
    """At the first cutoff of Othello alpha equals beta: with the other rule nothing would be
    cut.
    """
    pane, columns, tree, dialog = asyncio.run(walk("othello", size, ("x", "2", "1", "w")))
    for screen, sign in ((columns, ">="), (tree, "<=")):
        assert f"{sign}-1" in screen
        assert "Cut after" in screen

    assert "(-1 <= alpha = -1)" in sentence_in(dialog)
    for words in (pane, dialog):  # signs are written out before lines are broken
        assert "ut after" in words
        assert not re.search(r"\([^()|]*\b[ab] [-\d=<>]", words)
    assert "a -1 >=b -1" in columns or re.search(r"\|-1 >=-1 ", columns)  # where columns are narrow


@pytest.mark.slow
def test_the_help_says_what_stands_in() -> None:
    """Only where it is needed: in ASCII."""
    (shown,), (usual,) = (
        asyncio.run(
            walk(
                "tree",
                (100, 120),
                ["question_mark"],
                ascii_only=way,
            )
        )
        for way in (True, False)
    )

    assert all(words in shown for words in explain_single_characters())
    assert "where there is no room" not in usual


def test_line_mode_in_ascii() -> None:
    """`--ascii` holds for words too, whatever the terminal can show."""
    words = [sys.executable, "-m", "visualizer", "open", "tree", "--plain", "--ascii"]
    done = subprocess.run(
        words,
        input="x\nw\nt\nq\n",
        capture_output=True,
        encoding="utf-8",
        check=True,
        timeout=PATIENCE,
    )

    assert done.stdout.isascii()
    assert "(2 is at most alpha, 3)" in done.stdout
    assert "beta infinity" in done.stdout
