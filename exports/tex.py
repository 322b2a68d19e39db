r"""LaTeX: a still is a TikZ picture on a page of its own, a film a deck for beamer, whose slides share shapes.

For pdfLaTeX, LuaLaTeX and XeLaTeX. All words are escaped, so that none can be a command.
"""

from collections.abc import Sequence
from itertools import count
from pathlib import Path

from exports.format import Format
from exports.shapes import ShapeWriter, page_layers, page_scale, shapes_with_page
from visualizer.draw.picture.film import Film, pages_of
from visualizer.look.shapes import Circle, Drawing, Pen, Polygon, Rectangle, Stroke, Text
from visualizer.support.errors import visible

MAX_TEX_POINTS = 14_400
"""The longest side in points, a little less than TeX's longest length."""

TEX_ESCAPES = {
    "\\": r"\textbackslash{}",
    "{": r"\{",
    "}": r"\}",
    "$": r"\$",
    "&": r"\&",
    "#": r"\#",
    "%": r"\%",
    "_": r"\_",
    "^": r"\textasciicircum{}",
    "~": r"\textasciitilde{}",
    "<": r"\textless{}",
    ">": r"\textgreater{}",
    "|": r"\textbar{}",
    '"': r"\textquotedbl{}",
    "'": r"\textquotesingle{}",
    "`": r"\textasciigrave{}",
    " ": "~",
}
"""Letters that are commands to TeX, of which every space keeps its width."""
TEX_SIGNS = {
    "−": r"\maths{-}",
    "–": r"\textendash{}",
    "∞": r"\maths{\infty}",
    "≤": r"\maths{\leq}",
    "≥": r"\maths{\geq}",
    "≠": r"\maths{\neq}",
    "≈": r"\maths{\approx}",
    "∎": r"\maths{\blacksquare}",
    "α": r"\maths{\alpha}",
    "β": r"\maths{\beta}",
    "×": r"\maths{\times}",
    "÷": r"\maths{\div}",
    "→": r"\maths{\rightarrow}",
    "←": r"\maths{\leftarrow}",
    "⇠": r"\maths{\dashleftarrow}",
    "↑": r"\maths{\uparrow}",
    "↓": r"\maths{\downarrow}",
    "⇒": r"\maths{\Rightarrow}",
    "↧": r"\downfrombar{}",
    "…": r"\ldots{}",
    "·": r"\maths{\cdot}",
    "✓": r"\maths{\checkmark}",
    "✂": r"\scissors{}",
    "✕": r"\cross{}",
    "★": r"\maths{\bigstar}",
    "●": r"\maths{\bullet}",
    "■": r"\maths{\blacksquare}",
    "▲": r"\maths{\blacktriangle}",
    "▼": r"\maths{\blacktriangledown}",
    "▸": r"\maths{\blacktriangleright}",
    "►": r"\maths{\blacktriangleright}",
    "◂": r"\maths{\blacktriangleleft}",
    "▾": r"\maths{\blacktriangledown}",
    "□": r"\maths{\square}",
    "▣": r"\maths{\boxdot}",
    "◇": r"\maths{\Diamond}",
    "⌂": r"\house{}",
    "◦": r"\maths{\circ}",
    "⁺": r"\textsuperscript{+}",
    "⁻": r"\textsuperscript{\maths{-}}",
    "›": r"\guilsinglright{}",
    "“": r"\textquotedblleft{}",
    "”": r"\textquotedblright{}",
    "’": r"\textquoteright{}",
}
"""Signs that it has by name, or that the preamble draws."""
TEX_PREAMBLE = Path(__file__).with_name("preamble.tex").read_text(encoding="utf-8")
"""What each file begins with; it needs base LaTeX and TikZ, and uses better type where that is installed."""
TIKZ_ANCHORS = {"start": "base west", "middle": "base", "end": "base east"}
TEX_BOLD = r"\bfseries"
TEX_FONTS = {
    "mono": "",
    "sans": "\\renewcommand*\\familydefault{\\sfdefault}\n\\renewcommand*\\larger{1}\n",
}


