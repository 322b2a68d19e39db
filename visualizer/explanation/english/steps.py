"""What happens in a step, in English: nodes entered, leaves reached, values returned and passed up."""

from visualizer.explanation.english.samples import Samples
from visualizer.explanation.english.windows import Windows, asked, closed, yes_or_no
from visualizer.explanation.facts.returns import Effect, PassedUp, Returned
from visualizer.explanation.facts.steps import Arrival, Entered, KnownSoFar, LeafReached, Stopped
from visualizer.explanation.naming import Naming, capital, capitalized, nobody_plays
from visualizer.look.numbers import show
from visualizer.trace.rows import Kind
from visualizer.trace.tree_at_step import Bound

EFFECTS = {
    Effect.SEARCHED_AGAIN: ", so it is looked at once more, with the whole window.",
    Effect.LOOKED_AT_AGAIN: ", but it is looked at once more, so this decides nothing yet.",
    Effect.FIRST: ", the first value for {side}{moved}.",
    Effect.EQUAL: " and {side} has that with {best} already: nothing changes.",
    Effect.BETTER: ", better for {side} than {value} with {best}{moved}.",
    Effect.WORSE: ", worse for {side} than {value} with {best}: nothing changes.",
    Effect.UNPROVED: "; so far nothing for {side} is worth {most}{changes}.",
}


def answered(fact: Returned) -> str:
    """Say what a null window has asked where it was first set, and the answer; "" where it was not."""
    return f"Only asked: {asked(fact.asks)}? {yes_or_no(fact.asks, fact.value).capitalize()}. " if fact.asks else ""


