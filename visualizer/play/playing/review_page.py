"""A review as a page: a file of the web with boards and curve, light or dark as the reader's system is, or Markdown."""

from collections.abc import Iterator, Mapping
from html import escape
from pathlib import Path

from exports.svg import part_of
from games import Board, Coordinates
from visualizer.draw.boards.contents import Mark, done
from visualizer.draw.boards.contents import draw as lines_of
from visualizer.draw.boards.shapes import draw, size_of
from visualizer.explaining.explanation.naming import capitalized
from visualizer.look.numbers import format_signed
from visualizer.look.shapes import Drawing
from visualizer.look.table import escaped
from visualizer.look.themes import STYLED, THEMES, style_variables
from visualizer.look.web_page import filled
from visualizer.play.playing import review_words
from visualizer.play.playing.game_review import Review
from visualizer.play.playing.move_value import Verdict
from visualizer.support.errors import InputError, visible

WEB = ".html", ".htm"
MARKDOWN = (".md",)
SIZE = 13
"""The boards' size of text, in points."""
LONGEST_SIDE = 320
LARGEST = 1.6
"""Dots of a board, and how much larger than its own size it is at most."""
CURVE = (640, 120)
"""Width and height of the curve."""
BAND = 16
"""Height of a band for won games."""
BESIDE = 96
"""Width beside the curve, for the names of the bands."""


def contents(review: Review | None, name: str) -> bytes:
    """Return a review as a file whose ending says how; InputError lists the endings. Without a review, only that."""
    ending = Path(name).suffix.lower()
    if ending not in WEB + MARKDOWN:
        raise InputError(
            f"the file name {name!r:.200} has no ending for a review: {' '.join(WEB + MARKDOWN)}"
        )
    if review is None:
        return b""
    return (web_page(review) if ending in WEB else markdown(review)).encode()


def web_page(review: Review) -> str:
    """Return the review as one page of the web, which loads nothing."""
    title, *rest = map(_safe, review_words.heading(review))
    first = review.match.side(maximizing=True)
    most = format_signed(review_words.largest(review.values))
    found = review_words.table(review)
    head = "".join(f"<th>{_safe(name)}</th>" for name in found.columns)
    cells = (
        "".join(f"<td>{_safe('–' if cell is None else str(cell))}</td>" for cell in row)
        for row in found.rows
    )
    body = "".join(f"<tr>{row}</tr>" for row in cells)
    parts = {
        "title": title,
        "rest": "".join(f"<p>{line}</p>" for line in rest),
        "light": style_variables(THEMES["light"]),
        "dark": style_variables(THEMES["dark"]),
        "curve": _curve(review),
        "values": _safe(
            f"Values for {first}, up to {most}; a won game reaches the band at the edge."
        ),
        "worst": _safe(
            " ".join(
                filter(None, (review_words.luck_and_errors(review), review_words.worst(review)))
            )
        ),
        "points": "\n".join(_point(review, judged) for judged in review.turning_points),
        "table": f"<table><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table>",
    }
    return filled(Path(__file__).with_name("review.html"), parts)


def markdown(review: Review) -> str:
    """Return the review in Markdown, with boards as text."""
    title, *rest = map(_words, review_words.heading(review))
    values = (
        _words(f"{capitalized(review_words.curve_said(review))}:"),
        f"`{review_words.curve(review)}`",
    )
    said = [
        _words(words)
        for words in (review_words.luck_and_errors(review), review_words.worst(review))
        if words
    ]
    parts = [f"# {title}", *rest, *values, "## Turning points", *said]
    for judged in review.turning_points:
        parts += [
            f"### Move {judged.number}",
            _words(review_words.turning_point(review, judged)),
            *(
                "\n".join(f"    {visible(line)}" for line in (name, *lines_of(board, marks=marked)))
                for name, board, marked in boards(review, judged)
            ),
        ]
    return "\n\n".join([*parts, "## All moves", review_words.table(review).markdown()]) + "\n"


Marks = Mapping[Coordinates, Mark]


def boards(review: Review, verdict: Verdict) -> Iterator[tuple[str, Board, Marks]]:
    """Yield the boards after the move played and after the best one, each with a title and what the move did."""
    before = review.match.before(verdict.number - 1)
    for words, value in (("played", verdict.move), ("better", verdict.best)):
        *_, move = review.match.game.find_moves(before, value.move)
        yield f"{words}: {value.name}", *done(review.match.game, before, move, before.board())


def _point(review: Review, verdict: Verdict) -> str:
    """Write a turning point: a sentence or two, and the boards."""
    figures = "".join(
        f"<figure>{_board(board, marked)}<figcaption>{_safe(name)}</figcaption></figure>"
        for name, board, marked in boards(review, verdict)
    )
    return f"<p>{_safe(review_words.turning_point(review, verdict))}</p><div class=boards>{figures}</div>"


def _board(board: Board, marked: Marks) -> str:
    """Draw a board in the colours of the page."""
    width, height = size_of(board, SIZE)
    drawing = Drawing(
        width, height, STYLED.page, "", "", tuple(draw(board, STYLED, 0, 0, SIZE, marked))
    )
    scale = min(LARGEST, LONGEST_SIDE / max(width, height))
    return part_of(drawing, (0, 0, width, height), (round(width * scale), round(height * scale)))


def _curve(review: Review) -> str:
    """Draw the values as columns up or down, won games into a band; those of turning points stand out."""
    width, height = CURVE
    values = review_words.heights(review)
    turning = {judged.number for judged in review.turning_points}
    step = width / max(1, len(values))
    inner = height / 2 - BAND
    bars = [
        f'<rect x="0" y="{y}" width="{width}" height="{BAND}" fill="var(--faint)" opacity="0.25"/>'
        f'<text x="{width + 4}" y="{y + BAND - 4}" font-size="11" fill="currentColor">'
        f"{_safe(review.match.side(maximizing=not y))} wins</text>"
        for y in (0, height - BAND)
    ]
    for number, each in enumerate(values):
        if each is not None:
            tall = max(1.0, height / 2 if each.won else abs(each.share) * inner)
            top = height / 2 - (tall if each.share > 0 else 0)
            hue = "vermillion" if number in turning else "blue"
            bars.append(
                f'<rect x="{number * step:.1f}" y="{top:.1f}" width="{step * 0.8:.1f}" height="{tall:.1f}"'
                f' fill="var(--line-{hue})"/>'
            )
    return (
        f'<svg viewBox="0 0 {width + BESIDE} {height}" width="{width + BESIDE}" height="{height}" role="img"'
        f' aria-label="values">'
        f"{''.join(bars)}<path d='M0 {height / 2}H{width}' stroke='var(--faint)'/></svg>"
    )


def _safe(text: str) -> str:
    return escape(visible(text))


def _words(text: str) -> str:
    return escaped(visible(text))
