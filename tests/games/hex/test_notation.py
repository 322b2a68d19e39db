"""The notations of Hex: what is read, what is written, and what is refused."""

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.hex import GAME, read, start


def refusal(text: str, **settings: object) -> str:
    """Return the error of a text that is not a position, or no text if it is one."""
    try:
        read(text, settings)
    except ValueError as error:
        return str(error)
    return ""


@st.composite
def texts(draw: st.DrawFn) -> str:
    """Draw the canonical text of any position."""
    size = draw(st.integers(2, 19))
    dice = random.Random(draw(st.integers(0, 10**9)))
    signs = draw(st.sampled_from(("bw.", "bw.....", "b..", ".")))
    rows = ("".join(dice.choice(signs) for _ in range(size)) for _ in range(size))
    return f"{'/'.join(rows)} {draw(st.sampled_from('bw'))}"


@given(texts())
def test_round_trip(text: str) -> None:
    """Every position is written as it was read, whatever numbers of stones it holds."""
    assert read(text, {}).text() == text


@given(texts())
def test_other_spellings(text: str) -> None:
    """Capital letters and more space around are read too."""
    assert read(f"  {text.upper().replace(' ', '   ')}\n", {}).text() == text


def test_example() -> None:
    """In `b../.w./... b` Black has a1, White b2, and Black is to move."""
    here = read("b../.w./... b", {})
    assert here.black == here.grid.cells["a1"]
    assert here.white == here.grid.cells["b2"]
    assert here.maximizing
    assert here.last == 0


def test_transcript() -> None:
    """The cells in the order played are read with a size, joined or apart, and the last stone is then known."""
    here = read("a1 b2 c1", {"size": 3})
    assert here.text() == "b.b/.w./... w"
    assert here.last == here.grid.cells["c1"]
    assert read("A1b2\nc1", {"size": 3}) == here
    large = read("k11s19", {"size": 19})
    assert (large.grid.place(large.black), large.grid.place(large.white)) == ((10, 10), (18, 18))


def test_transcript_needs_a_size() -> None:
    """Cells alone do not say how large the board is."""
    assert "give its size as well" in refusal("a1 b2")


@given(st.integers(2, 8), st.integers(0, 10**9))
def test_transcripts_of_random_games(size: int, seed: int) -> None:
    """A game read from its cells is the same as the game played."""
    dice, here, names = random.Random(seed), start({"size": size}), []
    while here.moves() and dice.random() < 0.95:
        move = dice.choice(here.moves())
        names.append(here.name(move))
        here = here.play(move)
    if names:
        assert read(" ".join(names), {"size": size}) == here
        assert read("".join(names), {"size": size}) == here


def test_moves_are_named_by_column_and_row() -> None:
    """a1 is the first column of the top row, and every move of a position is found by its name in either case."""
    here = start({"size": 19})
    assert [here.name(move) for move in here.moves()][:20] == [
        *(f"{column}1" for column in "abcdefghijklmnopqrs"),
        "a2",
    ]
    assert GAME.target(here, GAME.find_move(here, "c2")) == (1, 2)
    for move in here.moves():
        assert GAME.find_move(here, here.name(move)) == GAME.find_move(here, here.name(move).upper()) == move


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("", "a position has rows and the side to move, as in b../.w./... b, but this one is empty"),
        ("  \n", "this one is empty"),
        ("b", "a board has 2 to 19 rows, joined by /, not 1: 'b'"),
        ("b b", "2 to 19 rows, joined by /, not 1"),
        ("/".join(["." * 20] * 20) + " b", "2 to 19 rows, joined by /, not 20"),
        ("b../.w./...", "the side to move, b or w, is missing after the rows, as in b../.w./... b"),
        ("b../.w./... x", "the side to move must be b or w, not 'x'"),
        ("b../.w./... bw", "the side to move must be b or w, not 'bw'"),
        ("b../.w./... b b", "the side to move must be b or w, not 'b b'"),
        ("b../.w/... b", "a board of 3 rows has rows of 3 cells, not 2: '.w'"),
        ("b../.w../... b", "a board of 3 rows has rows of 3 cells, not 4: '.w..'"),
        ("b../.w./.../ b", "a board of 4 rows has rows of 4 cells, not 3: 'b..'"),
        ("//", "a board of 3 rows has rows of 3 cells, not 0: ''"),
        ("b.x/.w./... b", "'x' is not one of b w . and / between rows"),
        ("b-./.w./... b", "'-' is not one of b w"),
        ("b.\x00/.w./... b", r"'\x00' is not one of b w"),
        ("b.\ud800/.w./... b", r"'\ud800' is not one of b w"),
        ("b.\x1b[1m/.w./... b", r"'\x1b' is not one of b w"),
        ("b.İ/.w./... b", "'İ' is not one of b w"),
        ("." * 2001, "a position has at most 2,000 characters, not 2,001"),
    ],
)
def test_bad_positions_are_refused(text: str, says: str) -> None:
    """A wrong sign, row, number of rows or side is refused in one printable sentence that names it."""
    assert says in refusal(text)
    assert refusal(text).isprintable()


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("a1 a1", "cell a1 already has a stone, in move 2 of the transcript"),
        ("a1 d1", "cell d1 is not on a 3×3 board (a1 to c3), in move 2 of the transcript"),
        ("a1 a4", "cell a4 is not on a 3×3 board"),
        ("a1 a0", "'a0' is not a move: a cell such as b2, in move 2"),
        ("a1 a01", "'a01' is not a move"),
        ("a1 xx", "'xx' is not a move"),
        ("a1 b\u0662", r"is not a move"),
        ("a1 a" + "1" * 100, "'a11111111111111111111111111111111111111...' is not a move"),
        ("a1 swap", "'swap' is not a legal move here: the setting swap is off"),
        ("swap", "the setting swap is off"),
        ("a1 a2 b1 b2 c1 c2 a3", "'a3' comes after the end of the game, in move 7 of the transcript"),
        ("a1 a2 b1 b2 c1 c2 swap", "'swap' comes after the end of the game"),
    ],
)
def test_bad_transcripts_are_refused(text: str, says: str) -> None:
    """A full cell, one off the board, a swap out of place and a move after the end are refused with their place."""
    assert says in refusal(text, size=3)
    assert refusal(text, size=3).isprintable()


def test_swap_out_of_place_is_refused() -> None:
    """With the setting, a swap is White's first move or none."""
    for text in ("swap", "a1 a2 swap", "a1 swap swap", "a1 swap a2 swap"):
        assert "only White may swap, instead of placing a first stone" in refusal(text, size=3, swap="on")


def test_size_that_contradicts_is_refused() -> None:
    """A position's rows fix the size, and another size is refused."""
    assert refusal("b../.w./... b", size=4) == "the position has 3 rows, but you asked for size 4"
    assert not refusal("b../.w./... b", size=3)


def test_settings_are_checked() -> None:
    """Sizes are 2 to 19, 11 by default."""
    options = {option.name: option for option in GAME.options}
    assert start({}).size == 11 == options["size"].read(options["size"].default)
    assert [options["size"].read(size) for size in GAME.sizes] == [*range(2, 20)]
