"""Each step in English: nodes entered, leaves reached, values returned, and results."""

from collections.abc import Sequence

from visualizer.explaining.explanation import standings
from visualizer.explaining.explanation.english.random_games import (
    describe_bonus,
    games_played,
    visits_and_mean,
    why_chosen,
    why_proven,
)
from visualizer.explaining.explanation.english.side_searches import (
    describe_side_entry,
    plies_in_words,
)
from visualizer.explaining.explanation.english.windows import (
    answer_in_words,
    describe_chance_node,
    describe_closed_window,
    describe_sum_so_far,
    explain_chance_threshold,
    explain_threshold,
    is_dice,
    player_by_rules,
    question_in_words,
    sum_of,
    window_from_side,
)
from visualizer.explaining.explanation.facts.steps import (
    Effect,
    Entered,
    Finished,
    KnownSoFar,
    PreviousVisit,
    Returned,
    ReturnedToParent,
    Stopped,
)
from visualizer.explaining.explanation.naming import (
    STANDING_PAT,
    Naming,
    capitalize_node_name,
    capitalized,
    has_no_players,
)
from visualizer.explaining.measures.summary import (
    PassResult,
    count_in_words,
    probe_nodes,
    results_of_passes,
    visit_counts,
)
from visualizer.look.numbers import format_number, format_probability
from visualizer.searching.run import Run
from visualizer.trace.bounds import FOR_MAX, Bound, PointOfView
from visualizer.trace.counts import visits_beyond_horizon
from visualizer.trace.rows import Kind, Passes, Window
from visualizer.trace.tree_at_step import TreeAtStep

EFFECT_ENDINGS = {
    Effect.SEARCHED_AGAIN: ", so this move is searched again with the full window.",
    Effect.VISITED_AGAIN: ", but it is searched again, so this decides nothing yet.",
    Effect.FIRST: ", the first value for {side}{window_change}.",
    Effect.EQUAL: ", no better than what {side} already has with {best_move}: nothing changes.",
    Effect.BETTER: ", better{for_side} than {best_before} with {best_move}{window_change}.",
    Effect.WORSE: ", worse{for_side} than {best_before} with {best_move}: nothing changes.",
    Effect.PROBED: ", but only in a probe, so it is not a candidate.",
    Effect.ADDED_TO_SUM: ".",
    Effect.UNPROVED: "; {side} has nothing better than {best_so_far} so far{window_change_if_any}.",
}
"""How the sentence about a child's value ends, by the effect of the value on the parent."""


def null_window_answer(fact: Returned) -> str:
    """Return the question of a returned node's null window: `Is the value more than 3? Yes. `.

    "" if no null window was set at the node.
    """
    if fact.question is None:
        return ""
    answer = answer_in_words(fact.question, fact.value)
    return f"Is the value {question_in_words(fact.question)}? {answer}. "


def describe_entry(naming: Naming, fact: Entered) -> str:
    """Say that a node is entered, what would cut it, and how its prior helped to select it."""
    entry = describe_entered_node(naming, fact)
    if not fact.compared_bounds:
        return entry
    return f"{entry} {describe_bonus(naming, fact)}".rstrip()


def describe_entered_node(naming: Naming, fact: Entered) -> str:
    """Say how the search comes to a node, whose turn it is, and which values would cut the node."""
    if fact.move_count == 0:
        return describe_leaf(naming, fact)
    arrival = describe_arrival(naming, fact)
    if naming.tree.is_chance(fact.node):
        return f"{arrival}: {describe_chance_node(naming, fact.node)}".rstrip()

    question = opening_question(naming, fact)
    sentences = [f"{arrival}: {question}{_mover_words(naming, fact)}."]
    static_value = naming.tree.stand_pat_value(fact.node)
    if static_value is not None:
        worth = format_number(static_value)
        sentences.append(f"Standing pat, not moving on, is worth {worth}.")
    if fact.window:
        sentences.append(explain_threshold(naming, fact.window))
    return " ".join(filter(None, sentences))


def _mover_words(naming: Naming, fact: Entered) -> str:
    """Say whose turn it is at an inner node, and how many moves there are."""
    side = naming.side(fact.node)
    if fact.move_count is None:
        return f"{side} to move"
    moves = moves_to_try(naming, fact)
    if fact.parent < 0:
        return f"{side} to move, {moves}"
    # Players do not take turns in Kalah, for example, or after a forced pass.
    if side == naming.side(fact.parent):
        return f"{side} moves again and has {moves}"
    return f"{side} has {moves}"


