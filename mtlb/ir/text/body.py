"""The body of a function in text: one method per instruction."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from ...base.errors import FormatError, UnsupportedError
from ..attributes import AttributePlace
from ..globals import Function, GlobalValue
from ..instructions import BasicBlock, Instruction, OperandBundle
from ..metadata import MDNode, MetadataAsValue
from ..opcodes import FastMath, InstCode, TypeCode
from ..values import Constant, InlineAsm, Value
from .attributes import AttributeTexts
from .constants import ConstantTexts, gep_text, operator_text, wrap_text
from .metadata import MetadataTexts
from .spelling import escaped, quoted_name
from .types import TypeTexts
from .words import (
    ATOMIC_OPERATIONS,
    CALLING_CONVENTIONS,
    CASTS,
    FAST_FLAGS,
    ORDERINGS,
    PREDICATES,
    TAIL_KINDS,
)

_LABEL_COMMENT = 50  # the column of the comment beside a label
_ALL_FAST = 0xFE
_MOST_ALIGNMENT = 64  # a file may have any number
_FLOAT_CASTS = frozenset({"fptrunc", "fpext"})
_NON_NEGATIVE = frozenset({"zext", "uitofp"})


def convention_text(number: int) -> str:
    """A calling convention with a space after it; nothing for C's."""
    return f"{CALLING_CONVENTIONS.get(number, f'cc {number}')} " if number else ""


def _fast(flags: int) -> str:
    """Fast-math flags, each with a space before it."""
    if not flags:
        return ""
    if flags & FastMath.FAST or flags & _ALL_FAST == _ALL_FAST:
        return " fast"
    return "".join([f" {word}" for bit, word in FAST_FLAGS if flags & bit])


def align_text(number: int) -> str:
    """``align N``, or nothing for 0: `number` is log2 of the bytes, plus one."""
    if not number:
        return ""
    return f"align {1 << number - 1}" if number <= _MOST_ALIGNMENT else f"align unknown_{number}"


def _align(number: int) -> str:
    return f", {align_text(number)}" if number else ""


