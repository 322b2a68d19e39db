"""What happens in a step, in English: nodes entered, leaves reached, values returned and passed up, what is found."""

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
    describe_share,
    explain_chance_threshold,
    explain_threshold,
    is_dice,
    player_by_rules,
    question_in_words,
    sum_of,
    window_from_side,
)
from visualizer.explaining.explanation.facts.steps import (
    EarlierLook,
    Effect,
    Entered,
    Finished,
    KnownSoFar,
    PassedUp,
    Returned,
    Stopped,
)
from visualizer.explaining.explanation.naming import (
    STANDING_PAT,
    Naming,
    capitalize_sentence,
    capitalized,
    nobody_plays,
)
from visualizer.explaining.measures.summary import (
    PassResult,
    count_in_words,
    passes_at,
    probe_nodes,
    visit_counts,
)
from visualizer.look.numbers import format_number, format_probability
from visualizer.searching.run import Run
from visualizer.trace.bounds import FOR_MAX, Bound, PointOfView
from visualizer.trace.counts import visits_beyond_horizon
from visualizer.trace.rows import Kind, Passes
from visualizer.trace.tree_at_step import TreeAtStep

EFFECT_ENDINGS = {
    Effect.SEARCHED_AGAIN: ", so this move is searched again with the full window.",
    Effect.LOOKED_AT_AGAIN: ", but it is searched again, so this decides nothing yet.",
    Effect.FIRST: ", the first value for {side}{moved}.",
    Effect.EQUAL: ", no better than what {side} already has with {best}: nothing changes.",
    Effect.BETTER: ", better{for_side} than {value} with {best}{moved}.",
    Effect.WORSE: ", worse{for_side} than {value} with {best}: nothing changes.",
    Effect.PROBED: ", but only in a probe, so it is not a candidate.",
    Effect.SHARE: ".",
    Effect.UNPROVED: "; {side} has nothing better than {most} so far{changes}.",
}


def null_window_answer(fact: Returned) -> str:
    """Say what a null window has asked where it was first set, and the answer; "" where it was not."""
    return (
        f"Is the value {question_in_words(fact.asks)}? {answer_in_words(fact.asks, fact.value).capitalize()}. "
        if fact.asks
        else ""
    )


def describe_entry(naming: Naming, fact: Entered) -> str:
    """Say that a node is entered, and what would cut it; where priors select it, what its bonus is made of."""
    entry = describe_way_in(naming, fact)
    if fact.compared:
        return f"{entry} {describe_bonus(naming, fact)}".rstrip()
    return entry


def describe_way_in(naming: Naming, fact: Entered) -> str:
    """Say that a node is entered, and what would cut it."""
    if fact.moves == 0:
        return describe_leaf(naming, fact)
    if naming.tree.is_chance(fact.node):
        return (
            f"{describe_arrival(naming, fact)}: {describe_chance_node(naming, fact.node)}".rstrip()
        )
    side = naming.side(fact.node)
    moves = moves_to_try(naming, fact)
    again = " moves again and" * (fact.parent >= 0 and side == naming.side(fact.parent))
    turn = f"{side} to move, {moves}" if fact.parent < 0 else f"{side}{again} has {moves}"
    turn = f"{side} to move" if fact.moves is None else turn
    if fact.window:
        cutting = explain_threshold(naming, fact.window)
    else:
        cutting = ""
    stand = naming.tree.stand(fact.node)
    stands = (
        "" if stand is None else f"Standing pat, not moving on, is worth {format_number(stand)}. "
    )
    return f"{describe_arrival(naming, fact)}: {question_first(naming, fact)}{turn}. {stands}{cutting}".rstrip()