def describe_leaf(naming: Naming, fact: Entered) -> str:
    """Say that the search has come to a leaf, and why the node is a leaf."""
    is_root = fact.parent < 0
    is_terminal = naming.tree.kind(fact.node) is Kind.TERMINAL
    # In a written tree, a leaf needs no reason.
    if is_root and is_terminal and has_no_players(naming.run.game):
        return "The root is a leaf."

    arrival = "The root is a leaf"
    if not is_root:
        arrival = describe_arrival(naming, fact)
    why = _why_leaf(naming, fact.node)
    question = opening_question(naming, fact)
    if question:
        return f"{arrival}: {question}{capitalized(why)}."
    return f"{arrival}: {why}."


def _why_leaf(naming: Naming, node: int) -> str:
    """Return the clause that says why a node is a leaf: `the game is over`."""
    tree = naming.tree
    kind = tree.kind(node)
    if kind is Kind.TABLE:
        return describe_table_answer(naming, node)
    if kind is Kind.PLAYOUT:
        return "it is new, so a random game is played from here"
    if kind is not Kind.TERMINAL:
        return _why_search_ends(naming, node)
    if has_no_players(naming.run.game):
        return "a leaf"
    return "the game is over"


def _why_search_ends(naming: Naming, node: int) -> str:
    """Say at which limit the search has stopped, if the game goes on at a leaf."""
    tree = naming.tree
    if tree.trace.is_beyond_horizon(tree.visit(node)):
        return _why_quiescence_ends(naming, node)
    # Engines may stop before the depth limit, for example by a reduction.
    if tree.trace.depth(node) < naming.run.depth:
        return "the search looks no deeper here"
    return "the depth limit is reached"


def _why_quiescence_ends(naming: Naming, node: int) -> str:
    noisy = naming.run.game.noisy
    position = naming.run.position(naming.run.path(node))
    if noisy is None or not noisy.among(position, position.moves()):
        return "no noisy move is left"
    return "the limit for noisy moves is reached"


def moves_to_try(naming: Naming, fact: Entered) -> str:
    """Say how many moves a node has, or how many noisy moves beyond the depth limit."""
    trace = naming.tree.trace
    row = naming.tree.visit(fact.node)
    horizon = trace.horizon(row)
    noisy = naming.run.game.noisy
    moves = naming.count_moves(fact.move_count or 0)
    # Without a horizon there is no quiescence search, and all moves are tried.
    if horizon is None or noisy is None:
        return moves
    if trace.depth(row) < horizon:
        return moves
    return f"{moves} to look at beyond the depth limit ({noisy.about})"


def describe_arrival(naming: Naming, fact: Entered) -> str:
    """Say how the search comes to a node: `after a2, X tries e3 (move 2 of 3)`, `Pass 2 begins`."""
    tree = naming.tree
    if fact.parent < 0:
        if naming.mentions_pass:
            return f"{naming.pass_in_words()} begins"
        return "The search begins"
    probe = tree.probe(fact.node)
    if probe is not None or naming.detour(fact.node) is not None:
        return describe_side_entry(naming, fact.node, probe)
    if tree.is_chance(fact.parent):
        return describe_outcome(naming, fact)
    clause = with_parent_place(naming, fact, f"{naming.side(fact.parent)} tries")
    return f"{clause} {naming.move(fact.node)}{_words_after_move(naming, fact)}"


def _words_after_move(naming: Naming, fact: Entered) -> str:
    """Return the words after a move that is tried: ` (move 2 of 3)`, ` again` or `, its only move`.

    In a search by random games, they also say why the move was selected.
    """
    why = ""
    if fact.compared_bounds:
        why = why_chosen(naming, fact)
    if fact.is_sampled_again and not why:
        why = f"{visits_and_mean(naming, fact.node)} so far"
    if fact.is_revisited:
        return f" again{_in_brackets(why)}"
    if fact.sibling_count == 1:
        return f", its only move{_in_brackets(why)}"
    if why:
        return f" (move {_ordinal_of(fact)}; {why})"
    return f" (move {_ordinal_of(fact)})"


