"""Why a search would not do what a person does who makes it by hand, in English: the rule, where to look, all of it."""

from collections.abc import Callable

from visualizer.exercises.by_hand.acts import SIGNS, Act, ActKind
from visualizer.exercises.by_hand.in_sight import ADDS, OPENING, InSight
from visualizer.exercises.fields import HARD
from visualizer.exercises.question import ReasonSteps
from visualizer.explanation.naming import capital, capitalized, listed
from visualizer.look.numbers import show

Told = tuple[str, str]
"""The rule, and all of it."""
GOES_DOWN = (
    "Before the next child, look at what has come back: if it is better for {side}, {end} changes, and as soon as "
    "α {rule} β, x cuts the rest."
)
CUTS = "x cuts only where α {rule} β: then nothing that is left can matter."
EARLY = "A node returns only when each of its children has returned or is cut, so first: what becomes of the next one?"
TAKES = "{side} returns the {best} of what its children have returned; what is cut does not count.{hard}"
NOT_NEXT = "From a node one enters only its own children, each once, from left to right; ↓ enters the next one."
NO_CHILD = "{Named} is no child of {place}."
COMES_BEFORE = "{Next} comes before {named}."
RETURNED = "{Named} has returned already."
CHANGES = "{end} is what {side} has for certain: it becomes what a child returns, if that is {more} than {end} so far."


