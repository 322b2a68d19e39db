"""Files of an explored tree: a format is a module of this folder with a constant FORMAT."""

from exports.atomic_files import (
    STANDARD_OUTPUT,
    FileContents,
    check_writable,
    is_occupied,
    save_file,
    save_files,
)
from exports.format import (
    ExportError,
    ExportWarning,
    Format,
    LibraryMissingError,
    folder_marks,
    format_named,
    format_of,
    formats,
)

__all__ = [
    "STANDARD_OUTPUT",
    "ExportError",
    "ExportWarning",
    "FileContents",
    "Format",
    "LibraryMissingError",
    "check_writable",
    "folder_marks",
    "format_named",
    "format_of",
    "formats",
    "is_occupied",
    "save_file",
    "save_files",
]
