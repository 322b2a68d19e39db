"""Hex: connect your two edges before the other side connects theirs; there are no draws.

Positions are rows of characters (`b../.w./... b`), read strictly, or the cells in the order played;
whole games are cells, or in SGF.
"""

from collections.abc import Mapping, Sequence
from dataclasses import replace

import games
from games._notation import check_board_size, check_characters, is_first_side
from games._squares import is_transcript, split_transcript
from games._transcript import FORMAT_TAGS
from games.hex.rules import (
    LARGEST_HEX_SIZE,
    SMALLEST_HEX_SIZE,
    USUAL_HEX_SIZE,
    Hex,
    hex_grid,
    make_hex,
)
from games.hex.scores import ORDERINGS, STAKES, stone_distance

MAX_HEX_LENGTH = 2000
"""Longer texts are refused; every position or transcript is shorter."""

HEX_EXAMPLE = "b../.w./... b"
HEX_SGF_CODE = "11"
"""The number of Hex in the property GM of SGF."""


def read_hex_board(text: str, *, swap: bool = False) -> Hex:
    """Read rows of `b`, `w` and `.` from the top, then the side to move; ValueError if invalid.

    >>> read_hex_board("b../.w./... b").size
    3
    """
    # Lower case would turn a few letters beyond ASCII, such as the Kelvin sign, into a to z.
    words = text.lower().split() if text.isascii() else text.split()
    if not words:
        raise ValueError(
            f"a position has rows and the side to move, as in {HEX_EXAMPLE}, but this one is empty"
        )
    board, *side = words
    rows = board.split("/")
    size = len(rows)
    check_characters("".join(rows), "bw.", " and / between rows")
    if not SMALLEST_HEX_SIZE <= size <= LARGEST_HEX_SIZE:
        raise ValueError(
            f"a board has {SMALLEST_HEX_SIZE} to {LARGEST_HEX_SIZE} rows, joined by /, not {size}: "
            f"{games.shorten(board)}"
        )
    _check_row_lengths(rows)
    if not side:
        raise ValueError(
            f"the side to move, b or w, is missing after the rows, as in {HEX_EXAMPLE}"
        )
    maximizing = is_first_side(" ".join(side), "b", "w")
    black, white = hex_grid(size).cells_by_character("".join(rows), "bw")
    return make_hex(
        size,
        black,
        white,
        maximizing=maximizing,
        swap=swap,
    )


def _check_row_lengths(rows: Sequence[str]) -> None:
    """Raise ValueError if the board is not square: if a row has too many or too few cells."""
    size = len(rows)
    for row in rows:
        if len(row) != size:
            raise ValueError(
                f"a board of {size} rows has rows of {size} cells, not {len(row)}: "
                f"{games.shorten(row)}"
            )


def read_hex_games(text: str) -> list[games.GameRecord]:
    """Read games, written as lists of moves or in SGF; ValueError for wrong SGF.

    The swap rule is on in a game in which White swaps.
    """
    is_sgf = games.PROPERTIES_START_PATTERN.match(text)
    if is_sgf:
        records = games.read_tagged_games(
            games.read_properties(text), ("pb", "pw"), _hex_record, (*FORMAT_TAGS, "re")
        )
    else:
        records = games.read_move_list(text)
    return [_with_swap_rule(game) for game in records]


def _with_swap_rule(game: games.GameRecord) -> games.GameRecord:
    """Turn the swap rule on for a game in which White swaps."""
    # The notations do not say whether the rule is on.
    if "swap" in " ".join(game.moves).lower():
        return replace(game, settings={**game.settings, "swap": "on"})
    return game


def _hex_record(game: games.Movetext) -> games.GameRecord:
    """Return the record of a game in SGF.

    ValueError if it is not a game of Hex, or if it begins with stones on the board.
    """
    tags = game.tags
    _check_hex_tags(tags)
    # SGF has two swaps, of the pieces and of the sides; only the first is played here.
    moves = [
        "swap" if move.lower() == "swap-pieces" else move for move in game.moves_in_turn("B", "W")
    ]
    if "swap-sides" in moves:
        raise ValueError("a swap of the sides (swap-sides) cannot be read, but swap-pieces can")
    winner = HEX_RESULTS.get(tags.get("re", "")[:1].upper())
    if moves and moves[-1].lower() in ("resign", "forfeit"):
        del moves[-1]
        # The side to move has resigned: White after an odd number of moves, so Black has won.
        winner = 1 if len(moves) % 2 else -1
    settings = {}
    if "sz" in tags:
        settings["size"] = tags["sz"]
    return game.record(moves, settings=settings, result=winner)


