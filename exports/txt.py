"""Text: the tree as an outline, for mail, terminals and screen readers."""

from collections.abc import Iterator

from exports.format import Format
from visualizer.draw.boards.contents import board_text, is_worth_drawing
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
    """Return heading, board, outline, captions and legend."""
    lines = [clip_text(line, 400) for line in (picture.title, picture.subtitle) if line]
    if picture.board is not None and is_worth_drawing(picture.board.board):
        lines += ["", *board_text(picture.board.board, marks=picture.board.marks)]
    lines.append("")
    if picture.upper:
        lines.append(clip_text(picture.upper, 400))
    lines += outline_lines(picture)
    lines.append("")
    lines += [clip_text(line, 400) for line in picture.captions]
    if picture.legend:
        lines.append("  ".join(_legend_parts(picture)))
    return lines


def outline_lines(picture: Picture) -> Iterator[str]:
    """Yield a line for each box, each below its parent's."""
    for box, last_flags in boxes_top_down(picture):
        branch = ""
        if last_flags:
            *above, is_last = last_flags
            branch = "".join("   " if flag else "│  " for flag in above)
            branch += "└─ " if is_last else "├─ "
        yield branch + outline_words(box)


def outline_words(box: Box) -> str:
    r"""Return a box in words: the sign of its state, turn, move, value, window and tags.

    >>> outline_words(Box("n1", BoxShape.MIN, State.OPEN, 1, move="a2", value="≤3"))
    '● ▼ a2  ≤3'
    >>> folded = Box("w1", BoxShape.FOLDED, State.DONE, 1, lines=("3 done", "2 cut"), running=True)
    >>> outline_words(folded)
    '… 3 done, 2 cut  ▸ here'
    """
    if box.shape is BoxShape.FOLDED:
        parts = [f"{box.shape.sign} {clip_text(', '.join(box.lines), 200)}"]
    else:
        parts = [*_node_words(box)]
    if box.running:
        parts.append(f"{STATE_LOOKS[State.CURRENT].glyph} here")
    return "  ".join(parts)


def _node_words(box: Box) -> Iterator[str]:
    """Yield the parts of a node's line."""
    words = PRUNED_BRANCH_SIGN if box.is_ghost else STATE_LOOKS[box.state].glyph
    if box.state is not State.PRUNED:
        words += f" {box.shape.sign}"
    if box.move:
        words += f" {clip_text(box.full_name)}{signs_after_name(box.signs)}"
    yield words
    if box.value:
        # A cut node has the sign in front already.
        adds_sign = box.is_cut and box.state is not State.CUT
        yield clip_text(box.value) + (f" {CUT_SIGN.glyph}" if adds_sign else "")
    if box.window is not None:
        yield f"({clip_text(box.window.words)})"
    if box.score:
        yield f"score {clip_text(box.score)}"
    if box.tags:
        yield clip_text(", ".join(box.tags))


def _legend_parts(picture: Picture) -> Iterator[str]:
    """Yield the signs that occur and what they mean."""
    shapes = {box.shape for box in picture.boxes if box.state is not State.PRUNED}
    for shape in BoxShape:
        if shape in shapes and shape is not BoxShape.FOLDED:
            yield f"{shape.sign} {shape}"
    for sign, words in legend_entries(picture):
        if isinstance(sign, State):
            yield f"{STATE_LOOKS[sign].glyph} {words}"
        elif sign != "~" and not isinstance(sign, Sign):
            yield f"{sign} {words}"


FORMAT = Format(
    "txt", (".txt",), "an outline in plain text, for terminals, mail and screen readers", write
)