class Reasons(InSight):
    """Says why the search would not do something at a moment."""

    def reason(self, act: Act) -> ReasonSteps:
        """Return why the search would not do something, in three steps: only the third tells what was to be found out.

        That is what comes next, and nothing of what comes after it. It must be nothing that the search would do.
        """
        rule, whole = self.why_refused(act)(act)
        return ReasonSteps(rule, self.sights, whole, self.hand.path(self.moment))

    def why_refused(self, act: Act) -> Callable[[Act], Told]:
        """Return which of the reasons below speaks against an act."""
        hand, moment = self.hand, self.moment
        if hand.is_over(moment):
            return self.why_over
        if moment.is_struck and act.kind is not ActKind.RETURN:
            return self.why_struck
        if act.kind in (ActKind.ALPHA, ActKind.BETA):
            return self.why_no_change(act.kind)
        left = hand.left(moment)
        if act.kind is ActKind.RETURN:
            return self.why_early if left and not moment.is_struck else self.why_value
        if act.path is not None and act.path not in left[:1]:
            return self.why_not_next
        if not left:
            return self.why_none_left
        if act.kind is ActKind.CUT:
            return self.why_open
        if hand.is_closed(moment):
            return self.why_closed
        return self.why_own_window if hand.is_below_chance(moment) else self.why_changed

    def why_no_change(self, end: ActKind) -> Callable[[Act], Told]:
        """Return why α or β does not change here, or not to what was typed."""
        hand, moment = self.hand, self.moment
        if hand.is_below_chance(moment):
            return self.why_own_window
        if self.is_chance:
            return self.why_chance
        if self.is_max is not (end is ActKind.ALPHA):
            return self.why_other_side
        if not hand.returned(moment):
            return self.why_nothing_yet
        if end in hand.changes(moment):
            return self.why_other_number
        return self.why_no_better if hand.window(moment) == hand.window_before(moment) else self.why_typed

    # Why not.

    def why_over(self, act: Act) -> Told:
        """Say that it is over."""
        over = f"The root has returned {show(self.hand.trace.value(0))}: the search is over."
        return over, over

    def why_struck(self, act: Act) -> Told:
        """Say that the rest is cut."""
        says = f"What is left {self.where(self.innermost)} is cut, so only one thing remains: a value is returned."
        return says, says

    def why_none_left(self, act: Act) -> Told:
        """Say that no child is left."""
        says = f"All children of {self.place(self.innermost)} have returned: none is left to be entered or cut."
        return says, f"{says} {capital(self.place(self.innermost))} returns."

    def why_not_next(self, act: Act) -> Told:
        """Say that another node comes first, or that it is not below where one stands."""
        here, path = self.hand.path(self.moment), act.path or ()
        what = NO_CHILD if path[:-1] != here or not path else COMES_BEFORE
        if what is COMES_BEFORE and path not in self.hand.left(self.moment):
            what = RETURNED
        says = what.format(Named=capital(self.at(path)), named=self.at(path), place=self.place(self.innermost),
                           Next=capital(self.next_child()))  # fmt: skip
        return NOT_NEXT, f"{NOT_NEXT} {says}"

    def why_own_window(self, act: Act) -> Told:
        """Say what an end of the window below a chance node is: the one that was typed, or that comes first."""
        return OPENING, self.own_end(act.kind) if act.kind in (ActKind.ALPHA, ActKind.BETA) else self.comes_first()

    def down_rule(self) -> str:
        """Return the rule about entering a child where one has returned."""
        if self.is_chance:
            return self.chance_cuts().replace(
                "x cuts a chance node only", "Before the next outcome: x cuts a chance node"
            )
        return GOES_DOWN.format(side=self.mover(), end=self.end, rule=self.hand.rule)

    def why_changed(self, act: Act) -> Told:
        """Say that α or β has changed."""
        return self.down_rule(), self.comes_first()

    def comes_first(self) -> str:
        """Say which change of α or β is due before anything else."""
        below, due = self.hand.is_below_chance(self.moment), self.hand.due(self.moment)
        return f"{self.own_end(due) if below else self.changed()} That comes first."

    def changed(self) -> str:
        """Say what α or β becomes by the last child."""
        child = self.hand.returned(self.moment)[-1]
        value, before = self.tree.returned_value(child), self.hand.window_before(self.moment)[0 if self.is_max else 1]
        more = "more" if self.is_max else "less"
        begin = f"{capital(self.place(child))} has returned {show(value)}, and {self.end} was {show(before)}"
        return f"{begin}: {show(value)} is {more}, so {self.end} becomes {show(value)}."

    def why_closed(self, act: Act) -> Told:
        """Say why the node is cut."""
        return self.down_rule(), f"{self.why_cut(self.innermost)} So x comes first."

    def why_open(self, act: Act) -> Told:
        """Say that the window is open."""
        rule = self.chance_cuts() if self.is_chance else CUTS.format(rule=self.hand.rule)
        return rule, self.still_open()

    def still_open(self) -> str:
        """Say why the next child may still matter, or what changes before that is looked at."""
        if self.hand.changes(self.moment):
            return self.comes_first()
        if self.is_chance:
            return self.still_open_by_chance()
        low, high = self.hand.window(self.moment)
        window = f"α = {show(low)} and β = {show(high)}: α {self.hand.rule} β is not so yet"
        where = capitalized(self.where(self.innermost))
        return f"{where} {window}, so {self.next_child()} may still matter and is looked at."

    def why_due(self) -> str:
        """Say what the search does now, and why."""
        due = self.hand.due(self.moment)
        if due is ActKind.CUT:
            return self.why_cut(self.innermost)
        if due is ActKind.RETURN:
            return self.why_value(Act(due))[1]
        if due is not ActKind.DOWN:
            return self.own_end(due) if self.hand.is_below_chance(self.moment) else self.changed()
        if not self.hand.returned(self.moment):
            return f"Nothing has come back to {self.place(self.innermost)} yet, so {self.next_child()} is looked at."
        return self.still_open()

    def why_early(self, act: Act) -> Told:
        """Say what becomes of the children that are left before a value is returned."""
        if self.hand.is_closed(self.moment):
            return EARLY, f"{self.why_cut(self.innermost)} x says so; then {self.place(self.innermost)} returns."
        return EARLY, self.still_open()

    def why_value(self, act: Act) -> Told:
        """Say which value is returned."""
        value, place = show(self.hand.trace.value(self.innermost)), capital(self.place(self.innermost))
        if self.is_chance:
            total = self.sum_of(self.innermost)
            if self.moment.is_struck:
                limit = self.hand.trace.limits[0 if self.tree.at_beta(self.innermost) else 1]
                total = self.left_worth(self.innermost, limit)
            return ADDS, f"{place} returns {total}."
        best = "greatest" if self.is_max else "least"
        hard = HARD if self.hand.is_hard else ""
        rule = TAKES.format(side=self.mover(), best=best, hard=hard)
        values = [show(self.tree.returned_value(child)) for child in self.hand.returned(self.moment)]
        of = f"the {best} of {listed(values)}" if len(values) > 1 else f"all that has come back, {values[0]}"
        found = self.tree.best(self.innermost)
        if found is None or found[0] == self.hand.trace.value(self.innermost):
            return rule, f"{place} returns {of}{f': {value}' if len(values) > 1 else ''}."
        low, high = self.hand.trace.alpha(self.innermost), self.hand.trace.beta(self.innermost)
        begin = f"{capitalized(of)}, is" if len(values) == 1 else f"{capitalized(of)} is {show(found[0])},"
        outside = f"outside the window with which {self.place(self.innermost)} was entered, {show(low)} to {show(high)}"
        return rule, f"{begin} {outside}: fail-hard returns its nearer end, {value}."

    def why_other_side(self, act: Act) -> Told:
        """Say whose bound it is."""
        other, side = SIGNS[act.kind], self.run.game.side(maximizing=act.kind is ActKind.ALPHA)
        rule = f"{other} is what {side} has for certain: it changes only where {side} moves."
        return rule, f"{rule} {capitalized(self.where(self.innermost))} it is {self.mover()}."

    def why_chance(self, act: Act) -> Told:
        """Say that nothing changes at a chance node."""
        rule = "Nobody chooses at a chance node: its outcomes add up, and its α and β stay as they are."
        return rule, rule

    def changes_rule(self) -> str:
        """Return the rule about α or β."""
        more = "more" if self.is_max else "less"
        return CHANGES.format(end=self.end, side=self.mover(), more=more)

    def why_nothing_yet(self, act: Act) -> Told:
        """Say that no child has returned."""
        rule = self.changes_rule()
        return rule, f"{rule} Nothing has come back to {self.place(self.innermost)} yet."

    def why_typed(self, act: Act) -> Told:
        """Say that it has changed already."""
        says = f"{SIGNS[act.kind]} has changed already since the last child returned."
        return says, says

    def why_no_better(self, act: Act) -> Told:
        """Say that it stays."""
        child = self.hand.returned(self.moment)[-1]
        more, now = "more" if self.is_max else "less", self.hand.window(self.moment)[0 if self.is_max else 1]
        value = show(self.tree.returned_value(child))
        return self.changes_rule(), f"{self.end} is {show(now)}, and {value} is not {more}: {self.end} stays."

    def why_other_number(self, act: Act) -> Told:
        """Say what it becomes."""
        return self.changes_rule(), self.changed()