def _check_hex_tags(tags: Mapping[str, str]) -> None:
    """Raise ValueError for the tags of another game, or of a game that begins with stones."""
    kind = tags.get("gm", "")
    if kind != HEX_SGF_CODE:
        raise ValueError(f"the game GM[{games.shorten(kind)[1:-1]}] is not Hex (Hex is GM[11])")
    setup = {"ab", "aw", "ae", "ha", "pl"} & tags.keys()
    if setup:
        raise ValueError(f"stones that are set up ({min(setup).upper()}) cannot be read")


HEX_RESULTS = {
    "B": 1,
    "W": -1,
    "0": 0,
}
"""Outcomes for Black by the first letter of a result in SGF; players can only agree on a draw."""


def write_hex_sgf(game: games.PlayedGame) -> str:
    """Return a game as text in SGF; ValueError if it does not begin with an empty board."""
    start_position: Hex = game.start  # type: ignore[assignment]  # only games of Hex come here
    if start_position.black | start_position.white:
        raise ValueError("SGF of Hex begins with an empty board, but this game does not")
    moves = ["swap-pieces" if move == "swap" else move for move in game.moves]
    tags = {
        "FF": "4",
        "GM": HEX_SGF_CODE,
        "SZ": str(start_position.size),
        "PB": game.players[0],
        "PW": game.players[1],
        "RE": _hex_sgf_result(game.result),
    }
    return games.write_properties(tags, moves, "B", "W")


def _hex_sgf_result(result: float | None) -> str:
    """Return Black's result in the notation of SGF; "" for an unfinished game."""
    if result is None:
        return ""
    if not result:
        return "0"
    return "B+" if result > 0 else "W+"


def start(settings: games.Settings) -> Hex:
    """Return the empty board."""
    return make_hex(settings.get("size", USUAL_HEX_SIZE), swap=settings.get("swap") == "on")


def read(text: str, settings: games.Settings) -> Hex:
    """Read a position: rows of characters, or the moves that lead to it.

    A list of moves needs the setting `size`. ValueError for any other text, and for rows that
    contradict the size in the settings.
    """
    games.check_length(text, MAX_HEX_LENGTH)
    if is_transcript(text):
        if "size" not in settings:
            raise ValueError(
                "a list of moves does not say how large the board is; give its size as well"
            )
        return GAME.after(start(settings), text, " of the transcript")
    position = read_hex_board(text, swap=settings.get("swap") == "on")
    check_board_size(position.size, settings)
    return position


def find_move(position: Hex, word: str) -> int:
    """Return the legal move that a word names, in either case; ValueError for any other word."""
    name = position.grid.read_move(word)
    if position.result is None:
        if name == "swap" and not position.may_swap:
            reason = "the setting swap is off"
            if position.swap:
                reason = "only White may swap, instead of placing a first stone"
            raise ValueError(f"'swap' is not a legal move here: {reason}")
        is_occupied = name != "swap" and not position.grid.cells[name] & position.empty
        if is_occupied:
            raise ValueError(f"cell {name} already has a stone")
    return int(games.find_by_name(position, name))


