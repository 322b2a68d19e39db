"""The one kind of error a person is told about."""


class InputError(ValueError):
    """What was asked for cannot be done; the message is one sentence with the bad value and what is allowed."""
