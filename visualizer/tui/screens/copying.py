"""What to copy: position, moves, sentence or command."""

from __future__ import annotations

from visualizer.lookup import shortened
from visualizer.tui.panes.why import sentence
from visualizer.tui.scene import Scene


def copies(scene: Scene) -> list[tuple[str, str]]:
    """Return what a scene has to copy: a line about each text, and the text."""
    run = scene.run
    texts = {
        "position": run.position(scene.focus).text(),
        "moves": scene.names(scene.focus) or "(the root)",
        "sentence": sentence(scene),
        "command": run.recipe.command("open"),
    }
    return [(f"{name}: {shortened(text, 90)}", text) for name, text in texts.items()]
