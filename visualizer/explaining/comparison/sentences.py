"""A comparison in the sentences that a teacher would say."""

from collections.abc import Sequence

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
from visualizer.explaining.measures.summary import SearchResult, count_in_words
from visualizer.look.numbers import format_number
from visualizer.trace.tree_at_step import Bound


def comparison_sentences(comparison: Comparison) -> str:
    """Return the paragraphs about a comparison: what pruning and ordering save, and so on."""
    # As in a lesson, general remarks come before exceptions.
    topics = (
        _refusal_sentences,
        _pruning_sentence,
        _star1_sentence,
        _random_opponent_sentences,
        _table_sentences,
        _quiescence_sentences,
        _different_questions_sentence,
        _formula_sentence,
        _estimate_sentence,
        _sampling_sentences,
        _equal_moves_sentence,
    )
    paragraphs = [comparison.disagreement, *(topic(comparison) for topic in topics)]
    return "\n".join(filter(None, paragraphs))


def _refusal_sentences(comparison: Comparison) -> str:
    """Say why searches cannot search this game, each reason once."""
    reasons = dict.fromkeys(result.refused for result in comparison.searches if result.refused)
    return "\n".join(f"{capitalized(reason)}." for reason in reasons)


def _equal_moves_sentence(comparison: Comparison) -> str:
    """Say that searches found different best moves of the same value; "" if they did not."""
    first = comparison.exact[0]
    # The keys of a dictionary keep their order, and equal moves count once.
    moves = dict[str, None]()
    for result in comparison.exact:
        is_exact = result.complete and result.best_move and result.bound is Bound.EXACT
        has_same_value = result.value is not None and result.value == first.value
        if is_exact and has_same_value and result.has_same_question(first):
            moves[result.labels[0]] = None
    if len(moves) < 2:
        return ""
    quantity = "both" if len(moves) == 2 else "all"
    worth = format_number(first.value or 0)
    meaning = ", ".join(filter(None, (comparison.standing, comparison.depth)))
    if meaning:
        worth = f"{worth} ({meaning})"
    return (
        f"The best moves differ, but {join_words([*moves])} are {quantity} worth {worth}: "
        "which one is found depends on the order in which they are tried."
    )


def _pruning_sentence(comparison: Comparison) -> str:
    """Say how much alpha-beta saves against minimax, and how much orders of moves save or cost.

    In the functions below, `natural` is alpha-beta in natural order, and `reordered` is alpha-beta
    in another order.
    """
    natural = comparison.plain_search("alpha-beta", "natural")
    if natural is None:
        return ""
    minimax = comparison.plain_search("minimax")
    # Minimax to another depth would make pruning look better or worse than it is.
    if minimax is not None and not minimax.has_same_question(natural):
        minimax = None
    reordered = [
        result
        for result in comparison.finished_without_table
        if result is not natural and _is_alpha_beta_like(result, natural)
    ]
    if not reordered and minimax is None:
        return ""

    if len(reordered) > 1:
        words = _several_orders_clause(minimax, natural, reordered)
    else:
        words = _one_order_clause(minimax, natural, next(iter(reordered), None))
    least = comparison.least
    if least is None:
        return f"{words}."
    return f"{words}; {_words_before_minimum(comparison)} fewer than {least.nodes:,}."


def _is_alpha_beta_like(result: SearchResult, natural: SearchResult) -> bool:
    return result.has_same_question(natural) and result.search.algorithm.endswith("alpha-beta")


def _visits_in_natural_order(minimax: SearchResult | None, natural: SearchResult) -> str:
    """Say how many nodes minimax and alpha-beta visit in natural order."""
    if minimax is None:
        nodes = count_in_words(natural.nodes, "node", "nodes")
        return f"Alpha-beta visits {nodes} in natural order"
    nodes = count_in_words(minimax.nodes, "node", "nodes")
    return f"Minimax visits {nodes}, alpha-beta {natural.nodes:,} in natural order"


def _several_orders_clause(
    minimax: SearchResult | None, natural: SearchResult, reordered: Sequence[SearchResult]
) -> str:
    """Say how many nodes alpha-beta visits in several orders, each compared with natural order."""
    words = _visits_in_natural_order(minimax, natural)
    for index, result in enumerate(reordered):
        name = ordering_in_words(result.search.ordering)
        count = _against_natural_order(natural.nodes, result.nodes)
        # After the saving by pruning, the first order begins a new sentence.
        if index == 0 and minimax is not None:
            saving = saving_clause("pruning", minimax.nodes, natural.nodes)
            words = f"{words}: {saving}. {capitalized(name)} it visits {count}"
        else:
            words = f"{words}, {name} {count}"
    return words


