"""Finished modules, the library, and the reports about it."""
