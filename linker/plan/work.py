"""How the work of a link is divided and executed, and its progress reported (docs/performance.md §3)."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, TypeVar

from mtlb.container import FileType
from mtlb.container.kinds import kind_of
from mtlb.machinery.collection import collect_newer_generations
from mtlb.machinery.parallel import in_executor

from ..inputs.files import Input

if TYPE_CHECKING:
    from concurrent.futures import Executor

_T = TypeVar("_T")
_R = TypeVar("_R")

_KEPT = 16 << 20  # Bytes of inputs up to which a link is one shard, whose modules are read once and kept
_SMALL = 4 << 20  # The same, when an executor is available: below this, starting it costs more than the work
_SHARD = 2 << 20  # Target size of a shard in bytes; bounds peak memory
_SCAN_BATCH = 1 << 20  # Bytes of inputs scanned per task of an executor

Progress = Callable[[int, int], None]


def most_kept(kind: FileType, executor: Executor | None) -> int:
    """The bytes of inputs up to which a link keeps their modules."""
    if kind_of(kind).shares_module:
        return sys.maxsize
    return _KEPT if executor is None else _SMALL


class Work:
    """Does the tasks of a link in this process or in an executor, and reports progress.

    `keeps_modules`: inputs are few enough to keep their modules after the scan, and to link them as one shard here.
    """

    def __init__(
        self,
        executor: Executor | None = None,
        progress: Progress | None = None,
        *,
        phases: int = 1,
        keeps_modules: bool = False,
    ) -> None:
        """`progress` is called with (bytes of inputs done, in all), each of the `phases` counting for an equal part."""
        self.keeps_modules = keeps_modules
        self._executor = executor
        self._progress = progress
        self._phases = phases
        self._phase = 0

    @classmethod
    def of_link(
        cls, inputs: Sequence[Input], kind: FileType, executor: Executor | None, progress: Progress | None
    ) -> Work:
        """The work of a whole link in two phases: scanning and linking. A small link runs in this process."""
        is_small = sum(input_.size for input_ in inputs) <= most_kept(kind, executor)
        return cls(None if is_small else executor, progress, phases=2, keeps_modules=is_small)

    def scan_batches(self, inputs: Sequence[Input]) -> list[list[Input]]:
        """The inputs in batches that are scanned as one task."""
        limit = 0 if self._executor is None else _SCAN_BATCH
        batches: list[list[Input]] = []
        size = limit
        for input_ in inputs:
            if size >= limit:
                batches.append([])
                size = 0
            batches[-1].append(input_)
            size += input_.size
        return batches

    def shard_count(self, size: int) -> int:
        """The number of shards for inputs of `size` bytes."""
        return 1 if self.keeps_modules else -(-size // _SHARD)

    def do(self, work: Callable[[_T], _R], tasks: Iterable[_T], sizes: Sequence[int]) -> Iterator[_R]:
        """One phase: the results of `work` for the tasks, in their order. `sizes`: the input bytes of each task."""
        total = sum(sizes)
        done = total * self._phase
        self._phase += 1
        for result, size in zip(in_executor(work, tasks, self._executor), sizes, strict=True):
            yield result
            if not self.keeps_modules:
                collect_newer_generations()
            done += size
            if self._progress is not None:
                self._progress(done // self._phases, total)
