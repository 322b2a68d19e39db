"""One search in numbers, in sentences and as a file of events: `search`, `explain`."""

from collections.abc import Callable, Iterator, Mapping, Sequence
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
    PassResult,
    SearchResult,
    paths_to_leaves,
    results_of_passes,
    visited_leaves,
)
from visualizer.look.numbers import format_decimal, format_number, json_number
from visualizer.look.table import CellValue, Table
from visualizer.searching.events import writing
from visualizer.searching.lookup import settings_outside_notation
from visualizer.searching.recipe import Recipe
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
from visualizer.trace.rows import MovePath, Trace
from visualizer.trace.tree_at_step import TreeAtStep

MAX_LISTED_PASSES = 40
"""A search with more passes is printed without a table of them."""
ORACLE_ORDERS = ("best", "worst")
"""Orders that know the true values before the search."""


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
    recipe, saved_counts = read_recipe(values)
    check_file_names(save, events)
    may_replace_existing = may_replace([*filter(None, (save, events))])

    run = run_to_end(recipe)
    result = SearchResult(run)
    data = result.as_object()
    # If another version of the program saved the run, its counts may differ from ours.
    if not run.trace.interrupted:
        check_saved_counts(saved_counts, data)

    contents = dict[str, bytes]()
    if save is not None and run.trace.interrupted:
        add_note(f"{save} was not written: a search stopped by Ctrl-C cannot be repeated")
    elif save is not None:
        contents[save] = saved_run_bytes(recipe, data)
    if events is not None:
        contents[events] = recording_bytes(run, events)
    # Both files are written, or neither.
    exports.save_files(contents, force=may_replace_existing)
    return print_search_result(run, result, data, lists_leaves=leaves)


def print_search_result(
    run: Run, result: SearchResult, data: Mapping[str, Any], *, lists_leaves: bool
) -> int:
    """Print the result in words or as data; return the exit status.

    With `lists_leaves`, add all visited leaves.
    """
    leaf_paths: Sequence[MovePath] = ()
    if lists_leaves:
        data = {**data, "visited_leaves": visited_leaves(run)}
        leaf_paths = paths_to_leaves(run)

    def result_text() -> str:
        return "\n".join([format_search_result(run, result), *map(run.moves_to, leaf_paths)])

    return print_result(result_text, data, exit_status_of(run))


def check_file_names(save: str | None, events: str | None) -> None:
    """Raise InputError if the file name of --save or --events has the wrong extension."""
    if save is not None and PlugInSource.of(save) is not PlugInSource.RUN:
        raise InputError(
            f"the file {shorten(save, 200)} of a saved run must end in {PlugInSource.RUN}"
        )
    if events is not None and PlugInSource.of(events) is not PlugInSource.RECORDING:
        raise InputError(
            f"the file {shorten(events, 200)} of events must end in {PlugInSource.RECORDING}"
        )


def check_saved_counts(saved_counts: Mapping[str, Any], counts: Mapping[str, Any]) -> None:
    """Raise InputError if a saved run, searched again, has other counts."""
    for key, saved in saved_counts.items():
        if counts.get(key, saved) != saved:
            raise InputError(
                f"the saved run had {key} {saved}, but now it is {counts[key]}: "
                "something has changed"
            )


def saved_run_bytes(recipe: Recipe, data: Mapping[str, Any]) -> bytes:
    """Return the content of a saved run: its recipe, and the counts that it must give again."""
    counts = {key: data[key] for key in ("value", "nodes", "leaves", "cutoffs", "pruned")}
    return recipe.dumps(counts).encode()


def recording_bytes(run: Run, file: str) -> bytes:
    """Return the content of a file of events, compressed if its name says so."""
    lines = "".join(f"{line}\n" for line in recording_lines_of(run)).encode()
    if file.endswith(ZIPPED_ENDING):
        # Without a time, equal runs give equal files.
        return compress(lines, mtime=0)
    return lines


