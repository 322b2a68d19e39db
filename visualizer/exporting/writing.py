"""Films and pictures as contents of files, and their writing."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import chain

import exports
from visualizer.exporting.outputs import Output
from visualizer.picture.film.frames import Film
from visualizer.picture.model import Picture


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
        elif len(output.paths) > 1:
            contents |= zip(output.paths, (data for _, data in output.format.files_of(film)), strict=True)
        else:
            contents[output.paths[0]] = output.format.film_of(film)
    return contents


def pictures_of(film: Film, still: Picture, outputs: Sequence[Output]) -> dict[str, exports.Contents]:
    """Return the contents of files by path: the film for outputs that are films, the still for the others."""
    contents = contents_of(film, [output for output in outputs if output.is_film])
    return contents | {each.name: each.format.bytes_of(still, lambda: None) for each in outputs if not each.is_film}
