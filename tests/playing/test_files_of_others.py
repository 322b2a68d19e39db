"""Games and positions as other programs write them are read rightly, refused or noted in one line, never misread."""

from __future__ import annotations

import re
import warnings
from pathlib import Path
from random import Random
from typing import NamedTuple

import pytest

from visualizer.play.playing.game_file import Opened, opened, transcript
from visualizer.searching.lookup import resolve
from visualizer.searching.recipe import PositionSpec
from visualizer.support.errors import InputError


class Case(NamedTuple):
    """A game as a text, the moves that are read and the position behind them, and what is noted, or why it is refused.

    A game that is refused has no moves and no position.
    """

    game: str
    text: str
    moves: str = ""
    position: str = ""
    said: str = ""
    outcome: float | None = None


TAK, DRAUGHTS, OTHELLO, HEX = "tak", "italian-draughts", "othello", "hex"
FIVE, SIX = '[Size "5"]\n\n', '[Size "6"]\n\n'
ROAD = '[Size "5"]\n[Opening "no-swap"]\n\n1. a1 e5 2. b1 d5 3. c1 c5 4. d1 b5 5. e1 R-0\n'
GGF = (
    "(;GM[Othello]PC[NBoard]PB[one]PW[two]RE[?]TI[5:00]TY[8]BO[8 ---------------------------O*------*O-------------"
    "-------------- *]B[F5//2.4]W[D6/0.00]B[C5]W[F4/1.00]B[D3]W[E3];)"
)
AFTER_GGF = "-------------------XO------XOO----XXOX-----O-------------------- X"
TWO = "---------------------------OX------OXX-----O-------------------- X"
PAIRS = "------------------XO-------OX------OXX-----O-------------------- X"
SGF = "(;FF[4]CA[UTF-8]GM[11]SZ[11]PB[A]PW[B];B[f3];W[swap-pieces];B[d4])"
EMPTY = "." * 11
AFTER_SWAP = "{1}/{1}/{1}/...b......./{1}/{0}/{1}/{1}/{1}/{1}/{1} w"
SMALL_SGF = "(;GM[11]SZ[3]{})"
OPENED = "the game is opened up to there"
BEHIND = "the first two moves of the opening {}, which are already on the board"

