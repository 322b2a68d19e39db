"""Why a node was cut, in English: at length, in one sentence, and by the windows above it."""

from typing import NamedTuple

from games import Standing
from visualizer.explaining.explanation.english import windows
from visualizer.explaining.explanation.english.random_games import bounds_table
from visualizer.explaining.explanation.english.side_searches import describe_probe
from visualizer.explaining.explanation.facts.steps import (
    BoundOwner,
    CutCause,
    CutFact,
    Unvisited,
    current_window_end,
    cut_of,
)
from visualizer.explaining.explanation.naming import (
    Naming,
    Perspective,
    capitalize_sentence,
    capitalized,
    nobody_plays,
)
from visualizer.explaining.explanation.standings import (
    Meaning,
    can_at_best_win,
    even_words,
    meaning_by,
    wins_in_words,
)
from visualizer.look.numbers import format_number
from visualizer.searching.run import Run
from visualizer.trace.bounds import FOR_MAX, Bound, PointOfView
from visualizer.trace.labels import node_being_cut
from visualizer.trace.rows import Window
from visualizer.trace.tree_at_step import TreeAtStep

SMALL_NUMBER_WORDS = {
    2: "two",
    3: "three",
    4: "four",
    5: "five",
    6: "six",
    7: "seven",
}
"""The numbers that a sentence spells out."""

CUT_TEMPLATES = {
    CutCause.SUM: "{the.sum_at_best}. {the.skipped} ({the.sum_compared})",
    CutCause.NO_WINDOW: (
        "Cut {the.where}: {the.mover}'s {the.move} is worth {the.value}, "
        "and this search asks for no more. {the.skipped}"
    ),
    CutCause.OPEN_WINDOW: (
        "Left early {the.where}: {the.mover}'s {the.move} is worth {the.value}, "
        "and this search asks for no more, although the window is still open ({the.end}). "
        "{the.skipped}"
    ),
    CutCause.PROBE: "{the.found_by_probe}, so {the.skipped_by_probe} {the.compared}",
    CutCause.WINDOW: (
        "Cut {the.where}: {the.least_here}, and {the.window_asks}. {the.skipped} {the.compared}"
    ),
    CutCause.OPPONENT: (
        "{the.opening}: {the.already_worth}, and {the.can_have_above}, so {the.conclusion}. "
        "{the.skipped} {the.compared}"
    ),
}
"""The full explanation by its cause; `the` is a `CutWords`."""

STANDINGS_TEMPLATE = (
    "{the.opening}: {stakes.joined}, so {the.conclusion}: {the.skipped_here} {the.compared}"
)
"""The full explanation if a player holds the bound and both values mean something in the game."""


def why_cut(naming: Naming, node: int) -> str:
    """Say why a node was cut, what is skipped, and the comparison in numbers."""
    return explain_cut(naming, cut_of(naming.run, naming.tree, node))


def explain_cut(naming: Naming, cut: CutFact) -> str:
    """Say why a node was cut, which moves are skipped, and which numbers decide."""
    # The templates read like sentences: "{the.mover} {the.can_get}".
    cut_words = CutWords(naming, cut)
    # In games with stakes, who wins or is ahead comes before the numbers.
    if cut.cause is CutCause.OPPONENT:
        stakes = cut_words.compare_standings(cut_words.better_move)
        if stakes is not None:
            return STANDINGS_TEMPLATE.format(the=cut_words, stakes=stakes)
    return CUT_TEMPLATES[cut.cause].format(the=cut_words)


def summarize_cut(naming: Naming, cut: CutFact) -> str:
    """Say in one short sentence why a node was cut."""
    cut_words = CutWords(naming, cut)
    if cut.cause is CutCause.SUM:
        return f"Cut: {cut_words.sum_in_short}"
    if cut.probe is not None:
        return f"Cut: {cut_words.found_by_probe}: the rest is skipped"
    if cut.cause is CutCause.WINDOW:
        return f"Cut: {cut_words.window_asks_in_short}"
    if cut.cause is not CutCause.OPPONENT:
        return f"Cut: {cut_words.can_get}, and this search asks for no more"
    better_move = naming.move_or_stand(cut.end.setter)
    stakes = cut_words.compare_standings(better_move)
    if stakes is None:
        return f"Cut: {cut_words.can_get}; {cut_words.already_has} with {better_move}"
    here = stakes.here.sentence
    # "Does as well" refers to what the opponent has above, so it comes second.
    if cut.as_good:
        first = stakes.above
        second = here
    else:
        first = here
        second = stakes.above
    return f"Cut: {first}, and {second}, so {cut_words.conclusion}"


