"""The flags of a search: one for each option, how they are read, and which were given and do nothing."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

import rich_click as click

from games import AnyPosition
from visualizer.apps.cli.common_options import PANELS, Decorator
from visualizer.apps.cli.messages import note
from visualizer.apps.cli.values import value_of
from visualizer.searching.algorithms import all_options, options_of
from visualizer.searching.recipe import PositionSpec, Recipe, SearchSpec, texts_of
from visualizer.searching.run import Run
from visualizer.searching.search_options import ALGORITHM, QUESTION, SearchOption, written


def flag_of(option: SearchOption) -> Decorator:
    """Make the flag of a search's option; that of an algorithm's own is offered wherever searches are."""
    about, panel = option.sentence(), PANELS[1]
    if option.is_switch:
        return click.option(f"--{option.key}/--no-{option.key}", option.name, default=None, help=about, panel=panel)
    names = filter(None, (option.short, f"--{option.key}"))
    return click.option(*names, option.name, type=value_of(option), help=about, panel=panel)


SEARCH: tuple[Decorator, ...] = tuple(map(flag_of, all_options().values()))


def read_search(values: dict[str, Any], base: SearchSpec | None = None) -> SearchSpec:
    """Take the options of a search out of a command's values; what is not given is as in `base`.

    The algorithm may be a whole search in one word, in which the other options then change what they name. Another
    algorithm than that of `base` takes over what it has a use for.
    """
    given = {name: written(value) for name in all_options() if (value := values.pop(name, None)) is not None}
    word, base = given.pop(ALGORITHM.name, None), base or SearchSpec()
    if word is not None:
        texts = texts_of(word)
        if base.algorithm != texts[ALGORITHM.name]:
            known = {option.name for option in options_of(texts[ALGORITHM.name])} - {ALGORITHM.name}
            base = SearchSpec().given({name: text for name, text in base.changes().items() if name in known})
        base = base.typing(texts).having(texts)
    return base.typing(given)


def note_unused(searches: Sequence[tuple[SearchSpec, SearchSpec]]) -> None:
    """Say on standard error which options were given and do nothing; each search is as asked for, and as it is run."""
    for line in unused_lines(searches):
        note(line)


def note_idle(where: PositionSpec, searches: Iterable[SearchSpec], root: AnyPosition | None = None) -> None:
    """Say which options of searches were given and do nothing in a position, as `note_unused`."""
    note_unused([(search, Run(Recipe(where, search), root).recipe.search) for search in searches])


def unused_lines(searches: Sequence[tuple[SearchSpec, SearchSpec]]) -> list[str]:
    """Return sentences about what was given and does nothing.

    Of several searches that were given the same, it is enough that one depends on it, unless it is part of what is
    asked, as the depth is: then each that does not is named. A search that is run several times, say in several games,
    depends on what any of these runs depends on.

    >>> unused_lines([(SearchSpec("tutorial-bot", depth=5, cut=">"), SearchSpec("tutorial-bot", depth=2)),
    ...               (SearchSpec(depth=5, cut=">"), SearchSpec(depth=5, cut=">"))])
    ['no effect on tutorial-bot: -d 5']
    """
    asked: dict[SearchSpec, set[str]] = {}
    for search, used in searches:
        lost = set(search.unused(used))
        asked[search] = asked.get(search, lost) & lost
    given: dict[tuple[str, str], list[tuple[str, bool]]] = {}
    for search, lost in asked.items():
        for name, text in search.changes().items():
            given.setdefault((name, text), []).append((search.algorithm, name in lost))
    lines: dict[str, list[str]] = {}
    for (name, text), by in given.items():
        idle = [algorithm for algorithm, lost in by if lost]
        if not idle or (len(idle) < len(by) and name not in QUESTION):
            continue
        everywhere = "this search" if len(asked) == 1 else "these searches"
        who = everywhere if len(idle) == len(asked) else " and ".join(dict.fromkeys(idle))
        lines.setdefault(who, []).extend(all_options()[name].words(text))
    return [f"no effect on {who}: {' '.join(words)}" for who, words in lines.items()]
