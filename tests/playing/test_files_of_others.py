"""Games and positions as other programs write them are read rightly, refused or noted in one
line, never misread.
"""

from __future__ import annotations

import re
import tomllib
import warnings
from pathlib import Path
from random import Random
from typing import NamedTuple

import pytest

from visualizer.play.playing.game_file import OpenedGame, open_game_file, transcript
from visualizer.searching.lookup import resolve_position
from visualizer.searching.recipe import PositionSpec
from visualizer.support.errors import InputError


class Case(NamedTuple):
    """A game as a text, the moves that are read and the position behind them, and what is noted, or
    why it is refused.

    A game that is refused has no moves and no position.
    """

    game: str
    text: str
    moves: str = ""
    position: str = ""
    said: str = ""
    outcome: float | None = None


TAK = "tak"
DRAUGHTS = "italian-draughts"
OTHELLO = "othello"
HEX = "hex"
FILE = Path(__file__).parents[1] / "data" / "games_of_others.toml"
GAMES = {name: Case(**row) for name, row in tomllib.loads(FILE.read_text(encoding="utf-8")).items()}
GGF, SGF = (GAMES[name].text for name in ("GGF", "SGF of Hex"))


ENCODINGS = {
    "a byte order mark": "utf-8-sig",
    "Latin-1": "latin-1",
    "UTF-16": "utf-16",
}
NAMED = {
    DRAUGHTS: '[White "Zoë"]\n[GameType "22"]\n\n1. 21-17 12-16\n2. 23-20 *\n',
    TAK: '[Player1 "Zoë"]\n[Size "5"]\n\n1. a1 e5\n2. c3\n',
    OTHELLO: GGF.replace("one", "Zoë"),
    HEX: SGF.replace("PB[A]", "PB[Zoë]"),
}


def read(folder: Path, game: str, data: bytes) -> OpenedGame:
    """Read a game from a file."""
    file = folder / "theirs.txt"
    file.write_bytes(data)
    return open_game_file(str(file), 1, PositionSpec(game))


@pytest.mark.parametrize("case", GAMES.values(), ids=GAMES.keys())
def test_games_of_others(case: Case, tmp_path: Path) -> None:
    """Moves, position and outcome are those that were meant; what is not read is refused, or
    noted in one line.
    """
    if not case.position:
        with pytest.raises(InputError, match=re.escape(case.said)) as refused:
            read(tmp_path, case.game, case.text.encode())
        assert "\n" not in str(refused.value)
        return
    found = read(tmp_path, case.game, case.text.encode())

    assert found.match.moves == case.moves.split()
    assert found.match.position.text() == case.position
    assert found.match.outcome == case.outcome
    assert [case.said in note for note in found.notes] == [True] * bool(case.said)


@pytest.mark.parametrize("newline", ["\n", "\r\n", "\r"], ids=["LF", "CRLF", "CR"])
@pytest.mark.parametrize("encoding", ENCODINGS.values(), ids=ENCODINGS.keys())
@pytest.mark.parametrize("game", NAMED)
def test_any_encoding_and_line_end(
    game: str,
    encoding: str,
    newline: str,
    tmp_path: Path,
) -> None:
    """A mark at the beginning, names that are not UTF-8 and any end of lines change no move."""
    text = NAMED[game]
    found = read(tmp_path, game, text.replace("\n", newline).encode(encoding))

    assert found.match.moves == read(tmp_path, game, text.encode()).match.moves
    assert found.notes == ()
    assert found.match.movers[0].name == "Zoë"


def test_komi_in_halves_counts(tmp_path: Path) -> None:
    """A komi that takpy does not know is played by our own rules, and written as it was read."""
    text = '[TPS "1,2,1/2,1,2/2,1,x 1 6"]\n[Komi "{}"]\n\n6. c1\n'
    outcomes = {}
    for komi in ("0", "0.5", "1", "1.5", "2"):
        match = read(tmp_path, TAK, text.format(komi).encode()).match

        assert f'[Komi "{komi}"]' in transcript(match)
        outcomes[komi] = match.outcome

    assert outcomes == {
        "0": 1,
        "0.5": 1,
        "1": 0,
        "1.5": -1,
        "2": -1,
    }


