"""The independent road of DXIL: dxil-spirv makes SPIR-V of a container, Mesa's software driver computes with it.

``MTLB_DXIL_SPIRV=.../libdxil-spirv-c-shared.so python -m tests.direct3d.dxil_road DIRECTORY...`` compares all
containers below with what `mtlb.run` computes, as `tests.direct3d.road` does with token programs. The library is that
of https://github.com/HansKristian-Work/dxil-spirv, of which no package is known: `cmake -DDXIL_SPIRV_CLI=OFF`.
"""

from __future__ import annotations

import ctypes
import os
import sys
import tempfile
from collections import Counter
from pathlib import Path

import numpy as np

from mtlb.base.errors import MtlbError
from mtlb.cpu import Kernel
from mtlb.direct3d.dxil.program import read_dxil
from mtlb.direct3d.interface import semantic_word
from mtlb.dxbc import read as read_container
from mtlb.dxbc.dxil import main_program
from mtlb.dxbc.words import ShaderKind
from tests.direct3d import road
from tests.translate.shaders import SIDE, Case, Resource, Unfit
from tests.translate.vulkan.driver import interpreter

_KINDS = (ShaderKind.PIXEL, ShaderKind.COMPUTE)
_CLASSES = ("b", "t", "u", "s")
_REGISTERS = 64  # of a class, in bindings of one set
_SPACES = 4  # each a set
_SSBO = 1
_RAW, _STRUCTURED = 11, 12


class _D3DBinding(ctypes.Structure):
    _fields_ = [(n, ctypes.c_uint) for n in ("stage", "kind", "index", "space", "register", "range", "alignment")]


class _VulkanBinding(ctypes.Structure):
    _fields_ = [
        *((n, ctypes.c_uint) for n in ("set", "binding", "constant", "heap")),
        ("uses_heap", ctypes.c_ubyte),
        ("type", ctypes.c_uint),
    ]


class Translator:
    """dxil-spirv: DXIL to SPIR-V, with bindings by space, class and register."""

    def __init__(self, path: str) -> None:
        self._library = ctypes.CDLL(path)
        kind = ctypes.CFUNCTYPE(
            ctypes.c_ubyte, ctypes.c_void_p, ctypes.POINTER(_D3DBinding), ctypes.POINTER(_VulkanBinding)
        )
        self._callbacks = {letter: kind(self._binding(number)) for number, letter in enumerate(_CLASSES)}

    @staticmethod
    def _binding(number: int):  # type: ignore[no-untyped-def]
        def give(_: object, known: object, made: object) -> int:
            one, place = known[0], made[0]  # type: ignore[index]
            if one.space >= _SPACES or one.register >= _REGISTERS:
                return 0
            place.set, place.binding = one.space, number * _REGISTERS + one.register
            place.type = _SSBO if one.kind in (_RAW, _STRUCTURED) else 0
            return 1

        return give

    def spirv(self, data: bytes) -> bytes | None:
        """The SPIR-V of a container; None if it is refused."""
        library, blob, converter = self._library, ctypes.c_void_p(), ctypes.c_void_p()
        if library.dxil_spv_parse_dxil_blob(data, ctypes.c_size_t(len(data)), ctypes.byref(blob)):
            return None
        if library.dxil_spv_create_converter(blob, ctypes.byref(converter)):
            return None
        for letter, name in (("b", "cbv"), ("t", "srv"), ("u", "uav"), ("s", "sampler")):
            set_remapper = getattr(library, f"dxil_spv_converter_set_{name}_remapper")
            set_remapper(converter, self._callbacks[letter], None)
        if library.dxil_spv_converter_run(converter):
            return None
        made = (ctypes.c_void_p * 2)()
        if library.dxil_spv_converter_get_compiled_spirv(converter, made):
            return None
        found = ctypes.string_at(made[0], made[1])
        library.dxil_spv_converter_free(converter)
        library.dxil_spv_parsed_blob_free(blob)
        return road.with_formats(found)


def register_of(case: Case, one: Resource) -> str:
    """The register of a resource, by its binding."""
    space = f",space{one.set}" if one.set else ""
    return f"{_CLASSES[one.binding // _REGISTERS]}{one.binding % _REGISTERS}{space}"


def inputs_of(data: bytes, case: Case, kernel: Kernel) -> dict[str, np.ndarray]:
    """The values of a pixel shader's inputs by the names of arguments; dxil-spirv has them by the rows of the
    signature."""
    values = {one.location: one.values for one in case.varyings}
    found: dict[str, np.ndarray] = {}
    for element in read_dxil(read_container(data)).inputs.values():
        for row in range(element.rows):
            given = values.get(element.start_row + row)
            if given is not None:
                word = semantic_word(element.name, element.semantic_index(row))
                found[word] = np.pad(given, ((0, 0), (0, 0), (0, 4 - given.shape[2])))
    known = road.known_inputs()
    names = {p.argument.name: p.argument.kind for p in kernel.prepared.parameters if p.argument is not None}
    made = {name: known[kind] for name, kind in names.items() if kind in known}
    return made | {name: array for name, array in found.items() if name in names}


def main(folders: list[str]) -> int:
    """Compare, and print how many agree bit for bit, within 2^-20, within 2^-10, or not."""
    translator = Translator(os.environ["MTLB_DXIL_SPIRV"])
    python = interpreter(Path(os.environ.get("MTLB_CACHE", Path.home() / ".cache" / "mtlb")) / "vulkan")
    counts: Counter[str] = Counter()
    with tempfile.TemporaryDirectory() as name:
        containers: dict[str, tuple[Path, Case]] = {}
        for path in sorted(path for folder in folders for path in Path(folder).rglob("*.dxbc")):
            data = path.read_bytes()
            container = read_container(data)
            if container.get("DXIL", "ILDB") is None or main_program(container).kind not in _KINDS:
                continue
            made = translator.spirv(data)
            if made is None:
                counts["dxil-spirv does not take it"] += 1
                continue
            output = Path(name) / f"{path.stem}.spv"
            output.write_bytes(made)
            try:
                case = road.case_of(output)
            except (Unfit, MtlbError) as error:
                counts[f"unfit: {error}"] += 1
                continue
            containers[case.name] = path, case
        found, refused = road.computed_safely(python, [case for _, case in containers.values()])
        for refused_name, reason in refused.items():
            counts[f"the driver refuses: {reason.splitlines()[0][:60]}"] += 1
            print(f"{containers[refused_name][0].name} ({containers[refused_name][1].stage}): {reason[:200]!r}")
        for case_name, wanted in found.items():
            path, case = containers[case_name]
            counts[road.verdict(path, case, wanted, register_of, inputs_of)] += 1
    for what, count in sorted(counts.items()):
        print(f"{count:5} {what}")
    return 0


assert SIDE
if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