def _in_brackets(words: str) -> str:
    if not words:
        return ""
    return f" ({words})"


def _ordinal_of(fact: Entered) -> str:
    """Return which of the parent's moves is tried: `2 of 3`, or `2` if their number is unknown."""
    if fact.sibling_count is None:
        return f"{fact.ordinal:,}"
    return f"{fact.ordinal:,} of {fact.sibling_count:,}"


def describe_outcome(naming: Naming, fact: Entered) -> str:
    """Say which outcome of chance is entered, and how probable it is."""
    if is_dice(naming, fact.parent):
        arrival = "chance leads to"
        noun = "outcome"
    else:
        arrival = f"{player_by_rules(naming, fact.parent)} may play"
        noun = "move"
    opening = capitalized(with_parent_place(naming, fact, arrival))
    outcome = f"{naming.move(fact.node)}{_words_after_outcome(fact, noun)}"
    probability = naming.tree.probability(fact.node)
    if probability is None:
        probability = 1
    return f"{opening} {outcome}, with probability {format_probability(probability)}"


def _words_after_outcome(fact: Entered, noun: str) -> str:
    """Return the words after an outcome of chance: ` (outcome 2 of 3)`, ` again`, or "".

    `noun` is "outcome" or "move".
    """
    if fact.is_revisited:
        return " again"
    if fact.sibling_count == 1:
        return f", the only {noun}"
    if fact.sibling_count is None:
        return ""
    return f" ({noun} {_ordinal_of(fact)})"


def with_parent_place(naming: Naming, fact: Entered, clause: str) -> str:
    """Add the parent's place before a clause: `After a2, X tries`.

    If the parent is the root, or if the node's name already says where it is, return the clause as
    it is.
    """
    is_parent_root = naming.tree.parent(fact.parent) < 0
    if is_parent_root or naming.move(fact.node) == naming.place(fact.node):
        return clause
    return f"{capitalized(naming.where(fact.parent))}, {clause}"


def opening_question(naming: Naming, fact: Entered) -> str:
    """Return what the previous visit to a node found, and the question of this visit.

    For example, `is the value more than 3? `, or if the previous visit has just answered yes, `the
    value is more than 3, but what is it exactly? `. "" if there is no question and no visit just
    before.
    """
    finding = ""
    if fact.previous_visit:
        finding = describe_last_visit_to_same_node(naming, fact.previous_visit, fact.parent)
    if fact.question:
        return f"{finding}is the value {question_in_words(fact.question)}? "
    # The previous visit has answered its question with yes.
    if fact.answered_question:
        return f"the value is {question_in_words(fact.answered_question)}, but what is it exactly? "
    return finding


def describe_last_visit_to_same_node(naming: Naming, visit: PreviousVisit, parent: int) -> str:
    """Say what `visit` found, the visit to the same node that has just ended.

    The text calls it "the look before": `the look before found at least 5 with the window 3 to 4;
    now the window is 3 to 9. `. Values and windows are from the point of view at `parent`, the
    node's parent.
    """
    view = naming.view(parent)
    old_window = _window_range(view, visit.window)
    new_window = _window_range(view, visit.next_window)
    subject = "the look before"
    if visit.plies_shallower:
        subject = f"{subject}, {plies_in_words(visit.plies_shallower)} shallower,"
    result = view.value(visit.value, visit.bound).clause
    if old_window != new_window:
        result = f"{result} with the window {old_window}; now the window is {new_window}"
    elif new_window:
        result = f"{result}; the window is the same"
    return f"{subject} found {result}. "


def _window_range(view: PointOfView, window: Window | None) -> str:
    """Return a window in words: `2 to 5`; "" for None."""
    if window is None:
        return ""
    alpha, beta = view.window(*window)
    return f"{format_number(alpha)} to {format_number(beta)}"


def describe_table_answer(naming: Naming, node: int) -> str:
    """Say in which step a table's answer was stored.

    If it was stored at another node, the sentence names this node, too.
    """
    step, source = step_stored(naming.tree, node)
    if not step:
        return "the table already knows it"
    sentence = f"the table knows its value from {step}"
    stored_at = naming.tree.node_of(source)
    if stored_at == node:
        return sentence
    return f"{sentence}: the same position as {naming.place(stored_at)}"


