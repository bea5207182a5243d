"""Functions of AIR that read and sample textures: their forms (`mtlb.air.intrinsics`) differ between AIR versions.

A module of any AIR version gets the forms of the target (docs/convert.md §4.2). Pointers may be opaque or typed.
"""

from __future__ import annotations

from typing import NamedTuple

from ...air.facts import air_version
from ...air.intrinsics import IntrinsicForm, intrinsic
from ...air.names import PREFIX
from ...base.errors import UnsupportedError
from ...base.metal import AddressSpace
from ...base.versions import Version
from ...ir import (
    BinaryOperator,
    Call,
    Constant,
    ConstantCode,
    Function,
    InstCode,
    Instruction,
    Module,
    Type,
    TypeCode,
    Value,
)
from ...ir.uses import named_in
from ..rewriter import Rewriter, refused

_READ_SAMPLER = f"{PREFIX}get_read_sampler"
_SAMPLER = "struct._sampler_t"


# What longer forms have that shorter ones lack, and where: a read of a texture from AIR 2.8 on, a sample from 2.2 on.
# Reads of cubes and of multisampled textures have no offset.
_ADDED = {"read_": (("sampler", 1), ("offset", -3)), "sample_": (("min_lod", -2),)}


def adopt_calls(module: Module, air: Version) -> None:
    """Functions of AIR that are declared in the form of another version get that of `air`, in place, and so do calls.

    UnsupportedError, with function, instruction and line, for what that version can't say, and for functions whose
    forms differ in what nobody has said the meaning of.
    """
    changed = _changes(module, air)
    if not changed:
        return
    rewriter = _Calls(module, air, changed)
    for function in changed:
        rewriter.redeclare(function)
    for function in [f for f in module.functions if f.blocks]:
        rewriter.run(function, {InstCode.CALL: rewriter.rule, InstCode.EXTRACTVAL: rewriter.member})
        rewriter.finish(function)
    _drop_unused(module, rewriter.idle)


def calls_differ(module: Module, air: Version) -> bool:
    """Whether `adopt_calls` changes something. Raises what it does for functions of no known meaning."""
    return bool(_changes(module, air))


def _changes(module: Module, air: Version) -> dict[Function, _Change]:
    changed: dict[Function, _Change] = {}
    own = air_version(module)
    for function in module.functions:
        found = intrinsic(function.name) if function.is_declaration else None
        if found is None or len(found.family.forms) < 2:
            continue
        old, new = found.family.form_of(function.value_type), found.family.form(air)
        if old is None or new.is_of(function.value_type):
            continue
        added = next((row for prefix, row in _ADDED.items() if found.family.name.startswith(prefix)), None)
        if added is not None:
            count = abs(len(new.parameters) - len(old.parameters))
            changed[function] = _Change(old, new, added[:count], 1 + ("depth" in function.name))
        elif own is None or own[:2] != air[:2]:
            versions = f"AIR {own.major}.{own.minor} and {air.major}.{air.minor}" if own else "the AIR versions"
            raise UnsupportedError(f"it calls {function.name}, whose parameters or result differ between {versions}")
    return changed


def _drop_unused(module: Module, declarations: set[Function]) -> None:
    """Remove those of the declarations that nothing names any more."""
    if not declarations:
        return
    gone = declarations - named_in(module)
    module.functions = [function for function in module.functions if function not in gone]
    module.symbols = [value for value in module.symbols if value not in gone]


class _Change(NamedTuple):
    """The form that a function has and the one that it gets; what only the longer of the two has, with its place; and
    which parameter the coordinates are, where there is no sampler.
    """

    old: IntrinsicForm
    new: IntrinsicForm
    added: tuple[tuple[str, int], ...]
    coordinates: int

    @property
    def is_longer(self) -> bool:
        return len(self.new.parameters) > len(self.old.parameters)

    @property
    def result_becomes(self) -> str:
        """`struct` with whether the texels are there, `value` without, or "" for no other result."""
        if self.old.result == self.new.result:
            return ""
        return "struct" if self.new.result.startswith("{") else "value"


