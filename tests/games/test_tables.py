"""What games say of single positions, settings and moves: the tables of `tests/data/games.toml`."""

from __future__ import annotations

import tomllib
from pathlib import Path

import pytest

from tests.games.reading import loaded, names_of, position_of, refused, settings_of
from tests.texts import assert_one_sentence

TABLES = tomllib.loads(
    (Path(__file__).parents[1] / "data" / "games.toml").read_text(encoding="utf-8")
)
LENGTHS = {
    "connect-four": 1_000,
    "einstein": 100,
    "hex": 2_000,
    "italian-draughts": 400,
    "kalah": 200,
    "othello": 2_000,
    "tak": 1_000,
}


def rows_of(table: str) -> list[tuple[str, str, str]]:
    """Return the rows of a table, each with its heading: a game, with settings or a position
    behind it.
    """
    return [(heading, *row) for heading, rows in TABLES[table].items() for row in rows.items()]


@pytest.mark.parametrize(("heading", "text", "says"), rows_of("positions"))
def test_a_text_that_is_no_position_is_refused(heading: str, text: str, says: str) -> None:
    """One sentence names the bad value and what is allowed."""
    sentence = refused(position_of, heading, text)

    assert says in sentence
    assert_one_sentence(sentence)


@pytest.mark.parametrize(("game", "most"), LENGTHS.items())
def test_a_text_that_is_too_long_is_refused_by_its_length(game: str, most: int) -> None:
    """The sentence says how long it may be, and a text of that length is refused for what it is."""
    says = f"has at most {most:,} characters, not"

    assert f"{says} {most + 1:,}" in refused(position_of, game, "1" * (most + 1))
    assert says not in refused(position_of, game, "1" * most)


@pytest.mark.parametrize(("name", "words", "says"), rows_of("settings"))
def test_a_setting_that_is_not_allowed_is_refused(name: str, words: str, says: str) -> None:
    """One sentence shows the value, or says which two values contradict each other."""
    game = loaded(name)
    sentence = refused(lambda: game.start(settings_of(game, words)))

    assert says in sentence
    assert_one_sentence(sentence)


@pytest.mark.parametrize(("name", "words", "value"), rows_of("allowed"))
def test_a_setting_that_is_allowed_is_read(name: str, words: str, value: str) -> None:
    """So are the least and the greatest value."""
    [found] = settings_of(loaded(name), words).values()
    assert str(found) == value


@pytest.mark.parametrize(("heading", "word", "says"), rows_of("moves"))
def test_a_word_that_is_no_legal_move_is_refused(heading: str, word: str, says: str) -> None:
    """The sentence says which rule it breaks."""
    name, _, text = heading.partition(" ")
    game = loaded(name)
    if text:
        position = position_of(name, text)
    else:
        position = game.start({})

    assert says in refused(game.find_move, position, word)


@pytest.mark.parametrize(("heading", "text", "canonical"), rows_of("written"))
def test_each_way_to_write_a_position_has_one_canonical_form(
    heading: str, text: str, canonical: str
) -> None:
    """Spaces, capitals, sizes and transcripts are read, and written as all such positions are."""
    assert position_of(heading, text).text() == canonical


@pytest.mark.parametrize(("heading", "text", "legal"), rows_of("legal"))
def test_legal_moves(heading: str, text: str, legal: str) -> None:
    """Exactly these are legal, in natural order."""
    assert names_of(position_of(heading, text)) == legal.split()


@pytest.mark.parametrize(("heading", "text", "after"), rows_of("played"))
def test_a_move_leads_to_a_position(heading: str, text: str, after: str) -> None:
    """Whichever way it is spelled, it leads to the position that is read from the text behind
    it.
    """
    before, _, words = text.partition(" | ")
    found = loaded(heading).after(position_of(heading, before), words)

    assert found.text() == position_of(heading, after).text()


@pytest.mark.parametrize(("heading", "text", "outcome"), rows_of("outcomes"))
def test_outcomes(heading: str, text: str, outcome: str) -> None:
    """A game ends with this outcome and no moves, or goes on where none is given."""
    position = position_of(heading, text)

    assert position.outcome() == (float(outcome) if outcome else None)
    assert bool(position.moves()) == (outcome == "")


@pytest.mark.parametrize(("heading", "text", "words"), rows_of("ended"))
def test_how_a_game_has_ended(heading: str, text: str, words: str) -> None:
    """Each way in which a game ends has its sentence; where none is given, the game goes on."""
    game = loaded(heading.partition(" ")[0])
    position = position_of(heading, text)
    outcome = position.outcome()

    assert game.ending is not None
    assert ("" if outcome is None else game.ending(position, outcome)) == words
