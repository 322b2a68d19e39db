"""A package for a gradebook: what is in it, its manifest by the published rules, and what makes none."""

from __future__ import annotations

import re
from pathlib import Path
from xml.etree import ElementTree as ET
from zipfile import ZipFile

import pytest

from tests.cli.conftest import Call
from tests.cli.test_homework import data_in

pytestmark = pytest.mark.usefixtures("folder")

CONTENT, ADL = "{http://www.imsproject.org/xsd/imscp_rootv1p1p2}", "{http://www.adlnet.org/xsd/adlcp_rootv1p2}"
CHILDREN: dict[str, tuple[tuple[str, int, int], ...]] = {
    "manifest": (("metadata", 1, 1), ("organizations", 1, 1), ("resources", 1, 1), ("manifest", 0, 99)),
    "metadata": (("schema", 1, 1), ("schemaversion", 1, 1)),
    "organizations": (("organization", 1, 99),),
    "organization": (("title", 1, 1), ("item", 1, 99), ("metadata", 0, 1)),
    "item": (("title", 1, 1), ("item", 0, 99), ("metadata", 0, 1)),
    "resources": (("resource", 1, 99),),
    "resource": (("metadata", 0, 1), ("file", 1, 99), ("dependency", 0, 99)),
    "file": (("metadata", 0, 1),), "schema": (), "schemaversion": (), "title": (), "dependency": (),
}  # fmt: skip
"""The children of each element in their order, with how many there are at least and at most: the schema of IMS Content
Packaging 1.1.2, and what SCORM 1.2's Content Aggregation Model (section 2.3) demands of a package besides."""
ATTRIBUTES = {
    "manifest": ({"identifier"}, {"version"}), "organizations": ({"default"}, set()),
    "organization": ({"identifier"}, {"structure"}),
    "item": ({"identifier"}, {"identifierref", "isvisible", "parameters"}),
    "resource": ({"identifier", "type", f"{ADL}scormtype"}, {"href"}), "file": ({"href"}, set()),
    "dependency": ({"identifierref"}, set()),
}  # fmt: skip
"""The attributes that an element must have, and those that it may have."""
NAME = re.compile(r"[A-Za-z_][\w.-]*")
"""An identifier of XML, without the signs beyond ASCII."""


def faults(manifest: str, files: set[str]) -> list[str]:
    """Return what is wrong with a manifest of a package with these files."""
    root, found = ET.fromstring(manifest), list[str]()
    if root.tag != f"{CONTENT}manifest":
        return [f"the root is {root.tag}"]
    for element in root.iter():
        found += faults_of(element)
    ids = [element.attrib["identifier"] for element in root.iter() if "identifier" in element.attrib]
    found += [f"identifier {name}" for name in ids if ids.count(name) > 1 or not NAME.fullmatch(name)]
    text = {element.tag.removeprefix(CONTENT): element.text for element in root.iter()}
    if (text.get("schema"), text.get("schemaversion")) != ("ADL SCORM", "1.2"):
        found.append("the schema is another")
    organizations, resources = ([*root.iter(f"{CONTENT}{name}")] for name in ("organization", "resource"))
    default = {each.get("default") for each in root.iter(f"{CONTENT}organizations")}
    if not default <= {each.get("identifier") for each in organizations}:
        found.append("there is no organization to begin with")
    known = {each.get("identifier"): each for each in resources}
    for item in root.iter(f"{CONTENT}item"):
        resource = known.get(item.get("identifierref"))
        if resource is None or resource.get("href") is None:
            found.append("an item shows nothing")
    for resource in resources:
        named = {each.get("href") for each in resource.iter(f"{CONTENT}file")}
        if resource.get("type") != "webcontent" or resource.get(f"{ADL}scormtype") not in ("sco", "asset"):
            found.append("a resource of another type")
        if not named <= files or resource.get("href") not in named:
            found.append("a file is missing")
    listed = {each.get("href") for each in root.iter(f"{CONTENT}file")}
    return found + [f"{name} is not listed" for name in files - listed - {"imsmanifest.xml"}]


