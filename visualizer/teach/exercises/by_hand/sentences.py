"""What is said to a person who makes a search by hand, in English: where one stands, what is in sight, why not."""

from math import isinf

from visualizer.explaining.explanation.english.cuts import why_cut
from visualizer.explaining.explanation.english.windows import explain_open, format_window, left_worth, sum_of
from visualizer.explaining.explanation.naming import Naming, capital, capitalized, listed
from visualizer.look.numbers import odds, show
from visualizer.teach.exercises.by_hand.machine import Act, ActKind, ByHand, Moment
from visualizer.teach.exercises.fields import HARD
from visualizer.teach.exercises.question import Clue, ReasonSteps
from visualizer.trace.rows import MovePath

MOST = 6
"""The most children whose values are listed."""
OPENING = (
    "An outcome of a chance node has its own window: its α is (α of the chance node − the sum so far − the most that "
    "later outcomes can add) / the probability of this outcome; its β is the same with β and the least that they can "
    "add. Neither goes beyond the bounds of leaf values."
)
CUTS_CHANCE = (
    "<cut_rest> cuts a chance node only if the outcomes left cannot bring its sum {above} α even with the highest leaf "
    "values, or cannot keep it {below} β even with the lowest."
)
BEYOND = {"≥": {"above": "above", "below": "below"}, ">": {"above": "up to", "below": "down to"}}
"""What a chance node would have to come to, by the rule of cutting."""
ADDS = (
    "A chance node returns the sum of probability times value; if it is cut, all outcomes left count as the highest "
    "leaf value, or as the lowest."
)
ORDER = (
    "If the last child returned something better for the side to move, change α or β. As soon as α {rule} β, "
    "<cut_rest> cuts the rest. Otherwise <enter_child> enters the next child; if none is left, return a value."
)
ORDER_CHANCE = (
    "If the outcomes left can still bring the sum between α and β, whatever their leaf values, <enter_child> enters "
    "the next one; otherwise <cut_rest> cuts the rest. If none is left, return the sum."
)
MOST_OFFERED = 8
Told = tuple[str, str]
"""The rule, and all of it."""
GOES_DOWN = (
    "Before you enter the next child, look at the value just returned: if it is better for {side}, change {end}; as "
    "soon as α {rule} β, <cut_rest> cuts the rest."
)
CUTS = "<cut_rest> cuts only when α {rule} β, because only then nothing that is left can matter."
EARLY = (
    "A node returns only after each of its children has returned or been cut: first decide what to do with "
    "the next one."
)
TAKES = "{side} returns the {best} value that its children have returned; children that are cut do not count.{hard}"
NOT_NEXT = (
    "From a node you can enter only its own children, each once, from left to right; <enter_child> enters the next one."
)
NO_CHILD = f"{NOT_NEXT} {{Named}} is not a child of {{place}}."
CHANGES = (
    "{end} is the value {side} is already sure of: it becomes the value of a child if that is {more} than {end} so far."
)


class Situation:
    """Where a person stands who makes a search by hand: at a node, at a moment."""

    def __init__(self, hand: ByHand, moment: Moment) -> None:
        """Look at a search from a moment."""
        self.hand, self.moment = hand, moment
        self.tree, self.node = hand.tree(moment.step), hand.node(moment)
        self.naming = Naming(hand.run, self.tree)
        self.is_max, self.is_chance = self.tree.maximizing(self.node), self.tree.is_chance(self.node)
        self.end = "α" if self.is_max else "β"

    @property
    def place(self) -> str:
        """Return what the node is called."""
        return self.naming.place(self.node)

    @property
    def where(self) -> str:
        """Return where that is, with a preposition."""
        return self.naming.where(self.node)

    @property
    def mover(self) -> str:
        """Return who moves there: a side, or chance."""
        return self.naming.side(self.node)