class TikzWriter(ShapeWriter):
    """Writes shapes as lines of TikZ; keeps the styles of lines, outlines and words by name, with their colours."""

    def __init__(self) -> None:
        """Begin with none."""
        self.colours: dict[str, str] = {}
        self.names: dict[str, str] = {}
        """The name of each style."""

    def colour(self, code: str) -> str:
        """Return the name of a colour."""
        return self.colours.setdefault(code.removeprefix("#").upper(), f"c{len(self.colours)}")

    def named(self, *parts: str) -> str:
        """Return the name of a style."""
        return self.names.setdefault(", ".join(filter(None, parts)), f"s{len(self.names)}")

    def outline(self, fill: str, pen: Pen | None, *more: str) -> str:
        """Return the name of the style of an outline, filled or not."""
        parts = [f"fill={self.colour(fill)}"] if fill else []
        if pen is not None:
            if pen.dashes is None:
                dashes = ""
            else:
                dashes = f"dash pattern=on {pen.dashes[0]:g}bp off {pen.dashes[1]:g}bp"
            parts += [f"draw={self.colour(pen.colour)}", f"line width={pen.width:g}bp", dashes]
        return self.named(*parts, *more)

    def definitions(self, font: str) -> str:
        """Return the definitions of all names, and of the type if that is not the usual one."""
        colours = "".join(
            f"\\definecolor{{{name}}}{{HTML}}{{{code}}}\n" for code, name in self.colours.items()
        )
        looks = "".join(f"  {name}/.style={{{look}}},\n" for look, name in self.names.items())
        return f"{colours}\\tikzset{{\n{looks}}}\n{TEX_FONTS[font]}"

    def rectangle(self, shape: Rectangle) -> str:
        """Write a rectangle."""
        if not (shape.fill or shape.pen):
            return ""
        look = self.outline(
            shape.fill, shape.pen, f"rounded corners={shape.radius:g}bp" if shape.radius else ""
        )
        begin = _tikz_point(shape.x, shape.y)
        end = _tikz_point(shape.x + shape.width, shape.y + shape.height)
        return f"\\path[{look}] {begin} rectangle {end};\n"

    def polygon(self, shape: Polygon) -> str:
        """Write a polygon."""
        points = " -- ".join(_tikz_point(x, y) for x, y in shape.points)
        return (
            f"\\path[{self.outline(shape.fill, shape.pen, 'line join=round')}] {points} -- cycle;\n"
        )

    def stroke(self, shape: Stroke) -> str:
        """Write a line."""
        return f"\\path[{self.outline('', shape.pen)}] {_tikz_point(shape.x1, shape.y1)} -- {_tikz_point(shape.x2, shape.y2)};\n"

    def circle(self, shape: Circle) -> str:
        """Write a circle."""
        look = self.outline(shape.fill, shape.pen)
        return (
            f"\\path[{look}] {_tikz_point(shape.x, shape.y)} circle[radius={shape.radius:g}bp];\n"
        )

    def text(self, shape: Text) -> str:
        """Write a line of words."""
        font = f"\\size{{{shape.size:g}}}" + (TEX_BOLD if shape.bold else "")
        look = self.named(
            f"anchor={TIKZ_ANCHORS[shape.anchor]}",
            "inner sep=0pt",
            f"text={self.colour(shape.colour)}",
            f"font={font}",
        )
        return f"\\node[{look}] at {_tikz_point(shape.x, shape.y)} {{{escape_tex(shape.text)}}};\n"


