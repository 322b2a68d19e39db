"""What happens in a step, in English: nodes entered, leaves reached, values returned and passed up, what is found."""

from visualizer.explanation.english.horizon import Horizon
from visualizer.explanation.english.probes import Probes, plies
from visualizer.explanation.english.samples import Samples
from visualizer.explanation.english.windows import asked, closed, yes_or_no
from visualizer.explanation.facts.returns import Effect, PassedUp, Returned
from visualizer.explanation.facts.steps import Entered, Finished, KnownSoFar, LookBefore, Stopped
from visualizer.explanation.naming import STANDING_PAT, capital, capitalized, nobody_plays
from visualizer.explanation.standings import UNWRITTEN, depth_of_values, has_unwritten, is_unwritten
from visualizer.look.numbers import odds, show
from visualizer.measures.summary import PassResult, counts, many, passes_at, probe_nodes
from visualizer.trace.bounds import Bound
from visualizer.trace.counts import beyond_horizon
from visualizer.trace.point_of_view import PointOfView
from visualizer.trace.rows import Kind, Passes

EFFECTS = {
    Effect.SEARCHED_AGAIN: ", so it is looked at once more, with the whole window.",
    Effect.LOOKED_AT_AGAIN: ", but it is looked at once more, so this decides nothing yet.",
    Effect.FIRST: ", the first value{for_side}{moved}.",
    Effect.EQUAL: " and {side} has that with {best} already: nothing changes.",
    Effect.BETTER: ", better{for_side} than {value} with {best}{moved}.",
    Effect.WORSE: ", worse{for_side} than {value} with {best}: nothing changes.",
    Effect.PROBED: ", but only a probe has found that: it is no candidate.",
    Effect.SHARE: ".",
    Effect.UNPROVED: "; so far nothing for {side} is worth {most}{changes}.",
}


def answered(fact: Returned) -> str:
    """Say what a null window has asked where it was first set, and the answer; "" where it was not."""
    return f"Only asked: {asked(fact.asks)}? {yes_or_no(fact.asks, fact.value).capitalize()}. " if fact.asks else ""


