"""What the parameters of a search are for: its window, its depth, whose turn it is, its board."""

from collections.abc import Mapping, Sequence

from visualizer.support.errors import InputError
from visualizer.your_code.grading.signatures import parameter_role
from visualizer.your_code.programs.source import ProgramFunction
from visualizer.your_code.watching.tracer import WINDOW_ENDS

PROGRAM_ROLES = ("alpha", "beta", "depth", "turn")
"""The roles that a parameter of a program may have; a board is found otherwise."""
RESULT_ROLE = "value"
"""The role of the entry of a result that is the value."""


class Roles:
    """The roles of parameters, by function."""

    def __init__(self, functions: Sequence[ProgramFunction], given: Mapping[str, str]) -> None:
        """Take the roles from the parameters' names, unless they are `given` as name by role."""
        self.by_function = [roles_of(function, given) for function in functions]
        """For each function, the role of each parameter that has one, by the parameter's name."""

    def parameter(self, function: int, role: str) -> str | None:
        """Return the parameter of a function that has a role, or None."""
        for name, known in self.by_function[function].items():
            if known == role:
                return name
        return None

    def forget_window(self, function: int) -> None:
        """Forget the window of a function, as it is handed no numbers."""
        self.by_function[function] = without_window(self.by_function[function])


def roles_of(function: ProgramFunction, given: Mapping[str, str]) -> dict[str, str]:
    """Return the roles of a function's parameters by name; `given` names come before all others."""
    roles: dict[str, str] = {}
    role_by_given_name = {name: role for role, name in given.items()}
    for name in function.parameters:
        role = role_by_given_name.get(name) or parameter_role(name)
        if role in PROGRAM_ROLES and (role not in given or name in role_by_given_name):
            roles[name] = role
    for end in WINDOW_ENDS:
        names = [name for name, role in roles.items() if role == end]
        # In `search(b, alpha, beta)`, `b` is the board.
        for name in sorted(names, key=len)[:-1]:
            del roles[name]
    # `b` or `a` alone is a board or a state, and no end of a window.
    if not {*WINDOW_ENDS} <= {*roles.values()}:
        return without_window(roles)
    return roles


def without_window(roles: Mapping[str, str]) -> dict[str, str]:
    """Return roles without those of a window's ends."""
    return {name: role for name, role in roles.items() if role not in WINDOW_ENDS}


def check_roles(functions: Sequence[ProgramFunction], given: Mapping[str, str]) -> None:
    """Raise InputError if the user gives a role to a parameter that no function of a search has."""
    known = dict.fromkeys(name for function in functions for name in function.parameters)
    for role, name in given.items():
        if role != RESULT_ROLE and name not in known:
            raise InputError(
                f"--roles {role}={name:.60} is not a parameter; the parameters are: "
                f"{', '.join(known):.300}"
            )


def parse_roles(text: str) -> dict[str, str]:
    """Return the roles in `alpha=a,turn=player`, as names by role; InputError for unknown ones.

    >>> parse_roles("alpha=lo,value=score")
    {'alpha': 'lo', 'value': 'score'}
    """
    given = {}
    known = (*PROGRAM_ROLES, RESULT_ROLE)
    for part in filter(None, text.split(",")):
        role, equals, name = part.strip().partition("=")
        if not equals or role not in known or not name:
            raise InputError(
                f"--roles {part!r:.60} is not a role; write ROLE=NAME, with one of the roles "
                f"{', '.join(known)}"
            )
        given[role] = name
    return given