def write(drawing: Drawing) -> bytes:
    """Return the drawing as a LaTeX file of one page; ExportWarning says if it had to be made smaller."""
    scale = page_scale("TeX file", drawing.width, drawing.height, MAX_TEX_POINTS)
    writer = TikzWriter()
    body = writer.shapes(shapes_with_page(drawing))
    return (
        f"% {visible(drawing.title)}\n\\documentclass{{article}}\n{TEX_PREAMBLE}{writer.definitions(drawing.font)}"
        f"\\begin{{document}}\n\\sbox0{{\\begin{{tikzpicture}}[{tikz_options(scale)}]\n"
        f"\\useasboundingbox (0,0) rectangle ({drawing.width:g},{drawing.height:g});\n{body}"
        "\\end{tikzpicture}}\n\\onepage\n\\end{document}\n"
    ).encode()


def write_film(film: Film) -> bytes:
    """Return a film as a LaTeX file for beamer, a slide a page, with notes; ExportWarning as for a still."""
    scale = page_scale("TeX file", film.width, film.height, MAX_TEX_POINTS)
    writer = TikzWriter()
    pages = [*pages_of(film)]
    body = "".join(
        f"\\only<{slide_ranges(numbers)}>{{%\n{writer.shapes(shapes)}}}%\n"
        for numbers, shapes in page_layers([shapes_with_page(page.drawing) for page in pages])
    )
    notes = "".join(
        f"\\note<{number}>{{{escape_tex(' '.join(page.notes)).replace('~', ' ')}}}\n"
        for number, page in enumerate(pages, 1)
        if page.notes
    )
    return (
        f"% {visible(film.title)}\n% Compile it twice: the second run puts the pictures in place.\n"
        "% \\setbeameroption{show notes} shows the notes for each slide.\n"
        "\\documentclass{beamer}\n"
        f"\\geometry{{paperwidth={film.width * scale:g}bp,paperheight={film.height * scale:g}bp}}\n"
        "\\setbeamertemplate{navigation symbols}{}\n"
        f"{TEX_PREAMBLE}{writer.definitions(pages[0].drawing.font)}"
        "\\begin{document}\n\\begin{frame}[plain]\n"
        "\\begin{tikzpicture}[remember picture,overlay,shift={(current page.north west)},"
        f"{tikz_options(scale)}]\n"
        f"{body}\\end{{tikzpicture}}\n{notes}\\end{{frame}}\n\\end{{document}}\n"
    ).encode()


def tikz_options(scale: float) -> str:
    """Return the options of a picture whose lengths are points, from the upper left corner."""
    smaller = f",transform shape,scale={scale:g}" if scale < 1 else ""
    return f"x=1bp,y=-1bp{smaller}"


def slide_ranges(numbers: Sequence[int]) -> str:
    """Return the slides on which something is, from 1, given the numbers of pages from 0.

    >>> slide_ranges([0, 1, 2, 5])
    '1-3,6'
    """
    places = iter(count())
    parts = dict[int, list[int]]()
    for number in numbers:
        parts.setdefault(number - next(places), []).append(number + 1)
    return ",".join(
        f"{part[0]}-{part[-1]}" if len(part) > 1 else f"{part[0]}" for part in parts.values()
    )


def escape_tex(text: str) -> str:
    r"""Return a text escaped for TeX: no letter of it is a command.

    >>> escape_tex(r"\input{x} 5% ≥3")
    '\\textbackslash{}input\\{x\\}~5\\%~\\maths{\\geq}3'
    """
    found = "".join(
        TEX_ESCAPES.get(letter)
        or (letter if letter.isascii() else TEX_SIGNS.get(letter) or f"\\other{{{letter}}}")
        for letter in visible(text)
    )
    return found.replace("--", "{-}{-}").replace(
        ",,", "{,}{,}"
    )  # in some type a pair is a ligature


def _tikz_point(x: float, y: float) -> str:
    return f"({round(x, 1) or 0:g},{round(y, 1) or 0:g})"


ABOUT = "LaTeX: a TikZ picture for a paper, or a beamer deck with one slide per step"
COMPILE_TWICE = "compile a beamer deck twice: the second run puts its pictures in place"
FORMAT = Format(
    "tex", (".tex",), ABOUT, write_drawing=write, write_film=write_film, film_note=COMPILE_TWICE
)
