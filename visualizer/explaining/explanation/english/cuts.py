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
    capitalize_node_name,
    capitalized,
    has_no_players,
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
        "Cut {the.where}: {the.least_here}, and {the.question_of_search}. "
        "{the.skipped} {the.compared}"
    ),
    CutCause.OPPONENT: (
        "{the.opening}: {the.already_worth}, and {the.better_value_above}, so {the.conclusion}. "
        "{the.skipped} {the.compared}"
    ),
}
"""The full explanation by its cause; `the` is a `CutWords`."""

STANDINGS_TEMPLATE = (
    "{the.opening}: {standings.joined}, so {the.conclusion}: {the.skipped_here} {the.compared}"
)
"""The full explanation if an opponent set the bound, and both values mean something in the game."""


def why_cut(naming: Naming, node: int) -> str:
    """Say why a node was cut, what is skipped, and the comparison in numbers."""
    return explain_cut(naming, cut_of(naming.run, naming.tree, node))


def explain_cut(naming: Naming, cut: CutFact) -> str:
    """Say why a node was cut, which moves are skipped, and which numbers decide."""
    # The templates contain attributes of `CutWords`: "{the.mover}'s {the.move}".
    cut_words = CutWords(naming, cut)
    # If the values mean something in the game, who wins or is ahead comes before the numbers.
    if cut.cause is CutCause.OPPONENT:
        standings = cut_words.compare_standings(cut_words.better_move)
        if standings is not None:
            return STANDINGS_TEMPLATE.format(the=cut_words, standings=standings)
    return CUT_TEMPLATES[cut.cause].format(the=cut_words)


def summarize_cut(naming: Naming, cut: CutFact) -> str:
    """Say in one short sentence why a node was cut."""
    cut_words = CutWords(naming, cut)
    if cut.cause is CutCause.SUM:
        return f"Cut: {cut_words.sum_in_short}"
    if cut.probe is not None:
        return f"Cut: {cut_words.found_by_probe}: the rest is skipped"
    if cut.cause is CutCause.WINDOW:
        return f"Cut: {cut_words.window_cut_in_short}"
    if cut.cause is not CutCause.OPPONENT:
        return f"Cut: {cut_words.can_get}, and this search asks for no more"
    better_move = naming.move_or_stand(cut.end.setter)
    standings = cut_words.compare_standings(better_move)
    if standings is None:
        return f"Cut: {cut_words.can_get}; {cut_words.already_has} with {better_move}"
    here = standings.here.sentence
    # The clause that says "as well" must come second.
    if cut.equals_bound:
        first = standings.above
        second = here
    else:
        first = here
        second = standings.above
    return f"Cut: {first}, and {second}, so {cut_words.conclusion}"


class StandingHere(NamedTuple):
    """Who wins or is ahead at the node that is cut, as a clause."""

    words: str
    reply_to: str = ""
    """The opponent's move before this node, if the clause is to begin with it; else ""."""
    is_best_of_all: bool = False
    """Whether the clause is only `nothing is better than a win`, about the opponent's win above."""

    @property
    def sentence(self) -> str:
        """The clause, after the opponent's move if there is one: `after b2, X wins with c3`."""
        if not self.reply_to:
            return self.words
        return f"after {self.reply_to}, {self.words}"


class StandingsCompared(NamedTuple):
    """Who wins or is ahead: after the opponent's better move above, and at the node that is cut."""

    above: str
    here: StandingHere

    @property
    def joined(self) -> str:
        """Both clauses: `O already wins with a1; after b2, X wins with c3`."""
        if self.here.is_best_of_all:
            separator = ", and"
        elif self.here.reply_to:
            separator = ";"
        else:
            separator = "."
        return f"{capitalized(self.above)}{separator} {self.here.sentence}"


