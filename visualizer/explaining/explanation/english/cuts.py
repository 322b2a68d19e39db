"""Why a node was cut, in English: at length, in a sentence, and by the windows from the root down."""

from math import isinf

from games import Standing
from visualizer.explaining.explanation.english import windows
from visualizer.explaining.explanation.english.random_games import bounds_table
from visualizer.explaining.explanation.english.side_searches import describe_probe
from visualizer.explaining.explanation.facts.steps import CutFact, Unvisited, cut_of, end_of
from visualizer.explaining.explanation.naming import Naming, Perspective, capital, capitalized, nobody_plays
from visualizer.explaining.explanation.standings import AT_LEAST, can_at_best_win, even, meaning_by, wins
from visualizer.look.numbers import show
from visualizer.searching.run import Run
from visualizer.trace.bounds import Bound
from visualizer.trace.labels import cut_now
from visualizer.trace.point_of_view import FOR_MAX, PointOfView
from visualizer.trace.tree_at_step import TreeAtStep

ENOUGH = "and this search asks for no more"
CAN, ALREADY = ("can get", "can hold"), ("already has", "already holds")
"""How it is said what a side has, for itself or by holding the other one to it."""
UNBEATEN = "nothing is better than"
PLIES = {2: "two", 3: "three", 4: "four", 5: "five", 6: "six", 7: "seven"}


def why_cut(naming: Naming, node: int) -> str:
    """Say why a node that has been cut was cut, what is skipped, and the comparison in numbers."""
    return explain_cut(naming, cut_of(naming.run, naming.tree, node))


def explain_cut(naming: Naming, cut: CutFact) -> str:
    """Say why a node was cut, what is skipped, and the comparison in numbers."""
    where = naming.where(cut.node, naming.full_place(cut.node))  # below it may be called by the move, too
    skipped = what_is_skipped(naming, cut)
    if cut.limit is not None:
        return f"{explain_chance_cut(naming, cut)}. {skipped} ({compare_sum(naming, cut)})"
    ended = "" if cut.child is None else naming.ended(cut.child)
    how = f" ({how_it_ended(ended, naming.side(cut.node))})" if ended else ""
    bound = Bound.EXACT if cut.child is None else naming.tree.bound(cut.child)
    view = naming.view(cut.node)
    worth = view.value(cut.value, bound).clause
    has = f"{naming.side(cut.node)}'s {naming.way(cut.child)} is worth {worth}"
    if isinf(cut.bound):
        return f"Cut {where}: {has}{how}, {ENOUGH}. {skipped}"
    if not cut.met:
        end = f"{view.end(lower=not cut.maximizing)} = {view.show(cut.bound)}"
        return f"Left early {where}: {has}{how}, {ENOUGH}, although the window is still open ({end}). {skipped}"
    whose = f"for {naming.side(cut.node)}: " if view.is_min else ""
    compared = f"({whose}{compare_with_end(cut, view)})"
    if cut.probe is not None and cut.child is not None:
        what = skipped.replace("What", "what", 1)
        return f"{describe_probe(naming, cut.node, cut.child, cut.probe)}, so {what} {compared}"
    has = f"{naming.side(cut.node)}'s {naming.way(cut.child)} is already worth {worth}"
    if not cut.has_owner:
        here = _has_here(naming, cut) or f"{has}{how}"
        return f"Cut {where}: {here}, and {_what_is_asked(naming, cut)}. {skipped} {compared}"
    begin, then = f"{'Cut' if cut.plies_up == 1 else 'Deep cut'} {where}", _conclusion(naming, cut)
    if stake := _compare_standings(naming, cut, _kept_move(naming, cut)):
        skipped = skipped.replace(" there", "")
        between = ", and" if stake[1].startswith(UNBEATEN) else ";" if stake[1].startswith("after ") else "."
        return f"{begin}: {capitalized(stake[0])}{between} {stake[1]}, so {then}: {skipped} {compared}"
    can_have = naming.has(cut.bound, cut.node, lower=not cut.maximizing, verbs=("can have", "can hold"))
    can_have = f"{can_have} with {_kept_move(naming, cut)}{_instead(naming, cut)}"
    return f"{begin}: {has}{how}, and {can_have}, so {then}. {skipped} {compared}"


