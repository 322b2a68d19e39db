r"""LaTeX: a still is a page with a TikZ picture, a film a beamer deck whose slides share shapes.

The files work with pdfLaTeX, LuaLaTeX and XeLaTeX. All words are escaped: none can be a command.
"""

from collections.abc import Sequence
from pathlib import Path

from exports.format import Format
from exports.shapes import ShapeWriter, page_layers, page_scale, shapes_with_page
from visualizer.draw.picture.film import Film, pages_of
from visualizer.look.shapes import Circle, Drawing, Pen, Polygon, Rectangle, Stroke, Text
from visualizer.support.errors import visible

MAX_TEX_POINTS = 14_400
"""The longest side, a little less than TeX's longest length."""

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
"""Characters that are commands to TeX; a `~` is a space that keeps its width."""
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
"""Signs that TeX has by name, or that the preamble draws."""
TEX_PREAMBLE = Path(__file__).with_name("preamble.tex").read_text(encoding="utf-8")
"""The head of each file: it needs base LaTeX and TikZ, and uses better type if installed."""
TIKZ_ANCHORS = {
    "start": "base west",
    "middle": "base",
    "end": "base east",
}
TEX_BOLD = r"\bfseries"
TEX_FONTS = {
    "mono": "",
    "sans": "\\renewcommand*\\familydefault{\\sfdefault}\n\\renewcommand*\\larger{1}\n",
}


class TikzWriter(ShapeWriter):
    """Writes shapes as lines of TikZ, and collects their colours and styles by name."""

    def __init__(self) -> None:
        """Begin without colours and styles."""
        self.colours: dict[str, str] = {}
        """The name of each colour."""
        self.names: dict[str, str] = {}
        """The name of each style."""

    def colour_name(self, code: str) -> str:
        """Return the name of a colour."""
        return self.colours.setdefault(code.removeprefix("#").upper(), f"c{len(self.colours)}")

    def style_name(self, *parts: str) -> str:
        """Return the name of a style."""
        return self.names.setdefault(", ".join(filter(None, parts)), f"s{len(self.names)}")

    def outline_name(self, fill: str, pen: Pen | None, *more: str) -> str:
        """Return the name of the style with a fill and an outline.

        `fill` is a colour, "" for no fill. Without a pen there is no outline. `more` are further
        options of TikZ.
        """
        parts = []
        if fill:
            parts.append(f"fill={self.colour_name(fill)}")
        if pen is not None:
            parts.append(f"draw={self.colour_name(pen.colour)}")
            parts.append(f"line width={pen.width:g}bp")
            if pen.dashes is not None:
                dash, gap = pen.dashes
                parts.append(f"dash pattern=on {dash:g}bp off {gap:g}bp")
        return self.style_name(*parts, *more)

    def definitions(self, font: str) -> str:
        """Return the definitions of all names, and of the typeface if it is not the default."""
        colours = "".join(
            f"\\definecolor{{{name}}}{{HTML}}{{{code}}}\n" for code, name in self.colours.items()
        )
        styles = "".join(f"  {name}/.style={{{style}}},\n" for style, name in self.names.items())
        return f"{colours}\\tikzset{{\n{styles}}}\n{TEX_FONTS[font]}"

    def rectangle(self, shape: Rectangle) -> str:
        """Return a rectangle as a line of TikZ, "" if it has neither a fill nor a pen."""
        is_visible = shape.fill or shape.pen
        if not is_visible:
            return ""
        corners = f"rounded corners={shape.radius:g}bp" if shape.radius else ""
        style = self.outline_name(shape.fill, shape.pen, corners)
        begin = _tikz_point(shape.x, shape.y)
        end = _tikz_point(shape.x + shape.width, shape.y + shape.height)
        return f"\\path[{style}] {begin} rectangle {end};\n"

    def polygon(self, shape: Polygon) -> str:
        """Write a polygon."""
        points = " -- ".join(_tikz_point(x, y) for x, y in shape.points)
        style = self.outline_name(shape.fill, shape.pen, "line join=round")
        return f"\\path[{style}] {points} -- cycle;\n"

    def stroke(self, shape: Stroke) -> str:
        """Write a line."""
        style = self.outline_name("", shape.pen)
        begin = _tikz_point(shape.x1, shape.y1)
        return f"\\path[{style}] {begin} -- {_tikz_point(shape.x2, shape.y2)};\n"

    def circle(self, shape: Circle) -> str:
        """Write a circle."""
        style = self.outline_name(shape.fill, shape.pen)
        middle = _tikz_point(shape.x, shape.y)
        return f"\\path[{style}] {middle} circle[radius={shape.radius:g}bp];\n"

    def text(self, shape: Text) -> str:
        """Return a text as a line of TikZ."""
        font = f"\\size{{{shape.size:g}}}" + (TEX_BOLD if shape.bold else "")
        style = self.style_name(
            f"anchor={TIKZ_ANCHORS[shape.anchor]}",
            "inner sep=0pt",
            f"text={self.colour_name(shape.colour)}",
            f"font={font}",
        )
        return f"\\node[{style}] at {_tikz_point(shape.x, shape.y)} {{{escape_tex(shape.text)}}};\n"


