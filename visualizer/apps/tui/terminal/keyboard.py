"""What a terminal sends: keys, and answers to what it was asked, which are never keys."""

import os
import re
import select
import time
from codecs import getincrementaldecoder
from collections.abc import Iterable

from textual._xterm_parser import XTermParser
from textual.constants import ESCAPE_DELAY
from textual.drivers.linux_driver import LinuxDriver
from textual.message import Message

TERMINAL_ANSWER = re.compile(r"(\x1b\[[?>][\d;]*[cnu]|\x1b\[[468];\d+;\d+t|\x1b_G[^\x1b]*\x1b\\)")
"""An answer: what a terminal is, the size of it or a cell, whether it has kitty's pictures."""
UNFINISHED_INPUT = re.compile(r"\x1b(?:\[[\d;?<=>]*\$?|O|_(?:G[^\x1b]*\x1b?)?)?\Z")
"""The beginning of a key or an answer whose end has not come yet."""
ANSWER_PREFIXES = ("\x1b[?", "\x1b[>", "\x1b_G")
"""How answers begin, but no key."""
REST_SECONDS = 1.0
"""Seconds to wait for the end of what has begun; less for the escape key alone."""
CLOCK_CHECK_SECONDS = 0.1
"""Seconds between two checks of the time while nothing comes."""


class TerminalAnswer(Message):
    """The terminal has answered."""

    def __init__(self, text: str) -> None:
        """Tell what it has sent."""
        super().__init__()
        self.text = text


class KeyParser(XTermParser):
    """Tells answers from keys, also where a slow line brings either of them in parts."""

    is_first = True
    held = ""
    """Input that has begun and not ended yet."""
    until = 0.0
    """The time until which the parser waits for the end."""

    def feed(self, data: str) -> Iterable[Message]:
        """Yield the keys and answers in what has come.

        What was typed before the terminal passed on every key has a newline in the place of enter.
        """
        if self.is_first:
            data = data.replace("\n", "\r")
            self.is_first = False
        data = self.held + data
        unfinished = UNFINISHED_INPUT.search(data)
        if unfinished is None:
            self.held = ""
        else:
            self.held = unfinished.group()
        if self.held == "\x1b":
            patience = ESCAPE_DELAY
        else:
            patience = REST_SECONDS
        self.until = time.monotonic() + patience
        # Split at answers, which then stand at the odd places.
        for place, part in enumerate(TERMINAL_ANSWER.split(data.removesuffix(self.held))):
            if place % 2:
                yield TerminalAnswer(part)
            elif part:
                yield from super().feed(part)

    def tick(self) -> Iterable[Message]:
        """Yield as keys what has begun and does not go on, unless it began like an answer."""
        if self.held and time.monotonic() >= self.until:
            held = self.held
            self.held = ""
            if not held.startswith(ANSWER_PREFIXES):
                yield from super().feed(held)
                self._timeout_time = 0.0  # it has been waited for
        yield from super().tick()


class TerminalDriver(LinuxDriver):
    """Textual's driver for terminals, with a parser that knows answers."""

    def send_message(self, message: Message) -> None:
        """Post a message to the app, without a task for each: thousands may come at once."""
        self._loop.call_soon_threadsafe(self._app.post_message, message)

    def run_input_thread(self) -> None:
        """Pass on what comes until the driver is stopped."""
        parser = KeyParser(self._debug)
        decode = getincrementaldecoder("utf-8")("replace").decode
        while not self.exit_event.is_set():
            ready, _, _ = select.select([self.fileno], [], [], CLOCK_CHECK_SECONDS)
            if ready:
                data = decode(os.read(self.fileno, 4096))
            else:
                data = ""
            if data:
                messages = [*parser.feed(data)]
            else:
                messages = []
            messages += parser.tick()
            for message in messages:
                self.process_message(message)
