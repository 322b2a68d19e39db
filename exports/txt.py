"""Text: the tree as an outline, a line for each node, for mail, terminals and screen readers."""

from collections.abc import Iterator

from exports.format import Format
from visualizer.draw.boards.contents import board_text as draw_board
from visualizer.draw.boards.contents import is_worth_drawing
from visualizer.draw.picture.model import (
    CUT_SIGN,
    Box,
    BoxShape,
    Picture,
    Sign,
    boxes_top_down,
    signs_after_name,
)
from visualizer.draw.picture.shapes.drawing import legend_entries
from visualizer.look.legend import PRUNED_BRANCH_SIGN, STATE_LOOKS, State
from visualizer.look.text import clip_text


def write(picture: Picture) -> bytes:
    """Return the picture as a text file in UTF-8."""
    return ("\n".join(text_lines(picture)) + "\n").encode()


def text_lines(picture: Picture) -> list[str]:
    """Return heading, board, outline, counts and legend."""
    lines = [clip_text(line, 400) for line in (picture.title, picture.subtitle) if line]
    if picture.board is not None and is_worth_drawing(picture.board.board):
        lines += ["", *draw_board(picture.board.board, marks=picture.board.marks)]
    lines += [
        "",
        *([clip_text(picture.upper, 400)] if picture.upper else []),
        *outline_lines(picture),
        "",
        *(clip_text(line, 400) for line in picture.captions),
    ]
    if picture.legend:
        return [*lines, "  ".join(_legend_parts(picture))]
    return lines


def outline_lines(picture: Picture) -> Iterator[str]:
    """Yield the boxes from the root down, each a line under its parent's."""
    for box, is_last in boxes_top_down(picture):
        before = "".join("   " if last else "│  " for last in is_last[:-1])
        if is_last:
            branch = "└─ " if is_last[-1] else "├─ "
        else:
            branch = ""
        yield before + branch + outline_words(box)


def outline_words(box: Box) -> str:
    r"""Return a box in words: its state's sign, whose turn it is, the move, the value, the window, tags.

    >>> outline_words(Box("n1", BoxShape.MIN, State.OPEN, 1, move="a2", value="≤3"))
    '● ▼ a2  ≤3'
    >>> outline_words(Box("w1", BoxShape.FOLDED, State.DONE, 1, lines=("3 done", "2 cut"), running=True))
    '… 3 done, 2 cut  ▸ here'
    """
    if box.running:
        tree = [f"{STATE_LOOKS[State.CURRENT].glyph} here"]
    else:
        tree = []
    if box.shape is BoxShape.FOLDED:
        return "  ".join([f"{box.shape.sign} {clip_text(', '.join(box.lines), 200)}", *tree])
    if box.state is State.PRUNED:
        sign = ""
    else:
        sign = f" {box.shape.sign}"
    words = [
        f"{PRUNED_BRANCH_SIGN if box.is_ghost else STATE_LOOKS[box.state].glyph}{sign}"
        + (f" {clip_text(box.full_name)}{signs_after_name(box.signs)}" if box.move else "")
    ]
    if box.value:
        says_cut = box.is_cut and box.state is not State.CUT
        words.append(clip_text(box.value) + (f" {CUT_SIGN.glyph}" if says_cut else ""))
    if box.window is not None:
        words += [f"({clip_text(box.window.words)})"]
    else:
        words += []
    if box.score:
        words += [f"score {clip_text(box.score)}"]
    else:
        words += []
    if box.tags:
        words += [clip_text(", ".join(box.tags))]
    else:
        words += []
    return "  ".join(words + tree)


def _legend_parts(picture: Picture) -> Iterator[str]:
    """Yield the signs that occur and what they mean."""
    shapes = {box.shape for box in picture.boxes if box.state is not State.PRUNED} - {
        BoxShape.FOLDED
    }
    yield from (f"{shape.sign} {shape}" for shape in BoxShape if shape in shapes)
    for sign, word in legend_entries(picture):
        if sign != "~" and not isinstance(sign, Sign):
            yield f"{STATE_LOOKS[sign].glyph if isinstance(sign, State) else sign} {word}"


FORMAT = Format(
    "txt", (".txt",), "an outline in plain text, for terminals, mail and screen readers", write
)
