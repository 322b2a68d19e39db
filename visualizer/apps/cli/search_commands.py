"""One search in numbers, in sentences and as a file of events: `search`, `explain`."""

from collections.abc import Iterator, Sequence
from functools import cache, partial
from gzip import compress
from math import inf
from typing import Any

import rich_click as click

import exports
from games import shorten
from visualizer.apps.cli.common_options import JSON_FLAG, print_result, with_common_options
from visualizer.apps.cli.messages import add_note
from visualizer.apps.cli.position_options import (
    FOLLOW_OPTION,
    POSITION_OPTIONS,
    SEARCH_OPTIONS,
    follow_recording,
    read_recipe,
)
from visualizer.apps.cli.running import exit_status_of, run_to_end
from visualizer.apps.cli.values import ListedValue, file_name_type, whole_number_type
from visualizer.apps.cli.writing import FORCE_OPTION, may_replace
from visualizer.explaining.explanation.english.random_games import describe_priors, leaf_scale
from visualizer.explaining.explanation.explainer import explain, node_type_lines
from visualizer.explaining.explanation.naming import Naming, join_words
from visualizer.explaining.explanation.standings import (
    UNWRITTEN_VALUES_NOTE,
    has_unwritten_nodes,
    label_of_answer,
    label_of_mean,
    label_of_value,
)
from visualizer.explaining.measures.sampling import RootMove, priors_at
from visualizer.explaining.measures.summary import (
    SearchResult,
    passes_at,
    paths_to_leaves,
    visited_leaves,
)
from visualizer.look.numbers import format_decimal, format_number, json_number
from visualizer.look.table import CellValue, Table
from visualizer.searching.events import writing
from visualizer.searching.lookup import untold_settings
from visualizer.searching.run import Run
from visualizer.support.errors import InputError, print_lines
from visualizer.support.plugins.discovery import ZIPPED_ENDING, PlugInSource
from visualizer.trace.counts import total_cutoffs, total_nodes
from visualizer.trace.jumps import (
    CHANGES_HELP,
    STEP_CHOICES,
    all_steps,
    cut_steps,
    new_cut_steps,
    read_steps,
    steps_between,
)
from visualizer.trace.jumps import STEP_CHOICE_SYNTAX as STEP_WORDS
from visualizer.trace.labels import answer_label, value_label
from visualizer.trace.tree_at_step import TreeAtStep

MAX_LISTED_PASSES = 40
"""More are not listed."""
ORACLE_ORDERS = ("best", "worst")
"""Orders that know the true values beforehand."""


@click.command(epilog='Example: visualizer search tree -p "[[3,12,8],[2,4,6],[14,5,2]]" --json')
@with_common_options(POSITION_OPTIONS, SEARCH_OPTIONS, FOLLOW_OPTION, FORCE_OPTION)
@JSON_FLAG
@click.option("--leaves", is_flag=True, help="Also print the visited leaves, in order.")
@click.option(
    "--events",
    type=file_name_type("FILE.jsonl"),
    help="Write what the search did to a file, event by event.",
)
@click.option(
    "--save", type=file_name_type("FILE.run"), help="Save the run: the recipe and its counts."
)
def search_command(
    *, follow: bool, leaves: bool, events: str | None, save: str | None, **values: Any
) -> int:
    """Run a search and print the result."""
    if follow:
        follow_recording(values["game"])
    recipe, expected = read_recipe(values)
    if save is not None and PlugInSource.of(save) is not PlugInSource.RUN:
        raise InputError(
            f"the file {shorten(save, 200)} of a saved run must end in {PlugInSource.RUN}"
        )
    if events is not None and PlugInSource.of(events) is not PlugInSource.RECORDING:
        raise InputError(
            f"the file {shorten(events, 200)} of events must end in {PlugInSource.RECORDING}"
        )
    replace = may_replace([*filter(None, (save, events))])
    run = run_to_end(recipe)
    result = SearchResult(run)
    found = result.as_object()
    by_hand = run.trace.interrupted
    for key, count in () if by_hand else expected.items():
        if found.get(key, count) != count:
            raise InputError(
                f"the saved run had {key} {count}, but now it is {found[key]}: something has changed"
            )
    files = dict[str, bytes]()
    if save is not None and by_hand:
        add_note(f"{save} was not written: a search stopped by Ctrl-C cannot be repeated")
    elif save is not None:
        counts = {key: found[key] for key in ("value", "nodes", "leaves", "cutoffs", "pruned")}
        files[save] = recipe.dumps(counts).encode()
    if events is not None:
        told = "".join(f"{line}\n" for line in recording_lines_of(run)).encode()
        if events.endswith(ZIPPED_ENDING):
            files[events] = compress(told, mtime=0)
        else:
            files[events] = told
    exports.save_files(files, force=replace)
    if leaves:
        data = {**found, "visited_leaves": visited_leaves(run)}
    else:
        data = found
    listed = paths_to_leaves(run) if leaves else []
    return print_result(
        lambda: "\n".join([format_search_result(run, result), *map(run.moves_to, listed)]),
        data,
        exit_status_of(run),
    )