class BodyPrinter:
    """Prints the bodies of one module's functions. `own`: the resolution of originals in a view."""

    def __init__(
        self,
        types: TypeTexts,
        constants: ConstantTexts,
        attributes: AttributeTexts,
        metadata: MetadataTexts,
        own: Callable[[Value | BasicBlock], Value | BasicBlock],
        sync_scopes: Sequence[str],
    ) -> None:
        self._types = types
        self._constants = constants
        self._attributes = attributes
        self._metadata = metadata
        self._own = own
        self._sync_scopes = sync_scopes
        self._locals: dict[Value | BasicBlock, str] = {}
        self.places: list[int] = []
        """Of the instructions of the body that was printed last: their lines in it, from 0."""

    # --- names -------------------------------------------------------------------------------------------------------

    def enter(self, function: Function) -> None:
        """Name and number the arguments, blocks and instructions of a function."""
        names: dict[Value | BasicBlock, str] = {}
        taken: set[str] = set()
        self._locals = names
        number = 0

        def name(value: Value | BasicBlock) -> None:
            nonlocal number
            if not value.name:
                names[value] = f"%{number}"
                number += 1
                return
            text = value.name
            count = 0
            while text in taken:
                text = f"{value.name}.{count}"
                count += 1
            taken.add(text)
            names[value] = f"%{quoted_name(text)}"

        for argument in function.arguments:
            name(argument)
        for block in function.blocks:
            name(block)
            for instruction in block.instructions:
                if instruction.type.code is not TypeCode.VOID:
                    name(instruction)

    def visit(self, function: Function) -> None:
        """Number the metadata that the function's instructions name, and the attribute groups of its calls."""
        metadata, attributes = self._metadata, self._attributes
        for instruction in function.instructions():
            code = instruction.code
            if code is InstCode.CALL:
                for operand in instruction.operands:
                    if isinstance(operand, MetadataAsValue) and isinstance(operand.metadata, MDNode):
                        metadata.visit([(0, operand.metadata)])
                attributes.group(instruction.attributes)
            if instruction.debug_loc is not None:
                metadata.number(instruction.debug_loc)
            if instruction.metadata:
                metadata.visit(instruction.metadata)

    def local(self, value: Value | BasicBlock) -> str:
        """``%name`` or ``%number`` of a local value or block."""
        name = self._locals.get(value)
        if name is None:
            name = self._locals.get(self._own(value))
            if name is None:
                raise FormatError("a reference to a value from another function, or from none")
        return name

    def reference(self, value: Value) -> str:
        """An operand without its type."""
        name = self._locals.get(value)
        if name is not None:
            return name
        if isinstance(value, (Constant, GlobalValue, InlineAsm)):
            return self._constants.of(value)
        if isinstance(value, MetadataAsValue):
            return self._metadata.reference(value.metadata)
        return self.local(value)

    def typed(self, value: Value) -> str:
        """An operand after its type."""
        return f"{self._types.of(value.type)} {self.reference(value)}"

    def label(self, block: BasicBlock) -> str:
        """A block as an operand."""
        return f"label {self.local(block)}"

    # --- blocks ------------------------------------------------------------------------------------------------------

    def body(self, function: Function) -> list[str]:
        """The lines between the braces."""
        predecessors: dict[BasicBlock, list[str]] = {}
        for block in function.blocks:
            last = block.instructions[-1] if block.instructions else None
            for target in dict.fromkeys(last.blocks if last is not None and last.code is not InstCode.PHI else ()):
                predecessors.setdefault(target, []).append(self.local(block))
        for target in [*predecessors]:
            own = self._own(target)
            if own is not target and isinstance(own, BasicBlock):
                predecessors.setdefault(own, []).extend(predecessors[target])
        lines: list[str] = []
        self.places = []
        more = 0  # lines of instructions that have several
        for index, block in enumerate(function.blocks):
            if index or block.name:
                if index:
                    lines.append("")
                label = f"{self.local(block)[1:]}:"
                if index:
                    before = predecessors.get(block)
                    comment = f"; preds = {', '.join(before)}" if before else "; No predecessors!"
                    label = f"{label:<{_LABEL_COMMENT}}{comment}"
                lines.append(label)
            for instruction in block.instructions:
                self.places.append(len(lines) + more)
                lines.append(self.line(instruction))
                if instruction.code is InstCode.SWITCH:
                    more += lines[-1].count("\n")
        return lines

    def bare(self, instruction: Instruction) -> str:
        """One instruction without its metadata."""
        method = _METHODS.get(instruction.code)
        if method is None:
            raise UnsupportedError(f"the text of an instruction {instruction.code.name}")
        text = method(self, instruction)
        return f"{self.local(instruction)} = {text}" if instruction in self._locals else text

    def line(self, instruction: Instruction) -> str:
        """One instruction as a body has it."""
        result = f"  {self.bare(instruction)}"
        location = instruction.debug_loc
        if location is not None:
            result += f", !dbg !{self._metadata.number(location)}"
        if instruction.metadata:
            result += self._metadata.attachments(instruction.metadata, ", ")
        return result

    # --- instructions ------------------------------------------------------------------------------------------------

    def _unop(self, i: Instruction) -> str:
        word = "fneg" if i.opcode == 0 else f"unknown_{i.opcode}"
        return f"{word}{_fast(i.fast_flags)} {self.typed(i.value)}"

    def _binop(self, i: Instruction) -> str:
        left, right = i.operands
        word = operator_text(i.params[0], left.type)
        flags = i.params[1]
        if flags:
            word += _fast(flags) if left.type.is_floating else wrap_text(word, flags)
        return f"{word} {self.typed(left)}, {self.reference(right)}"

    def _cast(self, i: Instruction) -> str:
        word = CASTS.get(i.opcode, f"unknown_{i.opcode}")
        flags = i.fast_flags
        if flags:
            if word in _FLOAT_CASTS:
                word += _fast(flags)
            elif word in _NON_NEGATIVE:
                word += " nneg"
            else:
                word += wrap_text(word, flags)
        return f"{word} {self.typed(i.value)} to {self._types.of(i.type)}"

    def _gep(self, i: Instruction) -> str:
        operands = ", ".join([self.typed(operand) for operand in i.operands])
        return f"getelementptr{gep_text(i.inbounds)} {self._aux(i)}, {operands}"

    def _select(self, i: Instruction) -> str:
        return f"select{_fast(i.fast_flags)} {', '.join([self.typed(operand) for operand in i.operands])}"

    def _extract_element(self, i: Instruction) -> str:
        return f"extractelement {', '.join([self.typed(operand) for operand in i.operands])}"

    def _insert_element(self, i: Instruction) -> str:
        return f"insertelement {', '.join([self.typed(operand) for operand in i.operands])}"

    def _shuffle(self, i: Instruction) -> str:
        return f"shufflevector {', '.join([self.typed(operand) for operand in i.operands])}"

    def _compare(self, i: Instruction) -> str:
        left, right = i.operands
        flags = i.fast_flags
        word = f"fcmp{_fast(flags)}" if left.type.is_floating else "icmp samesign" if flags else "icmp"
        predicate = PREDICATES.get(i.predicate, f"unknown_{i.predicate}")
        return f"{word} {predicate} {self.typed(left)}, {self.reference(right)}"

    def _ret(self, i: Instruction) -> str:
        return f"ret {self.typed(i.operands[0])}" if i.operands else "ret void"

    def _branch(self, i: Instruction) -> str:
        return f"br {', '.join([*[self.typed(o) for o in i.operands], *[self.label(block) for block in i.blocks]])}"

    def _switch(self, i: Instruction) -> str:
        condition, *cases = i.operands
        default, *targets = i.blocks
        lines = [f"switch {self.typed(condition)}, {self.label(default)} ["]
        lines += [f"    {self.typed(case)}, {self.label(target)}" for case, target in zip(cases, targets, strict=True)]
        return "\n".join([*lines, "  ]"])

    def _unreachable(self, _: Instruction) -> str:
        return "unreachable"

    def _phi(self, i: Instruction) -> str:
        pairs = [
            f"[ {self.reference(value)}, {self.local(block)} ]"
            for value, block in zip(i.operands, i.blocks, strict=True)
        ]
        return f"phi{_fast(i.fast_flags)} {self._types.of(i.type)} {', '.join(pairs)}"

    def _alloca(self, i: Instruction) -> str:
        words = (" inalloca" if i.is_inalloca else "") + (" swifterror" if i.is_swifterror else "")
        text = f"alloca{words} {self._aux(i)}"
        size = i.size
        if not (
            isinstance(size, Constant)
            and size.type.code is TypeCode.INTEGER
            and size.type.params[0] == 32
            and size.params == (1,)
        ):
            text += f", {self.typed(size)}"
        space = i.type.address_space if i.type.is_pointer else 0
        return text + _align(i.alignment) + (f", addrspace({space})" if space else "")

    def _load(self, i: Instruction) -> str:
        words = " volatile" if i.is_volatile else ""
        return f"load{words} {self._types.of(i.type)}, {self.typed(i.pointer)}{_align(i.alignment)}"

    def _load_atomic(self, i: Instruction) -> str:
        words = " volatile" if i.is_volatile else ""
        text = f"load atomic{words} {self._types.of(i.type)}, {self.typed(i.pointer)}"
        return f"{text}{self._atomic(i.sync_scope, i.ordering)}{_align(i.alignment)}"

    def _store(self, i: Instruction) -> str:
        words = " volatile" if i.is_volatile else ""
        return f"store{words} {self.typed(i.value)}, {self.typed(i.pointer)}{_align(i.alignment)}"

    def _store_atomic(self, i: Instruction) -> str:
        words = " volatile" if i.is_volatile else ""
        text = f"store atomic{words} {self.typed(i.value)}, {self.typed(i.pointer)}"
        return f"{text}{self._atomic(i.sync_scope, i.ordering)}{_align(i.alignment)}"

    def _extract_value(self, i: Instruction) -> str:
        return f"extractvalue {self.typed(i.aggregate)}, {', '.join([str(index) for index in i.path])}"

    def _insert_value(self, i: Instruction) -> str:
        path = ", ".join([str(index) for index in i.path])
        return f"insertvalue {self.typed(i.aggregate)}, {self.typed(i.value)}, {path}"

    def _call(self, i: Instruction) -> str:
        *arguments, callee = i.operands
        tail, convention, flags = i.params
        function = i.aux_type
        if function is None or function.code is not TypeCode.FUNCTION:
            raise FormatError("a call without a function type")
        attributes = i.attributes
        word = TAIL_KINDS.get(tail, "")
        head = f"{word} call{_fast(flags)} " if word else f"call{_fast(flags)} "
        head += convention_text(convention)
        if attributes:
            head += self._attributes.at(attributes, AttributePlace.RESULT)
            texts = [
                f"{self._types.of(a.type)} {self._attributes.at(attributes, place)}{self.reference(a)}"
                for place, a in enumerate(arguments, AttributePlace.PARAMETERS)
            ]
        else:
            texts = [self.typed(argument) for argument in arguments]
        space = callee.type.address_space if callee.type.is_pointer else 0
        if space:
            head += f"addrspace({space}) "
        type_ = function if function.is_vararg else function.result
        text = f"{head}{self._types.of(type_)} {self.reference(callee)}({', '.join(texts)})"
        if attributes:
            text += self._attributes.group(attributes)
        return text + self._bundles(i.bundles) if i.bundles else text

    def _fence(self, i: Instruction) -> str:
        return f"fence{self._atomic(i.sync_scope, i.ordering)}"

    def _exchange(self, i: Instruction) -> str:
        words = (" weak" if i.is_weak else "") + (" volatile" if i.is_volatile else "")
        operands = ", ".join([self.typed(operand) for operand in i.operands])
        failure = ORDERINGS.get(i.failure_ordering, f"unknown_{i.failure_ordering}")
        orders = f"{self._atomic(i.sync_scope, i.success_ordering)} {failure}"
        return f"cmpxchg{words} {operands}{orders}{_align(i.alignment)}"

    def _atomic_rmw(self, i: Instruction) -> str:
        words = " volatile" if i.is_volatile else ""
        operation = ATOMIC_OPERATIONS.get(i.operation, f"unknown_{i.operation}")
        operands = ", ".join([self.typed(operand) for operand in i.operands])
        orders = self._atomic(i.sync_scope, i.ordering)
        return f"atomicrmw{words} {operation} {operands}{orders}{_align(i.alignment)}"

    def _freeze(self, i: Instruction) -> str:
        return f"freeze {self.typed(i.value)}"

    # --- parts -------------------------------------------------------------------------------------------------------

    def _aux(self, i: Instruction) -> str:
        if i.aux_type is None:
            raise FormatError(f"an instruction {i.code.name} without its type")
        return self._types.of(i.aux_type)

    def _atomic(self, scope: int, ordering: int) -> str:
        """The scope, unless it is the whole system, and the ordering."""
        names = self._sync_scopes or ("singlethread", "")
        name = names[scope] if scope < len(names) else f"unknown_{scope}"
        where = f' syncscope("{escaped(name)}")' if name else ""
        return f"{where} {ORDERINGS.get(ordering, f'unknown_{ordering}')}"

    def _bundles(self, bundles: Sequence[OperandBundle]) -> str:
        texts = [
            f'"{escaped(bundle.tag)}"({", ".join([self.typed(operand) for operand in bundle.operands])})'
            for bundle in bundles
        ]
        return f" [ {', '.join(texts)} ]"