class StandingHere(NamedTuple):
    """The standing of the side to move where a node is cut, in words."""

    words: str
    after: str = ""
    """The move above to which the mover replies; "" if the sentence does not name it."""
    is_best_of_all: bool = False
    """Whether the opponent has the greatest possible value above, so that this one says nothing."""

    @property
    def sentence(self) -> str:
        """The clause with the move above in front."""
        if not self.after:
            return self.words
        return f"after {self.after}, {self.words}"


class StandingsCompared(NamedTuple):
    """The standings of the opponent above, and of the side to move where a node is cut."""

    above: str
    here: StandingHere

    @property
    def joined(self) -> str:
        """Both clauses, first the opponent's above, as one sentence or two."""
        if self.here.is_best_of_all:
            between = ", and"
        elif self.here.after:
            between = ";"
        else:
            between = "."
        return f"{capitalized(self.above)}{between} {self.here.sentence}"


class CutWords:
    """The phrases that the templates for cuts are filled with."""

    def __init__(self, naming: Naming, cut: CutFact) -> None:
        """Take the fact of a cut; `naming` has the point of view."""
        self.naming = naming
        self.cut = cut
        self.view = naming.view(cut.node)
        self.mover = naming.side(cut.node)

    @property
    def opponent(self) -> str:
        """The side that is not to move at the node."""
        return self.naming.other(self.cut.node)

    @property
    def move(self) -> str:
        """The move whose value cut the node."""
        return self.naming.move_or_stand(self.cut.child)

    @property
    def rejected(self) -> str:
        """The move above that leads to the node and is not played."""
        return self.naming.move(self.cut.end.rejected)

    @property
    def opening(self) -> str:
        """The begin of a sentence: whether the cut is deep, and where it is."""
        if self.cut.end.plies_up == 1:
            return f"Cut {self.where}"
        return f"Deep cut {self.where}"

    @property
    def where(self) -> str:
        """Where the node is, with the move that leads there if a book has named the node."""
        return self.naming.where(self.cut.node, with_move=True)

    @property
    def already_worth(self) -> str:
        """The clause that gives the move's value, although not every move has been tried."""
        return f"{self.mover}'s {self.move} is already worth {self.value}"

    @property
    def value(self) -> str:
        """The move's value, and how the game has ended if it has."""
        # Standing pat gives an evaluation, which is exact.
        bound = Bound.EXACT
        if self.cut.child is not None:
            bound = self.naming.tree.bound(self.cut.child)
        return f"{self.view.value(self.cut.value, bound).clause}{self.ending}"

    @property
    def ending(self) -> str:
        """How the game has ended with the move, in brackets; "" where it goes on."""
        if self.cut.child is None:
            return ""
        ended = self.naming.ending_words(self.cut.child)
        if not ended:
            return ""
        return f" ({how_it_ended(ended, self.mover)})"

    @property
    def end(self) -> str:
        """The end of the window that the value may meet: `β = 2`."""
        return end_of_window(self.cut, self.view)

    @property
    def compared(self) -> str:
        """The comparison in numbers: `(3 ≥ β = 2)`."""
        comparison = compare_with_end(self.cut, self.view)
        # Values are expected to be MAX's, so a comparison from MIN's side says so.
        if self.view.is_min:
            comparison = f"for {self.mover}: {comparison}"
        return f"({comparison})"

    @property
    def can_get(self) -> str:
        """What the side to move can get: `MAX can get 5 here`, or `MIN can hold MAX to 3 here`."""
        cut = self.cut
        gets = self._value_clause(
            cut.value,
            lower=cut.maximizing,
            has="can get",
            holds="can hold",
        )
        return f"{gets} here"

    @property
    def already_has(self) -> str:
        """The clause on the opponent's value above, or the value that the mover is held to."""
        cut = self.cut
        return self._value_clause(
            cut.bound, lower=not cut.maximizing, has="already has", holds="already holds"
        )

    def _value_clause(
        self,
        value: float,
        *,
        lower: bool,
        has: str,
        holds: str,
    ) -> str:
        """Return `MAX has 3`, or `MIN holds MAX to 3` if values are given for the other side.

        A lower bound is MAX's value, and an upper bound is MIN's. `has` and `holds` are the verbs
        of the two clauses.
        """
        maximizer, minimizer = self.naming.run.game.sides
        side = maximizer if lower else minimizer
        viewer = self.view.player or maximizer
        if viewer == side:
            return f"{side} {has} {self.view.show(value)}"
        return f"{side} {holds} {viewer} to {self.view.show(value)}"

    @property
    def skipped(self) -> str:
        """A sentence on how many moves are skipped, and whose they are."""
        return self._skipped_sentence()

    @property
    def skipped_here(self) -> str:
        """The same after a sentence that has named the place."""
        return self._skipped_sentence(there="")

    @property
    def skipped_by_probe(self) -> str:
        """The same in the middle of a sentence."""
        return self._skipped_sentence(what="what")

    def _skipped_sentence(self, *, what: str = "What", there: str = " there") -> str:
        """Say how many moves are skipped, as in `MAX's 2 remaining moves there are skipped`.

        If their number is unknown, say `What is left there is skipped`.
        """
        cut = self.cut
        if cut.left_out is None:
            return f"{what} is left{there} is skipped."
        whose = f"{self.mover}'s {self.skipped_moves}{there}"
        if cut.limit is not None:
            whose = f"{capitalize_sentence(self.naming.place(cut.node))}'s {self.skipped_moves}"
        are = "are" if cut.left_out > 1 else "is"
        return f"{whose} {are} skipped."

    @property
    def skipped_moves(self) -> str:
        """The number of moves skipped: `2 remaining moves`, `only move`."""
        cut = self.cut
        count = cut.left_out or 0
        noun = self.naming.moves_word(count)
        if cut.limit is not None and windows.is_dice(self.naming, cut.node):
            noun = "outcomes" if count > 1 else "outcome"
        words = [noun]
        # After two tried moves, "the other move" could be taken for one of those two.
        if cut.tried > 1:
            words.insert(0, "remaining")
        elif cut.tried == 1:
            words.insert(0, "other")
        elif count == 1:
            words.insert(0, "only")
        if count > 1:
            words.insert(0, f"{count:,}")
        return " ".join(words)

    @property
    def found_by_probe(self) -> str:
        """The clause on the probe that cuts the node, with its finding."""
        cut = self.cut
        # Only a child is searched by a probe.
        assert cut.child is not None
        assert cut.probe is not None
        return describe_probe(self.naming, cut.node, cut.child, cut.probe)

    # Cuts at a chance node whose sum is too low or too high, whatever the other outcomes are worth.

    @property
    def sum_at_best(self) -> str:
        """The sum with every remaining outcome at its limit, and the owner of the bound."""
        place = self.naming.place(self.cut.node)
        worth = f"{place} would be worth {format_number(self.cut.value)}"
        return f"{describe_sum_at_limit(self.cut)}, {worth}; {self.bound_of_sum}"

    @property
    def sum_in_short(self) -> str:
        """How a chance node's sum compares with the bound, in the words of a summary."""
        limit = format_number(self.cut.limit or 0)
        place = self.naming.place(self.cut.node)
        worth = f"{place} is worth {format_number(self.cut.value)}"
        return f"Even with {limit} for the rest {worth}; {self.bound_of_sum}"

    @property
    def bound_of_sum(self) -> str:
        """The clause on the bound that the sum meets."""
        if self.cut.end.owner is BoundOwner.CHANCE_NODE:
            return self.why_no_other_value_helps
        return self.bound_owner

    @property
    def bound_owner(self) -> str:
        """The clause on the owner of the bound."""
        cut = self.cut
        return windows.describe_bound_owner(
            self.naming, cut.bound, cut.node, lower=not cut.maximizing
        )

    @property
    def sum_compared(self) -> str:
        """The sum compared with the bound; "" unless a chance node was cut."""
        cut = self.cut
        if cut.limit is None:
            return ""
        total = windows.sum_with_rest(self.naming, cut.node, cut.limit)
        return f"{total} {cut.sign} {end_of_window(cut, FOR_MAX)}"

    @property
    def why_no_other_value_helps(self) -> str:
        """The reason why no other value of the node helps a chance node above."""
        if self.cut.bound in self.naming.tree.trace.limits:
            return self.bound_owner
        no_more = "no less" if self.cut.maximizing else "no more"
        return f"with {no_more} than {format_number(self.cut.bound)}, {self.bound_owner}"

    # Cuts by a bound that no player's move has set: the search only asks for values beyond it.

    @property
    def least_here(self) -> str:
        """The least that the side to move has, in the game's own words if there are any."""
        here = self.describe_standing_here()
        if here is None:
            return self.already_worth
        return here.sentence

    @property
    def window_asks(self) -> str:
        """Which values the search asks for here.

        It is used where no player's move has set the window.
        """
        end = self.cut.end
        if end.owner is BoundOwner.CHANCE_NODE:
            return self.why_no_other_value_helps
        means = windows.format_meaning(self.naming, end.value)
        asker = self._who_asks
        if end.question is not None:
            answer = windows.answer_in_words(end.question, self.cut.value).capitalize()
            question = windows.question_in_words(end.question)
            return f"{asker} only asks: is the value {question}{means}? {answer}"
        if end.owner is not BoundOwner.NULL_WINDOW:
            asker = f"the window given to {asker}"
        return f"{asker} asks only for {self._values_asked_for}{means}"

    @property
    def _who_asks(self) -> str:
        """The visit or probe with a window of its own, the pass, or the search that asks."""
        end = self.cut.end
        if end.owner is BoundOwner.NULL_WINDOW and end.probe is not None:
            return f"this probe ({end.probe})"
        if end.owner is BoundOwner.NULL_WINDOW:
            return "this look"
        return "this pass" if self.naming.is_in_passes else "the search"

    @property
    def _values_asked_for(self) -> str:
        """The values that may still matter: `values below 3 for MIN`."""
        beyond = self.view.beyond(lower=not self.cut.maximizing)
        return f"values {beyond} {self.view.value(self.cut.bound).named}"

    @property
    def window_asks_in_short(self) -> str:
        """What the side to move can get, and which values the search asks for, in short."""
        end = self.cut.end
        standing = self.describe_standing_here()
        here = self.can_get
        if standing is not None:
            here = standing.sentence
        if end.owner is BoundOwner.CHANCE_NODE:
            return f"{here}, and {self.why_no_other_value_helps}"
        if end.question is not None:
            answer = windows.answer_in_words(end.question, self.cut.value).capitalize()
            return f"{here}. Is the value {windows.question_in_words(end.question)}? {answer}."
        beyond = self.view.beyond(lower=not self.cut.maximizing)
        return f"{here}, and only values {beyond} {self.view.show(end.value)} are asked for"

    # Cuts by a bound that the opponent holds, by a move further up the tree.

    @property
    def better_move(self) -> str:
        """The move that set the bound; `b2 instead of a1` if another move is called `b2`, too."""
        others = {self.move, *self.naming.names(self.cut.node)}
        return self.naming.distinct_move(self.cut.end.setter, self.cut.end.rejected, others)

    @property
    def can_have_above(self) -> str:
        """What the opponent can have by a move above: `MAX can have 5 with b2 instead of a1`.

        If that move is more than one ply above, the words add how many plies.
        """
        cut = self.cut
        verbs = ("can have", "can hold")
        has = self.naming.value_clause(
            cut.bound,
            cut.node,
            lower=not cut.maximizing,
            verbs=verbs,
        )
        better_move = self.better_move
        has_with = f"{has} with {better_move}"
        # `better_move` may itself end with "instead of a1", lest two moves be confused.
        says_instead = better_move != self.naming.move_or_stand(cut.end.setter)
        if cut.end.plies_up > 1:
            if not says_instead:
                has_with = f"{has_with} instead of {self.rejected}"
            return f"{has_with}, {cut.end.plies_up} plies up"
        if cut.as_good:
            return f"{has_with} as well"
        if says_instead:
            return has_with
        return f"{has_with} instead"

    @property
    def conclusion(self) -> str:
        """The clause that the opponent will not come to this node, or has no reason to."""
        will = "has no reason to" if self.cut.as_good else "will not"
        # Several plies below the rejected move, it may still have a better reply elsewhere.
        if self.cut.end.plies_up > 1:
            return f"{self.opponent} {will} come here"
        if nobody_plays(self.naming.run.game):
            return f"{self.opponent} {will} choose {self.rejected}"
        return f"{self.opponent} {will} play {self.rejected}"

    # Cuts in the game's own words: who wins or is ahead, and by how much.

    def compare_standings(self, better_move: str) -> StandingsCompared | None:
        """Say who wins or is ahead, here and after the opponent's better move above.

        `better_move` is the name of that move. None if the values mean nothing to the players.
        """
        if self.naming.run.stakes is None:
            return None
        above = meaning_by(self.naming, self.cut.end.setter, self.cut.bound)
        if above is None:
            return None

        here = self.describe_standing_here()
        has_best_of_all = self.cut.as_good and self.is_greatest_for_opponent(self.cut.bound)
        if has_best_of_all:
            # "Such" refers to the size of the win, such as 12 points, which a plain win lacks.
            such = "a" if above.standing.is_plain_win else "such a"
            here = StandingHere(f"nothing is better than {such} win", is_best_of_all=True)
        if here is None:
            return None
        has = self._clause_above(above.standing, better_move)
        plies = self.cut.end.plies_up
        if plies > 1:
            has = f"{SMALL_NUMBER_WORDS.get(plies, plies)} plies earlier, {has}"
        return StandingsCompared(has, here)

    def _clause_above(self, standing: Standing, better_move: str) -> str:
        """Return the clause on who wins or is ahead after the opponent's better move above.

        `standing` is that result in words, and `better_move` is the name of the move.
        """
        if not standing.side:
            return f"{self.opponent} already {even_words(standing.words).has} with {better_move}"
        is_max_ahead = standing.side > 0
        # Even there the side to move is ahead, but less than here.
        if is_max_ahead == self.cut.maximizing:
            only = f"is only {standing.words}"
            if standing.won:
                only = wins_in_words(standing.qualified("only"))
            return f"if {self.opponent} plays {better_move}, {self.mover} {only}"
        if standing.won:
            return f"{self.opponent} already {wins_in_words(standing)} with {better_move}"
        return f"{self.opponent} is already {standing.words} with {better_move}"

    def describe_standing_here(self) -> StandingHere | None:
        """Say who wins or is ahead here, judging by the value that cut the node.

        None if values have no meaning.
        """
        cut = self.cut
        stakes = self.naming.run.stakes
        if stakes is None:
            return None
        # The value is the best that the opponent can have, so "at least" would say nothing. No
        # player holds the bound: it is that of the search.
        if not cut.has_owner and self.is_greatest_for_opponent(cut.value):
            best = stakes.standing(cut.value, self.naming.run.root, over=True)
            can_win = can_at_best_win(best)
            return StandingHere(f"{self.opponent} {can_win} here ({self.mover}'s {self.move})")
        meaning = meaning_by(self.naming, cut.child, cut.value)
        if meaning is None:
            return None
        return self._standing_in_words(meaning)

    def _standing_in_words(self, meaning: Meaning) -> StandingHere | None:
        """Put the meaning of the value that cut into words; None if it cannot be compared."""
        cut = self.cut
        # Only a bound with an owner is a value that the value here can be as good as.
        as_good = cut.has_owner and cut.as_good
        # The win may be a reply to the opponent's move one ply above.
        reply_to = ""
        if cut.has_owner and cut.end.plies_up == 1:
            reply_to = self.rejected
        if meaning.standing.won and self._favours_mover(meaning):
            wins = self._win_clause(meaning, also=as_good, is_reply=bool(reply_to))
            return StandingHere(wins, reply_to)
        if as_good:
            return StandingHere(self._equal_value_clause(meaning), reply_to)
        words = self._bound_clause(meaning)
        if not words:
            return None
        return StandingHere(words)

    def _favours_mover(self, meaning: Meaning) -> bool:
        if self.cut.maximizing:
            return meaning.standing.side == 1
        return meaning.standing.side == -1

    def _win_clause(self, meaning: Meaning, *, also: bool, is_reply: bool) -> str:
        """Say that the side to move wins."""
        wins = wins_in_words(meaning.standing)
        if also:
            wins = f"also {wins}"
        if not is_reply:
            wins = f"{wins} here"
        return f"{self.mover} {wins} with {self.move}{self.ending}"

    def _equal_value_clause(self, meaning: Meaning) -> str:
        """Say that the side to move does as well here as with the opponent's better move above."""
        standing = meaning.standing
        if not standing.side:
            return f"{self.mover} can do at least as well ({self.move})"
        if self._favours_mover(meaning):
            return f"{self.mover} is at least {standing.words} as well ({self.move})"
        if meaning.is_win_of_unknown_size:
            return f"{self.opponent} can do no better ({self.mover}'s {self.move})"
        return f"{self.opponent} {self._at_most(standing)} as well ({self.mover}'s {self.move})"

    def _bound_clause(self, meaning: Meaning) -> str:
        """Say that the side to move has at least so much here, or the opponent at most so much.

        If the opponent wins by an unknown amount, the result is "": two such wins cannot be
        compared.
        """
        standing = meaning.standing
        if not standing.side:
            return f"{self.mover} {even_words(standing.words).at_least} here ({self.move})"
        if self._favours_mover(meaning):
            return f"{self.mover} is at least {standing.words} here ({self.move})"
        if meaning.is_win_of_unknown_size:
            return ""
        by = self.move
        if self.cut.child is not None:
            by = f"after {by}"
        return f"{self.opponent} {self._at_most(standing)} here ({by})"

    def _at_most(self, standing: Standing) -> str:
        if standing.won:
            return can_at_best_win(standing)
        return f"is at most {standing.words}"

    def is_greatest_for_opponent(self, value: float) -> bool:
        """Return whether a value is the greatest possible one for the side not to move."""
        run = self.naming.run
        if run.stakes is None:
            return False
        value_for_opponent = -value if self.cut.maximizing else value
        greatest = run.stakes.greatest(run.root)
        return greatest > 0 and greatest == value_for_opponent

    @property
    def depth(self) -> str:
        """A sentence on how far up the bound was set; "" if no move set it."""
        if not self.cut.has_owner:
            return ""
        if self.cut.end.plies_up == 1:
            return "The bound was set by the parent: a shallow cut."
        return f"The bound was set {self.cut.end.plies_up} plies up: a deep cut."

    @property
    def why_search_went_on(self) -> str:
        """Why the search went on although the opponent already had the best possible value.

        "" if the opponent's value above is not the best possible.
        """
        cut = self.cut
        if not cut.has_owner or not self.is_greatest_for_opponent(cut.bound):
            return ""
        run = self.naming.run
        beyond = "below" if cut.maximizing else "above"
        name = capitalized(run.algorithm.title)
        knows = f"{name} does not know that no value is {beyond} {format_number(cut.bound)}"
        why = f"Why did the search look at {self.rejected}? {knows}"
        if not run.applies("window") or run.recipe.search.cut == ">":
            return f"{why}."
        greatest = abs(cut.bound)
        ends = f"{format_number(-greatest)} to {format_number(greatest)}"
        better_move = self.naming.move_or_stand(cut.end.setter)
        return f"{why}. With a window from {ends}, it would have stopped after {better_move}."


