"""Words that one goes through round and round."""

from collections.abc import Collection


def turned(words: Collection[str], word: str, by: int = 1) -> str:
    """Return the word n places after another, round and round; the first one if that is not among them.

    >>> turned(["yes", "no"], "no"), turned(["yes", "no"], "perhaps"), turned([], "no")
    ('yes', 'yes', 'no')
    """
    listed = [*words]
    return listed[(listed.index(word) + by) % len(listed)] if word in listed else next(iter(listed), word)
