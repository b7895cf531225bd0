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
except ImportError:  # of what follows the plain engine needs `fetch` alone
    HAS_NUMBA = False


def fetch(array: Any, index: Any) -> Any:
    """Element of an array; compiled, without the wrap-around test of negative indices."""
    return array[index]


def compiled(function: Callable[..., Any]) -> Callable[..., Any]:
    """Compile with numba (no GIL, cached on disk) where it is installed; else return the function unchanged."""
    if not HAS_NUMBA:
        return function
    dispatcher: Any = numba.njit(nogil=True, cache=True, boundscheck=False)(function)
    # numba's cache looks at the file of the function alone and would go on using what it called before a change; the
    # version is what it compares before it unpickles anything, and no two versions share a file of machine code
    cache, stamp = dispatcher._cache._cache_file, _source_stamp()
    cache._source_stamp, cache._version = stamp, f"{cache._version} {stamp}"
    cache._data_name_pattern = cache._data_name_pattern.replace("{number:d}", stamp[:12] + ".{number:d}")
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

    @intrinsic
    def _fetch(typing: Any, array: Any, index: Any) -> Any:
        """Element of a contiguous array, without the wrap-around test of negative indices."""

        def build(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
            data = cgutils.create_struct_proxy(signature.args[0])(context, builder, value=arguments[0]).data
            stored = builder.load(builder.gep(data, [arguments[1]]))
            return context.cast(builder, stored, array.dtype, signature.return_type)

        wide = types.uint64 if array.dtype in types.unsigned_domain else types.int64
        return wide(array, types.int64), build

    @intrinsic
    def _put(typing: Any, array: Any, index: Any, value: Any) -> Any:
        """Set an element of a contiguous array, without the wrap-around test of negative indices."""

        def build(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
            data = cgutils.create_struct_proxy(signature.args[0])(context, builder, value=arguments[0]).data
            stored = context.cast(builder, arguments[2], signature.args[2], array.dtype)
            builder.store(stored, builder.gep(data, [arguments[1]]))
            return context.get_dummy_value()

        return types.void(array, types.int64, value), build

    def _block(builder: Any, signature: Any, context: Any, arguments: Any) -> tuple[Any, Callable[[int], Any]]:
        """The 64 bytes from an index, as a vector, and a maker of vectors of one byte."""
        vector = ir.VectorType(ir.IntType(8), 64)
        pointer = _element_pointer(context, builder, signature.args[0], arguments[0], arguments[1])
        block = builder.load(builder.bitcast(pointer, vector.as_pointer()), align=1)
        return block, lambda value: ir.Constant(vector, [value] * 64)

    @intrinsic
    def _string_stops(typing: Any, array: Any, index: Any) -> Any:
        """Bits of the 64 bytes from an index that are quotes, backslashes or newlines, uint64."""

        def build(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
            block, constant = _block(builder, signature, context, arguments)
            equal = [builder.icmp_unsigned("==", block, constant(value)) for value in (0x22, 0x5C, 0x0A)]
            return builder.bitcast(builder.or_(builder.or_(equal[0], equal[1]), equal[2]), ir.IntType(64))

        return types.uint64(array, types.int64), build

    @intrinsic
    def _byte_classes(typing: Any, array: Any, index: Any) -> Any:
        """Bits of the 64 bytes from an index: (ASCII letters and digits, bytes from 0x80 on, backslashes), uint64."""

        def build(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
            block, constant = _block(builder, signature, context, arguments)
            lower = builder.or_(block, constant(0x20))
            letter = builder.icmp_unsigned("<", builder.sub(lower, constant(0x61)), constant(26))
            digit = builder.icmp_unsigned("<", builder.sub(block, constant(0x30)), constant(10))
            high = builder.icmp_signed("<", block, constant(0))
            slash = builder.icmp_unsigned("==", block, constant(0x5C))
            masks = [builder.bitcast(mask, ir.IntType(64)) for mask in (builder.or_(letter, digit), high, slash)]
            return context.make_tuple(builder, signature.return_type, masks)

        return types.UniTuple(types.uint64, 3)(array, types.int64), build

    load_word: Any = _load_word
    fetch = _fetch  # type: ignore[assignment]
    put: Any = _put
    byte_classes: Any = _byte_classes
    string_stops: Any = _string_stops
    load_byte: Any = _load_byte
    trailing_zeros: Any = _trailing_zeros
