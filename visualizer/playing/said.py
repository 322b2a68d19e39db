"""What is said while playing: who plays whom, why a search moved as it did, how the last move changed the board."""

from dataclasses import replace

from visualizer.errors import InputError
from visualizer.explanation.naming import nobody_plays
from visualizer.measures.summary import many
from visualizer.playing.match import Match, Turn
from visualizer.playing.movers import PERSON, SECONDS, USUAL, Mover
from visualizer.playing.reviewer import plies, reviewer
from visualizer.recipe import SearchSpec
from visualizer.run import Run
from visualizer.trace.rows import MovePath

FORESEEN = 6
"""Moves of a line that are said."""
MEAN = "≈"
"""The sign before a mean of samples."""


def who(match: Match) -> str:
    """Say who plays whom, as in `You are White (MAX); Black is tutorial-bot.`."""
    persons = [first for first, mover in zip((True, False), match.movers, strict=True) if mover.is_person]
    names = [match.side(maximizing=first) for first in (True, False)]
    signs = "" if nobody_plays(match.game) else f" ({'MAX' if persons == [True] else 'MIN'})"
    if len(persons) == 1:
        whom = match.movers[1 if persons[0] else 0]
        return f"You are {match.side(maximizing=persons[0])}{signs}; {names[persons[0]]} is {whom.called}."
    if persons:
        return f"{names[0]} and {names[1]} are played by persons."
    return f"{names[0]} is {match.movers[0].called}, {names[1]} is {match.movers[1].called}."


def match_from(run: Run, path: MovePath) -> Match:
    """Return a match from a position of a search on, a person to move against that search.

    InputError where the game is over there.
    """
    where, moves = run.recipe.where, " ".join(run.all_written(path))
    search = USUAL if run.algorithm.is_recording else run.recipe.search
    movers = (PERSON, Mover(search, "", SECONDS))
    maximizing = run.position(path).maximizing
    match = Match(replace(where, moves=f"{where.moves} {moves}".strip()), *(movers if maximizing else movers[::-1]))
    if match.is_over():
        raise InputError(f"there is nothing to play there: {match.end()}")
    return match


def helper(match: Match) -> Mover:
    """Return the search that helps the side to move: its own, else that of the other side."""
    return next((mover for mover in (match.mover, *match.movers) if not mover.is_person), Mover(USUAL))


def judge(match: Match) -> SearchSpec:
    """Return the search that judges moves, given all the time it takes: the stronger of the usual and the helper's.

    One that is not limited by depth, such as MCTS, judges by itself.
    """
    own = helper(match).search or USUAL
    return reviewer(match) if plies(match, own, len(match.turns)) else own


def reason(match: Match, turn: Turn) -> str:
    """Say what a search expected to follow its move, what that leads to, and how much it had searched."""
    thought = turn.thought
    assert thought is not None
    other = match.side(maximizing=turn.position.maximizing)
    limit = f", {thought.limit}" if thought.limit else ""
    searched = f"{many(thought.nodes, 'node', 'nodes')}{limit}."
    if not thought.words:
        return f"{turn.move}. {searched}"
    if thought.label.startswith(MEAN):  # of random games, which do not follow the line
        then = f"; best for {other} is then {thought.line[1]}" if len(thought.line) > 1 else ""
        return f"After {turn.move} {thought.words}{then}. ({thought.label}) {searched}"
    line = " ".join(thought.line[:FORESEEN]) + " …" * (len(thought.line) > FORESEEN)
    expected = f"Expected: {line}; then {thought.words}" if len(thought.line) > 1 else f"After {line} {thought.words}"
    return f"{expected}. ({thought.label}) {searched}"
