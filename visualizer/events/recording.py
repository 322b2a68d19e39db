"""A recorded search: what its file says of it, and its events."""

from collections.abc import Mapping
from dataclasses import dataclass

from visualizer.events.event_log import EventLog
from visualizer.trace.rows import Passes


@dataclass(frozen=True, slots=True)
class Recording:
    """A file of events. None stands for what its header does not say; without a game, moves are labels."""

    file: str
    first_line: int
    """The line of the header."""
    search: str
    game: str | None
    settings: Mapping[str, str]
    position: str | None
    evaluation: str | None
    """The game's evaluation whose values these are, so that they are said in its words."""
    depth: int | None
    passes: Passes
    cut: str | None
    fail: str | None
    order: str | None
    exploration: float | None
    """The constant of UCT, of a search by samples that selects so."""
    log: EventLog