def format_search_result(run: Run, result: SearchResult) -> str:
    """Return the result for a person."""
    end = TreeAtStep(run.trace)
    search = result.search
    counts = result.counts
    instead = {}
    if search.ordering in ORACLE_ORDERS:
        instead["ordering"] = f"{search.ordering} order (an oracle)"
    lines = [
        f"{run.root.board().title}, {result.to_move} to move",
        ", ".join([run.algorithm.title, *run.headings(instead=instead)]),
        "",
        *value_lines(run, result, end),
        f"best move  {next(iter(result.labels), '–')}",
        f"best line  {result.said_line or '–'}",
    ]
    counted = result.counted()
    if end.distinct_nodes < counts.nodes:
        counted["distinct"] = end.distinct_nodes
    if result.quiescence_nodes:
        counted["quiescence"] = result.quiescence_nodes
    if result.probe_nodes:
        counted["in probes"] = result.probe_nodes
    if result.answer not in (None, (result.value, result.best_move)) and result.answer is not None:
        best = result.answer[1]
        lines[5:5] = [
            f"answer     {format_number(result.answer[0])}{'' if best is None else f' with {best}'}"
        ]
    if result.table_hits:
        counted["from table"] = result.table_hits
    if result.root_moves and result.proven:
        proven = f" of {search.options['iterations']:,}, when the result was proven"
    else:
        proven = ""
    lines += [
        f"{name:<10}{count:>9,}{proven * (name == 'iterations')}" for name, count in counted.items()
    ]
    if result.root_moves:
        lines += ["", *root_move_lines(result.root_moves, result.to_move)]
    if result.ordering_nodes:
        lines.append(f"nodes examined by the ordering: {result.ordering_nodes:,}")
    if 1 < end.passes <= MAX_LISTED_PASSES and run.trace.shown_passes:
        lines += ["", make_pass_table(run).text()]
    return "\n".join(lines)


def value_lines(run: Run, result: SearchResult, end: TreeAtStep) -> Iterator[str]:
    """Yield the line of the value; of means, that of the preferred move and that of all iterations."""
    naming = Naming(run, end)
    if result.root_moves:
        chosen = next(iter(end.result().line), 0)
    else:
        chosen = 0
    label = answer_label(end)
    words = label_of_answer(naming)
    if mean := label_of_mean(naming, chosen):
        label = value_label(end, chosen)
        words = mean
    words = words or UNWRITTEN_VALUES_NOTE * has_unwritten_nodes(run, end)
    said = f"{label or '–'}{f', {words}' if words else ''}"
    if not chosen or result.proven:
        yield f"value      {said}"
        return
    yield f"value      {said}: the mean of {result.labels[0]}, the move visited most"
    yield f"overall    {value_label(end, 0)}, {label_of_value(naming, 0)}: the mean of all iterations"
    if scale := leaf_scale(naming, 0):
        yield f"scale      {scale.strip(' ()')}, other leaves in proportion"
    if priors := describe_priors(run):
        yield f"priors     {priors}"


MAX_LISTED_MOVES = 5
"""Moves at the root that are listed with their visits."""


def root_move_lines(moves: Sequence[RootMove], side: str) -> Iterator[str]:
    """List the root's moves that were visited most: visits, means for the side that moves there, priors and proofs."""
    ranked = sorted(moves, key=lambda move: -move.visits)
    width = max(len("move"), *(len(move.label) for move in ranked[:MAX_LISTED_MOVES]))
    has_priors, solved = (
        any(value is not None for value in found)
        for found in ([move.prior for move in moves], [move.proven for move in moves])
    )
    yield f"{'move':<{width}}  visits   mean for {side}{'   prior' * has_priors}{'   proven' * solved}"
    for move in ranked[:MAX_LISTED_MOVES]:
        mean = move.said(side)
        line = f"{move.label:<{width}}  {move.visits:>6,}  {mean:>5}"
        if has_priors or solved:
            line += " " * (len(f" mean for {side}") - 5)
        if has_priors:
            line += f"    {format_decimal(move.prior or 0)}"
        if solved:
            line += f"   {move.proof(side)}"
        yield line.rstrip()
    if len(ranked) > MAX_LISTED_MOVES:
        yield f"and {len(ranked) - MAX_LISTED_MOVES:,} more"
    equal = [move for move in ranked if move.visits == ranked[0].visits and move.proven is None]
    if len(equal) > 1:
        if len(equal) <= MAX_LISTED_MOVES:
            names = join_words([move.label for move in equal])
        else:
            names = f"{len(equal):,} moves"
        yield f"{names} were visited equally often: the one expanded first is chosen."