def compare_with_end(cut: CutFact, view: PointOfView = FOR_MAX) -> str:
    """Return the value that cut and the end of the window that it met: `3 ≥ β = 2`."""
    end = f"{view.end(lower=not cut.maximizing)} = {view.show(cut.bound)}"
    return f"{view.show(cut.value)} {view.sign(cut.sign)} {end}"


def summarize_cut(naming: Naming, cut: CutFact) -> str:
    """Say why a node was cut in a sentence that the last row can read."""
    if cut.limit is not None:
        return f"Cut: {explain_chance_cut(naming, cut, brief=True)}"
    if cut.probe is not None and cut.child is not None:
        return f"Cut: {describe_probe(naming, cut.node, cut.child, cut.probe)}: the rest is skipped"
    view = naming.view(cut.node)
    can = f"{_gets(naming, cut.value, cut, lower=cut.maximizing, verbs=CAN)} here"
    if not cut.met:
        return f"Cut: {can}, {ENOUGH}"
    if not cut.has_owner:
        here = _has_here(naming, cut) or can
        if cut.by_chance:
            return f"Cut: {here}, and {_needless(naming, cut)}"
        if cut.asks:
            answer = windows.yes_or_no(cut.asks, cut.value).capitalize()
            return f"Cut: {here}. Is the value {windows.asked(cut.asks)}? {answer}."
        beyond = view.beyond(lower=not cut.maximizing)
        return f"Cut: {here}, and only values {beyond} {view.show(cut.bound)} are asked for"
    already = _gets(naming, cut.bound, cut, lower=not cut.maximizing, verbs=ALREADY)
    stake = _compare_standings(naming, cut, naming.way(cut.setter))
    if stake is None:
        return f"Cut: {can}; {already} with {naming.way(cut.setter)}"
    # What is no more than the other has refers to that, so it comes second.
    first, second = stake if cut.value == cut.bound else reversed(stake)
    return f"Cut: {first}, and {second}, so {_conclusion(naming, cut)}"


def _gets(naming: Naming, value: float, cut: CutFact, *, lower: bool, verbs: tuple[str, str]) -> str:
    """Say what MAX (`lower`) or MIN can get, or can hold the other to, by whose side the value is told."""
    view, side = naming.view(cut.node), naming.run.game.sides[not lower]
    told = view.player or naming.run.game.sides[0]
    verb = verbs[0] if told == side else f"{verbs[1]} {told} to"
    return f"{side} {verb} {view.show(value)}"


def how_it_ended(ended: str, side: str) -> str:
    """Return how a game that a side has won has ended, without saying again that it won.

    >>> how_it_ended("O has three in a row and wins", "O"), how_it_ended("Black wins by 12 discs to 4", "Black")
    ('O has three in a row', '12 discs to 4')
    """
    return ended.removesuffix(" and wins").removeprefix(f"{side} wins by ")


def is_most(naming: Naming, cut: CutFact, value: float) -> bool:
    """Return whether a value is the best there is for the side that does not move where a node is cut."""
    stakes, sign = naming.run.stakes, -1 if cut.maximizing else 1
    return stakes is not None and 0 < stakes.greatest(naming.run.root) == sign * value


def explain_chance_cut(naming: Naming, cut: CutFact, *, brief: bool = False) -> str:
    """Say that a chance node is worth too little, or too much, whatever is still to come."""
    holder = _needless(naming, cut) if cut.by_chance else holder_of(naming, cut)
    if brief:
        limit = show(cut.limit or 0)
        return f"Even with {limit} for the rest {naming.place(cut.node)} is worth {show(cut.value)}; {holder}"
    return f"{if_all_left(cut)}, {naming.place(cut.node)} would be worth {show(cut.value)}; {holder}"


def if_all_left(cut: CutFact) -> str:
    """Return what would have to be so of all that is left of a chance node, and even then it would be cut."""
    most = "least" if cut.maximizing else "most"
    return f"Even if all that is left were worth {show(cut.limit or 0)}, the {most} there is"


