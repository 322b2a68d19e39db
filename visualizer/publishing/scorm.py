"""Homework as a package for a course's gradebook, by SCORM 1.2: a page, and the manifest that says which file it is.

The manifest is as in ADL's "SCORM Content Aggregation Model", version 1.2 (2001), on IMS Content Packaging 1.1.2. It
names no place of a schema, so none has to lie beside it.
"""

from collections.abc import Sequence
from hashlib import sha256
from html import escape
from io import BytesIO
from zipfile import ZIP_DEFLATED, ZipFile, ZipInfo

from visualizer.errors import InputError
from visualizer.explanation.questions.kinds import KINDS
from visualizer.look.web_page import filled
from visualizer.publishing.homework_page import PARTS, HomeworkTree, homework_page, title_of
from visualizer.publishing.steps_page import StepsTree, steps_page, steps_title

SCRIPTS, BY_HAND = ("suspend.js", "scorm.js"), ("walked.js", "scorm.js")
"""What a page of trees to fill in needs besides, to report, and one of searches by hand."""
PASSED, COMPLETED = "passed", "completed"
"""What is reported once all is right, with a score and without one."""
MOST_KEPT = 4096
"""Signs that a gradebook keeps of what is filled in."""
FIELD, TEXT, TREE, NUMBER = 1, 4, 13, 7
"""Signs that a field, a wrong answer of up to three signs in it, a tree and the page's number take at most."""
STEP, WALK = 2, 1
"""Signs that a step with a slip before it takes, and a search by hand besides."""
MANIFEST, PAGE = "imsmanifest.xml", "index.html"
LONGEST_TITLE = 200


def scorm_package(trees: Sequence[HomeworkTree], title: str = "", *, scored: bool = True) -> bytes:
    """Return the package of some trees; the same trees give the same bytes.

    InputError for trees whose answers are too many to be kept.
    """
    check_room(trees)
    page = homework_page(trees, title, status=PASSED if scored else COMPLETED, scripts=SCRIPTS)
    return packed(page, title_of(trees, title))


def steps_package(trees: Sequence[StepsTree], title: str = "", *, scored: bool = True) -> bytes:
    """Return the package of some searches by hand; InputError for more steps than can be kept."""
    steps = sum(each.hand.left_steps(each.hand.beginning) for each in trees)
    if NUMBER + WALK * len(trees) + STEP * steps > MOST_KEPT:
        raise too_many(f"{steps:,} steps", trees)
    page = steps_page(trees, title, status=PASSED if scored else COMPLETED, scripts=BY_HAND)
    return packed(page, steps_title(trees, title))


def packed(page: bytes, title: str) -> bytes:
    """Return a page as a package, with its manifest."""
    parts = {"title": escape(title[:LONGEST_TITLE]), "number": sha256(page).hexdigest()[:16]}
    package = BytesIO()
    with ZipFile(package, "w") as archive:
        for name, contents in ((MANIFEST, filled(PARTS / MANIFEST, parts).encode()), (PAGE, page)):
            file = ZipInfo(name)  # of 1980, so that the same trees give the same bytes
            file.external_attr = 0o644 << 16
            archive.writestr(file, contents, ZIP_DEFLATED)
    return package.getvalue()


def too_many(what: str, trees: Sequence[object]) -> InputError:
    """Return the error for more than a gradebook keeps."""
    return InputError(
        f"the {what} of {len(trees):,} trees do not fit into the {MOST_KEPT:,} signs that a gradebook keeps; "
        "ask for fewer trees with -n, or make two packages"
    )


def check_room(trees: Sequence[HomeworkTree]) -> None:
    """Raise InputError if what may be filled in does not fit into what is kept."""
    fields = [KINDS[field.kind] for tree in trees for field in tree.exercise.fields]
    needed = NUMBER + TREE * len(trees) + sum(FIELD + TEXT * (not kind.is_edge) for kind in fields)
    if needed > MOST_KEPT:
        raise too_many(f"{len(fields):,} fields", trees)
