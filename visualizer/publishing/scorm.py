"""Homework as a package for a course's gradebook, by SCORM 1.2: a page, and the manifest that says which file it is.

The manifest is as in ADL's "SCORM Content Aggregation Model", version 1.2 (2001), on IMS Content Packaging 1.1.2. It
names no place of a schema, so none has to lie beside it.
"""

from hashlib import sha256
from html import escape
from io import BytesIO
from zipfile import ZIP_DEFLATED, ZipFile, ZipInfo

from visualizer.errors import InputError
from visualizer.look.web_page import filled
from visualizer.publishing.homework_page import PARTS, Homework

PASSED, COMPLETED = "passed", "completed"
"""What is reported once all is right, with a score and without one."""
MOST_KEPT = 4096
"""Signs that a gradebook keeps of what is filled in."""
NUMBER = 7
"""Signs that the page's number takes at most."""
MANIFEST, PAGE = "imsmanifest.xml", "index.html"
LONGEST_TITLE = 200


def scorm_package(homework: Homework, *, scored: bool = True) -> bytes:
    """Return the package of a page; the same trees give the same bytes.

    InputError for trees whose answers are too many to be kept.
    """
    if NUMBER + homework.signs > MOST_KEPT:
        raise InputError(
            f"the {homework.what} do not fit into the {MOST_KEPT:,} signs that a gradebook keeps; "
            "ask for fewer trees with -n, or make two packages"
        )
    page = homework.page(status=PASSED if scored else COMPLETED, scripts=(homework.keeping, "scorm.js"))
    parts = {"title": escape(homework.title[:LONGEST_TITLE]), "number": sha256(page).hexdigest()[:16]}
    package = BytesIO()
    with ZipFile(package, "w") as archive:
        for name, contents in ((MANIFEST, filled(PARTS / MANIFEST, parts).encode()), (PAGE, page)):
            file = ZipInfo(name)  # of 1980, so that the same trees give the same bytes
            file.external_attr = 0o644 << 16
            archive.writestr(file, contents, ZIP_DEFLATED)
    return package.getvalue()
