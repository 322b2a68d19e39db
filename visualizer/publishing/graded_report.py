"""The report on a graded search as a notebook shows it: in words, and the right search at the first wrong visit."""

from dataclasses import fields
from html import escape

import exports
from visualizer.grading.report import GradeReport
from visualizer.picture.page.options import PictureOptions
from visualizer.picture.page.tree_page import TreePage
from visualizer.publishing.runs import rendered


class ShownReport(GradeReport):
    """A report that draws the tree on which a search goes wrong."""

    @classmethod
    def of(cls, report: GradeReport) -> "ShownReport":
        """Return a report that can be shown."""
        return cls(**{field.name: getattr(report, field.name) for field in fields(report)})

    def svg(self) -> str:
        """Return the right search where the other one parts from it, as the text of an SVG file; "" if all is right."""
        wrong = self.first_wrong
        if wrong is None:
            return ""
        run = wrong.right.run
        page = TreePage(run, PictureOptions(caption="none"))
        return rendered(page, exports.format_named("svg"), wrong.step_in(run.trace)).decode()

    def _repr_html_(self) -> str:
        """Show it where a notebook asks for a page, no wider than that."""
        words, svg = f"<pre>{escape(self.text())}</pre>", self.svg().partition("<svg")[2]
        return words + (f'<figure><svg style="max-width:100%;height:auto"{svg}</figure>' if svg else "")