def write(drawing: Drawing) -> bytes:
    """Return the drawing as a LaTeX file of one page.

    An ExportWarning says that the page had to be made smaller.
    """
    scale = page_scale("TeX file", drawing.width, drawing.height, MAX_TEX_POINTS)
    writer = TikzWriter()
    body = writer.shapes(shapes_with_page(drawing))
    return (
        f"% {visible(drawing.title)}\n"
        f"\\documentclass{{article}}\n{TEX_PREAMBLE}{writer.definitions(drawing.font)}"
        f"\\begin{{document}}\n\\sbox0{{\\begin{{tikzpicture}}[{tikz_options(scale)}]\n"
        f"\\useasboundingbox (0,0) rectangle ({drawing.width:g},{drawing.height:g});\n{body}"
        "\\end{tikzpicture}}\n\\onepage\n\\end{document}\n"
    ).encode()


def write_film(film: Film) -> bytes:
    """Return a film as a LaTeX file for beamer: a deck with a slide and notes for each page.

    An ExportWarning says that the slides had to be made smaller.
    """
    scale = page_scale("TeX file", film.width, film.height, MAX_TEX_POINTS)
    writer = TikzWriter()
    pages = [*pages_of(film)]
    # Each shape is written once, with the slides on which it is shown.
    body = ""
    for numbers, shapes in page_layers([shapes_with_page(page.drawing) for page in pages]):
        body += f"\\only<{slide_ranges(numbers)}>{{%\n{writer.shapes(shapes)}}}%\n"
    notes = ""
    for number, page in enumerate(pages, 1):
        if page.notes:
            # Lines of notes break at plain spaces only.
            words = escape_tex(" ".join(page.notes)).replace("~", " ")
            notes += f"\\note<{number}>{{{words}}}\n"
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
    """Return a list of slides for beamer, such as `1-3,6`.

    `numbers` are page numbers in ascending order. Pages count from 0, slides from 1.

    >>> slide_ranges([0, 1, 2, 5])
    '1-3,6'
    """
    runs = list[list[int]]()
    for page in numbers:
        slide = page + 1
        continues_run = bool(runs) and slide == runs[-1][-1] + 1
        if continues_run:
            runs[-1].append(slide)
        else:
            runs.append([slide])
    ranges = [f"{run[0]}-{run[-1]}" if len(run) > 1 else f"{run[0]}" for run in runs]
    return ",".join(ranges)


def escape_tex(text: str) -> str:
    r"""Return a text escaped for TeX, so that TeX prints each character and runs no command.

    >>> escape_tex(r"\input{x} 5% ≥3")
    '\\textbackslash{}input\\{x\\}~5\\%~\\maths{\\geq}3'
    """
    escaped = "".join(map(_escape_character, visible(text)))
    # TeX would print two hyphens as a dash, and in some typefaces two commas as a quotation mark.
    return escaped.replace("--", "{-}{-}").replace(",,", "{,}{,}")


def _escape_character(character: str) -> str:
    """Return what to write in a TeX file for a character: a command, or the character itself."""
    if character in TEX_ESCAPES:
        return TEX_ESCAPES[character]
    if character.isascii():
        return character
    return TEX_SIGNS.get(character, f"\\other{{{character}}}")


def _tikz_point(x: float, y: float) -> str:
    """Return a point in TikZ, rounded to tenths; `or 0` avoids -0."""
    return f"({round(x, 1) or 0:g},{round(y, 1) or 0:g})"


ABOUT = "LaTeX: a TikZ picture for a paper, or a beamer deck with one slide per step"
COMPILE_TWICE = "compile a beamer deck twice: the second run puts its pictures in place"
FORMAT = Format(
    "tex", (".tex",), ABOUT, write_drawing=write, write_film=write_film, film_note=COMPILE_TWICE
)
