"""A process that answers requests: one JSON object a line in, one a line out (docs/serve.md).

For compilers and tools that are not Python: `mtlb serve` starts once, and converts, links, lints, verifies, describes
and runs as often as it is asked.
"""

from __future__ import annotations

from .protocol import PROTOCOL, RequestLimits, protocol_schema
from .requests import METHODS, Service
from .server import serve

__all__ = ["METHODS", "PROTOCOL", "RequestLimits", "Service", "protocol_schema", "serve"]
