"""Othello: enclose lines of discs to flip them; discs on corners cannot be flipped."""

from games import Game, Option, Settings, Transcript, check_length, described, find_by_name, whole_number, write_joined
from games._options import check_size
from games._squares import is_transcript, split_moves
from games.othello.grid import DEFAULT_SIZE, SIZES
from games.othello.notation import LONGEST_TEXT, read_board, read_games
from games.othello.rules import Othello, forced_pass
from games.othello.rules import start as first_position
from games.othello.scores import ORDERINGS, STAKES, seed, weights


def start(settings: Settings) -> Othello:
    """Return the first position."""
    return with_threshold(first_position(settings.get("size", DEFAULT_SIZE)), settings)


def read(text: str, settings: Settings) -> Othello:
    """Read a board, which implies its size, or a transcript from the first position; ValueError if it is neither."""
    check_length(text, LONGEST_TEXT)
    if is_transcript(text):
        return GAME.after(start(settings), text, " of the transcript")
    position = read_board(text)
    check_size(position.size, settings)
    return with_threshold(position, settings)


def with_threshold(position: Othello, settings: Settings) -> Othello:
    """Return the position with the threshold in the settings, if any; ValueError if it exceeds the board's squares."""
    threshold = settings.get("threshold", position.threshold)
    if threshold > position.size**2:
        raise ValueError(f"threshold {threshold} is more than the {position.size**2} squares of the board")
    return position._replace(threshold=threshold)


def find_move(position: Othello, word: str) -> int:
    """Return the legal move with that name, in upper or lower case; ValueError if there is none."""
    move = position.grid.read_move(word)
    return int(find_by_name(position, move, lambda: why_not(position, move)))


def why_not(position: Othello, move: str) -> str:
    """Say by which rule a move, in its canonical form, is not legal."""
    if move == "pass":
        return "only who can flip no disc passes"
    is_taken = position.grid.cells[move] & (position.own | position.other)
    return "there is a disc already" if is_taken else "it flips no disc"


def ending(position: Othello, outcome: float) -> str:
    """Say how a game has ended: who wins, and by how many discs."""
    discs = [side.bit_count() for side in position.sides()]
    if not outcome:
        return f"both sides have {discs[0]} discs, a draw"
    return f"{'Black' if outcome > 0 else 'White'} wins by {max(discs)} discs to {min(discs)}"


SIZE_WORDS = tuple(map(str, SIZES))
GAME = Game(
    **described(__file__),
    start=start,
    read=read,
    evaluations={"discs": lambda position, outcome: position.discs(), "seed": seed, "weights": weights},
    stakes=STAKES,
    orderings=ORDERINGS,
    options=(
        Option("size", f"side of the board, even, {SIZES[0]} to {SIZES[-1]}", str(DEFAULT_SIZE), int, "", SIZE_WORDS),
        Option(
            "threshold",
            "full squares from which on `seed` and `scored` count discs, not moves; left out, 60 % of the board",
            "39",
            whole_number(0, SIZES[-1] ** 2),
        ),
    ),
    sizes=SIZE_WORDS,
    split_moves=split_moves,
    find_move=find_move,
    transcript=Transcript(write=write_joined, read=read_games),
    target=lambda position, move: position.grid.place(move) if move else None,
    unwritten=forced_pass,
    moves_left=lambda position: position.size**2 - position.full,
    ending=ending,
)
