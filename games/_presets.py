"""Presets in a file `presets.toml` beside a game's code."""

import tomllib
from pathlib import Path

from games._game import Preset


def presets_beside(file: str) -> tuple[Preset, ...]:
    """Read `presets.toml` from the folder of a Python file (`__file__`): a table for each preset with its fields."""
    tables = tomllib.loads(Path(file).with_name("presets.toml").read_text(encoding="utf-8"))
    return tuple(Preset(name, **fields) for name, fields in tables.items())
