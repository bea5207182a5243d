"""The body of a function read from text: one method per instruction."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Protocol

from .. import type_rules
from ..attributes import Attribute
from ..globals import Function
from ..instructions import BasicBlock, BlockInstruction, Call, Instruction, OperandBundle
from ..metadata import DebugLoc, LocalAsMetadata, MDNode, Metadata, MetadataAsValue
from ..module import Context
from ..names import DBG_ASSIGN, DBG_DECLARE, DBG_DECLARE_VALUE, DBG_LABEL, DBG_VALUE
from ..opcodes import TERMINATORS, InstCode, TypeCode
from ..placeholders import ForwardValue
from ..types import Type
from ..values import Value
from .attribute_reader import AttributeReader, attribute_list
from .constant_reader import CAST_NUMBERS, FLOAT_NUMBERS, INTEGER_NUMBERS, ConstantReader
from .lexer import Token, Tokens
from .metadata_reader import NodeReader
from .type_reader import TypeReader
from .words import ATOMIC_OPERATIONS, CALLING_CONVENTIONS, FAST_FLAGS, ORDERINGS, TAIL_KINDS

_ALL_FAST = 0xFE
_FAST = {word: bit for bit, word in FAST_FLAGS} | {"fast": _ALL_FAST}
_CONVENTIONS = {word: number for number, word in CALLING_CONVENTIONS.items()} | {"ccc": 0}
_OPERATIONS = {word: number for number, word in ATOMIC_OPERATIONS.items()}
_ORDERINGS = {word: number for number, word in ORDERINGS.items()}
_TAILS = {word: number for number, word in TAIL_KINDS.items()}
_REFUSED = frozenset(
    [
        "invoke",
        "landingpad",
        "resume",
        "callbr",
        "indirectbr",
        "va_arg",
        "catchswitch",
        "catchret",
        "catchpad",
        "cleanupret",
        "cleanuppad",
        "uselistorder",
        "uselistorder_bb",
    ]
)
_MOST_ALIGNMENT = 1 << 32
# The intrinsic that a debug record was before LLVM 19.
_DEBUG_INTRINSICS = {
    "#dbg_value": DBG_VALUE,
    "#dbg_declare": DBG_DECLARE,
    "#dbg_assign": DBG_ASSIGN,
    "#dbg_label": DBG_LABEL,
    "#dbg_declare_value": DBG_DECLARE_VALUE,
}


def calling_convention(tokens: Tokens) -> int:
    """A calling convention, 0 if none is here."""
    if tokens.take("cc"):
        return tokens.number("a calling convention", 1023)
    return tokens.choice(_CONVENTIONS)


class ModuleNames(Protocol):
    """The module's names that instructions refer to."""

    def kind(self, word: str) -> int:
        """The number of a metadata kind."""

    def sync_scope(self, name: str) -> int:
        """The number of a synchronisation scope."""

    def bundle_tag(self, name: str) -> None:
        """An operand bundle of this tag is used."""

    def debug_intrinsic(self, name: str, operands: int) -> Function:
        """The declaration of a debug intrinsic."""


