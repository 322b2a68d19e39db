"""A comparison in tables and in the sentence a teacher would say."""

from collections.abc import Sequence
from pathlib import Path

from visualizer.comparison.compare import Comparison, name_of
from visualizer.explanation.naming import capitalized, listed
from visualizer.look.numbers import show
from visualizer.look.table import CellValue, Table
from visualizer.measures.estimate import about
from visualizer.measures.minimal_tree import OrderingQuality
from visualizer.measures.samples import RootMove
from visualizer.measures.summary import SearchResult, many
from visualizer.plugins.source import Source
from visualizer.trace.tree_at_step import Bound

LEAST = "least of any order"

MEASURES = {
    "value": "value",
    "best move": "best move",
    "nodes": "nodes visited",
    "leaves": "leaves",
    "cutoffs": "cutoffs",
    "at the first move": "cutoffs by first move",
    "mean place of cut": "moves until a cutoff",
    "pruned children": "moves never looked at",
    "table hits": "answered by the table",
    "beyond the limit": "beyond the depth limit",
    "branching": "effective branching",
    "seconds": "seconds",
    "minimax / nodes": "nodes against minimax",
    "natural / nodes": "nodes against natural",
}
"""What is measured: its name in files, and its words for people."""
HARDLY = "hardly more than 1×"
RATIOS = ("minimax / nodes", "natural / nodes")
BOUNDS = (Bound.LOWER, Bound.UPPER)

Column = dict[str, CellValue]
"""What is known of a search, by the measure."""


def columns_of(comparison: Comparison, *, plain: bool) -> list[tuple[str, Column]]:
    """Return each search's name and its measures, then the least that any order could visit.

    `plain` leaves numbers as programs read them; else they are as people do, with a bound's sign before the value.
    """
    columns: list[tuple[str, Column]] = []
    for name, found in zip(comparison.names(), comparison.searches, strict=True):
        if found.refused:
            columns.append((f"{name} (refused)", {}))
            continue
        counts, quality = found.counts, found.quality or OrderingQuality(None, None, None)
        column: Column = {
            "value": found.value, "bound": found.bound.value, "best move": next(iter(found.labels), None),
            "nodes": counts.nodes, "leaves": counts.leaves, "cutoffs": counts.cutoffs,
            "at the first move": quality.first_move_cutoffs, "mean place of cut": quality.mean_cutoff_place,
            "pruned children": counts.pruned, "table hits": found.table_hits or None,
            "beyond the limit": found.quiescence_nodes or None,
            "branching": quality.effective_branching, "seconds": found.seconds,
            **(_ratios(comparison, found, found.nodes) if found.complete else {}),
        }  # fmt: skip
        if not plain:
            share = quality.first_move_cutoffs
            column["value"] = estimate(found) if found.root_moves else worth(found)
            column["at the first move"] = None if share is None else f"{share:.0%}"
            column["seconds"] = f"{found.seconds:.3f}"
        columns.append((name + ("" if found.complete else " (stopped)"), column))
    least = comparison.least
    if least is not None:
        ratios = _ratios(comparison, comparison.exact[0], least.nodes)
        columns.append((LEAST, {"nodes": least.nodes, "leaves": least.leaves, **ratios}))
    return columns


def worth(found: SearchResult) -> str:
    """Return the value that a search has found, with a bound's sign."""
    bound = found.bound.value if found.bound in BOUNDS else ""
    return "–" if found.value is None else f"{bound}{show(found.value)}"


def preferred(found: SearchResult) -> RootMove:
    """Return the move at the root that a search by samples prefers."""
    return next(move for move in found.root_moves or () if move.move == found.best_move)


def estimate(found: SearchResult) -> str:
    """Return what samples say of that move: their mean, or what a solver has proved."""
    if found.proven:
        return f"proven {preferred(found).proof(found.to_move)} for {found.to_move}"
    return f"mean {mean_of(found)}"


def mean_of(found: SearchResult) -> str:
    """Return the mean of that move, for who is to move at the root, `+0.15 for O`."""
    return f"{preferred(found).said(found.to_move)} for {found.to_move}"


