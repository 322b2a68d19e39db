"""Text: the tree as an outline, for mail, terminals and screen readers."""

from collections.abc import Iterator

from exports.format import Format
from visualizer.draw.boards.contents import board_text, is_worth_drawing
from visualizer.draw.picture.model import (
    CUT_SIGN,
    Box,
    BoxShape,
    Picture,
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
    """Return a picture as lines: heading, board, tree as an outline, captions and legend."""
    lines = [clip_text(line, 400) for line in (picture.title, picture.subtitle) if line]
    if picture.board is not None and is_worth_drawing(picture.board.board):
        lines += ["", *board_text(picture.board.board, marks=picture.board.marks)]
    lines.append("")
    if picture.breadcrumbs:
        lines.append(clip_text(picture.breadcrumbs, 400))
    lines += outline_lines(picture)
    lines.append("")
    lines += [clip_text(line, 400) for line in picture.captions]
    if picture.legend:
        lines.append("  ".join(_legend_parts(picture)))
    return lines


def outline_lines(picture: Picture) -> Iterator[str]:
    """Yield the tree as an outline: a line for each box, indented below the line of its parent."""
    for box, last_flags in boxes_top_down(picture):
        # A flag says whether an ancestor below the root, or the box itself, is the last sibling.
        branch = ""
        if last_flags:
            *ancestors_are_last, is_last = last_flags
            branch = "".join("   " if flag else "│  " for flag in ancestors_are_last)
            branch += "└─ " if is_last else "├─ "
        yield branch + outline_words(box)


def outline_words(box: Box) -> str:
    r"""Return the line of a box: signs for its state and turn, its move, value, window and tags.

    A folded box, which represents many nodes, has only its own words.

    >>> outline_words(Box("n1", BoxShape.MIN, State.OPEN, 1, move="a2", value="≤3"))
    '● ▼ a2  ≤3'
    >>> lines = ("3 done", "2 cut")
    >>> folded = Box("w1", BoxShape.FOLDED, State.DONE, 1, lines=lines, has_last_event=True)
    >>> outline_words(folded)
    '… 3 done, 2 cut  ▸ here'
    """
    if box.shape is BoxShape.FOLDED:
        parts = [f"{box.shape.sign} {clip_text(', '.join(box.lines), 200)}"]
    else:
        parts = [*_node_words(box)]
    if box.has_last_event:
        parts.append(f"{STATE_LOOKS[State.CURRENT].glyph} here")
    return "  ".join(parts)


def _node_words(box: Box) -> Iterator[str]:
    """Yield the parts of a node's line: signs and move, value, window, score and tags, if any."""
    words = PRUNED_BRANCH_SIGN if box.is_ghost else STATE_LOOKS[box.state].glyph
    if box.state is not State.PRUNED:
        words += f" {box.shape.sign}"
    if box.move:
        words += f" {clip_text(box.full_name)}{signs_after_name(box.signs)}"
    yield words
    if box.value:
        value = clip_text(box.value)
        # A node whose state is "cut" begins with the sign already.
        if box.is_cut and box.state is not State.CUT:
            value += f" {CUT_SIGN.glyph}"
        yield value
    if box.window is not None:
        yield f"({clip_text(box.window.words)})"
    if box.score:
        yield f"score {clip_text(box.score)}"
    if box.tags:
        yield clip_text(", ".join(box.tags))


def _legend_parts(picture: Picture) -> Iterator[str]:
    """Yield each sign that occurs in the outline, followed by its meaning."""
    # A pruned node shows no sign for its turn.
    shapes = {box.shape for box in picture.boxes if box.state is not State.PRUNED}
    for shape in BoxShape:
        if shape in shapes and shape is not BoxShape.FOLDED:
            yield f"{shape.sign} {shape}"
    for sign, words in legend_entries(picture):
        if isinstance(sign, State):
            yield f"{STATE_LOOKS[sign].glyph} {words}"
        # Entries with a `Sign` explain signs of bounds, which an outline does not show. The sign of
        # chance nodes was yielded with the shapes.
        elif isinstance(sign, str) and sign != BoxShape.CHANCE.sign:
            yield f"{sign} {words}"


FORMAT = Format(
    "txt", (".txt",), "an outline in plain text, for terminals, mail and screen readers", write
)