def compare_sum(naming: Naming, cut: CutFact) -> str:
    """Return the sum of a chance node with all that is left at its limit, compared with the window's end.

    "" for a cut of any other node.
    """
    if cut.limit is None:
        return ""
    total, end = windows.left_worth(naming, cut.node, cut.limit), "β" if cut.maximizing else "α"
    return f"{total} {cut.sign} {end} = {show(cut.bound)}"


def holder_of(naming: Naming, cut: CutFact) -> str:
    """Say who has the bound of a cut."""
    return windows.who_has(naming, cut.bound, cut.node, lower=not cut.maximizing)


def _needless(naming: Naming, cut: CutFact) -> str:
    """Say why a chance node above needs no other value of a node."""
    no_more = "no less" if cut.maximizing else "no more"
    if cut.bound in naming.tree.trace.limits:
        return holder_of(naming, cut)
    return f"with {no_more} than {show(cut.bound)}, {holder_of(naming, cut)}"


def why_unvisited(naming: Naming, fact: Unvisited) -> str:
    """Say why a node has not been visited."""
    name = capital(naming.at(fact.path))
    if fact.cut is not None:
        return f"{name} was pruned. {explain_cut(naming, fact.cut)}"
    why = "was never visited: the search was stopped" if fact.is_stopped else "has not been visited yet"
    return f"{name} {why}."


def what_is_skipped(naming: Naming, cut: CutFact) -> str:
    """Say how many moves are left out."""
    if cut.left_out is None:
        return "What is left there is skipped."
    are = "are" if cut.left_out > 1 else "is"
    if cut.limit is not None:
        return f"{capital(naming.place(cut.node))}'s {what_is_left_out(naming, cut)} {are} skipped."
    return f"{naming.side(cut.node)}'s {what_is_left_out(naming, cut)} there {are} skipped."


def what_is_left_out(naming: Naming, cut: CutFact) -> str:
    """Return the moves that are left out, as a number."""
    left, which = cut.left_out or 0, "other" if cut.tried == 1 else "remaining" if cut.tried else ""
    what = naming.moves_word(left)
    if cut.limit is not None and windows.is_dice(naming, cut.node):
        what = f"outcome{'s' * (left > 1)}"
    return " ".join(filter(None, (f"{left:,}" if left > 1 else "", which or "only" * (left == 1), what)))


def _conclusion(naming: Naming, cut: CutFact) -> str:
    """Say that the other side will not let it come to this node, or has no reason to where it would be as good."""
    as_good = cut.value == cut.bound
    if cut.plies_up > 1:
        # Deeper down, another line may still make the alternative better: only this node cannot.
        return f"{naming.other(cut.node)} {'has no reason to come' if as_good else 'will not come'} here"
    play, will = "choose" if nobody_plays(naming.run.game) else "play", "has no reason to" if as_good else "will not"
    return f"{naming.other(cut.node)} {will} {play} {naming.move(cut.avoided)}"


def _compare_standings(naming: Naming, cut: CutFact, kept: str) -> tuple[str, str] | None:
    """Return what one has above, by the move that was kept, and the other here; None where values mean nothing."""
    above = meaning_by(naming, cut.setter, cut.bound)
    if above is None:
        return None
    as_good = cut.value == cut.bound
    if as_good and is_most(naming, cut, cut.bound):  # then the value here says nothing: it could not be any worse
        here = f"{UNBEATEN} {'a' if above.standing.is_plain_win else 'such a'} win"
    else:
        here = _has_here(naming, cut, as_good=as_good)
    if not here:
        return None
    up = f"{PLIES.get(cut.plies_up, cut.plies_up)} plies earlier, " if cut.plies_up > 1 else ""
    return f"{up}{_has_above(naming, above.standing, cut, kept)}", here


def _kept_move(naming: Naming, cut: CutFact) -> str:
    """Return the move that set the bound; where another move in the sentence has its name, in place of which."""
    others = {naming.way(cut.child), *naming.names(cut.node)}
    return naming.told_apart(cut.setter, cut.avoided, others)


