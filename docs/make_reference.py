"""Makes docs/commands.md from what `--help` prints. Run it after a change of a command: `make docs`."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path

import click

from auditgen.cli.main import COMMANDS, cli

TARGET = Path(__file__).with_name("commands.md")
WIDTH = 78  # what --help takes of a terminal of 80 columns
HEAD = """\
# Command reference

Made from `--help` by `docs/make_reference.py`; do not edit it here. Results go to stdout, messages to stderr. Exit
status: 0 done; 1 done, and the question asked came out negative; 2 the input or the usage is wrong; 3 a bug in
auditgen.
"""


def help_text(command: click.Command, name: str) -> str:
    """What `NAME --help` prints on a terminal of 80 columns. `name`: such as "auditgen catalogue list"."""
    command._help_option = None  # click keeps the one of an earlier call, which may have had other names
    context = click.Context(command, info_name=name, terminal_width=WIDTH, max_content_width=WIDTH,
                            help_option_names=["-h", "--help"])  # fmt: skip
    return "\n".join(line.rstrip() for line in command.get_help(context).splitlines())


def entries() -> Iterator[tuple[int, str, click.Command]]:
    """Heading level, whole name and command: the program itself, then every command with its own commands below it."""
    yield 2, "auditgen", cli
    for name in sorted(COMMANDS):
        command = cli.get_command(click.Context(cli), name)
        assert command is not None
        yield 2, f"auditgen {name}", command
        if isinstance(command, click.Group):
            for part in sorted(command.commands):
                yield 3, f"auditgen {name} {part}", command.commands[part]


def reference() -> str:
    """The whole page."""
    parts = [HEAD]
    for level, name, command in entries():
        parts.append(f"{'#' * level} {name}\n\n```text\n{help_text(command, name)}\n```\n")
    return "\n".join(parts)


if __name__ == "__main__":
    TARGET.write_text(reference(), encoding="utf-8")
    print(f"written: {TARGET.name}", file=sys.stderr)
