"""A file for each schema, numbered in their order."""