def step_stored(tree: TreeAtStep, node: int) -> tuple[str, int]:
    """Return the step in which a table's answer was stored, `step 12`, and the storing visit's row.

    If the visit is unknown, the step is "" and the row is -1.
    """
    source = tree.trace.source(tree.visit(node))
    if source < 0:
        return "", source
    return f"step {tree.trace.return_step(source):,}", source


def describe_stop(naming: Naming, fact: Stopped) -> str:
    """Say that the search was stopped in a node."""
    place = naming.place(fact.node)
    if fact.reason:
        return f"The search was stopped here, in {place}: {fact.reason}."
    return f"The search was stopped in {place}."


def describe_so_far(naming: Naming, fact: KnownSoFar) -> str:
    """Describe a node that is open, or whose value is from an earlier visit."""
    place = capitalize_node_name(naming.place(fact.node))
    value_words = naming.known_words(fact.node)
    if fact.earlier:
        return f"{place} is known only from an earlier pass or look: {value_words or 'no value'}."
    if fact.is_leaf:
        return f"{place} is a leaf: no value yet."
    threshold = ""
    if naming.tree.is_chance(fact.node):
        value_words = sum_of(naming, fact.node)
        threshold = explain_chance_threshold(naming, fact.node)
    elif fact.window:
        threshold = explain_threshold(naming, fact.window)
    so_far = "no value yet"
    if value_words:
        so_far = f"{value_words} so far"
    return f"{place} is open: {so_far}. {threshold}".rstrip()


def describe_return(naming: Naming, fact: Returned, view: PointOfView) -> str:
    """Say which value a node returned, and where the value comes from.

    The value is given from the point of view `view`. The sentence has no full stop.
    """
    node = fact.node
    place = naming.place(node)
    kind = naming.tree.kind(node)
    value_words = view.value(fact.value, fact.bound).clause
    ending = naming.ending_words(node)
    if ending:
        return f"{_after_node(naming, node, ending)} ({value_words})"
    if kind is Kind.LIMIT and has_no_players(naming.run.game):
        return f"At the depth limit, {_value_at_limit(naming, place, value_words)}"
    if kind is Kind.PLAYOUT:
        return f"A random game from {place} is worth {value_words}"
    step, _ = step_stored(naming.tree, node)
    if step:
        return f"{capitalize_node_name(place)} is worth {value_words}, as found in {step}"
    return _describe_inner_value(naming, fact, view)


def _describe_inner_value(naming: Naming, fact: Returned, view: PointOfView) -> str:
    """Say which value an inner node returned: what it means for the players, or as a number."""
    node = fact.node
    why_not_best = why_not_best_value(naming.run, fact)
    clause = standings.worth_clause(naming, node)
    if clause:
        return f"{_after_node(naming, node, clause)} ({naming.signed(node, view)}){why_not_best}"
    place = capitalize_node_name(naming.place(node))
    value_words = view.value(fact.value, fact.bound).clause
    return f"{place} is worth {value_words}{_basis_in_words(naming, fact)}{why_not_best}"


def _value_at_limit(naming: Naming, place: str, value_words: str) -> str:
    """Say what an inner node of a written tree is worth at the depth limit."""
    if standings.has_only_leaf_values(naming.run):
        return f"{place} counts as 0 (no value is written there)"
    return f"the evaluation gives {place} the value {value_words}"


def _after_node(naming: Naming, node: int, clause: str) -> str:
    """Return a clause on a node as a sentence: `After a2, X wins`, or at the root `X wins`."""
    if naming.tree.parent(node) < 0:
        return capitalized(clause)
    return f"After {naming.place(node)}, {clause}"


def _basis_in_words(naming: Naming, fact: Returned) -> str:
    """Say what a value rests on: ` after 2 of 5 moves, for now`, or ` by standing pat`.

    "" if it rests on all moves, or if the node was cut.
    """
    tree = naming.tree
    tried = tree.tried_count(fact.node)
    moves = tree.move_count(fact.node)
    so_far = ""
    # A search may be stopped, or work by random samples, and return before all moves were tried.
    if tree.kind(fact.node) is not Kind.CUT and 0 < tried < moves:
        so_far = f" after {tried:,} of {naming.count_moves(moves)}, for now"
    if fact.stood_pat:
        return f"{so_far} by {STANDING_PAT}"
    return so_far