def compare_with_end(cut: CutFact, view: PointOfView = FOR_MAX) -> str:
    """Compare the value that cut with the bound that it met: `3 ≥ β = 2`."""
    return f"{view.show(cut.value)} {view.sign(cut.sign)} {end_of_window(cut, view)}"


def end_of_window(cut: CutFact, view: PointOfView) -> str:
    """Return the end of the window that a value may meet: `β = 2`."""
    return view.show_end(cut.bound, lower=not cut.maximizing)


def how_it_ended(ended: str, side: str) -> str:
    """Return how a game ended, without repeating that `side` has won.

    `ended` is the full text. The sentence before has already said who has won.

    >>> how_it_ended("O has three in a row and wins", "O")
    'O has three in a row'
    >>> how_it_ended("Black wins by 12 discs to 4", "Black")
    '12 discs to 4'
    """
    return ended.removesuffix(" and wins").removeprefix(f"{side} wins by ")


def describe_sum_at_limit(cut: CutFact) -> str:
    """Begin a sentence on a chance node that is cut although its rest may be worth the limit."""
    most = "least" if cut.maximizing else "most"
    limit = format_number(cut.limit or 0)
    return f"Even if all that is left were worth {limit}, the {most} there is"


def why_unvisited(naming: Naming, fact: Unvisited) -> str:
    """Say why a node has not been visited."""
    name = capitalize_sentence(naming.at(fact.path))
    if fact.cut is not None:
        return f"{name} was pruned. {explain_cut(naming, fact.cut)}"
    if fact.is_stopped:
        return f"{name} was never visited: the search was stopped."
    return f"{name} has not been visited yet."


