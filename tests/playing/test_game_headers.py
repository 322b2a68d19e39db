"""The first line of a saved game: whatever stands in it is a sentence, and what is written is
read again.
"""

import json
from math import inf, nan
from pathlib import Path
from types import SimpleNamespace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from visualizer.play.playing.game_file import OpenedGame, open_game_file, saved_game_text
from visualizer.play.playing.kept import AutosavedMatch
from visualizer.play.playing.match import Match
from visualizer.play.playing.movers import Mover
from visualizer.play.playing.progress import tallies
from visualizer.searching.lookup import load_game
from visualizer.searching.recipe import PositionSpec, SearchSpec
from visualizer.support.errors import InputError

USUAL = {
    "game": '"tictactoe"',
    "settings": "{}",
    "position": '"---------"',
    "first": '"person"',
    "second": '"minimax,depth=1"',
    "result": "null",
    "first_name": '"Ann"',
    "second_name": '"Bob"',
    "seconds": "2",
    "stopped": "{}",
}
RAW = (
    "Infinity",
    "-Infinity",
    "NaN",
    "1e999",
    "-1e999",
    "1" + "0" * 400,
    "9" * 5000,
    "-1",
    "0.5",
    "true",
    "null",
    "[]",
    "[" * 100_000,
    '{"1": {"2": []}}',
    '{"size": []}',
    '{"1": 1e400}',
    '{"x": 3}',
    '"' + "x" * 5000 + '"',
    r'"a\nb\u001b[2J"',
    r'"\ud800"',
    '"minimax,depth=' + "9" * 500 + '"',
    '""',
)
"""Values that stand nowhere, or in few places."""


def header(**changed: str) -> str:
    """Return the text of a saved game with some values of its first line as they are given."""
    return (
        "; {"
        + ", ".join(f'"{key}": {raw}' for key, raw in (USUAL | changed).items())
        + "}\na1 b2\n"
    )


def read(file: Path, text: str) -> OpenedGame:
    """Read a text as a saved game."""
    file.write_text(text, encoding="utf-8")
    return open_game_file(str(file))


@pytest.mark.parametrize("key", USUAL)
def test_a_value_that_cannot_be_is_a_sentence(key: str, tmp_path: Path) -> None:
    """It names file and value, what is opened can be kept, and the scores of the other games are
    counted.
    """
    good = tmp_path / "good.game"
    good.write_text(header(second_name='"Zed"', result="1"), encoding="utf-8")
    for raw in RAW:
        file = tmp_path / "bad.game"
        match = None
        sentence = ""
        try:
            match = read(file, header(**{key: raw})).match
        except InputError as error:
            sentence = str(error)

        assert sentence.isprintable(), raw[:40]
        assert len(sentence) < 400, raw[:40]
        assert match or "bad.game" in sentence or key in ("game", "settings", "position"), raw[:40]
        assert any(tally.opponent == "Zed" and tally.won == 1 for tally in tallies(tmp_path)), raw[
            :40
        ]
        if match is not None:
            again = read(file, saved_game_text(match)).match
            assert again.movers == match.movers, raw[:40]
            assert again.moves == match.moves, raw[:40]
            assert again.outcome == match.outcome, raw[:40]


def test_scores_pass_over_what_is_no_game(tmp_path: Path) -> None:
    """A folder, a link to nothing and bytes that are no text are left out, and a pipe is not
    waited for.
    """
    import os

    (tmp_path / "folder.game").mkdir()
    (tmp_path / "link.game").symlink_to("nowhere")
    (tmp_path / "bytes.game").write_bytes(b"; {\xff")
    os.mkfifo(tmp_path / "pipe.game")
    (tmp_path / "good.game").write_text(header(), encoding="utf-8")

    assert len(tallies(tmp_path)) == 1


@pytest.mark.parametrize("outcome", [inf, -inf, nan, 1e300])
def test_nothing_unreadable_is_kept(
    outcome: float, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A game that ends with a result that could not be read again is not written, and a sentence
    says so.
    """
    match = Match(PositionSpec("tictactoe"), Mover(), Mover())
    monkeypatch.setattr(Match, "outcome", SimpleNamespace(__get__=None))
    monkeypatch.setattr(Match, "outcome", outcome)
    file = tmp_path / "a.game"

    assert (
        AutosavedMatch(match, str(file))
        .save_or_explain()
        .startswith("The game was not saved: the result of tictactoe is ")
    )
    assert not file.exists()


NAMES = st.text(st.characters(codec="utf-8", categories=("L", "N", "P", "S", "Zs")), max_size=12)
searches = st.sampled_from(
    [None, *load_game("tictactoe").opponents.values(), "minimax,depth=2", "mcts,seed=-3"]
)


@given(st.data(), NAMES, NAMES, st.sampled_from([inf, 0.25, 2.0, 86400.0]))
@settings(max_examples=60)
def test_what_is_written_is_read_again(
    tmp_path: Path, data: st.DataObject, one: str, two: str, seconds: float
) -> None:
    """Names, searches, their time, moves and result of a game are the same after writing and
    reading.
    """
    movers = [
        Mover(
            None if words is None else SearchSpec.from_spec(words),
            name,
            inf if name or words is None else seconds,
        )
        for words, name in ((data.draw(searches), one), (data.draw(searches), two))
    ]
    match = Match(PositionSpec("tictactoe", None), *movers)
    for number in data.draw(st.lists(st.integers(0, 8), max_size=9)):
        if not match.is_over():
            moves = match.position.moves()
            match.play(match.position.name(moves[number % len(moves)]))
    if data.draw(st.booleans()) and not match.is_over():
        match.resign()
    again = read(tmp_path / "a.game", saved_game_text(match)).match

    assert again.movers == match.movers
    assert again.moves == match.moves
    assert again.outcome == match.outcome
    json.loads(
        saved_game_text(match).partition("\n")[0].removeprefix(";"), parse_constant=pytest.fail
    )
