"""The numba decorator, unaligned loads and bit scans; without numba the same functions stay plain Python."""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any

NO_NUMBA = "numba is not installed: the exact but slower plain scan is used (install auditgen[fast] for the fast one)"

try:
    import numba
    from llvmlite import ir
    from numba.core import cgutils, types
    from numba.extending import intrinsic

    HAS_NUMBA = True
except ImportError:  # the plain engine needs none of this
    HAS_NUMBA = False


def compiled(function: Callable[..., Any]) -> Callable[..., Any]:
    """Compile with numba (no GIL, cached on disk) where it is installed; else return the function unchanged."""
    if not HAS_NUMBA:
        return function
    dispatcher: Any = numba.njit(nogil=True, cache=True, boundscheck=False)(function)
    # numba's cache looks at the file of the function alone and would go on using what it called before a change
    dispatcher._cache._cache_file._source_stamp = _source_stamp()
    return dispatcher  # type: ignore[no-any-return]


@cache
def _source_stamp() -> str:
    """SHA-256 of all sources of the scan: any change compiles everything anew."""
    digest = hashlib.sha256()
    for path in sorted(Path(__file__).parent.glob("*.py")):
        digest.update(path.read_bytes())
    return digest.hexdigest()


if HAS_NUMBA:

    def _element_pointer(context: Any, builder: Any, array_type: Any, array: Any, index: Any) -> Any:
        data = cgutils.create_struct_proxy(array_type)(context, builder, value=array).data
        return builder.gep(builder.bitcast(data, ir.IntType(8).as_pointer()), [index])

    @intrinsic
    def _load_word(typing: Any, array: Any, index: Any) -> Any:
        """Eight bytes of a uint8 array from any index, as uint64; no bounds are checked."""

        def build(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
            pointer = _element_pointer(context, builder, signature.args[0], arguments[0], arguments[1])
            return builder.load(builder.bitcast(pointer, ir.IntType(64).as_pointer()), align=1)

        return types.uint64(array, types.int64), build

    @intrinsic
    def _load_byte(typing: Any, array: Any, index: Any) -> Any:
        """One byte of a uint8 array as int64, without the wrap-around test of negative indices."""

        def build(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
            pointer = _element_pointer(context, builder, signature.args[0], arguments[0], arguments[1])
            return builder.zext(builder.load(pointer), ir.IntType(64))

        return types.int64(array, types.int64), build

    @intrinsic
    def _trailing_zeros(typing: Any, value: Any) -> Any:
        """Number of trailing zero bits of a uint64 (64 for zero), as int64."""

        def build(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
            return builder.cttz(arguments[0], ir.Constant(ir.IntType(1), 0))

        return types.int64(types.uint64), build

    load_word: Any = _load_word
    load_byte: Any = _load_byte
    trailing_zeros: Any = _trailing_zeros