GAMES = {
    "double black stack": Case(
        TAK, '[Size "5"]\n[Opening "double black stack"]\n\n1. 2a1 e5 2. c3 c4 3. b3 d3\n', "c3 c4 b3 d3",
        "x4,1/x2,2,x2/x,1,1,2,x/x5/22,x4 1 4", "skipped: " + BEHIND.format("double black stack"),
    ),
    "no swap": Case(TAK, ROAD, "b1 d5 c1 c5 d1 b5 e1", "x,2,2,2,2/x5/x5/x5/1,1,1,1,1 2 5", BEHIND.format("no-swap"), 1),
    "branches": Case(
        TAK, SIX + "1. a1 b1\n2. a2 b2\n3. a3 b3\n\n{3w1}\n3. c1 c3\n4. c2 b4\n", "a1 b1 a2 b2 a3 b3",
        "x6/x6/x6/1,2,x4/1,2,x4/2,1,x4 1 4", "skipped: 1 comment, 1 variation",
    ),
    "stones": Case(
        TAK, '[Size "3"]\n[Flats "3"]\n[Caps "0"]\n[Result "F-0"]\n\n1. a1 c3 2. b2 b3 3. c2 a3 F-0\n',
        said="Flats is '3'; with 3 rows it can only be 10",
    ),
    "a draw": Case(
        TAK, '[Size "3"]\n[Result "1-2-1-2"]\n\n1. a1 c3 2. b2 b1\n1-2-1-2\n', "a1 c3 b2 b1", "x2,1/x,1,x/2,2,x 1 3",
        outcome=0,
    ),
    "komi": Case(TAK, '[Size "5"]\n[Komi "2.5"]\n\n1. a1 e5 2. b1 d5\n', "a1 e5 b1 d5", "x3,2,1/x5/x5/x5/2,1,x3 1 3"),
    "unfinished": Case(TAK, FIVE + "1. a1 e5 2. b1 d5\n", "a1 e5 b1 d5", "x3,2,1/x5/x5/x5/2,1,x3 1 3"),
    "counters": Case(
        DRAUGHTS, '[GameType "22"]\n[FEN "W:W21,22:B1,2:H0:F1"]\n\n1. 21-17 *\n', "21-17", "B:W17,22:B1,2"
    ),
    "GGF": Case(OTHELLO, GGF, "f5 d6 c5 f4 d3 e3", AFTER_GGF),
    "SGF of Hex": Case(HEX, SGF, "f3 swap d4", AFTER_SWAP.format("..w........", EMPTY)),
    "numbered cells": Case(HEX, "1.f6 2.swap 3.d4", "f6 swap d4", AFTER_SWAP.format(".....w.....", EMPTY)),
    # Their like.
    "tags in small letters": Case(TAK, '[size "3"]\n[opening "Swap"]\n1. a1 c3', "a1 c3", "x2,1/x3/2,x2 1 2"),
    "another opening": Case(
        TAK, FIVE.strip() + '[Opening "pie"]\n1. a1 e5', said="the opening 'pie' is not one of swap,"
    ),
    "half an opening": Case(TAK, '[Opening "no-swap"]\n1. a1', said="can be read only with its first two moves"),
    "an opening with a wall": Case(TAK, '[Opening "no-swap"]\n1. a1 Se5', said="Se5 does not place a flat on an empty"),
    "behind an opening": Case(
        TAK, '[TPS "x3/x3/1,2,x 1 2"]\n[Opening "no-swap"]\n2. c3', "c3", "x2,1/x3/1,2,x 2 2"
    ),
    "stones of one side": Case(
        TAK, '[Size "6"]\n[Caps2 "2"]\n1. a1 f6', said="Caps2 is '2'; with 6 rows it can only be 1"
    ),
    "the usual stones": Case(TAK, '[Size "4"]\n[Flats "15"]\n[Caps "0"]\n1. a1 d4', "a1 d4", "x3,1/x4/x4/2,x3 1 2"),
    "a third of a flat": Case(
        TAK, '[Komi "0.3"]\n1. a1 e5', said="the komi '0.3' is not allowed; it must be 0 to 6, in halves"
    ),
    "a branch behind a result": Case(
        TAK, FIVE + "1. a1 e5 2. b1 d5 1-0\n\n{2b1}\n2... c3 3. c4 0-1", "a1 e5 b1 d5", "x3,2,1/x5/x5/x5/2,1,x3 1 3",
        "1 variation", 1,
    ),
    "a move is missing": Case(
        TAK, FIVE + "1. a1 e5\n3. c3 c4", "a1 e5", "x4,1/x5/x5/x5/2,x4 1 2",
        f"line 4 has move 3 where 2. was expected; {OPENED}",
    ),
    "dots and dashes": Case(
        TAK, FIVE + "1. a1 {so} 1... e5 2. -- {x}\n2. c3", "a1 e5 c3", "x4,1/x5/x2,1,x2/x5/2,x4 2 2", "2 comments"
    ),
    "two results": Case(
        TAK, '[Size "3"]\n[Result "1-0"]\n1. a1 c3 0-1', "a1 c3", "x2,1/x3/2,x2 1 2", "result '1-0'", -1
    ),
    "a result against the rules": Case(
        TAK, '[Size "3"]\n1. a1 c3 2. c1 b3 3. c2 0-R', "a1 c3 c1 b3 c2", "x,2,1/x2,1/2,x,1 2 3",
        "its result contradicts the rules: White completes a road and wins", 1,
    ),
    "quotes in a tag": Case(TAK, '[Player1 "\\"A\\""]\n[Size "3"]\n1. a1 c3', "a1 c3", "x2,1/x3/2,x2 1 2"),
    "lines of a machine": Case(
        DRAUGHTS, "% made by\n1. 21-17 $1 (1. 22-18) 12-16 *", "21-17 12-16",
        "W:W17,22,23,24,25,26,27,28,29,30,31,32:B1,2,3,4,5,6,7,8,9,10,11,16", "1 comment, 1 variation, 1 mark",
    ),
    "other draughts": Case(
        DRAUGHTS, '[GameType "20"]\n1. 32-28', said="GameType 20 is not Italian draughts, which is 22"
    ),
    "other numbers": Case(
        DRAUGHTS, '[GameType "22,W,8,8,A0,0"]\n1. 21-17', said="numbers its squares differently from 22,W,8,8,N2,1"
    ),
    "a pass is told": Case(
        OTHELLO, "(;GM[Othello]BO[4 XO-- ---- ---- ---O O]W[PA]B[C1])", "pass c1", "XXX------------O O", "", 2
    ),
    "the fewer discs win": Case(OTHELLO, GGF.replace("TY[8]", "TY[8a]"), said="the side with fewer discs wins"),
    "another game in GGF": Case(OTHELLO, GGF.replace("Othello", "Amazons"), said="the game GM[Amazons] is not Othello"),
    "given up in GGF": Case(OTHELLO, GGF.replace("RE[?]", "RE[-64:r]"), "f5 d6 c5 f4 d3 e3", AFTER_GGF, "", -1),
    "a list in pairs": Case(OTHELLO, "1. f5 d6 2. c3 d3", "f5 d6 c3 d3", PAIRS),
    "a list goes back": Case(OTHELLO, "1. f5 2. d6 1. d3", "f5 d6", TWO, f"number 1 follows number 2; {OPENED}"),
    "variations in SGF": Case(
        HEX, SMALL_SGF.format(";B[a1](;W[b2]C[so \\]];B[c3])(;W[c1])"), "a1 b2 c3",
        "b../.w./..b w", "1 comment, 1 variation",
    ),
    "swapped sides": Case(HEX, SMALL_SGF.format(";B[a1];W[swap-sides];W[c3]"), said="(swap-sides) cannot be read"),
    "one side twice": Case(HEX, SMALL_SGF.format(";B[a1];B[b2]"), "a1", "b../.../... w", "'pass' is not a move"),
    "White begins": Case(HEX, SMALL_SGF.format(";W[a1];B[b2]"), said="can be played: 'pass' is not a move"),
    "stones are set up": Case(HEX, SMALL_SGF.format("AB[a1];W[b2]"), said="stones that are set up (AB) cannot be read"),
    "another game in SGF": Case(HEX, SGF.replace("GM[11]", "GM[1]"), said="the game GM[1] is not Hex (Hex is GM[11])"),
    "given up in SGF": Case(HEX, SMALL_SGF.format(";B[a1];W[resign]"), "a1", "b../.../... w", "", 1),
    "a bracket is missing": Case(
        HEX, SMALL_SGF.format(";B[a1]")[:-1], "a1", "b../.../... w", "is never closed"),
}  # fmt: skip
"""The first eleven are numbers 1 to 7, 9, 10, 13 and 14 of what people have written."""


