"""Sweeps: many positions, depths and searches at once, on all processors or on any executor.

>>> tasks = plan_sweep(["tree"], depths=[1, 2], searches=["minimax", "alpha-beta"])
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

import csv
import io
import random
from collections.abc import Hashable, Iterable, Iterator, Mapping, Sequence
from concurrent.futures import Executor
from dataclasses import dataclass, replace
from itertools import accumulate
from os import PathLike
from pathlib import Path
from typing import Any
from zlib import crc32

from games import AnyPosition, Game
from visualizer.explaining.comparison.compare import USUAL_COMPARISON, Comparison, compare
from visualizer.explaining.measures.summary import SearchResult
from visualizer.play.sweeping.long_work import (
    HEADER_TASK,
    ProgressListener,
    TaskFile,
    TaskSpans,
    do_tasks_into,
)
from visualizer.searching.algorithms import algorithm
from visualizer.searching.lookup import game_settings, load_game, preset_of, resolve_position
from visualizer.searching.recipe import PositionSpec, Recipe, SearchSpec
from visualizer.searching.run import Run
from visualizer.searching.search_options import count_reader, read_depth
from visualizer.support.errors import InputError, as_input_error, read_text
from visualizer.support.plugins.discovery import (
    PlugInSource,
    read_game_settings,
    trust_named_by_hand,
)

ALL_PRESETS = "presets"
RANDOM_PREFIX = "random:"
USUAL_RANDOM_PLIES = 12
"""Plies from the start to a random position, by default."""
MAX_RANDOM_TRIES = 100
MAX_RANDOM_POSITIONS = 100_000


@dataclass(frozen=True, slots=True)
class NamedPosition:
    """A position of a sweep: its name there, and what names it, with every setting."""

    name: str
    where: PositionSpec


def named_positions(
    game_name: str, positions: str, settings: Mapping[str, str], seed: int
) -> list[NamedPosition]:
    """Return the positions of a game that `presets`, `random:N`, `random:N:PLIES` or a file's name stands for.

    InputError says what is wrong, for a file with the number of the line.
    """
    game = load_game(game_name)
    if positions == ALL_PRESETS:
        wheres = (
            (preset.name, PositionSpec(game_name, preset.name, "", settings))
            for preset in game.presets
        )
        return [NamedPosition(name, in_game_notation(where)) for name, where in wheres]
    if positions.startswith(RANDOM_PREFIX):
        return [*_random_positions(game_name, game, positions, settings, seed)]
    return [*_positions_from_file(game_name, positions, settings)]


def in_game_notation(where: PositionSpec) -> PositionSpec:
    """Return the same position in the game's own notation, with the settings that a preset brings.

    A tree that was grown from settings stays as it was asked for: the settings say it all, and shorter.
    """
    game, position = resolve_position(where)
    settings = game_settings(game, where)
    text = position.text()
    try:
        game.read(text, read_game_settings(game, settings))
    except ValueError:
        preset = preset_of(game, where)
        return PositionSpec(where.game, preset.text if preset else where.position, "", settings)
    return PositionSpec(where.game, text, "", settings)


def _positions_from_file(
    game_name: str, file: str, settings: Mapping[str, str]
) -> Iterator[NamedPosition]:
    """Read one notation a line, the name of a preset too; `#` begins a comment, at the start or behind a space."""
    allowed = f"; allowed: {ALL_PRESETS}, {RANDOM_PREFIX}N, {RANDOM_PREFIX}N:PLIES, FILE"
    text = read_text(file, f"the positions {file!r:.80}", allowed)
    name = Path(file).name
    empty = True
    for number, line in enumerate(text.split("\n"), 1):
        notation = f" {line}".split(" #", 1)[0].strip()
        if not notation:
            continue
        empty = False
        with as_input_error(f"line {number} of {file}: "):
            yield NamedPosition(
                f"{name}:{number}",
                in_game_notation(PositionSpec(game_name, notation, "", settings)),
            )
    if empty:
        raise InputError(f"the file {file!r:.80} has no position; write one per line")


def _random_positions(
    game_name: str, game: Game, asked: str, settings: Mapping[str, str], seed: int
) -> Iterator[NamedPosition]:
    """Draw positions: the same for the same seed, and fewer are the first of more.

    A game whose start is drawn by a setting `seed`, as a random tree is, has the seeds from `seed` on.
    """
    many, colon, after = asked.removeprefix(RANDOM_PREFIX).partition(":")
    count = count_reader("the number of random positions", 1, MAX_RANDOM_POSITIONS)(many)
    if colon:
        plies = count_reader("the number of random plies", 0)(after)
    else:
        plies = None
    if any(option.name == "seed" for option in game.options):
        if plies is not None or "seed" in settings:
            raise InputError(
                f"{asked!r}: {game.name} takes its seeds from --seed on; write only {RANDOM_PREFIX}N"
            )
        for number in range(count):
            where = PositionSpec(game_name, None, "", {**settings, "seed": str(seed + number)})
            yield NamedPosition(f"random {number + 1}", in_game_notation(where))
        return
    with as_input_error():
        start = game.start(read_game_settings(game, dict(settings)))
    seen: set[Hashable] = set()
    for number in range(count):
        dice = random.Random(f"{game.name} {seed} {number}")
        text = _random_playout_position(
            start, USUAL_RANDOM_PLIES if plies is None else plies, dice, seen
        ).text()
        yield NamedPosition(
            f"random {number + 1}", in_game_notation(PositionSpec(game_name, text, "", settings))
        )


def _random_playout_position(
    start: AnyPosition, plies: int, dice: random.Random, seen: set[Hashable]
) -> AnyPosition:
    """Return a position so many random plies from the start, in which the game goes on.

    A playout that ends sooner, or comes to a position drawn before, is played again; where that does not help, as in
    small games, the position is one from the middle of the last playout.
    """
    line: list[AnyPosition] = []
    for _ in range(MAX_RANDOM_TRIES):
        line = [start]
        while len(line) <= plies and line[-1].outcome() is None:
            moves = line[-1].moves()
            line.append(line[-1].play(moves[dice.randrange(len(moves))]))
        if len(line) > plies and line[-1].outcome() is None and line[-1].key() not in seen:
            seen.add(line[-1].key())
            return line[-1]
    return line[(len(line) - 1) // 2]


RESULT_COLUMNS = (
    "game",
    "name",
    "position",
    "settings",
    "depth",
    "search",
    "algorithm",
    "ordering",
    "evaluation",
    "value",
    "best_move",
    "nodes",
    "leaves",
    "cutoffs",
    "pruned",
    "ordering_nodes",
    "complete",
    "seconds",
    "minimum_nodes",
    "minimum_leaves",
    "iterations",
    "right",
    "check",
)
"""The columns of the results. The minimum is the least that any order could visit, with a full window and cutting at
>=; `right` says whether the best move is one of those that minimax finds best. Both are known where minimax has
finished. `iterations` is how many random games a search by samples has played. `complete` is `refused`, and
nothing else is known, where a search cannot search the game. `check` is the CRC-32 of the other cells, but for the
seconds, so that the same search has the same; by it --resume sees a row that is not as it was written."""

TASK_COLUMNS = RESULT_COLUMNS[:6]
"""The columns that say what was asked for; in every row of a sweep they are different."""

REFUSED_RESULT = "refused"

ResultKey = tuple[str, ...]
ResultRow = dict[str, Any]


@dataclass(frozen=True, slots=True)
class SweepTask:
    """A position and the searches of it, all to the same depth.

    It is made of words and numbers only, so it can be sent to another process or machine.
    """

    position: NamedPosition
    searches: tuple[SearchSpec, ...]

    def asked(self) -> list[ResultKey]:
        """Return the first columns of each row, known before anything is searched."""
        where = self.position.where
        settings = " ".join(f"{key}={value}" for key, value in where.settings.items())
        place = (where.game, self.position.name, where.position or "", settings)
        return [
            (*place, str(search.depth), replace(search, depth=None).to_spec())
            for search in self.searches
        ]


def do_sweep_task(task: SweepTask) -> list[ResultRow]:
    """Do a task; return its rows. InputError names the position if two searches contradict each other."""
    try:
        found = compare(task.position.where, task.searches, lambda recipe: Run(recipe).finish())
    except InputError as error:
        raise InputError(f"{task.position.where.game}, {task.position.name}: {error}") from error
    return [
        _result_row(asked, search, found)
        for asked, search in zip(task.asked(), found.searches, strict=True)
    ]


def _result_row(asked: ResultKey, found: SearchResult, among: Comparison) -> ResultRow:
    """Return a row in the order of the columns; what is not known is None."""
    said = found.as_object()
    if found.refused:
        known = {
            **{name: said[name] for name in ("algorithm", "ordering", "evaluation")},
            "complete": REFUSED_RESULT,
        }
    else:
        least = among.minimum
        best = among.best_moves
        known = {**said, "right": None if best is None else found.best_move in best}
        if least is None:
            known |= {}
        else:
            known |= {"minimum_nodes": least.nodes, "minimum_leaves": least.leaves}
    known |= zip(TASK_COLUMNS, asked, strict=True)
    row = {column: known.get(column) for column in RESULT_COLUMNS}
    return row | {"check": _row_checksum(map(_csv_cell, row.values()))}


def _csv_lines(rows: Iterable[Iterable[Any]]) -> bytes:
    text = io.StringIO()
    csv.writer(text, lineterminator="\n").writerows([map(_csv_cell, row) for row in rows])
    return text.getvalue().encode()


def _csv_cell(value: Any) -> str:
    """Write a value: nothing for None, `true` and `false` as in JSON, a lone surrogate as in a file's name escaped."""
    if value is None:
        text = ""
    elif isinstance(value, bool):
        text = str(value).lower()
    else:
        text = str(value)
    return text.encode("utf-8", "backslashreplace").decode()


