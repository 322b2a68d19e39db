"""What stands beside a game's code: positions worth looking at in `presets.toml`, its words in `game.toml`."""

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from games._options import title_of


@dataclass(frozen=True, slots=True)
class Preset:
    """A position worth looking at: its notation, a sentence on why, and what is known about it.

    `counts` holds measured facts: the value, and the nodes of searches by their names to `depth` plies, for example
    `{"depth": 3, "minimax": 77098}`. `source` cites a publication. `title` is the name shown to users, made from `name`
    if it is not given.
    """

    name: str
    text: str
    about: str
    settings: Mapping[str, str] = field(default_factory=dict)
    counts: Mapping[str, float] = field(default_factory=dict)
    source: str = ""
    title: str = ""

    def __post_init__(self) -> None:
        """Make the title."""
        words = title_of(self.name)
        object.__setattr__(self, "title", self.title or words[:1].upper() + words[1:])


def presets_beside(file: str) -> tuple[Preset, ...]:
    """Read `presets.toml` from the folder of a Python file (`__file__`): a table for each preset with its fields."""
    tables = tomllib.loads(Path(file).with_name("presets.toml").read_text(encoding="utf-8"))
    return tuple(Preset(name, **fields) for name, fields in tables.items())


def described(file: str) -> dict[str, Any]:
    """Return fields of a `Game` from beside a Python file: its words, from `game.toml`, and its presets."""
    words = tomllib.loads(Path(file).with_name("game.toml").read_text(encoding="utf-8"))
    fields = {name: tuple(value) if isinstance(value, list) else value for name, value in words.items()}
    return {**fields, "presets": presets_beside(file)}
