"""Passes over modules: upgrade, downgrade, optimize, strip."""
