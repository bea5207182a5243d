"""Pointers as values: physical addresses in buffers, beside what the memory that they lead to says."""

from __future__ import annotations

import numpy as np

import mtlb
from mtlb.cpu import Address
from mtlb.translate import translate
from tests.translate.shaders import ROOT

NODE = np.dtype([("next", object), ("value", "f4"), ("mark", "u4")])


def test_buffers_of_addresses() -> None:
    """A list of nodes and an array of packed vectors, which the host gives by address."""
    translation = translate((ROOT / "buffer_addresses.spv").read_bytes(), "macos14")
    assert translation.module.check() == []
    nodes = np.zeros(4, NODE)
    order = [0, 2, 1, 3]
    for at, to in zip(order, order[1:] + order[:1], strict=True):
        nodes["next"][at] = Address(nodes, 16 * to)
    nodes["value"] = [1.5, 10.25, 100.0, 1000.0]
    places = np.arange(12, dtype=np.float32)
    head = [Address(nodes), Address(places), Address(places, 12)]
    out = np.zeros(20, np.float32)
    names = [binding.name for binding in translation.bindings]
    library = mtlb.link([translation.module]).library
    mtlb.run(library, "main_", 4, 4, buffers=dict(zip(names, (head, out), strict=True)))
    values = nodes["value"][order]
    for me in range(4):
        x, y = places[3 * me : 3 * me + 2]
        beyond = places[3 * me + 5] if me < 3 else None  # the second address is one vector further
        expected = [values[:me].sum(), values[me % 2], x + 10 * y]
        assert out[4 * me : 4 * me + 3].tolist() == expected, me
        assert beyond is None or out[4 * me + 3] == beyond
    assert nodes["mark"].tolist() == [0, 88, 77, 0]
    assert out[16:18].view(np.uint64)[0] != 0
