"""The truth about a library: which OS it needs, what loaders would say, what differs, what takes the space."""

from .floors import Fact, Floor, Reason, floor

__all__ = ["Fact", "Floor", "Reason", "floor"]