def describe_leaf(naming: Naming, fact: Entered) -> str:
    """Say that a leaf is reached, before its value is known."""
    kind = naming.tree.kind(fact.node)
    is_early = naming.tree.trace.depth(fact.node) < naming.run.depth
    if fact.parent < 0 and kind is Kind.TERMINAL and nobody_plays(naming.run.game):
        return "The root is a leaf."  # a tree's leaf has no other reason to be one
    why = "the search looks no deeper here" if is_early else "the depth limit is reached"
    if kind is Kind.TABLE:
        why = describe_table_answer(naming, fact.node)
    elif kind is Kind.PLAYOUT:
        why = "it is new, so a random game is played from here"
    elif kind is Kind.TERMINAL:
        if nobody_plays(naming.run.game):
            why = "a leaf"
        else:
            why = "the game is over"
    elif naming.tree.trace.is_beyond(naming.tree.visit(fact.node)):
        noisy = naming.run.game.noisy
        position = naming.run.position(naming.run.path(fact.node))
        is_quiet = noisy is None or not noisy.among(position, position.moves())
        why = "no noisy move is left" if is_quiet else "the limit for noisy moves is reached"
    if fact.parent >= 0:
        arrival = describe_arrival(naming, fact)
    else:
        arrival = "The root is a leaf"
    asking = question_first(naming, fact)
    return f"{arrival}: {asking}{capitalized(why) if asking else why}."


def moves_to_try(naming: Naming, fact: Entered) -> str:
    """Return how many moves may be tried: at and beyond the depth limit, noisy ones alone."""
    trace = naming.tree.trace
    row = naming.tree.visit(fact.node)
    horizon = trace.horizon(row)
    noisy = naming.run.game.noisy
    moves = naming.moves(fact.moves or 0)
    if horizon is None or noisy is None or trace.depth(row) < horizon:
        return moves
    return f"{moves} to look at beyond the depth limit ({noisy.about})"


def describe_arrival(naming: Naming, fact: Entered) -> str:
    """Say which node is entered: for the first time, again, or as the root of a pass."""
    parent = fact.parent
    if parent < 0:
        return f"{naming.the_pass() if naming.is_in_passes else 'The search'} begins"
    probe = naming.tree.probe(fact.node)
    if probe is not None or naming.aside(fact.node) is not None:
        return describe_side_entry(naming, fact.node, probe)
    move = naming.move(fact.node)
    tries = prefix_parent_place(naming, fact, f"{naming.side(parent)} tries")
    if naming.tree.is_chance(parent):
        return describe_outcome(naming, fact)
    if fact.is_sampled:
        chosen = why_chosen(naming, fact) or f"{visits_and_mean(naming, fact.node)} so far"
        return f"{tries} {move} again ({chosen})"
    if fact.compared:
        chosen = why_chosen(naming, fact)
    else:
        chosen = ""
    which = ""
    if fact.siblings == 1 and not fact.again:
        return f"{tries} {move}, its only move{chosen and f' ({chosen})'}"
    if not fact.again:
        which = f"move {fact.ordinal:,}{'' if fact.siblings is None else f' of {fact.siblings:,}'}"
    beside = "; ".join(filter(None, (which, chosen)))
    return f"{tries} {move}{' again' * fact.again}{beside and f' ({beside})'}"


def describe_outcome(naming: Naming, fact: Entered) -> str:
    """Say which outcome of chance is looked at, and how probable it is."""
    probability = naming.tree.probability(fact.node)
    likely = f"with probability {format_probability(1 if probability is None else probability)}"
    parent = fact.parent
    move = naming.move(fact.node)
    if is_dice(naming, parent):
        leads = "chance leads to"
    else:
        leads = f"{player_by_rules(naming, parent)} may play"
    if is_dice(naming, parent):
        kind = "outcome"
    else:
        kind = "move"
    which = "" if fact.siblings is None else f" ({kind} {fact.ordinal:,} of {fact.siblings:,})"
    if fact.again:
        which = " again"
    elif fact.siblings == 1:
        which = f", the only {kind}"
    return f"{capitalized(prefix_parent_place(naming, fact, leads))} {move}{which}, {likely}"


def prefix_parent_place(naming: Naming, fact: Entered, words: str) -> str:
    """Return words on what moves at a node's parent, behind where that is if the node's name does not say it."""
    is_clear = naming.tree.parent(fact.parent) < 0 or naming.move(fact.node) == naming.place(
        fact.node
    )
    return words if is_clear else f"{capitalized(naming.where(fact.parent))}, {words}"


def question_first(naming: Naming, fact: Entered) -> str:
    """Return the question that a null window asks where it is first set, or why there is a second look; else ""."""
    if fact.before:
        again = describe_look_before(naming, fact.before, fact.parent)
    else:
        again = ""
    if fact.asks:
        return f"{again}is the value {question_in_words(fact.asks)}? "
    return (
        f"the value is {question_in_words(fact.answered)}, but what is it exactly? "
        if fact.answered
        else again
    )