def faults_of(element: ET.Element) -> list[str]:
    """Return what is wrong with an element by itself: its name, its children and their order, its attributes."""
    name = element.tag.removeprefix(CONTENT)
    if name not in CHILDREN:
        return [f"{name} is no element"]
    children, found = [child.tag.removeprefix(CONTENT) for child in element], list[str]()
    order = [child for child, _, _ in CHILDREN[name]]
    if not {*children} <= {*order} or children != sorted(children, key=order.index):
        found.append(f"the order in {name}")
    else:
        found += [f"{child} in {name}" for child, least, most in CHILDREN[name]
                  if not least <= children.count(child) <= most]  # fmt: skip
    must, may = ATTRIBUTES.get(name, (set(), set()))
    if not must <= {*element.keys()} <= must | may:
        found.append(f"the attributes of {name}")
    text = (element.text or "").strip()
    if bool(text) != (name in ("schema", "schemaversion", "title")) or name == "title" and len(text) > 200:
        found.append(f"the text of {name}")
    return found


def contents(file: str = "week3.zip") -> dict[str, bytes]:
    """Return the files of a package by their names."""
    with ZipFile(file) as archive:
        assert archive.testzip() is None
        return {name: archive.read(name) for name in archive.namelist()}


PACKAGE = "exercise --homework -O week3.zip"


@pytest.mark.parametrize("title", ["", "Week 3: α < β & \"cuts\" 'deep' {title}", "x" * 300, "\x07]]>"])
def test_the_manifest_keeps_the_published_rules(title: str, done: Call) -> None:
    """Names, order, attributes, identifiers and files, whatever the title is; the file is at the root."""
    assert done(f"{PACKAGE} -n 2 --title", title).out == "week3.zip\n"
    files = contents()
    assert [*files] == ["imsmanifest.xml", "index.html"]
    assert faults(files["imsmanifest.xml"].decode(), {*files}) == []
    shown = ET.fromstring(files["imsmanifest.xml"]).findtext(f".//{CONTENT}item/{CONTENT}title")
    assert shown == (title.replace("\x07", "�")[:200] or "Homework: alpha-beta")


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("<schemaversion>1.2", "<schemaversion>1.3"),
        ('default="homework"', 'default="other"'),
        ('default="homework"', ""),
        ('identifierref="page"', 'identifierref="no"'),
        ('adlcp:scormtype="sco"', ""),
        ('adlcp:scormtype="sco"', 'adlcp:scormType="sco"'),
        ("imscp_rootv1p1p2", "imscp_v1p1"),
        ("adlcp_rootv1p2", "adlcp_v1p3"),
        ('<file href="index.html"/>', '<file href="page.html"/>'),
        ('<file href="index.html"/>', ""),
        ('identifier="trees"', 'identifier="page"'),
        ('identifier="trees"', 'identifier="3 trees"'),
        ("<schema>ADL SCORM</schema>\n    <schemaversion>1.2</schemaversion>",
         "<schemaversion>1.2</schemaversion><schema>ADL SCORM</schema>"),
    ],
)  # fmt: skip
def test_the_rules_find_what_is_wrong(old: str, new: str, done: Call) -> None:
    """A manifest that was spoilt at one place breaks a rule."""
    done(f"{PACKAGE} -n 1")
    manifest = contents()["imsmanifest.xml"].decode()
    assert manifest.count(old) and faults(manifest.replace(old, new), {"imsmanifest.xml", "index.html"})


def test_the_page_is_that_of_homework_and_reports(done: Call) -> None:
    """The same trees and facts, with the scripts that report; the same call gives the same bytes, and loads nothing."""
    done(f"{PACKAGE} -n 2 -O a.html")
    page, plain = contents()["index.html"].decode(), Path("a.html").read_text("utf-8")
    data, other = data_in(page), data_in(plain)
    assert data.pop("status") == "passed" and data == other
    assert "LMSInitialize" in page and "LMSInitialize" not in plain
    assert not re.search(r"https?:(?!//www\.w3\.org/2000/svg)|url\(|@import|fetch\(|<link|\bsrc=", page)
    before = Path("week3.zip").read_bytes()
    done(f"{PACKAGE} -n 2 --force")
    assert Path("week3.zip").read_bytes() == before
    done(f"{PACKAGE} -n 2 --force --no-score")
    assert data_in(contents()["index.html"].decode())["status"] == "completed"
