"""Migrations of the store, a file for each schema; see `segmetrics.store.migrating`."""
