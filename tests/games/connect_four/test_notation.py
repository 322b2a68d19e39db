"""The notations of Connect Four: positions, sizes and moves, what is read and what is refused."""

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.connect_four import GAME, read, start
from games.connect_four.rules import read_size
from tests.few import one_in
from visualizer.apps.tui.draft import Draft, check
from visualizer.explaining.measures.summary import summary
from visualizer.searching.lookup import resolve
from visualizer.searching.recipe import PositionSpec, Recipe, SearchSpec
from visualizer.searching.run import Run
from visualizer.support.errors import InputError

ALLOWED = [f"{columns}x{rows}" for columns in range(1, 11) for rows in range(1, 11) if max(columns, rows) >= 4]


def refusal(text: str, size: str = "") -> str:
    """Return the error of a text that is not a position, or no text if it is one."""
    try:
        read(text, {"size": read_size(size)} if size else {})
    except ValueError as error:
        return str(error)
    return ""


def size_refusal(size: str, connect: int | None = None) -> str:
    """Return the error of a size that is none, or no text if it is one."""
    try:
        start({"size": read_size(size), **({} if connect is None else {"connect": connect})})
    except ValueError as error:
        return str(error)
    return ""


@given(st.sampled_from(["7x6", "4x4", "10x10", "10x2/3", "3x3/3"]), st.integers(0, 10**9))
def test_round_trip(size: str, seed: int) -> None:
    """A game is written as the columns played, and reads back alone, joined or apart, with its size too."""
    settings, dice, columns = {"size": read_size(size)}, random.Random(seed), ""
    here = start(settings)
    while here.moves() and dice.random() < 0.97:
        move = dice.choice(here.moves())
        columns += here.name(move)
        here = here.play(move)
    front = "" if size == "7x6" else size
    assert here.text() == f"{front} {columns}".strip()
    for text in (here.text(), f"{front} {' '.join(columns)}", f"\n {here.text()}\t"):
        assert read(text, {}) == read(text, settings) == here
    assert read(columns, settings) == here


def test_tenth_column_is_zero() -> None:
    """On ten columns the last one is called 0."""
    here = read("00", {"size": read_size("10x10")})
    assert [here.name(move) for move in here.moves()] == list("1234567890")
    assert GAME.target(here, GAME.find_move(here, "0")) == (7, 9)


def test_empty_position_goes_all_the_way() -> None:
    """An empty position text is the empty board, as is the default position, with or without moves and settings."""
    for moves, size in (("", {}), ("4453", {}), ("44 53", {}), ("44", {"size": "4x4"})):
        _, position = resolve(PositionSpec("connect-four", "", moves, size))
        assert position.text() == " ".join([*size.values(), moves.replace(" ", "")])
    empty, sized = (
        summary(Run(Recipe(where, SearchSpec(depth=4))).finish())
        for where in (PositionSpec("connect-four", ""), PositionSpec("connect-four", settings={"size": "7x6"}))
    )
    assert empty["position"] == sized["position"] == ""
    assert empty["nodes"] == sized["nodes"] == 173
    assert resolve(PositionSpec("connect-four"))[1].text() == ""
    assert check(Draft("connect-four", "")).run is not None


def test_size_in_front() -> None:
    """On every board but 7x6 the size stands in front, on the empty one alone; with 7x6 in front is read too."""
    assert read("3x3/3", {}).text() == start({"size": read_size("3x3/3")}).text() == "3x3/3"
    assert read("4x4 11", {}).size == (4, 4, 4)
    assert read("7x6/5 44", {}).text() == "7x6/5 44"
    assert read("7x6 44", {}).text() == read("7x6/4 44", {}).text() == read("44", {}).text() == "44"
    assert read("3×3/3 113", {}).text() == "3x3/3 113"


