"""Examples in docstrings as blocks of code, for the Python reference of the site."""

import re
from typing import Any

from griffe import Extension, Object

EXAMPLE = re.compile(r"^>>> .*?(?=\n\n|\Z)", re.MULTILINE | re.DOTALL)


class Doctests(Extension):
    """Fences the examples in every docstring, which Markdown would take for quotations."""

    def on_instance(self, *, obj: Object, **_: Any) -> None:
        """Fence the examples of an object."""
        if obj.docstring is not None:
            obj.docstring.value = EXAMPLE.sub(
                lambda found: f"```python\n{found[0]}\n```", obj.docstring.value
            )
