"""What holds in every game: texts and moves are read back or refused, keys tell apart, boards show
what was played.

What a game's notation is like is taken from its own texts, so a new game is tried without a word
here.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator, Mapping
from functools import cache
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import games
from games import AnyPosition, Option, Player, Preset
from games._discovery import _built_in_games
from tests.games.reading import loaded, names_of, refused
from tests.presets import DICE, PLAYED
from tests.texts import ANYTHING, assert_one_sentence

ODD = {
    "italian-draughts": ["W:W1\u0661:B2", "W:W\u00b9:B2", ":" * 399],
    "othello": ["", "-" * 64 + " \uff38", "\udcff\x00\x1b[31m X", "f5d6c3\u0663", "pa\u017f\u017f"],
    "tak": [
        "x3/x3/x3 1 \u0661",
        "x3/x3/x3 \uff12 1",
        "x\u00b3/x3/x3 1 1",
        "\udcff/\x00/\x1b[31m 1 1",
    ],
    "tree": ["max", "[\ud800]", "\x1b[31m", "[b]", "[1,\x00]", "[\u202e1]"],
}
"""Texts that have harmed a reader, or well might: digits that are none, letters that change in
capitals, markup.
"""


ODD_MOVES = (
    "9" * 500_000,
    "1x" * 250_000,
    "a" + "1" * 5000,
    "a1>" + "1" * 36,
    "21-17\n",
    "2\u0661-17",
    "pa\u017f\u017f",
    "\udc80",
)
HUGE = 5_000_000


@cache
def texts_of(name: str) -> tuple[str, ...]:
    """Return the game's own texts: its first position, positions worth looking at, and games as
    moves.
    """
    game = loaded(name)
    begun = game.start({})
    moves = [begun.name(move) for move in begun.moves()]
    return (
        begun.text(),
        *(preset.text for preset in game.presets),
        "",
        *moves[:30],
        " ".join(moves[:4]),
    )


@st.composite
def spoilt(draw: st.DrawFn, name: str) -> str:
    """Draw one of a game's own texts with something left out and something put in."""
    text = draw(st.sampled_from(texts_of(name)))
    first, last = sorted((draw(st.integers(0, len(text))), draw(st.integers(0, len(text)))))
    return (
        text[:first]
        + draw(nearly(name, 3) | st.text("\n\udc80\u00e9 0-.", max_size=2))
        + text[last:]
    )


@cache
def nearly(name: str, most: int) -> st.SearchStrategy[str]:
    """Draw any order of the signs that stand in a game's own texts, and of those beside them in
    the table of signs.
    """
    signs = {*" ".join(texts_of(name))}
    return st.text(
        sorted(signs | {chr(ord(sign) + 1) for sign in signs} | {*"019 "}), max_size=most
    )


@cache
def texts(name: str, most: int = 60) -> st.SearchStrategy[str]:
    """Draw texts of every kind, some of them much like the game's own."""
    return ANYTHING | nearly(name, most) | spoilt(name)


@cache
def settings_of(name: str) -> tuple[Mapping[str, Any], ...]:
    """Return settings to read texts with: none, and each size that is offered."""
    game = loaded(name)
    sizes = [option for option in game.options if option.name == "size"]
    return ({}, *({"size": option.read(size)} for option in sizes for size in game.sizes))


@pytest.mark.parametrize("name", _built_in_games())
@given(data=st.data())
def test_any_text_is_read_or_refused_in_a_sentence(name: str, data: st.DataObject) -> None:
    """No text whatever ends in anything but a position, which reads back, or one short printable
    sentence.
    """
    game = loaded(name)
    settings = data.draw(st.sampled_from(settings_of(name)))
    text = data.draw(texts(name))
    if sentence := refused(game.read, text, settings):
        assert_one_sentence(sentence)
    else:
        here = game.read(text, settings)
        again = game.read(here.text(), settings)
        assert again.text() == here.text()
        assert again.key() == here.key()


@pytest.mark.parametrize(
    ("name", "text"), [(name, text) for name, several in ODD.items() for text in several]
)
def test_odd_texts_are_refused_in_a_sentence(name: str, text: str) -> None:
    """Signs that look like others, control characters and halves of letters come back escaped,
    never raw.
    """
    for settings in settings_of(name):
        sentence = refused(loaded(name).read, text, settings)
        assert_one_sentence(sentence)


@pytest.mark.parametrize("name", _built_in_games())
@given(data=st.data())
def test_any_word_is_a_move_or_refused_in_a_sentence(name: str, data: st.DataObject) -> None:
    """No word whatever ends in anything but legal moves or one short printable sentence, and no
    letter is added.
    """
    game = loaded(name)
    word = data.draw(texts(name, 12))

    assert len("".join(game.split_moves(word))) <= len(word)
    here = game.start(data.draw(st.sampled_from(settings_of(name))))
    if sentence := refused(game.find_moves, here, word):
        assert_one_sentence(sentence)
    else:
        assert game.find_moves(here, word)[0] in here.moves()


@pytest.mark.parametrize("name", _built_in_games())
@pytest.mark.parametrize("word", ODD_MOVES, ids=range(len(ODD_MOVES)))
def test_odd_words_are_no_moves(name: str, word: str) -> None:
    """Words that have harmed a reader of moves, or well might, are refused in one sentence in
    every game.
    """
    game = loaded(name)
    if sentence := refused(game.find_moves, game.start({}), word):
        assert_one_sentence(sentence)