@pytest.mark.parametrize(
    ("text", "settings", "asked"),
    [
        ("3x3/3 113", {"size": "3x3/3"}, ""),
        ("3x3/3 113", {"size": "3x3"}, ""),
        ("3x3/3 113", {"connect": "3"}, ""),
        ("3x3/3", {"size": "3x3/3", "connect": "3"}, ""),
        ("4x4 11", {"size": "4x4"}, ""),
        ("4x4 11", {"size": "4x4/4", "connect": "4"}, ""),
        ("4x4 11", {"size": "7x6"}, "7x6"),
        ("4x4 11", {"size": "4x4/3"}, "4x4/3"),
        ("4x4 11", {"connect": "3"}, "4x4/3"),
        ("4x4/3 11", {"connect": "4"}, "4x4"),
        ("3x3/3 113", {"size": "4x4"}, "4x4"),
        ("small", {"size": "4x4"}, "4x4"),
        ("small", {"size": "3x3/3"}, ""),
    ],
)
def test_a_size_beside_the_position(text: str, settings: dict[str, str], asked: str) -> None:
    """A size or length of lines that agrees is allowed; one that contradicts is refused, and both are named."""
    where = PositionSpec("connect-four", text, "", settings)
    if asked:
        with pytest.raises(InputError, match=rf"the position has size \S+, but you asked for {asked}, in the pos"):
            resolve(where)
    else:
        assert resolve(where)[1].text() == resolve(PositionSpec("connect-four", text))[1].text()


def test_what_other_boards_write_reads_back() -> None:
    """In JSON, in a saved run and in a preset the position says its board, with the same counts."""
    for where in (PositionSpec("connect-four", "11", "2", {"size": "4x4"}), PositionSpec("connect-four", "small")):
        found = summary(Run(Recipe(where, SearchSpec(depth=4))).finish())
        again = summary(Run(Recipe(PositionSpec("connect-four", found["position"]), SearchSpec(depth=4))).finish())
        assert {**again, "seconds": 0} == {**found, "seconds": 0, "settings": {}}
    for preset in GAME.presets:
        assert read(preset.text, {}).text() == preset.text and not preset.settings


def test_empty_position_is_saved() -> None:
    """A saved run of the empty board opens on the empty board again, and the command for it says so."""
    recipe = Recipe(PositionSpec("connect-four", ""), SearchSpec(depth=4))
    assert Recipe.loads(recipe.dumps({}), "a run")[0] == recipe
    assert recipe.command() == "visualizer open connect-four -p '' -d 4"


def test_moves_joined_or_apart() -> None:
    """Moves are taken apart digit by digit; what is no digit stays whole and is refused."""
    assert GAME.split_moves("4453") == GAME.split_moves(" 4 4 5\n3 ") == GAME.split_moves("44 53") == list("4453")
    assert GAME.split_moves("4x 5abc") == ["4", "x", "5", "abc"]
    assert GAME.split_moves("") == []


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("8", "col 8 is not on a board of 7 columns (1 to 7), in move 1"),
        ("40", "col 0 is not on a board of 7 columns (1 to 7), in move 2"),
        ("1111111", "col 1 is full, with 6 stones, in move 7"),
        ("12121213", "'3' comes after the end of the game, in move 8"),
        ("11x3 1", "'11x3' is too large: at most 10 columns and 10 rows"),
        ("3x3 11", "4 in a row do not fit on 3x3; allowed: 2 to 3, as in 3x3/3"),
        ("3x3/3113", "'3x3/3113' is not a size"),
        ("4x4 5", "col 5 is not on a board of 4 columns (1 to 4), in move 1"),
        ("4x", "'x' is not the digit of a column, in move 2"),
        ("-", "'-' is not the digit of a column"),
        ("4,4", "',' is not the digit of a column"),
        ("\u0664", "is not the digit of a column"),
        ("4\u00b2", "'²' is not the digit of a column"),
        ("\x00", r"'\x00' is not the digit of a column"),
        ("4\ud800", r"'\ud800' is not the digit of a column"),
        ("\x1b[1m", r"'\x1b[' is not the digit of a column"),
        ("a" * 200, "'aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa...' is not the digit of a column"),
        ("4" * 1001, "a position has at most 1,000 characters, not 1,001"),
    ],
)
def test_bad_positions_are_refused(text: str, says: str) -> None:
    """A column off the board, a full one, a move after the end and what is no digit are refused with their place."""
    assert says in refusal(text)
    assert refusal(text).isprintable()


