"""Versions of the native text libraries under WeasyPrint: Pango, HarfBuzz, HarfBuzz-subset, Fontconfig."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

# Library -> (file names by system, function that gives the version as text).
_LIBRARIES = {
    "pango": (
        ("libpango-1.0.so.0", "libpango-1.0-0", "pango-1.0", "libpango-1.0.dylib", "libpango-1.0-0.dll"),
        "pango_version_string",
    ),
    "pangoft2": (("libpangoft2-1.0.so.0", "pangoft2-1.0", "libpangoft2-1.0.dylib", "libpangoft2-1.0-0.dll"), None),
    "harfbuzz": (("libharfbuzz.so.0", "harfbuzz", "libharfbuzz.0.dylib", "libharfbuzz-0.dll"), "hb_version_string"),
    "harfbuzz_subset": (
        ("libharfbuzz-subset.so.0", "harfbuzz-subset", "libharfbuzz-subset.0.dylib", "libharfbuzz-subset-0.dll"),
        None,
    ),
    "fontconfig": (
        ("libfontconfig.so.1", "fontconfig", "libfontconfig.1.dylib", "libfontconfig-1.dll"),
        "FcGetVersion",
    ),
}


def _open(ffi: Any, names: tuple[str, ...]) -> Any:
    for name in names:
        try:
            return ffi.dlopen(name)
        except OSError:
            continue
    return None


@lru_cache(maxsize=1)
def native_versions() -> dict[str, str]:
    """Version of each library, `present` where it tells none, `absent` where it cannot be loaded."""
    from cffi import FFI

    ffi = FFI()
    ffi.cdef("const char *pango_version_string(void); const char *hb_version_string(void); int FcGetVersion(void);")
    found = {}
    for library, (names, function) in _LIBRARIES.items():
        handle = _open(ffi, names)
        if handle is None:
            found[library] = "absent"
            continue
        if function is None:
            found[library] = "present"
            continue
        value = getattr(handle, function)()
        if isinstance(value, int):  # Fontconfig: 21401 means 2.14.1
            found[library] = f"{value // 10000}.{value // 100 % 100}.{value % 100}"
        else:
            found[library] = ffi.string(value).decode()
    return found
