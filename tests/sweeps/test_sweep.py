"""Sweeps: the same rows however they are done, and nothing lost whatever ends them."""

from __future__ import annotations

import csv
import os
import re
import shlex
import signal
import subprocess
import sys
import time
import tomllib
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest

import exports
from tests.few import one_in
from tests.processes import PATIENCE, ROOT, start, start_held
from visualizer.explaining.comparison.compare import compare
from visualizer.explaining.comparison.sentences import comparison_sentences
from visualizer.explaining.measures.summary import SearchResult, summary
from visualizer.play.sweeping.sweep import (
    RESULT_COLUMNS,
    ResultRow,
    SweepResults,
    SweepTask,
    do_sweep_task,
    plan_sweep,
    read_depths,
    sweep,
)
from visualizer.searching.recipe import PositionSpec, Recipe, SearchSpec
from visualizer.searching.run import Run
from visualizer.support.errors import InputError
from visualizer.support.pool import process_pool

TAK = [
    "sweep",
    "--games",
    "tak",
    "--size",
    "4",
    "--positions",
    "random:5:6",
    "--depths",
    "1-2",
    "-s",
    "minimax",
    "-s",
    "alpha-beta",
]
"""Ten tasks of two rows."""


def rows_of(file: Path) -> list[dict[str, str]]:
    """Return the rows of a file of results, without the seconds."""
    with file.open(encoding="utf-8", newline="") as lines:
        return [
            {key: value for key, value in row.items() if key != "seconds"}
            for row in csv.DictReader(lines)
        ]


def plain(rows: list[ResultRow]) -> list[ResultRow]:
    """Return rows without their seconds."""
    return [{key: value for key, value in row.items() if key != "seconds"} for row in rows]


# The rows.


def test_rows_are_those_of_single_searches() -> None:
    """A row tells what `search` tells of the same position."""
    for row in sweep(plan_sweep(["tictactoe", "tree"], "random:2", [2, "all"]), processes=1):
        settings = dict(pair.split("=") for pair in row["settings"].split())
        where = PositionSpec(row["game"], row["position"] or None, "", settings)
        if row["depth"] == "all":
            depth = row["depth"]
        else:
            depth = int(row["depth"])
        alone = summary(
            Run(Recipe(where, SearchSpec(row["algorithm"], row["ordering"], depth=depth))).finish()
        )
        for column in (
            "value",
            "best_move",
            "nodes",
            "leaves",
            "cutoffs",
            "pruned",
            "ordering_nodes",
            "complete",
        ):
            assert row[column] == alone[column], column


def test_the_least_is_known_where_minimax_finished() -> None:
    """It is in every row of a position then, and no search visits fewer; else it is not known."""
    rows = sweep(plan_sweep(["tictactoe"], "random:4", [3]), processes=1)

    assert all(row["minimum_nodes"] <= row["nodes"] for row in rows)
    for searches, base in (
        (["alpha-beta"], SearchSpec()),
        (["minimax", "alpha-beta"], SearchSpec(max_nodes=5)),
    ):
        rows = sweep(
            plan_sweep(
                ["tictactoe"],
                "random:4",
                [3],
                searches,
                base=base,
            ),
            processes=1,
        )
        assert {row["minimum_nodes"] for row in rows} == {None}


def test_a_stopped_search_says_so() -> None:
    """Its row is there with `complete` false."""
    rows = sweep(
        plan_sweep(
            ["tictactoe"],
            "random:1",
            ["all"],
            ["minimax"],
            base=SearchSpec(max_nodes=7),
        ),
        processes=1,
    )
    assert [(row["complete"], row["nodes"]) for row in rows] == [(False, 7)]


def test_any_executor_does_the_work(tmp_path: Path) -> None:
    """Threads too; a cluster's executor is used in the same way."""
    tasks = plan_sweep(
        ["tictactoe"], positions="random:4", depths="1-2", searches=["minimax", "alpha-beta"]
    )
    with ThreadPoolExecutor(3) as executor:
        rows = sweep(tasks, file=tmp_path / "results.csv", executor=executor)

    assert plain(rows) == plain(sweep(tasks, processes=1))
    assert len(rows_of(tmp_path / "results.csv")) == len(rows) == 16


