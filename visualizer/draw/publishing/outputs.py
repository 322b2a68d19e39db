"""The files asked for: their formats, their paths, whether they can be written at all, and their writing."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import chain
from pathlib import Path

import exports
from visualizer.draw.picture.film import Film


@dataclass(frozen=True, slots=True)
class Output:
    """A file to be written, or the folder of a film's stills: its name as given, and its format.

    The solution of an exercise may be a file of its own. `engine` is the one of Graphviz's layouts that makes it.
    """

    name: str
    format: exports.Format
    is_film: bool
    is_exercise: bool = False
    engine: str | None = None

    @property
    def is_folder(self) -> bool:
        """Return whether it is a folder, which is named like the file without its ending."""
        return self.is_film and self.format.write_film is None and self.format.write_deck is None

    @property
    def ending(self) -> str:
        """Return the ending of its name that its format has."""
        return next((known for known in self.format.endings if self.name.lower().endswith(known)), "")

    @property
    def folder(self) -> str | None:
        """Return the path of its folder, None if it has none; "" names no folder."""
        has_folder = self.is_folder or self.format.write_deck is not None
        return self.name[: len(self.name) - len(self.ending)] if has_folder else None

    @property
    def paths(self) -> tuple[str, ...]:
        """Return the paths of its file, folder or files."""
        if self.folder is not None:
            return (self.folder,) if self.is_folder else (self.name, self.folder)
        stem, ending = self.name[: len(self.name) - len(self.ending)], self.name[len(self.name) - len(self.ending) :]
        has_solution = self.is_exercise and self.format.write_film is None
        return (self.name, f"{stem}-solution{ending}") if has_solution else (self.name,)

    def check(self, *, force: bool) -> None:
        """Raise ExportError if it clearly cannot be written."""
        for path in self.paths:
            exports.check(path, force=force, marks=exports.folder_marks() if path == self.folder else ())


def outputs_of(
    names: Sequence[str], *, film: bool = False, exercise: bool = False, kind: str = "", engine: str | None = None
) -> list[Output]:
    """Return the outputs for names of files; ExportError if one cannot be written, so that no search runs in vain.

    `film` asks for a film or an exercise; some formats are always films. `kind` is a format that overrules the endings,
    `engine` one of Graphviz's layouts.
    """
    found = []
    for name in names:
        is_standard_output = name == str(exports.STANDARD_OUTPUT)
        if is_standard_output and not kind:
            raise exports.ExportError(f"{name!r} is standard output, whose format no ending names: give --format")
        its = exports.format_named(kind) if kind else exports.format_of(name)
        its.check()
        takes_text = its.takes_stills and not its.is_binary
        if is_standard_output and (film or exercise or not takes_text):
            texts = [name for name, each in exports.formats().items() if each.takes_stills and not each.is_binary]
            raise exports.ExportError(
                f"{name!r} is standard output, which takes one picture as text: --format {' '.join(texts)}"
            )
        if film and not its.takes_films:
            films = " ".join(name for name, each in exports.formats().items() if each.takes_films)
            raise exports.ExportError(
                f"{name!r:.80} cannot be a film: {its.name} holds only one step; films can be: {films}"
            )
        if exercise and its.write_graph is not None:
            raise exports.ExportError(f"{name!r:.80} cannot be an exercise: {its.name} holds the whole search")
        output = Output(name, its, film or not its.takes_stills, exercise, engine)
        if engine is not None:
            from exports.dot import check_engine  # it draws boards, which take time to load

            check_engine(engine, its.name)
        if engine is not None and (output.is_film or exercise):
            raise exports.ExportError(
                f"the engine {engine} can lay out only one step; leave --engine out for films and exercises"
            )
        if output.folder is not None and Path(output.folder).name in ("", ".."):
            raise exports.ExportError(
                f"{name!r:.80} does not name a folder: the pictures go into a folder named like the file "
                f"without its ending"
            )
        output.check(force=True)
        found.append(output)
    return found


def check_drawn(outputs: Sequence[Output], what: str) -> None:
    """Raise ExportError for a format that holds a tree without drawing it; `what` is to be shown."""
    for output in outputs:
        if output.format.write_drawing is None and not output.is_film:
            raise exports.ExportError(
                f"{output.name!r:.80} cannot show {what}, as {output.format.name} holds one tree; "
                "save a drawing instead, such as .svg"
            )


def save_film(film: Film, outputs: Sequence[Output], *, force: bool = False) -> list[str]:
    """Write a film to files and folders; return what was written. ExportError as in `export_to`."""
    for output in outputs:
        output.check(force=force)
    return save_contents(contents_of(film, outputs), force=force)


def save_contents(contents: Mapping[str, exports.Contents], *, force: bool) -> list[str]:
    """Write contents by path; return the paths."""
    exports.save_all(contents, force=force, marks=exports.folder_marks())
    return [*contents]


def contents_of(film: Film, outputs: Sequence[Output]) -> dict[str, exports.Contents]:
    """Return the contents of a film's files by path; the stills of a folder are made when they are written."""
    contents = dict[str, exports.Contents]()
    for output in outputs:
        if output.is_folder:
            before = contents.get(output.paths[0], ())
            assert not isinstance(before, bytes)
            contents[output.paths[0]] = chain(before, output.format.files_of(film))
        elif output.folder is not None and output.format.write_deck is not None:
            contents |= zip(output.paths, output.format.write_deck(film, Path(output.folder).name), strict=True)
        elif len(output.paths) > 1:
            contents |= zip(output.paths, (data for _, data in output.format.files_of(film)), strict=True)
        else:
            contents[output.paths[0]] = output.format.film_of(film)
    return contents