def _instead(naming: Naming, cut: CutFact) -> str:
    """Say that a move that was kept is one for another, unless that is said already, and how far up."""
    is_said = _kept_move(naming, cut) != naming.way(cut.setter)
    if cut.plies_up > 1:
        return f"{'' if is_said else f' instead of {naming.move(cut.avoided)}'}, {cut.plies_up} plies up"
    return " as well" if cut.value == cut.bound else "" if is_said else " instead"


def _has_above(naming: Naming, standing: Standing, cut: CutFact, kept: str) -> str:
    """Say what the side that set the bound has already."""
    name, mover = naming.other(cut.node), naming.side(cut.node)
    if not standing.side:
        return f"{name} already {even(standing.words).has} with {kept}"
    if (standing.side > 0) != cut.maximizing:
        has = f"already {wins(standing)}" if standing.won else f"is already {standing.words}"
        return f"{name} {has} with {kept}"
    only = wins(standing).replace(" by ", " by only ") if standing.won else f"is only {standing.words}"
    return f"if {name} plays {kept}, {mover} {only}"


def _has_here(naming: Naming, cut: CutFact, *, as_good: bool = False) -> str:
    """Say what the side to move at a node has at least, and with which move; "" where values have no meaning.

    Where that is `as_good` as what was said of the other side before, it is said that this is so here as well.
    """
    name, other, move = naming.side(cut.node), naming.other(cut.node), naming.way(cut.child)
    if not cut.has_owner and naming.run.stakes is not None and is_most(naming, cut, cut.value):
        best = naming.run.stakes.standing(cut.value, naming.run.root, over=True)
        return f"{other} {can_at_best_win(best)} here ({name}'s {move})"
    meaning = meaning_by(naming, cut.child, cut.value)
    if meaning is None:
        return ""
    standing = meaning.standing
    is_movers = standing.side and (standing.side > 0) == cut.maximizing
    if standing.won and is_movers:
        ended = "" if cut.child is None else naming.ended(cut.child)
        also, end = "also " * (as_good and cut.has_owner), f" ({how_it_ended(ended, name)})" * bool(ended)
        reply = f"after {naming.move(cut.avoided)}, {name} {also}{wins(standing)} with {move}{end}"
        is_reply = cut.has_owner and cut.plies_up == 1
        return reply if is_reply else f"{name} {also}{wins(standing)} here with {move}{end}"
    after = f"after {naming.move(cut.avoided)}, " * (cut.plies_up == 1)
    if as_good and not standing.side:
        return f"{after}{name} can do at least as well ({move})"
    if is_movers or not standing.side:
        least = f"is at least {standing.words}" if is_movers else even(standing.words).at_least
        return f"{after}{name} {least} as well ({move})" if as_good else f"{name} {least} here ({move})"
    if standing.is_plain_win or (standing.won and AT_LEAST in standing.words):
        # Wins differ, and it is not known how.
        return f"{after}{other} can do no better ({name}'s {move})" if as_good else ""
    at_most = can_at_best_win(standing) if standing.won else f"is at most {standing.words}"
    if as_good:
        return f"{after}{other} {at_most} as well ({name}'s {move})"
    return f"{other} {at_most} here ({'' if cut.child is None else 'after '}{move})"


def _what_is_asked(naming: Naming, cut: CutFact) -> str:
    """Say what a given window or a null window asks for."""
    if cut.by_chance:
        return _needless(naming, cut)
    means, searching = windows.format_meaning(naming, cut.bound), "this pass" if naming.is_in_passes else "the search"
    if not cut.asks:
        bound = naming.view(cut.node).value(cut.bound)
        asker = _asker(cut) if cut.is_asked else f"the window given to {searching}"
        beyond = bound.view.beyond(lower=not cut.maximizing)
        return f"{asker} asks only for values {beyond} {bound.named}{means}"
    asker, answer = _asker(cut) if cut.is_asked else searching, windows.yes_or_no(cut.asks, cut.value)
    return f"{asker} only asks: is the value {windows.asked(cut.asks)}{means}? {answer.capitalize()}"


def _asker(cut: CutFact) -> str:
    """Return what has a bound of its own, which no move has set: a probe, or a look at a child."""
    return "this look" if cut.asking is None else f"this probe ({cut.asking})"


