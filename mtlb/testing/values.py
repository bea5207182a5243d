"""What a function computes, run on this machine's CPU and compared with what is expected."""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any, Union

from ..base.arguments import BYTES
from ..base.digest import sha256
from ..base.errors import BuildError, in_file
from ..base.findings import Severity
from ..container import Library
from ..cpu import Image, Kernel
from ..cpu.process import Session
from ..cpu.values import unexpected
from ..ir import Module
from ..linker import LinkResult
from .frames import hiding_frames

if TYPE_CHECKING:
    from ..cpu import Result

Runnable = Union[bytes, bytearray, memoryview, Library, LinkResult, Module, str, "os.PathLike[str]"]
"""What has functions: a library or module, its bytes or path, or what a link gave."""

_Named = Mapping[str | int, Any]


class KernelRunner:
    """Runs functions in one process, and compiles each once: what is given as a path or as bytes is known again.

    A context manager. It is what the fixture `run_kernel` calls.
    """

    def __init__(self) -> None:
        self._session = Session()
        self._kernels: dict[tuple[object, ...], Kernel] = {}

    def __enter__(self) -> KernelRunner:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """End the process."""
        self._kernels.clear()
        self._session.close()

    @hiding_frames
    def __call__(
        self,
        library: Runnable,
        name: str,
        grid: int | tuple[int, ...],
        threadgroup: int | tuple[int, ...] | None = None,
        *,
        constants: Mapping[str | int, object] | None = None,
        functions: Iterable[str] | Mapping[str, Any] = (),
        expect: _Named | None = None,
        tolerance: float = 0.0,
        check: bool = True,
        **arguments: Any,
    ) -> Result:
        """As `mtlb.testing.run_kernel`."""
        __tracebackhide__ = True  # pytest: show the caller's line, not ours
        with in_file(os.fspath(library) if isinstance(library, (str, os.PathLike)) else ""):
            result = self._kernel(library, name, constants or {}, functions, check).run(grid, threadgroup, **arguments)
        actual = {**(arguments.get("buffers") or {}), **(arguments.get("textures") or {}), **result.outputs}
        problems = [
            f"{finding.severity.value}: {finding.code}: {finding.message}"
            for finding in result.findings
            if finding.severity is not Severity.NOTE
        ]
        problems += _unexpected(actual, expect or {}, tolerance)
        if problems:
            raise AssertionError("\n  ".join([f"function {name!r} of {_place(library)}:", *problems]))
        return result

    def _kernel(
        self,
        source: Runnable,
        name: str,
        constants: Mapping[str | int, object],
        functions: Iterable[str] | Mapping[str, Any],
        check: bool,
    ) -> Kernel:
        if isinstance(source, LinkResult):
            source = source.library
        if isinstance(source, (str, os.PathLike)):
            source = Path(source).read_bytes()
        if isinstance(source, BYTES):
            source = bytes(source)
        if not isinstance(functions, Mapping):
            functions = list(functions)
        options: dict[str, Any] = {"constants": constants, "functions": functions, "check": check}
        if not isinstance(source, bytes) or isinstance(functions, Mapping):  # it may be changed between two runs
            return Kernel(source, name, **options, session=self._session)
        key = (sha256(source), name, repr(sorted(constants.items(), key=repr)), tuple(functions), check)
        if key not in self._kernels:
            self._kernels[key] = Kernel(source, name, **options, session=self._session)
        return self._kernels[key]


@hiding_frames
def run_kernel(
    library: Runnable,
    name: str,
    grid: int | tuple[int, ...],
    threadgroup: int | tuple[int, ...] | None = None,
    *,
    constants: Mapping[str | int, object] | None = None,
    functions: Iterable[str] | Mapping[str, Any] = (),
    expect: _Named | None = None,
    tolerance: float = 0.0,
    check: bool = True,
    **arguments: Any,
) -> Result:
    """Run one function as `mtlb.run` does, with checks. AssertionError with all that was found, if anything was.

    `expect`: what buffers, textures and outputs must hold afterwards, arrays or single numbers, by the names or indices
    under which they were given. `tolerance`: how far numbers may be from that, relative where the expected one is
    larger than 1. `functions` are linked in, as for `mtlb.cpu.Kernel`. `arguments` are those of its `run`: buffers,
    textures, samplers, inputs, threadgroup_memory, seconds. Errors as `mtlb.run` raises them.
    """
    __tracebackhide__ = True
    with KernelRunner() as runner:
        return runner(
            library,
            name,
            grid,
            threadgroup,
            constants=constants,
            functions=functions,
            expect=expect,
            tolerance=tolerance,
            check=check,
            **arguments,
        )


def _unexpected(actual: _Named, expect: _Named, tolerance: float) -> list[str]:
    """A line for each argument or output that is not what was expected."""
    results = []
    for name, expected in expect.items():
        if name not in actual:
            there = ", ".join(repr(key) for key in actual) or "none"
            raise BuildError(f"expect: there is no {name!r}; there are {there}")
        array = actual[name].array if isinstance(actual[name], Image) else actual[name]
        try:
            difference = unexpected(array, expected, tolerance)
        except BuildError as error:
            raise BuildError(f"expect {name!r}: {error.reason}") from None
        except (ValueError, TypeError):  # of numpy, about rows of different lengths
            raise BuildError(f"expect {name!r}: {expected!r:.40} is not an array of numbers") from None
        if difference:
            results.append(f"{name!r}: {difference}")
    return results


def _place(library: Runnable) -> str:
    return os.fspath(library) if isinstance(library, (str, os.PathLike)) else "a library that the test made"
