"""Two folders swapped in one move, where the system can: at any moment the old or the new one is in place."""

import ctypes
import os
from pathlib import Path

HERE = -100
"""Linux's AT_FDCWD: paths are as they stand."""
SWAP = 2
"""RENAME_EXCHANGE of Linux, RENAME_SWAP of macOS."""


def exchange(one: Path, other: Path) -> bool:
    """Swap two paths; False, with nothing done, where the system or the disk cannot."""
    names = os.fsencode(one), os.fsencode(other)
    try:
        library = ctypes.CDLL(None, use_errno=True)
        if hasattr(library, "renameat2"):
            return bool(library.renameat2(HERE, names[0], HERE, names[1], SWAP) == 0)
        return bool(library.renamex_np(*names, SWAP) == 0)
    except (OSError, AttributeError, TypeError):  # Windows has no such library, other systems no such move
        return False