class CutWords:
    """The phrases about a cut; the templates above contain many of them."""

    def __init__(self, naming: Naming, cut: CutFact) -> None:
        """Take a cut, and the `naming` that says for whom values are given."""
        self.naming = naming
        self.cut = cut
        self.view = naming.view(cut.node)
        self.mover = naming.side(cut.node)

    @property
    def opponent(self) -> str:
        """The side that is not to move at the node."""
        return self.naming.opponent(self.cut.node)

    @property
    def move(self) -> str:
        """The move whose value cut the node."""
        return self.naming.move_or_stand(self.cut.child)

    @property
    def rejected(self) -> str:
        """The opponent's move on the way to the node, which will not be played."""
        return self.naming.move(self.cut.end.rejected)

    @property
    def opening(self) -> str:
        """The beginning of a sentence: `Cut after e3`, `Deep cut at B (a1)`."""
        if self.cut.end.plies_up == 1:
            return f"Cut {self.where}"
        return f"Deep cut {self.where}"

    @property
    def where(self) -> str:
        """Where the node is, with the move that leads there if a book has named the node."""
        return self.naming.where(self.cut.node, with_move=True)

    @property
    def already_worth(self) -> str:
        """A clause about the value of the move that cut: `MAX's a3 is already worth 5`."""
        return f"{self.mover}'s {self.move} is already worth {self.value}"

    @property
    def value(self) -> str:
        """The value of the move that cut, and how the game has ended if it is over."""
        # The value of standing pat is an evaluation, so it is exact.
        bound = Bound.EXACT
        if self.cut.child is not None:
            bound = self.naming.tree.bound(self.cut.child)
        return f"{self.view.value(self.cut.value, bound).clause}{self.ending}"

    @property
    def ending(self) -> str:
        """How the game has ended with the move, in brackets; "" if the game goes on."""
        if self.cut.child is None:
            return ""
        words = self.naming.ending_words(self.cut.child)
        if not words:
            return ""
        return f" ({how_it_ended(words, self.mover)})"

    @property
    def end(self) -> str:
        """The end of the window that the value must meet: `β = 2`."""
        return end_of_window(self.cut, self.view)

    @property
    def compared(self) -> str:
        """The comparison in numbers: `(3 ≥ β = 2)`."""
        comparison = compare_with_end(self.cut, self.view)
        # Readers expect values from MAX's side, so a comparison from MIN's side says so.
        if self.view.is_min:
            comparison = f"for {self.mover}: {comparison}"
        return f"({comparison})"

    @property
    def can_get(self) -> str:
        """What the side to move can get: `MAX can get 5 here`, or `MIN can hold MAX to 3 here`."""
        cut = self.cut
        value_clause = self._value_clause(
            cut.value, lower=cut.maximizing, get_verb="can get", hold_verb="can hold"
        )
        return f"{value_clause} here"

    @property
    def already_has(self) -> str:
        """What the opponent has above: `MIN already has 3`, or `MIN already holds MAX to 3`."""
        cut = self.cut
        return self._value_clause(
            cut.bound, lower=not cut.maximizing, get_verb="already has", hold_verb="already holds"
        )

    def _value_clause(self, value: float, *, lower: bool, get_verb: str, hold_verb: str) -> str:
        """Say which value MAX gets (if `lower`) or MIN: `MAX has 3`, or `MIN holds MAX to 3`.

        `get_verb` is the verb of the first form, and `hold_verb` of the second, for a value that is
        given from the opponent's point of view.
        """
        maximizer, minimizer = self.naming.run.game.sides
        side = maximizer if lower else minimizer
        viewer = self.view.player or maximizer
        if viewer == side:
            return f"{side} {get_verb} {self.view.show(value)}"
        return f"{side} {hold_verb} {viewer} to {self.view.show(value)}"

    @property
    def skipped(self) -> str:
        """A sentence about the moves that are skipped: `MAX's other move there is skipped`."""
        return self._skipped_sentence()

    @property
    def skipped_here(self) -> str:
        """The sentence `skipped` without "there", after a sentence that names the place."""
        return self._skipped_sentence(there="")

    @property
    def skipped_by_probe(self) -> str:
        """The sentence `skipped` without a capital letter, after "so"."""
        return self._skipped_sentence(what="what")

    def _skipped_sentence(self, *, what: str = "What", there: str = " there") -> str:
        """Say which moves are skipped: `MAX's 2 remaining moves there are skipped`.

        If their number is unknown: `What is left there is skipped.` The words "What" and "there"
        can be replaced to suit the sentence before it.
        """
        cut = self.cut
        if cut.skipped_count is None:
            return f"{what} is left{there} is skipped."
        subject = f"{self.mover}'s {self.skipped_moves}{there}"
        if cut.is_chance:
            subject = f"{capitalize_node_name(self.naming.place(cut.node))}'s {self.skipped_moves}"
        verb = "are" if cut.skipped_count > 1 else "is"
        return f"{subject} {verb} skipped."

    @property
    def skipped_moves(self) -> str:
        """The moves that are skipped: `2 remaining moves`, `only move`."""
        cut = self.cut
        count = cut.skipped_count or 0
        noun = self.naming.moves_word(count)
        if cut.is_chance and windows.is_dice(self.naming, cut.node):
            noun = "outcomes" if count > 1 else "outcome"
        words = []
        if count > 1:
            words.append(f"{count:,}")
        # After two tried moves, "the other move" would seem to be one of these two.
        if cut.tried > 1:
            words.append("remaining")
        elif cut.tried == 1:
            words.append("other")
        elif count == 1:
            words.append("only")
        words.append(noun)
        return " ".join(words)

    @property
    def found_by_probe(self) -> str:
        """A clause about the probe that cuts the node, and what the probe has found."""
        cut = self.cut
        # A probe always searches a child.
        assert cut.child is not None
        assert cut.probe is not None
        return describe_probe(self.naming, cut.node, cut.child, cut.probe)

    # Cuts at a chance node whose sum is too low or too high, whatever the other outcomes are worth.

    @property
    def sum_at_best(self) -> str:
        """What a chance node would be worth at best, and where the bound comes from."""
        place = self.naming.place(self.cut.node)
        clause = f"{place} would be worth {format_number(self.cut.value)}"
        return f"{describe_sum_at_limit(self.cut)}, {clause}; {self.bound_of_sum}"

    @property
    def sum_in_short(self) -> str:
        """What a chance node is worth at best, and where the bound comes from, in short."""
        limit = format_number(self.cut.limit or 0)
        place = self.naming.place(self.cut.node)
        clause = f"{place} is worth {format_number(self.cut.value)}"
        return f"Even with {limit} for the rest {clause}; {self.bound_of_sum}"

    @property
    def bound_of_sum(self) -> str:
        """A clause about the origin of the bound that the sum of a chance node meets."""
        if self.cut.end.owner is BoundOwner.CHANCE_NODE:
            return self.why_no_other_value_helps
        return self.bound_owner

    @property
    def bound_owner(self) -> str:
        """A clause about the origin of the bound: a move, a chance node above, or a window."""
        cut = self.cut
        return windows.describe_bound_owner(
            self.naming, cut.bound, cut.node, lower=not cut.maximizing
        )

    @property
    def sum_compared(self) -> str:
        """The comparison of a chance node's sum with the bound; "" for other nodes."""
        cut = self.cut
        if cut.limit is None:
            return ""
        total = windows.sum_with_rest(self.naming, cut.node, cut.limit)
        return f"{total} {cut.sign} {end_of_window(cut, FOR_MAX)}"

    @property
    def why_no_other_value_helps(self) -> str:
        """Why no value beyond the bound would change the sum of a chance node above."""
        if self.cut.bound in self.naming.tree.trace.limits:
            return self.bound_owner
        no_more = "no less" if self.cut.maximizing else "no more"
        return f"with {no_more} than {format_number(self.cut.bound)}, {self.bound_owner}"

    # Cuts by a bound that no player's move has set: the search only asks for values beyond it.

    @property
    def least_here(self) -> str:
        """What the side to move has at least: who wins or is ahead, or else the number."""
        standing = self.describe_standing_here()
        if standing is None:
            return self.already_worth
        return standing.sentence

    @property
    def question_of_search(self) -> str:
        """What the search asks for: `this pass asks only for values below 3`.

        This clause is for a cut by a bound that no player's move has set, such as an end of a null
        window.
        """
        end = self.cut.end
        if end.owner is BoundOwner.CHANCE_NODE:
            return self.why_no_other_value_helps
        meaning = windows.format_meaning(self.naming, end.value)
        asker = self._asker
        if end.question is not None:
            answer = windows.answer_in_words(end.question, self.cut.value)
            question = windows.question_in_words(end.question)
            return f"{asker} only asks: is the value {question}{meaning}? {answer}"
        if end.owner is not BoundOwner.NULL_WINDOW:
            asker = f"the window given to {asker}"
        return f"{asker} asks only for {self._values_asked_for}{meaning}"

    @property
    def _asker(self) -> str:
        """What has set the window: `this probe (singular)`, `this pass`, or `the search`."""
        end = self.cut.end
        if end.owner is BoundOwner.NULL_WINDOW and end.probe is not None:
            return f"this probe ({end.probe})"
        if end.owner is BoundOwner.NULL_WINDOW:
            return "this look"
        return "this pass" if self.naming.mentions_pass else "the search"

    @property
    def _values_asked_for(self) -> str:
        """The values that may still matter: `values below 3 for MIN`."""
        beyond = self.view.beyond(lower=not self.cut.maximizing)
        return f"values {beyond} {self.view.value(self.cut.bound).named}"

    @property
    def window_cut_in_short(self) -> str:
        """A short clause about a cut by a bound that no player's move has set.

        For example, `MAX can get 5 here, and only values below 3 are asked for`.
        """
        end = self.cut.end
        standing = self.describe_standing_here()
        clause = self.can_get
        if standing is not None:
            clause = standing.sentence
        if end.owner is BoundOwner.CHANCE_NODE:
            return f"{clause}, and {self.why_no_other_value_helps}"
        if end.question is not None:
            answer = windows.answer_in_words(end.question, self.cut.value)
            return f"{clause}. Is the value {windows.question_in_words(end.question)}? {answer}."
        beyond = self.view.beyond(lower=not self.cut.maximizing)
        return f"{clause}, and only values {beyond} {self.view.show(end.value)} are asked for"

    # Cuts by a bound that the opponent holds, by a move further up the tree.

    @property
    def better_move(self) -> str:
        """The opponent's move that set the bound: `b2`, or `b2 instead of a1`.

        The longer form is used if another move near it is also called `b2`.
        """
        other_moves = {self.move, *self.naming.names(self.cut.node)}
        return self.naming.distinct_move(self.cut.end.setter, self.cut.end.rejected, other_moves)

    @property
    def better_value_above(self) -> str:
        """What the opponent can get further up: `MAX can have 5 with b2 instead`.

        If the opponent chose b2 several plies earlier: `MAX can have 5 with b2 instead of a1, 3
        plies up`.
        """
        cut = self.cut
        value_clause = self.naming.value_clause(
            cut.bound,
            cut.node,
            lower=not cut.maximizing,
            verbs=("can have", "can hold"),
        )
        better_move = self.better_move
        clause = f"{value_clause} with {better_move}"
        # `better_move` may already be "b2 instead of a1".
        names_rejected_move = better_move != self.naming.move_or_stand(cut.end.setter)
        plies_up = cut.end.plies_up
        if plies_up > 1 and names_rejected_move:
            return f"{clause}, {plies_up} plies up"
        if plies_up > 1:
            return f"{clause} instead of {self.rejected}, {plies_up} plies up"
        if cut.equals_bound:
            return f"{clause} as well"
        if names_rejected_move:
            return clause
        return f"{clause} instead"

    @property
    def conclusion(self) -> str:
        """The last clause, about the opponent: `MIN will not play a1`.

        If the opponent does as well with the better move: `MIN has no reason to play a1`.
        """
        verb = "has no reason to" if self.cut.equals_bound else "will not"
        # The rejected move itself may still be good if it is several plies above this node.
        if self.cut.end.plies_up > 1:
            return f"{self.opponent} {verb} come here"
        if has_no_players(self.naming.run.game):
            return f"{self.opponent} {verb} choose {self.rejected}"
        return f"{self.opponent} {verb} play {self.rejected}"

    # Cuts in the game's own words: who wins or is ahead, and by how much.

    def compare_standings(self, better_move: str) -> StandingsCompared | None:
        """Say who wins or is ahead, at this node and after the opponent's better move.

        `better_move` is the name of the move, which is further up the tree. None if the values mean
        nothing to the players.
        """
        if self.naming.run.stakes is None:
            return None
        cut = self.cut
        above = meaning_by(self.naming, cut.end.setter, cut.bound)
        if above is None:
            return None

        here = self.describe_standing_here()
        opponent_has_best_result = cut.equals_bound and self.is_greatest_for_opponent(cut.bound)
        if opponent_has_best_result:
            # If wins differ in size, the sentence says "such a win", for example by 12 points.
            article = "a" if above.standing.is_plain_win else "such a"
            here = StandingHere(f"nothing is better than {article} win", is_best_of_all=True)
        if here is None:
            return None
        clause_above = self._clause_above(above.standing, better_move)
        plies = cut.end.plies_up
        if plies > 1:
            clause_above = f"{SMALL_NUMBER_WORDS.get(plies, plies)} plies earlier, {clause_above}"
        return StandingsCompared(clause_above, here)

    def _clause_above(self, standing: Standing, better_move: str) -> str:
        """Say who wins or is ahead after the opponent's better move: `X already wins with e3`.

        `standing` is the result of the move, and `better_move` its name.
        """
        if not standing.side:
            predicate = even_words(standing.words).player_has
            return f"{self.opponent} already {predicate} with {better_move}"
        is_max_ahead = standing.side > 0
        # The side to move is ahead after this move, too, but by less than at the cut node.
        if is_max_ahead == self.cut.maximizing:
            predicate = f"is only {standing.words}"
            if standing.won:
                predicate = wins_in_words(standing.qualified("only"))
            return f"if {self.opponent} plays {better_move}, {self.mover} {predicate}"
        if standing.won:
            return f"{self.opponent} already {wins_in_words(standing)} with {better_move}"
        return f"{self.opponent} is already {standing.words} with {better_move}"

    def describe_standing_here(self) -> StandingHere | None:
        """Say who wins or is ahead at this node, judging by the value that cut the node.

        None if values have no meaning.
        """
        cut = self.cut
        stakes = self.naming.run.stakes
        if stakes is None:
            return None
        # No value is better for the opponent, so "X gets at least a loss" would say nothing. Say
        # "O can at best win" instead.
        if not cut.has_owner and self.is_greatest_for_opponent(cut.value):
            best = stakes.assess(cut.value, self.naming.run.root, over=True)
            can_win = can_at_best_win(best)
            return StandingHere(f"{self.opponent} {can_win} here ({self.mover}'s {self.move})")
        meaning = meaning_by(self.naming, cut.child, cut.value)
        if meaning is None:
            return None
        return self._standing_in_words(meaning)

    def _standing_in_words(self, meaning: Meaning) -> StandingHere | None:
        """Say who wins or is ahead at this node, given the meaning of the value that cut it.

        None if the value is a win of unknown size for the opponent, which cannot be compared with
        the opponent's win further up.
        """
        cut = self.cut
        # If the opponent already has the same result, the clause says "also" or "as well".
        is_same_result = cut.has_owner and cut.equals_bound
        reply_to = ""
        if cut.has_owner and cut.end.plies_up == 1:
            reply_to = self.rejected
        if meaning.standing.won and self._favours_mover(meaning):
            wins = self._win_clause(meaning, also=is_same_result, is_reply=bool(reply_to))
            return StandingHere(wins, reply_to)
        if is_same_result:
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
        """Say that the side to move wins: `X wins here with c3`.

        With `also`: `X also wins here with c3`. With `is_reply`, the opponent's move comes before
        the clause, so "here" is left out: `after b2, X wins with c3`.
        """
        wins = wins_in_words(meaning.standing)
        if also:
            wins = f"also {wins}"
        if not is_reply:
            wins = f"{wins} here"
        return f"{self.mover} {wins} with {self.move}{self.ending}"

    def _equal_value_clause(self, meaning: Meaning) -> str:
        """Say what the value at this node means, if the opponent has the same value already.

        For example, `X is at least a pawn ahead as well (a3)`.
        """
        standing = meaning.standing
        if not standing.side:
            return f"{self.mover} can do at least as well ({self.move})"
        if self._favours_mover(meaning):
            return f"{self.mover} is at least {standing.words} as well ({self.move})"
        if meaning.is_win_of_unknown_size:
            return f"{self.opponent} can do no better ({self.mover}'s {self.move})"
        return f"{self.opponent} {self._at_most(standing)} as well ({self.mover}'s {self.move})"

    def _bound_clause(self, meaning: Meaning) -> str:
        """Say what the value at this node means as a bound: `X is at least a pawn ahead here (a3)`.

        "" if the value is a win of unknown size for the opponent: such a win cannot be compared
        with the opponent's win further up.
        """
        standing = meaning.standing
        if not standing.side:
            return f"{self.mover} {even_words(standing.words).player_gets} here ({self.move})"
        if self._favours_mover(meaning):
            return f"{self.mover} is at least {standing.words} here ({self.move})"
        if meaning.is_win_of_unknown_size:
            return ""
        reason = self.move
        if self.cut.child is not None:
            reason = f"after {reason}"
        return f"{self.opponent} {self._at_most(standing)} here ({reason})"

    def _at_most(self, standing: Standing) -> str:
        if standing.won:
            return can_at_best_win(standing)
        return f"is at most {standing.words}"

    def is_greatest_for_opponent(self, value: float) -> bool:
        """Return whether a value is the best possible for the opponent of the side to move."""
        run = self.naming.run
        if run.stakes is None:
            return False
        value_for_opponent = -value if self.cut.maximizing else value
        greatest = run.stakes.greatest_value(run.root)
        return greatest > 0 and greatest == value_for_opponent

    @property
    def depth(self) -> str:
        """A sentence about how far up the bound was set; "" if no move set it."""
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
        reason = f"{name} does not know that no value is {beyond} {format_number(cut.bound)}"
        why = f"Why did the search look at {self.rejected}? {reason}"
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


