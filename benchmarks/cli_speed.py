"""How long `auditgen --help` takes, as a multiple of importing click alone. Exit status 1 above the target."""

from __future__ import annotations

import statistics
import subprocess
import sys
import time

ROUNDS = 15
TARGET = 3.0
CLICK = [sys.executable, "-c", "import click"]
HELP = [sys.executable, "-m", "auditgen", "--help"]


def seconds(command: list[str]) -> float:
    """Wall time of one cold process."""
    start = time.perf_counter()
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL)
    return time.perf_counter() - start


def main() -> int:
    for command in (CLICK, HELP):  # once, so that both find compiled files and a warm disk
        seconds(command)
    # Taking turns, so that a busy machine slows both alike.
    pairs = [(seconds(CLICK), seconds(HELP)) for _ in range(ROUNDS)]
    click_time, help_time = (statistics.median(column) for column in zip(*pairs, strict=True))
    ratio = statistics.median(h / c for c, h in pairs)
    print(f"{'measure':<28}{'median':>10}{'target':>10}")
    print(f"{'python -c import click':<28}{click_time * 1000:>7.0f} ms{'':>10}")
    print(f"{'auditgen --help':<28}{help_time * 1000:>7.0f} ms{'333 ms':>10}")
    print(f"{'ratio':<28}{ratio:>10.2f}{f'<= {TARGET:.0f}':>10}  {'ok' if ratio <= TARGET else 'MISSED'}")
    return 0 if ratio <= TARGET else 1


if __name__ == "__main__":
    sys.exit(main())
