"""Pages for the web: templates with names in braces for their parts, and data for scripts."""

import json
import re
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

from visualizer.look.themes import THEMES, style_variables

PAGE_KIT = Path(__file__).with_name("page_kit.js").read_text("utf-8")
"""The script that precedes each page's own: elements, keys, a slider, themes."""
PAGE_THEMES = ("light", "dark")
"""The themes between which a reader may switch."""


def theme_rules(names: Iterable[str], root: str = ":root") -> str:
    """Return a CSS rule for each theme, with its colours, for an element with `data-theme=NAME`."""
    rules = list[str]()
    for name in dict.fromkeys(names):
        rules.append(f"{root}[data-theme={name}]{{{style_variables(THEMES[name])}}}")
    return "".join(rules)


def fill_template(template: Path, parts: Mapping[str, str]) -> str:
    """Return the text of a template, with each name in braces replaced by the part so named."""
    return re.sub(r"\{([a-z]+)\}", lambda match: parts[match[1]], template.read_text("utf-8"))


def json_in_script(data: Any) -> str:
    """Return data as JSON that is safe in a script element: it cannot contain `</script>`."""
    text = json.dumps(
        data,
        ensure_ascii=False,
        separators=(",", ":"),
        allow_nan=False,
    )
    # In JSON these characters occur only in strings, where they may be escaped.
    return text.replace("<", "\\u003c").replace(">", "\\u003e").replace("&", "\\u0026")
