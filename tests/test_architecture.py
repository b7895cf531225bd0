"""The floors as code: imports go down, `--help` stays light, files stay small and speak of the project only."""

from __future__ import annotations

import ast
import re
import subprocess
import sys
import warnings
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

import pytest

from auditgen.cli.main import COMMANDS

ROOT = Path(__file__).resolve().parents[1]
PACKAGE = ROOT / "auditgen"

# A room may import from its own and from lower floors.
FLOORS = {
    "__main__": 8,
    "cli": 7,
    "report": 6,
    "audit": 5, "judge": 5, "recompute": 5,
    "grading": 4, "ranking": 4,
    "checks": 3, "intake": 3,
    "catalogue": 2, "scan": 2,
    "stats": 1, "records": 1, "resources": 1,
    "": 0,  # auditgen/__init__.py: the version
}  # fmt: skip
# Rooms of one floor do not know each other, but for these: who imports, what is imported.
NEIGHBOURS = {
    ("audit", "judge"), ("recompute", "audit"), ("recompute", "judge"), ("ranking", "grading"),
    ("records", "resources"),
}  # fmt: skip
# Importing one of these takes longer than `--help` may.
HEAVY = {
    "pandas", "numpy", "scipy", "statsmodels", "weasyprint", "pyarrow", "lxml", "numba", "pydantic", "jinja2", "yaml",
    "pikepdf", "openpyxl", "docx", "pypdfium2", "rich", "babel", "dask", "distributed", "ray",
}  # fmt: skip
LONG, TOO_LONG = 320, 400


@dataclass(frozen=True)
class Import:
    """`module` imports `target`. `types_only`: under `if TYPE_CHECKING`, so that nothing happens at run time."""

    module: str
    target: str
    file: Path
    line: int
    types_only: bool

    def __str__(self) -> str:
        return f"{self.file.relative_to(ROOT)}:{self.line}: {self.module} imports {self.target}"


def room(module: str) -> str:
    """Second part of a dotted name: the folder or file directly under the package; ranking_*.py are one room."""
    name = module.split(".")[1] if "." in module else ""
    return "ranking" if name.startswith("ranking_") else name


@lru_cache(maxsize=1)
def modules() -> dict[str, Path]:
    """Every module of the package by dotted name."""
    found = {}
    for file in sorted(PACKAGE.rglob("*.py")):
        parts = file.relative_to(ROOT).with_suffix("").parts
        found[".".join(parts[:-1] if parts[-1] == "__init__" else parts)] = file
    return found


def names_in(node: ast.AST, module: str, is_package: bool) -> Iterator[str]:
    """Dotted names that one import statement may load, the longest last."""
    if isinstance(node, ast.Import):
        yield from (alias.name for alias in node.names)
    elif isinstance(node, ast.ImportFrom):
        base = node.module or ""
        if node.level:
            parts = module.split(".")
            parts = parts[: len(parts) - node.level + (1 if is_package else 0)]
            base = ".".join([*parts, base]) if base else ".".join(parts)
        for alias in node.names:
            longer = f"{base}.{alias.name}"
            yield longer if longer in modules() else base


def is_type_checking(node: ast.AST) -> bool:
    return isinstance(node, ast.If) and "TYPE_CHECKING" in ast.dump(node.test)


def imports_of(tree: ast.Module, module: str, file: Path) -> list[Import]:
    """Every import of a file, also inside functions and under TYPE_CHECKING."""
    found: list[Import] = []

    def walk(node: ast.AST, types_only: bool) -> None:
        names = names_in(node, module, file.name == "__init__.py")
        line = getattr(node, "lineno", 0)
        found.extend(Import(module, name, file, line, types_only) for name in names)
        if is_type_checking(node):
            assert isinstance(node, ast.If)
            for guarded in node.body:
                walk(guarded, True)
            for other in node.orelse:
                walk(other, types_only)
            return
        for child in ast.iter_child_nodes(node):
            walk(child, types_only)

    walk(tree, False)
    return found


@lru_cache(maxsize=1)
def all_imports() -> tuple[Import, ...]:
    return tuple(
        found
        for module, file in modules().items()
        for found in imports_of(ast.parse(file.read_text(encoding="utf-8"), str(file)), module, file)
    )


def inside(name: str) -> bool:
    return name == "auditgen" or name.startswith("auditgen.")


def wrong_floor(found: Import) -> bool:
    """Whether an import goes up, or sideways into another room."""
    here, there = room(found.module), room(found.target)
    if here == there or not inside(found.target):
        return False
    if not {here, there} <= set(FLOORS):
        return False  # a room without a floor has a test of its own
    if FLOORS[here] == FLOORS[there]:
        return (here, there) not in NEIGHBOURS
    return FLOORS[here] < FLOORS[there]


def circles(edges: dict[str, set[str]]) -> list[list[str]]:
    """Groups of names that reach one another, each of two or more (Tarjan 1972)."""
    number: dict[str, int] = {}
    low: dict[str, int] = {}
    stack: list[str] = []
    found: list[list[str]] = []

    def visit(name: str) -> None:
        number[name] = low[name] = len(number)
        stack.append(name)
        for other in sorted(edges.get(name, ())):
            if other not in number:
                visit(other)
                low[name] = min(low[name], low[other])
            elif other in stack:
                low[name] = min(low[name], number[other])
        if low[name] == number[name]:
            at = stack.index(name)
            group = sorted(stack[at:])
            del stack[at:]
            if len(group) > 1:
                found.append(group)

    for name in sorted(edges):
        if name not in number:
            visit(name)
    return found


def test_every_room_has_a_floor() -> None:
    strange = {room(m) for m in modules()} - set(FLOORS)
    assert not strange, f"give these rooms a floor: {', '.join(sorted(strange))}"


