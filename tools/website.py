"""Builds the site of docs/ in site/ with MkDocs, and checks all links: `make docs`.

MkDocs has its settings in pyproject.toml, and calls the functions here whose names begin with
`on_`.
"""

import io
import logging
import os
import shutil
import sys
import tomllib
from pathlib import Path
from typing import Any

from site_links import faults
from site_pages import HIDDEN, NAMED, NAVIGATION, PROJECT, TREE, filled, made, mapped
from visualizer.look.themes import THEMES, style_variables

os.environ["NO_MKDOCS_2_WARNING"] = (
    "1"  # an advertisement, which the theme prints when it is loaded
)

from mkdocs.commands.build import build
from mkdocs.config.base import load_config
from mkdocs.config.defaults import MkDocsConfig
from mkdocs.structure.files import File, Files
from mkdocs.structure.pages import Page
from pymdownx.slugs import slugify

TOOLS = Path(__file__).parent
SITE = PROJECT / "site"
MADE = PROJECT / "build" / "made-by-commands"
"""Where the commands of the pages write; on the site it is a folder of this name."""


def on_page_markdown(markdown: str, *, page: Page, **_: Any) -> str:
    """Make room for pictures."""
    page.meta["hide"] = HIDDEN.get(page.file.src_uri, [])
    return markdown


def on_files(files: Files, *, config: MkDocsConfig) -> Files:
    """Fill in the pages of docs/, and add those that are made for the site, and its looks."""
    shutil.rmtree(MADE, ignore_errors=True)
    MADE.mkdir(parents=True)
    for file in [*files.documentation_pages()]:
        text = mapped(file.content_string, f"{TREE}{file.src_uri}", file.src_uri)
        file.content_string = filled(text, file.src_uri, MADE)
    pages = dict(made(MADE))
    light, dark = (style_variables(THEMES[name]) for name in ("light", "dark"))
    looks = (TOOLS / "website.css").read_text(encoding="utf-8")
    pages["website.css"] = (
        f"[data-md-color-scheme=default]{{{light}}}[data-md-color-scheme=slate]{{{dark}}}{looks}"
    )
    pages["website.js"] = (TOOLS / "website.js").read_text(encoding="utf-8")
    for uri, text in pages.items():
        files.append(File.generated(config, uri, content=text))
    return files


def main() -> None:
    """Build the site, and say how to look at it."""
    logging.basicConfig(level=logging.WARNING, format="%(levelname)s %(message)s")
    project = PROJECT / "pyproject.toml"
    settings = tomllib.loads(project.read_text(encoding="utf-8"))["tool"]["mkdocs"]
    settings["nav"] = [
        {title: [NAMED.get(page, page) for page in pages]} for title, pages in NAVIGATION.items()
    ]
    config = load_config(io.BytesIO(b"{}"), config_file_path=str(project), **settings)
    config.mdx_configs["toc"]["slugify"] = slugify(case="lower")  # as forges name headings
    config.plugins.on_startup(command="build", dirty=False)
    build(config)
    config.plugins.on_shutdown()
    shutil.copytree(MADE, SITE / MADE.name)
    if wrong := faults(SITE, MADE.name):
        sys.exit("\n".join(["These links lead nowhere, or load something from elsewhere:", *wrong]))
    print(
        f"{SITE.name}/index.html is made. To search in it, look at http://localhost:8000 while "
        "this runs:"
    )
    print(f"{os.path.relpath(sys.executable)} -m http.server -d {SITE.name}")


if __name__ == "__main__":
    main()
