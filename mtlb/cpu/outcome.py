"""The result of a run: the values that a function returned, and the reports of the checks as text."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from ..air import EntryArgument
from ..air.types import number_of
from ..base.errors import RunError
from ..ir import DataLayout, Type, TypeCode
from .answers import FIRST_OF_LANES, CheckReport, RunAnswer
from .binding import ArgumentBinding
from .checks import Place
from .findings import RULES, RunFinding
from .images import Image
from .layout import ReportKind
from .prepare import Prepared
from .structures import element_type, struct_dtype
from .texts import SourceTexts

if TYPE_CHECKING:
    import numpy as np

STACK_USED_UP = 3
"""The error code (native/runtime.h) for a thread whose stack was too small."""
_NULL_BYTES = 4096  # unmapped: an address below is null plus the offset of a member or of a low index
_UNKNOWN = 0xFFFFFFFF

_K = ReportKind
_OUTSIDE = (_K.OUTSIDE_READ, _K.OUTSIDE_WRITE)
_PRIVATE = (_K.PRIVATE_READ, _K.PRIVATE_WRITE, _K.PRIVATE_NEVER_WRITTEN)
_OUTSIDE_OF_TEXTURES = (_K.TEXEL_READ_OUTSIDE, _K.TEXEL_WRITE_OUTSIDE)
_REPORTS = {
    _K.OUTSIDE_READ: ("out-of-bounds", "reads outside of all memory that was passed to it"),
    _K.OUTSIDE_WRITE: ("out-of-bounds", "writes outside of all memory that was passed to it"),
    _K.READ_ONLY: ("read-only", "writes to read-only memory"),
    _K.RACE_READ_AFTER_WRITE: ("race", "reads what another thread wrote, without a barrier in between"),
    _K.RACE_WRITE_AFTER_WRITE: ("race", "writes what another thread wrote, without a barrier in between"),
    _K.RACE_WRITE_AFTER_READ: ("race", "writes what another thread read, without a barrier in between"),
    _K.NEVER_WRITTEN: ("uninitialized", "reads memory that was never written"),
    _K.MISALIGNED: ("misaligned", "accesses memory at an address that is not aligned"),
    _K.PRIVATE_READ: ("out-of-bounds", "reads outside of a variable"),
    _K.PRIVATE_WRITE: ("out-of-bounds", "writes outside of a variable"),
    _K.PRIVATE_NEVER_WRITTEN: ("uninitialized", "reads a variable that was never written"),
    _K.DIVISION_BY_ZERO: ("division", "divides an integer by zero"),
    _K.REMAINDER_BY_ZERO: ("division", "takes the remainder of a division by zero"),
    _K.QUOTIENT_TOO_LARGE: ("division", "divides the lowest integer by -1"),
    _K.SHIFT: ("shift", "shifts by the width of the number or more"),
    _K.CONVERSION: ("conversion", "converts a number to an integer that can't hold it, or NaN"),
    _K.OVERFLOW: ("overflow", "overflows an integer operation that is marked as not overflowing"),
    _K.UNIFORM_WRITE: (
        "uniform-write",
        "writes what another thread wrote, the same value, without a barrier in between",
    ),
    _K.OTHER_BARRIER: (
        "barrier-memory",
        "accesses what another thread wrote, or writes what it read, and the barrier in between is only for "
        "other memory",
    ),
    _K.TEXEL_READ_OUTSIDE: ("texture-bounds", "reads outside of a texture"),
    _K.TEXEL_WRITE_OUTSIDE: ("texture-bounds", "writes outside of a texture"),
    _K.NO_TEXTURE: ("texture-bounds", "accesses a texture that was not given"),
    _K.NO_FENCE: ("texture-fence", "reads a texel that it wrote itself, without a texture fence in between"),
    _K.NO_SUCH_LANE: ("lane", "takes a value from a lane that does not exist"),
    _K.INACTIVE_LANE: ("lane", "takes a value from a lane that is not active"),
    _K.MATRIX_WITHOUT_LANES: ("lane", "uses matrices of a simdgroup of which not all lanes are active"),
    _K.LANES_DIFFER: ("lane-operand", "has a different lane number or distance than the other lanes"),
}


def returned_values(prepared: Prepared, raw: np.ndarray[Any, Any], threads: int) -> dict[str, np.ndarray[Any, Any]]:
    """The returned value of each thread, split into the outputs that the metadata names.

    Numbers and structs have the shape (threads,), vectors (threads, k).
    """
    import numpy as np

    type_ = prepared.result_type
    assert type_ is not None
    rows = raw.reshape(threads, prepared.result_size)
    described = prepared.entry.outputs
    is_struct = type_.code in (TypeCode.STRUCT_ANON, TypeCode.STRUCT_NAMED)
    if is_struct and len(described) == 1 and described[0].struct_type_info is not None and len(type_.elements) > 1:
        is_struct = False  # the only output is the whole struct
    members = type_.elements if is_struct else (type_,)
    measure = DataLayout()
    packed = is_struct and bool(type_.params[0])
    result: dict[str, np.ndarray[Any, Any]] = {}
    at = 0
    for number, member in enumerate(members):
        if not packed:
            alignment = measure.alignment(member)
            at = -(-at // alignment) * alignment
        output = described[number] if number < len(described) else None
        name = (output.name or output.kind) if output is not None else f"output {number}"
        size = measure.size(member)
        part = np.ascontiguousarray(rows[:, at : at + size])
        dtype = _dtype_of(member, output)
        values = part.view(dtype) if dtype is not None else part
        result[name] = values[:, 0] if values.shape[1] == 1 else values
        at += measure.alloc_size(member)
    return result


def _dtype_of(type_: Type, output: EntryArgument | None) -> Any:
    """The numpy type of a returned value: of its numbers, or of the struct; None for an unknown type."""
    if output is not None and output.struct_type_info is not None:
        return struct_dtype(output.struct_type_info, DataLayout().size(type_))
    number = number_of(type_.scalar)
    if number is None:
        return None
    stated = element_type(output.type_name) if output is not None else None
    if not number.is_float and stated is not None and stated[0] == f"i{number.numpy[1:]}":
        return stated[0]
    return number.numpy


class _Spot(NamedTuple):
    """A described offset in memory: as text, with the name of the memory, the element or byte, and the coordinates."""

    words: str
    memory: str
    element: int | None = None
    byte: int | None = None
    texel: str = ""


class Explainer:
    """Converts the reports of the checks into findings. `texts` has the sources of the function."""

    def __init__(self, name: str, prepared: Prepared, binding: ArgumentBinding, texts: SourceTexts) -> None:
        self.name, self.prepared, self.binding, self.texts = name, prepared, binding, texts

    def findings(self, answer: RunAnswer, stack: int) -> list[RunFinding]:
        """The reports of the checks as findings. Raises RunError for a function that did not run to its end."""
        results = []
        sites = self.prepared.sites
        if answer.error in (1, 2):
            first, second = answer.sites
            place = sites[first - 1]
            what = "not all threads of the threadgroup reach a barrier"
            if answer.error == 2 and first == second:
                what = "threads of one threadgroup wait at one barrier in different calls or iterations"
            elif answer.error == 2:
                what = f"threads of one threadgroup wait at different barriers: here, and {sites[second - 1]}"
            results.append(self._finding("barrier", f"{what}; {place}; threadgroup {answer.group}", place))
        elif answer.error == STACK_USED_UP:
            raise RunError(f"function {self.name!a}: a thread used up its stack of {stack} bytes")
        elif answer.error == 4:
            raise RunError(f"function {self.name!a}: a function table has no function at the index that was called")
        seen = set()
        for report in answer.reports:
            finding = self._of_report(report)
            # The same line may occur several times in the code, through loop unrolling and inlining.
            key = finding.message.partition(":")[0], finding.file, finding.line, finding.column, finding.memory
            if not finding.line or key not in seen:
                results.append(finding)
            seen.add(key)
        for complain in self.binding.complaints:
            if message := complain():
                results.append(self._finding("out-of-bounds", message))
        return results

    def _finding(self, code: str, message: str, place: Place | None = None, **more: Any) -> RunFinding:
        rule = RULES[code]
        if place is not None and place.row:
            more |= {"file": place.path, "line": place.row, "column": place.column}
            if text := self.texts.line(place.path, place.row):
                more["text"] = text
                message += f": {text}"
        return RunFinding(code, rule.severity, rule.certainty, message, functions=(self.name,), **more)

    def _of_report(self, report: CheckReport) -> RunFinding:
        kind = ReportKind(report.kind)
        code, what = _REPORTS[kind]
        places = self.prepared.sites if kind >= FIRST_OF_LANES else self.prepared.accesses
        place = places[report.site - 1]
        message = f"{what}: thread {report.thread} of threadgroup {report.group}"
        threads = [(report.thread, report.group)]
        spot = _Spot("", "")
        if report.size:
            message += f", {report.size} bytes"
        if kind in _OUTSIDE_OF_TEXTURES:
            spot = self._outside(report)
        elif kind in _PRIVATE:
            byte = _signed(report.address)
            spot = _Spot(f"byte {byte} of a variable of the thread", "", byte=byte)
        elif kind in _OUTSIDE and report.address < _NULL_BYTES:
            spot = _Spot(f"a null pointer{f' and {report.address} bytes' * bool(report.address)}", "")
        elif report.span is not None and report.size:
            start, end = report.span
            spot = self._spot(report.owner, report.address - start, end - start)
        if spot.words:
            message += f" at {spot.words}" if report.size else f", at {spot.words}"
        if report.other_thread != _UNKNOWN:
            threads.append((report.other_thread, report.other_group))
            message += f", and thread {report.other_thread} of threadgroup {report.other_group}"
        where = {"memory": spot.memory, "element": spot.element, "byte": spot.byte, "texel": spot.texel}
        return self._finding(code, f"{message}; {place}", place, threads=tuple(threads), size=report.size, **where)

    def _spot(self, owner: int, offset: int, size: int) -> _Spot:
        """Describe an offset in an argument or variable: the element, if the memory has elements."""
        if owner >> 17:
            name = self.prepared.globals[owner & 0xFFFF].name
            return _Spot(f"byte {offset} of constant {name!a} ({size} bytes)", name, byte=offset)
        if owner >> 16:
            number = owner & 0xFFFF
            regions = self.prepared.threadgroup
            if number < len(regions):
                name = regions[number].name
                return _Spot(f"byte {offset} of threadgroup variable {name!a} ({size} bytes)", name, byte=offset)
            argument = self.prepared.parameters[self.binding.threadgroup[number - len(regions)][0]]
            label, step = argument.label, argument.argument.type_size or 1
        else:
            piece = self.binding.pieces.all[owner]
            label, step = piece.label, piece.step
            if piece.source is not None and isinstance(piece.source[1], Image):
                texel = piece.source[1].texel_at(offset)
                return _Spot(f"texel {texel} of {label}", _plain(label), texel=texel)
        if step > 1 and offset >= 0 and offset % step == 0:
            return _Spot(f"{label}[{offset // step}] of {size // step} elements", _plain(label), offset // step)
        return _Spot(f"byte {offset} of {label} ({size} bytes)", _plain(label), byte=offset)

    def _outside(self, report: CheckReport) -> _Spot:
        """Describe a texel outside of a texture."""
        piece = self.binding.pieces.all[report.owner] if report.owner < len(self.binding.pieces.all) else None
        if piece is None or piece.source is None or not isinstance(piece.source[1], Image):
            return _Spot("", "")
        image = piece.source[1]
        texel = image.coordinates(*map(_small, report.place))
        return _Spot(f"{texel} of {piece.label} of {image.size_text}", _plain(piece.label), texel=texel)


def _plain(label: str) -> str:
    return label.replace("'", "")


def _small(value: int) -> int:
    """A 32-bit number, interpreted as negative if that is more likely."""
    return value - (1 << 32) if value >> 31 else value


def _signed(value: int) -> int:
    return value - (1 << 64) if value >> 63 else value
