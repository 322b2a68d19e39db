"""Positions, transcripts and moves are written canonically, read back, and refused in one sentence."""

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games._squares import split_moves
from games.othello import GAME
from games.othello.rules import Othello, grid, start
from tests.games.othello.playing import random_game, random_position, scattered
from tests.texts import assert_one_sentence

START = "---------------------------OX------XO--------------------------- X"

sizes = st.sampled_from([4, 6, 8, 10, 12, 14, 16])
seeds = st.integers(0, 2**32)


def refusal(text: str, **options: int) -> str:
    """Return the error of a text that is not a position, or no text if it is one."""
    try:
        GAME.read(text, options)
    except ValueError as error:
        return str(error)
    return ""


@settings(max_examples=60, deadline=None)
@given(sizes, seeds)
def test_any_board_reads_back(size: int, seed: int) -> None:
    """Any signs on any even size are written as they are read; rows may stand apart, and small letters do."""
    for board, sign in (scattered(size, seed), random_position(min(size, 8), seed)):
        text = f"{board} {sign}"
        assert GAME.read(text, {}).text() == text
        assert GAME.read(text.lower(), {}) == GAME.read(text, {})
        side = round(len(board) ** 0.5)
        rows = "\n".join(board[row : row + side] for row in range(0, len(board), side))
        assert GAME.read(f"{rows}\n{sign}\n", {}).text() == text


@settings(max_examples=30, deadline=None)
@given(st.sampled_from([4, 6, 8, 10]), seeds)
def test_transcripts_lead_to_the_same_position(size: int, seed: int) -> None:
    """A game's moves, in either case, joined or apart, with or without its passes, lead to where they were played."""
    game = [*random_game(size, seed)]
    moves = [move for _, _, move in game[:-1]]
    board, sign, _ = game[-1]
    options = {"size": size}
    without = [move for move in moves if move != "pass"]
    for text in (
        "".join(without).upper(),
        "".join(without),
        "".join(moves),
        " ".join(moves).upper(),
        " ".join(without),
    ):
        assert GAME.read(text, options).text() == f"{board} {sign}"


def test_a_transcript_is_of_size_8_unless_told_otherwise() -> None:
    """F5D6C3 is a game on 8×8; on 6×6 f5 is no first move, and e4 is one."""
    assert GAME.read("F5D6C3", {}).text() == "------------------X--------XX------OXX-----O-------------------- O"
    assert "'f5' is not a legal move here" in refusal("F5D6C3", size=6)
    assert GAME.read("E4", {"size": 6}).text() == "--------------OX----XXX------------- O"


def test_a_transcript_may_end_before_a_pass() -> None:
    """A pass at the end is not written, so the position is the one in which it is the only move."""
    for seed in range(100):
        game = [*random_game(4, seed)]
        for ply, (board, sign, move) in enumerate(game):
            if move == "pass":
                text = "".join(played for _, _, played in game[:ply])
                assert GAME.read(text, {"size": 4}).text() == f"{board} {sign}"
                return
    pytest.fail("no game had a pass")


