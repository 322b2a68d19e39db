"""What reading a notation takes in every game."""

SHOWN = 24
"""So many characters of what was written stand in a sentence about it."""


def shorten(text: str) -> str:
    """Quote what a person wrote in about so many characters, all of them printable."""
    quoted = repr(text[: SHOWN + 1])
    return quoted if len(quoted) <= SHOWN + 2 else f"{quoted[:SHOWN]}...'"


def check_length(text: str, most: int, what: str = "a position") -> None:
    """Refuse what is too long to be anything: ValueError."""
    if len(text) > most:
        raise ValueError(f"{what} has at most {most:,} characters, not {len(text):,}")