def format_search_result(run: Run, result: SearchResult) -> str:
    """Return the result of a search as text: value, best line, counts, and a table of passes."""
    final_tree = TreeAtStep(run.trace)
    lines = [*heading_lines(run, result), "", *value_lines(run, result, final_tree)]
    lines += best_move_lines(result)
    lines += lines_of_counts(result, final_tree)
    if result.root_moves:
        lines += ["", *root_move_lines(result.root_moves, result.to_move)]
    if result.ordering_nodes:
        lines.append(f"nodes examined by the ordering: {result.ordering_nodes:,}")
    if 1 < final_tree.passes <= MAX_LISTED_PASSES and run.trace.shown_passes:
        lines += ["", make_pass_table(run).text()]
    return "\n".join(lines)


def heading_lines(run: Run, result: SearchResult) -> list[str]:
    """Return a line for the position and one for the search."""
    other_headings = {}
    ordering = result.search.ordering
    # Such an order uses values that no real search knows in advance, so say so.
    if ordering in ORACLE_ORDERS:
        other_headings["ordering"] = f"{ordering} order (an oracle)"
    headings = run.headings(replacements=other_headings)
    return [
        f"{run.root.board().title}, {result.to_move} to move",
        ", ".join([run.algorithm.title, *headings]),
    ]


def value_lines(run: Run, result: SearchResult, final_tree: TreeAtStep) -> Iterator[str]:
    """Yield a line for the value of a search; for MCTS also overall mean, scale and priors.

    `final_tree` is the tree at the end of the search.
    """
    naming = Naming(run, final_tree)
    root = 0
    # The value of MCTS is the mean of the child that it chose.
    valued_node = root
    if result.root_moves:
        valued_node = next(iter(final_tree.result().line), root)
    value = describe_value(run, naming, valued_node)
    if valued_node == root or result.proven:
        yield f"value      {value}"
        return

    # The first label belongs to the chosen move.
    yield f"value      {value}: the mean of {result.labels[0]}, the move visited most"
    overall = f"{value_label(final_tree, root)}, {label_of_value(naming, root)}"
    yield f"overall    {overall}: the mean of all iterations"
    scale = leaf_scale(naming, root)
    if scale:
        yield f"scale      {scale.strip(' ()')}, other leaves in proportion"
    priors = describe_priors(run)
    if priors:
        yield f"priors     {priors}"


def describe_value(run: Run, naming: Naming, node: int) -> str:
    """Return the value of a search as a number and in words, "–" if there is no value.

    For MCTS, the value is the mean at `node`: the chosen child of the root.
    """
    final_tree = naming.tree
    mean_in_words = label_of_mean(naming, node)
    if mean_in_words:
        label = value_label(final_tree, node)
        description = mean_in_words
    else:
        label = answer_label(final_tree)
        description = label_of_answer(naming)
    if not description and has_unwritten_nodes(run, final_tree):
        description = UNWRITTEN_VALUES_NOTE
    value = label or "–"
    return f"{value}, {description}" if description else value


def best_move_lines(result: SearchResult) -> Iterator[str]:
    """Yield the best move, the best line, and the final answer if it differs from the root's."""
    yield f"best move  {next(iter(result.labels), '–')}"
    if result.answer is not None and result.answer != (result.value, result.best_move):
        value, move = result.answer
        with_move = "" if move is None else f" with {move}"
        yield f"answer     {format_number(value)}{with_move}"
    yield f"best line  {result.best_line_words or '–'}"


def lines_of_counts(result: SearchResult, final_tree: TreeAtStep) -> Iterator[str]:
    """Yield a line for each count of a search, such as nodes, leaves and cutoffs.

    `final_tree` is the tree at the end of the search.
    """
    counts = result.shown_counts()
    if final_tree.distinct_nodes < result.counts.nodes:
        counts["distinct"] = final_tree.distinct_nodes
    if result.quiescence_nodes:
        counts["quiescence"] = result.quiescence_nodes
    if result.probe_nodes:
        counts["in probes"] = result.probe_nodes
    if result.table_hits:
        counts["from table"] = result.table_hits
    for name, count in counts.items():
        line = f"{name:<10}{count:>9,}"
        # A proof at the root ends MCTS before its limit of iterations.
        if name == "iterations" and result.root_moves and result.proven:
            limit = result.search.options["iterations"]
            line += f" of {limit:,}, when the result was proven"
        yield line


MAX_LISTED_MOVES = 5
"""How many moves at the root are listed with their visits."""
MIN_MEAN_WIDTH = 5
"""The least width of a mean in the list, in characters."""


