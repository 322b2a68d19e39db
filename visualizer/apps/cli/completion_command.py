"""`visualizer completion`: the script by which bash, zsh or fish completes our command lines."""

import rich_click as click
from click import get_current_context
from click.shell_completion import (
    BashComplete,
    CompletionItem,
    FishComplete,
    ShellComplete,
    ZshComplete,
    add_completion_class,
)

from visualizer.apps.cli.common_options import with_common_options
from visualizer.apps.cli.messages import EXIT_DONE
from visualizer.apps.cli.values import ListedValue
from visualizer.support.errors import one_of, print_lines

COMPLETION_VARIABLE = "_VISUALIZER_COMPLETE"
"""The environment variable by which the script asks for completions."""


class FlagValueCompletion(ShellComplete):
    """Completes the value of `--flag=value` with its flag: shells replace the whole word."""

    def get_completions(self, args: list[str], incomplete: str) -> list[CompletionItem]:
        """Return the completions of a word; for `--theme=da`, whole words such as `--theme=dark`.

        Click returns only the value after the equals sign, but a shell replaces the whole word.
        """
        flag, equals, _ = incomplete.partition("=")
        items = super().get_completions(args, incomplete)
        if equals and flag.startswith("--"):
            for item in items:
                item.value = f"{flag}={item.value}"
        return items


class BashCompletion(FlagValueCompletion, BashComplete):
    """Completion in bash, which splits words at `=` and `:`.

    Therefore the script passes the whole line, and quotes the completions itself.
    """

    source_template = """\
%(complete_func)s() {
    local IFS=$'\\n' line=${COMP_LINE:0:COMP_POINT} type value
    local -a typed
    IFS=' ' read -ra typed <<< "$line"
    [[ $line == *' ' ]] && typed+=("")
    local before=${typed[-1]%%"$2"}
    COMPREPLY=()
    while IFS=',' read -r type value; do
        case $type in
            file) compopt -o default ;;
            plain)
                [[ $value == */ ]] && compopt -o nospace
                printf -v value %%q "${value#"${before//\\\\/}"}"
                COMPREPLY+=("$value") ;;
        esac
    done < <(env COMP_WORDS="$line" COMP_CWORD=$((${#typed[@]} - 1)) \
%(complete_var)s=bash_complete "$1")
}
complete -o nosort -F %(complete_func)s %(prog_name)s
"""


class ZshCompletion(FlagValueCompletion, ZshComplete):
    """Completion in zsh."""


class FishCompletion(FlagValueCompletion, FishComplete):
    """Completion in fish."""


SHELL_COMPLETIONS: dict[str, type[ShellComplete]] = {
    shell.name: add_completion_class(shell)
    for shell in (BashCompletion, ZshCompletion, FishCompletion)
}


@click.command(
    help="Print the script that lets a shell complete commands, options, games, presets, searches "
    "and files.\n\n"
    'Let the shell read it at its start: `eval "$(visualizer completion bash)"` in .bashrc, the '
    "same with zsh in .zshrc; for fish, save it as ~/.config/fish/completions/visualizer.fish.",
    epilog="Example: visualizer completion bash",
)
@with_common_options()
@click.argument(
    "shell", metavar=f"[{'|'.join(SHELL_COMPLETIONS)}]", type=ListedValue("", SHELL_COMPLETIONS)
)
def completion_command(*, shell: str) -> int:
    """Print the script for a shell."""
    program = get_current_context().find_root()
    completion_type = SHELL_COMPLETIONS[one_of("the shell", shell, SHELL_COMPLETIONS)]
    name = program.info_name or ""
    print_lines(completion_type(program.command, {}, name, COMPLETION_VARIABLE).source())
    return EXIT_DONE