ENCODINGS = {"a byte order mark": "utf-8-sig", "Latin-1": "latin-1", "UTF-16": "utf-16"}
NAMED = {
    DRAUGHTS: '[White "Zoë"]\n[GameType "22"]\n\n1. 21-17 12-16\n2. 23-20 *\n',
    TAK: '[Player1 "Zoë"]\n[Size "5"]\n\n1. a1 e5\n2. c3\n',
    OTHELLO: GGF.replace("one", "Zoë"),
    HEX: SGF.replace("PB[A]", "PB[Zoë]"),
}


def read(folder: Path, game: str, data: bytes) -> Opened:
    """Read a game from a file."""
    file = folder / "theirs.txt"
    file.write_bytes(data)
    return opened(str(file), 1, PositionSpec(game))


@pytest.mark.parametrize("case", GAMES.values(), ids=GAMES.keys())
def test_games_of_others(case: Case, tmp_path: Path) -> None:
    """Moves, position and outcome are those that were meant; what is not read is refused, or noted in one line."""
    if not case.position:
        with pytest.raises(InputError, match=re.escape(case.said)) as refused:
            read(tmp_path, case.game, case.text.encode())
        assert "\n" not in str(refused.value)
        return
    found = read(tmp_path, case.game, case.text.encode())
    assert (found.match.moves, found.match.position.text()) == (case.moves.split(), case.position)
    assert found.match.outcome == case.outcome
    assert [case.said in note for note in found.notes] == [True] * bool(case.said)


@pytest.mark.parametrize("newline", ["\n", "\r\n", "\r"], ids=["LF", "CRLF", "CR"])
@pytest.mark.parametrize("encoding", ENCODINGS.values(), ids=ENCODINGS.keys())
@pytest.mark.parametrize("game", NAMED)
def test_any_encoding_and_line_end(game: str, encoding: str, newline: str, tmp_path: Path) -> None:
    """A mark at the beginning, names that are not UTF-8 and any end of lines change no move."""
    text = NAMED[game]
    found = read(tmp_path, game, text.replace("\n", newline).encode(encoding))
    assert (found.match.moves, found.notes) == (read(tmp_path, game, text.encode()).match.moves, ())
    assert found.match.movers[0].name == "Zoë"