def describe_look_before(naming: Naming, before: EarlierLook, parent: int) -> str:
    """Say what the look before at a node has found, how that was made, and with which window this one is."""
    view = naming.view(parent)
    windows = [
        () if ends is None else map(format_number, view.window(*ends))
        for ends in (before.window, before.now)
    ]
    then, now = (" to ".join(window) for window in windows)
    less = f", {plies_in_words(before.shallower)} shallower," if before.shallower else ""
    window = f" with the window {then}" if then != now else ""
    found = view.value(before.value, before.bound).clause
    if then != now:
        here = f"; now the window is {now}"
    elif now:
        here = "; the window is the same"
    else:
        here = ""
    return f"the look before{less} found {found}{window}{here}. "


def describe_table_answer(naming: Naming, node: int) -> str:
    """Say in which step a table's answer was stored, and at which position."""
    step, source = step_stored(naming.tree, node)
    if not step:
        return "the table already knows it"
    known = f"the table knows its value from {step}"
    other = naming.tree.node_of(source)
    return known if other == node else f"{known}: the same position as {naming.place(other)}"


def step_stored(tree: TreeAtStep, node: int) -> tuple[str, int]:
    """Return the step and the visit, by its row, that stored what a table has answered; "" if that is not known."""
    source = tree.trace.source(tree.visit(node))
    return f"step {tree.trace.return_step(source):,}" if source >= 0 else "", source


def describe_stop(naming: Naming, fact: Stopped) -> str:
    """Say that the search was stopped in a node."""
    place = naming.place(fact.node)
    return f"The search was stopped {f'here, in {place}: {fact.reason}' if fact.reason else f'in {place}'}."


def describe_so_far(naming: Naming, fact: KnownSoFar) -> str:
    """Say what is known of a node that has not returned, or of an earlier visit only."""
    place = capitalize_sentence(naming.place(fact.node))
    known = naming.known(fact.node)
    if fact.earlier:
        return f"{place} is known only from an earlier pass or look: {known or 'no value'}."
    if fact.is_leaf:
        return f"{place} is a leaf: no value yet."
    if fact.window:
        threshold = explain_threshold(naming, fact.window)
    else:
        threshold = ""
    if naming.tree.is_chance(fact.node):
        known = sum_of(naming, fact.node)
        threshold = explain_chance_threshold(naming, fact.node)
    return (
        f"{place} is open: {f'{known} so far' if known else 'no value yet'}. {threshold}".rstrip()
    )


def describe_return(naming: Naming, fact: Returned, view: PointOfView) -> str:
    """Say what a node has returned, as it is seen from one side, without a full stop."""
    node = fact.node
    tree = naming.tree
    kind = naming.tree.kind(fact.node)
    place = naming.place(node)
    is_root = naming.tree.parent(node) < 0
    worth = view.value(fact.value, fact.bound).clause
    if clause := naming.ended(node):
        return f"{capitalized(clause) if is_root else f'After {place}, {clause}'} ({worth})"
    if kind is Kind.LIMIT and nobody_plays(naming.run.game):
        if standings.has_only_leaf_values(naming.run):
            return f"At the depth limit, {place} counts as 0 (no value is written there)"
        return f"At the depth limit, the evaluation gives {place} the value {worth}"
    if kind is Kind.PLAYOUT:
        return f"A random game from {place} is worth {worth}"
    if step := step_stored(tree, node)[0]:
        return f"{capitalize_sentence(place)} is worth {worth}, as found in {step}"
    if clause := standings.worth_clause(naming, node):
        after = capitalized(clause) if is_root else f"After {place}, {clause}"
        return f"{after} ({naming.signed(node, view)}){why_unlike_best(naming.run, fact)}"
    tried = tree.tried(node)
    moves = tree.move_count(node)
    if kind is not Kind.CUT and 0 < tried < moves:
        so_far = f" after {tried:,} of {naming.moves(moves)}, for now"
    else:
        so_far = ""
    by = f" by {STANDING_PAT}" if fact.stood else ""
    return f"{capitalize_sentence(place)} is worth {worth}{so_far}{by}{why_unlike_best(naming.run, fact)}"


