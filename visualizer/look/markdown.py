"""Words in Markdown, of which none is markup."""

import re

MARKUP = re.compile(r"[\\`*\[\]<>&|~]|(?<!\w)_|_(?!\w)")
"""Signs that Markdown may take for its own; an underscore within a word is none."""


def escaped(text: str) -> str:
    r"""Return words as they are to be read in Markdown and in HTML within it.

    >>> escaped("<img src=x> a*b [1](x) half_komi")
    '&lt;img src=x&gt; a\\*b \\[1\\](x) half_komi'
    """
    return MARKUP.sub(lambda found: ENTITIES.get(found[0], f"\\{found[0]}"), text)


ENTITIES = {"<": "&lt;", ">": "&gt;", "&": "&amp;"}
