"""Libraries are pickled and copied: what comes out writes the same bytes and needs no file."""

from __future__ import annotations

import copy
import gc
import multiprocessing
import pickle
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path

import pytest

import mtlb
from mtlb.container import Library
from mtlb.container.portable import _views
from tests.conftest import ROOT
from tests.container.samples import LIBRARIES

GOLDEN = sorted(path for folder in ("lib", "apple") for path in ROOT.joinpath("golden", folder).rglob("*.metallib"))


def pickled(library: Library) -> Library:
    copied = pickle.loads(pickle.dumps(library))
    assert isinstance(copied, Library)
    return copied


COPIES: list[Callable[[Library], Library]] = [pickled, copy.deepcopy]


def check(library: Library, copied: Library, data: bytes) -> None:
    assert copied is not library and mtlb.write(copied) == data
    assert (copied.is_changed, copied.uuid, copied.layout) == (library.is_changed, library.uuid, library.layout)
    assert [f.name for f in copied] == [f.name for f in library]
    assert not {id(f) for f in copied} & {id(f) for f in library}
    for function in copied:
        assert type(function.module) is bytes and (function.source is None or type(function.source.data) is bytes)


@pytest.mark.parametrize("make", COPIES)
@pytest.mark.parametrize("name", LIBRARIES)
def test_samples_are_copied(name: str, make: Callable[[Library], Library]) -> None:
    library = mtlb.read(LIBRARIES[name])
    check(library, make(library), LIBRARIES[name])
    assert mtlb.write(library) == LIBRARIES[name]


@pytest.mark.parametrize("make", COPIES)
@pytest.mark.parametrize("path", GOLDEN, ids=lambda path: path.stem)
def test_golden_libraries_are_copied(path: Path, make: Callable[[Library], Library]) -> None:
    """The copy stays when the file is closed."""
    with mtlb.open(path) as library:
        copied = make(library)
    check(library, copied, path.read_bytes())
    copied.functions[0].name = "another"
    assert copied.is_changed and not library.is_changed


