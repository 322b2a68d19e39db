"""The first line of a file of events: what was searched, and how, as far as it says."""

import warnings

from visualizer.data_files import FileEntry
from visualizer.trace.recorder import MAX_DEPTH
from visualizer.trace.rows import Passes

HEADER_KEYS = frozenset((
    "search", "game", "settings", "position", "moves", "evaluation", "depth", "passes", "cut", "fail", "order",
    "exploration", "selection", "solver", "bounds", "values", "windows",
))  # fmt: skip
RULES = {rule: rule for rule in (">=", ">")}
WAYS_TO_FAIL = {way: way for way in ("soft", "hard")}
SELECTIONS = ("uct", "puct")


class Header:
    """What the first line says; None stands for what it does not say."""

    def __init__(self, line: FileEntry) -> None:
        """Take it out of the line; InputError says what is wrong with it."""
        self.line = line.number
        """Where it stands in the file."""
        self.search = line.text("search", needed=True) or ""
        self.passes = line.choice("passes", Passes.REPLACE.value, {each.value: each for each in Passes})
        self.depth, self.game = line.whole("depth", 1, MAX_DEPTH), line.word("game")
        self.settings, self.position = line.settings("settings"), line.word("position")
        self.moves = line.texts("moves")
        """Those that lead from the position to the one that is searched."""
        if self.game is None and (self.settings or self.position is not None or self.moves):
            what = "without a game, its position, settings and moves say nothing"
            warnings.warn(f"{line.place}: {what}", stacklevel=2)
            self.settings, self.position, self.moves = {}, None, ()
        self.cut = line.choice("cut", "", {"": None, **RULES})
        self.fail = line.choice("fail", "", {"": None, **WAYS_TO_FAIL})
        self.order, self.evaluation = line.text("order"), line.word("evaluation")
        """The game's evaluation is that whose values these are, so that they are said in its words."""
        self.exploration = None if line.found.get("exploration") is None else line.finite("exploration")
        """The constant of UCT, of a search by samples that selects so."""
        self.selection = line.choice("selection", "uct", {each: each for each in SELECTIONS})
        """What a search by samples selects by: visits alone, or also the priors that its visits tell."""
        self.solves = line.flag("solver")
        """Whether finished games prove values, as visits that are said to be proven do."""
        self.limits = line.limits("bounds")
        """The least and the greatest value that a leaf can have."""
        self.by_mover = line.choice("values", "first", {"first": False, "mover": True})
        """Whether values and windows are from the side of who is to move at their node."""
        self.is_handed = line.choice("windows", "narrowed", {"narrowed": False, "handed": True})
        """Whether nothing more is known of windows than what calls were handed: not that a search narrows them."""