class Steps:
    """Says what happens, at a step of a run."""

    def __init__(self, naming: Naming) -> None:
        """Say it with these names."""
        self.naming, self.run, self.tree = naming, naming.run, naming.tree
        self.windows, self.samples = Windows(naming), Samples(naming)
        self.standings = self.windows.standings

    def entered(self, fact: Entered) -> str:
        """Say that an inner node is entered, and what would cut it."""
        side, moves = self.naming.side(fact.node), self.naming.moves(fact.moves or 0)
        turn = f"{side} to move, {moves}" if fact.parent < 0 else f"{side} has {moves}"
        turn = f"{side} to move" if fact.moves is None else turn
        cutting = self.windows.threshold(fact.window) if fact.window else ""
        return f"{self.arrival(fact)}: {self.asking(fact)}{turn}. {cutting}".rstrip()

    def leaf(self, fact: LeafReached) -> str:
        """Say that a leaf is reached, before its value is known."""
        why = "the search looks no deeper here" if fact.is_early else "the depth limit is reached"
        if fact.kind is Kind.TABLE:
            why = self.answer_of_table(fact)
        elif fact.kind is Kind.PLAYOUT:
            why = "it is new, so a random game is played from here"
        elif fact.kind is Kind.TERMINAL:
            why = "a leaf" if nobody_plays(self.run.game) else "the game is over"
        arrival, asking = self.arrival(fact) if fact.parent >= 0 else "The root is a leaf", self.asking(fact)
        return f"{arrival}: {asking}{capitalized(why) if asking else why}."

    def arrival(self, fact: Arrival) -> str:
        """Say which node is entered: for the first time, again, or as the root of a pass."""
        naming, parent = self.naming, fact.parent
        if parent < 0:
            return f"{naming.the_pass() if naming.is_in_passes else 'The search'} begins"
        move, tries = naming.move(fact.node), f"{naming.side(parent)} tries"
        if self.tree.parent(parent) >= 0 and move != naming.place(fact.node):
            tries = f"{capitalized(naming.where(parent))} {tries}"
        if fact.samples is not None:
            chosen = self.samples.choice(fact) or f"{self.samples.known(fact.samples)} so far"
            return f"{tries} {move} again ({chosen})"
        of = "an unknown number" if fact.siblings is None else f"{fact.siblings:,}"
        return f"{tries} {move} again" if fact.again else f"{tries} {move}, {fact.ordinal:,} of {of}"

    def asking(self, fact: Arrival) -> str:
        """Return the question that a null window asks where it is first set, or a second look after one; else ""."""
        if fact.asks:
            return f"is it {asked(fact.asks)}? "
        return f"{asked(fact.answered)}, but how much? " if fact.answered else ""

    def answer_of_table(self, fact: LeafReached) -> str:
        """Say in which step a table's answer was stored, and at which position."""
        if fact.source < 0:
            return "a table knows it already"
        known, other = f"the table knows it, from {self.step_of(fact.source)}", self.tree.node_of(fact.source)
        return known if other == fact.node else f"{known}: the same position as {self.naming.place(other)}"

    def step_of(self, row: int) -> str:
        """Return the step in which a visit returned."""
        return f"step {self.tree.trace.return_step(row):,}"

    def stopped(self, fact: Stopped) -> str:
        """Say that the search was stopped in a node."""
        place = self.naming.place(fact.node)
        return f"The search was stopped {f'here, in {place}: {fact.reason}' if fact.reason else f'in {place}'}."

    def known(self, fact: KnownSoFar) -> str:
        """Say what is known of a node that has not returned, or of an earlier visit only."""
        place, known = capital(self.naming.place(fact.node)), self.naming.known(fact.node)
        if fact.earlier:
            return f"{place} is known from an earlier pass or look only: {known or 'no value'}."
        if fact.is_leaf:
            return f"{place} is a leaf: no value yet."
        threshold = self.windows.threshold(fact.window) if fact.window else ""
        return f"{place} is open: {f'{known} so far' if known else 'no value yet'}. {threshold}".rstrip()

    def returned(self, fact: Returned) -> str:
        """Say what a node has returned, without a full stop."""
        naming, node = self.naming, fact.node
        place, worth, is_root = naming.place(node), naming.bounded(fact.bound, fact.value), self.tree.parent(node) < 0
        if clause := naming.ended(node):
            return f"{capitalized(clause) if is_root else f'After {place} {clause}'}: {worth}"
        if fact.kind is Kind.LIMIT and nobody_plays(self.run.game):
            return f"At the depth limit, the evaluation gives {place} the value {worth}"
        if fact.kind is Kind.PLAYOUT:
            return f"A random game from {place} is worth {worth}"
        if fact.source >= 0:
            return f"{capital(place)} is worth {worth}, as was found in {self.step_of(fact.source)}"
        if clause := self.standings.clause_of(node):
            after = capitalized(clause) if is_root else f"After {place} {clause}"
            return f"{after} ({naming.signed(node)}){self.unlike(fact)}"
        some = fact.kind is not Kind.CUT and fact.tried < fact.moves
        so_far = f" after {fact.tried:,} of {naming.moves(fact.moves)}, for now" if some else ""
        return f"{capital(place)} is worth {worth}{so_far}{self.unlike(fact)}"

    def unlike(self, fact: Returned) -> str:
        """Say that a value is not the best of those below it: fail-hard clips it, a user-supplied search may err."""
        if fact.best is None or fact.best == fact.value:
            return ""
        if fact.bound is Bound.EXACT:
            return f", although the best it has seen is {show(fact.best)}"
        clipped = self.run.recipe.search.fail == "hard"
        return f" (fail-hard: {show(fact.best)} is clipped to the window)" if clipped else ""

    def passed_up(self, fact: PassedUp) -> str:
        """Say what a node returned, and what its parent does with a value that does not cut."""
        then, node = self.effect(fact), fact.returned.node
        if self.naming.ended(node):
            then = f". {capitalized(then.lstrip(',; ').removeprefix('and '))}"
        answer, end = answered(fact.returned), closed(fact.closed) if fact.closed else ""
        return f"{answer}{self.returned(fact.returned)}{then} {end}".rstrip()

    def effect(self, fact: PassedUp) -> str:
        """Say what a parent does with a value that does not cut, as the end of a sentence."""
        naming, node, value, side = self.naming, fact.returned.node, fact.returned.value, self.naming.side(fact.parent)
        before, child = fact.before or (value, node)
        most, moved = (max if fact.maximizing else min)(value, before), self.moved(fact)
        return EFFECTS[fact.effect].format(
            side=side,
            moved=moved,
            best=naming.told_apart(child, node, naming.names(node)) if fact.before else "",
            value=show(before),
            most=f"{'more' if fact.maximizing else 'less'} than {show(most)}",
            changes=moved if moved.startswith(":") else ": nothing changes",
        )

    def moved(self, fact: PassedUp) -> str:
        """Say how the parent's window moved with a child's return, if it did."""
        if fact.end is None:
            return ""
        name, way = ("α", "rises") if fact.maximizing else ("β", "falls")
        old, new = map(show, fact.end)
        if fact.end[0] != fact.end[1]:
            return f": {name} {way} from {old} to {new}"
        better = "as good" if fact.end[0] == fact.returned.value else "better"
        return f"; {name} stays {old}, which was {better} already"