class Backwards(ThreadPoolExecutor):
    """An executor that does the last task first, and all of them only when the last one is
    there.
    """

    def __init__(self, count: int) -> None:
        super().__init__(1)
        self.count = count
        self.waiting = list[tuple[Future[Any], Callable[..., Any], tuple[Any, ...]]]()

    def submit(self, function: Callable[..., Any], /, *arguments: Any, **named: Any) -> Future[Any]:
        """Take a task."""
        self.waiting.append((Future(), function, arguments))
        future = self.waiting[-1][0]
        if len(self.waiting) == self.count:
            for waiting, work_of, of in reversed(self.waiting):
                waiting.set_result(work_of(*of))
        return future


def test_the_order_of_rows_is_that_of_the_tasks(tmp_path: Path) -> None:
    """Even if all tasks overtake others, so that they are written before their turn."""
    tasks = plan_sweep(["tree"], "random:52", [1], ["alpha-beta"])
    with Backwards(len(tasks)) as executor:
        rows = sweep(tasks, file=tmp_path / "results.csv", executor=executor)

    assert [row["name"] for row in rows] == [task.position.name for task in tasks]
    assert [row["name"] for row in rows_of(tmp_path / "results.csv")] == [
        task.position.name for task in tasks
    ]


def test_what_has_come_is_in_the_file_at_once(tmp_path: Path) -> None:
    """Rows are written as they come, also before those of earlier tasks."""
    tasks = plan_sweep(["tree"], "random:3", [1], ["alpha-beta"])
    file = tmp_path / "results.csv"
    results = SweepResults(file, tasks)
    for number in (2, 0, 1):
        results.add(number, do_sweep_task(tasks[number]))
        assert rows_of(file)[-1]["name"] == tasks[number].position.name
    results.finish()

    assert [row["name"] for row in rows_of(file)] == [task.position.name for task in tasks]


# Interrupted.


@pytest.mark.skipif(os.name == "nt", reason="a signal is sent")
def test_killed_and_resumed(tmp_path: Path) -> None:
    """After kill -9, with a torn last line, `--resume` ends with the rows of a sweep that was
    left alone.
    """
    file = tmp_path / "results.csv"
    process = start_held(
        "written", 3, *TAK, "-O", "results.csv", "--processes", "2", folder=tmp_path
    )
    process.kill()
    process.communicate(
        timeout=PATIENCE
    )  # which ends only when no process of the sweep is left to hold the pipes

    assert len(rows_of(file)) == 6
    file.write_bytes(file.read_bytes()[:-9])
    again = start(
        *TAK,
        "-O",
        "results.csv",
        "--resume",
        folder=tmp_path,
    )
    out, err = again.communicate(timeout=PATIENCE)
    assert again.returncode == 0
    assert err == b""
    assert "20 rows, 16 of them new" in out.decode()
    sweep(
        plan_sweep(
            ["tak"],
            "random:5:6",
            "1-2",
            ["minimax", "alpha-beta"],
            settings={"size": 4},
        ),
        file=tmp_path / "whole.csv",
    )
    assert rows_of(file) == rows_of(tmp_path / "whole.csv")


@pytest.mark.skipif(os.name == "nt", reason="a signal is sent")
@pytest.mark.parametrize("processes", one_in(2, ["2", "1"]))
def test_ctrl_c_keeps_what_is_finished(tmp_path: Path, processes: str) -> None:
    """Status 1, one line that counts the task that has just been written too, whole rows, and no
    process left.
    """
    words = ("-O", "results.csv", "--processes", processes)
    process = start_held(
        "written",
        3,
        *TAK,
        *words,
        folder=tmp_path,
    )
    os.killpg(process.pid, signal.SIGINT)
    out, err = process.communicate(timeout=PATIENCE)

    assert process.returncode == 1
    assert out == b""
    assert len(rows_of(tmp_path / "results.csv")) == 6
    assert (
        err.decode()
        == "visualizer: stopped by Ctrl-C; 3 of 10 tasks are in results.csv; --resume continues\n"
    )