def _row_checksum(cells: Iterable[str]) -> int:
    """Return the check of a row's cells; a spreadsheet leaves a whole number as it is."""
    steady = (
        cell
        for column, cell in zip(RESULT_COLUMNS, cells, strict=True)
        if column not in ("seconds", "check")
    )
    return crc32("\0".join(steady).encode())


class SweepResults(TaskFile):
    """A file of results while a sweep appends to it; between two calls it ends with a whole row."""

    header = _csv_lines([RESULT_COLUMNS])

    def __init__(
        self,
        path: str | PathLike[str],
        tasks: Sequence[SweepTask],
        *,
        resume: bool = False,
        force: bool = False,
    ) -> None:
        """Begin a new file, or take up an old one; as a `TaskFile`."""
        self._tasks = tasks
        searches = (
            (task.position.where.game, search) for task in tasks for search in task.searches
        )
        super().__init__(path, searches, resume=resume, force=force)

    def add(self, number: int, given: Sequence[ResultRow]) -> None:
        """Append the rows of a task."""
        self.append(number, _csv_lines(map(dict.values, given)))

    def read(self, data: bytes) -> TaskSpans:
        """Return the tasks that are complete; InputError if the file belongs to another sweep."""
        tasks = [[tuple(map(_csv_cell, key)) for key in task.asked()] for task in self._tasks]
        numbers = {asked[0]: number for number, asked in enumerate(tasks)}
        rows = self._rows(data)
        _, end = next(rows, ((), 0))
        if not end:
            raise self.another("its columns are not those of a sweep")
        done = {HEADER_TASK: (0, end)}
        for first, first_end in rows:
            number = numbers.get(first[: len(TASK_COLUMNS)])
            if number is None or number in done:
                what = f"{first[0]}, {first[1]}, depth {first[4]}, {first[5]}"
                raise self.another(
                    f"its row for {what} {'was not asked for' if number is None else 'is there twice'}"
                )
            begin = end
            end = first_end
            for expected in tasks[number][1:]:
                row, end = next(rows, ((), 0))
                if not row:
                    return done
                if row[: len(TASK_COLUMNS)] != expected:
                    raise self.another(f"{first[0]}, {first[1]} was searched in other ways")
            done[number] = (begin, end)
        return done

    def _rows(self, data: bytes) -> Iterator[tuple[ResultKey, int]]:
        """Yield the header and each whole row, with the number of bytes up to its end."""
        try:
            lines = [line.decode() for line in io.BytesIO(data[: data.rfind(b"\n") + 1])]
        except UnicodeDecodeError as error:
            raise self.another("it is not a text file") from error
        ends = [*accumulate((len(line.encode()) for line in lines), initial=0)]
        reader = csv.reader(lines)
        for number, row in enumerate(reader):
            last = reader.line_num == len(lines)
            if not number and tuple(row) != RESULT_COLUMNS:
                raise self.another("its columns are not those of a sweep")
            if number and len(row) == len(RESULT_COLUMNS) and row[-1] != str(_row_checksum(row)):
                damaged = f"its line {reader.line_num:,} does not match its checksum in the column 'check'"
                raise InputError(
                    f"{self.path!r} is damaged, so --resume cannot continue it: {damaged}"
                )
            if len(row) == len(RESULT_COLUMNS):
                yield tuple(row), ends[reader.line_num]
            elif not last:
                raise self.another(
                    f"its line {reader.line_num:,} has {len(row)} fields, not {len(RESULT_COLUMNS)}"
                )


