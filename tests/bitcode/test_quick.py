from __future__ import annotations

from pathlib import Path

import pytest

from mtlb.base.errors import FormatError
from mtlb.bitcode import Module, read_module
from mtlb.bitcode.probe import attribute_kinds, has_opaque_pointers, target_triple
from mtlb.container import open as open_library
from mtlb.ir import Attribute, AttributeGroup
from tests.assembled import assemble
from tests.inspect.libraries import GOLDEN, edited, module

MODULES = sorted((GOLDEN / "air").glob("*.air"))


@pytest.mark.parametrize("path", MODULES, ids=lambda path: path.stem)
def test_the_triple_is_the_module_s(path: Path) -> None:
    data = path.read_bytes()
    assert target_triple(data) == read_module(data, bodies=False).triple
    assert not has_opaque_pointers(data)


def test_the_triple_without_a_symbol_table() -> None:
    def without(m: Module) -> None:
        m.symtab_version = None

    assert target_triple(edited(without)) == "air64-apple-macosx14.0.0"


def test_opaque_pointers() -> None:
    assert has_opaque_pointers(assemble(b"define void @f() { ret void }"))
    assert not has_opaque_pointers(module())


def test_attribute_kinds() -> None:
    def attributes(m: Module) -> None:
        forms = (
            Attribute(0, 18),
            Attribute(3, "key"),
            Attribute(1, 86, 7),
            Attribute(4, "key2", "x"),
            Attribute(0, 20),
        )
        m.functions[0].attributes = (AttributeGroup(0xFFFFFFFF, forms),)

    assert attribute_kinds(edited(attributes)) >= {18, 20, 86}
    assert max(attribute_kinds(module())) < 86


@pytest.mark.parametrize("data", [b"", b"BC\xc0\xde", b"BC\xc0\xde" + bytes(60), module()[:60], module()[:800]])
def test_bad_bitcode(data: bytes) -> None:
    for look in (target_triple, has_opaque_pointers, attribute_kinds):
        with pytest.raises(FormatError):
            look(data)


def test_a_blob_that_is_longer_than_its_block() -> None:
    data = bytearray(module())
    length = data.rindex(b"\x12\x03\x94") + 3  # of the last block with nothing but a blob
    data[length : length + 3] = b"\xff\xff\x0f"
    with pytest.raises(FormatError):
        target_triple(bytes(data))


@pytest.mark.corpus
def test_triples_of_real_modules(corpus_libraries: list[Path]) -> None:
    for path in corpus_libraries[::4]:
        with open_library(path) as library:
            for function in library.functions[:2]:
                assert target_triple(function.module) == read_module(function.module, bodies=False).triple
