"""Output files are written whole or not at all, also when the process is interrupted."""

from __future__ import annotations

import os
import signal
import stat
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from random import Random

import pytest

import mtlb
from mtlb.base.errors import MtlbError
from mtlb.base.files import MappedFile, read_file, write_atomic
from tests.cli.invoke import invoke
from tests.trust.workload import LIBRARY, ROOT, environment, large_library, numbered_modules

posix = pytest.mark.skipif(os.name == "nt", reason="signals, permissions and limits of POSIX")

OLD = b"the old file"


def contents(directory: Path) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in directory.iterdir() if path.is_file()}


# --- killed ----------------------------------------------------------------------------------------------------------

# Imports once, then runs the command in a fork for every line it gets, and sends it the signal after that many seconds.
# So the signals hit the work, and not the start of Python.
_SERVER = """
import os, sys, time
import mtlb.base.files, mtlb.cli.link, mtlb.cli.rewrite, mtlb.container, mtlb.linker.output.pack
from mtlb.cli.main import main
sent, sys.argv[1:] = int(sys.argv[1]), sys.argv[2:]
for line in iter(sys.stdin.readline, ""):
    start = time.perf_counter()
    child = os.fork()
    if child == 0:
        try:
            main()
        except SystemExit as done:
            os._exit(done.code)
    if line.strip():
        time.sleep(float(line))
        os.kill(child, sent)
    _, status = os.waitpid(child, 0)
    print(os.waitstatus_to_exitcode(status), time.perf_counter() - start, flush=True)
"""


class Server:
    def __init__(self, sent: signal.Signals, words: list[str]) -> None:
        self.process = subprocess.Popen(
            [sys.executable, "-c", _SERVER, str(int(sent)), *words],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
            env=environment(),
        )

    def run(self, wait: float | None = None) -> tuple[int, float]:
        """Exit code (negative: the signal) and seconds of one run, hit by the signal after `wait` seconds."""
        assert self.process.stdin is not None and self.process.stdout is not None
        self.process.stdin.write("\n" if wait is None else f"{wait}\n")
        self.process.stdin.flush()
        code, seconds = self.process.stdout.readline().split()
        return int(code), float(seconds)

    def close(self) -> None:
        assert self.process.stdin is not None and self.process.stdout is not None
        self.process.stdin.close()
        self.process.stdout.close()
        assert self.process.wait(timeout=60) == 0


def rewrite_words(directory: Path) -> list[str]:
    library = directory / "large.metallib"
    library.write_bytes(large_library(8 << 20))
    return ["rewrite", str(library)]


def link_words(directory: Path) -> list[str]:
    """Modules with much padding: a large output of little work, so that many signals hit the writing."""
    return ["link", "--pack", *map(str, numbered_modules(directory, 20, padding=400_000))]


@posix
@pytest.mark.parametrize("make", [rewrite_words, link_words], ids=["rewrite", "link"])
@pytest.mark.parametrize(("name", "times"), [("SIGKILL", 25), ("SIGTERM", 15)])
@pytest.mark.long
def test_killed_at_any_moment(make: Callable[[Path], list[str]], name: str, times: int, tmp_path: Path) -> None:
    """Either the old file or the new one is complete. Both cases must occur, or the test proves nothing."""
    sent = signal.Signals[name]
    directory, inputs = tmp_path / "output", tmp_path / "inputs"
    directory.mkdir()
    inputs.mkdir()
    output = directory / "out"
    server = Server(sent, [*make(inputs), "-o", str(output)])
    assert server.run()[0] == 0
    new = output.read_bytes()
    reach = 1.5 * server.run()[1]
    random = Random(1)
    seen = set()
    for _ in range(times):
        output.write_bytes(OLD)
        server.run(random.uniform(0, reach))
        content = output.read_bytes()
        assert content in (OLD, new)
        seen.add(content == new)
        reach *= 0.95 if content == new else 1.05  # follows how busy the machine is
        left = [path for path in directory.iterdir() if path != output]
        assert len(left) <= (name == "SIGKILL"), "only SIGKILL leaves a temporary file"
        for path in left:
            path.unlink()
    server.close()
    assert seen == {True, False}


# --- no room, no permission ------------------------------------------------------------------------------------------

_LIMITED = """
import resource, signal, sys
resource.setrlimit(resource.RLIMIT_FSIZE, (int(sys.argv.pop(1)),) * 2)
signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
from mtlb.cli.main import main
main()
"""


