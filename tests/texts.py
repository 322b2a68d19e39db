"""Any text at all, and what an error message may be."""

from hypothesis import strategies as st

ANYTHING = st.text(st.characters() | st.characters(categories=["Cs", "Cc"]), max_size=80)
"""Characters of every kind, including control characters and lone surrogates."""
LONGEST = 200
"""Characters of an error message, at most."""


def assert_one_sentence(message: str) -> None:
    """Check that an error message can be printed anywhere and is short."""
    message.encode("utf-8")
    assert message.isprintable()
    assert 0 < len(message) < LONGEST, message