def _ratios(comparison: Comparison, found: SearchResult, nodes: int) -> Column:
    """Return how many times fewer these nodes are than those of the standards that are asked the same as a search."""
    standards = zip(RATIOS, (comparison.named("minimax"), comparison.named("alpha-beta", "natural")), strict=True)
    return {name: each.nodes / nodes for name, each in standards if each is not None and alike(each, found)}


def alike(found: SearchResult, other: SearchResult) -> bool:
    """Return whether two searches are asked the same: as deep, by the same evaluation, and so on.

    A search by samples is asked for a good move, not for a value to some depth.
    """
    one, two = ((each.question, each.search.window) for each in (found, other))
    return one == two and not (found.samples or other.samples)


def across(comparison: Comparison) -> Table:
    """Return a table with a row for each measure and a column for each search, which fits a narrow terminal.

    A measure that no search has is left out.
    """
    columns = columns_of(comparison, plain=False)
    rows = []
    for measure, words in MEASURES.items():
        cells = [column.get(measure) for _, column in columns]
        if measure in RATIOS:
            cells = [_in_times(cell) if isinstance(cell, float) else None for cell in cells]
        if any(cell is not None for cell in cells):
            how = f" ({comparison.depth})" if measure == "value" and comparison.depth else ""
            rows.append((words + how, *cells))
    return Table(("", *shortest([name for name, _ in columns])), tuple(rows))


def shortest(names: Sequence[str]) -> list[str]:
    """Shorten names by what they share, and those of files by their folders, as long as they stay different.

    >>> shortest(["alpha-beta", "ordered-alpha-beta, scored", "/home/me/bot.jsonl"])
    ['alpha-beta', 'alpha-beta, scored', 'bot.jsonl']
    >>> shortest(["bots/old.jsonl", "bots/new.jsonl, fail-hard"])
    ['old.jsonl', 'new.jsonl, fail-hard']
    """
    parts = [name.partition(", ") for name in names]
    files = [
        "".join((Path(first).name, *rest)) if Source.of(first) is Source.RECORDING else name
        for name, (first, *rest) in zip(names, parts, strict=True)
    ]
    short = [name.removeprefix("ordered-") if "," in name else name for name in files]
    return short if len({*short}) == len(short) else [*names]


def _in_times(ratio: float) -> str | None:
    """Say how many times fewer, or more; nothing if the numbers are equal.

    >>> _in_times(203.4), _in_times(13.54), _in_times(0.5), _in_times(1.0)
    ('203× fewer', '13.5× fewer', '2× more', None)
    """
    if ratio == 1:
        return None
    times, which = _times(max(ratio, 1 / ratio)), "fewer" if ratio > 1 else "more"
    return f"hardly {which}" if times == HARDLY else f"{times} {which}"


def down(comparison: Comparison, *, plain: bool = False) -> Table:
    """Return a table with a row for each search and a column for each measure, for files; `plain` for programs."""
    names = ("value", "bound", *[*MEASURES][1:]) if plain else tuple(MEASURES)
    rows = tuple((name, *map(column.get, names)) for name, column in columns_of(comparison, plain=plain))
    return Table(("search", *names), rows)


def sentences(comparison: Comparison) -> str:
    """Say what a teacher would: what pruning saves, what ordering saves or costs, and the least possible."""
    said = (
        _refused,
        _saving,
        _bounds_save,
        _random_opponent,
        _met_again,
        _beyond,
        _unlike,
        _formula,
        _guess,
        _samples,
        _as_good,
    )
    parts = (comparison.disagreement, *(say(comparison) for say in said))
    return "\n".join(filter(None, parts))


def _refused(comparison: Comparison) -> str:
    """Say why searches cannot search this game."""
    return "\n".join(dict.fromkeys(f"{capitalized(each.refused)}." for each in comparison.searches if each.refused))


def _as_good(comparison: Comparison) -> str:
    """Say that different best moves are worth the same, where searches that are asked the same found such."""
    first, *others = comparison.exact
    alike_found = [
        found
        for found in (first, *others)
        if found.complete and found.best_move and found.bound is Bound.EXACT and alike(found, first)
        if found.value == first.value is not None
    ]
    moves = [*dict.fromkeys(str(found.best_move) for found in alike_found)]
    if len(moves) < 2:
        return ""
    named = listed(moves)
    are = f"are {'both' if len(moves) == 2 else 'all'} worth {show(first.value or 0)}"
    means = ", ".join(filter(None, (comparison.standing, comparison.depth)))
    are += f" ({means})" * bool(means)
    return f"The best moves differ, but {named} {are}: which one is found depends on the order in which they are tried."