def what_came_back(at: Situation) -> str:
    """Say what the children have returned, the last few where there are many."""
    children = at.hand.returned(at.moment)
    if not children:
        return f"no value has been returned to {at.place} yet"
    shown = children[-MOST:]
    names, values = [*map(at.naming.place, shown)], [show(at.tree.returned_value(child)) for child in shown]
    before = f" (the last {len(shown)} of {len(children):,})" if len(children) > MOST else ""
    return f"{listed(names)} {'has' if len(names) == 1 else 'have'} returned {listed(values)}{before}"


def typed_window(at: Situation) -> str:
    """Return the window as it was typed."""
    return format_window((at.moment.alpha, at.moment.beta))


def next_child(at: Situation) -> str:
    """Return the name of the child that comes next, "" for none."""
    return next(map(at.naming.at, at.hand.left(at.moment)), "")


def reckon_end(at: Situation, end: ActKind) -> str:
    """Reckon an end of the window of a node below chance, and not the other, which is to be found out, too."""
    above = at.tree.parent(at.node)
    (least, most), found = at.hand.trace.limits, at.tree.expected(above)
    probability = at.tree.probability(at.node) or 0
    rest = float(found.rest - probability) if len(at.tree.children(above)) < at.tree.move_count(above) else 0.0
    which = 0 if end is ActKind.ALPHA else 1
    now, given = at.hand.window(at.moment)[which], at.tree.window(above)[which]
    limit = (most, least)[which] if rest else 0.0
    says = f"{capitalized(at.where)} {end.sign} is {show(now)}"
    if isinf(limit) or isinf(given) or now in (least, most):
        return f"{says}."
    taken = f"{show(given)} − {show(float(found.known))} − {show(limit)} · {show(rest)}"
    return f"{says}: ({taken}) / ({odds(probability)})."


def describe_standpoint(at: Situation) -> str:
    """Say where one stands, with the window as it was typed: `You stand at C (MIN), α = 3 and β = +∞.`."""
    return f"You stand at {at.place} ({at.mover}), {typed_window(at)}."


def describe_act(at: Situation, before: Moment, act: Act) -> str:
    """Say what an act has done, that led here from the moment before."""
    hand = at.hand
    if act.kind is ActKind.CUT:
        left = [at.naming.at(path) for path in hand.left(before)]
        return f"{capital(listed(left))} {'is' if len(left) == 1 else 'are'} cut."
    if act.kind in (ActKind.ALPHA, ActKind.BETA):
        number = at.moment.alpha if act.kind is ActKind.ALPHA else at.moment.beta
        return f"{act.kind.sign} is now {show(number)}."
    if act.kind is ActKind.DOWN and at.moment.step == before.step + 1:
        return describe_standpoint(at)
    child = hand.left(before)[0] if act.kind is ActKind.DOWN else hand.path(before)
    value = show(hand.trace.value(at.node if hand.is_over(at.moment) else hand.returned(at.moment)[-1]))
    if hand.is_over(at.moment):
        return f"The root has returned {value}: you have done the whole search."
    back = "" if act.kind is ActKind.DOWN else f" {describe_standpoint(at)}"
    return f"{capital(at.naming.at(child))} has returned {value}.{back}"


def format_act(at: Situation, act: Act) -> str:
    """Return an act as it is written, with the node that is to be entered: `↓ c2`."""
    if act.kind is not ActKind.DOWN:
        return act.says
    return f"{act.says} {next_child(at) if act.path is None else at.naming.at(act.path)}".rstrip()


def thinking_order(at: Situation) -> str:
    """Say in which order to think here."""
    return ORDER_CHANCE if at.is_chance else ORDER.format(rule=at.hand.rule)


def offered_numbers(at: Situation) -> list[float]:
    """Return the numbers in sight, of which one is chosen by mouse; at a chance node also what they add up to."""
    hand, tree = at.hand, at.tree
    children = [tree.returned_value(child) for child in hand.returned(at.moment)]
    found = [*children, at.moment.alpha, at.moment.beta]
    if at.is_chance and children:
        sums, limits = tree.expected(at.node), hand.trace.limits
        found += [float(sums.known), *(float(sums.known + limit * sums.rest) for limit in limits if sums.rest)]
    if hand.is_below_chance(at.moment):
        found += [*hand.window(at.moment), *hand.trace.limits]
    return sorted({value: None for value in found if not isinf(value)})[:MOST_OFFERED]


