"""A comparison in the sentences that a teacher would say."""

from visualizer.explaining.comparison.compare import Comparison, search_name
from visualizer.explaining.comparison.report import (
    format_factor,
    format_ratio,
    is_hardly_more,
    mean_for_mover,
    preferred_root_move,
    times_fewer,
    value_with_bound,
)
from visualizer.explaining.explanation.naming import capitalized, join_words
from visualizer.explaining.measures.estimate import rounded_in_words
from visualizer.explaining.measures.summary import count_in_words
from visualizer.look.numbers import format_number
from visualizer.trace.tree_at_step import Bound


def comparison_sentences(comparison: Comparison) -> str:
    """Say what a teacher would: what pruning saves, what ordering saves or costs, and the least possible."""
    said = (
        _refused_searches,
        _pruning_saves,
        _bounds_save,
        _random_opponent,
        _table_saves,
        _beyond_horizon,
        _searches_without_minimum,
        _knuth_moore_formula,
        _minimum_guess,
        _samples_choose,
        _equally_good_moves,
    )
    parts = (comparison.disagreement, *(say(comparison) for say in said))
    return "\n".join(filter(None, parts))


def _refused_searches(comparison: Comparison) -> str:
    """Say why searches cannot search this game."""
    return "\n".join(
        dict.fromkeys(
            f"{capitalized(each.refused)}." for each in comparison.searches if each.refused
        )
    )


def _equally_good_moves(comparison: Comparison) -> str:
    """Say that different best moves are worth the same, where searches that are asked the same found such."""
    first, *others = comparison.exact
    alike_found = [
        found
        for found in (first, *others)
        if found.complete
        and found.best_move
        and found.bound is Bound.EXACT
        and found.asks_like(first)
        if found.value == first.value is not None
    ]
    moves = [*dict.fromkeys(found.labels[0] for found in alike_found)]
    if len(moves) < 2:
        return ""
    named = join_words(moves)
    are = f"are {'both' if len(moves) == 2 else 'all'} worth {format_number(first.value or 0)}"
    means = ", ".join(filter(None, (comparison.standing, comparison.depth)))
    are += f" ({means})" * bool(means)
    return f"The best moves differ, but {named} {are}: which one is found depends on the order in which they are tried."


def _pruning_saves(comparison: Comparison) -> str:
    plain = comparison.named("minimax")
    pruned = comparison.named("alpha-beta", "natural")
    if pruned is None:
        return ""
    ordered = [
        found
        for found in comparison.plain
        if found is not pruned
        and found.asks_like(pruned)
        and found.search.algorithm.endswith("alpha-beta")
    ]
    if not (plain is not None and plain.asks_like(pruned)):
        plain = None
    if not ordered and plain is None:
        return ""
    prunes = plain is not None and pruned.nodes < plain.nodes
    several = len(ordered) > 1
    visits = f"Alpha-beta visits {count_in_words(pruned.nodes, 'node', 'nodes')} in natural order"
    saves = list[str]()
    if plain is not None:
        visits = f"Minimax visits {count_in_words(plain.nodes, 'node', 'nodes')}, alpha-beta {pruned.nodes:,} in natural order"
        saves = [saves_by("pruning", plain.nodes, pruned.nodes)]
    if several:
        names = [ordering_in_words(found.search.ordering) for found in ordered]
        counts = [_against_natural_order(pruned.nodes, found.nodes) for found in ordered]
        first = f". {capitalized(names[0])} it visits" if saves else f", {names[0]}"
        words = f"{': '.join([visits, *saves])}{first} {counts[0]}"
        words += "".join(
            f", {name} {count}" for name, count in zip(names[1:], counts[1:], strict=True)
        )
    else:
        for found in ordered:
            if found.search.ordering == "scored":
                when = "when "
            else:
                when = ""
            visits += f" and {found.nodes:,} {when}{ordering_in_words(found.search.ordering)}"
        saves += [_ordering_saves(pruned.nodes, found.nodes, again=prunes) for found in ordered]
        costs = prunes and any(found.nodes > pruned.nodes for found in ordered)
        words = f"{visits}: {(', ' if costs else ' and ').join(saves)}"
    least = comparison.least
    return words + (
        f"; {_minimum_holds(comparison)} fewer than {least.nodes:,}." if least is not None else "."
    )


def _bounds_save(comparison: Comparison) -> str:
    """Say what Star1 leaves out."""
    whole = comparison.named("expectiminimax")
    pruned = comparison.named("star1")
    if whole is None or pruned is None or not whole.asks_like(pruned):
        return ""
    what = saves_by("this", whole.nodes, pruned.nodes)
    return f"Expectiminimax visits {count_in_words(whole.nodes, 'node', 'nodes')}, Star1 {pruned.nodes:,}: {what}."


def _random_opponent(comparison: Comparison) -> str:
    """Say which move is best against an opponent who moves at random, and which against the best reply."""
    exact = next((each for each in comparison.exact if each.complete and each.best_move), None)
    said = list[str]()
    for found in comparison.searches:
        if (
            exact is None
            or not found.has_random_opponent
            or not found.complete
            or found.best_move is None
        ):
            continue
        if found.question != exact.question:
            continue
        one, other = (next(iter(each.labels)) for each in (found, exact))
        random = value_with_bound(found)
        reply = value_with_bound(exact)
        if one == other:
            said.append(
                f"{one} is best both against a random opponent ({random}) and against the best reply ({reply})."
            )
        else:
            words = f"Against a random opponent {one} is better: {random}"
            said.append(f"{words}; against the best reply {other}: {reply}.")
    return "\n".join(dict.fromkeys(said))


