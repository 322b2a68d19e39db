"""Trees from published figures, each with its source and its counts."""

from games._game import Preset

PRESETS = (
    Preset(
        "aima-5.2",
        "[[3,12,8],[2,4,6],[14,5,2]]",
        "the best-known tree of all: one cutoff, in the second branch",
        counts={"value": 3, "minimax leaves": 9, "alpha-beta leaves": 7},
        source="Russell and Norvig, Artificial Intelligence: A Modern Approach, figures 5.2 and 5.5",
    ),
)