@pytest.mark.parametrize(
    ("text", "says"),
    [
        (
            "",
            (
                "a position is 16, 36, 64, 100, 144, 196 or 256 characters X O -, a space, and the side X or O; this "
                "one is empty"
            ),
        ),
        (START[:-2], "the side to move, X or O, is missing after the 64 characters"),
        (START[:-1], "the side to move, X or O, is missing after the 64 characters"),
        (START[:-1] + "B", "after the board and a space comes the side to move, X or O, not 'B'"),
        (START[:-2] + "XX", "after the board and a space comes the side to move, X or O, not '---"),
        (START[1:], "a board has 16, 36, 64, 100, 144, 196 or 256 squares, not 63"),
        ("-" + START, "squares, not 65"),
        ("-" * 25 + " X", "squares, not 25"),
        ("-" * 4 + " X", "squares, not 4"),
        ("-" * 324 + " X", "squares, not 324"),
        ("X", "squares, not 0"),
        ("." * 64 + " X", "'.' is not one of X O -"),
        (START.replace("O", "0"), "'0' is not one of X O -"),
        ("X" * 63 + "\x1b X", r"'\x1b' is not one of X O -"),
        ("X" * 63 + "\ud800 X", r"'\ud800' is not one of X O -"),
        ("Х" * 64 + " X", "'Х' is not one of X O -"),  # noqa: RUF001  # a Cyrillic letter that looks like X
        ("X" * 2_001, "at most 2,000 characters, not 2,001"),
        ("castle", "'C' is not one of X O -"),
        (
            "f5f5",
            "'f5' is not a legal move here: the square is occupied; legal: f4 d6 f6, in move 2 of the transcript",
        ),
        ("f5d6z9", "'z9' is not a move: a square such as d3, or pass, in move 3 of the transcript"),
        ("f5d6i9", "square i9 is not on a 8×8 board (a1 to h8), in move 3 of the transcript"),
        ("f5d6?", "'?' is not a move: a square such as d3, or pass, in move 3 of the transcript"),
        (
            "f5pass",
            "'pass' is not a legal move here: only a player who cannot flip a disc may pass; legal: f4 d6 f6",
        ),
        ("f5" + "9" * 1000, "is not a move: a square such as d3, or pass, in move 1 of the transcript"),
    ],
)
def test_refusals_name_the_value_and_what_is_allowed(text: str, says: str) -> None:
    """Each kind of mistake has its sentence."""
    assert says in refusal(text)
    assert_one_sentence(refusal(text))


def test_a_transcript_that_goes_on_after_the_end_is_refused() -> None:
    """Moves after the end of a game are an error, whatever they are."""
    moves = "".join(move for _, _, move in random_game(4, 1))
    for more in ("a1", "pass"):
        assert f"'{more}' comes after the end of the game, in move" in refusal(moves + more, size=4)


def test_contradictions_are_refused() -> None:
    """A size that is not the board's, and a threshold that no board of that size has, are errors."""
    assert refusal(START, size=6) == "the position has 8 rows, but you asked for size 6"
    assert refusal(START, size=8) == ""
    assert refusal(START, threshold=65) == "threshold 65 exceeds the 64 squares of the board"
    assert refusal(START, threshold=64) == ""
    assert "threshold 17 exceeds the 16 squares" in refusal("b1", size=4, threshold=17)


# Moves.


def test_every_move_reads_back() -> None:
    """All squares of all sizes have names that are read in either case, and so is the pass."""
    for size in range(4, 17, 2):
        for name in start(size).grid.names.values():
            assert grid(size).read_move(name) == grid(size).read_move(name.upper()) == name


@given(st.lists(st.from_regex(r"[a-p](1[0-6]|[1-9])|pass", fullmatch=True), max_size=20), seeds)
def test_joined_moves_are_taken_apart(moves: list[str], seed: int) -> None:
    """Moves in any case, joined or apart, are the same words."""
    chance = random.Random(seed)
    cased = [chance.choice((str.upper, str.lower, str.title))(move) for move in moves]
    for between in ("", " ", "\n  "):
        assert split_moves(between.join(cased)) == cased
    assert split_moves("".join(move + chance.choice(("", " ")) for move in cased)) == cased


def test_a_forced_pass_may_be_left_out() -> None:
    """A word stands for the move it names, with the pass before it where that is the only move."""
    here = GAME.read("XXXXX---XXXXX-O-XXXXO-O-XXXXOOOOXXOXOXOOXOXOOOOOXOOOOOOOXOOOOOOO O", {})
    assert isinstance(here, Othello)
    assert [here.name(move) for move in here.moves()] == ["pass"]
    names = here.grid.names
    assert [names[move] for move in GAME.find_moves(here, "PASS")] == ["pass"]
    assert [names[move] for move in GAME.find_moves(here, "F2")] == ["pass", "f2"]
    with pytest.raises(ValueError, match="'a1' is not a legal move here: the square is occupied; legal: "):
        GAME.find_moves(here, "a1")
    after = here.play(here.moves()[0])
    assert [names[move] for move in GAME.find_moves(after, "F2")] == ["f2"]
    with pytest.raises(ValueError, match="'pass' is not a legal move here"):
        GAME.find_moves(after, "pass")
