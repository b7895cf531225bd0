"""Writes output files whole or not at all."""

from __future__ import annotations

import os
import tempfile
from collections.abc import Mapping
from pathlib import Path

import click


class InputProblem(click.ClickException):
    """Wrong input: clear lines on stderr, exit status 2."""

    exit_code = 2

    def show(self, file: object = None) -> None:
        click.echo(self.format_message(), err=True)


def check_targets(paths: tuple[Path, ...], suffixes: tuple[str, ...]) -> None:
    """Refuse targets that cannot be written before any work is done."""
    for path in paths:
        if path.suffix.lower() not in suffixes:
            wanted = ", ".join(suffixes)
            raise InputProblem(
                f"{path.name}: expected a name that ends in {wanted}, found '{path.suffix or path.name}'."
            )
        if path.is_dir():
            raise InputProblem(f"{path.name}: expected a file to write, found a folder. Give a file name.")
        if not path.absolute().parent.is_dir():
            raise InputProblem(f"{path.name}: the folder to write into does not exist. Make it first.")


def write_whole(files: Mapping[Path, bytes]) -> None:
    """Write all files under other names first, then rename: a failure leaves no file half-written."""
    staged: list[tuple[str, Path]] = []
    try:
        for path, data in files.items():
            handle, name = tempfile.mkstemp(prefix=".auditgen-", dir=path.absolute().parent)
            staged.append((name, path))
            with os.fdopen(handle, "wb") as stream:
                stream.write(data)
            os.chmod(name, 0o666 & ~_umask())
        for name, path in staged:
            os.replace(name, path)
    except OSError as error:
        for name, _ in staged:
            if os.path.exists(name):
                os.unlink(name)
        raise InputProblem(f"the output could not be written: {error.strerror}. Nothing was written.") from None


def _umask() -> int:
    mask = os.umask(0)
    os.umask(mask)
    return mask
