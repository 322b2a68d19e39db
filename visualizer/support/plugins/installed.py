"""What installed packages add by entry points; they are read only where a name is not built in, or all is asked for.

A package that is installed is trusted: its code runs whenever one of its names is used, also in a file of data.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from functools import cached_property
from typing import TYPE_CHECKING, Any, Generic, TypeVar

import games
from games._files import printed_aside
from visualizer.support.errors import InputError
from visualizer.support.plugins.watchdog import WATCHDOG, described

if TYPE_CHECKING:
    from importlib.metadata import EntryPoint

Thing = TypeVar("Thing")


class Extensible(dict[str, Thing], Generic[Thing]):
    """Things by name: as a dictionary those that are built in; a name also finds a person's own and a package's.

    `kind` names the group of entry points, `visualizer.KINDs`. An entry point names a thing that `fits`, of which
    `adapt` makes what is used.
    """

    def __init__(
        self, kind: str, built_in: Mapping[str, Thing], fits: Callable[[Any], bool],
        adapt: Callable[[str, Any], Thing] = lambda name, found: found, own: Callable[[], Mapping[str, Thing]] = dict,
        reserved: Collection[str] = (),
    ) -> None:  # fmt: skip
        """Begin with what is built in; `own` are those of a person, which go before a package's.

        Names that are `reserved` mean something else, so a package's thing of that name is not used.
        """
        super().__init__(built_in)
        self.kind, self.fits, self.adapt, self.own, self.taken = kind, fits, adapt, own, {*built_in, *reserved}
        self._loaded, self._broken = dict[str, Thing](), dict[str, str]()

    @cached_property
    def all_points(self) -> list[EntryPoint]:
        """The entry points of all packages."""
        from importlib.metadata import entry_points  # slow to load

        return [*entry_points(group=f"visualizer.{self.kind}s")]

    @cached_property
    def points(self) -> dict[str, EntryPoint]:
        """The entry points by name, without those whose name is taken; of several with one name, the first."""
        found = reversed(self.all_points)
        return {point.name: point for point in found if point.name not in self.taken}

    def unused(self) -> list[str]:
        """Return a sentence about each entry point whose name is built in, or is that of another package, too."""
        others = {
            point: self.package(point.name) for point in self.all_points if self.points.get(point.name) is not point
        }
        return [f"the {self.kind} {point.name} of the package {package_of(point)} is not used: "
                f"{f'the package {other} has one, too' if other else 'that name is built in'}"
                for point, other in others.items()]  # fmt: skip

    def __contains__(self, name: object) -> bool:
        return super().__contains__(name) or name in self.own() or name in self.points

    def __missing__(self, name: str) -> Thing:
        """Return a thing that is not built in; InputError says why a package's cannot be loaded."""
        if (own := self.own().get(name)) is not None:
            return own
        if name in self._broken:
            raise InputError(self._broken[name])
        if name not in self._loaded:
            try:
                self._loaded[name] = self._load(self.points[name])
            except InputError as error:
                self._broken[name] = str(error)
                raise
        return self._loaded[name]

    def get(self, name: str, default: Any = None) -> Any:
        """Return a thing by name, else the default."""
        return self[name] if name in self else default  # noqa: SIM401  this is that method

    def is_added(self, name: str) -> bool:
        """Return whether a name is known and not built in."""
        return not super().__contains__(name) and name in self

    def names(self) -> list[str]:
        """Return all names, those built in first."""
        return [*dict.fromkeys([*self, *self.own(), *self.points])]

    def package(self, name: str) -> str | None:
        """Return the package that a name comes from, None for one that is built in or a person's own."""
        is_added = not super().__contains__(name) and name not in self.own() and name in self.points
        return package_of(self.points[name]) if is_added else None

    def everything(self) -> tuple[dict[str, Thing], dict[str, str]]:
        """Return all things by name, and a sentence for each that cannot be loaded."""
        found, broken = dict[str, Thing](), dict[str, str]()
        for name in self.names():
            try:
                found[name] = self[name]
            except InputError as error:
                broken[name] = str(error)
        return found, broken

    def lines(self, line: Callable[[Thing], str], *, load: bool = True) -> dict[str, str]:
        """Return a line about each thing by name; of one that cannot be loaded, why.

        Unless they are to be loaded, those of packages have no line.
        """
        if not load:
            return dict.fromkeys(self.names(), "") | {name: line(each) for name, each in self.items()}
        found, broken = self.everything()
        return {name: line(each) for name, each in found.items()} | broken

    def _load(self, point: EntryPoint) -> Thing:
        WATCHDOG.stand_by()
        where = f"the {self.kind} {point.name} of the package {package_of(point)}"
        try:
            with printed_aside():
                found = point.load()
            fits = self.fits(found)
        except KeyboardInterrupt:
            raise
        except BaseException as error:  # whatever a package raises must become one sentence
            raise InputError(f"{where} cannot be loaded: {described(error)}") from error
        if not fits:
            raise InputError(f"{where} cannot be used: {point.value} is not what docs/extending.md says of it")
        return self.adapt(point.name, found)


def unused_games() -> list[str]:
    """Return a sentence about each game of a package that is not used, as of all other things."""
    built_in = [name for name in games.names() if games.package_of(name) is None]
    return Extensible("game", dict.fromkeys(built_in), bool).unused()


def package_of(point: EntryPoint) -> str:
    """Return the name of the package that an entry point belongs to."""
    return point.dist.name if point.dist is not None else point.value.partition(":")[0]
