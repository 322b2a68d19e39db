"""Kalah: sow seeds around the board; a last seed in the own store moves again, so turns do not alternate."""

from games import Game, Option, Settings, described, find_by_name, whole_number
from games.kalah.notation import FEWEST, MOST, USUAL_PITS, read_move, read_setup
from games.kalah.rules import Kalah, start, swept
from games.kalah.scores import ORDERINGS, STAKES, again, stores

SEEDS, MOST_SEEDS = 4, 10
"""The seeds that usually lie in each pit at first, and the most."""


def read(text: str, settings: Settings) -> Kalah:
    """Read a position, which implies the pits; ValueError says what is wrong, or what contradicts the settings."""
    here = swept(*read_setup(text))
    pits, each = settings.get("pits", here.pits), settings.get("seeds")
    if here.pits != pits:
        raise ValueError(f"the position has {here.pits} pits a side, but pits {pits} was asked for")
    if each is not None and sum(here.seeds) != 2 * pits * each:
        raise ValueError(f"the position has {sum(here.seeds)} seeds, but seeds {each} makes {2 * pits * each}")
    return here


def find_move(here: Kalah, word: str) -> int:
    """Return the legal move that a letter names, in either case; ValueError if there is none."""
    move = read_move(word, here.pits)
    return int(find_by_name(here, here.name(move), lambda: "the pit is empty"))


def ending(here: Kalah, outcome: float) -> str:
    """Say how a game has ended: who wins, and with how many seeds."""
    south, north = here.stores
    if not outcome:
        return f"both sides have {south} seeds, a draw"
    return f"{'South' if outcome > 0 else 'North'} wins by {max(south, north)} seeds to {min(south, north)}"


GAME = Game(
    **described(__file__),
    start=lambda settings: start(settings.get("pits", USUAL_PITS), settings.get("seeds", SEEDS)),
    read=read,
    evaluations={"stores": stores, "again": again},
    stakes=STAKES,
    orderings=ORDERINGS,
    options=(
        Option("pits", f"pits a side, {FEWEST} to {MOST}", str(USUAL_PITS), whole_number(FEWEST, MOST)),
        Option("seeds", f"seeds in each pit, 1 to {MOST_SEEDS}", str(SEEDS), whole_number(1, MOST_SEEDS)),
    ),
    find_move=find_move,
    target=Kalah.cell,
    ending=ending,
)
