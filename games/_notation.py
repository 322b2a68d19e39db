"""What all games need to read a notation."""

SHOWN = 24
"""Characters of a wrong text that an error message quotes."""


def shorten(text: str) -> str:
    """Return a text in quotation marks, shortened to about `SHOWN` characters and escaped so that all are printable."""
    quoted = repr(text[: SHOWN + 1])
    return quoted if len(quoted) <= SHOWN + 2 else f"{quoted[:SHOWN]}...'"


def check_length(text: str, most: int, what: str = "a position") -> None:
    """Raise ValueError for a text of more than `most` characters."""
    if len(text) > most:
        raise ValueError(f"{what} has at most {most:,} characters, not {len(text):,}")
