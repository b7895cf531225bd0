"""The command line: one lazy group, so that `--help` answers at once and heavy imports happen where they are used."""

from __future__ import annotations

import importlib
import os
import sys

import click

from auditgen import __version__

# name: (module, object, one line for --help). The line is repeated here so that --help imports no command.
COMMANDS = {
    "audit": ("auditgen.cli.audit", "audit", "Audit claims and write the report (PDF, HTML, JSON, Markdown)."),
    "check": ("auditgen.cli.check", "check", "The same audit on the terminal, without a report."),
    "catalogue": ("auditgen.cli.catalogue", "catalogue", "Look at the embedded facts, search them, check them."),
    "convert": ("auditgen.cli.convert", "convert", "Evaluation logs to results tables and item matrices."),
    "doctor": ("auditgen.cli.doctor", "doctor", "Is everything there that PDF output needs?"),
    "explain": ("auditgen.cli.explain", "explain", "What a check asks, how it works, what it cannot say."),
    "extract": ("auditgen.cli.extract", "extract", "Draft claims from documents, for a person to confirm."),
    "init": ("auditgen.cli.init", "init", "A commented starter claims file in a new folder."),
    "rank": ("auditgen.cli.rank", "rank", "Rank stability of a results table or an item matrix."),
    "scan": ("auditgen.cli.scan", "scan", "Search a corpus for the questions of a test."),
    "schema": ("auditgen.cli.schema", "schema", "JSON Schema of the files that go in and come out."),
    "verify": ("auditgen.cli.verify", "verify", "Is the record inside a report intact, and does it recompute?"),
}


class LazyGroup(click.Group):
    """Imports a command when it is called, not when its name is listed."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        return sorted(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        if cmd_name not in COMMANDS:
            return None
        module, name, _ = COMMANDS[cmd_name]
        command: click.Command = getattr(importlib.import_module(module), name)
        return command

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        with formatter.section("Commands"):
            formatter.write_dl([(name, COMMANDS[name][2]) for name in sorted(COMMANDS)])


@click.group(cls=LazyGroup, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(__version__, prog_name="auditgen")
def cli() -> None:
    """Audit AI benchmark claims: from a published sentence to a graded, sourced report.

    Results go to stdout, messages to stderr. Exit status: 0 done; 1 done, and the question asked came out negative;
    2 the input or the usage is wrong; 3 a bug in auditgen.
    """


def main() -> None:
    """Entry point. Turns every known error into one clear line, and a bug into advice on what to report."""
    try:
        status = cli.main(standalone_mode=False)  # click hands back the code of a command that stopped with Exit
        sys.exit(status if isinstance(status, int) else 0)
    except click.Abort:
        click.echo("Stopped. Nothing was written.", err=True)
        sys.exit(130)
    except click.ClickException as error:
        error.show()
        sys.exit(2 if isinstance(error, click.UsageError) else error.exit_code)
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        sys.exit(0)
    except Exception as error:
        if os.environ.get("AUDITGEN_DEBUG"):
            raise
        place = _place(error)
        click.echo(
            f"auditgen {__version__} has a bug: {type(error).__name__} in {place}. Nothing was written.\n"
            "Please report this line, the command, and the smallest input that shows it; "
            "AUDITGEN_DEBUG=1 prints the details.",
            err=True,
        )
        sys.exit(3)


def _place(error: BaseException) -> str:
    """Module and line of the innermost frame, without a local path."""
    trace = error.__traceback__
    while trace is not None and trace.tb_next is not None:
        trace = trace.tb_next
    if trace is None:
        return "an unknown place"
    return f"{trace.tb_frame.f_globals.get('__name__', 'an unknown module')}, line {trace.tb_lineno}"
