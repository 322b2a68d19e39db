"""The rules of an exercise about a written tree: its level, and the search that decides."""

from dataclasses import dataclass, replace

from visualizer.searching.algorithms.star1 import read_bounds
from visualizer.searching.lookup import ALGORITHM_FOR_CHANCE, default_search, exhaustive_search
from visualizer.searching.recipe import PositionSpec, SearchSpec
from visualizer.searching.search_options import CUT_OPTION, FAIL_OPTION
from visualizer.support.errors import InputError, one_of

UNPRUNED_ALGORITHMS = ("minimax", "expectiminimax")
"""The searches that skip nothing."""
BY_HAND_LEVEL = "steps"
"""The level at which a person makes every step of the search by hand."""


@dataclass(frozen=True, slots=True)
class ExerciseLevel:
    """What is asked about a searched tree: kinds of fields, and the search.

    If `search` is "", the search is alpha-beta, or Star1 in a tree with chance.
    """

    kinds: tuple[str, ...]
    wanted: str = ""
    """The task on a page; "" if the questions of each kind say enough."""
    wanted_by_chance: str = ""
    """The task in a tree with chance, if different."""
    search: str = ""
    hint: str = (
        "Go from left to right, as alpha-beta does: what is skipped, and what is known at each "
        "node?"
    )
    """The hint what to look for, in a tree that has no hint."""
    hint_by_chance: str = (
        "Go from left to right, as Star1 does: what can still be worth enough, and what is skipped?"
    )

    @property
    def cuts(self) -> bool:
        """Return whether the search can cut, so that the rule of cutting matters."""
        return self.search not in UNPRUNED_ALGORITHMS


EXERCISE_LEVELS = {
    "all": ExerciseLevel(
        ("pruned", "alpha", "beta", "value"),
        "For each visited node fill in α and β on entry and the returned value, and cross out the "
        "branches that are never visited (tick a branch's box). Leave everything below a "
        "crossed-out branch empty.",
    ),
    "values": ExerciseLevel(
        ("value",),
        "Fill in the minimax value of each node.",
        wanted_by_chance=(
            "Fill in the value of each node: where chance moves, the sum of probability times "
            "value."
        ),
        search="minimax",
        hint="Begin at the leaves: MAX takes the greatest value below a node, MIN the least.",
        hint_by_chance="From the leaves up: MAX takes the greatest value, MIN the least, chance "
        "the sum of probability × value.",
    ),
    "cuts": ExerciseLevel(
        ("pruned",),
        "Cross out the branches that are never visited (tick a branch's box). Branches below a "
        "crossed-out one need no cross.",
    ),
    "windows": ExerciseLevel(
        ("alpha", "beta"), "Fill in α and β on entry to each visited node; the others stay empty."
    ),
    "looks": ExerciseLevel(
        ("again",),
        "PVS first asks only whether a later branch is better. Mark the branches that it searches "
        "again.",
        search="pvs",
        hint="PVS first asks only whether a later branch is better. Mark the branches that it "
        "searches again.",
    ),
}
"""The levels by name; the first is the usual one."""

USUAL_LEVEL = next(iter(EXERCISE_LEVELS))
"""The level that is used if the tree allows it."""


@dataclass(frozen=True, slots=True)
class ExerciseRules:
    """The level, the rule of cutting, and whether values are clipped to the window (fail-hard).

    `level` "" stands for the first level that the tree allows. `bounds` are the least and the
    greatest value of a leaf, which Star1 needs.
    """

    level: str = ""
    cut: str = CUT_OPTION.default
    fail: str = FAIL_OPTION.default
    bounds: tuple[float, float] | None = None

    def levels(self, where: PositionSpec) -> tuple[str, ...]:
        """Return the levels that a tree allows; InputError if the game is not a tree."""
        if default_search(where).algorithm != ALGORITHM_FOR_CHANCE:
            return tuple(EXERCISE_LEVELS)
        return tuple(level for level in EXERCISE_LEVELS if not self._why_refused(level))

    def for_tree(self, where: PositionSpec) -> "ExerciseRules":
        """Return these rules for the tree `where`; without a level, take the first it allows.

        InputError if the game is not a tree, or if the tree does not allow the level.
        """
        allowed_levels = self.levels(where)
        level = self.level or allowed_levels[0]
        if one_of("the level", level, EXERCISE_LEVELS) not in allowed_levels:
            raise InputError(self._why_refused(level))
        # A level that sets the search uses minimax or PVS, which do not clip values.
        fail = "soft" if EXERCISE_LEVELS[level].search else self.fail
        return replace(self, level=level, fail=fail)

    def search(self, where: PositionSpec) -> SearchSpec:
        """Return the search of a tree that these rules prescribe; InputError if the rules clash."""
        level = EXERCISE_LEVELS.get(self.level, EXERCISE_LEVELS[USUAL_LEVEL])
        if not level.cuts:
            return exhaustive_search(where)
        if level.search:
            return SearchSpec(level.search, cut=self.cut)
        usual = replace(default_search(where), cut=self.cut, fail=self.fail)
        if self.bounds is None:
            return usual
        return replace(usual, algorithm=ALGORITHM_FOR_CHANCE, options={"bounds": self.bounds})

    def _why_refused(self, level: str) -> str:
        """Say why a level is not allowed for a tree with chance nodes; "" if it is allowed."""
        exercise_level = EXERCISE_LEVELS[level]
        # Minimax can search any tree, and Star1 a tree with bounds.
        can_use_star1 = self.bounds is not None and not exercise_level.search
        if not exercise_level.cuts or can_use_star1:
            return ""
        if exercise_level.search:
            return f"the level {level!r} is about PVS, which cannot search a tree with chance"
        return (
            f"on a tree with chance the level {level!r} is about Star1, which needs bounds on "
            "leaf values: give --bounds L,U, or take the level 'values'"
        )


USUAL_RULES = ExerciseRules()


def read_rules(
    level: str | None, cut: str | None, fail: str | None, bounds: str | None
) -> ExerciseRules:
    """Return the rules for command-line options as they were typed.

    None and "" stand for defaults. InputError for invalid bounds or an unknown level.
    """
    rules = ExerciseRules(
        level=level or "",
        cut=cut or CUT_OPTION.default,
        fail=fail or FAIL_OPTION.default,
    )
    if bounds:
        rules = replace(rules, bounds=read_bounds(bounds))
    one_of("the level", level or BY_HAND_LEVEL, (*EXERCISE_LEVELS, BY_HAND_LEVEL))
    return rules
