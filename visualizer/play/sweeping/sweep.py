"""Sweeps: many positions, depths and searches at once, on all processors or on any executor.

>>> tasks = plan_sweep(["tree"], depths=[1, 2], searches=["minimax", "alpha-beta"])
>>> rows = sweep(tasks, processes=1)
>>> rows[3]["name"], rows[3]["search"], rows[3]["depth"], rows[3]["nodes"], rows[3]["minimum_nodes"]
('aima-5.2', 'alpha-beta', '2', 11, 9)

`executor` may be any of `concurrent.futures`, or a cluster's (Dask, MPI, Ray, Parsl) where this
program is installed: tasks and rows are words and numbers only, so they can be sent anywhere.

>>> from concurrent.futures import ThreadPoolExecutor
>>> with ThreadPoolExecutor(2) as executor:
...     [row["nodes"] for row in sweep(tasks, executor=executor)][:4]
[4, 4, 13, 11]

Without an executor, processes are started that import the calling script, as Python's processes do:
keep the script's work under `if __name__ == "__main__":`.
"""

import csv
import io
import random
from collections.abc import Hashable, Iterable, Iterator, Mapping, Sequence
from concurrent.futures import Executor
from dataclasses import dataclass, replace
from itertools import accumulate, chain
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
    do_missing_tasks,
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
    trust_typed_names,
)

ALL_PRESETS = "presets"
RANDOM_PREFIX = "random:"
USUAL_RANDOM_PLIES = 12
"""Plies from the start to a random position, by default."""
MAX_RANDOM_TRIES = 100
MAX_RANDOM_POSITIONS = 100_000


@dataclass(frozen=True, slots=True)
class NamedPosition:
    """A position of a sweep: its name in the results, and its specification with every setting."""

    name: str
    where: PositionSpec


def named_positions(
    game_name: str, positions: str, settings: Mapping[str, str], seed: int
) -> list[NamedPosition]:
    """Return the positions of a game that `positions` specifies.

    `presets` stands for all presets of the game, `random:N` or `random:N:PLIES` for N random
    positions. Anything else is the name of a file with a position on each line. InputError, with
    the line number in a file, if something is wrong.
    """
    game = load_game(game_name)
    if positions == ALL_PRESETS:
        named = []
        for preset in game.presets:
            where = PositionSpec(game_name, preset.name, "", settings)
            named.append(NamedPosition(preset.name, without_preset_and_moves(where)))
        return named
    if positions.startswith(RANDOM_PREFIX):
        return list(_random_positions(game_name, game, positions, settings, seed))
    return list(_positions_from_file(game_name, positions, settings))


def without_preset_and_moves(where: PositionSpec) -> PositionSpec:
    """Return the same position, specified by every setting and, if possible, by its notation.

    A random tree has no notation that can be read together with its settings. It keeps the notation
    in `where` or in its preset, which is None if the settings alone specify the tree.
    """
    game, position = resolve_position(where)
    settings = game_settings(game, where)
    notation: str | None = position.text()
    try:
        game.read(position.text(), read_game_settings(game, settings))
    except ValueError:
        # The position is a random tree.
        notation = where.position
        preset = preset_of(game, where)
        if preset:
            notation = preset.text
    return PositionSpec(where.game, notation, "", settings)


def _positions_from_file(
    game_name: str, file: str, settings: Mapping[str, str]
) -> Iterator[NamedPosition]:
    """Yield the positions of a file, which has a position or the name of a preset on each line.

    A comment begins with `#`, at the beginning of a line or after a space.
    """
    allowed = f"; allowed: {ALL_PRESETS}, {RANDOM_PREFIX}N, {RANDOM_PREFIX}N:PLIES, FILE"
    text = read_text(file, f"the positions {file!r:.80}", allowed)
    name = Path(file).name
    empty = True
    for number, line in enumerate(text.split("\n"), 1):
        # The space in front makes a `#` at the beginning of the line a comment too.
        notation = f" {line}".split(" #", 1)[0].strip()
        if not notation:
            continue
        empty = False
        where = PositionSpec(game_name, notation, "", settings)
        with as_input_error(f"line {number} of {file}: "):
            yield NamedPosition(f"{name}:{number}", without_preset_and_moves(where))
    if empty:
        raise InputError(f"the file {file!r:.80} has no position; write one per line")