class _Calls(Rewriter):
    """Rewrites the calls of functions that change."""

    def __init__(self, module: Module, air: Version, changed: dict[Function, _Change]) -> None:
        super().__init__(module, air, opaque=module.has_opaque_pointers)
        self.changed_functions = changed
        self.placeholders: dict[Value, Value] = {}  # structs that calls returned, to their first members
        self.idle: set[Function] = set()  # declarations of which calls went

    def redeclare(self, function: Function) -> None:
        """Give a declaration the parameters, the result and the attributes of the AIR version."""
        change, type_ = self.changed_functions[function], function.value_type
        parameters = list(type_.parameters)
        if change.is_longer:
            for name, place in change.added:
                made = {
                    "sampler": self.sampler_type(),
                    "offset": parameters[change.coordinates + 1],
                    "min_lod": self.f32,
                }[name]
                parameters.insert(place if place > 0 else place + 1, made)
        else:
            for _, place in reversed(change.added):
                del parameters[place]
        result = type_.result
        if change.result_becomes == "struct":
            result = self.context.type(TypeCode.STRUCT_ANON, (0,), (result, self.i8))
        elif change.result_becomes == "value":
            result = result.elements[0]
        function.value_type = self.context.type(TypeCode.FUNCTION, type_.params, (result, *parameters))
        function.arguments = []
        found = intrinsic(function.name)
        assert found is not None
        function.attributes = found.attributes(self.air)
        if not self.opaque:
            function.type = self.context.pointer_type(function.value_type, function.type.address_space)

    def sampler_type(self) -> Type:
        """What points at a sampler."""
        space = int(AddressSpace.CONSTANT)
        return self.pointer(space) if self.opaque else self.pointer_to(self.struct(_SAMPLER), space)

    def read_sampler(self) -> Value:
        """The sampler of reads."""
        found = intrinsic(_READ_SAMPLER)
        assert found is not None
        return self.call(self.air_function(found), ())

    def rule(self, _: Rewriter, call: Instruction) -> Value | None:
        """What takes the place of a call."""
        assert isinstance(call, Call)
        function = call.operands[-1]
        change = self.changed_functions.get(function) if isinstance(function, Function) else None
        if change is None or not isinstance(function, Function):
            return None
        arguments = list(call.operands[:-1])
        if change.is_longer:
            for name, place in change.added:
                made = self.new_argument(name, arguments[change.coordinates + 1])
                arguments.insert(place if place > 0 else place + 1, made)
        else:
            for name, place in reversed(change.added):
                self.drop_argument(name, arguments, place, change.coordinates + 1)
        done = self.call(function, arguments)
        done.metadata = call.metadata
        done.set_fields(tail_kind=call.tail_kind)
        if change.result_becomes == "struct":
            return self.extract_value(done, 0)
        if change.result_becomes == "value":
            struct = self.insert_value(self.undef(call.type), done, 0)
            self.placeholders[struct] = done
            return struct
        return done

    def member(self, _: Rewriter, extract: Instruction) -> Value | None:
        """The result of a call that returned a struct before."""
        struct = extract.operands[0]
        if struct not in self.placeholders:
            return None
        if extract.path != (0,):
            raise UnsupportedError(f"it asks whether texels are resident, which AIR {self.air} does not tell")
        return self.placeholders[struct]

    def new_argument(self, name: str, coordinates: Value) -> Value:
        """An argument that says no more than what was said without it."""
        if name == "sampler":
            return self.read_sampler()
        return self.null(coordinates.type if name == "offset" else self.f32)

    def drop_argument(self, name: str, arguments: list[Value], place: int, coordinates: int) -> None:
        """Take an argument out. UnsupportedError if it says what can't be said without it."""
        given = arguments.pop(place)
        is_zero = isinstance(given, Constant) and given.code == ConstantCode.NULL
        if name == "sampler" and not _is_read_sampler(given):
            reason = f"it reads with a sampler that @{_READ_SAMPLER} did not give; AIR {self.air} reads without one"
            raise UnsupportedError(reason)
        if name == "min_lod" and not is_zero:
            raise UnsupportedError(f"it has a least level of detail, which AIR {self.air} does not have")
        if name == "offset" and not is_zero:
            arguments[coordinates] = self.binary(BinaryOperator.ADD, arguments[coordinates], given)

    def finish(self, function: Function) -> None:
        """Remove what stood for structs, and the calls that gave samplers; UnsupportedError if something needs them."""
        gone: set[Value] = set(self.placeholders)
        if any(name == "sampler" and not c.is_longer for c in self.changed_functions.values() for name, _ in c.added):
            gone.update(i for i in function.instructions() if _is_read_sampler(i))
        self.idle.update(i.operands[-1] for i in gone if isinstance(i, Call) and isinstance(i.operands[-1], Function))
        for instruction in function.instructions():
            for operand in instruction.operands:
                if operand in gone and instruction not in gone:
                    raise refused(function, instruction, f"AIR {self.air} does not have what it uses")
        for block in function.blocks:
            block.instructions = [i for i in block.instructions if i not in gone]
        present = {*function.arguments, *function.blocks, *function.instructions()}
        function.symbols = [symbol for symbol in function.symbols if symbol in present]


def _is_read_sampler(value: Value) -> bool:
    return isinstance(value, Call) and getattr(value.operands[-1], "name", "") == _READ_SAMPLER
