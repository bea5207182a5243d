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

_KINDS = (ShaderKind.VERTEX, ShaderKind.PIXEL, ShaderKind.COMPUTE)
_CLASSES = ("b", "t", "u", "s")
_REGISTERS = 64  # of a class, in bindings of one set
_SPACES = 4  # each a set
_SSBO = 1
_RAW, _STRUCTURED = 11, 12
_SSBO_ALIGNMENT = 9  # an option of the converter


class _AlignmentOption(ctypes.Structure):
    _fields_ = [("type", ctypes.c_uint), ("alignment", ctypes.c_uint)]


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
        def give(_: object, value: object, result: object) -> int:
            item, place = value[0], result[0]  # type: ignore[index]
            if item.space >= _SPACES or item.register >= _REGISTERS:
                return 0
            place.set, place.binding = item.space, number * _REGISTERS + item.register
            place.type = _SSBO if item.kind in (_RAW, _STRUCTURED) else 0
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
        alignment = _AlignmentOption(_SSBO_ALIGNMENT, 4)
        if library.dxil_spv_converter_add_option(converter, ctypes.byref(alignment)):
            return None
        if library.dxil_spv_converter_run(converter):
            return None
        result = (ctypes.c_void_p * 2)()
        if library.dxil_spv_converter_get_compiled_spirv(converter, result):
            return None
        actual = ctypes.string_at(result[0], result[1])
        library.dxil_spv_converter_free(converter)
        library.dxil_spv_parsed_blob_free(blob)
        return road.with_formats(actual)


def register_of(case: Case, resource: Resource) -> str:
    """The register of a resource, by its binding."""
    space = f",space{resource.set}" if resource.set else ""
    return f"{_CLASSES[resource.binding // _REGISTERS]}{resource.binding % _REGISTERS}{space}"


def inputs_of(data: bytes, case: Case, kernel: Kernel) -> dict[str, np.ndarray]:
    """The values of a pixel shader's inputs by the names of arguments; dxil-spirv has them by the rows of the
    signature."""
    values = {varying.location: varying.values for varying in case.varyings}
    actual: dict[str, np.ndarray] = {}
    for element in read_dxil(read_container(data)).inputs.values():
        for row in range(element.rows):
            value = values.get(element.start_row + row)
            if value is not None:
                word = semantic_word(element.name, element.semantic_index(row))
                actual[word] = np.pad(value, ((0, 0), (0, 0), (0, 4 - value.shape[2])))
    known_inputs = road.known_inputs()
    names = {p.argument.name: p.argument.kind for p in kernel.prepared.parameters if p.argument is not None}
    result = {name: known_inputs[kind] for name, kind in names.items() if kind in known_inputs}
    return result | {name: array for name, array in actual.items() if name in names}


def outputs_of(data: bytes) -> list[road.Output]:
    """The outputs of a DXIL program, by the rows of the signature."""
    results = []
    for element in read_dxil(read_container(data)).outputs.values():
        mask = ((1 << element.columns) - 1) << element.start_column
        for row in range(element.rows):
            word = semantic_word(element.name, element.semantic_index(row))
            results.append(road.Output(word, element.start_row + row, mask))
    return results


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
            result = translator.spirv(data)
            if result is None:
                counts["dxil-spirv does not take it"] += 1
                print(f"{path.name}: dxil-spirv does not take it")
                continue
            output = Path(name) / f"{path.stem}.spv"
            output.write_bytes(result)
            try:
                case = road.case_of(output)
                road.make_integers_small(data, case, register_of)
            except (Unfit, MtlbError) as error:
                counts[f"unfit: {error}"] += 1
                print(f"{path.name}: unfit: {error}")
                continue
            containers[case.name] = path, case
        road.compare(python, containers, (register_of, inputs_of, outputs_of), counts)
    for what, count in sorted(counts.items()):
        print(f"{count:5} {what}")
    return 0


assert SIDE
if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