def root_move_lines(moves: Sequence[RootMove], side: str) -> Iterator[str]:
    """Yield a table of the root moves that MCTS visited most, one line per move.

    Means are from the point of view of `side`, the side to move. The last lines say what the table
    leaves out, and which moves were visited equally often.
    """
    ranked = sorted(moves, key=lambda move: -move.visits)
    listed_moves = ranked[:MAX_LISTED_MOVES]
    width = max(len("move"), *(len(move.label) for move in listed_moves))
    has_priors = any(move.prior is not None for move in moves)
    has_proofs = any(move.proven is not None for move in moves)

    mean_heading = f" mean for {side}"
    prior_heading = "   prior" if has_priors else ""
    proof_heading = "   proven" if has_proofs else ""
    yield f"{'move':<{width}}  visits  {mean_heading}{prior_heading}{proof_heading}"
    for move in listed_moves:
        mean = move.mean_in_words(side).rjust(MIN_MEAN_WIDTH)
        # The heading is wider than the number, and the next column begins after the heading.
        if has_priors or has_proofs:
            mean += " " * (len(mean_heading) - MIN_MEAN_WIDTH)
        line = f"{move.label:<{width}}  {move.visits:>6,}  {mean}"
        if has_priors:
            line += f"    {format_decimal(move.prior or 0)}"
        if has_proofs:
            line += f"   {move.proof(side)}"
        yield line.rstrip()
    if len(ranked) > MAX_LISTED_MOVES:
        yield f"and {len(ranked) - MAX_LISTED_MOVES:,} more"
    yield from tie_lines(ranked)


def tie_lines(ranked: Sequence[RootMove]) -> Iterator[str]:
    """Yield a sentence if several moves share the highest number of visits.

    `ranked` are the root moves, the most visited one first.
    """
    most_visits = ranked[0].visits
    # A proven move is chosen for its proof, not for its visits.
    tied_moves = [move for move in ranked if move.visits == most_visits and move.proven is None]
    if len(tied_moves) < 2:
        return
    if len(tied_moves) <= MAX_LISTED_MOVES:
        names = join_words([move.label for move in tied_moves])
    else:
        names = f"{len(tied_moves):,} moves"
    yield f"{names} were visited equally often: the one expanded first is chosen."


def make_pass_table(run: Run) -> Table:
    """Return a table of the finished passes of iterative deepening: nodes, value, best move.

    Each row also has the seconds of its pass, unless the run was read from a recording.
    """
    all_nodes = total_nodes(run.trace)
    seconds = run.search_seconds
    passes = results_of_passes(TreeAtStep(run.trace), seconds=seconds)
    rows = [pass_row(run, each, all_nodes) for each in passes if each.finished]
    headings = ["pass", "nodes", "of all", "value", "best move"]
    # A recording has no times.
    if seconds is not None:
        headings.insert(3, "seconds")
    return Table(tuple(headings), tuple(rows))


def pass_row(run: Run, search_pass: PassResult, all_nodes: int) -> tuple[CellValue, ...]:
    """Return the row of a finished pass in the table of `make_pass_table`.

    `all_nodes` is the number of nodes in all passes.
    """
    row: list[CellValue] = [
        search_pass.name,
        search_pass.nodes,
        f"{search_pass.nodes / all_nodes:.0%}",
    ]
    if search_pass.seconds is not None:
        row.append(f"{search_pass.seconds:.3f}")
    root_result = search_pass.result
    # A bound is written with < or > instead of <= or >=, and an exact value without a sign.
    bound_sign = root_result.bound.value.replace("=", "")
    row.append(f"{bound_sign}{format_number(root_result.value or 0)}")
    line = run.line(root_result.line)
    row.append(next(iter(line), "–"))
    return tuple(row)


MANY_CUTOFFS = 20
"""With more cutoffs, a note explains how to list fewer."""


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
    choose_steps = read_step_choice(step, steps, cuts=cuts)
    recipe, _ = read_recipe(values)
    run = run_to_end(recipe)
    if choose_steps is cut_steps:
        note_number_of_cutoffs(run.trace)
    # Find the node types before anything is printed: this may raise an error.
    type_lines = [*node_type_lines(run)] if kinds else []
    width = len(str(run.trace.last_step))
    for number in choose_steps(run.trace):
        print_lines(f"{number:>{width}}  {explain(run, number)}")
    for line in type_lines:
        print_lines(line)
    return exit_status_of(run)


