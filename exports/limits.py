"""The largest pages of formats: a larger drawing is scaled down, with a warning."""

import warnings

from exports.errors import ExportWarning


def page_scale(kind: str, width: float, height: float, longest: int) -> float:
    """Return the factor that brings both sides of a page down to `longest` points, 1 where it fits.

    ExportWarning says that it is scaled down; `kind` names the kind of file.
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
