"""`visualizer convert`: write a game or a position in another format."""

from typing import Any

import rich_click as click

import exports
from visualizer.apps.cli.common_options import with_common_options
from visualizer.apps.cli.messages import add_note
from visualizer.apps.cli.position_options import (
    SETTING_OPTIONS,
    WHICH_GAME_OPTION,
    open_game_with_notes,
    read_game_file,
)
from visualizer.apps.cli.running import redirect_stdout_to_stderr
from visualizer.apps.cli.values import FILE_TYPE
from visualizer.apps.cli.writing import (
    FORCE_OPTION,
    may_replace,
    output_option,
    print_written_files,
)
from visualizer.play.playing.game_file import describe_missing_parts, match_file_contents


@click.command(
    help="Write a game or a position that is in a file in another format; what a format leaves out "
    "is noted.\n\n"
    "The formats of a game are its own notation, .txt for its moves alone and .game; Othello and "
    "Hex have .sgf, and Othello has .ggf.",
    epilog="Example: visualizer convert example.game -O example.ptn",
)
@click.argument("file", type=FILE_TYPE)
@with_common_options(SETTING_OPTIONS, WHICH_GAME_OPTION, FORCE_OPTION)
@output_option("File to write; its extension chooses the format; repeatable.")
def convert_command(
    *, file: str, which: tuple[str, ...], files: tuple[str, ...], **values: Any
) -> int:
    """Write a game in other formats, and note the losses of each."""
    with redirect_stdout_to_stderr():
        opened_game = read_game_file({"game": file, **values}, which, takes_position=True)
        if opened_game is None:
            # The extension is unknown, but the file can only hold games: open the first.
            opened_game = open_game_with_notes(file, 1)
        # All contents are made before a file is written: one of the formats may refuse the game.
        contents = {name: match_file_contents(opened_game.match, name) for name in files}
        may_replace_existing = may_replace(files)
    exports.save_files(contents, force=may_replace_existing)
    for name, content in contents.items():
        losses = describe_missing_parts(opened_game, name, content)
        if losses:
            add_note(losses)
    return print_written_files(files)
