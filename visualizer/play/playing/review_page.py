"""A review as a page: a file of the web with boards and curve, light or dark as the reader's system is, or Markdown."""

from collections.abc import Iterator, Mapping
from html import escape
from pathlib import Path

from exports.svg import svg_part
from games import Board, Coordinates
from visualizer.draw.boards.contents import Mark, play_on_board
from visualizer.draw.boards.contents import board_text as lines_of
from visualizer.draw.boards.shapes import board_drawing_size, draw_board_shapes
from visualizer.explaining.explanation.naming import capitalized
from visualizer.look.numbers import format_signed
from visualizer.look.shapes import Drawing
from visualizer.look.table import escaped
from visualizer.look.themes import STYLED_THEME, THEMES, style_variables
from visualizer.look.web_page import fill_template
from visualizer.play.playing import review_words
from visualizer.play.playing.game_review import Review
from visualizer.play.playing.move_value import Verdict
from visualizer.support.errors import InputError, visible

WEB_REVIEW_ENDINGS = ".html", ".htm"
MARKDOWN_REVIEW_ENDINGS = (".md",)
REVIEW_FONT_SIZE = 13
"""The boards' size of text, in points."""
MAX_REVIEW_BOARD_SIDE = 320
MAX_REVIEW_BOARD_SCALE = 1.6
"""Dots of a board, and how much larger than its own size it is at most."""
REVIEW_CURVE_SIZE = (640, 120)
"""Width and height of the curve."""
WON_BAND_HEIGHT = 16
"""Height of a band for won games."""
CURVE_LABEL_WIDTH = 96
"""Width beside the curve, for the names of the bands."""


def review_file_contents(review: Review | None, name: str) -> bytes:
    """Return a review as a file whose ending says how; InputError lists the endings. Without a review, only that."""
    ending = Path(name).suffix.lower()
    if ending not in WEB_REVIEW_ENDINGS + MARKDOWN_REVIEW_ENDINGS:
        raise InputError(
            f"the file name {name!r:.200} has no ending for a review: {' '.join(WEB_REVIEW_ENDINGS + MARKDOWN_REVIEW_ENDINGS)}"
        )
    if review is None:
        return b""
    return (
        review_web_page(review) if ending in WEB_REVIEW_ENDINGS else review_markdown(review)
    ).encode()


def review_web_page(review: Review) -> str:
    """Return the review as one page of the web, which loads nothing."""
    title, *rest = map(_safe_html, review_words.review_heading(review))
    first = review.match.side(maximizing=True)
    most = format_signed(review_words.largest_unwon_value(review.values))
    found = review_words.review_table(review)
    head = "".join(f"<th>{_safe_html(name)}</th>" for name in found.columns)
    cells = (
        "".join(f"<td>{_safe_html('–' if cell is None else str(cell))}</td>" for cell in row)
        for row in found.rows
    )
    body = "".join(f"<tr>{row}</tr>" for row in cells)
    parts = {
        "title": title,
        "rest": "".join(f"<p>{line}</p>" for line in rest),
        "light": style_variables(THEMES["light"]),
        "dark": style_variables(THEMES["dark"]),
        "curve": _curve_html(review),
        "values": _safe_html(
            f"Values for {first}, up to {most}; a won game reaches the band at the edge."
        ),
        "worst": _safe_html(
            " ".join(
                filter(
                    None, (review_words.luck_and_errors(review), review_words.worst_moves(review))
                )
            )
        ),
        "points": "\n".join(
            _turning_point_html(review, judged) for judged in review.turning_points
        ),
        "table": f"<table><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table>",
    }
    return fill_template(Path(__file__).with_name("review.html"), parts)


def review_markdown(review: Review) -> str:
    """Return the review in Markdown, with boards as text."""
    title, *rest = map(_escaped_words, review_words.review_heading(review))
    values = (
        _escaped_words(f"{capitalized(review_words.describe_curve(review))}:"),
        f"`{review_words.value_curve(review)}`",
    )
    said = [
        _escaped_words(words)
        for words in (review_words.luck_and_errors(review), review_words.worst_moves(review))
        if words
    ]
    parts = [f"# {title}", *rest, *values, "## Turning points", *said]
    for judged in review.turning_points:
        parts += [
            f"### Move {judged.number}",
            _escaped_words(review_words.turning_point(review, judged)),
            *(
                "\n".join(f"    {visible(line)}" for line in (name, *lines_of(board, marks=marked)))
                for name, board, marked in turning_point_boards(review, judged)
            ),
        ]
    return (
        "\n\n".join([*parts, "## All moves", review_words.review_table(review).markdown()]) + "\n"
    )


BoardMarks = Mapping[Coordinates, Mark]


def turning_point_boards(
    review: Review, verdict: Verdict
) -> Iterator[tuple[str, Board, BoardMarks]]:
    """Yield the boards after the move played and after the best one, each with a title and what the move did."""
    before = review.match.before(verdict.number - 1)
    for words, value in (("played", verdict.move), ("better", verdict.best)):
        *_, move = review.match.game.find_moves(before, value.move)
        yield (
            f"{words}: {value.name}",
            *play_on_board(review.match.game, before, move, before.board()),
        )


def _turning_point_html(review: Review, verdict: Verdict) -> str:
    """Write a turning point: a sentence or two, and the boards."""
    figures = "".join(
        f"<figure>{_board_html(board, marked)}<figcaption>{_safe_html(name)}</figcaption></figure>"
        for name, board, marked in turning_point_boards(review, verdict)
    )
    return f"<p>{_safe_html(review_words.turning_point(review, verdict))}</p><div class=boards>{figures}</div>"


def _board_html(board: Board, marked: BoardMarks) -> str:
    """Draw a board in the colours of the page."""
    width, height = board_drawing_size(board, REVIEW_FONT_SIZE)
    drawing = Drawing(
        width,
        height,
        STYLED_THEME.page,
        "",
        "",
        tuple(draw_board_shapes(board, STYLED_THEME, 0, 0, REVIEW_FONT_SIZE, marks=marked)),
    )
    scale = min(MAX_REVIEW_BOARD_SCALE, MAX_REVIEW_BOARD_SIDE / max(width, height))
    return svg_part(drawing, (0, 0, width, height), (round(width * scale), round(height * scale)))


def _curve_html(review: Review) -> str:
    """Draw the values as columns up or down, won games into a band; those of turning points stand out."""
    width, height = REVIEW_CURVE_SIZE
    values = review_words.review_heights(review)
    turning = {judged.number for judged in review.turning_points}
    step = width / max(1, len(values))
    inner = height / 2 - WON_BAND_HEIGHT
    bars = [
        f'<rect x="0" y="{y}" width="{width}" height="{WON_BAND_HEIGHT}" fill="var(--faint)" opacity="0.25"/>'
        f'<text x="{width + 4}" y="{y + WON_BAND_HEIGHT - 4}" font-size="11" fill="currentColor">'
        f"{_safe_html(review.match.side(maximizing=not y))} wins</text>"
        for y in (0, height - WON_BAND_HEIGHT)
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
        f'<svg viewBox="0 0 {width + CURVE_LABEL_WIDTH} {height}" width="{width + CURVE_LABEL_WIDTH}" height="{height}" role="img"'
        f' aria-label="values">'
        f"{''.join(bars)}<path d='M0 {height / 2}H{width}' stroke='var(--faint)'/></svg>"
    )


def _safe_html(text: str) -> str:
    return escape(visible(text))


def _escaped_words(text: str) -> str:
    return escaped(visible(text))
