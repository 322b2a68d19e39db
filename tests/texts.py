"""Any text at all, and what may be answered to it."""

from hypothesis import strategies as st

ANYTHING = st.text(st.characters() | st.characters(categories=["Cs", "Cc"]), max_size=80)
"""Letters of every kind, with control characters and halves of letters among them."""
LONGEST = 200
"""Letters of a sentence."""


def assert_one_sentence(message: str) -> None:
    """Check that an error can be printed anywhere and is short."""
    message.encode("utf-8")
    assert message.isprintable()
    assert 0 < len(message) < LONGEST, message
