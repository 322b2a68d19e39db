"""What is asked of a written tree, at which level, and the rules of the search that says what is right."""

from dataclasses import dataclass, replace

from visualizer.searching.algorithms.star1 import read_bounds
from visualizer.searching.lookup import ALGORITHM_FOR_CHANCE, usual_search, whole_search
from visualizer.searching.recipe import PositionSpec, SearchSpec
from visualizer.searching.search_options import CUT_OPTION, FAIL_OPTION
from visualizer.support.errors import InputError, one_of

UNPRUNED_ALGORITHMS = ("minimax", "expectiminimax")
"""The searches that skip nothing."""
BY_HAND_LEVEL = "steps"
"""The level at which one is the search: every step is made by hand."""


@dataclass(frozen=True, slots=True)
class ExerciseLevel:
    """What is asked of a searched tree: which kinds of fields, and of which search.

    The `search` is alpha-beta where none is named, or Star1 where there is chance.
    """

    kinds: tuple[str, ...]
    wanted: str = ""
    """What is to be done on a page; "": the questions of its kinds say it."""
    wanted_by_chance: str = ""
    """What is to be done where chance moves, if it is something else."""
    search: str = ""
    look: str = "Go from left to right, as alpha-beta does: what is skipped, and what is known at each node?"
    """What to look for in a tree of which nothing else is known."""
    look_by_chance: str = (
        "Go from left to right, as Star1 does: what can still be worth enough, and what is skipped?"
    )

    @property
    def cuts(self) -> bool:
        """Return whether the search skips anything, by a rule of cutting."""
        return self.search not in UNPRUNED_ALGORITHMS


EXERCISE_LEVELS = {
    "all": ExerciseLevel(
        ("pruned", "alpha", "beta", "value"),
        "For each visited node fill in α and β on entry and the returned value, and cross out the branches that are "
        "never visited (tick a branch's box). Leave everything below a crossed-out branch empty.",
    ),
    "values": ExerciseLevel(
        ("value",),
        "Fill in the minimax value of each node.",
        "Fill in the value of each node: where chance moves, the sum of probability times value.",
        "minimax",
        "Begin at the leaves: MAX takes the greatest value below a node, MIN the least.",
        "From the leaves up: MAX takes the greatest value, MIN the least, chance the sum of probability × value.",
    ),
    "cuts": ExerciseLevel(
        ("pruned",),
        "Cross out the branches that are never visited (tick a branch's box). Branches below a crossed-out one need no "
        "cross.",
    ),
    "windows": ExerciseLevel(
        ("alpha", "beta"), "Fill in α and β on entry to each visited node; the others stay empty."
    ),
    "looks": ExerciseLevel(
        ("again",),
        "PVS first asks only whether a later branch is better. Mark the branches that it searches again.",
        search="pvs",
        look="PVS first asks only whether a later branch is better. Mark the branches that it searches again.",
    ),
}
"""By the names that people give; the first is the usual one."""

USUAL_LEVEL = next(iter(EXERCISE_LEVELS))
"""The level that is asked where it may be."""


@dataclass(frozen=True, slots=True)
class ExerciseRules:
    """The rules by which answers are right: the level, the rule of cutting, and whether values are clipped (hard).

    `bounds` are what leaves are worth at least and at most, which Star1 needs. Without a level it is the first that a
    tree can be asked about at.
    """

    level: str = ""
    cut: str = CUT_OPTION.default
    fail: str = FAIL_OPTION.default
    bounds: tuple[float, float] | None = None

    def levels(self, where: PositionSpec) -> tuple[str, ...]:
        """Return the levels that a tree can be asked about at; InputError for what is no tree."""
        if usual_search(where).algorithm != ALGORITHM_FOR_CHANCE:
            return tuple(EXERCISE_LEVELS)
        return tuple(level for level in EXERCISE_LEVELS if not self._refused(level))

    def of(self, where: PositionSpec) -> "ExerciseRules":
        """Return the rules that hold for fields of a tree; InputError for no tree or level, or one it cannot have."""
        levels = self.levels(where)
        level = self.level or levels[0]
        if one_of("the level", level, EXERCISE_LEVELS) not in levels:
            raise InputError(self._refused(level))
        return replace(
            self, level=level, fail="soft" if EXERCISE_LEVELS[level].search else self.fail
        )

    def search(self, where: PositionSpec) -> SearchSpec:
        """Return the search of a tree by these rules; InputError for rules that clash."""
        asks = EXERCISE_LEVELS.get(self.level, EXERCISE_LEVELS[USUAL_LEVEL])
        if not asks.cuts:
            return whole_search(where)
        if asks.search:
            return SearchSpec(asks.search, cut=self.cut)
        usual = replace(usual_search(where), cut=self.cut, fail=self.fail)
        if self.bounds is None:
            return usual
        return replace(usual, algorithm=ALGORITHM_FOR_CHANCE, options={"bounds": self.bounds})

    def _refused(self, level: str) -> str:
        """Say why a level is none for a tree with chance; "" if it is one."""
        asks = EXERCISE_LEVELS[level]
        if not asks.cuts or (self.bounds is not None and not asks.search):
            return ""
        if asks.search:
            return f"the level {level!r} is about PVS, which cannot search a tree with chance"
        return (
            f"on a tree with chance the level {level!r} is about Star1, which needs bounds on leaf values: "
            "give --bounds L,U, or take the level 'values'"
        )


USUAL_RULES = ExerciseRules()


def read_rules(
    level: str | None, cut: str | None, fail: str | None, bounds: str | None
) -> ExerciseRules:
    """Return the rules by which trees are asked about, as the options say; InputError for bad bounds or a bad level."""
    rules = ExerciseRules(
        level or "",
        cut or CUT_OPTION.default,
        fail or FAIL_OPTION.default,
        read_bounds(bounds) if bounds else None,
    )
    one_of("the level", level or BY_HAND_LEVEL, (*EXERCISE_LEVELS, BY_HAND_LEVEL))
    return rules