def how_it_ended(ending: str, side: str) -> str:
    """Return how a game ended, without repeating that `side` has won.

    `ending` is the full text.

    >>> how_it_ended("O has three in a row and wins", "O")
    'O has three in a row'
    >>> how_it_ended("Black wins by 12 discs to 4", "Black")
    '12 discs to 4'
    """
    return ending.removesuffix(" and wins").removeprefix(f"{side} wins by ")


def describe_sum_at_limit(cut: CutFact) -> str:
    """Return the beginning for a cut chance node: `Even if all that is left were worth 5, …`."""
    most = "least" if cut.maximizing else "most"
    limit = format_number(cut.limit or 0)
    return f"Even if all that is left were worth {limit}, the {most} there is"


def why_unvisited(naming: Naming, fact: Unvisited) -> str:
    """Say why a node has not been visited."""
    name = capitalize_node_name(naming.place_at(fact.path))
    if fact.cut is not None:
        return f"{name} was pruned. {explain_cut(naming, fact.cut)}"
    if fact.is_stopped:
        return f"{name} was never visited: the search was stopped."
    return f"{name} has not been visited yet."


def node_to_explain(tree: TreeAtStep, node: int | None) -> int | None:
    """Return the given node; if None, the node that this step cuts, or else the current node."""
    if node is not None:
        return node
    cut_node = node_being_cut(tree)
    if cut_node is not None:
        return cut_node
    return tree.current