@posix
@pytest.mark.parametrize("limit", [0, 1, 1000])
@pytest.mark.long
def test_no_room_is_an_error_that_names_the_output(limit: int, tmp_path: Path) -> None:
    output = tmp_path / "out"
    output.write_bytes(OLD)
    words = [sys.executable, "-B", "-c", _LIMITED, str(limit), "rewrite", str(LIBRARY), "-o", str(output)]
    done = subprocess.run(words, env=environment(), capture_output=True, text=True)
    assert (done.returncode, done.stderr) == (1, f"mtlb: error: {output}: File too large\n")
    assert contents(tmp_path) == {"out": OLD}


@posix
def test_full_device_is_an_error() -> None:
    if not os.path.exists("/dev/full"):
        pytest.skip("no /dev/full")
    result = invoke("rewrite", LIBRARY, "-o", "/dev/full")
    assert (result.code, result.stderr) == (1, "mtlb: error: /dev/full: No space left on device\n")


_OTHER_USER = 65534


@contextmanager
def without_privileges() -> Iterator[None]:
    """Root may write anywhere, so run as another user. All imports must be done before."""
    if os.geteuid() != 0:
        yield
        return
    os.seteuid(_OTHER_USER)
    try:
        yield
    finally:
        os.seteuid(0)


@posix
def test_unwritable_directory_is_an_error_that_names_the_output() -> None:
    with tempfile.TemporaryDirectory() as directory:  # pytest's own are closed to other users
        closed = Path(directory) / "closed"
        closed.mkdir()
        path = closed / "library"
        path.write_bytes(LIBRARY.read_bytes())
        assert invoke("rewrite", path, "-o", closed / "out").code == 0
        os.chmod(directory, 0o755)
        closed.chmod(0o555)
        for name in ("new", "out"):
            with without_privileges():
                result = invoke("rewrite", path, "-o", closed / name)
            assert (result.code, result.stderr) == (1, f"mtlb: error: {closed / name}: Permission denied\n")
        assert contents(closed) == {name: LIBRARY.read_bytes() for name in ("library", "out")}


@pytest.mark.parametrize("place", ["missing/out", "file/out", "directory"])
def test_bad_places(place: str, tmp_path: Path) -> None:
    (tmp_path / "file").write_bytes(OLD)
    (tmp_path / "directory").mkdir()
    result = invoke("rewrite", LIBRARY, "-o", tmp_path / place)
    assert result.code == 1
    assert result.stderr.startswith(f"mtlb: error: {tmp_path / place}: ")
    assert contents(tmp_path) == {"file": OLD}


# --- existing files ------------------------------------------------------------------------------------------------


@pytest.mark.long
def test_the_input_may_be_the_output(tmp_path: Path) -> None:
    path = tmp_path / "x"
    path.write_bytes(large_library(9 << 20))  # mapped
    before = path.read_bytes()
    assert invoke("rewrite", path, "-o", path).code == 0
    assert contents(tmp_path) == {"x": before}


@posix
def test_links_are_followed_and_stay(tmp_path: Path) -> None:
    elsewhere = tmp_path / "elsewhere"
    elsewhere.mkdir()
    link = tmp_path / "link"
    link.symlink_to("elsewhere/target")
    for _ in range(2):  # the target is made, then replaced
        assert invoke("rewrite", LIBRARY, "-o", link).code == 0
        assert link.is_symlink()
        assert contents(elsewhere) == {"target": LIBRARY.read_bytes()}


@posix
def test_a_loop_of_links_is_an_error(tmp_path: Path) -> None:
    (tmp_path / "a").symlink_to("b")
    (tmp_path / "b").symlink_to("a")
    result = invoke("rewrite", LIBRARY, "-o", tmp_path / "a")
    assert result.code == 1
    assert sorted(os.listdir(tmp_path)) == ["a", "b"]


@posix
def test_the_mode_is_kept_and_a_new_file_follows_the_umask(tmp_path: Path) -> None:
    def mode(path: Path) -> int:
        return stat.S_IMODE(path.stat().st_mode)

    old, new = tmp_path / "old", tmp_path / "new"
    old.write_bytes(OLD)
    old.chmod(0o640)
    before = os.umask(0o027)
    try:
        write_atomic(old, b"x")
        write_atomic(new, b"x")
    finally:
        os.umask(before)
    assert (mode(old), mode(new)) == (0o640, 0o640)