def test_imports_go_down() -> None:
    wrong = [str(i) for i in all_imports() if wrong_floor(i)]
    assert not wrong, "imports that go up, or into a room of the same floor:\n" + "\n".join(wrong)


def test_no_circle() -> None:
    edges: dict[str, set[str]] = {m: set() for m in modules()}
    for found in all_imports():
        if inside(found.target) and not found.types_only and found.target != found.module:
            edges[found.module].add(found.target)
    found_circles = circles(edges)
    lines = [
        str(i) for group in found_circles for i in all_imports()
        if i.module in group and i.target in group and i.module != i.target and not i.types_only
    ]  # fmt: skip
    assert not found_circles, "imports that run in a circle:\n" + "\n".join(lines)


def test_stats_knows_numbers_only() -> None:
    wrong = [
        str(i) for i in all_imports() if room(i.module) == "stats" and inside(i.target) and room(i.target) != "stats"
    ]
    assert not wrong, "\n".join(wrong)


@pytest.mark.parametrize(
    ("module", "source", "target"),
    [
        ("auditgen.stats.intervals", "def f():\n    from auditgen.records import claim", "auditgen.records.claim"),
        ("auditgen.checks.run", "import auditgen.intake.errors", "auditgen.intake.errors"),
        ("auditgen.intake.errors", "from ..checks import run", "auditgen.checks.run"),
        ("auditgen.grading.ladder", "if TYPE_CHECKING:\n    from auditgen.report import view", "auditgen.report.view"),
    ],
)
def test_a_wrong_import_is_seen(module: str, source: str, target: str) -> None:
    """The measure itself: each of these must be called wrong."""
    found = imports_of(ast.parse(source), module, PACKAGE / "example.py")
    assert [i.target for i in found] == [target]
    assert wrong_floor(found[0])


def test_a_circle_is_seen() -> None:
    assert circles({"a": {"b"}, "b": {"c"}, "c": {"a"}, "d": {"a"}}) == [["a", "b", "c"]]


@pytest.mark.parametrize("command", ["", *sorted(COMMANDS)])
def test_help_loads_nothing_heavy(command: str) -> None:
    """Help answers at once only if no large library is loaded, and for `auditgen --help` no command either."""
    script = (
        "import sys\n"
        "from auditgen.cli.main import cli\n"
        f"cli.main({[command, '--help'] if command else ['--help']!r}, standalone_mode=False)\n"
        "print('LOADED', *sorted(sys.modules))\n"
    )
    run = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, cwd=ROOT)
    assert run.returncode == 0, run.stderr
    last = run.stdout.splitlines()[-1].split()
    assert last[0] == "LOADED"
    assert not HEAVY & set(last[1:])
    if not command:
        assert not {m for m in last[1:] if m.startswith("auditgen.cli.")} - {"auditgen.cli.main"}


@lru_cache(maxsize=1)
def project_files() -> tuple[Path, ...]:
    """Text files that belong to the project: what git would commit."""
    listing = subprocess.run(
        ["git", "ls-files", "-co", "--exclude-standard", "-z"], cwd=ROOT, capture_output=True, text=True
    )
    if listing.returncode:
        pytest.skip("not a git checkout: the list of committed files is not known")
    found = []
    for name in sorted(filter(None, listing.stdout.split("\0"))):
        file = ROOT / name
        if file.is_file() and b"\0" not in file.read_bytes()[:4096]:
            found.append(file)
    return tuple(found)


# Written in pieces, so that this file passes its own test.
FORBIDDEN = {
    "an unfinished place": r"\b(?:TO" + r"DO|FIX" + r"ME)\b",
    "a path of one machine": r"(?<![\w.:/-])/(?:wo" + r"rk|tmp/br" + r"ief|opt/ag" + r"venv)(?:/|\b)",
    "how the work was organised": r"(?i)\bhel" + r"pers?\b",
}


@pytest.mark.parametrize("what", sorted(FORBIDDEN))
def test_the_project_speaks_of_itself_only(what: str) -> None:
    pattern = re.compile(FORBIDDEN[what])
    wrong = [
        f"{file.relative_to(ROOT)}:{number}: {line.strip()[:100]}"
        for file in project_files()
        for number, line in enumerate(file.read_text(encoding="utf-8", errors="replace").splitlines(), start=1)
        if pattern.search(line)
    ]
    assert not wrong, f"{what}:\n" + "\n".join(wrong)


def test_files_fit_in_the_head() -> None:
    lengths = {f.relative_to(ROOT): f.read_text(encoding="utf-8").count("\n") for f in PACKAGE.rglob("*.py")}
    for name, lines in sorted(lengths.items()):
        if LONG < lines <= TOO_LONG:
            warnings.warn(f"{name} has {lines} lines; past {LONG}, ask what second thing it does", stacklevel=1)
    wrong = [f"{name}: {lines} lines" for name, lines in sorted(lengths.items()) if lines > TOO_LONG]
    assert not wrong, "\n".join(wrong)


def test_every_module_opens_with_what_it_makes() -> None:
    wrong = [
        str(file.relative_to(ROOT))
        for file in modules().values()
        if file.stat().st_size and not ast.get_docstring(ast.parse(file.read_text(encoding="utf-8")))
    ]
    assert not wrong, "no docstring on top:\n" + "\n".join(wrong)


@pytest.mark.parametrize("command", sorted(COMMANDS))
def test_every_command_is_documented(command: str) -> None:
    assert f"`auditgen {command}`" in (ROOT / "README.md").read_text(encoding="utf-8")
    assert f"## auditgen {command}\n" in (ROOT / "docs" / "commands.md").read_text(encoding="utf-8")