def test_komi_in_halves_counts(tmp_path: Path) -> None:
    """A komi that takpy does not know is played by our own rules, and written as it was read."""
    text = '[TPS "1,2,1/2,1,2/2,1,x 1 6"]\n[Komi "{}"]\n\n6. c1\n'
    outcomes = {}
    for komi in ("0", "0.5", "1", "1.5", "2"):
        match = read(tmp_path, TAK, text.format(komi).encode()).match
        assert f'[Komi "{komi}"]' in transcript(match)
        outcomes[komi] = match.outcome
    assert outcomes == {"0": 1, "0.5": 1, "1": 0, "1.5": -1, "2": -1}


def test_one_game_that_is_refused_leaves_the_others(tmp_path: Path) -> None:
    """Of a file of several games, one under other rules is refused alone."""
    file = tmp_path / "two.pdn"
    file.write_text('[GameType "20"]\n1. 32-28 *\n\n[GameType "22"]\n1. 21-17 *\n', encoding="utf-8")
    with pytest.raises(InputError, match="GameType 20"):
        opened(str(file))
    assert opened(str(file), 2).match.moves == ["21-17"]


def test_what_is_asked_for_and_what_the_file_tells_agree(tmp_path: Path) -> None:
    """A size that contradicts the game's is refused; the same one is not."""
    (tmp_path / "a.sgf").write_text(SGF, encoding="utf-8")
    with pytest.raises(InputError, match="size is 11 in this game, not 13, as you asked"):
        opened(str(tmp_path / "a.sgf"), 1, PositionSpec(HEX, None, "", {"size": "13"}))
    assert opened(str(tmp_path / "a.sgf"), 1, PositionSpec(HEX, None, "", {"size": "11"})).whole


OBF = "--XXXXX--OOOXX-O-OOOXXOX-OXOXOXXOXXXOXXX--XOXOXX-XXXOOO--OOOOO--"
FFO = "--OOO-O---XXXOO---XXXOO---XXXO-----OXO---XXOOOO--XXO-OOO-X------"

POSITIONS = [
    (DRAUGHTS, "W:W21,22:B1,2:H0:F1", "W:W21,22:B1,2", ""),
    (DRAUGHTS, "W:W21,22:B1,2:H7:F30", "W:W21,22:B1,2", "the FEN's counter H7 is ignored: the rules for draws"),
    (DRAUGHTS, '[FEN "W:W21,22:B1,2"]', "W:W21,22:B1,2", ""),
    (DRAUGHTS, "W:W:W31,32:B1,2", "W:W31,32:B1,2", ""),
    (DRAUGHTS, "B:W:W31,32:B1,2:B.", "B:W31,32:B1,2", ""),
    (OTHELLO, f"{FFO}X", f"{FFO} X", ""),
    (OTHELLO, f"{FFO}o", f"{FFO} O", ""),
    (OTHELLO, f"{OBF} X;", f"{OBF} X", ""),
    (OTHELLO, f"{OBF} X; G8:+18; H1:+12;", f"{OBF} X", "the values of moves after the board are ignored: G8:+18; H1"),
]
"""Among them numbers 8, 11 and 12 of what people have written."""


@pytest.mark.parametrize(("game", "theirs", "ours", "said"), POSITIONS)
def test_positions_of_others(game: str, theirs: str, ours: str, said: str) -> None:
    """The position is the one that was meant; what else a text says is noted, if it matters."""
    with warnings.catch_warnings(record=True) as noted:
        warnings.simplefilter("always")
        assert resolve(PositionSpec(game, theirs))[1].text() == ours
    assert [said in str(each.message) for each in noted] == [True] * bool(said)


@pytest.mark.parametrize("seed", range(4))
def test_damaged_games_are_opened_or_refused(seed: int, tmp_path: Path) -> None:
    """Whatever is cut out of a game, doubled or replaced, it is opened, or refused in one sentence."""
    random = Random(seed)
    for case in GAMES.values():
        for _ in range(4):
            first, last = sorted(random.randrange(len(case.text) + 1) for _ in range(2))
            part = random.choice(["", case.text[first:last] * 2, "".join(random.choices('[](){};."0\\-*', k=3))])
            said: list[str] = []
            try:
                read(tmp_path, case.game, (case.text[:first] + part + case.text[last:]).encode())
            except InputError as error:
                said.append(str(error))
            assert "\n" not in "".join(said)