def _random_positions(
    game_name: str, game: Game, positions: str, settings: Mapping[str, str], seed: int
) -> Iterator[NamedPosition]:
    """Yield the random positions that `positions` specifies: `random:N` or `random:N:PLIES`.

    With the same seed, a smaller N gives the first positions of a larger N. In a game that has a
    setting `seed`, such as random trees, the positions are the starts of games with the seeds
    `seed`, `seed + 1` and so on.
    """
    count_text, colon, plies_text = positions.removeprefix(RANDOM_PREFIX).partition(":")
    count = count_reader("the number of random positions", 1, MAX_RANDOM_POSITIONS)(count_text)
    plies = USUAL_RANDOM_PLIES
    if colon:
        plies = count_reader("the number of random plies", 0)(plies_text)

    beginning = PositionSpec(game_name, None, "", settings)
    if any(option.name == "seed" for option in game.options):
        if colon or "seed" in settings:
            raise InputError(
                f"{positions!r}: {game.name} takes its seeds from --seed on; "
                f"write only {RANDOM_PREFIX}N"
            )
        specs = _seeded_beginnings(beginning, count, seed)
    else:
        specs = _random_playouts(game, beginning, count, plies, seed)
    for number, where in enumerate(specs, 1):
        yield NamedPosition(f"random {number}", without_preset_and_moves(where))


def _seeded_beginnings(beginning: PositionSpec, count: int, seed: int) -> Iterator[PositionSpec]:
    """Yield the beginnings of a game with consecutive seeds."""
    for number in range(count):
        seeded = {**beginning.settings, "seed": str(seed + number)}
        yield replace(beginning, settings=seeded)


def _random_playouts(
    game: Game,
    beginning: PositionSpec,
    count: int,
    plies: int,
    seed: int,
) -> Iterator[PositionSpec]:
    """Yield `count` positions, each after `plies` random moves from the beginning of a game."""
    with as_input_error():
        start = game.start(read_game_settings(game, dict(beginning.settings)))
    drawn: set[Hashable] = set()
    for number in range(count):
        # Each position has its own random generator, so that the first positions are the same for
        # every count.
        dice = random.Random(f"{game.name} {seed} {number}")
        position = _random_playout_position(start, plies, dice, drawn)
        yield replace(beginning, position=position.text())


