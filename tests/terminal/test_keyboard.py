"""Keys and what a terminal answers, read apart, however they come."""

from __future__ import annotations

import random

import pytest
from textual import events
from textual.constants import ESCAPE_DELAY
from textual.message import Message

pytest.importorskip("termios", reason="this platform has no terminals of that kind")

from visualizer.apps.tui.terminal.keyboard import REST_SECONDS, KeyParser, TerminalAnswer

SENT = {
    "x": "x",
    "\x1b[C": "right",
    "\x1b[1;5D": "ctrl+left",
    "\x1b[Z": "shift+tab",
    "\r": "enter",
    "\x1bOP": "f1",
    "ü": "ü",
    "\x1b[?62;22c": None,
    "\x1b[6;20;10t": None,
    "\x1b_Gi=31;ENOTSUP:x\x1b\\": None,
    "\x1b[?2026;2$y": None,
    "\x1b[?2048;0$y": None,
}
"""What a terminal sends, and the key that it stands for, None for none."""


def named(messages: list[Message]) -> list[str]:
    """Return the keys among messages: a letter, or a name."""
    keys = [each for each in messages if isinstance(each, events.Key)]
    return [each.character if each.is_printable and each.character else each.key for each in keys]


@pytest.mark.parametrize("seed", range(40))
def test_a_slow_line_may_cut_anything_into_parts(
    seed: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Every key arrives once and in order, no answer is one, and half a second within any of
    them changes nothing.
    """
    clock = [0.0]
    dice = random.Random(seed)
    for module in ("time.monotonic", "textual._parser.get_time"):
        monkeypatch.setattr(module, lambda: clock[0])
    parser = KeyParser()
    sent = dice.choices([*SENT], k=12)
    found = list[Message]()
    text = "".join(sent)
    while text:
        size = dice.choice([1, 2, 3, 5, 30])
        part = text[:size]
        text = text[size:]
        found += [*parser.feed(part), *parser.tick()]
        if part.endswith("\x1b"):
            clock[0] += 0.05
        else:
            clock[0] += 0.5
        found += parser.tick()

    assert named(found) == [key for each in sent if (key := SENT[each]) is not None]
    answers = [each.text for each in found if isinstance(each, TerminalAnswer)]
    assert answers == [each for each in sent if SENT[each] is None and not each.endswith("y")]


def test_escape_is_a_key_once_nothing_follows(monkeypatch: pytest.MonkeyPatch) -> None:
    """As quickly as Textual has it; the beginning of an answer that never ends is none."""
    clock = [0.0]
    for module in ("time.monotonic", "textual._parser.get_time"):
        monkeypatch.setattr(module, lambda: clock[0])
    parser = KeyParser()

    assert named([*parser.feed("\x1b"), *parser.tick()]) == []
    clock[0] += ESCAPE_DELAY
    assert named([*parser.tick()]) == ["escape"]
    assert named([*parser.feed("\x1b[?62;"), *parser.tick()]) == []
    clock[0] += REST_SECONDS
    assert named([*parser.tick(), *parser.feed("x")]) == ["x"]
    assert named([*parser.feed("\x1b["), *parser.tick()]) == []
    clock[0] += REST_SECONDS
    assert len(named([*parser.tick()])) == 1


def test_enter_before_the_terminal_passes_on_every_key() -> None:
    """It is the end of a line until then, and enter all the same; later that is another key."""
    parser = KeyParser()

    assert named([*parser.feed("x\n")]) == ["x", "enter"]
    assert named([*parser.feed("\n")]) == ["ctrl+j"]