def why_unlike_best(run: Run, fact: Returned) -> str:
    """Say that a value is not the best of those below it: fail-hard clips it, a user-supplied search may err."""
    if fact.best is None or fact.best == fact.value:
        return ""
    if fact.bound is Bound.EXACT:
        return f", although the best value it has seen is {format_number(fact.best)}"
    clipped = run.recipe.search.fail == "hard"
    return f" (fail-hard: {format_number(fact.best)} is clipped to the window)" if clipped else ""


def describe_passed_up(naming: Naming, fact: PassedUp) -> str:
    """Say what a node returned, and what its parent does with a value that does not cut."""
    view = naming.view(fact.parent)
    then = describe_effect(naming, fact)
    answer = null_window_answer(fact.returned)
    if fact.closed:
        end = describe_closed_window(window_from_side(naming, fact.closed))
    else:
        end = ""
    if fact.effect is Effect.SHARE:
        end = describe_share(naming, fact.parent)
    said = f"{answer}{describe_return(naming, fact.returned, view)}{then}"
    return " ".join(filter(None, (said, end, describe_horizon(naming, fact.returned))))


def describe_horizon(naming: Naming, fact: Returned) -> str:
    """Say what noisy moves have changed of what a node looked like at the depth limit."""
    if fact.horizon is None:
        return ""
    looked, child = fact.horizon
    worth = FOR_MAX.value(fact.value, fact.bound).clause
    return f"At the horizon {naming.place(fact.node)} looked like {format_number(looked)}; {naming.move(child)} makes it {worth}."


def describe_effect(naming: Naming, fact: PassedUp) -> str:
    """Say what a parent does with a value that does not cut, as the end of a sentence."""
    node = fact.returned.node
    value = fact.returned.value
    side = naming.side(fact.parent)
    before: float
    before, child = fact.before or (value, node)
    most = (max if fact.maximizing else min)(value, before)
    moved = window_change(naming, fact)
    view = naming.view(fact.parent)
    return EFFECT_ENDINGS[fact.effect].format(
        side=side,
        for_side="" if view.player else f" for {side}",  # whom the value is said to be for
        moved=moved,
        best=naming.told_apart(child, node, naming.names(node)) if fact.before else "",
        value=view.show(before),
        most=view.show(most),
        changes=moved if moved.startswith(":") else ": nothing changes",
    )


def window_change(naming: Naming, fact: PassedUp) -> str:
    """Say how the parent's window moved with a child's return, if it did."""
    if fact.end is None:
        return ""
    view = naming.view(fact.parent)
    name = view.end(lower=fact.maximizing)
    old, new = map(view.show, fact.end)
    if fact.end[0] != fact.end[1]:
        return f": {name} {'rises' if name == 'α' else 'falls'} from {old} to {new}"
    if fact.end[0] == fact.returned.value:
        return f"; {name} is already {old}"
    return f"; {name} is already {'higher' if name == 'α' else 'lower'} ({old})"


def describe_finish(naming: Naming, fact: Finished, *, with_effort: bool = True) -> str:
    """Say what a pass has found, or at the end what the whole search has; perhaps also how much it has visited."""
    if naming.tree.trace.adds:
        return describe_finished_samples(naming, at_end=fact.at_end)
    begin = "Finished"
    if not fact.at_end:
        begin = f"{null_window_answer(fact.root)}{naming.the_pass()} is finished"
    said = f"{begin}: {describe_found(naming, fact)}"
    if with_effort:
        said += f" {describe_effort(naming.tree)}"
    result = naming.tree.result()
    if fact.at_end:
        answer = naming.tree.trace.said.answer
    else:
        answer = None
    if result.line:
        best_move = naming.tree.trace.move(result.line[0])
    else:
        best_move = None
    if answer is None or answer == (result.value, best_move):
        return said
    if answer[1] is None:
        by = ""
    else:
        by = f" with {naming.run.move_name((answer[1],))}"
    return f"{said} In the end the search answers {format_number(answer[0])}{by}."


def narrowed_so_far(tree: TreeAtStep) -> PassResult | None:
    """Return what narrowing passes have concluded before the last of them; None of any other search."""
    if tree.trace.passes is Passes.NARROW and not tree.at_end:
        return passes_at(tree, most=1)[-1]
    return None


