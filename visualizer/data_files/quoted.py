"""Values in one word, with commas between them: in quotation marks where they would not read back without."""


def quoted(value: str) -> str:
    """Put a value in quotation marks where it would not read back without them; those in it are doubled.

    >>> quoted("killer"), quoted('a,"b".py:f')
    ('killer', '"a,""b"".py:f"')
    """
    plain = value == value.strip() and "," not in value and '"' not in value
    return value if plain else '"' + value.replace('"', '""') + '"'


def unquoted(text: str) -> str:
    """Return the value that a text stands for, in quotation marks or without.

    >>> unquoted(' "a,""b"".py:f" ')
    'a,"b".py:f'
    """
    value = text.strip()
    return value[1:-1].replace('""', '"') if len(value) > 1 and value[0] == value[-1] == '"' else value


def split(text: str) -> list[str]:
    """Split at the commas that stand outside of quotation marks; a doubled mark begins and ends at once."""
    pieces = text.split('"')  # every other one stands outside
    pieces[::2] = [piece.replace(",", "\0") for piece in pieces[::2]]
    return '"'.join(pieces).split("\0")