def window_chain(
    run: Run, step: int, node: int | None = None, perspective: Perspective = Perspective.MAX
) -> str:
    """Return a line for each node from the root down to `node`: its window, in words.

    If `node` is None, take the node that the step cuts, or else the current node. Numbers are given
    from `perspective`. A search by random games has no windows: return its table of upper bounds.
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
    """Return the table of the upper bounds that were compared last, at a node or at its parent."""
    tree = naming.tree
    parent = max(0, tree.parent(node))
    # A node that is entered has just been selected at its parent.
    selecting_node = parent if tree.entering else node
    return bounds_table(naming, selecting_node) or bounds_table(naming, parent)


def _remarks_on_cut(naming: Naming, node: int) -> list[str]:
    """Return the lines below the windows: how deep a cut is, and why the search went on."""
    if not naming.tree.is_cut(node):
        return []
    cut_words = CutWords(naming, cut_of(naming.run, naming.tree, node))
    return [line for line in (cut_words.depth, cut_words.why_search_went_on) if line]


def chance_sum_lines(naming: Naming, node: int) -> list[str]:
    """Return a line with a chance node's sum so far.

    The chance node is `node` or its parent. The list is empty if neither is a chance node, or if no
    outcome has returned.
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

    opening = f"{capitalize_node_name(naming.place(chance_node))} is worth"
    sum_so_far = tree.expected(chance_node)
    if tree.is_cut(chance_node):
        cut = cut_of(naming.run, tree, chance_node)
        word = "least" if cut.maximizing else "most"
        # The limit is never None at a chance node.
        return [
            f"{opening} at {word} {windows.sum_with_rest(naming, chance_node, cut.limit or 0)}."
        ]
    if sum_so_far.rest:
        return [f"{opening} {total} so far."]
    return [f"{opening} {windows.chance_node_bound(sum_so_far)}{total}."]


