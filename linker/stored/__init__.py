"""A planned link as files, whose steps can run on any machine (docs/performance.md §2)."""

from .plan import StoredPlan, write_plan

__all__ = ["StoredPlan", "write_plan"]
