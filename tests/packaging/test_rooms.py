"""The folders are few, CONTRIBUTING's picture of the layers is true, and a type has one name."""

import ast
import re
import tomllib
from collections import defaultdict
from pathlib import Path

from tests.packaging.conftest import PROJECT
from tests.rooms import ROOMS, missing_places, room_of

CODE = PROJECT / "visualizer"
FOLDERS = {
    f"{path.name}/" for path in CODE.iterdir() if path.is_dir() and path.name != "__pycache__"
}
FILES = {path.name for path in CODE.iterdir() if path.is_file()}


def marked(name: str) -> str:
    """Return the part of CONTRIBUTING between two comments."""
    text = (PROJECT / "CONTRIBUTING.md").read_text(encoding="utf-8")
    return text.partition(f"<!-- {name} -->\n")[2].partition(f"<!-- /{name} -->")[0]


def test_there_are_few_rooms() -> None:
    """Directly in `visualizer/` lie no more files and folders than a newcomer keeps in mind."""
    assert len(FILES) + len(FOLDERS) <= 14


def test_the_picture_has_the_layers_that_imports_are_held_to() -> None:
    """The lines of the picture are the layers of pyproject.toml, from the top."""
    settings = tomllib.loads((PROJECT / "pyproject.toml").read_text(encoding="utf-8"))
    layers = next(
        each["layers"]
        for each in settings["tool"]["importlinter"]["contracts"]
        if each.get("exhaustive")
    )
    lines = marked("layers").strip("`\n").splitlines()

    assert [line.split()[0] for line in lines] == layers


def test_each_room_has_tests_that_can_be_run_alone() -> None:
    """The table of tests names every room of the code, and only places that exist; a test
    belongs to one room.
    """
    assert all(room_of(CODE / folder / "__init__.py") in ROOMS for folder in FOLDERS)
    assert [*missing_places()] == []
    assert room_of(PROJECT / "tests" / "properties" / "test_bounds.py") == "trace"
    assert room_of(PROJECT / "tests" / "properties" / "test_searches.py") == "searching"


def types_in(file: Path) -> list[str]:
    """Return the names of the classes that a file defines, and of what it defines as short for a
    type.
    """
    body = ast.parse(file.read_text(encoding="utf-8")).body
    names = [each.name for each in body if isinstance(each, ast.ClassDef)]
    targets = [
        each.targets[0] if isinstance(each, ast.Assign) else getattr(each, "target", None)
        for each in body
    ]
    names += [target.id for target in targets if isinstance(target, ast.Name)]
    return [name for name in names if re.fullmatch("[A-Z][a-z]+[A-Za-z]*", name)]


def test_a_type_has_a_name_of_its_own() -> None:
    """No two types of `visualizer/` and `exports/` have the same name, nor that of the library's
    `Path`.
    """
    where = defaultdict(list, {"Path": ["pathlib"]})
    for file in [*CODE.rglob("*.py"), *(PROJECT / "exports").rglob("*.py")]:
        for name in types_in(file):
            where[name].append(str(file.relative_to(PROJECT)))

    assert len(where) > 150
    assert {name: files for name, files in where.items() if len(files) > 1} == {}