def _table_saves(comparison: Comparison) -> str:
    """Say what a table saves, apart from pruning and ordering: the same position met again."""
    return "\n".join(
        f"Repeated positions: with a table, {with_it.search.algorithm} visits {with_it.nodes:,} nodes, not "
        f"{without.nodes:,}; {count_in_words(with_it.table_hits, 'visit is', 'visits are')} answered from it, "
        f"{saves_by('which', without.nodes, with_it.nodes)}."
        for without, with_it in comparison.tables()
    )


def _beyond_horizon(comparison: Comparison) -> str:
    """Say what searches that go on beyond the depth limit find, and those that do not, where that differs."""
    complete = [found for found in comparison.exact if found.complete and found.best_move]
    without = {found.question[:-1]: found for found in complete if not found.quiescence_nodes}
    said = []
    for found in complete:
        other = without.get(found.question[:-1])
        if not found.quiescence_nodes or other is None:
            continue
        one, two = (
            f"{value_with_bound(each)} with {next(iter(each.labels))}" for each in (other, found)
        )
        if one != two:
            visits = count_in_words(found.quiescence_nodes, "node", "nodes")
            said.append(
                f"Stopping at the depth limit gives {one}; searching {visits} beyond it gives {two}."
            )
    return "\n".join(dict.fromkeys(said))


def _minimum_holds(comparison: Comparison) -> str:
    """Say for which searches the minimum holds: for all, unless one here visits fewer nodes by a table or otherwise."""
    least = comparison.least
    if least is None or all(
        found.counts.nodes >= least.nodes for found in comparison.exact if found.complete
    ):
        return "no order needs"
    return "with plain alpha-beta (no table, and one visit per node), no order needs"


def _searches_without_minimum(comparison: Comparison) -> str:
    valued = comparison.valued
    if all(valued[0].asks_like(found) for found in valued):
        return ""
    beyond = len({found.question[-1] for found in valued}) > 1
    asked = f"depth, evaluation{', window or plies beyond the limit' if beyond else ' or window'}"
    return f"The searches differ in {asked}, so their answers cannot be compared."


def _knuth_moore_formula(comparison: Comparison) -> str:
    if comparison.formula is None or not comparison.usual:
        return ""
    return (
        f"The tree is uniform: by Knuth and Moore's formula, {_minimum_holds(comparison)} fewer than "
        f"{count_in_words(comparison.formula, 'leaf', 'leaves')}."
    )


def _minimum_guess(comparison: Comparison) -> str:
    guess = comparison.guess
    if guess is None:
        return ""
    sure = f"standard error {rounded_in_words(max(1, guess.standard_error))}; such estimates are often too low"
    if not guess.standard_error:
        sure = "all probes agree"
    return (
        f"Minimax did not finish. Random probes estimate its tree at about {rounded_in_words(guess.nodes)} nodes ({sure}), so "
        "it is not known how few nodes the best order needs."
    )


def _samples_choose(comparison: Comparison) -> str:
    """Say what each search by samples would play, how sure it is, and whether an exact search would play it as well."""
    said = []
    exact = next((each for each in comparison.valued if each.complete and each.best_move), None)
    for found in comparison.sampled:
        if found.best_move is None:
            continue
        best = preferred_root_move(found)
        name = search_name(found.search)
        words = f"After {count_in_words(found.iterations, 'iteration', 'iterations')} {name} "
        if found.proven:
            words += (
                f"has proved that {best.label} is {best.proof(found.to_move)} for {found.to_move}"
            )
        else:
            words += (
                f"prefers {best.label}: the mean of {count_in_words(best.visits, 'random game', 'random games')} is "
                f"{mean_for_mover(found)}, which proves nothing"
            )
        if exact is not None:
            if exact.best_move == best.move:
                too = " as well"
            else:
                too = ""
            words += f"; {exact.search.algorithm}'s best move is {exact.labels[0]}{too}, with value {value_with_bound(exact)}"
        said.append(f"{words}.")
    return "\n".join(said)


def ordering_in_words(ordering: str | None) -> str:
    """Say in which order moves are tried."""
    words = {
        "scored": "ordered by score",
        "best": "with an oracle's order (best first)",
        "worst": "with an oracle's order (worst first)",
    }
    return words.get(ordering or "", f"in {ordering} order")


def saves_by(what: str, before: int, after: int) -> str:
    """Say what something saves, by the nodes without it and with it.

    >>> saves_by("this", 300, 100), saves_by("ordering", 7, 7), saves_by("which", 5, 6)
    ('this cuts the work by a factor of 3', 'ordering changes nothing here', 'which saves nothing here')
    """
    if after >= before:
        return f"{what} {'changes' if after == before else 'saves'} nothing here"
    if is_hardly_more(before / after):
        return f"{what} saves hardly anything"
    return f"{what} cuts the work by a factor of {format_factor(before / after)}"


def _ordering_saves(natural: int, ordered: int, *, again: bool) -> str:
    if ordered > natural:
        return f"{'but ' if again else ''}this order takes {format_ratio(ordered / natural)} the nodes of natural order"
    if again and ordered < natural and not is_hardly_more(natural / ordered):
        return f"ordering by another {format_factor(natural / ordered)}"
    return saves_by("ordering", natural, ordered)


def _against_natural_order(natural: int, ordered: int) -> str:
    """Return the nodes of an order, and how many times fewer or more they are than those of natural order.

    >>> _against_natural_order(17, 15), _against_natural_order(17, 26), _against_natural_order(17, 17)
    ('15 (1.1× fewer)', '26 (1.5× more)', '17 (no difference)')
    """
    return f"{ordered:,} ({times_fewer(natural / ordered) or 'no difference'})"