def _random_playout_position(
    start: AnyPosition, plies: int, dice: random.Random, drawn: set[Hashable]
) -> AnyPosition:
    """Draw a position after `plies` random moves, in which the game is not over.

    Try random games until the position is not in `drawn` yet, and add it. If all tries fail, as in
    small games, return the position in the middle of the last random game.
    """
    positions = [start]
    for _ in range(MAX_RANDOM_TRIES):
        positions = _random_playout(start, plies, dice)
        last = positions[-1]
        # The start comes before the positions after each ply.
        is_long_enough = len(positions) > plies and last.outcome() is None
        if is_long_enough and last.key() not in drawn:
            drawn.add(last.key())
            return last
    return positions[(len(positions) - 1) // 2]


def _random_playout(start: AnyPosition, plies: int, dice: random.Random) -> list[AnyPosition]:
    """Return the positions of a random game: its start, and the position after each ply.

    There are fewer than `plies` plies if the game ends sooner.
    """
    position = start
    positions = [start]
    while len(positions) <= plies and position.outcome() is None:
        moves = position.moves()
        position = position.play(moves[dice.randrange(len(moves))])
        positions.append(position)
    return positions


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
"""The columns of the results, in order.

`minimum_nodes` and `minimum_leaves` are what alpha-beta visits with the best possible move
ordering, a full window and cutoffs at >=. `right` says whether the best move is one of minimax's
best moves. These three need a finished minimax. `iterations` is the number of random games. For a
search that cannot search the game, `complete` is `refused`, and the columns after it are empty.
`check` is the CRC-32 of all other cells except the seconds: equal searches have equal checks, and
--resume notices a damaged row.
"""

TASK_COLUMNS = RESULT_COLUMNS[:6]
"""The columns that say what was searched; together they are different in every row of a sweep."""

REFUSED_RESULT = "refused"

ResultKey = tuple[str, ...]
"""The cells of a row, or only its task columns."""
ResultRow = dict[str, Any]
"""The values of a row by column."""

NO_ROW: tuple[ResultKey, int] = ((), 0)
"""What `next` returns instead of a row and its end, after the last row of a file."""


@dataclass(frozen=True, slots=True)
class SweepTask:
    """A position and the searches of it, all to the same depth.

    Made of words and numbers only, so a task can be sent to another process or machine.
    """

    position: NamedPosition
    searches: tuple[SearchSpec, ...]

    def row_keys(self) -> list[ResultKey]:
        """Return the cells of the task columns in the row of each search."""
        where = self.position.where
        settings = " ".join(f"{key}={value}" for key, value in where.settings.items())
        place = (where.game, self.position.name, where.position or "", settings)
        keys: list[ResultKey] = []
        for search in self.searches:
            without_depth = replace(search, depth=None)
            keys.append((*place, str(search.depth), without_depth.to_spec()))
        return keys


def do_sweep_task(task: SweepTask) -> list[ResultRow]:
    """Do the searches of a task, and return a row for each search.

    InputError, with the name of the position, if two searches find different values for it.
    """
    try:
        found = compare(task.position.where, task.searches, lambda recipe: Run(recipe).finish())
    except InputError as error:
        raise InputError(f"{task.position.where.game}, {task.position.name}: {error}") from error
    pairs = zip(task.row_keys(), found.searches, strict=True)
    return [_result_row(key, result, found) for key, result in pairs]


def _result_row(key: ResultKey, result: SearchResult, comparison: Comparison) -> ResultRow:
    """Return the row of a search: a value for each column, in order, None for an unknown value.

    `key` has the cells of the task columns.
    """
    facts = result.as_object()
    if result.refused:
        known = {name: facts[name] for name in ("algorithm", "ordering", "evaluation")}
        known["complete"] = REFUSED_RESULT
    else:
        known = facts | _minimax_cells(result, comparison)
    known.update(zip(TASK_COLUMNS, key, strict=True))
    row = {column: known.get(column) for column in RESULT_COLUMNS}
    cells = map(_csv_cell, row.values())
    row["check"] = _row_checksum(cells)
    return row


def _minimax_cells(result: SearchResult, comparison: Comparison) -> ResultRow:
    """Return the columns that are known only if minimax has searched the same position."""
    cells: ResultRow = {}
    if comparison.best_moves is not None:
        cells["right"] = result.best_move in comparison.best_moves
    if comparison.minimum is not None:
        cells["minimum_nodes"] = comparison.minimum.nodes
        cells["minimum_leaves"] = comparison.minimum.leaves
    return cells


def _csv_lines(rows: Iterable[Iterable[Any]]) -> bytes:
    text = io.StringIO()
    csv.writer(text, lineterminator="\n").writerows([map(_csv_cell, row) for row in rows])
    return text.getvalue().encode()


def _csv_cell(value: Any) -> str:
    """Return a value as a cell: "" for None, `true` or `false`, or the value's text."""
    if value is None:
        return ""
    text = str(value)
    if isinstance(value, bool):
        text = text.lower()
    # File names can hold lone surrogates, which UTF-8 cannot encode.
    return text.encode("utf-8", "backslashreplace").decode()


def _row_checksum(cells: Iterable[str]) -> int:
    """Return the checksum of a row: a whole number, which spreadsheets do not reformat."""
    checked = []
    for column, cell in zip(RESULT_COLUMNS, cells, strict=True):
        # A sound row may have any time.
        if column not in ("seconds", "check"):
            checked.append(cell)
    return crc32("\0".join(checked).encode())


class SweepResults(TaskFile):
    """A file of results, in CSV, to which a sweep appends."""

    header = _csv_lines([RESULT_COLUMNS])

    def __init__(
        self,
        path: str | PathLike[str],
        tasks: Sequence[SweepTask],
        *,
        resume: bool = False,
        force: bool = False,
    ) -> None:
        """Begin a new file; with `resume` continue an existing file, with `force` replace it.

        `tasks` are all tasks of the sweep; a task's number is its index in `tasks`.
        """
        self._tasks = tasks
        names: list[str] = []
        for task in tasks:
            names.append(task.position.where.game)
            for search in task.searches:
                names += search.names()
        super().__init__(
            path,
            names,
            resume=resume,
            force=force,
        )

    def add(self, number: int, result: Sequence[ResultRow]) -> None:
        """Append the rows of a task."""
        self.append(number, _csv_lines(map(dict.values, result)))

    def read(self, data: bytes) -> TaskSpans:
        """Return where the results of each complete task are, in bytes, by the task's number.

        InputError if the file belongs to another sweep.
        """
        keys_by_task = [_keys_as_cells(task) for task in self._tasks]
        # A task is recognized by its first row.
        numbers_by_key = {keys[0]: number for number, keys in enumerate(keys_by_task)}

        rows = self._rows_with_ends(data)
        # The results begin where the header ends.
        _, begin = next(rows, NO_ROW)
        if not begin:
            raise self.foreign_file_error("its columns are not those of a sweep")
        done = {HEADER_TASK: (0, begin)}
        for first_row, first_end in rows:
            number = self._number_of_task(first_row, numbers_by_key, done)
            end = self._end_of_task(first_row, first_end, rows, keys_by_task[number])
            if end is None:
                return done
            done[number] = (begin, end)
            begin = end
        return done

    def _number_of_task(
        self, row: ResultKey, numbers_by_key: Mapping[ResultKey, int], done: TaskSpans
    ) -> int:
        """Return the number of the task that has `row` as its first row.

        `numbers_by_key` has the number of each task by the task columns of its first row.
        InputError if there is no such task, or if the task is in `done` already.
        """
        number = numbers_by_key.get(row[: len(TASK_COLUMNS)])
        if number is None:
            raise self.foreign_file_error(f"its row for {_describe_row(row)} was not asked for")
        if number in done:
            raise self.foreign_file_error(f"its row for {_describe_row(row)} is there twice")
        return number

    def _end_of_task(
        self,
        first_row: ResultKey,
        first_end: int,
        rows: Iterator[tuple[ResultKey, int]],
        keys: Sequence[ResultKey],
    ) -> int | None:
        """Read a task's rows after its first row; return where in the file they end, in bytes.

        `first_row` ends at `first_end`. `keys` has the expected task columns of all rows of the
        task. Return None if rows are missing, as when the sweep was killed. InputError if a row
        belongs to another search.
        """
        end = first_end
        for key in keys[1:]:
            row, end = next(rows, NO_ROW)
            if not row:
                return None
            if row[: len(TASK_COLUMNS)] != key:
                position = f"{first_row[0]}, {first_row[1]}"
                raise self.foreign_file_error(f"{position} was searched in other ways")
        return end

    def _rows_with_ends(self, data: bytes) -> Iterator[tuple[ResultKey, int]]:
        """Yield the header and each complete row, with the position in bytes where it ends.

        InputError if the columns are wrong, or if a row is damaged.
        """
        lines = self._whole_lines(data)
        # `ends[n]` is the position in bytes after n lines; a row with a line break has two lines.
        ends = [*accumulate((len(line.encode()) for line in lines), initial=0)]
        reader = csv.reader(lines)
        for number, row in enumerate(reader):
            is_header = number == 0
            if is_header and tuple(row) != RESULT_COLUMNS:
                raise self.foreign_file_error("its columns are not those of a sweep")
            if len(row) != len(RESULT_COLUMNS):
                # The sweep may have been killed while it wrote the last row.
                if reader.line_num == len(lines):
                    return
                raise self.foreign_file_error(
                    f"its line {reader.line_num:,} has {len(row)} fields, not {len(RESULT_COLUMNS)}"
                )
            if not is_header:
                self._verify_checksum(row, reader.line_num)
            yield tuple(row), ends[reader.line_num]

    def _whole_lines(self, data: bytes) -> list[str]:
        """Return the lines of a file with their line breaks, except an unfinished last line."""
        whole_lines = data[: data.rfind(b"\n") + 1]
        try:
            return [line.decode() for line in io.BytesIO(whole_lines)]
        except UnicodeDecodeError as error:
            raise self.foreign_file_error("it is not a text file") from error

    def _verify_checksum(self, row: Sequence[str], line: int) -> None:
        """Raise InputError if a row does not match its checksum."""
        if row[-1] != str(_row_checksum(row)):
            raise InputError(
                f"{self.path!r} is damaged, so --resume cannot continue it: its line "
                f"{line:,} does not match its checksum in the column 'check'"
            )


def _keys_as_cells(task: SweepTask) -> list[ResultKey]:
    """Return the task columns of each row of a task, as they are written in the file."""
    return [tuple(map(_csv_cell, key)) for key in task.row_keys()]


def _describe_row(row: ResultKey) -> str:
    """Return the game, position, depth and search of a row, in words."""
    return f"{row[0]}, {row[1]}, depth {row[4]}, {row[5]}"


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
    """Return the tasks of a sweep: one for each game, position and depth, with all searches.

    `positions` is `presets`, `random:N`, `random:N:PLIES`, the name of a file, or several of these.
    `depths` are plies or `all`, or a string such as `1-4`; by default the depth of the game.
    A search by random games is repeated with `seeds` seeds, its own seed and those after it.
    `base` has the options that a search leaves out, and the seed for random positions. InputError,
    before anything is searched, if something is wrong.
    """
    base = base or SearchSpec()
    trust_typed_names(*games)
    specs = _search_specs(searches, base)
    kinds = [positions] if isinstance(positions, str) else positions
    parsed_depths = _parse_depths(depths)

    _refuse_own_depths(specs)
    _refuse_repetitions(games, specs, kinds, parsed_depths)
    seeded = [*chain.from_iterable(with_seeds(search, seeds) for search in specs)]
    if not (games and kinds and seeded):
        raise InputError("a sweep needs at least a game, a kind of positions and a search")

    settings_text = _settings_as_text(settings)
    tasks: list[SweepTask] = []
    for game in games:
        places = _places_of_game(game, kinds, settings_text, base.seed)
        tasks += _tasks_of_game(places, seeded, parsed_depths or _usual_depths(game))
    return tasks


def _search_specs(searches: Sequence[str | SearchSpec], base: SearchSpec) -> list[SearchSpec]:
    """Return the searches of a sweep; `base` has the options that a search string leaves out."""
    specs = []
    for search in searches:
        if isinstance(search, str):
            specs.append(SearchSpec.typed(search, base))
        else:
            specs.append(search)
    return specs


def _settings_as_text(settings: Mapping[str, object] | None) -> dict[str, str]:
    """Return settings as they are typed on the command line."""
    return {key: str(value) for key, value in (settings or {}).items()}


def _places_of_game(
    game: str, kinds: Sequence[str], settings: Mapping[str, str], seed: int
) -> list[NamedPosition]:
    """Return the positions of a game of several kinds, such as `presets` and `random:10`."""
    places: list[NamedPosition] = []
    for kind in kinds:
        places += named_positions(game, kind, settings, seed)
    return places


def _parse_depths(depths: str | Sequence[int | str] | None) -> list[int | str]:
    """Read the depths of `plan_sweep`; the result is empty for None, the depth of each game."""
    if isinstance(depths, str):
        return read_depths(depths)
    return [read_depth(str(depth)) for depth in depths or ()]


def _usual_depths(game: str) -> list[int | str]:
    """Return the depth to which a game is usually searched."""
    return [load_game(game).depth or "all"]


def _refuse_own_depths(searches: Sequence[SearchSpec]) -> None:
    """Raise InputError if a search has its own depth."""
    for search in searches:
        if search.depth is not None:
            raise InputError(
                f"the search {search.to_spec()!r} has its own depth; "
                "all searches share the same depths"
            )


def _refuse_repetitions(
    games: Sequence[str],
    searches: Sequence[SearchSpec],
    kinds: Sequence[str],
    depths: Sequence[int | str],
) -> None:
    """Raise InputError if a game, a search, a kind of positions or a depth is given twice."""
    # A repetition would make equal rows, which --resume could not tell apart.
    _refuse_duplicates("game", games)
    _refuse_duplicates("search", [search.to_spec() for search in searches])
    _refuse_duplicates("kind of positions", kinds)
    _refuse_duplicates("depth", [*map(str, depths)])


def _refuse_duplicates(what: str, names: Sequence[str]) -> None:
    """Raise InputError if a name is given twice."""
    for number, name in enumerate(names):
        if name in names[:number]:
            raise InputError(f"the {what} {name!r} is named twice; choose two different ones")


def _tasks_of_game(
    places: Sequence[NamedPosition],
    searches: Sequence[SearchSpec],
    depths: Sequence[int | str],
) -> list[SweepTask]:
    """Return a task for each position and depth of a game; InputError for an invalid search.

    A position is left out if one of the searches cannot search it, for example because of chance.
    """
    # If this leaves no position, keep them all: the rows say which searches are refused.
    searchable = [place for place in places if all_can_search(searches, place)] or places
    tasks = []
    for place in searchable:
        for depth in depths:
            limited = tuple(replace(search, depth=depth) for search in searches)
            tasks.append(SweepTask(place, limited))

    # Make the first searches without running them, to refuse an invalid one before the sweep.
    if tasks:
        for search in tasks[0].searches:
            Run(Recipe(tasks[0].position.where, search))
    return tasks


def all_can_search(searches: Sequence[SearchSpec], place: NamedPosition) -> bool:
    """Return whether all searches can search a position; many cannot if the game has chance.

    User-supplied searches are not asked, because only a run shows what they can do.
    """
    names = [search.algorithm for search in searches]
    algorithms = [algorithm(name) for name in names if not PlugInSource.of(name).is_user_search]
    if all(each.chance for each in algorithms):
        return True
    game, root = resolve_position(place.where)
    return not game.chance(root)


def with_seeds(search: SearchSpec, seeds: int) -> list[SearchSpec]:
    """Return copies of a search with `seeds` different seeds: its own seed, and those after it.

    A search that does not depend on a seed is returned alone and unchanged.

    >>> [copy.to_spec() for copy in with_seeds(SearchSpec("mcts", seed=4), 2)]
    ['mcts,seed=4', 'mcts,seed=5']
    """
    if PlugInSource.of(search.algorithm).is_user_search:
        return [search]
    # The style of an algorithm knows whether results depend on the seed.
    style = algorithm(search.algorithm).style
    return [replace(search, seed=seed) for seed in style.seeds(search.seed, seeds)]


def read_depths(text: str) -> list[int | str]:
    """Read depths separated by commas: a number, a range or `all`; InputError if invalid.

    >>> read_depths("1-3,6"), read_depths("all")
    ([1, 2, 3, 6], ['all'])
    """
    depths: list[int | str] = []
    for part in text.split(","):
        depths += _read_depth_range(part.strip())
    return depths


def _read_depth_range(text: str) -> Sequence[int | str]:
    """Read one depth (`3`, `all`), or a range such as `1-4`; InputError if it is invalid."""
    low, dash, high = text.partition("-")
    first = read_depth(low)
    last = first
    if dash:
        last = read_depth(high)

    # `all` is a depth, but `1-all` is not a range: `read_depth` raises InputError for it.
    if isinstance(first, str) or isinstance(last, str):
        return [read_depth(text)]
    if first > last:
        raise InputError(f"the depths {text!r} run backwards; put the smaller one first")
    return range(first, last + 1)


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
    """Do the tasks, by default on every processor, and return their rows in the order of tasks.

    With `file`, the rows of each task are appended to a file as soon as the task is done, so they
    are kept if the sweep is interrupted. An existing file is replaced with `force`, and continued
    with `resume`: only the missing tasks are done, and only their rows returned. `progress` is
    called with the number of tasks done and the number of all tasks.
    """
    results = None
    if file is not None:
        results = SweepResults(
            file,
            tasks,
            resume=resume,
            force=force,
        )
    found: dict[int, list[ResultRow]] = {}
    do_missing_tasks(
        results,
        tasks,
        do_sweep_task,
        found,
        progress,
        executor=executor,
        processes=processes,
    )
    in_order = sorted(found.items())
    return [*chain.from_iterable(rows for _, rows in in_order)]