def describe_found(naming: Naming, fact: Finished) -> str:
    """Say what the root is worth, at which depth unless that is a pass's name, and the best move."""
    node = fact.root.node
    side = naming.side(fact.root.node)
    result = naming.tree.result()
    narrowed = narrowed_so_far(naming.tree)
    if narrowed:
        bound = narrowed.found.bound
    else:
        bound = result.bound
    value = result.value or 0
    nodes = result.line
    line = naming.run.line(nodes)
    worth = naming.view(node).value(value, bound).clause
    if fact.at_end or naming.tree.pass_depth is None:
        depth = standings.search_depth_words(naming.run)
    else:
        depth = ""
    if standings.has_unwritten_nodes(naming.run, naming.tree):
        depth = standings.UNWRITTEN_VALUES_NOTE
    if result.bound is Bound.EXACT:
        different = why_unlike_best(naming.run, fact.root)
    else:
        different = ""
    if not different and fact.root.best is not None and not line:
        exact = bound is Bound.EXACT
        why = "which no move is shown to reach" if exact else "outside the window that it was given"
        different = f", {why}, so the best move is not known"
    found = standings.meaning_of_line(naming, (bound, value), nodes)
    if found is not None and not different and found.meaning.bound is Bound.EXACT:
        number = ", ".join(filter(None, (worth, depth)))
        return f"{standings.describe_best(naming, found, side, line)} ({number})."
    worth += f" ({depth})" * bool(depth)
    if line and not different:
        move = naming.move_at((naming.tree.trace.move(nodes[0]),))
        return (
            f"{side}'s best is {move}, worth {worth}; best line {naming.run.game.in_a_row(line)}."
        )
    return f"the root is worth {worth}{different}."


def describe_effort(tree: TreeAtStep) -> str:
    """Say between which bounds narrowing passes are, how much has been visited, and how much of it last."""
    found = visit_counts(tree)
    narrowed = narrowed_so_far(tree)
    between = ""
    if narrowed is not None:
        between = f"The lower bound is now {format_number(narrowed.lower)}, the upper bound {format_number(narrowed.upper)}. "
    counted = found.pruned is not None and (tree.has_window or found.pruned)
    pruned = f"; {found.pruned:,} pruned" if counted else ""
    if probes := probe_nodes(tree):
        aside = f"; {count_in_words(probes, 'more node', 'more nodes')} in probes"
    else:
        aside = ""
    behind = visits_beyond_horizon(tree.trace, tree.visits)
    beyond = f" and {behind:,} beyond the depth limit" if behind else ""
    so_far = " so far" * (tree.passes > 1 and not tree.at_end)
    nodes = count_in_words(found.nodes, "node", "nodes")
    leaves = f"{found.leaves:,} of them {'leaves' if found.leaves != 1 else 'a leaf'}"
    visited = f"{nodes} visited{so_far}, {leaves}{beyond}{pruned}{aside}."
    if tree.trace.passes is not Passes.REPLACE or tree.passes == 1:
        return f"{between}{visited}"
    last = passes_at(tree, most=1)[0].nodes
    which = f"The last of the {tree.passes:,} passes"
    share = f"{last:,} of these nodes ({last / found.nodes:.0%})"
    return f"{between}{visited} {which if tree.at_end else 'This pass'} visited {share}."


def describe_finished_samples(naming: Naming, *, at_end: bool) -> str:
    """Say what all samples so far have found at the root."""
    begin = "Finished" if at_end else f"{naming.the_pass()} is finished"
    most = naming.tree.most_visited(0)
    if not most:
        return f"{begin}: {visits_and_mean(naming, 0)}."
    first, *others = most  # several that were visited equally often, or that prove the root
    if naming.tree.proven(0) is not None:
        why = capitalized(why_proven(naming, 0))
        games = capitalized(games_played(naming.tree, 0))
        return f"{begin}: {naming.proof(0)}. {why}. {games} played."
    move = naming.move(first)
    line = naming.run.line(naming.tree.principal_variation())
    if others:
        if len(others) == 1:
            and_others = naming.move(others[0])
        else:
            and_others = f"{len(others):,} other moves"
        games = games_played(naming.tree, first)
        return f"{begin}: {move} and {and_others} have been visited equally often ({games} each)."
    if len(naming.tree.children(0)) == 1:
        return f"{begin}: only {move} has been visited ({visits_and_mean(naming, first)})."
    if at_end and line[1:]:
        further = f" Most visited line: {naming.run.game.in_a_row(line)}."
    else:
        further = ""
    return f"{begin}: {move} has been visited most ({visits_and_mean(naming, first)}).{further}"
