"""PNG: the SVG as a bitmap, with the bundled type, so that it looks the same on every machine."""

import warnings
from math import sqrt
from struct import pack
from zlib import crc32

from exports import typeface
from exports.format import ExportError, ExportWarning, Format
from exports.svg import svg_of
from visualizer.look.shapes import Drawing

SLIDE = (1920, 1080)
"""Dots of a slide: smaller drawings are made as large as fits it."""
MARK = b"Software\0search-tree-visualizer"
HEAD = 33
"""Bytes before the second part of a PNG: its signature and its size."""
LARGEST_SCALE = 4.0
LONGEST, MOST = 16_000, 60_000_000
"""The longest side and the most dots that common programs open without trouble."""


def write(drawing: Drawing) -> bytes:
    """Return the drawing as a PNG file; ExportWarning says if it was made smaller, ExportError if it cannot be."""
    scale = scale_of(drawing.width, drawing.height)
    if scale < 1:
        warnings.warn(
            f"the PNG is drawn at {scale:.0%} of its size to stay below {LONGEST:,} dots a side; "
            "SVG or PDF stay sharp, and folding makes the tree smaller",
            ExportWarning,
            stacklevel=2,
        )
    png, chunk = dots_of(svg_of(drawing), scale), b"tEXt" + MARK  # the mark of this program, behind the header
    return b"".join((png[:HEAD], pack(">I", len(MARK)), chunk, pack(">I", crc32(chunk)), png[HEAD:]))


def dots_of(svg: str, scale: float = 1) -> bytes:
    """Return an SVG of ours as PNG, in the bundled type; ExportError says why it cannot be drawn."""
    import resvg_py  # native code, needed only here

    try:
        return bytes(
            resvg_py.svg_to_bytes(
                svg_string=svg,
                zoom=scale,
                dpi=96,
                font_files=[str(typeface.REGULAR), str(typeface.BOLD)],
                font_family=typeface.FAMILY,
                monospace_family=typeface.FAMILY,
                skip_system_fonts=svg.isascii() or typeface.letters().issuperset(map(ord, svg)),
            )
        )
    except ValueError as error:
        raise ExportError(f"the PNG cannot be drawn: {error}") from error


def scale_of(width: float, height: float) -> float:
    """Return how many dots a point takes: small drawings fill a slide, huge ones stay within what can be opened.

    >>> scale_of(960, 540), scale_of(32_000, 100)
    (2.0, 0.5)
    """
    wanted = max(1.0, min(LARGEST_SCALE, SLIDE[0] / width, SLIDE[1] / height))
    return min(wanted, LONGEST / max(width, height), sqrt(MOST / (width * height)))


ABOUT = "a bitmap, for documents and chats; small trees fill a slide of 1920×1080; a film is a folder"
FORMAT = Format("png", (".png",), ABOUT, write_drawing=write, folder_mark=MARK)