def plan_sweep(
    games: Sequence[str],
    positions: str | Sequence[str] = "presets",
    depths: str | Sequence[int | str] | None = None,
    searches: Sequence[str | SearchSpec] = USUAL_COMPARISON,
    *,
    base: SearchSpec | None = None,
    settings: Mapping[str, object] | None = None,
    seeds: int = 1,
) -> list[SweepTask]:
    """Return the tasks of a sweep: for each game each position, for each position each depth.

    Each search by random games is made with so many `seeds`, from its own on.

    `positions` is `presets`, `random:N`, `random:N:PLIES` or the name of a file, or several of these; `depths` are
    plies, `all`, or a text such as `1-4`, by default the game's own. What a search in the grammar leaves out is as in
    `base`, whose seed also draws the positions. InputError says what is wrong, before anything is searched.
    """
    base = base or SearchSpec()
    trust_named_by_hand(*games)
    asked = [SearchSpec.typed(text, base) if isinstance(text, str) else text for text in searches]
    kinds = [positions] if isinstance(positions, str) else positions
    if isinstance(depths, str):
        limits = read_depths(depths)
    else:
        limits = [read_depth(str(depth)) for depth in depths or ()]
    for search in asked:
        if search.depth is not None:
            raise InputError(
                f"the search {search.to_spec()!r} has its own depth; all searches share the same depths"
            )
    specs = [search.to_spec() for search in asked]
    named = {
        "game": games,
        "search": specs,
        "kind of positions": kinds,
        "depth": [str(limit) for limit in limits],
    }
    for what, names in named.items():
        for number, name in enumerate(names):
            if name in names[:number]:
                raise InputError(f"the {what} {name!r} is named twice; choose two different ones")
    asked = [each for search in asked for each in with_seeds(search, seeds)]
    if not (games and kinds and asked):
        raise InputError("a sweep needs at least a game, a kind of positions and a search")
    given = {key: str(value) for key, value in (settings or {}).items()}
    tasks: list[SweepTask] = []
    for game in games:
        places = [
            place for kind in kinds for place in named_positions(game, kind, given, base.seed)
        ]
        places = [place for place in places if can_search(asked, place)] or places
        depths = limits or [load_game(game).depth or "all"]
        tried = False
        for place in places:
            found = [
                SweepTask(place, tuple(replace(search, depth=depth) for search in asked))
                for depth in depths
            ]
            for search in found[0].searches if not tried else ():
                Run(
                    Recipe(place.where, search)
                )  # so that a search that cannot be made ready is refused at once
            tasks += found
            tried = True
    return tasks


