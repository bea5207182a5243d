"""A link by a cluster of Dask's on this machine: any `concurrent.futures.Executor` will do.

Skipped where its package `distributed` is not installed.
"""

from __future__ import annotations

import os
import signal
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path

import pytest

import mtlb
from tests.linker.programs import program
from tests.linker.samples import golden

pytestmark = [
    pytest.mark.long,
    pytest.mark.skipif(find_spec("distributed") is None, reason="the package `distributed` is not installed"),
]

NAMES = ("link_main", "link_helper", "link_stages", "saxpy", "air_vertex", "air_fragment", "air_visible")


@pytest.mark.skipif(not hasattr(signal, "SIGKILL"), reason="kills a process")
def test_several_workers_of_which_one_is_killed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    paths: list[Path] = []
    for name in NAMES:
        paths.append(tmp_path / f"{name}.air")
        paths[-1].write_bytes(golden(name).data)
    inputs = [*paths, *program(40)]
    expected = mtlb.link(inputs)
    module = import_module("mtlb.linker.plan.work")
    monkeypatch.setattr(module, "_SMALL", -1)
    monkeypatch.setattr(module, "_SHARD", 1000)
    monkeypatch.setattr(module, "_SCAN_BATCH", 1000)
    distributed = import_module("distributed")
    killed: list[int] = []
    with (
        distributed.LocalCluster(n_workers=3, threads_per_worker=1, dashboard_address=None) as cluster,
        distributed.Client(cluster) as client,
    ):

        def progress(done: int, total: int) -> None:
            if not killed and done > total / 4:  # some are scanned, none is linked
                killed.append(min(client.run(os.getpid).values()))
                os.kill(killed[0], signal.SIGKILL)

        result = mtlb.link(inputs, executor=client.get_executor(), progress=progress)
    assert killed
    assert mtlb.write(result.library) == mtlb.write(expected.library)
    assert (result.warnings, result.notes) == (expected.warnings, expected.notes)
