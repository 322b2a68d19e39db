"""Pages of the web: templates, in which names in braces stand for parts, and data for their scripts."""

import json
import re
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

from visualizer.look.themes import THEMES, style_variables

PAGE_KIT = Path(__file__).with_name("page_kit.js").read_text("utf-8")
"""The script that stands before that of each page: elements, keys, a slider, themes."""
PAGE_THEMES = ("light", "dark")
"""Themes between which a reader may change."""


def theme_rules(names: Iterable[str], root: str = ":root") -> str:
    """Return the colours of themes, as rules of CSS for an element whose data say which one it has."""
    return "".join(
        f"{root}[data-theme={name}]{{{style_variables(THEMES[name])}}}"
        for name in dict.fromkeys(names)
    )


def fill_template(template: Path, parts: Mapping[str, str]) -> str:
    """Return the text of a template, each name in braces replaced by the part of that name."""
    return re.sub(r"\{([a-z]+)\}", lambda found: parts[found[1]], template.read_text("utf-8"))


def json_in_script(data: Any) -> str:
    """Return data as JSON for a script element, which no words in it can end."""
    text = json.dumps(data, ensure_ascii=False, separators=(",", ":"), allow_nan=False)
    return text.replace("<", "\\u003c").replace(">", "\\u003e").replace("&", "\\u0026")
