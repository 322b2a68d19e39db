"""`visualizer search`: run a search and print the result."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict
from gzip import compress
from typing import Any

import rich_click as click

import exports
from visualizer.cli.event_lines import event_lines
from visualizer.cli.messages import note
from visualizer.cli.options import FOLLOW, JSON, SEARCH, WHERE, answer, follow_file, read_recipe, with_options
from visualizer.cli.running import run_to_end, status
from visualizer.cli.writing import FORCE, may_replace
from visualizer.driver import BY_HAND
from visualizer.errors import InputError
from visualizer.explanation.english.samples import Samples
from visualizer.explanation.naming import listed
from visualizer.explanation.standings import UNWRITTEN, Standings, has_unwritten
from visualizer.look.numbers import decimal, show
from visualizer.look.table import CellValue, Table
from visualizer.measures.samples import RootMove
from visualizer.measures.summary import SearchResult, passes_at, visited_leaves
from visualizer.plugins.source import ZIPPED, Source
from visualizer.run import Run
from visualizer.trace.counts import nodes_in_all
from visualizer.trace.labels import value_label
from visualizer.trace.tree_at_step import TreeAtStep

MOST_PASSES = 40
"""More are not listed."""
ORACLES = ("best", "worst")
"""Orders that know the true values beforehand."""


@click.command(epilog='Example: visualizer search tree -p "[[3,12,8],[2,4,6],[14,5,2]]" --json')
@with_options(WHERE, SEARCH, FOLLOW, FORCE)
@JSON
@click.option("--leaves", is_flag=True, help="Print the visited leaves too, in order.")
@click.option("--events", metavar="FILE.jsonl", help="Write what the search did, event by event.")
@click.option("--save", metavar="FILE.run", help="Save the run: the recipe and its counts.")
def command(*, follow: bool, leaves: bool, events: str | None, save: str | None, **values: Any) -> int:
    """Run a search and print the result."""
    if follow:
        follow_file(values["game"])
    recipe, expected = read_recipe(values)
    if save is not None and Source.of(save) is not Source.RUN:
        raise InputError(f"the file {save!r} of a saved run must end in {Source.RUN}")
    if events is not None and Source.of(events) is not Source.RECORDING:
        raise InputError(f"the file {events!r} of events must end in {Source.RECORDING}")
    replace = may_replace([*filter(None, (save, events))])
    run = run_to_end(recipe)
    result = SearchResult(run)
    found = result.as_object()
    by_hand = run.trace.reason == BY_HAND
    if not by_hand:
        check(expected, found)
    files = dict[str, bytes]()
    if save is not None and by_hand:
        note(f"{save} is not written: a search that Ctrl-C has ended cannot be repeated")
    elif save is not None:
        counts = {key: found[key] for key in ("value", "nodes", "leaves", "cutoffs", "pruned")}
        files[save] = recipe.dumps(counts).encode()
    if events is not None:
        told = "".join(f"{line}\n" for line in event_lines(run)).encode()
        files[events] = compress(told, mtime=0) if events.endswith(ZIPPED) else told
    exports.save_all(files, force=replace)
    visited = visited_leaves(run) if leaves else None
    data = found if visited is None else {**found, "visited_leaves": visited}
    return answer(lambda: "\n".join([text(run, result), *map(" ".join, visited or ())]), data, status(run))


def check(expected: Mapping[str, Any], result: dict[str, Any]) -> None:
    """Refuse a saved run whose counts do not come out again: InputError names the first that differs."""
    for key, count in expected.items():
        if result.get(key, count) != count:
            raise InputError(f"the saved run had {key} {count}, and now it is {result[key]}: something has changed")


def text(run: Run, result: SearchResult) -> str:
    """Return the result for a person."""
    end = TreeAtStep(run.trace)
    search, counts = result.search, result.counts
    oracle = " (an oracle)" if search.ordering in ORACLES else ""
    said = [each + oracle if each.startswith(f"{search.ordering} order") else each for each in run.headings()]
    lines = [
        f"{run.root.board().title}, {result.to_move} to move",
        ", ".join([run.algorithm.title, *said]),
        "",
        *values(run, result, end),
        f"best move  {next(iter(result.labels), '–')}",
        f"best line  {' '.join(result.labels) or '–'}",
    ]
    counted = {name: count for name, count in asdict(counts).items() if count is not None}
    if result.samples:  # an iteration is a pass with one leaf
        counted = {name: count for name, count in counted.items() if count and name != "leaves"}
        counted["iterations"] = result.iterations
    elif end.passes > 1:
        counted["passes"] = end.passes
    if end.distinct_nodes < counts.nodes:
        counted["distinct"] = end.distinct_nodes
    if result.quiescence_nodes:
        counted["quiescence"] = result.quiescence_nodes
    if result.probe_nodes:
        counted["in probes"] = result.probe_nodes
    if result.answer not in (None, (result.value, result.best_move)) and result.answer is not None:
        best = result.answer[1]
        lines[5:5] = [f"answer     {show(result.answer[0])}{'' if best is None else f' with {best}'}"]
    if result.table_hits:
        counted["from table"] = result.table_hits
    proven = f" of {search.options['iterations']:,}: then it was proven" if result.root_moves and result.proven else ""
    lines += [f"{name:<10}{count:>9,}{proven * (name == 'iterations')}" for name, count in counted.items()]
    if result.root_moves:
        lines += ["", *moves_text(result.root_moves, result.to_move)]
    if result.ordering_nodes:
        lines.append(f"looked at by the ordering {result.ordering_nodes:,}")
    if 1 < end.passes <= MOST_PASSES and not run.trace.adds:
        lines += ["", pass_table(run).text()]
    return "\n".join(lines)


def values(run: Run, result: SearchResult, end: TreeAtStep) -> Iterator[str]:
    """Yield the line of the value; of means, that of the preferred move and that of all iterations."""
    chosen = next(iter(end.result().line), 0) if result.root_moves else 0
    words = Standings(run, end).label_of(chosen) if len(run.trace) else ""
    words = words or UNWRITTEN * has_unwritten(run, end)
    said = f"{value_label(end, chosen) or '–'}{f', {words}' if words else ''}"
    if not chosen or result.proven:
        yield f"value      {said}"
        return
    yield f"value      {said}: the mean of {result.labels[0]}, the move visited most"
    yield f"overall    {value_label(end, 0)}, {Standings(run, end).label_of(0)}: the mean of all iterations"
    if scale := Samples(run, end).scale(0):
        yield f"scale      {scale.strip(' ()')}, the leaves between in proportion"
    if equal := Samples(run, end).without_priors():
        yield f"priors     {equal}"


SHOWN = 5
"""Moves at the root that are listed with their visits."""


def moves_text(moves: Sequence[RootMove], side: str) -> Iterator[str]:
    """List the root's moves that were visited most: visits, means for the side that moves there, priors and proofs."""
    ranked = sorted(moves, key=lambda move: -move.visits)
    width = max(len("move"), *(len(move.label) for move in ranked[:SHOWN]))
    has_priors, solved = (any(value is not None for value in found) for found in (
        [move.prior for move in moves], [move.proven for move in moves]))  # fmt: skip
    yield f"{'move':<{width}}  visits   mean for {side}{'   prior' * has_priors}{'   proven' * solved}"
    for move in ranked[:SHOWN]:
        mean = move.said(side)
        line = f"{move.label:<{width}}  {move.visits:>6,}  {mean:>5}"
        if has_priors or solved:
            line += " " * (len(f" mean for {side}") - 5)
        if has_priors:
            line += f"    {decimal(move.prior or 0)}"
        if solved:
            line += f"   {move.proof(side)}"
        yield line.rstrip()
    if len(ranked) > SHOWN:
        yield f"and {len(ranked) - SHOWN:,} more"
    equal = [move for move in ranked if move.visits == ranked[0].visits and move.proven is None]
    if len(equal) > 1:
        names = listed([move.label for move in equal]) if len(equal) <= SHOWN else f"{len(equal):,} moves"
        yield f"{names} were visited equally often: the first one expanded is taken."


def pass_table(run: Run) -> Table:
    """Return a row a pass: what it took, also as a share of all nodes, and what it found.

    A recording does not tell how long its search took.
    """
    nodes, seconds = nodes_in_all(run.trace), run.search_seconds
    rows: list[tuple[CellValue, ...]] = [
        (
            each.name,
            each.nodes,
            f"{each.nodes / nodes:.0%}",
            *([] if each.seconds is None else [f"{each.seconds:.3f}"]),
            f"{each.found.bound.value.replace('=', '')}{show(each.found.value or 0)}",
            next(iter(run.line(each.found.line)), "–"),
        )
        for each in passes_at(TreeAtStep(run.trace), seconds=seconds)
        if each.finished
    ]
    names = ("pass", "nodes", "of all", *["seconds"] * (seconds is not None), "value", "best move")
    return Table(names, tuple(rows))