def read_step_choice(
    step: int | None, steps: str | None, *, cuts: bool
) -> Callable[[Trace], Sequence[int]]:
    """Return the function that chooses the steps of a trace to explain, by default all.

    `step` is a single step; `steps` is a text such as "3-12"; `cuts` stands for all cutoffs.
    InputError for a text that cannot be read.
    """
    if step is not None:
        return partial(steps_between, low=step, high=step)
    if cuts:
        return cut_steps
    return all_steps if steps is None else read_steps(steps)


def note_number_of_cutoffs(trace: Trace) -> None:
    """Add a note if a search has no cutoffs, or so many that the user may want to see fewer."""
    count = len(trace.cuts)
    if not count:
        add_note("there is no cutoff")
    if count > MANY_CUTOFFS:
        # The total leaves out cutoffs in probes.
        in_probes = ", those in probes too" if total_cutoffs(trace) < count else ""
        new_count = len(new_cut_steps(trace))
        add_note(
            f"{count:,} cutoffs{in_probes}; --steps cuts:new counts repeated ones once: "
            f"{new_count:,}"
        )


def recording_lines_of(run: Run) -> Iterator[str]:
    """Yield the lines of a run as a recording: a header and the events."""
    header = {"search": run.algorithm.title, **recording_header(run)}

    def move_name(row: int, move: int) -> str:
        return run.notation_of_move((*run.path(row), move))

    return writing.event_lines(run.trace, header, move_name, prior_reader(run))


def prior_reader(run: Run) -> writing.PriorOf:
    """Return a function from the row of a visit to the prior of the move that leads there.

    The prior is None for the root, for later visits to a node, and in a search without priors.
    """
    # A recording that was read has its priors as remarks: do not write them a second time.
    if not (run.has_priors and run.applies("ordering")):
        return lambda row: None
    # The priors of all moves at a node are computed together, so they are cached.
    tree = TreeAtStep(run.trace)
    priors_below = cache(lambda node: priors_at(run, tree, node))

    def prior(row: int) -> float | None:
        is_root = run.trace.parent(row) < 0
        # A node has the number of the row of its first visit.
        is_first_visit = tree.node_of(row) == row
        if is_root or not is_first_visit:
            return None
        return priors_below(tree.parent(row)).get(run.trace.move(row))

    return prior


def recording_header(run: Run) -> dict[str, Any]:
    """Return the header for a recording of a run: the position and the search.

    Options on which the algorithm does not depend are left out.
    """
    header = {**position_header(run), **rule_header(run)}
    if run.trace.limits != (-inf, inf):
        header["bounds"] = [*map(json_number, run.trace.limits)]
    header.update(run.style.constants(run.problem.options))
    if run.has_priors:
        header["selection"] = "puct"
    if run.trace.has_solver:
        header["solver"] = True
    header["windows"] = run.trace.window_rule or None
    return {key: value for key, value in header.items() if value is not None}


def position_header(run: Run) -> dict[str, Any]:
    """Return the game, its settings and the position, for the header of a recording."""
    where = run.recipe.where
    # The run was read from a recording without the name of a game, so no game is known.
    if PlugInSource.of(where.game) is PlugInSource.RECORDING:
        return {}
    return {
        "game": where.game,
        "settings": settings_outside_notation(run.game, where),
        "position": run.root.text(),
    }


def rule_header(run: Run) -> dict[str, Any]:
    """Return evaluation, depth, cut, fail and order of a search, for the header of a recording."""
    search = run.recipe.search
    order = search.ordering
    evaluation = search.evaluation
    # A run that was itself read from a recording has the rules of the recorded search.
    header = run.algorithm.header
    if header is not None:
        order = header.order
        evaluation = header.evaluation or evaluation

    rules: dict[str, Any] = {}
    if evaluation in run.game.stakes and run.stakes is not None:
        rules["evaluation"] = evaluation
    if search.depth != "all":
        rules["depth"] = search.depth
    if run.applies("cut"):
        rules["cut"] = search.cut
    if run.applies("fail"):
        rules["fail"] = search.fail
    rules["order"] = order
    return rules
