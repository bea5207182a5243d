"""Names of output files, and directories that are written whole or not at all."""

from __future__ import annotations

import hashlib
import mmap
import os
import re
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mtlb.base.digest import sha256
from mtlb.base.files import (
    WINDOW,
    UsedPages,
    discard_unfinished,
    holds_other,
    numbered_name,
    release_pages,
    write_directory,
)

names = st.binary(max_size=400).map(lambda data: data.decode("utf-8", "surrogateescape"))


def test_plain_name_is_kept() -> None:
    assert numbered_name(7, 20, "blur_9x9", ".air") == "00007_blur_9x9.air"


def test_nothing_leaves_the_directory() -> None:
    assert numbered_name(0, 1, "../../x", ".air") == "00000_..%2F..%2Fx.air"
    assert numbered_name(0, 1, "C:\\x\0", ".air") == "00000_C%3A%5Cx%00.air"
    assert numbered_name(0, 1, "ns::name", ".air") == "00000_ns%3A%3Aname.air"


def test_numbers_grow_with_the_count() -> None:
    assert numbered_name(5, 100_001, "f", ".air") == "000005_f.air"


@given(st.integers(0, 99), names)
def test_any_bytes_make_a_legal_name(index: int, name: str) -> None:
    result = numbered_name(index, 100, name, ".air")
    assert re.fullmatch(r"\d{5}_[A-Za-z0-9_.$%~-]*\.air", result)
    assert len(result) <= 200


@given(names, names)
def test_short_names_stay_apart(one: str, other: str) -> None:
    result = [numbered_name(0, 1, name, "") for name in (one, other)]
    if not any(name.endswith("~") for name in result):
        assert (result[0] == result[1]) == (one == other)


# --- directories of files --------------------------------------------------------------------------------------------

NAMES = [f"{number:05}.air" for number in range(11)]


def tree(directory: Path) -> dict[str, bytes]:
    return {str(p.relative_to(directory)): p.read_bytes() for p in sorted(directory.rglob("*")) if p.is_file()}


@pytest.fixture
def target(tmp_path: Path) -> Path:
    """A directory in which every other name is taken by a file."""
    path = tmp_path / "out"
    path.mkdir()
    for name in (*NAMES[::2], "other"):
        (path / name).write_bytes(b"before")
    return path


def test_a_new_directory_has_all_files(tmp_path: Path) -> None:
    write_directory(tmp_path / "a" / "b", [(name, name.encode()) for name in NAMES])
    assert tree(tmp_path) == {f"a/b/{name}".replace("/", os.sep): name.encode() for name in NAMES}


def test_files_of_the_same_names_are_replaced(target: Path) -> None:
    write_directory(target, [(name, name.encode()) for name in NAMES])
    assert tree(target) == {**{name: name.encode() for name in NAMES}, "other": b"before"}
    assert sorted(os.listdir(target)) == sorted([*NAMES, "other"])


@pytest.mark.parametrize("taken", NAMES[1::4])
def test_a_name_that_a_directory_has_leaves_all_as_it_was(target: Path, taken: str) -> None:
    (target / taken).mkdir()
    before = tree(target)
    with pytest.raises(IsADirectoryError) as caught:
        write_directory(target, [(name, b"after") for name in NAMES])
    assert caught.value.filename == str(target / taken)
    assert tree(target) == before and not list(target.glob(".mtlb-*"))


