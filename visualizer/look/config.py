"""The user's settings in `config.toml`; each part is checked where it belongs."""

import os
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from pathlib import Path
from typing import Any

from visualizer.support.errors import bytes_of

CONFIG_VARIABLE = "VISUALIZER_CONFIG"
"""The environment variable with the folder for settings, if it is not the system's."""
PROGRAM_NAME = "search-tree-visualizer"
CONFIG_FILE_NAME = "config.toml"


@dataclass(frozen=True, eq=False)
class Config:
    """The contents of `config.toml`.

    If the file cannot be read, `found` is empty, and `fault` is a sentence that says why.
    """

    file: Path
    found: Mapping[str, Any] = field(default_factory=dict)
    fault: str = ""

    def table(self, name: str) -> Mapping[str, Any]:
        """Return the file's table called `name`, or an empty table if the file has none."""
        found = self.found.get(name)
        if isinstance(found, dict):
            return found
        return {}


def config_folder() -> Path:
    """Return the folder for settings."""
    # Imported late, since most commands read no settings.
    from platformdirs import user_config_dir

    return Path(os.environ.get(CONFIG_VARIABLE) or user_config_dir(PROGRAM_NAME, appauthor=False))


def config() -> Config:
    """Return the current contents of the file; they are empty if it does not exist."""
    file = config_folder() / CONFIG_FILE_NAME
    modified = 0
    if file.is_file():
        modified = file.stat().st_mtime_ns
    return _read_config(file, modified)


@lru_cache(1)
def _read_config(file: Path, modified: int) -> Config:
    """Read the settings in a file.

    `modified` is the time of its last change, so that the cache forgets a file that was edited.
    """
    try:
        text = bytes_of(file).decode("utf-8-sig")
        return Config(file, tomllib.loads(text))
    except FileNotFoundError:
        return Config(file)
    except RecursionError:
        reason = "its brackets are nested too deeply"
    except (OSError, ValueError) as error:
        # The file cannot be opened, is not text, or is not TOML.
        reason = str(error)
    return Config(file, fault=f"{file} cannot be read, so the defaults are used: {reason}")
