"""A searched tree to practise with: its fields, and the questions about those that the search comes to.

Everything is read from the trace of the search that is asked about, so a question never disagrees with what is shown.
"""

from dataclasses import replace
from functools import cached_property

from visualizer.algorithms.star1 import bounds_words
from visualizer.errors import InputError, one_of
from visualizer.explanation.naming import Naming
from visualizer.explanation.questions.fields import STAR1, FieldKind
from visualizer.explanation.questions.kinds import KINDS, LEVELS, SEARCHES
from visualizer.explanation.questions.question import AskedField, Question
from visualizer.lookup import usual_search, whole_search
from visualizer.recipe import PositionSpec, Recipe, SearchSpec
from visualizer.run import Run
from visualizer.trace.tree_at_step import TreeAtStep

FIRST = next(iter(LEVELS))
"""The level that is asked where it may be."""
MOST_SIBLINGS = 10**9
"""More than any node has children."""


class Exercise:
    """The questions about a search of a tree in natural order."""

    def __init__(
        self,
        where: PositionSpec,
        *,
        level: str = "",
        cut: str = ">=",
        fail: str = "soft",
        bounds: tuple[float, float] | None = None,
    ) -> None:
        """Search the tree; InputError for what is no tree, a mere leaf, no level, or one that it cannot have.

        `bounds` are what leaves are worth at least and at most, which Star1 needs. Without a level it is the first that
        there may be.
        """
        self.bounds, self.has_chance = bounds, has_chance(where)
        one_of("the level", level or FIRST, LEVELS)
        self.levels = levels_of(where, bounds)
        level = level or self.levels[0]
        if level not in self.levels:
            raise InputError(_refused(level, bounds))
        self.level, self.cut, self.fail = level, cut, "soft" if level in SEARCHES else fail
        self.run = Run(Recipe(where, self._search())).finish()
        if not self.run.game.explicit:
            raise InputError(f"the position is one of {self.run.game.title}; practice is on trees that are written out")
        if not self.run.is_inner(()):
            raise InputError("the tree is a mere leaf, in which there is nothing to fill in")
        self.tree = TreeAtStep(self.run.trace)
        self.naming = Naming(self.run, self.tree)

    def _search(self) -> SearchSpec:
        """Return the search that is asked about."""
        if self.level == "values":
            return whole_search(has_chance=self.has_chance)
        asked = SearchSpec(SEARCHES.get(self.level, "alpha-beta"), cut=self.cut, fail=self.fail)
        if self.level not in SEARCHES and self.bounds is not None:
            return replace(asked, algorithm=STAR1, options={"bounds": self.bounds})
        return asked

    @cached_property
    def kinds(self) -> tuple[FieldKind, ...]:
        """What is asked about."""
        return tuple(KINDS[key] for key in LEVELS[self.level])

    @property
    def edges(self) -> FieldKind | None:
        """What is asked about edges, None for nothing."""
        return next((kind for kind in self.kinds if kind.is_edge), None)

    @cached_property
    def fields(self) -> tuple[AskedField, ...]:
        """What may be asked, at all nodes in preorder: of each edge, alpha, beta and value."""
        return tuple(
            AskedField(path, kind.key)
            for path in self.run.all_paths()
            for kind in self.kinds
            if (bool(path) if kind.is_edge else self.run.is_inner(path))
        )

    @cached_property
    def in_order(self) -> tuple[AskedField, ...]:
        """What may be asked, in the order in which a search can answer it: a node's value after what is below it."""
        last = (MOST_SIBLINGS,)
        return tuple(sorted(self.fields, key=lambda each: (*each.path, *(last if each.kind == "value" else ()))))

    @cached_property
    def asked(self) -> dict[AskedField, Question]:
        """The questions about the fields that the search comes to: none about what is below a pruned node."""
        found = {field: KINDS[field.kind] for field in self.fields}
        return {field: kind.question(self.naming, field) for field, kind in found.items()
                if kind.comes_up(self.naming, field.path)}  # fmt: skip

    def rules(self) -> str:
        """Return the rules by which answers are right: `cut α ≥ β, fail-soft`."""
        if self.level == "values":
            return self.run.recipe.search.algorithm
        rule = f"cut {'α ≥ β' if self.cut == '>=' else 'α > β'}"
        if self.run.recipe.search.algorithm == STAR1:
            return f"Star1, {bounds_words(self.run.trace.limits)}, {rule}"
        return f"PVS, {rule}" if self.level == "looks" else f"{rule}, fail-{self.fail}"


def has_chance(where: PositionSpec) -> bool:
    """Return whether chance moves in a tree; InputError for what is no tree."""
    return usual_search(where).algorithm == STAR1


def levels_of(where: PositionSpec, bounds: tuple[float, float] | None) -> tuple[str, ...]:
    """Return the levels that a tree can be asked about at, with these bounds on what leaves are worth."""
    return tuple(each for each in LEVELS if not _refused(each, bounds)) if has_chance(where) else tuple(LEVELS)


def _refused(level: str, bounds: tuple[float, float] | None) -> str:
    """Say why a level is none for a tree with chance; "" if it is one."""
    if level == "looks":
        return "the level 'looks' is about PVS, which searches no tree with chance"
    if level == "values" or bounds is not None:
        return ""
    return (
        f"the level {level!r} of a tree with chance is about Star1, which skips by what leaves are worth at least and "
        "at most: give --bounds L,U, or take the level 'values'"
    )