def headers(at: Situation) -> list[str]:
    """Say which search one is, where one stands, with which window and by which rules: the longest first."""
    hand, place = at.hand, f"{at.place} ({at.mover})"
    window, rules = f"α {show(at.moment.alpha)}   β {show(at.moment.beta)}", hand.describe_rules()
    return [
        f"You are {hand.name} · you stand at {place} · {window} · {rules}",
        f"{hand.name} at {place} · {window} · {rules}",
        f"{place} · {window} · {rules}",
        f"{window} · {rules}",
    ]


def reason_against(at: Situation, act: Act) -> ReasonSteps:
    """Return why the search would not do something, in three steps: only the third tells what was to be found out.

    That is what comes next, and nothing of what comes after it. It must be nothing that the search would do.
    """
    here = f"{at.mover} moves {at.where}, where {typed_window(at)}"
    rule, whole = why_refused(at, act)
    return ReasonSteps(rule, lambda: [Clue("", what_came_back(at)), Clue("", here)], whole, at.hand.path(at.moment))


def why_refused(at: Situation, act: Act) -> Told:
    """Return what speaks against an act."""
    hand, is_struck = at.hand, at.moment.is_struck
    if hand.is_over(at.moment):
        says = f"The root has returned {show(hand.trace.value(0))}: the search is over."
        return says, says
    if act.kind is ActKind.RETURN:
        if is_struck or not hand.left(at.moment):
            return why_value(at)
        if hand.is_closed(at.moment):
            return EARLY, f"{why_cut(at.naming, at.node)} <cut_rest> cuts it; then {at.place} returns."
        return EARLY, why_still_open(at)
    if is_struck:
        says = f"The rest {at.where} is cut, so only one thing is left to do: return a value."
        return says, says
    return why_no_change(at, act.kind) if act.kind in (ActKind.ALPHA, ActKind.BETA) else why_no_way_on(at, act)


def why_no_change(at: Situation, end: ActKind) -> Told:
    """Return why α or β does not change here, or not to what was typed."""
    hand, moment = at.hand, at.moment
    if hand.is_below_chance(moment):
        return OPENING, reckon_end(at, end)
    if at.is_chance:
        rule = "Nobody chooses at a chance node: its outcomes add up, and its α and β stay as they are."
        return rule, rule
    if at.end != end.sign:
        other = at.naming.other(at.node)
        rule = f"{end.sign} is the value {other} is already sure of: it changes only where {other} moves."
        return rule, f"{rule} {capitalized(at.where)} {at.mover} moves."
    more = "more" if at.is_max else "less"
    rule = CHANGES.format(end=at.end, side=at.mover, more=more)
    if not hand.returned(moment):
        return rule, f"{rule} No value has been returned to {at.place} yet."
    if end in hand.changes(moment):
        return rule, describe_change(at)
    if hand.window(moment) != hand.window_before(moment):
        says = f"{end.sign} has already changed since the last child returned."
        return says, says
    now, value = hand.window(moment)[0 if at.is_max else 1], at.tree.returned_value(hand.returned(moment)[-1])
    return rule, f"{at.end} is {show(now)}, and {show(value)} is not {more}, so {at.end} stays."


def why_no_way_on(at: Situation, act: Act) -> Told:
    """Return why the next child is not entered here, or not the one that was chosen, or why the rest is not cut."""
    hand, moment, left = at.hand, at.moment, at.hand.left(at.moment)
    if act.path is not None and act.path not in left[:1]:
        return NOT_NEXT, why_not_next(at, act.path)
    if not left:
        says = f"All children of {at.place} have returned: nothing is left to enter or cut."
        return says, f"{says} {capital(at.place)} returns."
    rule = CUTS_CHANCE.format(**BEYOND[hand.rule])
    if act.kind is ActKind.CUT:
        return rule if at.is_chance else CUTS.format(rule=hand.rule), why_still_open(at)
    if at.is_chance:
        rule = f"Before you enter the next outcome: {rule.replace('node only', 'node', 1)}"
    else:
        rule = GOES_DOWN.format(side=at.mover, end=at.end, rule=hand.rule)
    if hand.is_closed(moment):
        return rule, f"{why_cut(at.naming, at.node)} So <cut_rest> comes first."
    return OPENING if hand.is_below_chance(moment) else rule, what_comes_first(at)