def _saving(comparison: Comparison) -> str:
    plain, pruned = comparison.named("minimax"), comparison.named("alpha-beta", "natural")
    if pruned is None:
        return ""
    ordered = [
        found
        for found in comparison.plain
        if found is not pruned and alike(found, pruned) and found.search.algorithm.endswith("alpha-beta")
    ]
    plain = plain if plain is not None and alike(plain, pruned) else None
    if not ordered and plain is None:
        return ""
    visits, saves = [f"Alpha-beta in natural order visits {many(pruned.nodes, 'node', 'nodes')}"], list[str]()
    prunes, several = plain is not None and pruned.nodes < plain.nodes, len(ordered) > 1
    if plain is not None:
        visited = many(plain.nodes, "node", "nodes")
        visits = [f"Minimax visits {visited}; alpha-beta in natural order {pruned.nodes:,}"]
        saves = [f"pruning saves {_times(plain.nodes / pruned.nodes) if prunes else 'nothing'}"]
    visits += [f"{in_words(found.search.ordering)} {found.nodes:,}" for found in ordered]
    saves += ["; ".join(
        (f"{in_words(found.search.ordering)}, " if several else "")
        + _ordering(pruned.nodes, found.nodes, again=prunes and not several)
        for found in ordered
    )] if ordered else []  # fmt: skip
    words, least = f"{'; '.join(visits)}: {', '.join(saves)}", comparison.least
    return words + (f"; {_no_order(comparison)} fewer than {least.nodes:,}." if least is not None else ".")


def _bounds_save(comparison: Comparison) -> str:
    """Say what Star1 leaves out."""
    whole, pruned = comparison.named("expectiminimax"), comparison.named("star1")
    if whole is None or pruned is None or not alike(whole, pruned):
        return ""
    times = _times(whole.nodes / pruned.nodes)
    saves = "this saves nothing here" if pruned.nodes == whole.nodes else "this saves hardly anything"
    if times != HARDLY and pruned.nodes < whole.nodes:
        saves = f"this saves {times}"
    return f"Expectiminimax visits {many(whole.nodes, 'node', 'nodes')}; Star1 {pruned.nodes:,}: {saves}."


def _random_opponent(comparison: Comparison) -> str:
    """Say which move is best against an opponent who moves at random, and which against the best reply."""
    exact, said = next((each for each in comparison.exact if each.complete and each.best_move), None), list[str]()
    for found in comparison.searches:
        if exact is None or not found.has_random_opponent or not found.complete or found.best_move is None:
            continue
        if found.question != exact.question:
            continue
        one, other = (next(iter(each.labels)) for each in (found, exact))
        random, reply = worth(found), worth(exact)
        if one == other:
            said.append(f"{one} is best against a random opponent: {random}; against the best reply, too: {reply}.")
        else:
            words = f"Against a random opponent {one} is better: {random}"
            said.append(f"{words}; against the best reply {other}: {reply}.")
    return "\n".join(dict.fromkeys(said))


def _met_again(comparison: Comparison) -> str:
    """Say what a table saves, apart from pruning and ordering: the same position met again."""
    return "\n".join(
        f"The same position met again: with a table, {with_it.search.algorithm} visits {with_it.nodes:,} nodes, not "
        f"{without.nodes:,}; {many(with_it.table_hits, 'visit is', 'visits are')} answered by it, "
        f"{_table_saves(without.nodes, with_it.nodes)}."
        for without, with_it in comparison.tables()
    )


def _table_saves(without: int, with_it: int) -> str:
    if with_it == without:
        return "which changes nothing here"
    return f"which saves {_times(without / with_it)}" if with_it < without else "which saves nothing here"