@pytest.mark.corpus
def test_real_libraries_are_copied(corpus_libraries: list[Path]) -> None:
    """A dozen of those that are smaller than 4 MB."""
    small = [path for path in corpus_libraries if path.suffix == ".metallib" and path.stat().st_size < 4 << 20]
    chosen = small[:: max(1, len(small) // 12)]
    assert len(chosen) >= 10
    for path in chosen:
        with mtlb.open(path) as library:
            data = mtlb.write(library)
            for make in COPIES:
                assert mtlb.write(make(library)) == data, path


def test_parts_that_functions_share_are_shared_in_a_copy() -> None:
    for name, data in LIBRARIES.items():
        library = mtlb.read(data)
        for copied in (make(library) for make in COPIES):
            for field in ("module", "public_metadata", "private_metadata", "reflection", "source"):
                old = [id(getattr(function, field)) for function in library]
                new = [id(getattr(function, field)) for function in copied]
                assert [old.index(item) for item in old] == [new.index(item) for item in new], (name, field)
    gc.collect()
    assert len(_views) == 0


def test_functions_alone_and_with_their_library() -> None:
    library = mtlb.open(GOLDEN[0])
    alone = pickle.loads(pickle.dumps(library.functions[0]))
    assert alone.name == library.functions[0].name and alone.module == library.functions[0].module
    for again in (pickle.loads(pickle.dumps((library, library.functions[0]))), copy.deepcopy((library, library[0]))):
        assert again[0].functions[0] is again[1]
    assert copy.copy(library.functions[0]).module is library.functions[0].module  # a view still


def test_a_changed_library_and_one_that_was_built() -> None:
    library = mtlb.open(GOLDEN[0])
    library.min_os = "15.0"
    library.functions[0].tag_order = ()
    copied = pickled(library)
    assert copied.is_changed and mtlb.write(copied) == mtlb.write(library)
    linked = mtlb.link([ROOT / "golden/air/saxpy.air"]).library
    assert mtlb.write(pickled(linked)) == mtlb.write(linked)


def test_a_library_goes_to_another_process() -> None:
    path = ROOT / "golden/lib/air-lld-macos14.metallib"
    with ProcessPoolExecutor(1, multiprocessing.get_context("spawn")) as executor:
        assert executor.submit(mtlb.write, mtlb.open(path)).result() == path.read_bytes()


def test_a_part_that_is_bad_is_an_error() -> None:
    path = ROOT / "golden/lib/air-lld-macos14.metallib"
    library = mtlb.open(path)
    place = library.functions[0].module_offset
    assert place is not None
    data = bytearray(path.read_bytes())
    at = data.index(b"OFFT") + 6
    data[at + 16 : at + 24] = b"\xff" * 8  # of the module
    with pytest.raises(mtlb.FormatError, match="module at"):
        pickle.dumps(mtlb.read(bytes(data)))


# --- the list of functions -------------------------------------------------------------------------------------------


def test_functions_are_looked_up_by_name_and_by_place() -> None:
    library = mtlb.open(ROOT / "golden/lib/air-lld-macos14.metallib")
    functions = library.functions
    first = functions[0]
    assert functions[first.name] is library[first.name] is first and functions[-1] is list(functions)[-1]
    assert functions[:2] == [functions[0], functions[1]] and type(functions[:2]) is list
    assert first.name in functions and first in functions and "none" not in functions and 1 not in functions
    assert first.name in library and first in library and "none" not in library
    assert isinstance(functions, list) and len(functions) == len(library)
    with pytest.raises(IndexError):
        functions[99]


@pytest.mark.parametrize(
    "look_up", [lambda library, name: library.functions[name], lambda library, name: library[name]]
)
def test_a_name_that_there_is_not(look_up: Callable[[Library, str], object]) -> None:
    library = mtlb.open(ROOT / "golden/lib/air-lld-macos14.metallib")
    for error in (KeyError, mtlb.BuildError):
        with pytest.raises(error, match=r"^there is no function 'saxpi'; did you mean 'saxpy'\?$"):
            look_up(library, "saxpi")
    with pytest.raises(KeyError, match=r"^there is no function 'zzzzzz'$") as caught:
        look_up(library, "zzzzzz")
    assert str(pickle.loads(pickle.dumps(caught.value))) == str(caught.value)
    for number in range(5000):  # a look-up that fails costs little: the nearest name is not looked for yet
        library.functions.append(copy.copy(library.functions[0]))
        library.functions[-1].name = f"kernel_{number:032}"
    with pytest.raises(KeyError, match=r"^there is no function 'kernel_'$"):
        look_up(library, "kernel_")


def test_a_library_counts_its_functions() -> None:
    library = mtlb.open(ROOT / "golden/lib/air-lld-macos14.metallib")
    assert repr(library) == "<Library 1.2.7 macos (0x1), 3 functions>"
    library.keep(["saxpy"])
    assert repr(library) == "<Library 1.2.7 macos (0x1), 1 function>"


def test_the_list_of_functions_is_a_list() -> None:
    library = mtlb.open(ROOT / "golden/lib/air-lld-macos14.metallib")
    saxpy = library.functions["saxpy"]
    others = [function for function in library.functions if function is not saxpy]
    library.functions = others
    assert "saxpy" not in library.functions and library.functions[others[0].name] is others[0]
    others.clear()  # the caller's own
    assert library.functions
    library.functions.append(saxpy)
    library.functions += []
    assert library.functions["saxpy"] is library.functions[-1] and library.is_changed
    library.functions.remove(saxpy)
    library.functions[0] = saxpy
    assert library["saxpy"] is saxpy
    library.functions = (saxpy,)
    assert [function.name for function in mtlb.read(mtlb.write(library))] == ["saxpy"]
