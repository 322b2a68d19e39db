"""What a terminal sends: keys, and answers to what it was asked, which are no keys whenever they come."""

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
"""An answer: what a terminal is, how large it or a cell is, and whether it shows pictures as kitty does."""
UNFINISHED_INPUT = re.compile(r"\x1b(?:\[[\d;?<=>]*\$?|O|_(?:G[^\x1b]*\x1b?)?)?\Z")
"""A key or an answer of which the end has not come yet."""
ANSWER_PREFIXES = ("\x1b[?", "\x1b[>", "\x1b_G")
"""How answers begin, and no key."""
REST_SECONDS = 1.0
"""Seconds for which the end of what has begun is waited for; of the escape key alone it is less."""
CLOCK_CHECK_SECONDS = 0.1
"""Seconds between two looks at the clock while nothing comes."""


class TerminalAnswer(Message):
    """The terminal has answered."""

    def __init__(self, text: str) -> None:
        """Tell what it has sent."""
        super().__init__()
        self.text = text


class KeyParser(XTermParser):
    """Reads keys, and answers apart from them, also where a slow line brings either of them in parts."""

    is_first = True
    held = ""
    """What has begun and not ended yet."""
    until = 0.0
    """The time until which its end is waited for."""

    def feed(self, data: str) -> Iterable[Message]:
        """Yield the keys and answers in what has come.

        What was typed before the terminal was told to pass on every key has a line's end in place of enter.
        """
        data = self.held + (data.replace("\n", "\r") if self.is_first else data)
        self.is_first = False
        begun = UNFINISHED_INPUT.search(data)
        if begun is None:
            self.held = ""
        else:
            self.held = begun.group()
        self.until = time.monotonic() + (ESCAPE_DELAY if self.held == "\x1b" else REST_SECONDS)
        for place, part in enumerate(TERMINAL_ANSWER.split(data.removesuffix(self.held))):
            if place % 2:
                yield TerminalAnswer(part)
            elif part:
                yield from super().feed(part)

    def tick(self) -> Iterable[Message]:
        """Yield as keys what has begun and does not go on, unless it is the beginning of an answer."""
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
        """Hand a message to the app, without a task for each: thousands may come at once."""
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
            for message in (*(parser.feed(data) if data else ()), *parser.tick()):
                self.process_message(message)
