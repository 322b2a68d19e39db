"""`python -m visualizer`, and the program `visualizer`: the command line, whatever files lie in the current folder."""

import gc
import sys

import visualizer


def main() -> None:
    """Run the command line; Ctrl-C is quiet even while it is loading."""
    gc.disable()  # until the command is loaded: loading makes much, and nothing of it is garbage
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

    # Python puts the current folder first, where somebody's games.py would be taken for ours.
    if (
        not sys.flags.safe_path
        and Path(sys.path[0]).resolve() != Path(__file__).resolve().parents[1]
    ):
        del sys.path[0]

    main()
