"""What tests of `mtlb compile` share: whether there is a clang, and how sources begin."""

from __future__ import annotations

import pytest

from mtlb.base.errors import UnsupportedError
from mtlb.metal import find_clang

HEAD = "#include <metal_stdlib>\nusing namespace metal;\n"


def _has_clang() -> bool:
    try:
        find_clang()
    except UnsupportedError:
        return False
    return True


needs_clang = pytest.mark.skipif(not _has_clang(), reason="clang is not installed: pip install ziglang")
