"""Metrics of two segmentations, one module a family."""
