"""A planned link in a folder of its own, of which one file is another: the plan, a shard, or what became of a shard."""

from __future__ import annotations

import hashlib
import json
import os
import tempfile
from functools import cache
from pathlib import Path
from types import TracebackType

from mtlb.base.errors import MtlbError

__all__ = ["StepFolder", "golden_steps"]

_NAMES = ("link_main", "link_helper", "saxpy")
_PLAN, _SHARD, _RESULT = "plan.json", "shard-00000.json", "shard-00000.result"
_GOLDEN = Path(__file__).resolve().parent.parent / "golden/air"


@cache
def golden_steps() -> dict[str, bytes]:
    """The files of a plan of two shards that are linked: inputs, the plan, shards and results."""
    from mtlb.linker import InputFile, LinkOptions, load
    from mtlb.linker.link import plan_inputs
    from mtlb.linker.stored import StoredPlan, write_plan

    with tempfile.TemporaryDirectory(prefix="mtlb-fuzz-") as name:
        folder = Path(name)
        for item in _NAMES:
            folder.joinpath(f"{item}.air").write_bytes(_GOLDEN.joinpath(f"{item}.air").read_bytes())
        files = [InputFile.read(folder / f"{name}.air", f"{name}.air") for name in _NAMES[1:]]
        files.append(InputFile("main.air", folder.joinpath(f"{_NAMES[0]}.air").read_bytes()))  # goes with the plan
        plan = plan_inputs(load(files, LinkOptions()), LinkOptions())
        write_plan(plan, folder / "plan", str(folder / "out.metallib"), 2)
        stored = StoredPlan(folder / "plan")
        for number in range(stored.count):
            stored.link(number)
        paths = sorted(path for path in folder.rglob("*") if path.is_file() and path.suffix != ".ninja")
        return {path.relative_to(folder).as_posix(): path.read_bytes() for path in paths}


class StepFolder:
    """The folder of a plan whose steps are taken again, with bytes from outside as one of its files."""

    def __init__(self) -> None:
        self._held = tempfile.TemporaryDirectory(prefix="mtlb-fuzz-")
        self.path = Path(self._held.name)
        self.plan = self.path / "plan"

    def __enter__(self) -> StepFolder:
        self.plan.mkdir()
        for name, data in golden_steps().items():
            self.path.joinpath(name).write_bytes(data)
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        self._held.cleanup()

    def run(self, data: bytes) -> None:
        """Take the steps that read `data`. MtlbError as they raise it."""
        if b"mtlb.link-result" in data[:60]:
            self._result(data)
        elif b"mtlb.link-shard" in data[:60]:
            self._shard(data)
        else:
            self._whole(data)

    def _whole(self, data: bytes) -> None:
        self.plan.joinpath(_PLAN).write_bytes(data)
        before = self._files()
        self._step(before)
        self._assemble(before)

    def _shard(self, data: bytes) -> None:
        """The plan says that it is the one."""
        self.plan.joinpath(_SHARD).write_bytes(data)
        manifest = json.loads(self.plan.joinpath(_PLAN).read_bytes())
        manifest["shards"][0]["sha256"] = hashlib.sha256(data).hexdigest()
        self.plan.joinpath(_PLAN).write_text(json.dumps(manifest))
        before = self._files()
        self._step(before)
        self._assemble(self._files())

    def _result(self, data: bytes) -> None:
        """It says of itself what is true."""
        head, newline, body = data.partition(b"\n")
        try:
            values = json.loads(head)
        except (ValueError, RecursionError):
            values = None
        if isinstance(values, dict):
            values["sha256"] = hashlib.sha256(body).hexdigest()
            data = json.dumps(values).encode("ascii", "backslashreplace") + newline + body
        self.plan.joinpath(_RESULT).write_bytes(data)
        self._assemble(self._files())

    def _step(self, before: dict[str, bytes]) -> None:
        from mtlb.linker.stored import StoredPlan

        try:
            StoredPlan(self.plan).link(0)
        except (MtlbError, OSError) as error:
            self._check(before)
            raise _plain(error) from error
        changed = {name for name, data in self._files().items() if before.get(name) != data}
        if not changed <= {f"plan/{_RESULT}"}:
            raise AssertionError(f"written: {sorted(changed)}")

    def _assemble(self, before: dict[str, bytes]) -> None:
        import mtlb
        from mtlb.linker.stored import StoredPlan

        try:
            mtlb.read(mtlb.write(StoredPlan(self.plan).assemble().library))
        except OSError as error:
            raise _plain(error) from error
        finally:
            self._check(before)

    def _check(self, before: dict[str, bytes]) -> None:
        if self._files() != before:
            raise AssertionError("a step that failed left something")

    def _files(self) -> dict[str, bytes]:
        names = [os.path.join(place, name) for place, _, names in os.walk(self.path) for name in names]
        return {os.path.relpath(name, self.path).replace(os.sep, "/"): Path(name).read_bytes() for name in names}


def _plain(error: MtlbError | OSError) -> MtlbError:
    """The error for the user: files that are not there, or can't be read, come as OSError."""
    return MtlbError(str(error)) if isinstance(error, OSError) else error
