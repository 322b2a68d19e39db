"""What the screen to play on is made of, for the functions that its keys call."""

from collections.abc import Callable

from visualizer.playing.match import Match
from visualizer.tui.playing.table import PlayTable, middle
from visualizer.tui.playing.thinking import Thinking
from visualizer.tui.screens.action_screen import ActionScreen


class Played(ActionScreen):
    """A match on the screen: `table` is what lies there, `thinking` what is searched, `note` what has to be said.

    `changed` is called after each change of the match, before it is shown, and returns what has to be said of
    it, or "". `leads_back` says that there is a screen to go back to, `file` where the match is kept, "" for nowhere.
    """

    def __init__(
        self, match: Match, changed: Callable[[], str] = lambda: "", *, file: str = "", leads_back: bool = False
    ) -> None:
        """Play on where a match stands; the board is seen from the side of a person who plays MIN alone."""
        super().__init__()
        self.changed, self.file, self.leads_back = changed, file, leads_back
        self.table, self.thinking = PlayTable(match), Thinking(match)
        self.table.turned = [mover.is_person for mover in match.movers] == [False, True]
        self.table.pointer = middle(self.table.board())
        self.note = ""

    @property
    def match(self) -> Match:
        """The match on the table."""
        return self.table.match

    @property
    def can_move(self) -> bool:
        """Return whether a person can move on the board that is shown."""
        return self.table.is_live and self.match.mover.is_person and not self.match.is_over()

    @property
    def points(self) -> bool:
        """Return whether the square that is pointed at is shown."""
        return True

    def paint(self) -> None:
        """Paint everything; NotImplementedError unless a screen defines it."""
        raise NotImplementedError

    def move(self, name: str) -> None:
        """Do what a person wants with a move, by its name; NotImplementedError unless a screen defines it.

        InputError says why it is not allowed.
        """
        raise NotImplementedError

    def moved(self) -> None:
        """Keep the match and show where it stands now."""
        self.note = self.changed()
        self.thinking.drop()
        self.table.renew()
        self.paint()
