"""Italian draughts (dama italiana): men that never take a king, and captures by four priorities."""

import re

from games import Game, NoisyMoves, Option, Settings, Transcript, described, find_by_name, size_option
from games.italian_draughts.moves import Move
from games.italian_draughts.notation import START, read_games, read_move, read_setup, write_game
from games.italian_draughts.rules import Draughts
from games.italian_draughts.scores import ORDERINGS, STAKES, material, positional
from games.italian_draughts.squares import BITS, NUMBERS, place


def with_rules(here: Draughts, settings: Settings) -> Draughts:
    """Return a position, whose history begins here if the draw rules are on."""
    return here._replace(history=(here,)) if settings.get("draws") == "on" else here


def find_move(draughts: Draughts, word: str) -> Move:
    """Return the legal move with that name, in short or with every square on its way; ValueError if there is none."""
    if word.isascii() and word.isdigit() and not any(str(move.source) == word for move in draughts.moves()):
        return find_by_name(draughts, word, lambda: why_not(draughts, word))  # type: ignore[no-any-return]  # as below
    word = read_move(word)
    by_identity = {move[:3]: move for move in draughts.moves()}
    if not by_identity or "-" in word:
        return find_by_name(draughts, word, lambda: why_not(draughts, word))  # type: ignore[no-any-return]  # a name stands for a move
    squares = tuple(map(int, word.split("x")))
    fitting = [path for path in draughts.captures() if squares in (path.squares, path.squares[:: len(path.met)])]
    found = {by_identity[path.squares[0], path.squares[-1], sum(path.met)] for path in fitting}
    if len(found) > 1:
        names = " ".join(sorted(move.name() for move in found))
        raise ValueError(f"{word} is not one move here but {len(found)}: name every square on the way, {names}")
    return found.pop() if found else find_by_name(draughts, word, lambda: why_not(draughts, word))


def why_not(draughts: Draughts, word: str) -> str:
    """Say by which rule a move, or moving from a square, is not legal."""
    first, *rest = (int(number) for number in re.split("[-x]", word))
    if first not in NUMBERS:
        return ""
    own = draughts.white if draughts.maximizing else draughts.black
    if not own & BITS[first]:
        return f"{GAME.side(maximizing=draughts.maximizing)} has no piece on {first}"
    if draughts.captures():
        return "of several captures the rules choose another" if "x" in word else "a capture is compulsory"
    if "x" in word:
        return "there is nothing to capture"
    if rest and (draughts.white | draughts.black) & BITS[rest[-1]]:
        return f"{rest[-1]} is occupied"
    return "a man moves one step ahead along a diagonal, a king in any direction"


def ending(position: Draughts, outcome: float) -> str:
    """Say how a game has ended: the player to move has no pieces or no move, or the draw rules apply."""
    if not outcome:
        return "the draw rules end the game in a draw"
    winner, loser, pieces = ("White", "Black", position.black) if outcome > 0 else ("Black", "White", position.white)
    return f"{loser} has {'no move' if pieces else 'no pieces'} left and {winner} wins"


GAME = Game(
    **described(__file__),
    start=lambda settings: with_rules(START, settings),
    read=lambda text, settings: with_rules(read_setup(text), settings),
    evaluations={"material": material, "positional": positional},
    stakes=STAKES,
    orderings=ORDERINGS,
    options=(
        size_option(8, 8, 8),
        Option(
            "draws",
            "on: threefold repetition, or 40 moves a side without a capture or a man's move, is a draw",
            "off",
            choices=("on", "off"),
        ),
    ),
    noisy=NoisyMoves(  # all of them or none, since captures are compulsory
        "captures", lambda position, moves: range(len(moves)) if moves[0].captured else (), compulsory=True
    ),
    find_move=find_move,
    transcript=Transcript("pdn", write_game, read_games),
    target=lambda draughts, move: place(move.target),
    paths=Draughts.paths,
    turns_board=True,
    ending=ending,
)
