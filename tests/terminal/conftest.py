"""Some hundred apps are started here: the style sheets that they have in common are parsed once."""

from __future__ import annotations

from collections.abc import Hashable, Iterator
from typing import Any

import pytest
from textual.css.model import RuleSet
from textual.css.stylesheet import Stylesheet


@pytest.fixture(scope="session", autouse=True)
def parsed_once() -> Iterator[None]:
    """Share the rules of all apps that have the same variables, a quarter of the time that an
    app takes to start.
    """
    parse = Stylesheet._parse_rules
    known = dict[Hashable, list[RuleSet]]()

    def parse_once(
        self: Stylesheet, css: str, read_from: Any, *more: Any, **options: Any
    ) -> list[RuleSet]:
        key = (css, read_from, more, *sorted(options.items()), *sorted(self._variables.items()))
        if key not in known:
            known[key] = parse(
                self,
                css,
                read_from,
                *more,
                **options,
            )
        return known[key]

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Stylesheet, "_parse_rules", parse_once)
        yield
