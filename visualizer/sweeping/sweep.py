"""Sweeps: many positions, depths and searches at once, on all processors or on any executor.

>>> tasks = plan(["tree"], depths=[1, 2], searches=["minimax", "alpha-beta"])
>>> rows = sweep(tasks, processes=1)
>>> rows[3]["name"], rows[3]["search"], rows[3]["depth"], rows[3]["nodes"], rows[3]["minimum_nodes"]
('aima-5.2', 'alpha-beta', '2', 11, 9)

`executor` may be any of `concurrent.futures`, and so a cluster's (of Dask, MPI, Ray or Parsl), wherever this program is
installed: a task is words and numbers, and so are its rows.

>>> from concurrent.futures import ThreadPoolExecutor
>>> with ThreadPoolExecutor(2) as executor:
...     rows == sweep(tasks, executor=executor) or [row["nodes"] for row in sweep(tasks, executor=executor)][:4]
[4, 4, 13, 11]

Without one, processes are started that import the script they come from, as all do that Python starts afresh: keep what
it does under `if __name__ == "__main__":`.
"""

from collections.abc import Mapping, Sequence
from concurrent.futures import Executor
from dataclasses import replace
from os import PathLike

from games import never
from visualizer.algorithms import algorithm
from visualizer.comparison.compare import DEFAULT
from visualizer.errors import InputError
from visualizer.lookup import load_game, resolve
from visualizer.plugins.source import Source, by_hand
from visualizer.recipe import Recipe, SearchSpec
from visualizer.run import Run
from visualizer.search_options import read_depth
from visualizer.sweeping.positions import NamedPosition, named_positions
from visualizer.sweeping.task_file import Progress, do_into
from visualizer.sweeping.tasks import COLUMNS, ResultRow, Results, Task, work

__all__ = ["COLUMNS", "ResultRow", "Task", "plan", "sweep", "work"]


def plan(
    games: Sequence[str],
    positions: str | Sequence[str] = "presets",
    depths: str | Sequence[int | str] | None = None,
    searches: Sequence[str | SearchSpec] = DEFAULT,
    *,
    base: SearchSpec | None = None,
    settings: Mapping[str, object] | None = None,
    seeds: int = 1,
) -> list[Task]:
    """Return the tasks of a sweep: for each game each position, for each position each depth.

    Each search by random games is made with so many `seeds`, from its own on.

    `positions` is `presets`, `random:N`, `random:N:PLIES` or the name of a file, or several of these; `depths` are
    plies, `all`, or a text such as `1-4`, by default the game's own. What a search in the grammar leaves out is as in
    `base`, whose seed also draws the positions. InputError says what is wrong, before anything is searched.
    """
    base = base or SearchSpec()
    by_hand(*games)
    asked = [SearchSpec.typed(text, base) if isinstance(text, str) else text for text in searches]
    kinds = [positions] if isinstance(positions, str) else positions
    limits = read_depths(depths) if isinstance(depths, str) else [read_depth(str(depth)) for depth in depths or ()]
    for search in asked:
        if search.depth is not None:
            raise InputError(f"the search {search.to_spec()!r} has a depth of its own; the depths are the same for all")
    specs = [search.to_spec() for search in asked]
    named = {"game": games, "search": specs, "kind of positions": kinds, "depth": [str(limit) for limit in limits]}
    for what, names in named.items():
        _no_twins(what, names)
    asked = [each for search in asked for each in with_seeds(search, seeds)]
    if not (games and kinds and asked):
        raise InputError("a sweep needs a game, a kind of positions and a search at least")
    given = {key: str(value) for key, value in (settings or {}).items()}
    tasks: list[Task] = []
    for game in games:
        places = [place for kind in kinds for place in named_positions(game, kind, given, base.seed)]
        places = [place for place in places if can_search(asked, place)] or places
        depths = limits or [load_game(game).depth or "all"]
        tried = False
        for place in places:
            found = [Task(place, tuple(replace(search, depth=depth) for search in asked)) for depth in depths]
            for search in found[0].searches if not tried else ():
                Run(Recipe(place.where, search))  # so that a search that cannot be made ready is refused at once
            tasks += found
            tried = True
    return tasks


def can_search(searches: Sequence[SearchSpec], place: NamedPosition) -> bool:
    """Return whether all searches can search a position: with chance in play some cannot, and it is left out."""
    if load_game(place.where.game).chance is never:
        return True
    game, root = resolve(place.where)
    named = [algorithm(search.algorithm) for search in searches if not Source.of(search.algorithm).is_user_search]
    return all(each.chance for each in named) or not game.chance(root)


def with_seeds(search: SearchSpec, seeds: int) -> list[SearchSpec]:
    """Return a search by random games with several seeds; another as it is, since it would do the same again.

    >>> [each.to_spec() for each in with_seeds(SearchSpec("mcts", seed=4), 2)]
    ['mcts,seed=4', 'mcts,seed=5']
    """
    if Source.of(search.algorithm).is_user_search or not algorithm(search.algorithm).samples:
        return [search]
    return [replace(search, seed=search.seed + number) for number in range(seeds)]


def read_depths(text: str) -> list[int | str]:
    """Read depths: plies, from-to, `all`, or several with commas between; InputError names what is none of these.

    >>> read_depths("1-3,6"), read_depths("all")
    ([1, 2, 3, 6], ['all'])
    """
    depths: list[int | str] = []
    for part in text.split(","):
        low, dash, high = part.strip().partition("-")
        first, last = read_depth(low), read_depth(high) if dash else read_depth(low)
        if isinstance(first, str) or isinstance(last, str):
            depths.append(read_depth(part.strip()))
        elif first > last:
            raise InputError(f"the depths {part.strip()!r} go down; write the smaller one first")
        else:
            depths += range(first, last + 1)
    return depths


def _no_twins(what: str, names: Sequence[str]) -> None:
    for place, name in enumerate(names):
        if name in names[:place]:
            raise InputError(f"the {what} {name!r} is named twice; name different ones")


def sweep(
    tasks: Sequence[Task],
    *,
    file: str | PathLike[str] | None = None,
    resume: bool = False,
    force: bool = False,
    executor: Executor | None = None,
    processes: int | None = None,
    progress: Progress | None = None,
) -> list[ResultRow]:
    """Do the tasks, by default on every processor, and return their rows in order.

    With `file` the rows are appended to it as they come, and what has come stays there, whatever ends the sweep. With
    `resume` only those tasks are done that are not in the file yet, and only their rows are returned; with `force` a
    file that is there is begun anew; without either, InputError says that it is there.
    """
    results = None if file is None else Results(file, tasks, resume=resume, force=force)
    found: dict[int, list[ResultRow]] = {}
    do_into(results, tasks, work, found, progress, executor, processes)
    return [row for _, rows in sorted(found.items()) for row in rows]