def can_search(searches: Sequence[SearchSpec], place: NamedPosition) -> bool:
    """Return whether all searches can search a position: with chance in play some cannot, and it is left out."""
    named = [
        algorithm(search.algorithm)
        for search in searches
        if not PlugInSource.of(search.algorithm).is_user_search
    ]
    if all(each.chance for each in named):
        return True
    game, root = resolve_position(place.where)
    return not game.chance(root)


def with_seeds(search: SearchSpec, seeds: int) -> list[SearchSpec]:
    """Return a search by random games with several seeds; another as it is, since it would do the same again.

    >>> [each.to_spec() for each in with_seeds(SearchSpec("mcts", seed=4), 2)]
    ['mcts,seed=4', 'mcts,seed=5']
    """
    if PlugInSource.of(search.algorithm).is_user_search:
        return [search]
    return [
        replace(search, seed=seed)
        for seed in algorithm(search.algorithm).style.seeds(search.seed, seeds)
    ]


def read_depths(text: str) -> list[int | str]:
    """Read depths: plies, from-to, `all`, or several with commas between; InputError names what is none of these.

    >>> read_depths("1-3,6"), read_depths("all")
    ([1, 2, 3, 6], ['all'])
    """
    depths: list[int | str] = []
    for part in text.split(","):
        low, dash, high = part.strip().partition("-")
        first = read_depth(low)
        if dash:
            last = read_depth(high)
        else:
            last = read_depth(low)
        if isinstance(first, str) or isinstance(last, str):
            depths.append(read_depth(part.strip()))
        elif first > last:
            raise InputError(
                f"the depths {part.strip()!r} run backwards; put the smaller one first"
            )
        else:
            depths += range(first, last + 1)
    return depths


def sweep(
    tasks: Sequence[SweepTask],
    *,
    file: str | PathLike[str] | None = None,
    resume: bool = False,
    force: bool = False,
    executor: Executor | None = None,
    processes: int | None = None,
    progress: ProgressListener | None = None,
) -> list[ResultRow]:
    """Do the tasks, by default on every processor, and return their rows in order.

    With `file` the rows are appended to it as they come, and what has come stays there, whatever ends the sweep. With
    `resume` only those tasks are done that are not in the file yet, and only their rows are returned; with `force` a
    file that is there is begun anew; without either, InputError says that it is there.
    """
    if file is None:
        results = None
    else:
        results = SweepResults(file, tasks, resume=resume, force=force)
    found: dict[int, list[ResultRow]] = {}
    do_tasks_into(results, tasks, do_sweep_task, found, progress, executor, processes)
    return [row for _, rows in sorted(found.items()) for row in rows]
