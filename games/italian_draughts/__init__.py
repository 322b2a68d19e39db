"""Italian draughts (dama italiana): men that never take a king, and captures by four priorities."""

import re

from games import (
    Game,
    NoisyMoves,
    Option,
    Preset,
    Settings,
    Transcript,
    find_by_name,
    measured,
    size_option,
)
from games.italian_draughts.notation import (
    DRAUGHTS_START,
    is_pdn,
    read_draughts,
    read_draughts_move,
    read_pdn,
    write_pdn,
)
from games.italian_draughts.rules import (
    SQUARE_BITS,
    SQUARE_NUMBERS,
    Draughts,
    DraughtsMove,
    row_and_column,
)
from games.italian_draughts.scores import ORDERINGS, STAKES, draughts_material, positional_value


def with_rules(position: Draughts, settings: Settings) -> Draughts:
    """Return a position with the draw rules turned on or off by the settings.

    If they are on, the history begins with this position.
    """
    if settings.get("draws") == "on":
        return position._replace(history=(position,))
    return position


def find_move(draughts: Draughts, word: str) -> DraughtsMove:
    """Return the legal move with a name: `2x18`, or `2x11x18` with every visited square.

    ValueError if no move, or more than one, has that name.
    """
    moves = draughts.moves()
    is_square = word.isascii() and word.isdigit()
    # A square alone is not a move, but if no piece can move from it, the error says why.
    if is_square and not any(str(move.source) == word for move in moves):
        return find_by_exact_name(draughts, word)
    name = read_draughts_move(word)
    captures = set()
    # Only captures can be named in two ways.
    if moves and "-" not in name:
        captures = find_captures(draughts, name)
    if not captures:
        return find_by_exact_name(draughts, name)
    if len(captures) > 1:
        names = " ".join(sorted(move.name() for move in captures))
        raise ValueError(
            f"{name} could be any of {len(captures)} moves here; name every square on the way: "
            f"{names}"
        )
    return captures.pop()


def find_by_exact_name(draughts: Draughts, word: str) -> DraughtsMove:
    """Return the legal move whose `name` is `word`; ValueError gives the rule that forbids it."""
    move: DraughtsMove = find_by_name(
        draughts, word, lambda: violated_draughts_rule(draughts, word)
    )
    return move


def find_captures(draughts: Draughts, name: str) -> set[DraughtsMove]:
    """Return the legal captures with a name: `2x11x18` names only one, `2x18` perhaps several.

    A name has all visited squares of a capture, or only the first and the last.
    """
    squares = tuple(map(int, name.split("x")))
    # Several paths with the same first, last and captured squares are the same move.
    moves = {(move.source, move.target, move.captured): move for move in draughts.moves()}
    captures = set()
    for path in draughts.captures():
        source, *_, target = path.squares
        if squares in (path.squares, (source, target)):
            captures.add(moves[source, target, sum(path.captured)])
    return captures


def violated_draughts_rule(draughts: Draughts, word: str) -> str:
    """Return the rule that forbids a move (`21-17`) or any move from a square (`21`).

    The result is "" if no rule is known.
    """
    source, *later_squares = map(int, re.split("[-x]", word))
    if source not in SQUARE_NUMBERS:
        return ""
    own = draughts.white if draughts.maximizing else draughts.black
    if not own & SQUARE_BITS[source]:
        return f"{GAME.side(maximizing=draughts.maximizing)} has no piece on {source}"
    is_capture = "x" in word
    if draughts.captures():
        return "the rules require a different capture" if is_capture else "a capture is compulsory"
    if is_capture:
        return "there is nothing to capture"
    occupied = draughts.white | draughts.black
    if later_squares and occupied & SQUARE_BITS[later_squares[-1]]:
        return f"{later_squares[-1]} is occupied"
    return "a man moves one step diagonally forward, a king in any direction"


def draughts_ending(position: Draughts, outcome: float) -> str:
    """Say how a game has ended: drawn, or won because the loser has no pieces or no move left."""
    if not outcome:
        return "the game is drawn by rule"
    if outcome > 0:
        missing = "no move" if position.black else "no pieces"
        return f"Black has {missing} left and White wins"
    missing = "no move" if position.white else "no pieces"
    return f"White has {missing} left and Black wins"