class BodyReader:
    """Reads the bodies of one module's functions, one after another."""

    def __init__(
        self,
        tokens: Tokens,
        context: Context,
        types: TypeReader,
        constants: ConstantReader,
        attributes: AttributeReader,
        metadata: NodeReader,
        names: ModuleNames,
    ) -> None:
        self.lenient = False
        self.tokens = tokens
        self.context = context
        self.types = types
        self.constants = constants
        self.attributes = attributes
        self.metadata = metadata
        self.names = names
        self.i1 = context.integer_type(1)
        self.i32 = context.integer_type(32)
        self.function: Function | None = None
        self._params: dict[tuple[int, ...], tuple[int, ...]] = {}
        self._reset()

    def _reset(self) -> None:
        self.values: dict[str, Value] = {}
        self.blocks: dict[str, BasicBlock] = {}
        self.block_uses: dict[str, int] = {}
        self.forwards: dict[str, ForwardValue] = {}
        self.waiting: list[Instruction] = []
        self.waiting_metadata: list[LocalAsMetadata] = []
        self.has_forward = False
        self.next_number = 0

    # --- the body ----------------------------------------------------------------------------------------------------

    def body(self, function: Function, names: list[str]) -> None:
        """The blocks between braces; `names`: the words that name the arguments, "" for those by number."""
        tokens = self.tokens
        self._reset()
        self.function = function
        self.constants.local = self.local
        for argument, word in zip(function.arguments, names, strict=True):
            self._name(argument, word, tokens.at)
        tokens.need("{")
        if tokens.word == "}":
            raise tokens.error("a function body without a block")
        while not tokens.take("}"):
            self._block(function)
        self._finish(function)
        self.constants.local = None
        self.function = None

    def _block(self, function: Function) -> None:
        tokens = self.tokens
        at = tokens.at
        name = ""
        if tokens.kind is Token.LABEL:
            word = tokens.next()[:-1]
            if word.isdigit():
                word = f"%{self._numbered(word, at)}"
            else:
                name = tokens.name_in(f"%{word}")
                word = tokens.key(f"%{word}")
        else:
            word = f"%{self._numbered('', at)}"
        block = self.blocks.get(word)
        if block is None:
            block = self.blocks[word] = BasicBlock()
        if word in self.values or word in self.forwards:
            raise tokens.error(f"{word} is a value and a block", at)
        if self.block_uses.get(word, -1) == -2:
            raise tokens.error(f"block {word} is defined twice", at)
        self.block_uses[word] = -2
        block.name = name
        function.blocks.append(block)
        instructions = block.instructions
        while True:
            if tokens.kind is Token.DEBUG_RECORD:
                instructions.append(self._debug_record())
                continue
            if tokens.kind is Token.END or tokens.word == "}" or tokens.kind is Token.LABEL:
                raise tokens.expected("an instruction (a block ends with a terminator)")
            instruction = self._instruction()
            instructions.append(instruction)
            if instruction.code in TERMINATORS:
                return

    def _finish(self, function: Function) -> None:
        tokens = self.tokens
        for word, at in self.block_uses.items():
            if at >= 0:
                raise tokens.error(f"block {word} is not defined", at)
        for word, forward in self.forwards.items():
            if forward.definition is None:
                raise tokens.error(f"{word} is not defined", forward.at)
        for instruction in self.waiting:
            instruction.operands = tuple([_defined(operand) for operand in instruction.operands])
            if instruction.bundles and isinstance(instruction, Call):
                instruction.bundles = tuple(
                    [OperandBundle(tag, tuple([_defined(v) for v in values])) for tag, values in instruction.bundles]
                )
        for local in self.waiting_metadata:
            local.value = _defined(local.value)
        symbols: list[Value | BasicBlock] = [argument for argument in function.arguments if argument.name]
        for block in function.blocks:
            if block.name:
                symbols.append(block)
            symbols += [instruction for instruction in block.instructions if instruction.name]
        function.symbols = symbols

    # --- names -------------------------------------------------------------------------------------------------------

    def _numbered(self, digits: str, at: int) -> int:
        """The number of a value or block without a name; `digits` as the text has it, or nothing."""
        number = int(digits) if digits and len(digits) < 12 else self.next_number if not digits else -1
        if number < self.next_number:
            raise self.tokens.error(f"%{digits[:20]} where the next number is {self.next_number}", at)
        self.next_number = number + 1
        return number

    def _name(self, value: Value, word: str, at: int) -> None:
        """Define a value under ``%name`` or ``%N``; `word` is "" for the next number."""
        if not word or word[1].isdigit():
            word = f"%{self._numbered(word[1:], at)}"
        else:
            value.name = self.tokens.name_in(word)
            word = self.tokens.key(word)
        if word in self.values or word in self.blocks:
            raise self.tokens.error(f"{word[:60]} is defined twice", at)
        self.values[word] = value
        forward = self.forwards.get(word)
        if forward is not None:
            if forward.type is not value.type:
                raise self.tokens.error(f"{word[:60]} is used with another type than it has", forward.at)
            forward.definition = value

    def local(self, word: str, type: Type, at: int) -> Value:
        """The value of a name, or a placeholder for it."""
        word = self.tokens.key(word)
        local = self.values.get(word)
        if local is not None:
            if local.type is not type:
                raise self.tokens.error(f"{word[:60]} is of another type", at)
            return local
        forward = self.forwards.get(word)
        if forward is None:
            forward = self.forwards[word] = ForwardValue(type, at)
        elif forward.type is not type:
            raise self.tokens.error(f"{word[:60]} is used with two types", at)
        self.has_forward = True
        return forward

    def _label(self) -> BasicBlock:
        """``label %name``."""
        self.tokens.need("label")
        return self._block_name()

    def _block_name(self) -> BasicBlock:
        tokens = self.tokens
        if tokens.kind is not Token.LOCAL:
            raise tokens.expected("the name of a block")
        at = tokens.at
        word = tokens.key(tokens.next())
        block = self.blocks.get(word)
        if block is None:
            if word in self.values:
                raise tokens.error(f"{word[:60]} is not a block", at)
            block = self.blocks[word] = BasicBlock()
            self.block_uses[word] = at
        return block

    # --- instructions ------------------------------------------------------------------------------------------------

    def _instruction(self) -> Instruction:
        tokens = self.tokens
        at = tokens.at
        word = ""
        if tokens.kind is Token.LOCAL:
            word = tokens.next()
            tokens.need("=")
        self.has_forward = False
        place = tokens.at
        if tokens.kind is not Token.WORD:
            raise tokens.expected("an instruction")
        mnemonic = tokens.next()
        instruction = self._of(mnemonic, place)
        if self.has_forward:
            self.waiting.append(instruction)
        if instruction.type is not self.types.void:
            self._name(instruction, word, at)
        elif word:
            raise tokens.error(f"{word[:60]} names an instruction without a result", at)
        if tokens.word == ",":
            self._attachments(instruction)
        return instruction

    def _of(self, word: str, at: int) -> Instruction:
        method = _METHODS.get(word)
        if method is not None:
            return method(self, word)
        if word in INTEGER_NUMBERS or word in FLOAT_NUMBERS:
            return self._binop(word)
        if word in CAST_NUMBERS:
            return self._cast(word)
        if word in _TAILS:
            self.tokens.need("call")
            return self._call(word)
        if word == "resume" and self.lenient:
            # Only an invoke can branch there, and invokes are refused: it is unreachable code.
            self._typed()
            return self._unreachable(word)
        if word in _REFUSED:
            raise self.tokens.unsupported(f"{word}, which no shader has", at)
        self.tokens.at = at
        raise self.tokens.expected("an instruction")

    def _attachments(self, instruction: Instruction) -> None:
        """``, !kind !N`` to the end of the instruction."""
        tokens = self.tokens
        attachments: list[tuple[int, MDNode]] = []
        while tokens.take(","):
            if tokens.kind is not Token.METADATA or tokens.word == "!" or tokens.word[1].isdigit():
                raise tokens.expected("a metadata attachment")
            kind = tokens.next()[1:]
            at = tokens.at
            node = self.metadata.node()
            if kind == "dbg":
                instruction.debug_loc = self.metadata.location(at, node)
            else:
                attachments.append((self.names.kind(kind), node))
        instruction.metadata = tuple(attachments)

    def _shared(self, *params: int) -> tuple[int, ...]:
        return self._params.setdefault(params, params)

    def _typed(self) -> Value:
        return self.constants.typed()

    def _fast(self) -> int:
        flags = 0
        tokens = self.tokens
        while tokens.kind is Token.WORD:
            bit = _FAST.get(tokens.word)
            if bit is None:
                break
            tokens.at += 1
            flags |= bit
        return flags

    def _pair(self) -> tuple[Value, Value]:
        """``T a, b``."""
        type = self.types.type()
        left = self.constants.value(type)
        self.tokens.need(",")
        return left, self.constants.value(type)

    def _fneg(self, _: str) -> Instruction:
        flags = self._fast()
        value = self._typed()
        self._check(value.type.is_floating, "fneg operand must be floating-point")
        return Instruction(InstCode.UNOP, value.type, (value,), self._shared(0, flags))

    def _check(self, fits: bool, reason: str) -> None:
        if not fits:
            raise self.tokens.error(reason, self.tokens.at - 1)

    def _binop(self, word: str) -> Instruction:
        is_float = word in FLOAT_NUMBERS
        flags = self._fast() if is_float else self.constants.wrap_flags(word)
        left, right = self._pair()
        type = left.type
        fits = type.is_floating if is_float else type.scalar.code is TypeCode.INTEGER
        self._check(fits, f"{word} of another type")
        number = FLOAT_NUMBERS[word] if is_float else INTEGER_NUMBERS[word]
        return Instruction(InstCode.BINOP, type, (left, right), self._shared(number, flags))

    def _cast(self, word: str) -> Instruction:
        tokens = self.tokens
        if word == "trunc":
            flags = self.constants.wrap_flags(word)
        elif word in ("zext", "uitofp"):
            flags = int(tokens.take("nneg"))
        else:
            flags = self._fast() if word in ("fptrunc", "fpext") else 0
        value = self._typed()
        tokens.need("to")
        target = self.types.type()
        return Instruction(InstCode.CAST, target, (value,), self._shared(CAST_NUMBERS[word], flags))

    def _gep(self, _: str) -> Instruction:
        tokens = self.tokens
        at = tokens.at
        flags = self.constants.gep_flags()
        source = self.types.type()
        operands: list[Value] = []
        while tokens.word == "," and tokens.kinds[tokens.at + 1] is not Token.METADATA:
            tokens.at += 1
            operands.append(self._typed())
        type = self.constants.element_pointer(source, operands, at)
        return Instruction(InstCode.GEP, type, tuple(operands), self._shared(flags), source)

    def _operands(self, count: int) -> tuple[Value, ...]:
        values = [self._typed()]
        for _ in range(count - 1):
            self.tokens.need(",")
            values.append(self._typed())
        return tuple(values)

    def _select(self, _: str) -> Instruction:
        flags = self._fast()
        operands = self._operands(3)
        self._check(operands[1].type is operands[2].type, "select of two types")
        self._check(type_rules.is_i1(operands[0].type.scalar), "the condition is not i1")
        return Instruction(InstCode.VSELECT, operands[1].type, operands, self._shared(flags))

    def _extract_element(self, _: str) -> Instruction:
        operands = self._operands(2)
        vector = operands[0].type
        self._check(type_rules.is_vector(vector), "extractelement of a value that is not a vector")
        return Instruction(InstCode.EXTRACTELT, vector.elements[0], operands)

    def _insert_element(self, _: str) -> Instruction:
        operands = self._operands(3)
        vector = operands[0].type
        fits = type_rules.is_vector(vector) and vector.elements[0] is operands[1].type
        self._check(fits, "insertelement: vector and element do not fit each other")
        return Instruction(InstCode.INSERTELT, vector, operands)

    def _shuffle(self, _: str) -> Instruction:
        operands = self._operands(3)
        fits = operands[0].type is operands[1].type and all(type_rules.is_vector(o.type) for o in operands)
        self._check(fits, "shufflevector: operands and mask must be vectors")
        type = type_rules.shuffle(self.context, operands[0].type, operands[2].type)
        return Instruction(InstCode.SHUFFLEVEC, type, operands)

    def _compare(self, word: str) -> Instruction:
        flags = self._fast() if word == "fcmp" else int(self.tokens.take("samesign"))
        predicate = self.constants.predicate(word)
        left, right = self._pair()
        self._check(left.type.is_floating == (word == "fcmp"), f"{word} of another type")
        type = type_rules.comparison(self.context, left.type)
        return Instruction(InstCode.CMP2, type, (left, right), self._shared(predicate, flags))

    def _ret(self, _: str) -> Instruction:
        assert self.function is not None
        result = self.function.value_type.result
        if self.tokens.take("void"):
            self._check(result is self.types.void, "ret void in a function that has a result")
            return Instruction(InstCode.RET, self.types.void)
        value = self._typed()
        self._check(value.type is result, "ret of another type than the function's")
        return Instruction(InstCode.RET, self.types.void, (value,))

    def _branch(self, _: str) -> Instruction:
        tokens = self.tokens
        if tokens.word == "label":
            return BlockInstruction(InstCode.BR, self.types.void, (), (), (self._label(),))
        condition = self._typed()
        self._check(condition.type is self.i1, "the condition is not i1")
        tokens.need(",")
        if_true = self._label()
        tokens.need(",")
        return BlockInstruction(InstCode.BR, self.types.void, (condition,), (), (if_true, self._label()))

    def _switch(self, _: str) -> Instruction:
        tokens = self.tokens
        operands = [self._typed()]
        self._check(operands[0].type.code is TypeCode.INTEGER, "switch on a value that is not an integer")
        tokens.need(",")
        blocks = [self._label()]
        tokens.need("[")
        while not tokens.take("]"):
            at = tokens.at
            case = self.constants.constant(self.types.type())
            if case.type is not operands[0].type:
                raise tokens.error("a case of another type than the condition", at)
            operands.append(case)
            tokens.need(",")
            blocks.append(self._label())
        return BlockInstruction(InstCode.SWITCH, self.types.void, tuple(operands), (), tuple(blocks))

    def _unreachable(self, _: str) -> Instruction:
        return Instruction(InstCode.UNREACHABLE, self.types.void)

    def _phi(self, _: str) -> Instruction:
        tokens = self.tokens
        flags = self._fast()
        type = self.types.type()
        operands: list[Value] = []
        blocks: list[BasicBlock] = []
        while tokens.word == "[" or (
            operands and tokens.word == "," and tokens.kinds[tokens.at + 1] is not Token.METADATA
        ):
            if operands:
                tokens.need(",")
            tokens.need("[")
            operands.append(self.constants.value(type))
            tokens.need(",")
            blocks.append(self._block_name())
            tokens.need("]")
        return BlockInstruction(InstCode.PHI, type, tuple(operands), self._shared(flags), tuple(blocks))

    # --- memory ------------------------------------------------------------------------------------------------------

    def _is_clause(self, word: str) -> bool:
        """Go on over ``, word``."""
        tokens = self.tokens
        if tokens.word == "," and tokens.words[tokens.at + 1] == word:
            tokens.at += 2
            return True
        return False

    def _alignment(self) -> int:
        """``, align N`` as log2 plus one."""
        tokens = self.tokens
        if not self._is_clause("align"):
            return 0
        at = tokens.at
        value = tokens.number("an alignment", _MOST_ALIGNMENT)
        if not value or value & value - 1:
            raise tokens.error("an alignment that is not a power of two", at)
        return value.bit_length()

    def _alloca(self, _: str) -> Instruction:
        tokens = self.tokens
        in_alloca, swift_error = int(tokens.take("inalloca")), int(tokens.take("swifterror"))
        allocated = self.types.type()
        size: Value = self.constants.number(self.i32, 1)
        is_size = tokens.words[tokens.at + 1 : tokens.at + 2] not in (["align"], ["addrspace"])
        if tokens.word == "," and is_size and tokens.kinds[tokens.at + 1] is not Token.METADATA:
            tokens.at += 1
            size = self._typed()
        alignment = self._alignment()
        space = 0
        if tokens.word == "," and tokens.words[tokens.at + 1] == "addrspace":
            tokens.at += 1
            space = self.types.address_space()
        type = self.types.pointer_to(allocated, space)
        params = self._shared(alignment, in_alloca, swift_error, space if space else -1)
        return Instruction(InstCode.ALLOCA, type, (size,), params, allocated)

    def _load(self, _: str) -> Instruction:
        tokens = self.tokens
        atomic, volatile = tokens.take("atomic"), int(tokens.take("volatile"))
        type = self.types.type()
        tokens.need(",")
        pointer = self._typed()
        self._check(type_rules.points_at(pointer.type, type), "load: the pointer does not point at the type")
        if atomic:
            scope, ordering = self._atomic()
            params = self._shared(self._alignment(), volatile, ordering, scope)
            return Instruction(InstCode.LOADATOMIC, type, (pointer,), params)
        return Instruction(InstCode.LOAD, type, (pointer,), self._shared(self._alignment(), volatile))

    def _store(self, _: str) -> Instruction:
        tokens = self.tokens
        atomic, volatile = tokens.take("atomic"), int(tokens.take("volatile"))
        value, pointer = self._operands(2)
        self._check(type_rules.points_at(pointer.type, value.type), "store: the pointer does not point at the value")
        void = self.types.void
        if atomic:
            scope, ordering = self._atomic()
            params = self._shared(self._alignment(), volatile, ordering, scope)
            return Instruction(InstCode.STOREATOMIC, void, (value, pointer), params)
        return Instruction(InstCode.STORE, void, (value, pointer), self._shared(self._alignment(), volatile))

    def _atomic(self) -> tuple[int, int]:
        """The scope and the ordering."""
        tokens = self.tokens
        name = ""
        if tokens.take("syncscope"):
            tokens.need("(")
            name = tokens.string("a scope")
            tokens.need(")")
        return self.names.sync_scope(name), self._ordering()

    def _ordering(self) -> int:
        ordering = self.tokens.choice(_ORDERINGS, -1)
        if ordering < 0:
            raise self.tokens.expected("an ordering")
        return ordering

    def _fence(self, _: str) -> Instruction:
        scope, ordering = self._atomic()
        return Instruction(InstCode.FENCE, self.types.void, (), self._shared(ordering, scope))

    def _exchange(self, _: str) -> Instruction:
        tokens = self.tokens
        weak, volatile = int(tokens.take("weak")), int(tokens.take("volatile"))
        pointer, compare, new = self._operands(3)
        fits = compare.type is new.type and type_rules.points_at(pointer.type, compare.type)
        self._check(fits, "cmpxchg: pointer and values do not fit each other")
        scope, success = self._atomic()
        failure = self._ordering()
        params = self._shared(volatile, success, scope, failure, weak, self._alignment())
        type = type_rules.exchange(self.context, compare.type)
        return Instruction(InstCode.CMPXCHG, type, (pointer, compare, new), params)

    def _atomic_rmw(self, _: str) -> Instruction:
        tokens = self.tokens
        volatile = int(tokens.take("volatile"))
        operation = tokens.choice(_OPERATIONS, -1)
        if operation < 0:
            raise tokens.expected("an atomic operation")
        pointer, value = self._operands(2)
        self._check(
            type_rules.points_at(pointer.type, value.type), "atomicrmw: the pointer does not point at the value"
        )
        scope, ordering = self._atomic()
        params = self._shared(operation, volatile, ordering, scope, self._alignment())
        return Instruction(InstCode.ATOMICRMW, value.type, (pointer, value), params)

    def _path(self) -> tuple[int, ...]:
        tokens = self.tokens
        indices: list[int] = []
        while tokens.word == "," and tokens.kinds[tokens.at + 1] is Token.INTEGER:
            tokens.at += 1
            indices.append(tokens.number("an index"))
        self._check(bool(indices), "an access without an index")
        return tuple(indices)

    def _extract_value(self, _: str) -> Instruction:
        aggregate = self._typed()
        path = self._path()
        type = type_rules.find_member(aggregate.type, path)
        if type is None:
            raise self.tokens.error("the indices lead nowhere", self.tokens.at - 1)
        return Instruction(InstCode.EXTRACTVAL, type, (aggregate,), path)

    def _insert_value(self, _: str) -> Instruction:
        aggregate, value = self._operands(2)
        path = self._path()
        fits = type_rules.find_member(aggregate.type, path) is value.type
        self._check(fits, "the indices do not lead to a place for the value")
        return Instruction(InstCode.INSERTVAL, aggregate.type, (aggregate, value), path)

    def _freeze(self, _: str) -> Instruction:
        value = self._typed()
        return Instruction(InstCode.FREEZE, value.type, (value,))

    # --- calls -------------------------------------------------------------------------------------------------------

    def _call(self, tail: str) -> Instruction:
        tokens = self.tokens
        flags = self._fast()
        convention = calling_convention(tokens)
        of_result = self.attributes.attributes()
        space = self.types.address_space()
        result = self.types.any()
        at = tokens.at
        callee_word = tokens.key(tokens.word) if tokens.kind is Token.GLOBAL else ""
        # The callee's type follows from the arguments, which come after it.
        after = self._skip_callee()
        arguments, of_arguments, place = self._arguments(after)
        if result.code is TypeCode.FUNCTION:
            function = result
        else:
            function = self.types.function(result, [argument.type for argument in arguments], 0)
        tokens.at = at
        callee = self._callee(function, space, callee_word)
        tokens.at = place
        self._check_arguments(function, arguments, at)
        of_function = self.attributes.of_function()
        bundles = self._bundles() if tokens.word == "[" else ()
        attributes = attribute_list(of_function, of_result, of_arguments)
        params = self._shared(_TAILS.get(tail, 0), convention, flags)
        shared = self.attributes.shared(attributes) if attributes else ()
        return Call(function.result, (*arguments, callee), params, function, shared, bundles)

    def _skip_callee(self) -> int:
        """The token after the callee: a name, or a constant expression or assembly."""
        tokens = self.tokens
        at = tokens.at
        kinds, words = tokens.kinds, tokens.words
        if kinds[at] in (Token.GLOBAL, Token.LOCAL):
            return at + 1
        if words[at] == "asm":
            while kinds[at] is not Token.STRING and kinds[at] is not Token.END:
                at += 1
            return min(at + 3, len(kinds) - 1)
        if words[at] in ("null", "undef", "poison"):
            return at + 1
        while kinds[at] is Token.WORD:
            at += 1
        depth = 0
        while kinds[at] is not Token.END:
            depth += (words[at] == "(") - (words[at] == ")")
            at += 1
            if not depth:
                return at
        return at

    def _callee(self, function: Type, space: int, word: str) -> Value:
        value = self.constants.globals.get(word)
        if value is not None:
            space = value.type.address_space
        return self.constants.value(self.types.pointer_to(function, space))

    def _arguments(self, at: int) -> tuple[list[Value], list[tuple[Attribute, ...]], int]:
        tokens = self.tokens
        tokens.at = at
        tokens.need("(")
        arguments: list[Value] = []
        attributes: list[tuple[Attribute, ...]] = []
        while not tokens.take(")"):
            if arguments:
                tokens.need(",")
            type = self.types.type()
            if type is self.types.metadata:
                arguments.append(self._metadata())
                attributes.append(())
                continue
            attributes.append(self.attributes.attributes())
            arguments.append(self.constants.value(type))
        return arguments, attributes, tokens.at

    def _check_arguments(self, function: Type, arguments: list[Value], at: int) -> None:
        parameters = function.parameters
        if len(arguments) < len(parameters) or (len(arguments) > len(parameters) and not function.is_vararg):
            raise self.tokens.error(f"{len(arguments)} arguments for {len(parameters)} parameters", at)
        for argument, parameter in zip(arguments, parameters, strict=False):
            if argument.type is not parameter:
                raise self.tokens.error("an argument of another type than its parameter", at)

    def _metadata(self) -> MetadataAsValue:
        """Metadata as an argument."""
        before = self.has_forward
        self.has_forward = False
        at = self.tokens.at
        metadata = self.metadata.operand()
        if metadata is None:
            raise self.tokens.error("null where metadata must be", at)
        self._wait_for(metadata)
        self.has_forward = before
        if isinstance(metadata, LocalAsMetadata):
            return MetadataAsValue(self.types.metadata, metadata)
        return self.context.metadata_value(metadata)

    def _wait_for(self, metadata: Metadata) -> None:
        """Local values inside of metadata may be defined later."""
        if isinstance(metadata, LocalAsMetadata):
            self.waiting_metadata.append(metadata)
        elif isinstance(metadata, MDNode) and self.has_forward:
            self.waiting_metadata += [field for field in metadata.fields if isinstance(field, LocalAsMetadata)]

    def _bundles(self) -> tuple[OperandBundle, ...]:
        tokens = self.tokens
        tokens.need("[")
        bundles: list[OperandBundle] = []
        while not tokens.take("]"):
            if bundles:
                tokens.need(",")
            tag = tokens.string("the tag of an operand bundle")
            self.names.bundle_tag(tag)
            tokens.need("(")
            values: list[Value] = []
            while not tokens.take(")"):
                if values:
                    tokens.need(",")
                values.append(self._typed())
            bundles.append(OperandBundle(tag, tuple(values)))
        return tuple(bundles)

    def _debug_record(self) -> Instruction:
        """``#dbg_value(value, variable, expression, location)`` as the call that it was before LLVM 19."""
        tokens = self.tokens
        at = tokens.at
        word = tokens.next()
        name = _DEBUG_INTRINSICS.get(word)
        if name is None:
            raise tokens.unsupported(f"the debug record {word[:40]}", at)
        tokens.need("(")
        operands: list[Value] = []
        location: DebugLoc | None = None
        while not tokens.take(")"):
            if operands:
                tokens.need(",")
            operands.append(self._metadata())
        last = operands.pop() if operands else None
        if isinstance(last, MetadataAsValue) and isinstance(last.metadata, MDNode):
            location = self.metadata.location(at, last.metadata)
        if location is None or not operands:
            raise tokens.error(f"{word} without its operands", at)
        function = self.names.debug_intrinsic(name, len(operands))
        if len(function.value_type.parameters) != len(operands):
            raise tokens.error(f"{word} with {len(operands)} operands", at)
        call = Call(self.types.void, (*operands, function), (0, 0, 0), function.value_type)
        call.debug_loc = location
        return call


def _defined(value: Value) -> Value:
    return value.definition if isinstance(value, ForwardValue) and value.definition is not None else value


_METHODS: Mapping[str, Callable[[BodyReader, str], Instruction]] = {
    "fneg": BodyReader._fneg,
    "getelementptr": BodyReader._gep,
    "select": BodyReader._select,
    "extractelement": BodyReader._extract_element,
    "insertelement": BodyReader._insert_element,
    "shufflevector": BodyReader._shuffle,
    "icmp": BodyReader._compare,
    "fcmp": BodyReader._compare,
    "ret": BodyReader._ret,
    "br": BodyReader._branch,
    "switch": BodyReader._switch,
    "unreachable": BodyReader._unreachable,
    "phi": BodyReader._phi,
    "alloca": BodyReader._alloca,
    "load": BodyReader._load,
    "store": BodyReader._store,
    "extractvalue": BodyReader._extract_value,
    "insertvalue": BodyReader._insert_value,
    "call": BodyReader._call,
    "fence": BodyReader._fence,
    "cmpxchg": BodyReader._exchange,
    "atomicrmw": BodyReader._atomic_rmw,
    "freeze": BodyReader._freeze,
}
