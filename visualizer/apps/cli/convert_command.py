"""`visualizer convert`: write a game or a position in another format."""

from typing import Any

import rich_click as click

import exports
from visualizer.apps.cli.common_options import with_options
from visualizer.apps.cli.messages import note
from visualizer.apps.cli.position_options import SETTINGS, WHICH, game_in, read_game
from visualizer.apps.cli.running import aside
from visualizer.apps.cli.values import FILE
from visualizer.apps.cli.writing import FORCE, answer_with_files, may_replace, output
from visualizer.play.playing.game_file import contents, left_out


@click.command(epilog="Example: visualizer convert example.game -O example.ptn")
@click.argument("file", type=FILE)
@with_options(SETTINGS, WHICH, FORCE)
@output("File to write; its extension chooses the format; repeatable.")
def convert_command(
    *, file: str, which: tuple[str, ...], files: tuple[str, ...], **values: Any
) -> int:
    """Write a game or a position that is in a file in another format; what a format leaves out is noted.

    The formats of a game are its own notation, .txt for its moves alone and .game; Othello and Hex have .sgf, and
    Othello has .ggf.
    """
    with aside():
        found = read_game({"game": file, **values}, which, takes_position=True) or game_in(file, 1)
        written = {name: contents(found.match, name) for name in files}
        force = may_replace(files)
    exports.save_all(written, force=force)
    for name, data in written.items():
        if missing := left_out(found, name, data):
            note(missing)
    return answer_with_files(files)