@pytest.mark.parametrize("cut", [1, 20, 300, 301, 700, 2000])
def test_resuming_from_any_place(tmp_path: Path, cut: int) -> None:
    """Wherever the file was torn, in the line of columns too, the end is the same."""
    tasks = plan_sweep(["tree"], "random:5", [1, 2], ["minimax", "alpha-beta"])
    whole = tmp_path / "whole.csv"
    torn = tmp_path / "torn.csv"
    sweep(tasks, file=whole, processes=1)
    torn.write_bytes(whole.read_bytes()[:cut])
    sweep(
        tasks,
        file=torn,
        resume=True,
        processes=1,
    )

    assert rows_of(torn) == rows_of(whole)


def test_a_file_is_begun_anew_only_with_force(tmp_path: Path) -> None:
    """Without it the file stays; with it nothing of the old one does, once there is a row to
    write.
    """
    file = tmp_path / "results.csv"
    tasks = plan_sweep(["tree"], "random:2", [1], ["minimax"])
    sweep(tasks, file=file, processes=1)
    before = file.read_bytes()

    with pytest.raises(
        InputError, match="already exists; continue it with --resume or replace it with --force"
    ):
        sweep(tasks, file=file, processes=1)
    SweepResults(file, tasks, force=True)
    assert file.read_bytes() == before
    assert (
        len(
            sweep(
                tasks[1:],
                file=file,
                force=True,
                processes=1,
            )
        )
        == len(rows_of(file))
        == 1
    )


@pytest.mark.parametrize("processes", one_in(2, ["2", "1"]))
def test_a_sweep_that_fails_at_once_leaves_no_file(
    user_file: Callable[[str], Path], tmp_path: Path, processes: str
) -> None:
    """One line says why, also where the processes of the sweep load a file that warns."""
    mine = user_file(
        "import warnings\nwarnings.warn('old')\ndef value(position):\n    return 'x'\n"
    )
    words = [
        "--games",
        "tree",
        "--depths",
        "1",
        "--processes",
        processes,
        "-e",
        f"{mine}:value",
        "-O",
        "results.csv",
    ]
    process = start("sweep", *words, folder=tmp_path)
    out, err = process.communicate(timeout=PATIENCE)

    assert process.returncode == 2, err
    assert out == b"", err
    assert err.count(b"\n") == 1, err
    assert [*tmp_path.iterdir()] == [mine]


PRINTS = """
    def moves(self):
        print('asked')
        return self.listed()

    def listed(self)"""


@pytest.mark.parametrize("processes", one_in(2, ["2", "1"]))
def test_what_a_game_prints_is_no_result(
    user_file: Callable[[str], Path], tmp_path: Path, processes: str
) -> None:
    """It goes to standard error, in the processes of the sweep too."""
    game = (ROOT / "games" / "tictactoe.py").read_text(encoding="utf-8")

    assert "\n    def moves(self)" in game
    mine = user_file(game.replace("\n    def moves(self)", PRINTS, 1))
    words = [
        "--games",
        str(mine),
        "--positions",
        "random:2",
        "--depths",
        "1",
        "--processes",
        processes,
    ]
    process = start(
        "sweep",
        *words,
        "-s",
        "minimax",
        "-O",
        "results.csv",
        folder=tmp_path,
    )
    out, err = process.communicate(timeout=PATIENCE)
    assert process.returncode == 0
    assert out == b"results.csv: 2 rows\n"
    assert b"asked" in err