def why_not_best_value(run: Run, fact: Returned) -> str:
    """Say why a node did not return the value of its best child; "" if it did."""
    if fact.best_value is None or fact.best_value == fact.value:
        return ""
    # A user-supplied search may return a value that no child has, by mistake.
    if fact.bound is Bound.EXACT:
        return f", although the best value it has seen is {format_number(fact.best_value)}"
    if run.recipe.search.fail == "hard":
        return f" (fail-hard: {format_number(fact.best_value)} is clipped to the window)"
    return ""


def describe_return_to_parent(naming: Naming, fact: ReturnedToParent) -> str:
    """Say which value a node returned, and what the value changes at the parent."""
    answer = null_window_answer(fact.returned)
    returned = describe_return(naming, fact.returned, naming.view(fact.parent))
    effect = describe_effect(naming, fact)
    at_parent = ""
    if fact.effect is Effect.ADDED_TO_SUM:
        at_parent = describe_sum_so_far(naming, fact.parent)
    elif fact.closed_window:
        at_parent = describe_closed_window(window_from_side(naming, fact.closed_window))
    horizon = describe_horizon(naming, fact.returned)
    return " ".join(filter(None, (f"{answer}{returned}{effect}", at_parent, horizon)))


def describe_horizon(naming: Naming, fact: Returned) -> str:
    """Say how a noisy move, such as a capture, has changed a node's value at the depth limit.

    "" if no move has changed the value.
    """
    if fact.horizon_change is None:
        return ""
    static_value, child = fact.horizon_change
    place = naming.place(fact.node)
    value_words = FOR_MAX.value(fact.value, fact.bound).clause
    first_clause = f"At the horizon {place} looked like {format_number(static_value)}"
    return f"{first_clause}; {naming.move(child)} makes it {value_words}."


def describe_effect(naming: Naming, fact: ReturnedToParent) -> str:
    """Return the end of a sentence about a returned value: its effect on the parent.

    For example, `, worse for MAX than 3 with a1: nothing changes.`
    """
    side = naming.side(fact.parent)
    view = naming.view(fact.parent)
    best_before, best_move = _best_before(naming, fact)
    # If values are given from a player's side, their words already name the player.
    for_side = ""
    if not view.player:
        for_side = f" for {side}"
    window_words = window_change(naming, fact)
    # `window_change` also has words for a window that stays the same.
    change_if_any = ": nothing changes"
    before, now = fact.end_change or (None, None)
    if before != now:
        change_if_any = window_words
    best_of = max if fact.maximizing else min
    return EFFECT_ENDINGS[fact.effect].format(
        side=side,
        for_side=for_side,
        window_change=window_words,
        best_move=best_move,
        best_before=view.show(best_before),
        best_so_far=view.show(best_of(fact.returned.value, best_before)),
        window_change_if_any=change_if_any,
    )


def _best_before(naming: Naming, fact: ReturnedToParent) -> tuple[float, str]:
    """Return the parent's best value before a child returned, and the move with this value.

    If the child is the first, return its own value and "".
    """
    if not fact.best_before:
        return fact.returned.value, ""
    node = fact.returned.node
    value, child = fact.best_before
    return value, naming.distinct_move(child, node, naming.names(node))


def window_change(naming: Naming, fact: ReturnedToParent) -> str:
    """Say whether a child's value has moved its parent's alpha or beta: `: α rises from 3 to 5`.

    "" if the parent's window is unknown.
    """
    if fact.end_change is None:
        return ""
    view = naming.view(fact.parent)
    # If values are given from MIN's side, β is called α.
    name = view.end(lower=fact.maximizing)
    is_alpha = name == "α"
    before, now = fact.end_change
    if before != now:
        verb = "rises" if is_alpha else "falls"
        return f": {name} {verb} from {view.show(before)} to {view.show(now)}"
    if before == fact.returned.value:
        return f"; {name} is already {view.show(before)}"
    better = "higher" if is_alpha else "lower"
    return f"; {name} is already {better} ({view.show(before)})"