def _one_order_clause(
    minimax: SearchResult | None, natural: SearchResult, reordered: SearchResult | None
) -> str:
    """Say how much pruning saves, and then how much another order of moves saves or costs.

    `reordered` is the search in the other order, if there is one.
    """
    visits = _visits_in_natural_order(minimax, natural)
    savings = []
    if minimax is not None:
        savings.append(saving_clause("pruning", minimax.nodes, natural.nodes))
    has_pruning_saved = minimax is not None and natural.nodes < minimax.nodes
    separator = " and "
    if reordered is not None:
        order = ordering_in_words(reordered.search.ordering)
        if reordered.search.ordering == "scored":
            order = f"when {order}"
        visits += f" and {reordered.nodes:,} {order}"
        savings.append(
            _ordering_clause(natural.nodes, reordered.nodes, after_saving=has_pruning_saved)
        )
        # A comma comes before "but": ", but this order takes 2× the nodes of natural order".
        if has_pruning_saved and reordered.nodes > natural.nodes:
            separator = ", "
    return f"{visits}: {separator.join(savings)}"


def _star1_sentence(comparison: Comparison) -> str:
    """Say how much Star1 saves against expectiminimax."""
    expectiminimax = comparison.plain_search("expectiminimax")
    star1 = comparison.plain_search("star1")
    if expectiminimax is None or star1 is None or not expectiminimax.has_same_question(star1):
        return ""
    nodes = count_in_words(expectiminimax.nodes, "node", "nodes")
    saving = saving_clause("this", expectiminimax.nodes, star1.nodes)
    return f"Expectiminimax visits {nodes}, Star1 {star1.nodes:,}: {saving}."


def _random_opponent_sentences(comparison: Comparison) -> str:
    """Say which move is best against a random opponent, and which against the best reply."""
    exact = next(
        (result for result in comparison.exact if result.complete and result.best_move), None
    )
    if exact is None:
        return ""
    # Searches that differ only in their order of moves give equal sentences, which count once.
    sentences = dict[str, None]()
    for result in comparison.searches:
        is_answer = result.has_random_opponent and result.complete and result.best_move is not None
        if is_answer and result.question == exact.question:
            sentences[_random_opponent_sentence(result, exact)] = None
    return "\n".join(sentences)


def _random_opponent_sentence(result: SearchResult, exact: SearchResult) -> str:
    """Compare the best moves against a random opponent (`result`) and against the best reply."""
    move = result.labels[0]
    best_move = exact.labels[0]
    value = value_with_bound(result)
    best_value = value_with_bound(exact)
    if move == best_move:
        return (
            f"{move} is best both against a random opponent ({value}) "
            f"and against the best reply ({best_value})."
        )
    return (
        f"Against a random opponent {move} is better: {value}; "
        f"against the best reply {best_move}: {best_value}."
    )


def _table_sentences(comparison: Comparison) -> str:
    """Say how much a transposition table saves by answering positions that occur again.

    A search with a table is compared with the same search without a table.
    """
    sentences = []
    for without_table, with_table in comparison.pairs_with_table():
        hits = count_in_words(with_table.table_hits, "visit is", "visits are")
        sentences.append(
            f"Repeated positions: with a table, {with_table.search.algorithm} visits "
            f"{with_table.nodes:,} nodes, not {without_table.nodes:,}; {hits} answered from it, "
            f"{saving_clause('which', without_table.nodes, with_table.nodes)}."
        )
    return "\n".join(sentences)


def _quiescence_sentences(comparison: Comparison) -> str:
    """Say which answers quiescence search changes, compared with stopping at the depth limit."""
    complete = [result for result in comparison.exact if result.complete and result.best_move]
    # Searches are compared if their questions differ at most in quiescence search.
    results_at_limit = {
        result.question_without_quiescence: result
        for result in complete
        if not result.quiescence_nodes
    }
    # The keys of a dictionary keep their order, and equal sentences count once.
    sentences = dict[str, None]()
    for result in complete:
        result_at_limit = results_at_limit.get(result.question_without_quiescence)
        if not result.quiescence_nodes or result_at_limit is None:
            continue
        answer = f"{value_with_bound(result)} with {result.labels[0]}"
        answer_at_limit = f"{value_with_bound(result_at_limit)} with {result_at_limit.labels[0]}"
        if answer != answer_at_limit:
            nodes = count_in_words(result.quiescence_nodes, "node", "nodes")
            stopping = f"Stopping at the depth limit gives {answer_at_limit}"
            sentences[f"{stopping}; searching {nodes} beyond it gives {answer}."] = None
    return "\n".join(sentences)


def _words_before_minimum(comparison: Comparison) -> str:
    """Return the words before the minimum: `no order needs`, as in `no order needs fewer than 11`.

    If a search visits fewer nodes than the minimum, for example with a table, the words also say
    that the minimum is for plain alpha-beta.
    """
    least = comparison.least
    finished = [result for result in comparison.exact if result.complete]
    if least is None or all(result.nodes >= least.nodes for result in finished):
        return "no order needs"
    return "with plain alpha-beta (no table, and one visit per node), no order needs"