PRESETS = (
    games.Preset(
        "opening",
        "...../...../...../...../..... b",
        "an empty board: no win is near, so the search asks how many stones each side still needs "
        "to connect its edges",
        evaluation="distance",
        counts=games.measured(
            depth=3,
            minimax=14426,
            alpha_beta=1798,
            ordered_alpha_beta=1082,
            threats=1798,
            minimum=672,
            value=1,
        ),
    ),
    games.Preset(
        "ordering-helps",
        "..bb/..../.b../.www b",
        "only a4 stops White, and it wins: b2 or c2 then connects b3 to the top; natural order "
        "tries it last of ten",
        counts=games.measured(
            depth=4, minimax=5061, alpha_beta=4717, ordered_alpha_beta=302, threats=52, value=1
        ),
    ),
    games.Preset(
        "ordering-hurts",
        "wwww./w..wb/b...b/b...b/.bwb. b",
        "e1 wins at once, and natural order happens to begin with it; scored order tries other "
        "moves first",
        counts=games.measured(
            depth=4, minimax=6682, alpha_beta=22, ordered_alpha_beta=708, threats=22, value=1
        ),
    ),
    games.Preset(
        "two-ways",
        "..wb./..b../....w/..b../....w b",
        "c3 connects Black's stones, and then b5 and c5 both reach the bottom: depth 3 sees the "
        "win, depth 2 does not",
        counts=games.measured(
            depth=3, minimax=6176, alpha_beta=671, ordered_alpha_beta=563, threats=430, value=1
        ),
    ),
    games.Preset(
        "stop-it-first",
        "..wbw/..bb./b.b../..b../ww.w. w",
        "Black threatens c5, but White can win there: `threats` tries it first and needs 76 nodes, "
        "one above the least",
        counts=games.measured(
            depth=4, minimax=24005, alpha_beta=16635, ordered_alpha_beta=1751, threats=76, value=-1
        ),
    ),
    games.Preset(
        "end-game",
        "..w.b/bbbwb/b.b.w/.bw.w/.wbww w",
        "eight empty cells, few enough to search to the end (depth 8): only a5 wins, and natural "
        "order tries it last",
        counts=games.measured(
            depth=8, minimax=44225, alpha_beta=21052, ordered_alpha_beta=1362, threats=859, value=-1
        ),
    ),
    games.Preset(
        "prior-overcome",
        "..w./..../w.b./..b. b",
        "for PUCT with scored order, which favours b3, although only d1 wins: 200 iterations still "
        "choose b3, "
        "300 choose d1",
        counts=games.measured(
            depth=4, minimax=12985, alpha_beta=496, ordered_alpha_beta=454, threats=402, value=1
        ),
    ),
    games.Preset(
        "prior-misleads",
        ".b../..../w.../..b. w",
        "for PUCT with scored order, which favours b2, but only c2 wins: UCT finds it in 1,600 "
        "games, but not PUCT",
        counts=games.measured(
            depth=4, minimax=19046, alpha_beta=454, ordered_alpha_beta=454, threats=454, value=0
        ),
    ),
    games.Preset(
        "small",
        ".../.wb/wbb w",
        "for a slide, 32 nodes with minimax, 22 with alpha-beta: White wins at once with c1; all "
        "other moves lose",
        counts=games.measured(
            depth=4, minimax=32, alpha_beta=22, ordered_alpha_beta=14, threats=8, value=-1
        ),
    ),
    games.Preset(
        "swap",
        ".../.b./... w",
        "Black began in the middle of 3×3, a winning move, so White swaps, takes that stone over "
        "and wins (depth 5)",
        settings={"swap": "on"},
        counts=games.measured(
            depth=5, minimax=9922, alpha_beta=1913, ordered_alpha_beta=720, threats=1105, value=-1
        ),
    ),
    games.Preset(
        "full-size",
        ".........../.........../.........../.........../"
        ".........../.........../.........../.........../"
        ".........../.........../........... b",
        "the usual board: to depth 3 minimax visits 1,742,522 nodes and alpha-beta 14,880",
        counts=games.measured(
            depth=3,
            minimax=1742522,
            alpha_beta=14880,
            ordered_alpha_beta=14880,
            threats=14880,
            value=0,
        ),
    ),
)
"""Positions of Hex worth looking at, with measured numbers of nodes.

The numbers are for the evaluation result at a depth: minimax, alpha-beta in natural order, in the
order scored and in the order threats, all cutting off at >=.
"""


def hex_ending(position: Hex, outcome: float) -> str:
    """Say which side has won, and how."""
    if outcome > 0:
        return "Black connects top and bottom and wins"
    return "White connects left and right and wins"


GAME = games.Game(
    name="hex",
    title="Hex",
    about="connect your two edges before your opponent connects theirs: one of you always does",
    sides=("Black", "White"),
    notation=(
        "rows from the top joined by /, of b w ., a space, side b or w: b../.w./... b; or the "
        "cells in the order "
        "played, a1 b2, with a size"
    ),
    depth=4,
    opponents={
        "sampler": "mcts,iterations=1000",
        "easy": "mcts,iterations=100",
        "middle": "mcts,iterations=400",
        "hard": "mcts,iterations=1600",
    },
    presets=PRESETS,
    start=start,
    read=read,
    evaluations={"result": games.result, "distance": stone_distance},
    stakes=STAKES,
    orderings=ORDERINGS,
    options=(
        games.size_option(SMALLEST_HEX_SIZE, LARGEST_HEX_SIZE, USUAL_HEX_SIZE),
        games.Option(
            "swap",
            "on: White may take over Black's first stone with the move swap",
            "off",
            choices=("on", "off"),
        ),
    ),
    sizes=tuple(map(str, range(SMALLEST_HEX_SIZE, LARGEST_HEX_SIZE + 1))),
    split_moves=split_transcript,
    transcript=games.Transcript(
        read=read_hex_games,
        others={"sgf": write_hex_sgf},
        recognizes=lambda text: HEX_SGF_CODE in games.game_kinds(text),
    ),
    find_move=find_move,
    target=Hex.landing,
    moves_left=lambda position: position.empty.bit_count(),
    ending=hex_ending,
)