def make_pass_table(run: Run) -> Table:
    """Return a row a pass: what it took, also as a share of all nodes, and what it found.

    A recording does not tell how long its search took.
    """
    nodes = total_nodes(run.trace)
    seconds = run.search_seconds
    rows: list[tuple[CellValue, ...]] = [
        (
            each.name,
            each.nodes,
            f"{each.nodes / nodes:.0%}",
            *([] if each.seconds is None else [f"{each.seconds:.3f}"]),
            f"{each.found.bound.value.replace('=', '')}{format_number(each.found.value or 0)}",
            next(iter(run.line(each.found.line)), "–"),
        )
        for each in passes_at(TreeAtStep(run.trace), seconds=seconds)
        if each.finished
    ]
    names = ("pass", "nodes", "of all", *["seconds"] * (seconds is not None), "value", "best move")
    return Table(names, tuple(rows))


MANY_CUTOFFS = 20
"""The most cutoffs that are told without a word on how to be told fewer."""


@click.command(epilog="Example: visualizer explain tree --cuts")
@with_common_options(POSITION_OPTIONS, SEARCH_OPTIONS)
@click.option("--step", type=whole_number_type("the step", 0), help="Only this step.")
@click.option(
    "--steps",
    type=ListedValue("WHICH", STEP_CHOICES),
    help=f"Only these steps: {STEP_WORDS}; {CHANGES_HELP}.",
)
@click.option("--cuts", is_flag=True, help="Only the cutoffs.")
@click.option(
    "--kinds",
    is_flag=True,
    help="Also list PV, cut and all nodes: what had to be searched (Knuth and Moore).",
)
def explain_command(
    *, step: int | None, steps: str | None, cuts: bool, kinds: bool, **values: Any
) -> int:
    """Explain a search in sentences, all steps or some."""
    choice = cut_steps if cuts else all_steps if steps is None else read_steps(steps)
    if step is not None:
        choice = partial(steps_between, low=step, high=step)
    recipe, _ = read_recipe(values)
    run = run_to_end(recipe)
    last = run.trace.last_step
    if choice is cut_steps and not run.trace.cuts:
        add_note("there is no cutoff")
    if choice is cut_steps and len(run.trace.cuts) > MANY_CUTOFFS:
        fewer = len(new_cut_steps(run.trace))
        aside = ", those in probes too" * (total_cutoffs(run.trace) < len(run.trace.cuts))
        add_note(
            f"{len(run.trace.cuts):,} cutoffs{aside}; --steps cuts:new counts repeated ones once: {fewer:,}"
        )
    if kinds:
        types = [*node_type_lines(run)]
    else:
        types = []
    for number in choice(run.trace):
        print_lines(f"{number:>{len(str(last))}}  {explain(run, number)}")
    for line in types:
        print_lines(line)
    return exit_status_of(run)


def recording_lines_of(run: Run) -> Iterator[str]:
    """Go through the lines."""
    header = {"search": run.algorithm.title, **recording_header(run)}
    name_of = lambda row, move: run.written((*run.path(row), move))  # noqa: E731  it is handed over
    return writing.written_event_lines(run.trace, header, name_of, prior_reader(run))


def prior_reader(run: Run) -> writing.PriorOf:
    """Return what tells the prior of the move to a row, where its node is visited first; nothing of a recording.

    What a recording has told is among the remarks of its rows.
    """
    if not (run.has_priors and run.applies("ordering")):
        return lambda row: None
    tree = TreeAtStep(run.trace)
    below = cache(lambda node: priors_at(run, tree, node))

    def prior(row: int) -> float | None:
        is_first = run.trace.parent(row) >= 0 and tree.node_of(row) == row
        if is_first:
            return below(tree.parent(row)).get(run.trace.move(row))
        return None

    return prior


def recording_header(run: Run) -> dict[str, Any]:
    """Return what a run has searched, and how, as far as its algorithm depends on it.

    Files that name no game name none again.
    """
    where = run.recipe.where
    search = run.recipe.search
    applies = run.applies
    names_game = PlugInSource.of(where.game) is not PlugInSource.RECORDING
    header = run.algorithm.header
    order = search.ordering
    evaluation = search.evaluation
    if header is not None:
        order = header.order
        evaluation = header.evaluation or evaluation
    told = {
        "game": where.game if names_game else None,
        "settings": untold_settings(run.game, where) if names_game else None,
        "position": run.root.text() if names_game else None,
        "evaluation": evaluation
        if evaluation in run.game.stakes and run.stakes is not None
        else None,
        "depth": None if search.depth == "all" else search.depth,
        "cut": search.cut if applies("cut") else None,
        "fail": search.fail if applies("fail") else None,
        "order": order,
        "bounds": None
        if run.trace.limits == (-inf, inf)
        else [*map(json_number, run.trace.limits)],
        **run.style.constants(run.problem.options),
        "selection": "puct" if run.has_priors else None,
        "solver": True if run.trace.proves else None,
        "windows": run.trace.window_rule or None,
    }
    return {key: value for key, value in told.items() if value is not None}