@pytest.mark.parametrize("failing", range(2 * len(NAMES)))
def test_a_move_that_fails_is_undone(target: Path, failing: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """Each file is moved away, if it is there, and another one to its place: each of these moves fails once."""
    before, moves = tree(target), 0

    def failing_once(move: Callable[[Path, Path], None]) -> Callable[[Path, Path], None]:
        def moved(source: Path, destination: Path) -> None:
            nonlocal moves
            moves += 1
            if moves == failing + 1:
                raise PermissionError(13, "no")
            move(source, destination)

        return moved

    monkeypatch.setattr(os, "rename", failing_once(os.rename))
    monkeypatch.setattr(os, "replace", failing_once(os.replace))
    with pytest.raises(PermissionError) as caught:
        write_directory(target, [(name, b"after") for name in NAMES])
    assert caught.value.filename.startswith(str(target)) and ".tmp" not in caught.value.filename
    assert tree(target) == before and not list(target.glob(".mtlb-*"))


def test_a_folder_that_can_not_be_written_is_named(target: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def refused(path: str, mode: int = 0o777) -> None:
        raise PermissionError(13, "no", path)

    monkeypatch.setattr(os, "mkdir", refused)
    with pytest.raises(PermissionError) as caught:
        write_directory(target, [("a", b"")])
    assert caught.value.filename == str(target)


def test_a_directory_that_another_process_makes_meanwhile(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    rename = os.rename

    def late_rename(source: Path, destination: Path) -> None:
        monkeypatch.setattr(os, "rename", rename)
        write_directory(tmp_path / "out", [(NAMES[0], b"other")])
        rename(source, destination)

    monkeypatch.setattr(os, "rename", late_rename)
    write_directory(tmp_path / "out", [(name, name.encode()) for name in NAMES])
    assert tree(tmp_path / "out") == {name: name.encode() for name in NAMES}
    assert os.listdir(tmp_path) == ["out"]


def test_a_file_that_another_process_moves_meanwhile(target: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    rename = os.rename

    def late_rename(source: Path, destination: Path) -> None:
        if os.path.exists(source):
            os.unlink(source)
        rename(source, destination)

    monkeypatch.setattr(os, "rename", late_rename)
    write_directory(target, [(name, name.encode()) for name in NAMES])
    assert tree(target) == {**{name: name.encode() for name in NAMES}, "other": b"before"}


def test_what_holds_other_content(tmp_path: Path) -> None:
    (tmp_path / "file").write_bytes(b"1")
    (tmp_path / "link").symlink_to("nowhere")
    held = {name: holds_other(str(tmp_path / name), b"1") for name in ("file", "link", "none", ".")}
    assert held == {"file": False, "link": True, "none": False, ".": True}
    assert holds_other(str(tmp_path / "file"), b"2")


def test_contents_that_fail_leave_all_as_it_was(target: Path) -> None:
    def contents() -> Iterator[tuple[str, bytes]]:
        yield NAMES[0], b"after"
        raise KeyboardInterrupt

    before = tree(target)
    with pytest.raises(KeyboardInterrupt):
        write_directory(target, contents())
    assert tree(target) == before and not list(target.glob(".mtlb-*"))


def test_contents_that_fail_leave_no_new_directory(tmp_path: Path) -> None:
    def contents() -> Iterator[tuple[str, bytes]]:
        yield NAMES[0], b"after"
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        write_directory(tmp_path / "a" / "b" / "c", contents())
    assert list(tmp_path.iterdir()) == []


def test_a_name_that_comes_twice_is_refused(target: Path) -> None:
    before = tree(target)
    with pytest.raises(FileExistsError, match="x"):
        write_directory(target, [("x", b"1"), ("x", b"2")])
    assert tree(target) == before


def test_nothing_of_an_unfinished_directory_is_left(target: Path) -> None:
    def contents() -> Iterator[tuple[str, bytes]]:
        yield NAMES[0], b"after"
        discard_unfinished()
        yield NAMES[1], b"after"

    before = tree(target)
    with pytest.raises(FileNotFoundError):
        write_directory(target, contents())
    assert tree(target) == before and not list(target.glob(".mtlb-*"))


# --- pages of mapped files -------------------------------------------------------------------------------------------

READS_ALL = """
import sys
from mtlb.base.digest import sha256
from mtlb.base.files import MappedFile, UsedPages

def resident():
    with open("/proc/self/status") as status:
        return {line.split()[0]: int(line.split()[1]) << 10 for line in status if line.startswith("Rss")}["RssFile:"]

data = MappedFile(sys.argv[1]).data
before = resident()
print(sha256(data).hex())
print(resident() - before)
pages = UsedPages()
for at in range(0, len(data), 1 << 16):
    part = data[at : at + (1 << 16)]
    assert not any(bytes(part))
    pages.used(part)
print(resident() - before)
"""


@pytest.mark.skipif(not Path("/proc/self/status").exists(), reason="no file that says what is resident")
@pytest.mark.long
def test_pages_of_a_mapped_file_are_given_back(tmp_path: Path) -> None:
    path = tmp_path / "large"
    size = 8 * WINDOW
    with path.open("wb") as file:
        file.truncate(size)
    done = subprocess.run([sys.executable, "-c", READS_ALL, str(path)], capture_output=True, text=True, check=True)
    digest, *grown = done.stdout.split()
    assert digest == hashlib.sha256(bytes(size)).hexdigest()
    assert all(int(part) < 2 * WINDOW for part in grown), grown


def test_pages_of_other_views_stay() -> None:
    """There is nothing to give back, and what was read can be read again."""
    data = bytes(range(256)) * (WINDOW // 128)
    assert sha256(memoryview(data)) == hashlib.sha256(data).digest()
    pages = UsedPages()
    pages.used(data)
    pages.used(memoryview(data))
    release_pages(memoryview(data))


def test_what_was_written_to_a_private_mapping_stays(tmp_path: Path) -> None:
    path = tmp_path / "large"
    with path.open("wb") as file:
        file.truncate(2 * WINDOW)
    with path.open("rb") as file, mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_COPY) as mapping:
        mapping[:5] = b"mtlb!"
        with memoryview(mapping).toreadonly() as view:
            assert sha256(view) == hashlib.sha256(b"mtlb!" + bytes(2 * WINDOW - 5)).digest()
            assert bytes(view[:5]) == b"mtlb!"
