"""Evaluation logs of many harnesses, recognised by content and read into one common shape."""
