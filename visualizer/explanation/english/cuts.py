"""Why a node was cut, in English: at length, and in a sentence that the last row of a lecture can read."""

from math import isinf

from games import Standing
from visualizer.explanation.english.probes import Probes
from visualizer.explanation.english.windows import asked, yes_or_no
from visualizer.explanation.facts.steps import Unvisited
from visualizer.explanation.facts.windows import CutFact, cut_of
from visualizer.explanation.naming import capital, capitalized, nobody_plays
from visualizer.explanation.standings import AT_LEAST, KEEPS, NOUNS, at_least, wins
from visualizer.look.numbers import show
from visualizer.trace.bounds import Bound

ENOUGH = "and this search asks for no more"


class Cutoffs(Probes):
    """Says why nodes are cut, at a step of a run."""

    def why_cut(self, node: int) -> str:
        """Say why a node that has been cut was cut, what is skipped, and the comparison in numbers."""
        return self.at_length(cut_of(self.run, self.tree, node))

    def at_length(self, cut: CutFact) -> str:
        """Say why a node was cut, what is skipped, and the comparison in numbers."""
        where, skipped = self.where(cut.node), self.skipped(cut)
        if cut.limit is not None:
            return f"{self.left_by_chance(cut)}. {skipped} ({self.compared_sum(cut)})"
        ended = "" if cut.child is None else self.ended(cut.child)
        how = f" ({ended})" if ended else ""
        bound = Bound.EXACT if cut.child is None else self.tree.bound(cut.child)
        view = self.view(cut.node)
        worth = view.value(cut.value, bound).clause
        has = f"{self.side(cut.node)}'s {self.way(cut.child)} is worth {worth}"
        if isinf(cut.bound):
            return f"Cut {where}: {has}{how}, {ENOUGH}. {skipped}"
        end = f"{view.end(lower=not cut.maximizing)} = {view.show(cut.bound)}"
        if not cut.met:
            return f"Left early {where}: {has}{how}, {ENOUGH}, although the window is still open ({end}). {skipped}"
        whose = f"for {self.side(cut.node)}: " if view.is_min else ""
        compared = f"({whose}{view.show(cut.value)} {view.sign(cut.sign)} {end})"
        if cut.probe is not None and cut.child is not None:
            what = skipped.replace("What", "what", 1)
            return f"{self.probed(cut.node, cut.child, cut.probe)}, so {what} {compared}"
        if not cut.is_held:
            here = self._here(cut) or f"{has} already{how}"
            return f"Cut {where}: {here}, and {self._asked(cut)}. {skipped} {compared}"
        begin, then = f"{'Cut' if cut.plies_up == 1 else 'Deep cut'} {where}", self._conclusion(cut)
        if stake := self._compared(cut, self._kept(cut)):
            skipped = skipped.replace(" there", "")
            between = ";" if stake[1].startswith("after ") else "."
            return f"{begin}: {capitalized(stake[0])}{between} {stake[1]}, so {then}: {skipped} {compared}"
        can_have = self.has(cut.bound, cut.node, lower=not cut.maximizing, verbs=("can have", "can hold"))
        can_have = f"{can_have} with {self._kept(cut)}{self._instead(cut)}"
        return f"{begin}: {has} already{how}, and {can_have}, so {then}. {skipped} {compared}"

    def cut_in_short(self, cut: CutFact) -> str:
        """Say why a node was cut in a sentence that the last row can read."""
        if cut.limit is not None:
            return f"CUT  {self.left_by_chance(cut, brief=True)}"
        if cut.probe is not None and cut.child is not None:
            return f"CUT  {self.probed(cut.node, cut.child, cut.probe)}: the rest is skipped"
        side, view = self.side(cut.node), self.view(cut.node)
        has, bound = map(view.show, (cut.value, cut.bound))
        if not cut.met:
            return f"CUT  {side} has {has} here, {ENOUGH}"
        if not cut.is_held:
            here = self._here(cut) or f"{side} has {has} here already"
            if cut.by_chance:
                return f"CUT  {here}, and {self._needless(cut)}"
            if cut.asks:
                return f"CUT  {here}. Only asked: {asked(cut.asks)}? {yes_or_no(cut.asks, cut.value).capitalize()}."
            return f"CUT  {here}, and only values {view.beyond(lower=not cut.maximizing)} {bound} are asked for"
        above = f"{self.has(cut.bound, cut.node, lower=not cut.maximizing)} with {self.way(cut.setter)}"
        stake = self._compared(cut, self.way(cut.setter)) or (above, f"{side} has {has} here already")
        # What is no more than the other has refers to that, so it comes second.
        first, second = stake if cut.value == cut.bound else reversed(stake)
        return f"CUT  {capitalized(first)}, and {second}: {self._conclusion(cut)}"

    def left_by_chance(self, cut: CutFact, *, brief: bool = False) -> str:
        """Say that a chance node is worth too little, or too much, whatever is still to come."""
        limit, most = show(cut.limit or 0), "least" if cut.maximizing else "most"
        holder = self._needless(cut) if cut.by_chance else self.holder(cut.bound, cut.node, lower=not cut.maximizing)
        if brief:
            return f"Even with {limit} for the rest {self.place(cut.node)} is worth {show(cut.value)}; {holder}"
        worth = f"{self.place(cut.node)} would be worth {show(cut.value)}"
        return f"Even if all that is left were worth {limit}, the {most} there is, {worth}; {holder}"

    def compared_sum(self, cut: CutFact) -> str:
        """Return the sum of a chance node with all that is left at its limit, compared with the window's end."""
        total, end = self.left_worth(cut.node, cut.limit or 0), "β" if cut.maximizing else "α"
        return f"{total} {cut.sign} {end} = {show(cut.bound)}"

    def _needless(self, cut: CutFact) -> str:
        """Say why a chance node above needs no other value of a node."""
        no_more = "no less" if cut.maximizing else "no more"
        if cut.bound in self.tree.trace.limits:
            return self.holder(cut.bound, cut.node, lower=not cut.maximizing)
        return f"with {no_more} than {show(cut.bound)}, {self.holder(cut.bound, cut.node, lower=not cut.maximizing)}"

    def unvisited(self, fact: Unvisited) -> str:
        """Say why a node has not been visited."""
        name = capital(self.at(fact.path))
        if fact.cut is not None:
            return f"{name} was pruned. {self.at_length(fact.cut)}"
        why = "was never visited: the search was stopped" if fact.is_stopped else "has not been visited yet"
        return f"{name} {why}."

    def skipped(self, cut: CutFact) -> str:
        """Say how many moves are left out."""
        if cut.left_out is None:
            return "What is left there is skipped."
        are = "are" if cut.left_out > 1 else "is"
        if cut.limit is not None:
            return f"{capital(self.place(cut.node))}'s {self.others(cut)} {are} skipped."
        return f"{self.side(cut.node)}'s {self.others(cut)} there {are} skipped."

    def others(self, cut: CutFact) -> str:
        """Return the moves that are left out, as a number."""
        left, which = cut.left_out or 0, "other" if cut.tried == 1 else "remaining" if cut.tried else ""
        what = self.moves_word(left)
        if cut.limit is not None and self.is_dice(cut.node):
            what = f"outcome{'s' * (left > 1)}"
        return " ".join(filter(None, (f"{left:,}" if left > 1 else "", which or "only" * (left == 1), what)))

    def _conclusion(self, cut: CutFact) -> str:
        """Say that the other side will not let it come to this node, or need not where it would be as good."""
        as_good = cut.value == cut.bound
        if cut.plies_up > 1:
            # Deeper down, another line may still make the alternative better: only this node cannot.
            return f"best play {'need' if as_good else 'does'} not come here"
        play, will = "choose" if nobody_plays(self.run.game) else "play", "need" if as_good else "will"
        return f"{self.other(cut.node)} {will} not {play} {self.move(cut.avoided)}"

    def _compared(self, cut: CutFact, kept: str) -> tuple[str, str] | None:
        """Return what one has above, by the move that was kept, and the other here; None where values mean nothing."""
        above = self.standing_by(cut.setter, cut.bound)
        here = self._here(cut, as_good=cut.value == cut.bound)
        if above is None or not here:
            return None
        up = f"{cut.plies_up} plies up, " if cut.plies_up > 1 else ""
        return f"{up}{self._has_above(above, cut, kept)}", here

    def _kept(self, cut: CutFact) -> str:
        """Return the move that set the bound; where another move in the sentence has its name, in place of which."""
        others = {self.way(cut.child), *self.names(cut.node)}
        return self.told_apart(cut.setter, cut.avoided, others)

    def _instead(self, cut: CutFact) -> str:
        """Say that a move that was kept is one for another, unless that is said already, and how far up."""
        is_said = self._kept(cut) != self.way(cut.setter)
        if cut.plies_up > 1:
            return f"{'' if is_said else f' instead of {self.move(cut.avoided)}'}, {cut.plies_up} plies up"
        return " too" if cut.value == cut.bound else "" if is_said else " instead"

    def _has_above(self, standing: Standing, cut: CutFact, kept: str) -> str:
        """Say what the side that set the bound has already."""
        name, mover = self.other(cut.node), self.side(cut.node)
        if not standing.side:
            even = standing.words
            return f"{name} already {KEEPS.get(even, f'has {NOUNS.get(even, even)}')} with {kept}"
        if (standing.side > 0) != cut.maximizing:
            return f"{name} already {wins(standing) if standing.won else f'is {standing.words}'} with {kept}"
        return f"with {name}'s {kept} {mover} {wins(standing) if standing.won else f'is only {standing.words}'}"

    def _here(self, cut: CutFact, *, as_good: bool = False) -> str:
        """Say what the side to move at a node has at least, and with which move; "" where values have no meaning.

        Where that is `as_good` as what was said of the other side before, it is said that this is so here, too.
        """
        standing = self.standing_by(cut.child, cut.value)
        if standing is None:
            return ""
        name, other, move = self.side(cut.node), self.other(cut.node), self.way(cut.child)
        is_movers = standing.side and (standing.side > 0) == cut.maximizing
        if standing.won and is_movers:
            ended = "" if cut.child is None else self.ended(cut.child)
            return f"{name} {wins(standing)} here with {move}{f' ({ended})' if ended else ''}"
        after = f"after {self.move(cut.avoided)} " * (cut.plies_up == 1)
        if is_movers or not standing.side:
            least = f"is at least {standing.words}" if is_movers else at_least(standing.words)
            return f"{after}{name} {least}, too ({move})" if as_good else f"{name} {least} here ({move})"
        if (standing.is_plain_win and not as_good) or (standing.won and AT_LEAST in standing.words):
            return ""  # wins differ, and it is not known how
        if standing.is_plain_win:
            return f"{after}{other} can do no better ({name}'s {move})"
        at_most = f"has at most a win {standing.words}" if standing.won else f"is at most {standing.words}"
        if as_good:
            return f"{after}{other} {at_most}, too ({name}'s {move})"
        return f"{other} {at_most} here ({'' if cut.child is None else 'after '}{move})"

    def _asked(self, cut: CutFact) -> str:
        """Say what a given window or a null window asks for."""
        if cut.by_chance:
            return self._needless(cut)
        means, searching = self.means(cut.bound), "this pass" if self.is_in_passes else "the search"
        if not cut.asks:
            bound = self.view(cut.node).value(cut.bound)
            asker = self._asker(cut) if cut.is_asked else f"the window given to {searching}"
            beyond = bound.view.beyond(lower=not cut.maximizing)
            return f"{asker} asks only for values {beyond} {bound.named}{means}"
        asker, answer = self._asker(cut) if cut.is_asked else searching, yes_or_no(cut.asks, cut.value)
        return f"{asker} only asks whether it is {asked(cut.asks)}{means}: {answer}"

    def _asker(self, cut: CutFact) -> str:
        """Return what has a bound of its own, which no move has set: a probe, or a look at a child."""
        return "this look" if cut.asking is None else f"this probe ({cut.asking})"


def depth_of(cut: CutFact) -> str:
    """Say how far up a bound was set; "" for a window that no move set."""
    if not cut.is_held:
        return ""
    if cut.plies_up == 1:
        return "The bound was set by the parent: a shallow cut."
    return f"The bound was set {cut.plies_up} plies up: a deep cut."
