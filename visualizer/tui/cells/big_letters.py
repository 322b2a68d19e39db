"""Numbers of several lines, for boxes that a class reads from the last row."""

from collections.abc import Iterator

PIXELS = {
    "0": "### #.# #.# #.# ###", "1": ".#. ##. .#. .#. ###", "2": "### ..# ### #.. ###", "3": "### ..# .## ..# ###",
    "4": "#.# #.# ### ..# ..#", "5": "### #.. ### ..# ###", "6": "### #.. ### #.# ###", "7": "### ..# ..# .#. .#.",
    "8": "### #.# ### #.# ###", "9": "### #.# ### ..# ###", "−": "... ... ### ... ...", "-": "... ... ### ... ...",
    "+": "... .#. ### .#. ...", "≥": "#.. .#. #.. ... ###", "≤": "..# .#. ..# ... ###", "?": "### ..# .## ... .#.",
    ".": ". . . . #", ",": ". . . # #", "·": ". . # . .",
    "…": "..... ..... ..... ..... #.#.#",
}  # fmt: skip
"""Each letter in five rows of dots."""
ROWS = 5
HALVES = {(False, False): " ", (True, False): "▀", (False, True): "▄", (True, True): "█"}


def big(text: str, lines: int) -> list[str]:
    """Return a number in lines of block letters: two rows of dots a line in 3 or 4 lines, one in more.

    None are returned where the number has a letter that is not among the PIXELS, or where there are fewer lines.

    >>> for line in big("≥14", 3):
    ...     print(line)
    ▀▄  ▄█  █ █
    ▀    █  ▀▀█
    ▀▀▀ ▀▀▀   ▀
    """
    if not text or lines < (ROWS + 1) // 2 or not all(letter in PIXELS for letter in text):
        return []
    rows = [" ".join(parts) for parts in zip(*(PIXELS[letter].split() for letter in text), strict=True)]
    dots = [[letter == "#" for letter in row] for row in rows]
    return [*(doubled(dots) if lines >= ROWS else halved(dots))]


def doubled(dots: list[list[bool]]) -> Iterator[str]:
    """Yield a line for each row of dots, two cells a dot."""
    return ("".join("██" if dot else "  " for dot in row) for row in dots)


def halved(dots: list[list[bool]]) -> Iterator[str]:
    """Yield a line for each two rows of dots, a cell a dot."""
    rows = [*dots, [False] * len(dots[0])]
    for upper, lower in zip(rows[::2], rows[1::2], strict=True):
        yield "".join(HALVES[pair] for pair in zip(upper, lower, strict=True))
