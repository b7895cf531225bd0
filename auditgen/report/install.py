"""The one line that installs WeasyPrint's native libraries on this system."""

from __future__ import annotations

import platform
import sys


def _system() -> str:
    if sys.platform == "darwin":
        return "macos"
    if sys.platform.startswith("win"):
        return "windows"
    try:
        told = platform.freedesktop_os_release()
    except OSError:
        return "linux"
    family = " ".join((told.get("ID", ""), told.get("ID_LIKE", ""))).lower()
    for known, system in (("debian", "debian"), ("ubuntu", "debian"), ("fedora", "fedora"), ("rhel", "fedora")):
        if known in family:
            return system
    return "alpine" if "alpine" in family else "linux"


INSTALL = {
    "debian": "apt-get install libpango-1.0-0 libpangoft2-1.0-0 libharfbuzz-subset0",
    "fedora": "dnf install pango harfbuzz",
    "alpine": "apk add pango harfbuzz-subset fontconfig",
    "macos": "brew install pango",
    "windows": "in MSYS2: pacman -S mingw-w64-ucrt-x86_64-pango, then set WEASYPRINT_DLL_DIRECTORIES to its bin folder",
    "linux": "install Pango, PangoFT2, HarfBuzz (with subset) and Fontconfig with the system's package manager",
}


def install_line(system: str | None = None) -> str:
    """The command that installs Pango and HarfBuzz on this system, or on the named one."""
    return INSTALL[system or _system()]
