"""A searched tree to practise with: its fields, and the questions about those that the search comes to.

Everything is read from the trace of the search that is asked about, so a question never disagrees with what is shown.
"""

from dataclasses import replace
from functools import cached_property

from visualizer.errors import InputError, one_of
from visualizer.explanation.naming import Naming
from visualizer.explanation.questions.fields import FieldKind
from visualizer.explanation.questions.kinds import KINDS, LEVELS, SEARCHES
from visualizer.explanation.questions.question import AskedField, Question
from visualizer.recipe import PositionSpec, Recipe, SearchSpec
from visualizer.run import Run
from visualizer.trace.tree_at_step import TreeAtStep

MOST_SIBLINGS = 10**9
"""More than any node has children."""


class Exercise:
    """The questions about a search of a tree in natural order."""

    def __init__(self, where: PositionSpec, *, level: str = "all", cut: str = ">=", fail: str = "soft") -> None:
        """Search the tree; InputError for what is no tree, or no level."""
        one_of("the level", level, LEVELS)
        fail = "soft" if level in SEARCHES else fail  # the others have no fail-hard
        search = SearchSpec(SEARCHES.get(level, "alpha-beta"))
        if level != "values":
            search = replace(search, cut=cut, fail=fail)
        self.level, self.cut, self.fail = level, cut, fail
        self.run = Run(Recipe(where, search)).finish()
        if not self.run.game.explicit:
            raise InputError(f"the position is one of {self.run.game.title}; practice is on trees that are written out")
        self.tree = TreeAtStep(self.run.trace)
        self.naming = Naming(self.run, self.tree)

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

    def answer(self, field: AskedField) -> bool | float:
        """Return the right answer: whether a node is pruned, or a number from MAX's side."""
        right = self.asked[field].right
        assert not isinstance(right, str)
        return right

    def rules(self) -> str:
        """Return the rules by which answers are right: `cut α ≥ β, fail-soft`."""
        if self.level == "values":
            return "minimax"
        rule = f"cut {'α ≥ β' if self.cut == '>=' else 'α > β'}"
        return f"PVS, {rule}" if self.level == "looks" else f"{rule}, fail-{self.fail}"
