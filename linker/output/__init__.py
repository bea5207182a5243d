"""Finishing modules, making the library, and reports about it."""
