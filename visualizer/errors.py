"""The one kind of error a person is told about."""

LONGEST = 1_000
"""Characters that a sentence has at most."""


class InputError(ValueError):
    """What was asked for cannot be done; the message is one sentence with the bad value and what is allowed.

    A sentence of more than a thousand characters, say with another person's error in it, is cut.
    """

    def __init__(self, sentence: str) -> None:
        """Take the sentence."""
        super().__init__(sentence if len(sentence) <= LONGEST else f"{sentence[:LONGEST]}…")