_METHODS: Mapping[InstCode, Callable[[BodyPrinter, Instruction], str]] = {
    InstCode.UNOP: BodyPrinter._unop,
    InstCode.BINOP: BodyPrinter._binop,
    InstCode.CAST: BodyPrinter._cast,
    InstCode.GEP: BodyPrinter._gep,
    InstCode.VSELECT: BodyPrinter._select,
    InstCode.EXTRACTELT: BodyPrinter._extract_element,
    InstCode.INSERTELT: BodyPrinter._insert_element,
    InstCode.SHUFFLEVEC: BodyPrinter._shuffle,
    InstCode.CMP2: BodyPrinter._compare,
    InstCode.RET: BodyPrinter._ret,
    InstCode.BR: BodyPrinter._branch,
    InstCode.SWITCH: BodyPrinter._switch,
    InstCode.UNREACHABLE: BodyPrinter._unreachable,
    InstCode.PHI: BodyPrinter._phi,
    InstCode.ALLOCA: BodyPrinter._alloca,
    InstCode.LOAD: BodyPrinter._load,
    InstCode.LOADATOMIC: BodyPrinter._load_atomic,
    InstCode.STORE: BodyPrinter._store,
    InstCode.STOREATOMIC: BodyPrinter._store_atomic,
    InstCode.EXTRACTVAL: BodyPrinter._extract_value,
    InstCode.INSERTVAL: BodyPrinter._insert_value,
    InstCode.CALL: BodyPrinter._call,
    InstCode.FENCE: BodyPrinter._fence,
    InstCode.CMPXCHG: BodyPrinter._exchange,
    InstCode.ATOMICRMW: BodyPrinter._atomic_rmw,
    InstCode.FREEZE: BodyPrinter._freeze,
}