def depth_of(cut: CutFact) -> str:
    """Say how far up a bound was set; "" for a window that no move set."""
    if not cut.has_owner:
        return ""
    if cut.plies_up == 1:
        return "The bound was set by the parent: a shallow cut."
    return f"The bound was set {cut.plies_up} plies up: a deep cut."


def subject(tree: TreeAtStep, node: int | None) -> int | None:
    """Return the node to explain: the one given, else the one that this step cuts, else the current one."""
    cut = cut_now(tree) if node is None else node
    return tree.current if cut is None else cut


def chain(run: Run, step: int, node: int | None = None, perspective: Perspective = Perspective.MAX) -> str:
    """Return a line for each node from the root down to one: its window, and by which moves each player has its bound.

    For a search by random games, the upper bounds compared at the node, or at its parent if it has none. Numbers are
    told for MAX or for who moves.
    """
    tree = TreeAtStep(run.trace, step)
    node, naming = subject(tree, node), Naming(run, tree, perspective)
    if node is None:
        return ""
    if run.algorithm.sampling is not None:
        above = max(0, tree.parent(node))
        return bounds_table(naming, above if tree.entering else node) or bounds_table(naming, above)
    if not tree.has_window:
        return "\n".join(sums(naming, node))
    lines = [*sums(naming, node), "From the root down:", *(link(naming, above) for above in tree.line_to(node))]
    if tree.is_cut(node):
        cut = cut_of(run, tree, node)
        lines += filter(None, (depth_of(cut), why_looked_on(naming, cut)))
    return "\n".join(lines)


def why_looked_on(naming: Naming, cut: CutFact) -> str:
    """Say why a search looked on although a side had the most there is; "" where it had not."""
    if not cut.has_owner or not is_most(naming, cut, cut.bound):
        return ""
    run, most = naming.run, f"{'below' if cut.maximizing else 'above'} {show(cut.bound)}"
    knows = f"{capitalized(run.algorithm.title)} does not know that no value is {most}"
    why = f"Why did the search look at {naming.move(cut.avoided)}? {knows}"
    if not run.applies("window") or run.recipe.search.cut == ">":
        return f"{why}."
    ends = f"{show(-abs(cut.bound))} to {show(abs(cut.bound))}"
    return f"{why}. With a window from {ends}, it would have stopped after {naming.way(cut.setter)}."


def sums(naming: Naming, node: int) -> list[str]:
    """Return the sum of a chance node, or of the one that a node is an outcome of, as far as it is known."""
    tree = naming.tree
    about = node if tree.is_chance(node) else tree.parent(node)
    if about < 0 or not tree.is_chance(about) or not (total := windows.sum_of(naming, about)):
        return []
    worth, far = f"{capital(naming.place(about))} is worth", ""
    if tree.is_cut(about):
        cut = cut_of(naming.run, tree, about)
        worth += f" at {'least' if cut.maximizing else 'most'}"
        total = windows.left_worth(naming, about, cut.limit or 0)
    elif (found := tree.expected(about)).rest:
        far = " so far"
    else:
        worth += f" {windows.at_bound(found)}".rstrip()
    return [f"{worth} {total}{far}."]


def link(naming: Naming, node: int) -> str:
    """Return the line of a node: whose turn it is, what each player has there, and the window."""
    tree = naming.tree
    place = f"  {capital(naming.place(node))} ({naming.side(node) if tree.move_count(node) else 'leaf'})"
    window = tree.window_at(node)
    if window is None:
        return f"{place}: {'its window is not recorded' if tree.trace.narrows else 'handed no window'}"
    low, high = naming.view(node).window(*window)
    ends = (end_of(tree, node, lower=lower) for lower in (True, False))
    has = windows.what_is_asked(naming, node) or ", ".join(
        filter(None, (windows.who_has_end(naming, end, node) for end in ends))
    )
    if not tree.trace.narrows:
        return f"{place}: handed α {show(low)} and β {show(high)}{has and f'; {has}'}"
    is_first = not any(map(tree.best, tree.line_to(node)))
    has = has or ("neither side has a value yet" if is_first else "any value still matters")
    return f"{place}: {has} (α {show(low)}, β {show(high)})"
