"""For test suites of projects that make or use Metal libraries, and our own.

    from mtlb.testing import assert_metallib_equal, run_kernel

    def test_my_compiler():
        assert_metallib_equal(compile_it(), "golden/shaders.metallib")

    def test_what_it_computes():
        out = np.zeros(64, "f4")
        run_kernel("shaders.metallib", "twice", 64, buffers={"x": x, "out": out}, expect={"out": 2 * x})

Under pytest the fixtures `metallib_golden` and `run_kernel` do the same; mtlb.testing.plugin has them. docs/testing.md.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..machinery.lazy import lazy_names

if TYPE_CHECKING:
    from ..container.parts import function_parts, library_parts
    from .golden import UPDATE_VARIABLE, Metallib, assert_metallib_equal, differences
    from .values import KernelRunner, Runnable, run_kernel

__all__ = [
    "UPDATE_VARIABLE",
    "KernelRunner",
    "Metallib",
    "Runnable",
    "assert_metallib_equal",
    "differences",
    "function_parts",
    "library_parts",
    "run_kernel",
]

_HOMES = {
    "UPDATE_VARIABLE": ".golden",
    "KernelRunner": ".values",
    "Metallib": ".golden",
    "Runnable": ".values",
    "assert_metallib_equal": ".golden",
    "differences": ".golden",
    "function_parts": "..container.parts",
    "library_parts": "..container.parts",
    "run_kernel": ".values",
}
__getattr__ = lazy_names(globals(), _HOMES)  # the plugin of pytest is loaded in every run, and mostly for nothing
