"""Linking: many AIR modules in, one Metal library out."""
