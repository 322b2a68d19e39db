"""Sizes of the parts of a page, in units of its text size, and its lines of words: common to layout and drawing."""

from textwrap import wrap

from visualizer.look.shapes import LETTER, WORD, clip
from visualizer.picture.layout.node_measures import NAME, QUARTERS, WINDOW

MARGIN = 1.7
TITLE = 1.4
LINE = 1.35
"""Height of a line of words."""
NAME_ROOM, WINDOW_ROOM = NAME / QUARTERS, WINDOW / QUARTERS
PEAK = 0.75
"""Height of the point of a node, which says whose turn it is."""
SIGN_RADIUS = 0.56
LEGEND_ROW, LEGEND_GAP = 1.6, 1.6
SWATCH, SWATCH_HEIGHT = 1.9, 1.15
"""Width and height of a sample in the legend."""
NARROWEST = 46.0
"""The least width of a page that fits, without its margins."""
ASIDE = 1.5
"""Distance between the tree and the board beside it."""
BOARD_LETTERS = 17
"""The least width of the column of a board, in letters."""
BOARD_SHARE, SMALL_SHARE = 0.27, 0.2
"""The part of the width of a slide that a board takes, and a small one."""
LONGEST_WORDS = 400
HARD_SPACE = "\u00a0"


def lines_in(words: str, size: float, width: float) -> list[str]:
    """Return words as lines that fit a width; neither a short formula nor a word with a hyphen is broken."""
    unbroken = WORD.sub(lambda word: word[0].replace(" ", HARD_SPACE), clip(words, LONGEST_WORDS))
    return [line.replace(HARD_SPACE, " ") for line in wrap(unbroken, letters_in(size, width), break_on_hyphens=False)]


def letters_in(size: float, width: float) -> int:
    """Return how many letters of a size fit a width."""
    return max(8, int(width / (LETTER * size)))