PRESETS = (
    Preset(
        "opening",
        "W:W21,22,23,24,25,26,27,28,29,30,31,32:B1,2,3,4,5,6,7,8,9,10,11,12",
        "the starting position: White has seven moves, and neither side can force the win of a man "
        "within five plies",
        counts=measured(
            depth=5, minimax=9189, alpha_beta=596, ordered_alpha_beta=621, minimum=104, value=0
        ),
    ),
    Preset(
        "ordering-helps",
        "W:W9,17,20,22,24,26,28,30,31,32:B1,2,3,4,5,7,10,11,12",
        "scored order needs less than a seventh of natural order's nodes, and only six more than "
        "the best order",
        counts=measured(
            depth=5, minimax=12676, alpha_beta=986, ordered_alpha_beta=131, minimum=125, value=2
        ),
    ),
    Preset(
        "ordering-hurts",
        "W:W14,17,22,25,27,28,30,32:B1,4,5,6,7,8,9,12",
        "here scored order needs five times as many nodes as natural order: it only guesses that "
        "advancing is good",
        counts=measured(
            depth=5, minimax=8051, alpha_beta=255, ordered_alpha_beta=1322, minimum=151, value=0
        ),
    ),
    Preset(
        "shot",
        "W:W17,18,21,22,23,24,27,28,29,30,31,32:B1,2,4,5,6,7,8,9,11,12,14,16",
        "White gives up a man with 23-20, takes three and gets a king: depth 3 sees that, depth 2 "
        "only the lost man",
        counts=measured(
            depth=3, minimax=219, alpha_beta=86, ordered_alpha_beta=75, minimum=36, value=3
        ),
    ),
    Preset(
        "priorities",
        "W:WK12,K14,K24,31:B7,K10,19,K20,27",
        "of six captures only one is allowed: each of the four priorities rules out at least one",
        counts=measured(
            depth=5, minimax=19, alpha_beta=19, ordered_alpha_beta=17, minimum=17, value=-1
        ),
    ),
    Preset(
        "two-ways-round",
        "W:WK1,K6:B10,11,18,19,K23,26,27,28",
        "6x6 takes the same four men either way round, so it is one move; two captures end on 24 "
        "and are named in full",
        counts=measured(
            depth=5, minimax=2967, alpha_beta=455, ordered_alpha_beta=337, minimum=195, value=-2
        ),
    ),
    Preset(
        "two-kings",
        "W:WK23,K26:BK2",
        "two kings against one: of White's eight moves, only 23-19 wins within seven plies",
        counts=measured(
            depth=7,
            minimax=64321,
            alpha_beta=3744,
            ordered_alpha_beta=3744,
            minimum=2649,
            value=1000,
        ),
    ),
    Preset(
        "to-the-end",
        "B:WK2,K10,21,22,23,25,26,31,32:B1,13,15,17,24",
        "an endgame of at most ten plies that can go on in 591 ways: White wins them all, and -d "
        "all searches them",
        counts=measured(
            minimax=1550, alpha_beta=443, ordered_alpha_beta=452, minimum=160, value=1000
        ),
    ),
    Preset(
        "small",
        "W:W7,20:B4",
        "three men, for a slide: alpha-beta visits 24 nodes with a shallow and a deep cut, in "
        "scored order only 16",
        counts=measured(
            depth=5, minimax=33, alpha_beta=24, ordered_alpha_beta=16, minimum=16, value=1000
        ),
    ),
    Preset(
        "horizon",
        "W:W16,21,22,23,28,29,30,31,32:B1,2,4,6,7,9,13,14,15",
        "at depth 1 all moves look level; with --quiescence 2 the search finds 23-19, which gives "
        "one man for four",
        counts=measured(
            depth=1, minimax=14, alpha_beta=14, ordered_alpha_beta=14, minimum=14, value=0
        ),
    ),
)
"""Positions of Italian draughts worth looking at, with measured numbers of nodes.

The numbers are for the evaluation material: minimax, alpha-beta in natural order and in the order
scored, both cutting off at >=; minimum is the least that any order can reach. Without a depth, the
search goes to the end of the game.
"""


GAME = Game(
    name="italian-draughts",
    title="Italian draughts",
    about="dama italiana: men never take kings, and four rules choose among captures",
    sides=("White", "Black"),
    notation=(
        "the side to move, White's and Black's squares, K before a king's: W:W21,K22:B1,K5; or 64 "
        "signs x o X O - and the side, o or x"
    ),
    depth=5,
    sizes=("8",),
    opponents={"engine": "alpha-beta,depth=3"},
    presets=PRESETS,
    start=lambda settings: with_rules(DRAUGHTS_START, settings),
    read=lambda text, settings: with_rules(read_draughts(text), settings),
    evaluations={"material": draughts_material, "positional": positional_value},
    stakes=STAKES,
    orderings=ORDERINGS,
    options=(
        size_option(8, 8, 8),
        Option(
            "draws",
            "on: a draw by threefold repetition, or after 40 moves by each side without a capture "
            "or a man's move",
            "off",
            choices=("on", "off"),
        ),
    ),
    # Captures are compulsory, so all moves of a position are captures or none.
    noisy=NoisyMoves(
        "captures",
        lambda position, moves: range(len(moves)) if moves[0].captured else (),
        compulsory=True,
    ),
    find_move=find_move,
    transcript=Transcript(
        "pdn",
        write_pdn,
        read_pdn,
        recognizes=is_pdn,
    ),
    target=lambda draughts, move: row_and_column(move.target),
    paths=Draughts.paths,
    turns_board=True,
    ending=draughts_ending,
)