def node_to_explain(tree: TreeAtStep, node: int | None) -> int | None:
    """Return the given node, or else the one that this step cuts, or else the current one."""
    if node is not None:
        return node
    cut_node = node_being_cut(tree)
    if cut_node is not None:
        return cut_node
    return tree.current


def window_chain(
    run: Run, step: int, node: int | None = None, perspective: Perspective = Perspective.MAX
) -> str:
    """Return a line for each node from the root down to `node`: its window, and who set its ends.

    By default, `node` is that of the step. In a search by random games, nodes have no windows: the
    result is then the upper bounds compared at the node, or at its parent. `perspective` tells for
    whom numbers are given.
    """
    tree = TreeAtStep(run.trace, step)
    naming = Naming(run, tree, perspective)
    node = node_to_explain(tree, node)
    if node is None:
        return ""
    if run.algorithm.sampling is not None:
        return _bounds_compared_at(naming, node)
    lines = chance_sum_lines(naming, node)
    if tree.has_window:
        lines.append("From the root down:")
        lines.extend(window_chain_line(naming, above) for above in tree.line_to(node))
        lines.extend(_remarks_on_cut(naming, node))
    return "\n".join(lines)


def _bounds_compared_at(naming: Naming, node: int) -> str:
    """Return the table of the upper bounds by which a node or its child was selected last."""
    tree = naming.tree
    parent = max(0, tree.parent(node))
    # A node that is entered was selected at its parent a moment ago.
    selecting = parent if tree.entering else node
    return bounds_table(naming, selecting) or bounds_table(naming, parent)


