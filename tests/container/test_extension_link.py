"""HSRP: the section that binary archives have, and the empty one of universal files."""

from __future__ import annotations

import struct

import pytest

from mtlb.base.errors import FormatError
from mtlb.container import read, verify, write
from mtlb.container.library import EXTENSION_ORDER, LINK_TAG
from tests.container.samples import air_lld

CONTENT = b"LINK\x06\0" + bytes(6) + b"ENDT"
"""Of the ten binary archives of the wheel mps-flash-attn 0.5.2."""


def archived() -> bytes:
    library = air_lld()
    library.functions.pop()  # the odd one of the samples
    library.unknown_extension_tags = []
    library.unknown_sections = {LINK_TAG: CONTENT}
    library.extension_order = (LINK_TAG, *EXTENSION_ORDER)
    library.section_order = (LINK_TAG, *EXTENSION_ORDER[:-1])
    return write(library)


def test_the_section_is_read_and_written() -> None:
    data = archived()
    library = read(data)
    assert bytes(library.unknown_sections[LINK_TAG]) == CONTENT
    assert library.section_order[0] == library.extension_order[0] == LINK_TAG
    assert write(library) == data
    assert "unknown-tag" not in [finding.code for finding in verify(data) if LINK_TAG in finding.message]


def test_a_range_outside_of_the_file() -> None:
    data = bytearray(archived())
    at = data.index(LINK_TAG.encode() + b"\x10\0") + 6
    data[at : at + 16] = struct.pack("<2Q", len(data), 16)
    with pytest.raises(FormatError, match=r"HSRP section .* leaves the"):
        read(bytes(data))