def why_not_next(at: Situation, path: MovePath) -> str:
    """Say that another node comes before one, or that it is not below where one stands."""
    name = at.naming.at(path)
    if not path or path[:-1] != at.hand.path(at.moment):
        return NO_CHILD.format(Named=capital(name), place=at.place)
    if path in at.hand.left(at.moment):
        return f"{NOT_NEXT} {capital(next_child(at))} comes before {name}."
    return f"{NOT_NEXT} {capital(name)} has already returned."


def what_comes_first(at: Situation) -> str:
    """Say which change of α or β is due before anything else."""
    below, due = at.hand.is_below_chance(at.moment), at.hand.due(at.moment)
    return f"{reckon_end(at, due) if below else describe_change(at)} Do that first."


def describe_change(at: Situation) -> str:
    """Say what α or β becomes by the last child."""
    child = at.hand.returned(at.moment)[-1]
    value, before = at.tree.returned_value(child), at.hand.window_before(at.moment)[0 if at.is_max else 1]
    more = "more" if at.is_max else "less"
    begin = f"{capital(at.naming.place(child))} has returned {show(value)}, and {at.end} was {show(before)}"
    return f"{begin}: {show(value)} is {more}, so {at.end} becomes {show(value)}."


def why_still_open(at: Situation) -> str:
    """Say why the next child may still matter, or what changes before that is looked at."""
    if at.hand.changes(at.moment):
        return what_comes_first(at)
    return explain_open(at.naming, at.node, next_child(at))


def why_due(at: Situation) -> str:
    """Say what the search does now, and why."""
    due = at.hand.due(at.moment)
    if due is ActKind.CUT:
        return why_cut(at.naming, at.node)
    if due is ActKind.RETURN:
        return why_value(at)[1]
    if due is not ActKind.DOWN:
        return reckon_end(at, due) if at.hand.is_below_chance(at.moment) else describe_change(at)
    if not at.hand.returned(at.moment):
        return f"No value has been returned to {at.place} yet, so {next_child(at)} is searched."
    return why_still_open(at)


def why_value(at: Situation) -> Told:
    """Say which value is returned."""
    value, place = show(at.hand.trace.value(at.node)), capital(at.place)
    if at.is_chance:
        total = sum_of(at.naming, at.node)
        if at.moment.is_struck:
            limit = at.hand.trace.limits[0 if at.tree.at_beta(at.node) else 1]
            total = left_worth(at.naming, at.node, limit)
        return ADDS, f"{place} returns {total}."
    best = "greatest" if at.is_max else "least"
    hard = HARD if at.hand.is_hard else ""
    rule = TAKES.format(side=at.mover, best=best, hard=hard)
    values = [show(at.tree.returned_value(child)) for child in at.hand.returned(at.moment)]
    of = f"the {best} of {listed(values)}" if len(values) > 1 else f"the only value returned to it, {values[0]}"
    found = at.tree.best(at.node)
    if found is None or found[0] == at.hand.trace.value(at.node):
        return rule, f"{place} returns {of}{f': {value}' if len(values) > 1 else ''}."
    low, high = at.hand.trace.alpha(at.node), at.hand.trace.beta(at.node)
    begin = f"{capitalized(of)}, is" if len(values) == 1 else f"{capitalized(of)} is {show(found[0])},"
    outside = f"outside the window of {at.place}, {show(low)} to {show(high)}"
    return rule, f"{begin} {outside}: fail-hard returns the nearer end, {value}."
