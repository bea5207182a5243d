"""A planned link as files, whose steps can run on any machine (docs/scaling.md §4)."""

from .plan import StoredPlan, write_plan

__all__ = ["StoredPlan", "write_plan"]
