"""Games: what a position is, what a game offers, and which games there are.

A game knows its rules, and nothing of searching or drawing. A name with an underscore in front belongs to this package.
"""

from games._discovery import USER_GAME, GameNotFound, broken, did_you_mean, is_ours, load, names, package_of
from games._files import NotTrusted, trust, trusted
from games._game import (
    CHANCE,
    Evaluation,
    Game,
    MoveScores,
    NoisyMoves,
    Preset,
    Settings,
    by_sign,
    find_by_name,
    measured,
    never,
    result,
)
from games._notation import (
    NotInstalled,
    Option,
    check_length,
    choice,
    how_to_install,
    library_version,
    shorten,
    size_option,
    whole_number,
)
from games._position import (
    AnyPosition,
    Board,
    Cell,
    Coordinates,
    Ground,
    Player,
    Position,
    Probabilities,
    Turn,
    passed,
    probabilities,
    turn_of,
    unfinished,
)
from games._stakes import WIN_OR_DRAW, Stakes, Standing, counted, with_win
from games._transcript import (
    PROPERTIES,
    Movetext,
    Played,
    Record,
    Transcript,
    game_kinds,
    read_movetext,
    read_names,
    read_properties,
    records,
    write_joined,
    write_movetext,
    write_properties,
)

DEMONSTRATION = ("othello", "first-look")
"""The game and the preset whose first cutoffs are the easiest to follow: what `make run` opens."""

__all__ = [
    "CHANCE", "DEMONSTRATION", "PROPERTIES", "USER_GAME", "WIN_OR_DRAW", "AnyPosition", "Board", "Cell",
    "Coordinates", "Evaluation", "Game", "GameNotFound", "Ground", "MoveScores", "Movetext", "NoisyMoves",
    "NotInstalled", "NotTrusted", "Option", "Played", "Player", "Position", "Preset", "Probabilities", "Record",
    "Settings", "Stakes", "Standing", "Transcript", "Turn", "broken", "by_sign", "check_length", "choice",
    "counted", "did_you_mean", "find_by_name", "game_kinds", "how_to_install", "is_ours", "library_version", "load",
    "measured", "names", "never", "package_of", "passed", "probabilities", "read_movetext", "read_names",
    "read_properties", "records", "result", "shorten", "size_option", "trust", "trusted", "turn_of", "unfinished",
    "whole_number", "with_win", "write_joined", "write_movetext", "write_properties",
]  # fmt: skip