def describe_finish(naming: Naming, fact: Finished, *, with_effort: bool = True) -> str:
    """Say what a pass, or the whole search, has found.

    `with_effort` adds how many nodes were visited.
    """
    if naming.tree.trace.is_sampled:
        return describe_finished_samples(naming, at_end=fact.at_end)
    opening = "Finished"
    if not fact.at_end:
        opening = f"{null_window_answer(fact.root)}{naming.pass_in_words()} is finished"
    sentences = [f"{opening}: {describe_found(naming, fact)}"]
    if with_effort:
        sentences.append(describe_effort(naming.tree))
    if fact.at_end:
        sentences.append(_describe_other_answer(naming))
    return " ".join(filter(None, sentences))


def _describe_other_answer(naming: Naming) -> str:
    """Say which answer a recording states, if it differs from its root's value and best move.

    "" if it states no answer, or the same one.
    """
    trace = naming.tree.trace
    answer = trace.engine_notes.answer
    if answer is None:
        return ""
    result = naming.tree.result()
    best_move: int | None = None
    if result.line:
        best_move = trace.move(result.line[0])
    if answer == (result.value, best_move):
        return ""
    value, move = answer
    sentence = f"In the end the search answers {format_number(value)}"
    if move is None:
        return f"{sentence}."
    return f"{sentence} with {naming.run.move_name((move,))}."


def latest_narrowing_pass(tree: TreeAtStep) -> PassResult | None:
    """Return the latest pass of an unfinished MTD(f) search; None for other searches."""
    if tree.trace.passes is Passes.NARROW and not tree.at_end:
        return results_of_passes(tree, limit=1)[-1]
    return None


def describe_found(naming: Naming, fact: Finished) -> str:
    """Say what a finished pass or search has found: its value, depth and best move.

    The depth is left out if it is part of the pass's name.
    """
    result = naming.tree.result()
    bound = result.bound
    narrowing_pass = latest_narrowing_pass(naming.tree)
    if narrowing_pass is not None:
        bound = narrowing_pass.result.bound
    value = result.value or 0
    value_words = naming.view(fact.root.node).value(value, bound).clause
    depth = _depth_of_result(naming, at_end=fact.at_end)

    why_unclear = _why_result_is_unclear(naming, fact, bound)
    if why_unclear:
        return f"the root is worth {_with_depth(value_words, depth)}{why_unclear}."
    line_meaning = standings.meaning_of_line(naming, (bound, value), result.line)
    if line_meaning is not None and line_meaning.meaning.bound is Bound.EXACT:
        line = naming.run.line(result.line)
        best = standings.describe_best(naming, line_meaning, naming.side(fact.root.node), line)
        number = ", ".join(filter(None, (value_words, depth)))
        return f"{best} ({number})."
    return _describe_best_line(naming, fact, _with_depth(value_words, depth))


def _with_depth(value_words: str, depth: str) -> str:
    if not depth:
        return value_words
    return f"{value_words} ({depth})"


def _describe_best_line(naming: Naming, fact: Finished, value: str) -> str:
    """Say which of the root's moves is best, what it is worth, and what the best line is.

    `value` is the root's value in words.
    """
    nodes = naming.tree.result().line
    line = naming.run.line(nodes)
    if not line:
        return f"the root is worth {value}."
    side = naming.side(fact.root.node)
    move = naming.move_at((naming.tree.trace.move(nodes[0]),))
    return f"{side}'s best is {move}, worth {value}; best line {naming.run.game.join_moves(line)}."


def _depth_of_result(naming: Naming, *, at_end: bool) -> str:
    """Return the depth of a pass or search, `depth 3`; "" if unlimited or in the pass's name."""
    if standings.has_unwritten_nodes(naming.run, naming.tree):
        return standings.UNWRITTEN_VALUES_NOTE
    if at_end or naming.tree.pass_depth is None:
        return standings.search_depth_words(naming.run)
    return ""


def _why_result_is_unclear(naming: Naming, fact: Finished, bound: Bound) -> str:
    """Say why the root's value is not its best child's, or why no best move is known.

    For example, `, outside the window that it was given, so the best move is not known`. "" if the
    result is clear.
    """
    result = naming.tree.result()
    if result.bound is Bound.EXACT:
        why_not_best = why_not_best_value(naming.run, fact.root)
        if why_not_best:
            return why_not_best
    has_best_move = bool(naming.run.line(result.line))
    if fact.root.best_value is None or has_best_move:
        return ""
    # A value outside the window is only a bound, and several moves may have the same bound.
    why = "outside the window that it was given"
    if bound is Bound.EXACT:
        why = "which no move is shown to reach"
    return f", {why}, so the best move is not known"