@pytest.mark.skipif(
    os.name == "nt" or sys.platform == "darwin", reason="file names are Unicode there"
)
def test_a_name_that_is_not_utf_8_is_taken_up_again(
    call: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """An ordering in a file with such a name is written escaped, and known again by --resume."""
    monkeypatch.chdir(tmp_path)
    name = os.fsdecode(b"\xff.py")
    Path(name).write_text("def score(position, move):\n    return 0\n", encoding="utf-8")
    words = [
        "sweep",
        "--games",
        "tree",
        "--depths",
        "1",
        "--processes",
        "1",
        "-s",
        f"alpha-beta,ordering={name}:score",
    ]

    assert call(*words, "-O", "results.csv").status == 0
    before = Path("results.csv").read_bytes()
    assert call(*words, "-O", "results.csv", "--resume").out.endswith("rows, 0 of them new\n")
    assert Path("results.csv").read_bytes() == before
    Path("results.csv").write_bytes(before[:-200])
    assert call(*words, "-O", "results.csv", "--resume").status == 0
    assert len(rows_of(Path("results.csv"))) == before.count(b"\n") - 1


def test_a_game_that_is_not_installed(
    call: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whichever positions are asked for, a sentence says how to get its library."""
    monkeypatch.chdir(tmp_path)
    import_module("games.chess").python_chess.cache_clear()
    monkeypatch.setitem(sys.modules, "chess", None)
    for kind in ("presets", "random:2"):
        result = call(
            "sweep", "--games", "chess", "--positions", kind, "--depths", "1", "-O", "results.csv"
        )

        assert result.status == 2
        assert result.out == ""
        assert result.err.count("\n") == 1
        assert "chess needs python-chess, which is not installed" in result.err
        assert "went wrong" not in result.err

    assert not [*tmp_path.iterdir()]


def test_resuming_a_finished_sweep_does_nothing(tmp_path: Path) -> None:
    """And one that has grown does what is new, in its place."""
    file = tmp_path / "results.csv"
    tasks = plan_sweep(["tree"], "random:3", [1, 3], ["alpha-beta"])

    assert len(sweep(tasks, file=file, processes=1)) == 6
    before = file.read_bytes()
    assert (
        sweep(
            tasks,
            file=file,
            resume=True,
            processes=1,
        )
        == []
    )
    assert file.read_bytes() == before
    assert (
        len(
            sweep(
                plan_sweep(["tree"], "random:3", [1, 2, 3], ["alpha-beta"]),
                file=file,
                resume=True,
                processes=1,
            )
        )
        == 3
    )
    assert [row["depth"] for row in rows_of(file)] == ["1", "2", "3"] * 3


OTHERS = {
    "other tasks": "game,name\n",
    "columns": "a,b,c\n1,2,3\n",
    "fields": ",".join(RESULT_COLUMNS) + "\n1,2,3\ntree,4\n",
    "no text": b"\xff\xfe\x00\n\x80",
    "other searches": None,
    "twice": None,
}


@pytest.mark.parametrize("kind", [*OTHERS])
def test_a_file_of_something_else_is_refused(tmp_path: Path, kind: str) -> None:
    """One sentence with the file's name, and the file stays as it is."""
    file = tmp_path / "results.csv"
    tasks = plan_sweep(["tree"], "random:2", [1], ["minimax", "alpha-beta"])
    text = OTHERS[kind]
    if kind == "other searches":
        sweep(
            plan_sweep(["tree"], "random:2", [1], ["minimax", "alpha-beta,ordering=worst"]),
            file=file,
            processes=1,
        )
    elif kind == "twice":
        sweep(tasks, file=file, processes=1)
        lines = file.read_bytes().splitlines(keepends=True)
        file.write_bytes(b"".join([*lines, *lines[1:3]]))
    else:
        file.write_bytes(text if isinstance(text, bytes) else (text or "").encode())
    before = file.read_bytes()

    with pytest.raises(InputError, match=r"results\.csv.*holds the results of something else"):
        sweep(
            tasks,
            file=file,
            resume=True,
            processes=1,
        )
    assert file.read_bytes() == before


def test_a_file_changed_meanwhile_is_left_alone(tmp_path: Path) -> None:
    """Two sweeps into one file do not mix."""
    tasks = plan_sweep(["tree"], "random:2", [1], ["minimax"])
    results = SweepResults(tmp_path / "results.csv", tasks)
    results.add(0, do_sweep_task(tasks[0]))
    with (tmp_path / "results.csv").open("ab") as file:
        file.write(b"a line of another program\n")

    with pytest.raises(InputError, match="changed by another program"):
        results.add(1, do_sweep_task(tasks[1]))


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="there is no /dev/full")
def test_a_full_disk(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """One sentence; the rows before are whole, nothing of the last ones is left, and `--resume`
    goes on.
    """
    import visualizer.play.sweeping.long_work as module

    tasks = plan_sweep(["tree"], "random:4", [1], ["minimax", "alpha-beta"])
    file = tmp_path / "results.csv"
    write = module._write_all
    calls = list[int]()

    def fails(to: Any, data: bytes) -> None:
        calls.append(len(data))
        if len(calls) >= 2:
            write(to, data[:25])
            with Path("/dev/full").open("wb", buffering=0) as full:
                full.write(data)
        write(to, data)

    monkeypatch.setattr(module, "_write_all", fails)

    with pytest.raises(
        InputError, match="the disk is full; the file has the 2 tasks that are done, and --resume"
    ):
        sweep(tasks, file=file, processes=1)
    assert len(rows_of(file)) == 4
    assert file.read_bytes().endswith(b"\n")
    monkeypatch.setattr(module, "_write_all", write)
    assert (
        len(
            sweep(
                tasks,
                file=file,
                resume=True,
                processes=1,
            )
        )
        == 4
    )


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="there is no /dev/full")
@pytest.mark.parametrize("there", [False, True])
def test_a_disk_that_is_full_from_the_first_row_on(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, there: bool
) -> None:
    """No new file is left, not even an empty one, and one that was to be replaced is as it was."""
    tasks = plan_sweep(["tree"], "random:2", [1], ["minimax"])
    file = tmp_path / "results.csv"
    if there:
        sweep(tasks[1:], file=file, processes=1)
    before = [(path, path.read_bytes()) for path in tmp_path.iterdir()]
    monkeypatch.setattr(
        "exports.atomic_files.os.fsync",
        lambda number: os.write(os.open("/dev/full", os.O_WRONLY), b"1"),
    )

    with pytest.raises(InputError, match=r"results\.csv' cannot be written: the disk is full$"):
        sweep(
            tasks,
            file=file,
            processes=1,
            force=there,
        )
    assert [(path, path.read_bytes()) for path in tmp_path.iterdir()] == before


def test_a_disk_too_full_to_sort_the_rows(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The sentence says that all rows are in the file, and `--resume` puts them in their order."""
    tasks = plan_sweep(["tree"], "random:3", [1], ["alpha-beta"])
    file = tmp_path / "results.csv"
    results = SweepResults(file, tasks)
    for number in (2, 0, 1):
        results.add(number, do_sweep_task(tasks[number]))

    def fails(*_: Any, **__: Any) -> None:
        raise exports.ExportError("the disk is full")

    with monkeypatch.context() as patch:
        patch.setattr("exports.save_file", fails)
        with pytest.raises(
            InputError, match="full; the file has all tasks, and --resume puts them in order"
        ):
            results.finish()

    assert [row["name"] for row in rows_of(file)] == ["random 3", "random 1", "random 2"]
    assert (
        sweep(
            tasks,
            file=file,
            resume=True,
            processes=1,
        )
        == []
    )
    assert [row["name"] for row in rows_of(file)] == ["random 1", "random 2", "random 3"]


def test_a_changed_digit_is_not_taken_up(tmp_path: Path) -> None:
    """Whichever digit of a row is changed, but for the seconds, `--resume` refuses the file, and
    leaves it as it is.
    """
    tasks = plan_sweep(["tree"], "random:2", [2], ["minimax", "alpha-beta"])
    file = tmp_path / "results.csv"
    sweep(tasks, file=file, processes=1)
    lines = file.read_text(encoding="utf-8").split("\n")
    seconds = [*RESULT_COLUMNS].index("seconds")
    for number, line in enumerate(lines[1:-1], 1):
        cells = line.split(",")

        assert len(cells) == len(RESULT_COLUMNS)
        for column, cell in enumerate(cells):
            if column != seconds and (found := re.search(r"\d", cell)):
                other = cell[: found.start()] + str((int(found[0]) + 1) % 10) + cell[found.end() :]
                changed = [
                    *lines[:number],
                    ",".join([*cells[:column], other, *cells[column + 1 :]]),
                    *lines[number + 1 :],
                ]
                file.write_text("\n".join(changed), encoding="utf-8")
                with pytest.raises(
                    InputError,
                    match=(
                        rf"is damaged.*line {number + 1} does not match its "
                        rf"checksum|something else"
                    ),
                ):
                    SweepResults(file, tasks, resume=True)
                assert file.read_text(encoding="utf-8") == "\n".join(changed)


def test_a_contradiction_names_the_position(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Searches that must agree and do not end the sweep."""
    tasks = plan_sweep(["tree"], "random:2", [1, 2], ["minimax", "alpha-beta"])
    monkeypatch.setattr(
        SearchResult, "value", property(id, lambda found, value: None), raising=False
    )

    with pytest.raises(InputError, match=r"tree, random 1: minimax finds .* is wrong"):
        sweep(tasks, file=tmp_path / "results.csv", processes=1)


def test_a_search_of_ones_own_may_find_another_value(user_file: Callable[[str], Path]) -> None:
    """It may prune more or look further than others, so it does not end a sweep; a comparison
    says that it differs.
    """
    mine = user_file(WRONG_SEARCH)
    rows = sweep(
        plan_sweep(["tree"], "random:2", [1, 2], ["minimax", f"{mine}:wrong"]), processes=1
    )

    assert len(rows) == 8
    found = compare(
        PositionSpec("tree"),
        [SearchSpec(f"{mine}:wrong"), SearchSpec("minimax")],
        lambda recipe: Run(recipe).finish(),
    )
    assert found.disagreement.startswith("Minimax finds 3 and ")
    assert "one of them is wrong" in found.disagreement
    assert found.disagreement in comparison_sentences(found)


WRONG_SEARCH = """
from visualizer.trace.rows import Kind

def wrong(problem, recorder):
    return recorder.leaf(0, 12345.0, Kind.LIMIT)
"""


def test_a_killed_process_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    """Where one of the processes ends without a word, as for lack of memory, a sentence says so."""
    tasks = plan_sweep(["tree"], "random:2", [1], ["minimax"])
    monkeypatch.setattr("visualizer.play.sweeping.sweep.do_sweep_task", die)

    with pytest.raises(InputError, match="one of the processes ended unexpectedly"):
        sweep(tasks, processes=2)


def die(task: SweepTask) -> None:
    """End this process as a kill would."""
    os._exit(9)


def test_the_lifeline_holds() -> None:
    """A process of the pool ends when its parent lets go, whatever it is doing."""
    with pytest.raises(ZeroDivisionError), process_pool(1) as executor:  # noqa: PT012  what happens inside is the test
        executor.submit(time.sleep, 0).result()
        executor.submit(time.sleep, 10**6)
        raise ZeroDivisionError  # if the process went on, this would wait for it


# What is asked for.


def test_depths() -> None:
    """Plies, ranges and `all`."""
    assert read_depths("1-4") == [1, 2, 3, 4]
    assert read_depths("2, 4,6-7,all") == [2, 4, 6, 7, "all"]


def test_random_positions() -> None:
    """The same for the same seed, others for another; the first of many are the few; the game
    goes on in each.
    """
    few = plan_sweep(["tak"], "random:3", [1])
    many = plan_sweep(["tak"], "random:5", [1])
    other = plan_sweep(
        ["tak"],
        "random:3",
        [1],
        base=SearchSpec(seed=1),
    )
    texts = [[task.position.where.position for task in tasks] for tasks in (few, many, other)]

    assert texts[0] == texts[1][:3]
    assert not {*texts[0]} & {*texts[2]}
    assert all(text is not None and text.endswith(" 1 7") for text in texts[0])
    assert [
        task.position.where.settings["seed"] for task in plan_sweep(["tree"], "random:3", [1])
    ] == [
        "0",
        "1",
        "2",
    ]
    assert plan_sweep(["tak"], "random:1:0", [1])[0].position.where.position == "x5/x5/x5/x5/x5 1 1"
    assert [
        len(text)
        for text in (plan_sweep(["tictactoe"], "random:9")[8].position.where.position or "",)
    ] == [9]


def test_a_file_of_positions(tmp_path: Path) -> None:
    """One notation a line; comments and empty lines do not count; presets have their names."""
    file = tmp_path / "positions.txt"
    file.write_text("# corners\nX--------\n\n----O---X # two\ncorner\n", encoding="utf-8")
    tasks = plan_sweep(["tictactoe"], str(file), [1])

    assert [(task.position.name, task.position.where.position) for task in tasks] == [
        ("positions.txt:2", "X--------"),
        ("positions.txt:4", "----O---X"),
        ("positions.txt:5", "X--------"),
    ]


def test_settings_reach_every_position() -> None:
    """A size, and what a preset brings with it."""
    row = sweep(
        plan_sweep(
            ["tak"], "random:1:2", [1], ["alpha-beta"], settings={"size": 4, "half_komi": 4}
        ),
        processes=1,
    )[0]

    assert row["position"].count("/") == 3
    assert row["settings"] == "size=4 half_komi=4"


WRONG = tomllib.loads(
    (Path(__file__).parents[1] / "data" / "wrong_sweeps.toml").read_text(encoding="utf-8")
)


@pytest.mark.parametrize(("line", "what"), WRONG.items())
def test_wrong_input(
    call: Any, line: str, what: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Status 2, one line with the bad value, nothing on standard output, nothing written."""
    monkeypatch.chdir(tmp_path)
    Path("positions.txt").write_text("X--------\n" * 6 + "XX-------\n", encoding="utf-8")
    Path("empty.txt").write_text("# nothing\n\n", encoding="utf-8")
    Path("old.csv").write_text("old\n", encoding="utf-8")
    words = shlex.split(line)
    result = call("sweep", *words, *([] if "-O" in words else ["-O", "results.csv"]))

    assert result.status == 2, result
    assert result.out == "", result
    assert result.err.count("\n") == 1, result
    assert what in result.err
    assert sorted(path.name for path in tmp_path.iterdir()) == [
        "empty.txt",
        "old.csv",
        "positions.txt",
    ]
    assert Path("old.csv").read_text(encoding="utf-8") == "old\n"


@pytest.mark.slow  # three processes are started twice
def test_a_script_needs_a_guard(tmp_path: Path) -> None:
    """A script that sweeps under `if __name__ == "__main__":` works; one that does not is told
    so.
    """
    text = (
        "from visualizer.play.sweeping.sweep import plan_sweep, sweep\n"
        '{}print(len(sweep(plan_sweep(["tree"], "random:2", [1]), processes=2)))\n'
    )
    for name, guard, status in (
        ("good.py", 'if __name__ == "__main__":\n    ', 0),
        ("bad.py", "", 1),
    ):
        (tmp_path / name).write_text(text.format(guard), encoding="utf-8")
        done = subprocess.run(
            [sys.executable, str(tmp_path / name)],
            capture_output=True,
            timeout=PATIENCE,
            check=False,
            env={**os.environ, "PYTHONPATH": str(ROOT)},
        )

        assert done.returncode == status
        assert (done.stdout.strip() == b"6") == (status == 0)
        assert (b"under if __name__" in done.stderr) == (status == 1)


def test_progress_on_a_terminal(tmp_path: Path) -> None:
    """It says how many are done and about how long it takes yet, and takes itself away."""
    pexpect = pytest.importorskip("pexpect")
    words = [
        "told",
        "1000",
        *TAK,
        "--processes",
        "1",
        "-O",
        str(tmp_path / "results.csv"),
    ]  # it never stands still
    command = shlex.join([sys.executable, "-m", "tests.held", *words])
    child = pexpect.spawn(
        command, env={**os.environ, "PYTHONPATH": str(ROOT)}, encoding="utf-8", timeout=PATIENCE
    )
    child.expect(r"9 of 10 tasks, about \d+ seconds? left")
    child.expect("results.csv: 20 rows")
    child.expect(pexpect.EOF)


def test_seeds() -> None:
    """A search by random games is made once with each seed; others once. Each row says whether
    its move is a best.
    """
    tasks = plan_sweep(
        ["tictactoe"], "random:2:5", ["all"], ["minimax", "mcts,iterations=40"], seeds=3
    )
    rows = sweep(tasks, processes=1)

    assert [row["search"] for row in rows[:4]] == [
        "minimax",
        "mcts,iterations=40",
        "mcts,seed=1,iterations=40",
        "mcts,seed=2,iterations=40",
    ]
    assert len(rows) == 8
    assert all(row["right"] for row in rows if row["algorithm"] == "minimax")
    assert all(row["right"] in (True, False) and row["iterations"] == 40 for row in rows[1:4])
    assert all(row["minimum_nodes"] for row in rows)
