"""When the loops compiled by numba, an optional package, are used: where it is installed and they save time.

Every caller has a numpy form that gives the same result to the bit.
"""

import sys
from importlib import import_module
from types import ModuleType

_LOOPS = "auditgen.stats.compiled_loops"


def compiled_loops(wanted: bool | None, *, worth_loading: bool = False) -> ModuleType | None:
    """The compiled loops, or None for numpy.

    wanted: None takes them if they are loaded already or worth loading (some tenths of a second; seconds the first time
    on a machine). True raises ImportError where numba is not installed.
    """
    if wanted is False or (wanted is None and not worth_loading and _LOOPS not in sys.modules):
        return None
    try:
        return import_module(_LOOPS)
    except ImportError:
        if wanted:
            raise
        return None