class Steps(Probes, Samples, Horizon):
    """Says what happens, at a step of a run."""

    def entered(self, fact: Entered) -> str:
        """Say that a node is entered, and what would cut it."""
        if fact.moves == 0:
            return self.leaf(fact)
        if self.tree.is_chance(fact.node):
            return f"{self.arrival(fact)}: {self.chance_entered(fact.node)}".rstrip()
        side, moves = self.side(fact.node), self.choices(fact)
        turn = f"{side} to move, {moves}" if fact.parent < 0 else f"{side} has {moves}"
        turn = f"{side} to move" if fact.moves is None else turn
        cutting = self.threshold_of(fact.window) if fact.window else ""
        stand = self.tree.stand(fact.node)
        stands = "" if stand is None else f"Standing pat, not moving on, is worth {show(stand)}. "
        return f"{self.arrival(fact)}: {self.asking(fact)}{turn}. {stands}{cutting}".rstrip()

    def leaf(self, fact: Entered) -> str:
        """Say that a leaf is reached, before its value is known."""
        kind, is_early = self.tree.kind(fact.node), self.tree.trace.depth(fact.node) < self.run.depth
        why = "the search looks no deeper here" if is_early else "the depth limit is reached"
        if kind is Kind.TABLE:
            why = self.answer_of_table(fact.node)
        elif kind is Kind.PLAYOUT:
            why = "it is new, so a random game is played from here"
        elif kind is Kind.TERMINAL:
            why = "a leaf" if nobody_plays(self.run.game) else "the game is over"
        elif self.tree.trace.is_beyond(self.tree.visit(fact.node)):
            why = self.quiet(fact.node)
        arrival, asking = self.arrival(fact) if fact.parent >= 0 else "The root is a leaf", self.asking(fact)
        return f"{arrival}: {asking}{capitalized(why) if asking else why}."

    def arrival(self, fact: Entered) -> str:
        """Say which node is entered: for the first time, again, or as the root of a pass."""
        parent = fact.parent
        if parent < 0:
            return f"{self.the_pass() if self.is_in_passes else 'The search'} begins"
        probe = self.tree.probe(fact.node)
        if probe is not None or self.is_aside(fact.node):
            return self.aside(fact.node, probe)
        move, tries = self.move(fact.node), self.placed(fact, f"{self.side(parent)} tries")
        if self.tree.is_chance(parent):
            return self.drawn(fact)
        if fact.is_sampled:
            chosen = self.chosen(fact) or f"{self.visits_and_mean(fact.node)} so far"
            return f"{tries} {move} again ({chosen})"
        of = "an unknown number" if fact.siblings is None else f"{fact.siblings:,}"
        chosen = self.chosen(fact) if fact.compared else ""
        again = " again" if fact.again else f", {fact.ordinal:,} of {of}"
        return f"{tries} {move}{again}{chosen and f' ({chosen})'}"

    def drawn(self, fact: Entered) -> str:
        """Say which outcome of chance is looked at, and how probable it is."""
        probability = self.tree.probability(fact.node)
        likely = f"with the probability {odds(1 if probability is None else probability)}"
        parent, move = fact.parent, self.move(fact.node)
        leads = "chance leads to" if self.is_dice(parent) else f"{self.player_at(parent)} may play"
        again = " again" if fact.again else "" if fact.siblings is None else f", {fact.ordinal:,} of {fact.siblings:,}"
        return f"{capitalized(self.placed(fact, leads))} {move}{again}, {likely}"

    def placed(self, fact: Entered, words: str) -> str:
        """Return words on what moves at a node's parent, behind where that is if the node's name does not say it."""
        is_told = self.tree.parent(fact.parent) < 0 or self.move(fact.node) == self.place(fact.node)
        return words if is_told else f"{capitalized(self.where(fact.parent))} {words}"

    def asking(self, fact: Entered) -> str:
        """Return the question that a null window asks where it is first set, or why there is a second look; else ""."""
        again = self.again(fact.before, fact.parent) if fact.before else ""
        if fact.asks:
            return f"{again}is it {asked(fact.asks)}? "
        return f"{asked(fact.answered)}, but how much? " if fact.answered else again

    def again(self, before: LookBefore, parent: int) -> str:
        """Say what the look before at a node has found, how that was made, and with which window this one is."""
        view = self.view(parent)
        windows = [() if ends is None else map(show, view.window(*ends)) for ends in (before.window, before.now)]
        then, now = (" to ".join(window) for window in windows)
        less = f" {plies(before.shallower)} less deep" if before.shallower else ""
        window = f" with the window from {then}" if then != now else ""
        found = view.value(before.value, before.bound).clause
        here = f"; now the window is from {now}" if then != now else "; the window is the same" if now else ""
        return f"a look{less}{window}{'' if less or window else ' before'} has found {found}{here}. "

    def answer_of_table(self, node: int) -> str:
        """Say in which step a table's answer was stored, and at which position."""
        step, source = self.stored(node)
        if not step:
            return "a table knows it already"
        known, other = f"the table knows it, from {step}", self.tree.node_of(source)
        return known if other == node else f"{known}: the same position as {self.place(other)}"

    def stored(self, node: int) -> tuple[str, int]:
        """Return the step and the visit, by its row, that stored what a table has answered; "" if that is not known."""
        source = self.tree.trace.source(self.tree.visit(node))
        return f"step {self.tree.trace.return_step(source):,}" if source >= 0 else "", source

    def stopped(self, fact: Stopped) -> str:
        """Say that the search was stopped in a node."""
        place = self.place(fact.node)
        return f"The search was stopped {f'here, in {place}: {fact.reason}' if fact.reason else f'in {place}'}."

    def so_far(self, fact: KnownSoFar) -> str:
        """Say what is known of a node that has not returned, or of an earlier visit only."""
        place, known = capital(self.place(fact.node)), self.known(fact.node)
        if fact.earlier:
            return f"{place} is known from an earlier pass or look only: {known or 'no value'}."
        if fact.is_leaf:
            return f"{place} is a leaf: no value yet."
        threshold = self.threshold_of(fact.window) if fact.window else ""
        if self.tree.is_chance(fact.node):
            known, threshold = self.sum_of(fact.node), self.chance_threshold(fact.node)
        return f"{place} is open: {f'{known} so far' if known else 'no value yet'}. {threshold}".rstrip()

    def returned(self, fact: Returned, view: PointOfView) -> str:
        """Say what a node has returned, as it is seen from one side, without a full stop."""
        node, tree, kind = fact.node, self.tree, self.tree.kind(fact.node)
        place, is_root = self.place(node), self.tree.parent(node) < 0
        worth = view.value(fact.value, fact.bound).clause
        if clause := self.ended(node):
            return f"{capitalized(clause) if is_root else f'After {place} {clause}'}: {worth}"
        if kind is Kind.LIMIT and nobody_plays(self.run.game):
            if is_unwritten(self.run):
                return f"At the depth limit {place} counts 0 (no value is written there)"
            return f"At the depth limit, the evaluation gives {place} the value {worth}"
        if kind is Kind.PLAYOUT:
            return f"A random game from {place} is worth {worth}"
        if step := self.stored(node)[0]:
            return f"{capital(place)} is worth {worth}, as was found in {step}"
        if clause := self.clause_of(node):
            after = capitalized(clause) if is_root else f"After {place} {clause}"
            return f"{after} ({self.signed(node, view)}){self.unlike(fact)}"
        tried, moves = tree.tried(node), tree.move_count(node)
        so_far = (
            f" after {tried:,} of {self.moves(moves)}, for now" if kind is not Kind.CUT and 0 < tried < moves else ""
        )
        by = f" by {STANDING_PAT}" if fact.stood else ""
        return f"{capital(place)} is worth {worth}{so_far}{by}{self.unlike(fact)}"

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
        view = self.view(fact.parent)
        then, node = self.effect(fact), fact.returned.node
        if self.ended(node):
            then = f". {capitalized(then.lstrip(',; ').removeprefix('and '))}"
        answer, end = answered(fact.returned), closed(self.seen(fact.closed)) if fact.closed else ""
        if fact.effect is Effect.SHARE:
            end = self.shared(fact.parent)
        said = f"{answer}{self.returned(fact.returned, view)}{then}"
        return " ".join(filter(None, (said, end, self.beyond(fact.returned))))

    def effect(self, fact: PassedUp) -> str:
        """Say what a parent does with a value that does not cut, as the end of a sentence."""
        node, value, side = fact.returned.node, fact.returned.value, self.side(fact.parent)
        before: float
        before, child = fact.before or (value, node)
        most, moved = (max if fact.maximizing else min)(value, before), self.moved(fact)
        view = self.view(fact.parent)
        return EFFECTS[fact.effect].format(
            side=side,
            for_side="" if view.player else f" for {side}",  # whom the value is said to be for
            moved=moved,
            best=self.told_apart(child, node, self.names(node)) if fact.before else "",
            value=view.show(before),
            most=f"{'more' if fact.maximizing != view.is_min else 'less'} than {view.show(most)}",
            changes=moved if moved.startswith(":") else ": nothing changes",
        )

    def moved(self, fact: PassedUp) -> str:
        """Say how the parent's window moved with a child's return, if it did."""
        if fact.end is None:
            return ""
        view = self.view(fact.parent)
        name, (old, new) = view.end(lower=fact.maximizing), map(view.show, fact.end)
        if fact.end[0] != fact.end[1]:
            return f": {name} {'rises' if name == 'α' else 'falls'} from {old} to {new}"
        better = "as good" if fact.end[0] == fact.returned.value else "better"
        return f"; {name} stays {old}, which was {better} already"

    # What a pass or the whole search has found.

    def finished(self, fact: Finished) -> str:
        """Say what a pass has found, or at the end what the whole search has."""
        if self.tree.trace.adds:
            return self.samples_finished(at_end=fact.at_end)
        pass_finished = f"{answered(fact.root)}{self.the_pass()} is finished"
        said = f"{'Finished' if fact.at_end else pass_finished}: {self.found(fact)} {self.effort()}"
        result, answer = self.tree.result(), self.tree.trace.said.answer if fact.at_end else None
        if answer is None or answer == (result.value, self.tree.trace.move(result.line[0]) if result.line else None):
            return said
        by = "" if answer[1] is None else f" with {self.run.move_name((answer[1],))}"
        return f"{said} What the search answers in the end is {show(answer[0])}{by}."

    def narrowed(self) -> PassResult | None:
        """Return what narrowing passes have concluded before the last of them; None of any other search."""
        tree = self.tree
        return passes_at(tree, most=1)[-1] if tree.trace.passes is Passes.NARROW and not tree.at_end else None

    def found(self, fact: Finished) -> str:
        """Say what the root is worth, at which depth unless that is a pass's name, and the best move."""
        node, side = fact.root.node, self.side(fact.root.node)
        result, narrowed = self.tree.result(), self.narrowed()
        bound, value, nodes = narrowed.found.bound if narrowed else result.bound, result.value or 0, result.line
        line = self.run.line(nodes)
        worth = self.view(node).value(value, bound).clause
        depth = depth_of_values(self.run) if fact.at_end or "depth" not in self.tree.pass_name else ""
        depth = UNWRITTEN if has_unwritten(self.run, self.tree) else depth
        different = self.unlike(fact.root) if result.bound is Bound.EXACT else ""
        if not different and fact.root.best is not None and not line:
            exact = bound is Bound.EXACT
            why = "which no move is shown to reach" if exact else "outside the window that it was given"
            different = f", {why}; which move is best is not known"
        standing = self.standing(node, (bound, value))
        if standing is not None and not different and standing[1] is Bound.EXACT:
            after = f" after {' '.join(line)}" if line else ""
            number = ", ".join(filter(None, (worth, depth)))
            return f"{self.result(standing[0], side, after, line[:1])}. ({number})"
        worth += f" ({depth})" * bool(depth)
        if line and not different:
            return f"{side}'s best is {self.named(line[0])}, worth {worth}; best line {' '.join(line)}."
        return f"the root is worth {worth}{different}."

    def effort(self) -> str:
        """Say between which bounds narrowing passes are, how much has been visited, and how much of it last."""
        tree, found, narrowed = self.tree, counts(self.tree), self.narrowed()
        between = ""
        if narrowed is not None:
            between = f"The lower bound is now {show(narrowed.lower)}, the upper one {show(narrowed.upper)}. "
        counted = found.pruned is not None and (tree.has_window or found.pruned)
        pruned = f"; {found.pruned:,} pruned" if counted else ""
        aside = f"; {many(probes, 'more node', 'more nodes')} in probes" if (probes := probe_nodes(tree)) else ""
        behind = beyond_horizon(tree.trace, tree.visits)
        beyond = f" and {behind:,} beyond the depth limit" if behind else ""
        so_far = " so far" * (tree.passes > 1 and not tree.at_end)
        nodes, leaves = many(found.nodes, "node", "nodes"), f"{found.leaves:,} of them leaves"
        visited = f"{nodes} visited{so_far}, {leaves}{beyond}{pruned}{aside}."
        if tree.trace.passes is not Passes.REPLACE or tree.passes == 1:
            return f"{between}{visited}"
        last, which = passes_at(tree, most=1)[0].nodes, f"the last of {tree.passes:,} passes"
        share = f"{last:,}, {last / found.nodes:.0%}"
        return f"{between}{visited} Of the nodes {which if tree.at_end else 'this pass'} visited {share}."

    def samples_finished(self, *, at_end: bool) -> str:
        """Say what all samples so far have found at the root."""
        begin, most = "Finished" if at_end else f"{self.the_pass()} is finished", self.tree.most_visited(0)
        if not most:
            return f"{begin}: {self.visits_and_mean(0)}."
        first, *others = most  # several that were visited equally often, or that prove the root
        if self.tree.proven(0) is not None:
            return f"{begin}: {self.proof(0)}. {capitalized(self.why_proven(0))}. {capitalized(self.games(0))} played."
        move, line = self.move(first), self.run.line(self.tree.principal_variation())
        if others:
            and_others = self.move(others[0]) if len(others) == 1 else f"{len(others):,} others"
            return f"{begin}: {move} and {and_others} have been visited equally often, {self.games(first)} each."
        if len(self.tree.children(0)) == 1:
            return f"{begin}: only {move} has been visited, {self.visits_and_mean(first)}."
        further = f" Most visited line: {' '.join(line)}." if at_end and line[1:] else ""
        return f"{begin}: {move} has been visited most, {self.visits_and_mean(first)}.{further}"