def test_one_game_that_is_refused_leaves_the_others(tmp_path: Path) -> None:
    """Of a file of several games, one under other rules is refused alone."""
    file = tmp_path / "two.pdn"
    file.write_text(
        '[GameType "20"]\n1. 32-28 *\n\n[GameType "22"]\n1. 21-17 *\n', encoding="utf-8"
    )

    with pytest.raises(InputError, match="GameType 20"):
        open_game_file(str(file))
    assert open_game_file(str(file), 2).match.moves == ["21-17"]


def test_what_is_asked_for_and_what_the_file_tells_agree(tmp_path: Path) -> None:
    """A size that contradicts the game's is refused; the same one is not."""
    (tmp_path / "a.sgf").write_text(SGF, encoding="utf-8")

    with pytest.raises(InputError, match="size is 11 in this game, not 13, as you asked"):
        open_game_file(str(tmp_path / "a.sgf"), 1, PositionSpec(HEX, None, "", {"size": "13"}))
    assert open_game_file(
        str(tmp_path / "a.sgf"), 1, PositionSpec(HEX, None, "", {"size": "11"})
    ).is_complete


OBF = "--XXXXX--OOOXX-O-OOOXXOX-OXOXOXXOXXXOXXX--XOXOXX-XXXOOO--OOOOO--"
FFO = "--OOO-O---XXXOO---XXXOO---XXXO-----OXO---XXOOOO--XXO-OOO-X------"

POSITIONS = [
    (DRAUGHTS, "W:W21,22:B1,2:H0:F1", "W:W21,22:B1,2", ""),
    (
        DRAUGHTS,
        "W:W21,22:B1,2:H7:F30",
        "W:W21,22:B1,2",
        "the FEN's counter H7 is ignored: the rules for draws",
    ),
    (DRAUGHTS, '[FEN "W:W21,22:B1,2"]', "W:W21,22:B1,2", ""),
    (DRAUGHTS, "W:W:W31,32:B1,2", "W:W31,32:B1,2", ""),
    (DRAUGHTS, "B:W:W31,32:B1,2:B.", "B:W31,32:B1,2", ""),
    (OTHELLO, f"{FFO}X", f"{FFO} X", ""),
    (OTHELLO, f"{FFO}o", f"{FFO} O", ""),
    (OTHELLO, f"{OBF} X;", f"{OBF} X", ""),
    (
        OTHELLO,
        f"{OBF} X; G8:+18; H1:+12;",
        f"{OBF} X",
        "the values of moves after the board are ignored: G8:+18; H1",
    ),
]
"""Among them numbers 8, 11 and 12 of what people have written."""


@pytest.mark.parametrize(("game", "theirs", "ours", "said"), POSITIONS)
def test_positions_of_others(
    game: str,
    theirs: str,
    ours: str,
    said: str,
) -> None:
    """The position is the one that was meant; what else a text says is noted, if it matters."""
    with warnings.catch_warnings(record=True) as noted:
        warnings.simplefilter("always")
        assert resolve_position(PositionSpec(game, theirs))[1].text() == ours
    assert [said in str(each.message) for each in noted] == [True] * bool(said)


@pytest.mark.parametrize("seed", range(4))
def test_damaged_games_are_opened_or_refused(seed: int, tmp_path: Path) -> None:
    """Whatever is cut out of a game, doubled or replaced, it is opened, or refused in one
    sentence.
    """
    random = Random(seed)
    for case in GAMES.values():
        for _ in range(4):
            first, last = sorted(random.randrange(len(case.text) + 1) for _ in range(2))
            part = random.choice(
                ["", case.text[first:last] * 2, "".join(random.choices('[](){};."0\\-*', k=3))]
            )
            said: list[str] = []
            try:
                read(tmp_path, case.game, (case.text[:first] + part + case.text[last:]).encode())
            except InputError as error:
                said.append(str(error))

            assert "\n" not in "".join(said)
