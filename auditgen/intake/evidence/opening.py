"""Opens the files and folders given as evidence, with what an evidence.yaml says of each."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Sequence
from pathlib import Path

from auditgen.intake.errors import InputError, Problem, show
from auditgen.intake.evidence import manifest
from auditgen.intake.evidence.model import Origin
from auditgen.intake.evidence.source import EvidenceFile
from auditgen.intake.logs.read import HELM_SPEC
from auditgen.records.audit_record import InputFile

MAX_FILES = 2_000
BESIDE = ("readme", "licence", "license", "origin", "changelog")  # what a folder says of itself; read only if listed


def open_files(paths: Sequence[Path]) -> tuple[list[EvidenceFile], list[manifest.Manifest], list[InputFile]]:
    """Every file with what an evidence.yaml says of it, the manifests, and the list of inputs."""
    from auditgen.intake.tables.opening import read_bytes

    found: list[EvidenceFile] = []
    manifests: list[manifest.Manifest] = []
    inputs: list[InputFile] = []
    given = [(Path(p), Path(p).parent) for p in paths]
    for path, folder in given:
        whole = path.is_dir() and not (path / HELM_SPEC).is_file()
        members = list(_walk(path)) if whole else [path]
        base = path if whole else folder
        said: dict[str, Origin] = {}
        notes_at = len(manifests)
        for member in [m for m in members if m.name in manifest.NAMES]:
            data, name = read_bytes(member, "evidence")
            made = manifest.read_manifest(data, name)
            manifests.append(made)
            inputs.append(as_input(name, data, "evidence list", "name evidence.yaml"))
            inside = member.parent.relative_to(base).as_posix()
            prefix = "" if inside == "." else f"{inside}/"
            said |= {f"{prefix}{file}": origin for file, origin in made.files.items()}
        used = set()
        for member in [m for m in members if m.name not in manifest.NAMES]:
            key = member.relative_to(base).as_posix()
            if whole and key not in said and member.name.lower().startswith(BESIDE):
                continue
            used.add(key)
            found.append(_file(member, said.get(key, Origin())))
        if whole:
            absent = sorted(set(said) - used)
            if absent:
                raise InputError(
                    Problem(
                        manifests[notes_at].name, field=said[absent[0]].place, expected="a file of the folder",
                        found=f"no file {show(absent[0])}", mend="Correct the name, or take the entry out.",
                    )
                )  # fmt: skip
        elif manifests[notes_at:]:
            beside = [_listed(folder, file, origin, paths, manifests[-1].name) for file, origin in said.items()]
            found += [_file(path, origin) for path, origin in beside if path is not None]
    # evidence.yaml given as a file beside other files speaks of those given by their names.
    loose = {file: origin for m in manifests for file, origin in m.files.items()}
    for file in found:
        if file.origin == Origin() and file.name in loose:
            file.origin = loose[file.name]
    return found, manifests, inputs


def _listed(folder: Path, file: str, origin: Origin, given: Sequence[Path], name: str) -> tuple[Path | None, Origin]:
    """A file that an evidence.yaml lists and that lies below its folder; None where it was given by itself."""
    path = folder / file
    if any(Path(g).name == path.name for g in given):
        return None, origin
    try:
        inside = path.resolve().is_relative_to(folder.resolve())
        usable = inside and not path.is_symlink() and (path.is_file() or (path / HELM_SPEC).is_file())
    except (OSError, ValueError):  # a name too long for any disk, or with a zero byte
        usable = False
    if not usable:
        raise InputError(
            Problem(
                name, field=origin.place, expected="a file beside it, or one given with -e as well",
                found=f"no file {show(file)}", mend="Correct the name, give the file with -e, or take the entry out.",
            )
        )  # fmt: skip
    return path, origin


def _file(path: Path, origin: Origin) -> EvidenceFile:
    """One file; the folder of one HELM run is one log, known by its statistics."""
    from auditgen.intake.logs.model import LogError
    from auditgen.intake.logs.read import read_log
    from auditgen.intake.tables.opening import read_bytes

    if not path.is_dir():
        data, name = read_bytes(path, "evidence")
        return EvidenceFile(name, data, origin)
    try:
        log = read_log(path)
    except LogError as error:
        raise InputError(Problem(error.file, expected=error.expected, found=error.found, mend=error.mend)) from None
    data, _ = read_bytes(path / "stats.json")
    return EvidenceFile(path.name, data, origin, log=log)


def _walk(folder: Path) -> Iterator[Path]:
    """Files below a folder in a fixed order; hidden files and links are passed over."""
    seen = 0
    pending = [folder]
    while pending:
        here = pending.pop(0)
        for path in sorted(here.iterdir()):
            if path.name.startswith(".") or path.is_symlink():
                continue
            if path.is_dir() and (path / HELM_SPEC).is_file():
                yield path
            elif path.is_dir():
                pending.append(path)
            elif path.is_file():
                seen += 1
                if seen > MAX_FILES:
                    raise InputError(
                        Problem(folder.resolve().name, expected=f"at most {MAX_FILES:,} files", found="more")
                    )
                yield path


def as_input(name: str, data: bytes, kind: str, why: str) -> InputFile:
    """A file in the list of inputs, by its name and hash."""
    return InputFile(name=name, sha256=hashlib.sha256(data).hexdigest(), kind=kind, recognised_by=why)
