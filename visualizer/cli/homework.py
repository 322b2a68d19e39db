"""Trees to fill in: random ones by their seeds, a teacher's own, a tree on each line of a file; a page of them."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import islice
from pathlib import Path
from typing import Any, TypeVar

from click import get_current_context

import exports
from visualizer.cli.options import options_given
from visualizer.cli.writing import may_replace
from visualizer.errors import InputError, as_input_error, one_of, read_text
from visualizer.exercises.by_hand.machine import LEVEL, ByHand, recipe_by_hand
from visualizer.exercises.fields import LEVELS
from visualizer.exercises.sheet import MOST_NODES, Exercise, check_size
from visualizer.exercises.tasks import random_tree, with_feature
from visualizer.look.numbers import write
from visualizer.lookup import usual_search
from visualizer.publishing.homework_page import MOST_PLIES, Homework, homework_of
from visualizer.publishing.scorm import scorm_package
from visualizer.publishing.steps_page import steps_homework
from visualizer.recipe import PositionSpec, Recipe
from visualizer.run import Run

Made = TypeVar("Made")
AnyTree = tuple[str, Exercise | ByHand]
"""Where a tree comes from, and what is asked of it: to be filled in, or searched by hand."""

OWN_TREES = "the trees are those of --tasks"
PACKAGE = ".zip"
ENDINGS = (".html", ".htm", PACKAGE)
ALLOWED = (
    "number",
    "seed",
    "settings",
    "tasks",
    "feature",
    "level",
    "cut",
    "fail",
    "bounds",
    "title",
    "files",
    "no_score",
    "force",
)
"""The options that mean something for homework, by their names in Python."""


def tree_lines(file: str, make: Callable[[int, PositionSpec], Made], first: int, most: int | None) -> Iterator[Made]:
    """Yield what is made of the trees of a file, n or all, from a line on, and of the numbers of their lines.

    Empty lines count as lines and are left out. InputError if the file cannot be read, or has fewer, and for a tree
    that cannot be read or searched.
    """
    lines = read_text(file, f"the file of tasks {file!r}").splitlines()
    found = [(number, text) for number, line in enumerate(lines, 1) if number >= first and (text := line.strip())]
    if not found or len(found) < (most or 0):
        asked = "no tree" if not found else f"{len(found):,} of the {most:,} trees"
        from_line = f" from line {first:,} on" if first > 1 else ""
        raise InputError(
            f"{file!r:.200} has {asked}{from_line}; it has {len(lines):,} {'line' if len(lines) == 1 else 'lines'}"
        )
    for number, text in found[:most]:
        with as_input_error(f"line {number:,} of {file!r:.200}: "):
            made = make(number, PositionSpec("tree", text))
        yield made


def checked_tree(where: PositionSpec) -> PositionSpec:
    """Return a tree; InputError for one that cannot be read, has nothing to fill in, or too much."""
    run = Run(Recipe(where, usual_search(where)))
    if not run.is_inner(()):
        raise InputError("the tree is a mere leaf, in which there is nothing to fill in")
    check_size(run)
    return where


def check_options() -> None:
    """Raise InputError if an option was given that homework has no use for."""
    for unused in options_given(*ALLOWED, "homework", "no_color"):
        flags = ", ".join(each.opts[0] for each in get_current_context().command.params if each.name in ALLOWED)
        raise InputError(f"{unused.opts[-1]} is not for --homework, which takes {flags}")


def write_homework(trees: Iterator[AnyTree], files: Sequence[str], title: str, *, scored: bool = True) -> list[str]:
    """Write the page, or the package of it, to files and return their names.

    `scored` says whether a package reports a score. InputError for what cannot be a page, or may not be replaced.
    """
    for file in files:
        if Path(file).suffix.lower() not in ENDINGS:
            raise InputError(f"the file name {file!r:.200} has no ending for homework: {' '.join(ENDINGS)}")
    if not scored and not any(map(is_package, files)):
        raise InputError(f"--no-score is for a package, whose name ends in {PACKAGE}; a page reports to nobody")
    replaced = may_replace(files)
    found, nodes = list[AnyTree](), 0
    for tree in trees:
        found.append(tree)
        nodes += len([*tree[1].run.all_paths()])
        if nodes > MOST_NODES:
            raise InputError(
                f"the trees have more than {MOST_NODES:,} nodes, the most of one page; ask for fewer with -n"
            )
    made = page_of_trees(found, title)
    contents = {packed: scorm_package(made, scored=scored) if packed else made.page()
                for packed in {*map(is_package, files)}}  # fmt: skip
    exports.save_all({file: contents[is_package(file)] for file in files}, force=replaced)
    return [*files]


def is_package(file: str) -> bool:
    """Return whether a file is a package for a gradebook, by its name."""
    return Path(file).suffix.lower() == PACKAGE


def page_of_trees(trees: Sequence[AnyTree], title: str) -> Homework:
    """Return the page of trees to fill in, or of those that are searched by hand."""
    by_hand = [(source, asked) for source, asked in trees if isinstance(asked, ByHand)]
    if by_hand:
        return steps_homework(by_hand, title)
    return homework_of([(source, asked) for source, asked in trees if isinstance(asked, Exercise)], title)


def homework_trees(
    seed: int, wanted: int | None, file: str | None, settings: Mapping[str, str], rules: Mapping[str, Any],
    feature: str | None = None,
) -> Iterator[AnyTree]:  # fmt: skip
    """Yield n trees, of a file those from the line `seed` on; InputError for a bad setting, rule or line.

    `settings` is the shape of random trees, where it is not the usual one, and `feature` what each of them has.
    """
    one_of("the level", rules["level"] or LEVEL, (*LEVELS, LEVEL))
    low, high = rules["bounds"] or (0, 0)
    leaf = write(max(low, min(0, high)))
    _asked(rules, "", PositionSpec("tree", f"[{leaf},{leaf}]"))  # what clashes is refused before any tree is named
    if file is not None:
        level = dict[str, str]()  # all trees of a page are asked about at the level of the first

        def asked(line: int, where: PositionSpec) -> AnyTree:
            source, tree = _asked({**rules, **level}, f"line {line}", where)
            level["level"] = tree.level if isinstance(tree, Exercise) else LEVEL
            return source, tree

        yield from tree_lines(file, asked, seed, wanted)
        return
    shape = f" ({', '.join(f'{key}={value}' for key, value in settings.items())})" if settings else ""
    for where, found in islice(random_trees(seed, settings, rules, feature), wanted or 0):
        yield _asked(rules, f"seed {found}{shape}", where)


def random_trees(
    seed: int, settings: Mapping[str, str], rules: Mapping[str, Any], feature: str | None
) -> Iterator[tuple[PositionSpec, int]]:
    """Yield random trees from a seed on, each with its seed, those with a `feature` if one is asked for."""
    while True:
        where = random_tree(seed, settings)
        if feature is not None:
            where, seed = with_feature(feature, where, rules["cut"], rules["fail"], rules["bounds"])
        yield where, seed
        seed += 1


def _asked(rules: Mapping[str, Any], source: str, where: PositionSpec) -> AnyTree:
    run = Run(Recipe(checked_tree(where), usual_search(where)))
    if (plies := max(map(len, run.all_paths()))) > MOST_PLIES:
        raise InputError(f"the tree has {plies:,} plies; a page shows at most {MOST_PLIES}")
    if rules["level"] == LEVEL:
        return source, ByHand(recipe_by_hand(where, **{key: rules[key] for key in rules if key != "level"}))
    return source, Exercise(where, **rules)
