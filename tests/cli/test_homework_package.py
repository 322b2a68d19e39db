"""A package for a gradebook: what is in it, its manifest by the published rules, and what makes
none.
"""

from __future__ import annotations

import re
from pathlib import Path
from xml.etree import ElementTree as ET
from zipfile import ZipFile

import pytest

from tests.cli.conftest import Call
from tests.cli.test_homework import data_in

pytestmark = pytest.mark.usefixtures("folder")

CONTENT = "{http://www.imsproject.org/xsd/imscp_rootv1p1p2}"
MANIFEST = """\
<?xml version="1.0" encoding="UTF-8"?>
<manifest identifier="visualizer-" version="1.0" xmlns="http://www.imsproject.org/xsd/imscp_rootv1p1p2" \
xmlns:adlcp="http://www.adlnet.org/xsd/adlcp_rootv1p2">
  <metadata>
    <schema>ADL SCORM</schema>
    <schemaversion>1.2</schemaversion>
  </metadata>
  <organizations default="homework">
    <organization identifier="homework">
      <title></title>
      <item identifier="trees" identifierref="page" isvisible="true">
        <title></title>
      </item>
    </organization>
  </organizations>
  <resources>
    <resource identifier="page" type="webcontent" adlcp:scormtype="sco" href="index.html">
      <file href="index.html"/>
    </resource>
  </resources>
</manifest>
"""
"""A manifest without its title and number, held against the schema of IMS Content Packaging 1.1.2,
and against what SCORM 1.2's Content Aggregation Model (section 2.3) demands of a package
besides.
"""


def contents(file: str = "week3.zip") -> dict[str, bytes]:
    """Return the files of a package by their names."""
    with ZipFile(file) as archive:
        assert archive.testzip() is None
        return {name: archive.read(name) for name in archive.namelist()}


PACKAGE = "exercise --homework -O week3.zip"


@pytest.mark.parametrize(
    "title", ["", "Week 3: α < β & \"cuts\" 'deep' {title}", "x" * 300, "\x07]]>"]
)
def test_the_manifest_keeps_the_published_rules(title: str, done: Call) -> None:
    """Names, order, attributes, identifiers and files, whatever the title is; the file is at the
    root.
    """
    assert done(f"{PACKAGE} -n 2 --title", title).out == "week3.zip\n"
    files = contents()
    assert [*files] == ["imsmanifest.xml", "index.html"]
    manifest = re.sub("<title>.*</title>", "<title></title>", files["imsmanifest.xml"].decode())
    assert re.sub('"visualizer-[0-9a-f]{16}"', '"visualizer-"', manifest) == MANIFEST
    shown = ET.fromstring(files["imsmanifest.xml"]).findtext(f".//{CONTENT}item/{CONTENT}title")
    assert shown == (title.replace("\x07", "�")[:200] or "Homework: alpha-beta")


def test_the_page_is_that_of_homework_and_reports(done: Call) -> None:
    """The same trees and facts, with the scripts that report; the same call gives the same
    bytes, and loads nothing.
    """
    done(f"{PACKAGE} -n 2 -O a.html")
    page = contents()["index.html"].decode()
    plain = Path("a.html").read_text("utf-8")
    data = data_in(page)
    other = data_in(plain)

    assert data.pop("status") == "passed"
    assert data == other
    assert "LMSInitialize" in page
    assert "LMSInitialize" not in plain
    names_only = page.replace(
        "http://www.w3.org/2000/svg", ""
    )  # the name of SVG's elements, which nobody fetches
    assert not re.search(r"https?:|url\(|@import|fetch\(|<link|\bsrc=", names_only)
    before = Path("week3.zip").read_bytes()
    done(f"{PACKAGE} -n 2 --force")
    assert Path("week3.zip").read_bytes() == before
    done(f"{PACKAGE} -n 2 --force --no-score")
    assert data_in(contents()["index.html"].decode())["status"] == "completed"
