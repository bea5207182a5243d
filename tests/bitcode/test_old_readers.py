"""What mtlb writes is read by the LLVMs of its era: older llvmlite wheels, in place of older loaders (opt-in).

    pytest -m readers tests/bitcode/test_old_readers.py

The result of the whole matrix is in docs/bitcode.md.
"""

from __future__ import annotations

import subprocess
import sys
import zipfile
from dataclasses import dataclass
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings

from mtlb.bitcode.writer import write_module
from mtlb.bitstream.wrapper import unwrap
from mtlb.convert import ConvertOptions, ConvertTarget, Plan, convert_bytes
from mtlb.ir import ERAS, Era, Module
from tests.apple.wheels import cache_directory
from tests.bitcode.generate import modules
from tests.conftest import ROOT

pytestmark = pytest.mark.readers

_RUNNER = Path(__file__).with_name("old_reader.py")


@dataclass(frozen=True)
class Reader:
    """An llvmlite with the LLVM inside it; `python` is the version its wheel was built for (it runs under any)."""

    version: str
    llvm: int
    python: str
    platforms: tuple[str, ...] = ("manylinux1_x86_64", "manylinux2010_x86_64", "manylinux2014_x86_64")

    def unpacked(self) -> Path:
        """The directory of the wheel's contents, in the cache."""
        directory = cache_directory().parent / "readers" / self.version
        if not directory.joinpath("llvmlite").is_dir():
            directory.mkdir(parents=True, exist_ok=True)
            select = [word for platform in self.platforms for word in ("--platform", platform)]
            pip = [sys.executable, "-m", "pip", "download", "-q", "--no-deps", "--only-binary=:all:", *select]
            request = ["--python-version", self.python, "-d", str(directory), f"llvmlite=={self.version}"]
            subprocess.run([*pip, *request], check=True)
            (wheel,) = directory.glob("*.whl")
            with zipfile.ZipFile(wheel) as archive:
                archive.extractall(directory)
        return directory


READERS = [
    Reader("0.20.0", 4, "3.6"),
    Reader("0.22.0", 5, "3.6"),
    Reader("0.26.0", 6, "3.6"),
    Reader("0.28.0", 7, "3.7"),
    Reader("0.33.0", 9, "3.7"),
    Reader("0.39.1", 11, "3.9"),
    Reader("0.43.0", 14, "3.11"),
]
# The oldest LLVM whose reader takes an era, as it takes Apple's own modules of it.
OLDEST = {"AIR 2.0": 4, "AIR 2.1-2.2": 6, "AIR 2.3-2.5": 7, "AIR 2.6-2.8": 14}


@pytest.fixture(scope="module")
def written(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A directory per era with modules that hypothesis draws, the same ones every time."""
    directory = tmp_path_factory.mktemp("written")
    for era in ERAS:
        directory.joinpath(era.name).mkdir()

    @settings(max_examples=160, derandomize=True, database=None, suppress_health_check=list(HealthCheck))
    @given(modules())
    def write(drawn: tuple[Module, Era]) -> None:
        module, era = drawn
        folder = directory / era.name
        folder.joinpath(f"{len(list(folder.iterdir())):04}.bc").write_bytes(write_module(module, era))

    write()
    return directory


# Of modules that are converted; those that use no newer attribute or intrinsic are read by older LLVMs too.
FOR_CONVERTED = {"2.3": 7, "2.5": 7, "2.6": 14, "2.8": 14}
SOURCES = sorted(path for path in (ROOT / "golden" / "convert").rglob("*.ll") if path.parent.name != "refused")


@pytest.mark.parametrize("air", FOR_CONVERTED)
def test_they_take_what_was_converted(air: str, tmp_path: Path) -> None:
    files = []
    for path in SOURCES:
        plan = path.with_suffix(".toml")
        options = ConvertOptions(
            ConvertTarget.parse(f"air{air}"), plan=Plan.parse(plan.read_text()) if plan.is_file() else None
        )
        result = tmp_path / f"{path.stem}.bc"
        result.write_bytes(unwrap(convert_bytes(path.name, path.read_bytes(), options).bitcode))
        files.append(str(result))
    assert len(files) > 10
    for reader in READERS:
        if reader.llvm >= FOR_CONVERTED[air]:
            command = [sys.executable, str(_RUNNER), str(reader.unpacked()), *files]
            done = subprocess.run(command, capture_output=True, text=True, timeout=600)
            assert (done.returncode, done.stdout) == (0, f"{len(files)}\n"), (reader.llvm, done.stdout + done.stderr)


@pytest.mark.parametrize("reader", READERS, ids=lambda r: f"LLVM{r.llvm}")
@pytest.mark.parametrize("era", ERAS, ids=lambda d: d.name)
def test_readers_of_the_day_take_it(reader: Reader, era: Era, written: Path) -> None:
    if reader.llvm < OLDEST[era.name]:
        pytest.skip(f"{era.name} is newer than LLVM {reader.llvm}")
    files = sorted(map(str, written.joinpath(era.name).iterdir()))
    assert len(files) > 5
    command = [sys.executable, str(_RUNNER), str(reader.unpacked()), *files]
    done = subprocess.run(command, capture_output=True, text=True, timeout=600)
    assert (done.returncode, done.stdout) == (0, f"{len(files)}\n"), done.stdout + done.stderr