def test_the_longest_name_a_file_system_takes(tmp_path: Path) -> None:
    path = tmp_path / ("x" * 255)
    write_atomic(path, b"x")
    assert contents(tmp_path) == {path.name: b"x"}


@posix
def test_a_pipe_is_written_in_place(tmp_path: Path) -> None:
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    with subprocess.Popen(["cat", str(pipe)], stdout=subprocess.PIPE) as reader:
        assert invoke("rewrite", LIBRARY, "-o", pipe).code == 0
        assert reader.communicate(timeout=20)[0] == LIBRARY.read_bytes()
    assert stat.S_ISFIFO(pipe.stat().st_mode)


# --- inputs that change ----------------------------------------------------------------------------------------------


def touch(path: Path) -> None:
    """Change a file in place, and its time even where clocks are coarse."""
    with path.open("r+b") as file:
        file.seek(200)
        file.write(b"\xff\xff")
    later = path.stat().st_mtime_ns + 1_000_000_000
    os.utime(path, ns=(later, later))


@pytest.mark.skipif(os.name == "nt", reason="a mapped file can't be written to there")
@pytest.mark.long
def test_a_mapped_input_that_changes_is_noticed_before_anything_is_written(tmp_path: Path) -> None:
    path, output = tmp_path / "x", tmp_path / "out"
    path.write_bytes(large_library(9 << 20))
    output.write_bytes(OLD)
    with mtlb.open(path) as library:
        touch(path)
        with pytest.raises(MtlbError, match="changed while it was being read"):
            mtlb.save(library, output)
    assert output.read_bytes() == OLD


@posix
@pytest.mark.parametrize("command", ["verify", "rewrite", "check"])
@pytest.mark.long
def test_a_mapped_input_that_is_cut_short_is_an_error(command: str, tmp_path: Path) -> None:
    """Reading after the new end of a mapped file raises SIGBUS, which would end the process."""
    (tmp_path / "in").mkdir()
    path, output = tmp_path / "in" / "x.metallib", tmp_path / "out"
    path.write_bytes(large_library(9 << 20))
    output.write_bytes(OLD)
    words = [command, str(path.parent if command == "check" else path), *(["-o", str(output)] * (command == "rewrite"))]
    process = subprocess.run(
        [sys.executable, "-c", _CUTS_ITS_INPUT, str(path), *words], env=environment(), capture_output=True, text=True
    )
    assert (process.returncode, process.stdout) == (1, "")
    assert process.stderr.endswith(f"mtlb: error: {path}: a file was cut short while it was being read\n")
    assert contents(tmp_path) == {"out": OLD}


# Cuts the file once it is mapped, before anything of its modules is looked at.
_CUTS_ITS_INPUT = """
import mmap, os, sys
path = sys.argv[1]
class Cutting(mmap.mmap):
    def __new__(cls, *arguments, **named):
        mapping = super().__new__(cls, *arguments, **named)
        os.truncate(path, 4096)
        return mapping
mmap.mmap = Cutting
from mtlb.cli.main import main
sys.argv[1:] = sys.argv[2:]
main()
"""


def test_an_input_that_grows_while_it_is_read_is_noticed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The size after reading is not the one before: the first stamp is made to say something else."""
    import mtlb.base.files as mapped

    path = tmp_path / "x"
    path.write_bytes(LIBRARY.read_bytes())
    real, calls = mapped._stamp, 0

    def stamp(file: object) -> tuple[int, int] | None:
        nonlocal calls
        calls += 1
        if calls == 2:
            touch(path)
        return real(file)  # type: ignore[arg-type]

    monkeypatch.setattr(mapped, "_stamp", stamp)
    for read in (MappedFile, read_file):
        calls = 0
        with pytest.raises(MtlbError, match="changed while it was being read"):
            read(path)


def test_an_input_that_is_replaced_as_a_whole_is_fine(tmp_path: Path) -> None:
    path = tmp_path / "x"
    path.write_bytes(LIBRARY.read_bytes())
    with mtlb.open(path) as library:
        write_atomic(path, b"something else")
        assert mtlb.write(library) == LIBRARY.read_bytes()
        library.check_unchanged()


def test_the_repository_is_left_alone() -> None:
    assert not list(ROOT.joinpath("golden").rglob("*.tmp"))