def _remarks_on_cut(naming: Naming, node: int) -> list[str]:
    """Return the lines below the windows: how deep a cut is, and why the search went on."""
    if not naming.tree.is_cut(node):
        return []
    cut_words = CutWords(naming, cut_of(naming.run, naming.tree, node))
    return [line for line in (cut_words.depth, cut_words.why_search_went_on) if line]


def chance_sum_lines(naming: Naming, node: int) -> list[str]:
    """Return a line with the sum so far at a node, or at its parent, if chance moves there.

    The list is empty if chance moves at neither, or if no outcome has returned.
    """
    tree = naming.tree
    chance_node = node
    if not tree.is_chance(node):
        chance_node = tree.parent(node)
    if chance_node < 0 or not tree.is_chance(chance_node):
        return []
    total = windows.sum_of(naming, chance_node)
    if not total:
        return []

    worth = f"{capitalize_sentence(naming.place(chance_node))} is worth"
    sum_so_far = tree.expected(chance_node)
    if tree.is_cut(chance_node):
        cut = cut_of(naming.run, tree, chance_node)
        at = "least" if cut.maximizing else "most"
        return [f"{worth} at {at} {windows.sum_with_rest(naming, chance_node, cut.limit or 0)}."]
    if sum_so_far.rest:
        return [f"{worth} {total} so far."]
    return [f"{worth} {windows.chance_node_bound(sum_so_far)}{total}."]