def _beyond(comparison: Comparison) -> str:
    """Say what searches that go on beyond the depth limit find, and those that do not, where that differs."""
    complete = [found for found in comparison.exact if found.complete and found.best_move]
    without = {found.question[:-1]: found for found in complete if not found.quiescence_nodes}
    said = []
    for found in complete:
        other = without.get(found.question[:-1])
        if not found.quiescence_nodes or other is None:
            continue
        one, two = (f"{worth(each)} with {next(iter(each.labels))}" for each in (other, found))
        if one != two:
            visits = many(found.quiescence_nodes, "node", "nodes")
            said.append(f"At the horizon it looked like {one}; {visits} further on it is {two}.")
    return "\n".join(dict.fromkeys(said))


def _no_order(comparison: Comparison) -> str:
    """Say for which searches the minimum holds: for all, unless one here visits fewer nodes by a table or otherwise."""
    least = comparison.least
    if least is None or all(found.counts.nodes >= least.nodes for found in comparison.exact if found.complete):
        return "no order needs"
    return "with plain alpha-beta, without a table and with one visit a node, no order needs"


def _unlike(comparison: Comparison) -> str:
    exact = [found for found in comparison.exact if not found.samples]
    if all(alike(exact[0], found) for found in exact):
        return ""
    beyond = len({found.question[-1] for found in exact}) > 1
    asked = f"depths, evaluations{', windows or plies beyond the limit' if beyond else ' or windows'}"
    return f"Their {asked} differ: only answers to the same question can be held against each other."


def _formula(comparison: Comparison) -> str:
    if comparison.formula is None or not comparison.usual:
        return ""
    return (
        f"The tree is uniform: by Knuth and Moore's formula, {_no_order(comparison)} fewer than "
        f"{many(comparison.formula, 'leaf', 'leaves')}."
    )


def _guess(comparison: Comparison) -> str:
    guess = comparison.guess
    if guess is None:
        return ""
    sure = f"standard error {about(max(1, guess.standard_error))}; such estimates are often too low"
    if not guess.standard_error:
        sure = "every probe says the same"
    return (
        f"Minimax did not finish. By random probing its tree has about {about(guess.nodes)} nodes ({sure}), so "
        "the least of any order is not known."
    )


def _samples(comparison: Comparison) -> str:
    """Say what each search by samples would play, how sure it is, and whether an exact search would play it too."""
    said = []
    exact = next((each for each in comparison.exact if each.complete and each.best_move and not each.samples), None)
    for found in comparison.searches:
        if not found.samples or found.best_move is None:
            continue
        best, name = preferred(found), name_of(found.search)
        words = f"After {many(found.iterations, 'iteration', 'iterations')} {name} "
        if found.proven:
            words += f"has proved that {best.move} is {best.proof(found.to_move)} for {found.to_move}"
        else:
            words += (
                f"prefers {best.move}: the mean of {many(best.visits, 'random game', 'random games')} is "
                f"{mean_of(found)}, which proves nothing"
            )
        if exact is not None:
            too = " too" if exact.best_move == best.move else ""
            words += f"; {exact.search.algorithm}'s best move is {exact.best_move}{too}, with the value {worth(exact)}"
        said.append(f"{words}.")
    return "\n".join(said)


def in_words(ordering: str | None) -> str:
    """Say in which order moves are tried."""
    words = {"scored": "ordered by score", "best": "with an oracle's order (best first)"}
    return words.get(ordering or "", f"in {ordering} order")


def _times(ratio: float) -> str:
    """Write a ratio with as many digits as distinguish it from 1.

    >>> _times(15.03), _times(13.54), _times(2.0), _times(1.1), _times(1.042), _times(1.001)
    ('15×', '13.5×', '2×', '1.1×', '1.04×', 'hardly more than 1×')
    """
    if 1 < ratio < 1.05:
        return f"{ratio:.2f}×" if ratio >= 1.005 else HARDLY
    return f"{ratio:.0f}×" if ratio >= 14.95 else f"{ratio:.1f}×".replace(".0×", "×")


def _ordering(natural: int, ordered: int, *, again: bool) -> str:
    if ordered == natural:
        return "ordering changes nothing here"
    if ordered < natural:
        return f"ordering {'another' if again else 'saves'} {_times(natural / ordered)}"
    return f"{'and ' if again else ''}ordering costs here: {_times(ordered / natural)} the nodes of natural order"
