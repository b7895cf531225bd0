"""Marks, in-cell bars and figures of the report, as SVG text."""