def window_chain_line(naming: Naming, node: int) -> str:
    """Return a line with a node's name, the player to move there, and its window in words."""
    tree = naming.tree
    mover = "leaf"
    if tree.move_count(node):
        mover = naming.side(node)
    begin = f"  {capitalize_sentence(naming.place(node))} ({mover}): "
    window = tree.window_at(node)
    if window is None:
        missing = "its window is not recorded" if tree.trace.tracks_windows else "handed no window"
        return f"{begin}{missing}"
    return f"{begin}{_window_and_owners(naming, node, window)}"


def _window_and_owners(naming: Naming, node: int, window: Window) -> str:
    """Return who set the ends of a node's window, and the window in numbers."""
    tree = naming.tree
    low, high = naming.view(node).window(*window)
    alpha = f"α {format_number(low)}"
    beta = f"β {format_number(high)}"
    owners = windows.describe_question(naming, node) or _owners_of_window(naming, node)
    # A recording that holds only the windows handed down may not know their owners.
    if not tree.trace.tracks_windows:
        handed = f"handed {alpha} and {beta}"
        if not owners:
            return handed
        return f"{handed}; {owners}"
    if not owners:
        owners = "neither side has a value yet"
        if any(map(tree.best, tree.line_to(node))):
            owners = "any value still matters"
    return f"{owners} ({alpha}, {beta})"


def _owners_of_window(naming: Naming, node: int) -> str:
    """Say which bound MAX has at a node and which MIN has; "" if neither has one."""
    owners = []
    for lower in (True, False):
        end = current_window_end(naming.tree, node, lower=lower)
        owners.append(windows.describe_end_owner(naming, end, node))
    return ", ".join(filter(None, owners))
