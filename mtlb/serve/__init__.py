"""A process that answers requests: one JSON object on each input and output line (docs/serve.md).
For compilers and tools that are not written in Python: `mtlb serve` starts once, and then converts, links, lints,
verifies, describes and runs for each request."""

from __future__ import annotations

from .protocol import PROTOCOL, RequestLimits, protocol_schema
from .requests import METHODS, Service
from .server import serve

__all__ = ["METHODS", "PROTOCOL", "RequestLimits", "Service", "protocol_schema", "serve"]
