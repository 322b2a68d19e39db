"""Text: the tree as an outline, a line for each node, for mail, terminals and screen readers."""

from collections.abc import Iterator

from exports.format import Format
from visualizer.draw.boards.contents import draw as draw_board
from visualizer.draw.boards.contents import is_worth_drawing
from visualizer.draw.picture.model import (
    CUT_SIGN,
    Box,
    BoxShape,
    Picture,
    Sign,
    after_name,
    top_down,
)
from visualizer.draw.picture.shapes.drawing import entries_of
from visualizer.look.legend import BELOW, LEGEND, State
from visualizer.look.text import clip


def write(picture: Picture) -> bytes:
    """Return the picture as a text file in UTF-8."""
    return ("\n".join(lines_of(picture)) + "\n").encode()


def lines_of(picture: Picture) -> list[str]:
    """Return heading, board, outline, counts and legend."""
    lines = [clip(line, 400) for line in (picture.title, picture.subtitle) if line]
    if picture.board is not None and is_worth_drawing(picture.board.board):
        lines += ["", *draw_board(picture.board.board, marks=picture.board.marks)]
    lines += [
        "",
        *([clip(picture.upper, 400)] if picture.upper else []),
        *outline(picture),
        "",
        *(clip(line, 400) for line in picture.captions),
    ]
    if picture.legend:
        return [*lines, "  ".join(_key(picture))]
    return lines


def outline(picture: Picture) -> Iterator[str]:
    """Yield the boxes from the root down, each a line under its parent's."""
    for box, is_last in top_down(picture):
        before = "".join("   " if last else "│  " for last in is_last[:-1])
        if is_last:
            branch = "└─ " if is_last[-1] else "├─ "
        else:
            branch = ""
        yield before + branch + words_of(box)


def words_of(box: Box) -> str:
    r"""Return a box in words: its state's sign, whose turn it is, the move, the value, the window, tags.

    >>> words_of(Box("n1", BoxShape.MIN, State.OPEN, 1, move="a2", value="≤3"))
    '● ▼ a2  ≤3'
    >>> words_of(Box("w1", BoxShape.FOLDED, State.DONE, 1, lines=("3 done", "2 cut"), running=True))
    '… 3 done, 2 cut  ▸ here'
    """
    if box.running:
        tree = [f"{LEGEND[State.CURRENT].glyph} here"]
    else:
        tree = []
    if box.shape is BoxShape.FOLDED:
        return "  ".join([f"{box.shape.sign} {clip(', '.join(box.lines), 200)}", *tree])
    if box.state is State.PRUNED:
        sign = ""
    else:
        sign = f" {box.shape.sign}"
    words = [
        f"{BELOW if box.is_ghost else LEGEND[box.state].glyph}{sign}"
        + (f" {clip(box.full_name)}{after_name(box.signs)}" if box.move else "")
    ]
    if box.value:
        says_cut = box.is_cut and box.state is not State.CUT
        words.append(clip(box.value) + (f" {CUT_SIGN.glyph}" if says_cut else ""))
    if box.window is not None:
        words += [f"({clip(box.window.words)})"]
    else:
        words += []
    if box.score:
        words += [f"score {clip(box.score)}"]
    else:
        words += []
    if box.tags:
        words += [clip(", ".join(box.tags))]
    else:
        words += []
    return "  ".join(words + tree)


def _key(picture: Picture) -> Iterator[str]:
    """Yield the signs that occur and what they mean."""
    shapes = {box.shape for box in picture.boxes if box.state is not State.PRUNED} - {
        BoxShape.FOLDED
    }
    yield from (f"{shape.sign} {shape}" for shape in BoxShape if shape in shapes)
    for sign, word in entries_of(picture):
        if sign != "~" and not isinstance(sign, Sign):
            yield f"{LEGEND[sign].glyph if isinstance(sign, State) else sign} {word}"


FORMAT = Format(
    "txt", (".txt",), "an outline in plain text, for terminals, mail and screen readers", write
)
