"""Readers, a module for each format; docs/formats has a page on what each of them reads."""
