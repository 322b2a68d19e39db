"""What all games need to read a notation."""

SHOWN = 40
"""Characters of a wrong text that an error message quotes."""


def shorten(text: str, most: int = SHOWN) -> str:
    """Return a text in quotation marks, shortened to about `most` characters and escaped so that all are printable."""
    quoted = repr(text[: most + 1])
    return quoted if len(quoted) <= most + 2 else f"{quoted[:most]}...'"


def check_length(text: str, most: int, what: str = "a position") -> None:
    """Raise ValueError for a text of more than `most` characters."""
    if len(text) > most:
        raise ValueError(f"{what} has at most {most:,} characters, not {len(text):,}")
