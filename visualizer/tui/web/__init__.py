"""The program in a browser on the same machine: a page, and a process of its own for each visitor."""

import os


def is_served() -> bool:
    """Return whether this process is drawn in a browser, as the environment of a visitor's process has it."""
    return os.environ.get("TEXTUAL_DRIVER", "").endswith(":WebDriver")
