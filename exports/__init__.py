"""Files of an explored tree: a format is a module of this folder with a constant FORMAT."""

from exports.atomic_files import STANDARD_OUTPUT, Contents, check, is_there, save, save_all
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
    "Contents",
    "ExportError",
    "ExportWarning",
    "Format",
    "LibraryMissingError",
    "check",
    "folder_marks",
    "format_named",
    "format_of",
    "formats",
    "is_there",
    "save",
    "save_all",
]