def test_full_board_is_over() -> None:
    """On a full board no move is left, and one more is refused."""
    assert read("1111", {"size": read_size("1x4/3")}).outcome() == 0
    assert refusal("11111", "1x4/3") == "'1' comes after the end of the game, in move 5"


@pytest.mark.parametrize("size", one_in(4, ALLOWED))
def test_sizes(size: str) -> None:
    """Up to 10×10, four in a row are allowed wherever the longer side has four."""
    columns, rows = map(int, size.split("x"))
    assert start({"size": read_size(size)}).size == (columns, rows, 4)
    assert start({"size": read_size(size.replace("x", "×"))}).size == (columns, rows, 4)


def test_every_length_of_lines() -> None:
    """On every size 2 and the longer side in a row are allowed, by size or by setting; one less and one more not."""
    for columns in range(1, 11):
        for rows in range(1, 11):
            for connect in (1, 2, max(columns, rows), max(columns, rows) + 1):
                fits = 2 <= connect <= max(columns, rows)
                assert (not size_refusal(f"{columns}x{rows}/{connect}")) == fits
                assert (not size_refusal(f"{columns}x{rows}", connect)) == fits


def test_both_ways_to_say_the_length() -> None:
    """Size and setting may agree, and a contradiction is refused."""
    assert start({"size": read_size("3x3/3"), "connect": 3}).size == (3, 3, 3)
    assert start({"connect": 5}).size == (7, 6, 5)
    assert size_refusal("3x3/3", 2) == "size 3x3/3 is 3 in a row, but connect is 2"
    assert size_refusal("7x6/5", 4) == "size 7x6/5 is 5 in a row, but connect is 4"


@pytest.mark.parametrize(
    ("size", "says"),
    [
        ("", "'' is not a size: write columns x rows, as in 7x6, optionally with the line length, as in 3x3/3"),
        ("7", "'7' is not a size"),
        ("7x", "'7x' is not a size"),
        ("7x6/", "'7x6/' is not a size"),
        ("07x6", "'07x6' is not a size"),
        ("0x6", "'0x6' is not a size"),
        ("-7x6", "'-7x6' is not a size"),
        ("7 x 6", "'7 x 6' is not a size"),
        ("7x6\n", r"is not a size"),
        ("\u0667x6", "is not a size"),
        ("7x6/4/4", "is not a size"),
        ("1" * 500, "is not a size"),
        ("\x00x\ud800", "is not a size"),
        ("11x6", "'11x6' is too large: at most 10 columns and 10 rows"),
        ("7x99", "'7x99' is too large"),
        ("1x1", "'1x1' is too small: a line needs two columns or two rows"),
        ("3x3", "4 in a row do not fit on 3x3; allowed: 2 to 3, as in 3x3/3"),
        ("3x3/4", "4 in a row do not fit on 3x3; allowed: 2 to 3, as in 3x3/3"),
        ("2x2/3", "3 in a row do not fit on 2x2; allowed: only 2, as in 2x2/2"),
        ("7x6/1", "1 in a row do not fit on 7x6; allowed: 2 to 7, as in 7x6/7"),
        ("7x6/8", "8 in a row do not fit on 7x6"),
    ],
)
def test_bad_sizes_are_refused(size: str, says: str) -> None:
    """What is no size, is too large or too small, or has no room for the line is refused in one printable sentence."""
    assert says in size_refusal(size)
    assert size_refusal(size).isprintable()


def test_offered_sizes_and_defaults() -> None:
    """All sizes that are offered are sizes, and the defaults of both settings are 7×6 and 4."""
    options = {option.name: option for option in GAME.options}
    assert [option.name for option in GAME.options] == ["size", "connect"]
    for size in GAME.sizes:
        assert not size_refusal(size)
    settings = {name: option.read(option.default) for name, option in options.items()}
    assert start(settings).size == start({}).size == (7, 6, 4)


@given(st.text(alphabet="0123456789x/×", max_size=8) | st.text(max_size=12))
def test_any_size_is_one_or_one_sentence(text: str) -> None:
    """Any text is a size or refused in a short printable sentence."""
    message = size_refusal(text)
    assert message.isprintable()
    assert len(message) < 160
