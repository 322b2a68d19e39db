"""FEN, boards of signs and PDN are written canonically, read back, and refused in one sentence."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.italian_draughts import GAME
from games.italian_draughts.notation import START, read_setup
from tests.oracles.games import italian_draughts as simple
from tests.texts import assert_one_sentence

seeds = st.integers(0, 2**32)
OPENING = "W:W21,22,23,24,25,26,27,28,29,30,31,32:B1,2,3,4,5,6,7,8,9,10,11,12"


def signs(position: simple.Simple) -> str:
    """Write a board as rows of signs, the side to move behind them."""
    rows = ["".join(position.pieces.get((row, column), "-") for column in range(8)) for row in range(8)]
    return "\n".join([*rows, position.side])


def test_the_start_in_every_notation() -> None:
    """The first position reads from its FEN, ranges, either order of the lists, and the board of signs."""
    assert START.text() == OPENING == GAME.start({}).text()
    rows = "x-x-x-x- -x-x-x-x x-x-x-x- -------- -------- -o-o-o-o o-o-o-o- -o-o-o-o o"
    for text in (
        OPENING,
        "W:W21-32:B1-12",
        " W : B1-12 : W21-32. ",
        "W:W32,21-31:B12,1-11",
        rows,
        rows.replace(" ", "/"),
    ):
        assert read_setup(text) == START


@given(seeds, st.sampled_from([simple.random_position, simple.random_tangle]))
def test_positions_read_back(seed: int, make: object) -> None:
    """Every position is written as the simple rules write it, and reads back from FEN and from signs."""
    assert callable(make)
    position = make(seed)
    text = simple.fen(position)
    assert read_setup(text).text() == text
    side, white, black = text.split(":")
    assert read_setup(f"{side}:{black}:{white}.").text() == text
    assert read_setup(signs(position)).text() == text


def test_a_side_without_pieces_is_its_letter() -> None:
    """The side to move may have none left, which is written as the bare letter."""
    assert GAME.read("B:W8:B", {}).text() == "B:W8:B"


def refusal(text: str) -> str:
    """Return the error of a text that is not a position, or no text if it is one."""
    try:
        read_setup(text)
    except ValueError as error:
        return str(error)
    return ""


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("", "a board is 64 characters followed by the side to move"),
        ("hello", "'h' is not one of x o X O - for a board, and a FEN has colons"),
        ("W21", "'W' is not one of x o X O -"),
        ("W:W21", "three parts, as in W:W21,K22:B1,K5, not 2"),
        ("W:W21:B1:B2", "three parts, as in W:W21,K22:B1,K5, not 4"),
        (":W21:B1", "W or B, not ''"),
        ("w:W21:B1", "W or B, not 'w'"),
        ("WB:W21:B1", "W or B, not 'WB'"),
        ("W:W21:W1", "begin with W and one with B, not 'W21' and 'W1'"),
        ("W:21:1", "begin with W and one with B, not '21' and '1'"),
        ("W::B1", "begin with W and one with B, not '' and 'B1'"),
        ("W:W33:B1", "square 33 is not on the board: squares are 1 to 32"),
        ("W:W21-33:B1", "square 33 is not on the board"),
        ("W:W0:B1", "'0' is not a square from 1 to 32"),
        ("W:W021:B1", "'021' is not a square"),
        ("W:W-5:B1", "'-5' is not a square"),
        ("W:Wk21:B1", "'k21' is not a square"),
        ("W:W21,:B1", "'' is not a square"),
        ("W:W2 1:B1", "'2 1' is not a square"),
        ("W:W\u0662:B1", "'\u0662' is not a square"),
        ("W:W24-21:B1", "the range 24-21 runs backwards"),
        ("W:W21,21:B1", "square 21 has two pieces"),
        ("W:W21,K21:B1", "square 21 has two pieces"),
        ("W:W21:B21", "square 21 has two pieces"),
        ("W:W20-32:B1", "White has 13 pieces; a side has at most 12"),
        ("B:W32:B1-13", "Black has 13 pieces; a side has at most 12"),
        ("W:W3,21:B5", "White's man on 3 is on its last row, where it would be a king (K3)"),
        ("W:W21:B5,30", "Black's man on 30 is on its last row, where it would be a king (K30)"),
        ("W:W21:B", "Black made the last move, so it must have at least one piece"),
        ("B:W:B1", "White made the last move, so it must have at least one piece"),
        ("W:W:B", "Black made the last move"),
        ("-" * 64, "the side to move, o (White) or x (Black), is missing after the 64 characters"),
        ("-" * 64 + "O", "65 in all, not 65"),
        ("-" * 66, "65 in all, not 66"),
        ("-x" + "-" * 62 + "o", "x in row 1, column 2 is on a light square"),
        ("o" + "-" * 63 + "x", "White's man on 1 is on its last row"),
        ("x" * 401, "a position has at most 400 characters, not 401"),
        ("\x00", r"'\x00' is not one of"),
        ("\ud800", r"'\ud800' is not one of"),
        ("W:W\x1b[31m:B1", r"'\x1b[31m' is not a square"),
    ],
)
def test_refusals_name_the_value_and_what_is_allowed(text: str, says: str) -> None:
    """Each kind of mistake has its sentence."""
    assert says in refusal(text)
    assert_one_sentence(refusal(text))


# Moves.


@pytest.mark.parametrize(
    ("word", "says"),
    [
        ("21", "'21' is not a move in PDN, such as 21-17, 21x14 or 2x11x18"),
        ("21-17-13", "'21-17-13' is not a move in PDN"),
        ("21x", "'21x' is not a move in PDN"),
        ("b6-a5", "'b6-a5' is not a move in PDN"),
        ("33-29", "square 33 is not on the board"),
        ("21x40", "square 40 is not on the board"),
        ("21x14", "'21x14' is not a legal move here: there is nothing to capture; legal: "),
        (
            "21-14",
            "'21-14' is not a legal move here: a man moves one step diagonally forward, a king",
        ),
    ],
)
def test_moves_that_are_none(word: str, says: str) -> None:
    """A word that is no move, or not a legal one, is refused with what is allowed."""
    with pytest.raises(ValueError, match="not") as caught:
        GAME.find_move(GAME.start({}), word)
    assert says in str(caught.value)


@pytest.mark.parametrize(
    ("fen", "word", "rule"),
    [
        ("W:W21,K22:B18,10,11", "21-17", "a capture is compulsory; legal: 22x15"),
        ("W:W21,K22:B18,10,11", "21", "a capture is compulsory; legal: 22x15"),
        ("W:W21,K22:B18,10,11", "22x13", "the rules require a different capture"),
        ("W:W21,25:B1", "25-21", "21 is occupied"),
        ("W:W21,25:B1", "1-5", "White has no piece on 1"),
    ],
)
def test_the_rule_is_said_that_a_move_breaks(fen: str, word: str, rule: str) -> None:
    """Captures are compulsory, and squares are not shared: the message says which rule it is."""
    with pytest.raises(ValueError, match="is not a legal move here") as caught:
        GAME.find_move(GAME.read(fen, {}), word)
    assert rule in str(caught.value)


def test_marks_behind_a_move_are_left_out() -> None:
    """Exclamation marks and the like are read."""
    position = GAME.start({})
    assert (
        GAME.find_move(position, "21-17!?") == GAME.find_move(position, "21-17*") == GAME.find_move(position, "21-17")
    )


def test_every_square_on_the_way_is_named_where_ends_are_shared() -> None:
    """Two captures from 6 to 24 are named in full, the ring 6x6 is not, and either way round the ring is read."""
    position = GAME.read("W:WK1,K6:B10,11,18,19,K23,26,27,28", {})
    names = [position.name(move) for move in position.moves()]
    assert names == ["6x6", "6x13x22x31x24", "6x15x22x31x24"]
    ring = GAME.find_move(position, "6x6")
    assert GAME.find_move(position, "6x13x22x15x6") == GAME.find_move(position, "6x15x22x13x6") == ring
    with pytest.raises(
        ValueError, match="6x24 could be any of 2 moves here; name every square on the way: 6x13x22x31x24"
    ):
        GAME.find_move(position, "6x24")
    for part in ("6x13x24", "6x22x6", "6x13x22x15x6x6"):
        with pytest.raises(ValueError, match=f"'{part}' is not a legal move here"):
            GAME.find_move(position, part)
    assert GAME.paths is not None
    assert [position.name(path) for path in GAME.paths(position)] == [
        "6x13x22x15x6",
        "6x15x22x13x6",
        "6x13x22x31x24",
        "6x15x22x31x24",
    ]
