"""`python -m visualizer` and the program `visualizer`: the command line, in any folder."""

import gc
import sys

import visualizer


def main() -> None:
    """Run the command line; Ctrl-C is quiet even while it is loading."""
    # The command enables it again: imports make many objects and no garbage.
    gc.disable()
    try:
        try:
            visualizer.refuse_hidden_packages()
        except ImportError as error:
            sys.stderr.write(f"visualizer: {error}\n")
            sys.exit(2)
        from visualizer.apps.cli import run_command_line as command_line

        command_line()
    except KeyboardInterrupt:
        sys.exit(1)


if __name__ == "__main__":
    from pathlib import Path

    # Python puts the current folder first, where a user's games.py would be taken for ours.
    is_own_folder = Path(sys.path[0]).resolve() == Path(__file__).resolve().parents[1]
    if not sys.flags.safe_path and not is_own_folder:
        del sys.path[0]

    main()