def window_chain_line(naming: Naming, node: int) -> str:
    """Return a line with a node's name, the player to move there, and the window in words."""
    tree = naming.tree
    mover = "leaf"
    if tree.move_count(node):
        mover = naming.side(node)
    opening = f"  {capitalize_node_name(naming.place(node))} ({mover}): "
    window = tree.window_at(node)
    if window is None:
        reason = "its window is not recorded" if tree.trace.tracks_windows else "handed no window"
        return f"{opening}{reason}"
    return f"{opening}{_window_and_owners(naming, node, window)}"


def _window_and_owners(naming: Naming, node: int, window: Window) -> str:
    """Return who set the ends of a node's window, and the window in numbers."""
    tree = naming.tree
    low, high = naming.view(node).window(*window)
    alpha = f"α {format_number(low)}"
    beta = f"β {format_number(high)}"
    owners = windows.describe_question(naming, node) or _owners_of_window(naming, node)
    # Some recordings have the windows only on entry to a node. There the owners may be unknown.
    if not tree.trace.tracks_windows:
        window_on_entry = f"handed {alpha} and {beta}"
        if not owners:
            return window_on_entry
        return f"{window_on_entry}; {owners}"
    if not owners:
        owners = "neither side has a value yet"
        if any(map(tree.best, tree.line_to(node))):
            owners = "any value still matters"
    return f"{owners} ({alpha}, {beta})"


def _owners_of_window(naming: Naming, node: int) -> str:
    """Say which bound MAX has at a node and which MIN has; "" if neither has one."""
    alpha = current_window_end(naming.tree, node, lower=True)
    beta = current_window_end(naming.tree, node, lower=False)
    alpha_owner = windows.describe_end_owner(naming, alpha, node)
    beta_owner = windows.describe_end_owner(naming, beta, node)
    return ", ".join(filter(None, (alpha_owner, beta_owner)))
