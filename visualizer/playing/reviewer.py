"""The search that a game is reviewed by where none is asked for."""

from visualizer.playing.match import Match
from visualizer.playing.movers import USUAL
from visualizer.recipe import Recipe, SearchSpec
from visualizer.run import Run


def reviewer(match: Match) -> SearchSpec:
    """Return the stronger of the usual search and of those that played: who looks further ahead, else the usual one.

    A search that is limited by something else, such as MCTS, does not compare.
    """
    played = [mover.search for mover in match.movers if mover.search is not None]
    compared = [search for search in played if search.max_nodes == USUAL.max_nodes]
    return max(USUAL, *compared, key=lambda search: plies(match, search, 0)) if compared else USUAL


def plies(match: Match, search: SearchSpec, number: int) -> int:
    """Return how many plies a search sees before a turn, by its number from 0; 0 if it has no such limit."""
    run = Run(Recipe(match.where_before(number), search), match.before(number))
    return run.depth if run.algorithm.applies("depth") else 0
