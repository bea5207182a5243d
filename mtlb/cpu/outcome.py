"""What came of a run: the values that a function returned, and what the checks said, in words."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ..air import EntryArgument
from ..air.types import number_of
from ..base.errors import RunError
from ..base.findings import Certainty, Finding, Severity
from ..ir import DataLayout, Type, TypeCode
from .answers import FIRST_OF_LANES, CheckReport, RunAnswer
from .binding import ArgumentBinding
from .prepare import Prepared
from .structures import element_type, struct_dtype

if TYPE_CHECKING:
    import numpy as np

STACK_USED_UP = 3
"""The error of a run (native/runtime.h) in which a thread's stack was too small."""
_OUTSIDE = (1, 2)
_NULL_BYTES = 4096  # no memory lies there: an address is that of a member, or of one of the first elements, behind null

_PRIVATE = 9
_FIRST_RESULT = 12
_UNKNOWN = 0xFFFFFFFF
_REPORTS = {
    1: ("out-of-bounds", "reads outside of all memory that it was given"),
    2: ("out-of-bounds", "writes outside of all memory that it was given"),
    3: ("read-only", "writes to memory that is for reading"),
    4: ("race", "reads what another thread wrote, without a barrier between"),
    5: ("race", "writes what another thread wrote, without a barrier between"),
    6: ("race", "writes what another thread read, without a barrier between"),
    7: ("uninitialized", "reads memory that nobody wrote"),
    8: ("misaligned", "accesses memory at an address that is not aligned"),
    9: ("out-of-bounds", "reads outside of a variable"),
    10: ("out-of-bounds", "writes outside of a variable"),
    11: ("uninitialized", "reads a variable that nobody wrote"),
    12: ("division", "divides an integer by zero"),
    13: ("division", "takes the remainder of a division by zero"),
    14: ("division", "divides the lowest integer by -1"),
    15: ("shift", "shifts by the width of the number or more"),
    16: ("conversion", "converts a number to an integer that can't hold it, or NaN"),
    17: ("lane", "takes a value from a lane that does not exist"),
    18: ("lane", "takes a value from a lane that is not active"),
    19: ("lane", "multiplies matrices of a simdgroup of which not all lanes are active"),
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
        is_struct = False  # the struct is the one output
    members = type_.elements if is_struct else (type_,)
    measure = DataLayout()
    packed = is_struct and bool(type_.params[0])
    found: dict[str, np.ndarray[Any, Any]] = {}
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
        found[name] = values[:, 0] if values.shape[1] == 1 else values
        at += measure.alloc_size(member)
    return found


def _dtype_of(type_: Type, output: EntryArgument | None) -> Any:
    """The numpy type of a returned value: of its numbers, or of the struct; None where nothing is known of it."""
    if output is not None and output.struct_type_info is not None:
        return struct_dtype(output.struct_type_info, DataLayout().size(type_))
    number = number_of(type_.scalar)
    if number is None:
        return None
    stated = element_type(output.type_name) if output is not None else None
    if not number.is_float and stated is not None and stated[0] == f"i{number.numpy[1:]}":
        return stated[0]
    return number.numpy


class Explainer:
    """Makes findings of what the checks report."""

    def __init__(self, name: str, prepared: Prepared, binding: ArgumentBinding) -> None:
        self.name, self.prepared, self.binding = name, prepared, binding

    def findings(self, answer: RunAnswer, stack: int) -> list[Finding]:
        """What the checks said, in words. RunError for a function that did not come to its end."""
        found = []
        sites = self.prepared.sites
        if answer.error in (1, 2):
            first, second = answer.sites
            place = sites[first - 1]
            what = "not all threads of the threadgroup reach a barrier"
            if answer.error == 2 and first == second:
                what = "threads of one threadgroup wait at one barrier in different calls or iterations"
            elif answer.error == 2:
                what = f"threads of one threadgroup wait at different barriers: here, and {sites[second - 1]}"
            found.append(self._finding("barrier", f"{what}; {place}; threadgroup {answer.group}"))
        elif answer.error == STACK_USED_UP:
            raise RunError(f"function {self.name!a}: a thread used up its stack of {stack} bytes")
        elif answer.error == 4:
            raise RunError(f"function {self.name!a}: a function table has no function at the index that was called")
        for report in answer.reports:
            found.append(self._of_report(report))
        for complain in self.binding.complaints:
            if message := complain():
                found.append(self._finding("out-of-bounds", message))
        return found

    def _finding(self, code: str, message: str) -> Finding:
        return Finding(code, Severity.ERROR, Certainty.PROVEN, message, functions=(self.name,))

    def _of_report(self, report: CheckReport) -> Finding:
        code, what = _REPORTS[report.kind]
        places = self.prepared.sites if report.kind >= FIRST_OF_LANES else self.prepared.accesses
        place = places[report.site - 1]
        message = f"{what}: thread {report.thread} of threadgroup {report.group}"
        if report.kind >= _FIRST_RESULT:
            return self._finding(code, f"{message}; {place}")
        message += f", {report.size} bytes"
        if report.kind >= _PRIVATE:
            message += f" at byte {_signed(report.address)} of a variable of the thread"
        elif report.kind in _OUTSIDE and report.address < _NULL_BYTES:
            message += f" at a null pointer{f' and {report.address} bytes' * bool(report.address)}"
        elif report.span is not None:
            start, end = report.span
            message += f" at {self._element(report.owner, report.address - start, end - start)}"
        if report.other_thread != _UNKNOWN:
            message += f", and thread {report.other_thread} of threadgroup {report.other_group}"
        return self._finding(code, f"{message}; {place}")

    def _element(self, owner: int, offset: int, size: int) -> str:
        """What an offset in an argument or variable is: the element, if it has elements."""
        if owner >> 17:
            return f"byte {offset} of constant {self.prepared.globals[owner & 0xFFFF].name!a} ({size} bytes)"
        if owner >> 16:
            number = owner & 0xFFFF
            regions = self.prepared.threadgroup
            if number < len(regions):
                return f"byte {offset} of threadgroup variable {regions[number].name!a} ({size} bytes)"
            argument = self.prepared.parameters[self.binding.threadgroup[number - len(regions)][0]]
            label, step = argument.label, argument.argument.type_size or 1
        else:
            piece = self.binding.pieces.all[owner]
            label, step = piece.label, piece.step
        if step > 1 and offset >= 0 and offset % step == 0:
            return f"{label}[{offset // step}] of {size // step} elements"
        return f"byte {offset} of {label} ({size} bytes)"


def _signed(value: int) -> int:
    return value - (1 << 64) if value >> 63 else value
