"""EinStein würfelt nicht!: a race of numbered stones on 5×5, where a die says which of them moves."""

from games import Game, Settings, described
from games.einstein.notation import find_move, read_position
from games.einstein.rules import DIE, GOALS, NAMES, SIZE, START, STONES, Einstein, Step
from games.einstein.scores import EVALUATIONS, LIMITS, ORDERINGS, STAKES


def read(text: str, settings: Settings) -> Einstein:
    """Read a position; ValueError says what is wrong."""
    return read_position(text)


def ending(here: Einstein, outcome: float) -> str:
    """Say how a game has ended: who wins, and by what."""
    winner, loser, first = ("Red", "Blue", 0) if outcome > 0 else ("Blue", "Red", 1)
    if GOALS[first] in here.stones[first * STONES :][:STONES]:
        return f"{winner} is in {NAMES[GOALS[first]]} and wins"
    return f"{loser} has no stone left, and {winner} wins"


def note(here: Einstein) -> str:
    """Say which stones may move after the roll, "" where it is that of the roll itself."""
    if not here.die or len(stones := here.movable()) == 1 and stones[0] % STONES + 1 == here.die:
        return ""
    return f"stone {here.die} is gone, {' or '.join(str(stone % STONES + 1) for stone in stones)} moves"


GAME = Game(
    **described(__file__),
    start=lambda settings: START,
    read=read,
    evaluations=EVALUATIONS,
    limits=LIMITS,
    stakes=STAKES,
    orderings=ORDERINGS,
    number_word="roll",
    find_move=find_move,
    target=lambda here, move: divmod(move.square, SIZE) if isinstance(move, Step) else DIE,
    ending=ending,
    note=note,
    chance=lambda position: True,
)