def describe_effort(tree: TreeAtStep) -> str:
    """Say how many nodes have been visited, in all and by the last of several passes.

    In MTD(f), first say between which bounds the value lies.
    """
    visited = f"{_describe_visits(tree)}."
    narrowing_pass = latest_narrowing_pass(tree)
    if narrowing_pass is not None:
        low = format_number(narrowing_pass.lower)
        high = format_number(narrowing_pass.upper)
        visited = f"The lower bound is now {low}, the upper bound {high}. {visited}"
    if tree.trace.passes is not Passes.REPLACE or tree.passes == 1:
        return visited

    in_last_pass = results_of_passes(tree, limit=1)[0].nodes
    subject = "This pass"
    if tree.at_end:
        subject = f"The last of the {tree.passes:,} passes"
    share = f"{in_last_pass / visit_counts(tree).nodes:.0%}"
    return f"{visited} {subject} visited {in_last_pass:,} of these nodes ({share})."


def _describe_visits(tree: TreeAtStep) -> str:
    """Say how many nodes were visited, how many were leaves, and how many were pruned.

    Visits beyond the depth limit and in probes are mentioned, if there are any.
    """
    counts = visit_counts(tree)
    words = f"{count_in_words(counts.nodes, 'node', 'nodes')} visited"
    if tree.passes > 1 and not tree.at_end:
        words = f"{words} so far"
    leaves = "a leaf" if counts.leaves == 1 else "leaves"
    parts = [f"{words}, {counts.leaves:,} of them {leaves}"]
    nodes_beyond_limit = visits_beyond_horizon(tree.trace, tree.visits)
    if nodes_beyond_limit:
        parts.append(f" and {nodes_beyond_limit:,} beyond the depth limit")
    # A search without a window prunes nothing, which goes without saying.
    if counts.pruned is not None and (tree.has_window or counts.pruned):
        parts.append(f"; {counts.pruned:,} pruned")
    nodes_in_probes = probe_nodes(tree)
    if nodes_in_probes:
        parts.append(f"; {count_in_words(nodes_in_probes, 'more node', 'more nodes')} in probes")
    return "".join(parts)


def describe_finished_samples(naming: Naming, *, at_end: bool) -> str:
    """Say what all samples so far have found at the root."""
    opening = "Finished"
    if not at_end:
        opening = f"{naming.pass_in_words()} is finished"
    return f"{opening}: {_describe_sampling_result(naming, at_end=at_end)}"


def _describe_sampling_result(naming: Naming, *, at_end: bool) -> str:
    """Say which of the root's moves is proven or has been visited most."""
    tree = naming.tree
    most_visited = tree.most_visited(0)
    if not most_visited:
        return f"{visits_and_mean(naming, 0)}."
    if tree.value_by_solver(0) is not None:
        why = capitalized(why_proven(naming, 0))
        games = capitalized(games_played(tree, 0))
        return f"{naming.proof(0)}. {why}. {games} played."
    if len(most_visited) > 1:
        return _describe_equal_visits(naming, most_visited)

    first = most_visited[0]
    move = naming.move(first)
    games_and_mean = visits_and_mean(naming, first)
    if len(tree.children(0)) == 1:
        return f"only {move} has been visited ({games_and_mean})."
    sentence = f"{move} has been visited most ({games_and_mean})."
    # Before the end, replies have too few visits for the most visited line to mean anything.
    line = naming.run.line(tree.principal_variation())
    if at_end and line[1:]:
        sentence = f"{sentence} Most visited line: {naming.run.game.join_moves(line)}."
    return sentence


def _describe_equal_visits(naming: Naming, nodes: Sequence[int]) -> str:
    """Say that two or more of the root's moves have been visited equally often."""
    first, *others = nodes
    and_others = f"{len(others):,} other moves"
    if len(others) == 1:
        and_others = naming.move(others[0])
    games = games_played(naming.tree, first)
    moves = f"{naming.move(first)} and {and_others}"
    return f"{moves} have been visited equally often ({games} each)."