@pytest.mark.parametrize("name", _built_in_games())
@pytest.mark.parametrize("unit", ["x", "a1", " ", "\n", "9", ":", "é", "\x00", "\ud800"])
def test_five_megabytes_are_refused_at_once(name: str, unit: str) -> None:
    """Huge input is refused by its length, before anything else looks at it."""
    assert_one_sentence(refused(loaded(name).read, unit * (HUGE // len(unit)), {}))


# Games as they are played.


def smallest(name: str) -> dict[str, Any]:
    """Return the settings of a game's smallest board."""
    if loaded(name).sizes:
        return dict(settings_of(name)[1])
    return {}


def random_game(name: str, seed: int, plies: int = 200) -> Iterator[AnyPosition]:
    """Play a random game on the smallest board."""
    dice = random.Random(seed)
    position = loaded(name).start(smallest(name))
    for _ in range(plies):
        yield position
        if not position.moves():
            return
        position = position.play(dice.choice(position.moves()))


@pytest.mark.parametrize("name", [*PLAYED, *DICE])
def test_a_move_is_found_by_its_name_and_changes_its_target(name: str) -> None:
    """Names differ and are found, many in either case; on the board the target looks different
    after the move.
    """
    game = loaded(name)
    for position in random_game(name, 1):
        names = names_of(position)
        cells = position.board().cells

        assert len({*names}) == len(names)
        for move, word in zip(position.moves(), names, strict=True):
            assert game.find_move(position, word) == move
            assert (
                name in ("italian-draughts", "tak", "tictactoe")
                or game.find_move(position, word.upper()) == move
            )
            place = game.target(position, move)
            if place is not None:
                row, column = place
                assert position.play(move).board().cells[row][column] != cells[row][column], word


@pytest.mark.parametrize("name", sorted({*PLAYED, *DICE} - {"tak"}))
def test_a_key_tells_positions_apart(name: str) -> None:
    """Positions have one key if and only if they look alike and the same side is to move; sizes
    differ.
    """
    sizes = settings_of(name)[1:]

    assert len({loaded(name).start(size).key() for size in sizes}) == len(sizes)
    keys = dict[object, object]()
    shown = dict[object, object]()
    for seed in range(40):
        for position in random_game(name, seed):
            board = position.board()
            look = (board.title, board.cells, games.turn_of(position))
            key = position.key()

            assert keys.setdefault(look, key) == key
            assert shown.setdefault(key, look) == look
            assert hash(keys[look]) == hash(key)


@pytest.mark.parametrize("name", ["connect-four", "hex", "othello"])
@given(seed=st.integers(0, 10**9), size=st.integers(1, 6), plies=st.integers(1, 200))
def test_the_moves_of_a_game_are_a_position(
    name: str,
    seed: int,
    size: int,
    plies: int,
) -> None:
    """Joined or apart, in either case, they are read as the position to which they lead."""
    game = loaded(name)
    dice = random.Random(seed)
    settings = settings_of(name)[size % len(settings_of(name))]
    position = game.start(settings)
    words = list[str]()
    while position.moves() and len(words) < plies:
        move = dice.choice(position.moves())
        words.append(position.name(move))
        position = position.play(move)
    for text in ("".join(words), " ".join(words).upper(), f"\n {' '.join(words)}\t"):
        assert game.read(text, settings) == position


@pytest.mark.parametrize(
    "name", ["tictactoe", "connect-four", "hex", "othello", "italian-draughts", "tak"]
)
def test_who_has_won(name: str) -> None:
    """At the end of random games the side that is said to win has won, and discs are those on
    the board.
    """
    game = loaded(name)

    assert game.ending is not None
    for seed in range(20):
        *_, position = random_game(name, seed, 400)
        outcome = position.outcome()
        if outcome is None:
            continue
        said = game.ending(position, outcome)

        assert ("draw" in said) == (outcome == 0)
        for side, sign in zip(game.sides, (1, -1), strict=True):
            assert (f"{side} wins" in said or (side in said and "and wins" in said)) == (
                outcome * sign > 0
            ), said
        if name == "othello":
            owners = Counter(cell.owner for row in position.board().cells for cell in row)
            assert str(max(owners[Player.FIRST], owners[Player.SECOND])) in said


# The names that people read.


@pytest.mark.parametrize("name", games.game_names())
def test_titles_are_words_and_differ(name: str) -> None:
    """A position has a title without underscores, beginning with a capital letter, that no other
    has.
    """
    game = games.load_game(name)
    titles = [preset.title for preset in game.presets]

    assert len({*titles}) == len(titles)
    for title in titles:
        assert title[0].isupper()
        assert "_" not in title
        assert len(title) <= 25
    assert all(option.title and "_" not in option.title for option in game.options)


def test_a_title_is_made_from_the_name_unless_one_is_given() -> None:
    """A game need not say it."""
    assert Preset("two-roads", "", "").title == "Two roads"
    assert (
        Preset(
            "aima-5.2",
            "",
            "",
            title="AIMA figure 5.2",
        ).title
        == "AIMA figure 5.2"
    )
    assert Option("half_komi", "", "0", str).title == "half komi"
