"""What an export may write, in which format and how; what is chosen of that, and the command that does the same."""

import re
import shlex
from functools import lru_cache

import exports
from visualizer.boards.shapes import is_worth_drawing
from visualizer.look.themes import THEMES
from visualizer.lookup import preset_of
from visualizer.picture.page.options import BOARDS, CAPTIONS, FILM_PAGE, FIT, PAGES, PictureOptions, read_options
from visualizer.trace.jumps import read_steps
from visualizer.tui.cycling import turned
from visualizer.tui.scene import Scene

SCREEN = ".screen.svg"
"""The ending of a file's name that exports the screen itself."""
LONGEST_NAME = 40
STEP, SUBTREE, SO_FAR = "this step", "this subtree", "film up to here"
FILMS = {"film of changes": "changes", "film of cuts": "cuts", "film of all steps": "all"}
"""What may be written; for films, the value of `--steps`."""
OWN = ("what", "step", "format")
"""What is chosen beside the options of the picture."""


class ExportChoices:
    """What is chosen for the export of a scene, by `words` to choose from; `name` is that of the file."""

    def __init__(self, scene: Scene) -> None:
        """Choose a picture of the scene's step."""
        self.scene = scene
        subtree = [SUBTREE] if scene.focus != scene.top and scene.node(scene.focus) is not None else []
        self.words = {
            "what": [STEP, *subtree, SO_FAR, *FILMS],
            "step": [str(scene.step)],
            "format": ["svg"],
            "page": [FIT, *PAGES],
            "theme": [*THEMES],
            "caption": [*CAPTIONS],
        }
        if is_worth_drawing(scene.run.root.board()):
            self.words["node_boards"] = [*BOARDS]
        self.chosen = {name: words[0] for name, words in self.words.items()}
        self.count_of = lru_cache(maxsize=8)(lambda steps, last_step: len(read_steps(steps)(scene.run.trace)))
        self.name = self.proposed

    @property
    def step(self) -> int:
        """Return the step that is chosen."""
        return int(self.chosen["step"])

    @property
    def steps(self) -> str:
        """Return which steps a film shows, in the words of the command line; "" for a still."""
        what = self.chosen["what"]
        return f"0-{self.step}" if what == SO_FAR else FILMS.get(what, "")

    @property
    def frames(self) -> int:
        """Return how many steps a film has, 0 for a still."""
        return self.count_of(self.steps, self.scene.run.trace.last_step) if self.steps else 0

    @property
    def options(self) -> PictureOptions:
        """Return the options of the picture; its root is the top of the tree view, or of the subtree chosen."""
        scene, chosen = self.scene, {name: word for name, word in self.chosen.items() if name not in OWN}
        top = scene.focus if self.chosen["what"] == SUBTREE else scene.top
        as_drawn = {"node_windows": scene.windows, "hide_leaves": scene.hide_leaves, "kinds": scene.kinds}
        return read_options({**chosen, **as_drawn}, top)

    @property
    def proposed(self) -> str:
        """Return a file's name made of the game, the position if it has a name, and what is written."""
        run, where = self.scene.run, self.scene.run.recipe.where
        preset = preset_of(run.game, where)
        words = [re.sub(r"[^\w.]+", "-", where.game.rpartition("/")[2].removesuffix(".py"))]
        words += [preset.name] if preset is not None and not where.moves else []
        part = self.chosen["what"].replace(" ", "-") if self.steps else f"step-{self.step}"
        return f"{'-'.join(words).strip('-.')[:LONGEST_NAME]}-{part}{self.ending}"

    @property
    def ending(self) -> str:
        """Return the ending of a file in the format that is chosen."""
        return exports.format_named(self.chosen["format"]).endings[0]

    def turn(self, name: str, by: int) -> None:
        """Choose the word before (-1) or after (1), and adapt the rest; a file's name that was not edited is new, too.

        Steps are those known.
        """
        is_proposed, word = self.name == self.proposed, self.chosen[name]
        if name == "step":
            self.chosen[name] = str(max(0, min(self.scene.run.trace.last_step, int(word) + by)))
        elif name == "format":
            self.chosen[name] = turned([each for each in exports.formats() if self.can_be(each)], word, by)
        else:
            self.chosen[name] = turned(self.words[name], word, by)
        if not self.can_be(self.chosen["format"]) or (name == "what" and is_proposed):
            self.chosen["format"] = "html" if self.steps else "svg"
        usual, other = (FILM_PAGE, FIT) if self.steps else (FIT, FILM_PAGE)
        if name == "what" and self.chosen["page"] == other:
            self.chosen["page"] = usual
        if is_proposed:
            self.name = self.proposed
        elif name in ("format", "what"):
            stem, dot, _ = self.name.rpartition(".")
            self.name = f"{stem if dot else self.name}{self.ending}"

    def can_be(self, name: str) -> bool:
        """Return whether a format can hold what is wanted."""
        its = exports.format_named(name)
        return its.takes_films if self.steps else its.write_graph is None or self.options.top == ()

    def command(self) -> str:
        """Return the command that writes the same file."""
        if self.name.endswith(SCREEN):
            return "nothing: only the explorer has a screen"
        scene, options = self.scene, self.options
        words = ["-O", self.name, *(["--steps", self.steps] if self.steps else ["--step", str(self.step)])]
        words += ["--root", scene.names(options.top)] if options.top else []
        its = next((each for each in exports.formats().values() if self.name.lower().endswith(each.endings)), None)
        is_film = self.steps or (its is not None and not its.takes_stills)
        usual = PictureOptions(page=FILM_PAGE if is_film else FIT)
        for option in ("page", "theme", "caption", "node_boards", "node_windows", "hide_leaves", "kinds"):
            if (value := getattr(options, option)) != getattr(usual, option):
                words += [f"--{option.replace('_', '-')}", *([] if value is True else [value])]
        return f"{scene.run.recipe.command('export')} {shlex.join(words)}"
