"""In every game any text is a position or a move, or is refused in one sentence that can be printed anywhere.

What a game's notation is like is taken from its own texts, so a new game is tried without a word here.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cache, partial
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import games
from games import Game, NotInstalled
from games._discovery import _built_in
from tests.texts import ANYTHING, assert_one_sentence

ODD = {
    "italian-draughts": ["W:W1\u0661:B2", "W:W\u00b9:B2", ":" * 399],
    "othello": ["", "-" * 64 + " \uff38", "\udcff\x00\x1b[31m X", "f5d6c3\u0663", "pa\u017f\u017f"],
    "tak": ["x3/x3/x3 1 \u0661", "x3/x3/x3 \uff12 1", "x\u00b3/x3/x3 1 1", "\udcff/\x00/\x1b[31m 1 1"],
    "tree": ["max", "[\ud800]", "\x1b[31m", "[b]", "[1,\x00]", "[\u202e1]"],
}
"""Texts that have harmed a reader, or well might: digits that are none, letters that change in capitals, markup."""


ODD_MOVES = (
    "9" * 500_000, "1x" * 250_000, "a" + "1" * 5000, "a1>" + "1" * 36, "21-17\n", "2\u0661-17", "pa\u017f\u017f",
    "\udc80",
)  # fmt: skip
HUGE = 5_000_000
SETTINGS = [
    ("connect-four", "connect", ("2", "10"), ("1", "11", "four", "")),
    ("hex", "size", ("2", "19"), ("1", "20", "x", "", "3.0", "\u0663")),
    ("hex", "swap", ("on", "off"), ("yes",)), ("italian-draughts", "draws", ("on", "off"), ("yes",)),
    ("kalah", "pits", ("2", "10"), ("1", "11")), ("kalah", "seeds", ("1", "10"), ("0", "11")),
    ("othello", "size", ("4", "16"), ("7", "18", "٨")), ("othello", "threshold", ("0", "64"), ("-1",)),
    ("tak", "size", ("3", "8"), ("2", "9")), ("tak", "half_komi", ("0", "12"), ("13",)),
]  # fmt: skip
"""For a setting of a game, what it takes and what it refuses."""


@cache
def loaded(name: str) -> Game:
    """Load a game; leave out a test that needs a library that is not here."""
    game = games.load(name)
    try:
        game.start({})
    except NotInstalled as error:
        pytest.skip(str(error))
    return game


@cache
def texts_of(name: str) -> tuple[str, ...]:
    """Return the game's own texts: its first position, positions worth looking at, and games as moves."""
    game = loaded(name)
    begun = game.start({})
    moves = [begun.name(move) for move in begun.moves()]
    return (begun.text(), *(preset.text for preset in game.presets), "", *moves[:30], " ".join(moves[:4]))


@st.composite
def spoilt(draw: st.DrawFn, name: str) -> str:
    """Draw one of a game's own texts with something left out and something put in."""
    text = draw(st.sampled_from(texts_of(name)))
    first, last = sorted((draw(st.integers(0, len(text))), draw(st.integers(0, len(text)))))
    return text[:first] + draw(nearly(name, 3) | st.text("\n\udc80\u00e9 0-.", max_size=2)) + text[last:]


@cache
def nearly(name: str, most: int) -> st.SearchStrategy[str]:
    """Draw any order of the signs that stand in a game's own texts, and of those beside them in the table of signs."""
    signs = {*" ".join(texts_of(name))}
    return st.text(sorted(signs | {chr(ord(sign) + 1) for sign in signs} | {*"019 "}), max_size=most)


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


def refusal(ask: Callable[[], object]) -> str:
    """Return the sentence of what is refused, or nothing."""
    try:
        ask()
    except ValueError as error:
        return str(error)
    return ""


@pytest.mark.parametrize("name", _built_in())
@given(data=st.data())
def test_any_text_is_read_or_refused_in_a_sentence(name: str, data: st.DataObject) -> None:
    """No text whatever ends in anything but a position, which reads back, or one short printable sentence."""
    game, settings = loaded(name), data.draw(st.sampled_from(settings_of(name)))
    text = data.draw(texts(name))
    if sentence := refusal(lambda: game.read(text, settings)):
        assert_one_sentence(sentence)
    else:
        here = game.read(text, settings)
        again = game.read(here.text(), settings)
        assert (again.text(), again.key()) == (here.text(), here.key())


@pytest.mark.parametrize(("name", "text"), [(name, text) for name, several in ODD.items() for text in several])
def test_odd_texts_are_refused_in_a_sentence(name: str, text: str) -> None:
    """Signs that look like others, control characters and halves of letters come back escaped, never raw."""
    for settings in settings_of(name):
        sentence = refusal(partial(loaded(name).read, text, settings))
        assert_one_sentence(sentence)


@pytest.mark.parametrize("name", _built_in())
@given(data=st.data())
def test_any_word_is_a_move_or_refused_in_a_sentence(name: str, data: st.DataObject) -> None:
    """No word whatever ends in anything but legal moves or one short printable sentence, and no letter is added."""
    game, word = loaded(name), data.draw(texts(name, 12))
    assert len("".join(game.split_moves(word))) <= len(word)
    here = game.start(data.draw(st.sampled_from(settings_of(name))))
    if sentence := refusal(lambda: game.find_moves(here, word)):
        assert_one_sentence(sentence)
    else:
        assert game.find_moves(here, word)[0] in here.moves()


@pytest.mark.parametrize("name", _built_in())
@pytest.mark.parametrize("word", ODD_MOVES, ids=range(len(ODD_MOVES)))
def test_odd_words_are_no_moves(name: str, word: str) -> None:
    """Words that have harmed a reader of moves, or well might, are refused in one sentence in every game."""
    game = loaded(name)
    if sentence := refusal(lambda: game.find_moves(game.start({}), word)):
        assert_one_sentence(sentence)


@pytest.mark.parametrize("name", _built_in())
@pytest.mark.parametrize("unit", ["x", "a1", " ", "\n", "9", ":", "é", "\x00", "\ud800"])
def test_five_megabytes_are_refused_at_once(name: str, unit: str) -> None:
    """Huge input is refused by its length, before anything else looks at it."""
    assert_one_sentence(refusal(lambda: loaded(name).read(unit * (HUGE // len(unit)), {})))


@pytest.mark.parametrize(("name", "setting", "good", "bad"), SETTINGS)
def test_settings_read_only_what_is_allowed(
    name: str, setting: str, good: tuple[str, ...], bad: tuple[str, ...]
) -> None:
    """A number within bounds or one of some words is read; the sentence for another shows it."""
    option = next(option for option in loaded(name).options if option.name == setting)
    for text in (*good, option.default):
        assert str(option.read(text)) == text
    for text in bad:
        with pytest.raises(ValueError, match=f"^'{text}' is not "):
            option.read(text)
