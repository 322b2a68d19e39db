"""Where no move leads: probes, a turn that is passed, positions from elsewhere, and what follows the end of a game.

Each is a child of its own.
"""

from games import AnyPosition, passed, turn_of, unfinished
from visualizer.errors import InputError, as_input_error
from visualizer.events.event_log import ENTERED, NONE, Event, Verb
from visualizer.events.label_tree import LabelPosition
from visualizer.events.reading import Recording
from visualizer.events.told_visit import ToldVisit
from visualizer.plugins.discovery import game_named, read_settings
from visualizer.trace.recorder import Recorder
from visualizer.trace.rows import MovePath
from visualizer.trace.said import FIRST_ASIDE, Detour

PASSED = "--"
"""What a turn that is passed is called, as in chess."""


class Asides:
    """Gives them numbers that no moves have, and positions."""

    def __init__(self, recording: Recording, recorder: Recorder) -> None:
        """Begin with none."""
        self.recording, self.recorder = recording, recorder
        self.numbers: dict[tuple[MovePath, str, str], int] = {}
        """By the path above, the name, and what tells it from others of that name."""
        self.counts: dict[MovePath, int] = {}

    def arrive(self, event: Event, place: int, above: ToldVisit) -> tuple[int, AnyPosition] | None:
        """Return the move index and the position of a visit, None if a move leads there and it is no probe.

        InputError if a position cannot be read.
        """
        log, word = self.recording.log, None
        probe, text = log.probes.get(place), log.positions.get(place)
        if event.word != NONE:
            if probe is None and text is None and not above.is_over:
                return None
            word = log.words[event.word]
        position, passes = self.position(event, above, text, word)
        name = (word if word is None or text else above.name(word)) or (
            PASSED if passes else f"({probe or ('again' if text is None else 'elsewhere')})"
        )
        path = self.recorder.path()
        key = path, name, f"{probe}|{text}"
        if key not in self.numbers:
            count = self.counts[path] = self.counts.get(path, 0) + 1
            if FIRST_ASIDE + count > 0xFFFF:
                raise InputError(f"more than {count - 1:,} probes and positions from elsewhere are told of one node")
            self.numbers[key] = FIRST_ASIDE + count - 1
            self.recorder.trace.said.asides[*path, self.numbers[key]] = Detour(name, position, passes, word, text)
        found = self.numbers[key]
        if probe is None:
            above.others[word or name] = found
        return found, self.recorder.trace.said.asides[*path, found].position

    def position(self, event: Event, above: ToldVisit, text: str | None, word: str | None) -> tuple[AnyPosition, bool]:
        """Return where a visit is, and whether the turn was passed on the way."""
        game = self.recording.header.game
        if text is not None and game is not None:
            found = game_named(game)
            with as_input_error(f"the position {text!r:.60}: "):
                return found.read(text, read_settings(found, self.recording.header.settings)), False
        here = above.position
        if word is not None:
            if isinstance(here, LabelPosition):
                return LabelPosition(here, word), False
            return here.play(above.moves[above.legal(word)]), False
        is_told = event.verb == Verb.ENTER or event.flags & ENTERED
        if is_told and event.turn == turn_of(here):
            return (LabelPosition(here, "=") if isinstance(here, LabelPosition) else here), False
        after = None if isinstance(here, LabelPosition) else passed(here)
        return LabelPosition() if after is None else after, True

    def played_on(self, position: AnyPosition, above: ToldVisit | None) -> tuple[AnyPosition, bool]:
        """Return as what a position is searched below a visit, and whether the game is over there by its rules.

        Where nothing is known of a game that goes on behind its end, moves are labels.
        """
        if isinstance(position, LabelPosition):
            return position, above is not None and above.is_over
        if position.outcome() is None:
            return position, False
        return unfinished(position) or LabelPosition(), True
