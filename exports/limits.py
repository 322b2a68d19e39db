"""How large pages may be: what is larger is drawn smaller, and that is said."""

from __future__ import annotations

import warnings

from exports.errors import ExportWarning


def page_scale(kind: str, width: float, height: float, longest: int) -> float:
    """Return by how much a page is made smaller so that no side is longer than so many points; 1 where it fits.

    ExportWarning says so; `kind` is what the file is called.
    """
    scale = min(1.0, longest / max(width, height))
    if scale < 1:
        warnings.warn(
            f"the {kind} is drawn at {scale:.0%} of its size, as a page is at most {longest:,} points long; "
            "SVG has no such limit, and folding makes the tree smaller",
            ExportWarning,
            stacklevel=4,
        )
    return scale
