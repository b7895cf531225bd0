"""auditgen: from a published benchmark claim to a graded, sourced, accessible audit report."""

__version__ = "0.1.0"
