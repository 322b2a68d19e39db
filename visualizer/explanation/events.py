"""What happens in a step, and why, in sentences.

Everything is read from the trace, so no algorithm is a special case.

It is long because every kind of event has a method of its own.
"""

from visualizer.explanation.bounds import Bounds
from visualizer.explanation.cutoffs import Cutoffs
from visualizer.explanation.naming import Naming, capital, capitalized, nobody_plays
from visualizer.explanation.sampling import Samples
from visualizer.look.legend import State
from visualizer.look.numbers import show
from visualizer.measures.passes import passes_at
from visualizer.measures.summary import counts, many
from visualizer.run import Run
from visualizer.trace.rows import Kind, Passes
from visualizer.trace.tree_at_step import Bound, TreeAtStep

NOTHING = "Nothing has been visited yet."


def explain(run: Run, step: int) -> str:
    """Return what happens in a step of a run, in one to four sentences; a step outside is moved to the nearest one."""
    return Explainer(run, TreeAtStep(run.trace, step)).sentence()


class Explainer:
    """Says what is known at a step of a run. It is long because every kind of event has a method of its own."""

    def __init__(self, run: Run, tree: TreeAtStep) -> None:
        """Explain a step of a run."""
        self.run, self.tree, self.trace = run, tree, tree.trace
        self.naming = Naming(run, tree)
        self.cutoffs, self.bounds = Cutoffs(self.naming), Bounds(self.naming)
        self.samples, self.standings = Samples(self.naming), self.cutoffs.standings
        self.adds = self.trace.passes is Passes.ADD

    def sentence(self) -> str:
        """Return what happens in this step, and what a search written elsewhere remarks."""
        return f"{self.event()} {self.remark(self.tree.current)}".rstrip()

    def remark(self, node: int | None) -> str:
        """Return the tags and notes of a node."""
        tags, note = ((), "") if node is None else self.tree.remark(node)
        tagged = f"Tagged {', '.join(dict.fromkeys(tags))}." if tags else ""
        return f"{tagged} {f'Note: {note}' if note else ''}".strip()

    def event(self) -> str:
        """Return what happens in this step."""
        tree, node = self.tree, self.tree.current
        if node is None:
            return NOTHING
        if tree.entering:
            return self.leaf_entered(node) if tree.move_count(node) == 0 else self.entered(node)
        if tree.kind(node) is Kind.STOPPED:
            return f"The search was stopped here, in {self.naming.place(node)}: {self.trace.reason}."
        parent = tree.parent(node)
        if parent < 0:
            return self.finished(node)
        if self.adds:
            return self.samples.backed_up(node)
        return self.cutoffs.sentence(parent) if tree.is_cut(parent) else self.passed_up(node, parent)

    def state(self, node: int) -> str:
        """Say what is known of a visited node at this step, and what a search written elsewhere remarks."""
        return f"{self.known(node)} {self.remark(node)}".rstrip()

    def known(self, node: int) -> str:
        """Say what is known of a visited node at this step."""
        tree, place = self.tree, capital(self.naming.place(node))
        if tree.status(node) is State.EARLIER:
            known = self.naming.known(node) or "no value"
            return f"{place} is known from an earlier pass or look only: {known}."
        if tree.is_cut(node):
            return self.cutoffs.sentence(node)
        if tree.returned(node):
            if tree.kind(node) is Kind.STOPPED:
                return f"The search was stopped in {self.naming.place(node)}."
            if tree.parent(node) < 0:
                return self.finished(node)
            return self.samples.backed_up(node) if self.adds else f"{self.returned(node)}."
        if tree.move_count(node) == 0:
            return f"{place} is a leaf: no value yet."
        known = self.naming.known(node)
        value = f"{known} so far" if known else "no value yet"
        return f"{place} is open: {value}. {self.bounds.threshold(node)}".rstrip()

    # Entering.

    def entered(self, node: int) -> str:
        """Say that an inner node is entered, and what would cut it."""
        side, moves = self.naming.side(node), self.naming.moves(self.tree.move_count(node))
        turn = f"{side} to move, {moves}" if self.tree.parent(node) < 0 else f"{side} has {moves}"
        turn = turn if self.tree.is_counted(node) else f"{side} to move"
        return f"{self.arrival(node)}: {self.asked(node)}{turn}. {self.bounds.cutting(node)}".rstrip()

    def asked(self, node: int) -> str:
        """Return the question that a null window asks where it is first set, or a second look after one; else ""."""
        tree, row = self.tree, self.tree.visit(node)
        asked, above = self.bounds.asked(row), self.trace.parent(row)
        if asked and (above < 0 or not self.bounds.asked(above)):
            return f"is it {asked}? "
        if not asked and tree.looks(node) > 1 and (before := self.bounds.asked(tree.visits_to(node)[-2])):
            return f"{before}, but how much? "
        return ""

    def arrival(self, node: int) -> str:
        """Say which node is entered: for the first time, again, or as the root of a pass."""
        tree, naming, parent = self.tree, self.naming, self.tree.parent(node)
        if parent < 0:
            return f"{self.the_pass() if tree.pass_name or tree.passes > 1 else 'The search'} begins"
        move, tries = naming.move(node), f"{naming.side(parent)} tries"
        if tree.parent(parent) >= 0 and move != naming.place(node):
            where = naming.where(parent)
            tries = f"{capitalized(where)} {tries}"
        if self.adds and tree.visit_count(node) > 1:
            chosen = self.samples.choice(node) or f"{self.samples.known(node)} so far"
            return f"{tries} {move} again ({chosen})"
        if tree.looks(node) > 1:
            return f"{tries} {move} again"
        return f"{tries} {move}, {self.ordinal(node)}"

    def the_pass(self) -> str:
        """Return the pass at hand, by its name or number, as the beginning of a sentence."""
        name = self.tree.pass_name or f"{self.tree.passes:,}"
        return capitalized(name) if " " in name and "=" not in name else f"Pass {name}"

    def ordinal(self, node: int) -> str:
        """Say which child of its parent a node is, in the order tried."""
        parent = self.tree.parent(node)
        count = f"{self.tree.move_count(parent):,}" if self.tree.is_counted(parent) else "an unknown number"
        return f"{self.tree.ordinal(node):,} of {count}"

    def leaf_entered(self, node: int) -> str:
        """Say that a leaf is reached, before its value is known."""
        tree = self.tree
        early = self.trace.depth(node) < self.run.depth
        why = "the search looks no deeper here" if early else "the depth limit is reached"
        if tree.kind(node) is Kind.TABLE:
            why = self.answered(node)
        elif tree.kind(node) is Kind.PLAYOUT:
            why = "it is new, so a random game is played from here"
        elif tree.kind(node) is Kind.TERMINAL:
            why = "a leaf" if nobody_plays(self.run.game) else "the game is over"
        arrival = "The root is a leaf" if tree.parent(node) < 0 else self.arrival(node)
        asked = self.asked(node)
        return f"{arrival}: {asked}{capitalized(why) if asked else why}."

    def answered(self, node: int) -> str:
        """Say in which step a table's answer was stored, and at which position."""
        source = self.trace.source(self.tree.visit(node))
        if source < 0:
            return "a table knows it already"
        known = f"the table knows it, from step {self.trace.return_step(source):,}"
        other = self.tree.node_of(source)
        return known if other == node else f"{known}: the same position as {self.naming.place(other)}"

    # Returning.

    def returned(self, node: int) -> str:
        """Say what a node returned, without a full stop."""
        tree, naming = self.tree, self.naming
        place, worth, count = naming.place(node), naming.worth(node), tree.move_count(node)
        if ended := naming.ended(node):
            ended = f"After {place} {ended}" if tree.parent(node) >= 0 else capitalized(ended)
            return f"{ended}: {worth}"
        if count == 0 and self.is_guessed(node):
            return f"At the depth limit, the evaluation gives {place} the value {worth}"
        if tree.kind(node) is Kind.PLAYOUT:
            return f"A random game from {place} is worth {worth}"
        if (source := self.trace.source(tree.visit(node))) >= 0:
            return f"{capital(place)} is worth {worth}, as was found in step {self.trace.return_step(source):,}"
        if clause := self.standings.clause_of(node):
            after = f"After {place} {clause}" if tree.parent(node) >= 0 else capitalized(clause)
            return f"{after} ({naming.signed(node)}){self.unlike(node)}"
        some = tree.kind(node) is not Kind.CUT and tree.tried(node) < count
        so_far = f" after {tree.tried(node):,} of {naming.moves(count)}, for now" if some else ""
        return f"{capital(place)} is worth {worth}{so_far}{self.unlike(node)}"

    def is_guessed(self, node: int) -> bool:
        """Say whether an inner node of a tree got its value at the depth limit: it has no number of its own."""
        if not (self.tree.is_leaf(node) and nobody_plays(self.run.game)):
            return False
        return self.run.position(self.run.path(node)).outcome() is None

    def unlike(self, node: int) -> str:
        """Say that a value is not the best of those below it: fail-hard clips it, a user-supplied search may err."""
        best = self.tree.best(node)
        if best is None or best[0] == self.tree.returned_value(node):
            return ""
        if self.tree.bound(node) is Bound.EXACT:
            return f", although the best it has seen is {show(best[0])}"
        clipped = self.run.recipe.search.fail == "hard"
        return f" (fail-hard: {show(best[0])} is clipped to the window)" if clipped else ""

    def passed_up(self, node: int, parent: int) -> str:
        """Say what a node returned, and what its parent does with a value that does not cut."""
        answer = self.answer(node)
        joint, then = self.effect(node, parent)
        if self.naming.ended(node):
            joint, then = ". ", capitalized(then)
        return f"{answer}{self.returned(node)}{joint}{then} {self.bounds.closed(parent)}".rstrip()

    def answer(self, node: int) -> str:
        """Return what a null window has asked of a node where it was first set, with the answer; else ""."""
        tree, row = self.tree, self.tree.visit(node)
        asked, above = self.bounds.asked(row), self.trace.parent(row)
        if not asked or (above >= 0 and self.bounds.asked(above)):
            return ""
        is_above = tree.returned_value(node) >= self.trace.beta(row)  # fail-soft: else it is at most alpha
        return f"Only asked: {asked}? {'No' if is_above == asked.startswith('less') else 'Yes'}. "

    def effect(self, node: int, parent: int) -> tuple[str, str]:
        """Say what the parent does with a value that does not cut: the conjunction, and the clause after it."""
        tree, naming = self.tree, self.naming
        if tree.looked_again(node):
            if self.bounds.asked(tree.visit(node)):
                return ", ", "so it is looked at once more, with the whole window."
            return ", ", "but it is looked at once more, so this decides nothing yet."
        value, side, moved = tree.returned_value(node), naming.side(parent), self.bounds.moved(node, parent)
        before = self.bounds.before(node).best(parent)
        if before is None:
            return ", ", f"the first value for {side}{moved}."
        better = value > before[0] if tree.maximizing(parent) else value < before[0]
        best_before = naming.told_apart(before[1], node, naming.names(node))
        if not tree.reaches(parent, node if better else before[1]):
            # The greater one is only a bound: neither can be said to be better.
            most = f"{'more' if tree.maximizing(parent) else 'less'} than {show(value if better else before[0])}"
            changes = moved if moved.startswith(":") else ": nothing changes"
            return "; ", f"so far nothing for {side} is worth {most}{changes}."
        if value == before[0]:
            return " and ", f"{side} has that with {best_before} already: nothing changes."
        than = f"for {side} than {show(before[0])} with {best_before}"
        return ", ", f"better {than}{moved}." if better else f"worse {than}: nothing changes."

    # The result.

    def finished(self, node: int) -> str:
        """Say what the root's visit has found, or at the end what the whole search has."""
        tree, naming = self.tree, self.naming
        if self.adds:
            return self.sampled()
        result = tree.result()
        line = self.run.line(result.line)
        bound = result.bound
        if self.trace.passes is Passes.NARROW and not tree.at_end:
            bound = passes_at(tree, most=1)[0].found.bound  # the bound that the search concludes
        worth = naming.bounded(bound, result.value or 0)
        begin = "Finished" if tree.at_end else f"{self.answer(node)}{self.the_pass()} is finished"
        different = self.unlike(node) if result.bound is Bound.EXACT else ""
        if tree.best(node) is not None and not line:
            exact = bound is Bound.EXACT
            why = "which no move is shown to reach" if exact else "outside the window that it was given"
            different = different or f", {why}; which move is best is not known"
        best = f"the root is worth {worth}{different}"
        standing = self.standings.of(result.value or 0, result.line[-1] if result.line else node)
        if standing is not None and not different and bound is Bound.EXACT:
            after = f" after {' '.join(line)}" if line else ""
            best = f"{self.standings.result(standing, naming.side(node), after, line[:1])}. ({show(result.value or 0)})"
            return f"{begin}: {best} {self.narrowed()}{self.visited()}{self.last_pass()}"
        if line and not different:
            best = f"{naming.side(node)}'s best is {naming.named(line[0])}, worth {worth}; best line {' '.join(line)}"
        return f"{begin}: {best}. {self.narrowed()}{self.visited()}{self.last_pass()}"

    def narrowed(self) -> str:
        """Say between which bounds narrowing passes have brought the value so far; "" at the end."""
        if self.trace.passes is not Passes.NARROW or self.tree.at_end:
            return ""
        last = passes_at(self.tree)[-1]
        return f"The lower bound is now {show(last.lower)}, the upper one {show(last.upper)}. "

    def last_pass(self) -> str:
        """Say how much of the search its last pass was, if there were several and each searches anew."""
        if self.trace.passes is not Passes.REPLACE or not self.tree.at_end or self.tree.passes < 2:
            return ""
        nodes, passes = passes_at(self.tree, most=1)[0].nodes, self.tree.passes
        return f" Of the nodes the last of {passes:,} passes visited {nodes:,}, {nodes / self.tree.visits:.0%}."

    def sampled(self) -> str:
        """Say what all samples so far have found at the root."""
        result = self.tree.result()
        begin = "Finished" if self.tree.at_end else f"{self.the_pass()} is finished"
        if not result.line:
            return f"{begin}: {self.samples.known(0)}."
        best = result.line[0]
        move = self.naming.named(self.run.move_name(self.run.path(best)))
        line = self.run.line(result.line)
        further = f" Most visited line: {' '.join(line)}." if self.tree.at_end and line[1:] else ""
        counted = [self.tree.returned_count(child) for child in self.tree.children(0)]
        equals = counted.count(self.tree.returned_count(best))
        first = f" (first of {equals:,} equals)" if equals > 1 else ""
        return f"{begin}: {move} has been visited most{first}, {self.samples.known(best)}.{further}"

    def visited(self) -> str:
        """Say how much has been visited."""
        found = counts(self.tree)
        counted = found.pruned is not None and (self.bounds.used or found.pruned)
        pruned = f"; {found.pruned:,} pruned" if counted else ""
        return f"{many(found.nodes, 'node', 'nodes')} visited, {found.leaves:,} of them leaves{pruned}."