def _different_questions_sentence(comparison: Comparison) -> str:
    """Say that the searches were asked different questions; "" if all had the same question."""
    results = comparison.value_searches
    if all(results[0].has_same_question(result) for result in results):
        return ""
    differences = "depth, evaluation or window"
    # The last part of a question is the depth of quiescence search.
    quiescence_depths = {result.question[-1] for result in results}
    if len(quiescence_depths) > 1:
        differences = "depth, evaluation, window or plies beyond the limit"
    return f"The searches differ in {differences}, so their answers cannot be compared."


def _formula_sentence(comparison: Comparison) -> str:
    """Say how few leaves any order needs in a uniform tree (Knuth & Moore 1975)."""
    if comparison.formula is None or not comparison.is_standard:
        return ""
    leaves = count_in_words(comparison.formula, "leaf", "leaves")
    needs = _words_before_minimum(comparison)
    return f"The tree is uniform: by Knuth and Moore's formula, {needs} fewer than {leaves}."


def _estimate_sentence(comparison: Comparison) -> str:
    """Say how large the tree of an unfinished minimax search is estimated to be; "" if finished."""
    guess = comparison.guess
    if guess is None:
        return ""
    certainty = "all probes agree"
    if guess.standard_error:
        # A few probes seldom meet the largest subtrees, so the mean is usually too small.
        error = rounded_in_words(max(1, guess.standard_error))
        certainty = f"standard error {error}; such estimates are often too low"
    return (
        "Minimax did not finish. Random probes estimate its tree at about "
        f"{rounded_in_words(guess.nodes)} nodes ({certainty}), so "
        "it is not known how few nodes the best order needs."
    )


def _sampling_sentences(comparison: Comparison) -> str:
    """Say which move each sampling search prefers, and whether an exact search agrees."""
    exact = next(
        (result for result in comparison.value_searches if result.complete and result.best_move),
        None,
    )
    sentences = []
    for result in comparison.sampling_searches:
        if result.best_move is None:
            continue
        iterations = count_in_words(result.iterations, "iteration", "iterations")
        words = f"After {iterations} {search_name(result.search)} {_sampled_choice(result)}"
        if exact is not None:
            best = f"{exact.search.algorithm}'s best move is {exact.labels[0]}"
            if exact.best_move == result.best_move:
                best = f"{best} as well"
            words = f"{words}; {best}, with value {value_with_bound(exact)}"
        sentences.append(f"{words}.")
    return "\n".join(sentences)


def _sampled_choice(result: SearchResult) -> str:
    """Say which move a sampling search prefers, and by what mean or proof."""
    best = preferred_root_move(result)
    if result.proven:
        return f"has proved that {best.label} is {best.proof(result.to_move)} for {result.to_move}"
    games = count_in_words(best.visits, "random game", "random games")
    mean = mean_for_mover(result)
    return f"prefers {best.label}: the mean of {games} is {mean}, which proves nothing"


def ordering_in_words(ordering: str | None) -> str:
    """Say in which order moves are tried."""
    words = {
        "scored": "ordered by score",
        "best": "with an oracle's order (best first)",
        "worst": "with an oracle's order (worst first)",
    }
    return words.get(ordering or "", f"in {ordering} order")


def saving_clause(what: str, before: int, after: int) -> str:
    """Say how much something saves, given the numbers of nodes without and with it.

    >>> saving_clause("this", 300, 100)
    'this cuts the work by a factor of 3'
    >>> saving_clause("ordering", 7, 7), saving_clause("which", 5, 6)
    ('ordering changes nothing here', 'which saves nothing here')
    """
    if after == before:
        return f"{what} changes nothing here"
    if after > before:
        return f"{what} saves nothing here"
    if is_hardly_more(before / after):
        return f"{what} saves hardly anything"
    return f"{what} cuts the work by a factor of {format_factor(before / after)}"


def _ordering_clause(natural: int, ordered: int, *, after_saving: bool) -> str:
    """Say how much an order of moves saves or costs: `ordering cuts the work by a factor of 2`.

    `natural` and `ordered` are numbers of nodes. `after_saving` says whether the clause follows a
    clause on the saving by pruning, as in `ordering by another 2`.
    """
    if ordered > natural:
        ratio = format_ratio(ordered / natural)
        clause = f"this order takes {ratio} the nodes of natural order"
        if after_saving:
            return f"but {clause}"
        return clause
    if after_saving and ordered < natural and not is_hardly_more(natural / ordered):
        return f"ordering by another {format_factor(natural / ordered)}"
    return saving_clause("ordering", natural, ordered)


def _against_natural_order(natural: int, ordered: int) -> str:
    """Return the nodes visited in some order, compared with natural order.

    >>> _against_natural_order(17, 15), _against_natural_order(17, 17)
    ('15 (1.1× fewer)', '17 (no difference)')
    """
    difference = times_fewer(natural / ordered) or "no difference"
    return f"{ordered:,} ({difference})"
