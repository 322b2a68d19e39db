"""The input from a terminal: keys, and answers to questions, which are never keys."""

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
"""An answer about the type of terminal, its size or that of a cell, or kitty's pictures."""
UNFINISHED_INPUT = re.compile(r"\x1b(?:\[[\d;?<=>]*\$?|O|_(?:G[^\x1b]*\x1b?)?)?\Z")
"""The beginning of a key or an answer without its end."""
ANSWER_PREFIXES = ("\x1b[?", "\x1b[>", "\x1b_G")
"""Beginnings of answers, with which no key begins."""
REST_SECONDS = 1.0
"""Seconds to wait for the end of a key or an answer; less for the escape key alone."""
CLOCK_CHECK_SECONDS = 0.1
"""Seconds between two checks of the time while no input comes."""


class TerminalAnswer(Message):
    """The terminal has answered."""

    def __init__(self, text: str) -> None:
        """Take the text that the terminal has sent."""
        super().__init__()
        self.text = text


class KeyParser(XTermParser):
    """Separates answers from keys, even if a slow connection brings them in parts."""

    is_first_input = True
    unfinished = ""
    """Input without its end."""
    deadline = 0.0
    """The time until which the parser waits for the end."""

    def feed(self, data: str) -> Iterable[Message]:
        """Yield the keys in new input, and the answers of the terminal among them."""
        # Until it was in raw mode, the terminal turned Enter into a newline.
        if self.is_first_input:
            data = data.replace("\n", "\r")
            self.is_first_input = False
        data = self.unfinished + data
        self._keep_unfinished(data)
        finished = data.removesuffix(self.unfinished)
        # Splitting by a pattern with a group alternates: keys, answer, keys, answer, keys.
        for index, part in enumerate(TERMINAL_ANSWER.split(finished)):
            is_answer = index % 2 == 1
            if is_answer:
                yield TerminalAnswer(part)
            elif part:
                yield from super().feed(part)

    def _keep_unfinished(self, data: str) -> None:
        """Keep the unfinished end of some input, and set the deadline for the rest."""
        match = UNFINISHED_INPUT.search(data)
        self.unfinished = "" if match is None else match.group()
        # Escape is a key, too, and must not seem slow.
        patience = ESCAPE_DELAY if self.unfinished == "\x1b" else REST_SECONDS
        self.deadline = time.monotonic() + patience

    def tick(self) -> Iterable[Message]:
        """Yield unfinished input as keys after its deadline, but drop unfinished answers."""
        if self.unfinished and time.monotonic() >= self.deadline:
            unfinished = self.unfinished
            self.unfinished = ""
            if not unfinished.startswith(ANSWER_PREFIXES):
                yield from super().feed(unfinished)
                # Textual itself would now wait once more, to see whether the key goes on.
                self._timeout_time = 0.0
        yield from super().tick()


class TerminalDriver(LinuxDriver):
    """Textual's driver for terminals, with a parser that knows answers."""

    def send_message(self, message: Message) -> None:
        """Post a message to the app without a task for it: thousands may come in one moment."""
        self._loop.call_soon_threadsafe(self._app.post_message, message)

    def run_input_thread(self) -> None:
        """Read the terminal's input and post it as messages until the driver is stopped."""
        parser = KeyParser(self._debug)
        # An incremental decoder waits for the rest of a character of several bytes.
        decode = getincrementaldecoder("utf-8")("replace").decode
        while not self.exit_event.is_set():
            ready, _, _ = select.select([self.fileno], [], [], CLOCK_CHECK_SECONDS)
            messages: list[Message] = []
            if ready:
                data = decode(os.read(self.fileno, 4096))
                # An incomplete character decodes to "", which would mean that the input ends.
                if data:
                    messages += parser.feed(data)
            messages += parser.tick()
            for message in messages:
                self.process_message(message)
