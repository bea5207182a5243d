"""Modules drawn by hypothesis, and a text of a module in which everything is named by its place, to compare two."""

from __future__ import annotations

from hypothesis import strategies as st

from mtlb.bitcode.records.instructions import ROWS
from mtlb.ir import (
    ERAS,
    Argument,
    Attribute,
    AttributeForm,
    AttributeGroup,
    AttributeKind,
    AttributePlace,
    BasicBlock,
    BinaryOperator,
    CastOperator,
    Constant,
    ConstantAsMetadata,
    ConstantCode,
    Context,
    Era,
    FastMath,
    Function,
    GlobalValue,
    GlobalVariable,
    InstCode,
    Instruction,
    Linkage,
    LocalAsMetadata,
    MDNode,
    MDString,
    Metadata,
    MetadataAsValue,
    MetadataCode,
    Module,
    OperandBundle,
    Predicate,
    Type,
    TypeCode,
    UnaryOperator,
    Value,
    WrapFlag,
    make_instruction,
)

KINDS = [(0, "dbg"), (1, "tbaa"), (2, "prof"), (3, "air.test"), (4, "air.other")]
NO_UNWIND = Attribute(AttributeForm.ENUM, AttributeKind.NO_UNWIND)
KEY = Attribute(AttributeForm.STRING_VALUE, "key", "value")

# The names of an instruction's fields, in their order.
FIELDS = {row.code: row.fields for row in ROWS}


class Builder:
    """The types and constants that generated code is made of."""

    def __init__(self, module: Module, draw: st.DrawFn, era: Era) -> None:
        self.module = module
        self.context = context = module.context
        self.draw = draw
        self.era = era
        self.void = context.type(TypeCode.VOID)
        self.i1, self.i32, self.i64 = (context.integer_type(bits) for bits in (1, 32, 64))
        self.float = context.type(TypeCode.FLOAT)
        self.vector = context.type(TypeCode.VECTOR, (4,), (self.float,))
        self.mask = context.type(TypeCode.VECTOR, (4,), (self.i32,))
        self.array = context.type(TypeCode.ARRAY, (6,), (self.i32,))
        self.pair = Type(TypeCode.STRUCT_NAMED, (0,), (self.i32, self.vector), "struct.pair")
        self.literal = context.type(TypeCode.STRUCT_ANON, (0,), (self.i32, self.float))
        self.callees: list[Function] = []
        self.arrays: list[GlobalVariable] = []
        self.block = BasicBlock()
        self.known: dict[Type, list[Value]] = {}

    def pick(self, limit: int) -> int:
        return self.draw(st.integers(0, limit - 1))

    def integer(self, value: int, type_: Type | None = None) -> Constant:
        type_ = type_ or self.i32
        return self.context.constant(
            type_, ConstantCode.INTEGER if value else ConstantCode.NULL, (value,) if value else ()
        )

    def constant(self, type_: Type) -> Constant:
        """Some constant of a type."""
        choice = self.pick(4)
        if choice == 0 or type_.code is TypeCode.STRUCT_NAMED:
            return self.context.constant(type_, ConstantCode.NULL)
        if choice == 1:
            return self.context.constant(type_, ConstantCode.UNDEF)
        if choice == 2 and self.era.poison:
            return self.context.constant(type_, ConstantCode.POISON)
        if type_.code is TypeCode.INTEGER:
            bits = type_.params[0]
            return self.integer(self.draw(st.integers(-(2 ** (bits - 1)), 2 ** (bits - 1) - 1)), type_)
        if type_.code is TypeCode.FLOAT:
            return self.context.constant(type_, ConstantCode.FLOAT, (self.draw(st.integers(1, 2**31)),))
        if type_.code in (TypeCode.VECTOR, TypeCode.ARRAY):
            numbers = tuple(self.draw(st.integers(0, 1000)) for _ in range(type_.params[0]))
            zero = not any(numbers)
            return self.context.constant(
                type_, ConstantCode.NULL if zero else ConstantCode.DATA, () if zero else numbers
            )
        members = tuple(self.constant(element) for element in type_.elements)
        if all(member.code == ConstantCode.NULL for member in members):
            return self.context.constant(type_, ConstantCode.NULL)
        return self.context.constant(type_, ConstantCode.AGGREGATE, (), members)

    def value(self, type_: Type) -> Value:
        known = self.known.get(type_, [])
        return known[self.pick(len(known))] if known and self.pick(3) else self.constant(type_)

    def add(
        self,
        code: InstCode,
        type_: Type,
        operands: tuple[Value, ...] = (),
        *,
        path: tuple[int, ...] = (),
        blocks: tuple[BasicBlock, ...] = (),
        aux_type: Type | None = None,
        **fields: int,
    ) -> Instruction:
        """An instruction with these fields, by the names that its row has for them; 0 for those that are not given."""
        params = path or tuple(fields.pop(name, 0) for name in FIELDS[code])
        assert not fields, f"{code.name} has no {', '.join(fields)}"
        instruction = make_instruction(code, type_, operands, params, blocks, aux_type)
        if self.pick(5) == 0:
            instruction.metadata = ((3, self.context.node(MetadataCode.NODE, [self.metadata(2)])),)
        self.block.instructions.append(instruction)
        if type_ is not self.void:
            self.known.setdefault(type_, []).append(instruction)
        return instruction

    # --- instructions ------------------------------------------------------------------------------------------------

    def instruction(self) -> None:
        choices = [
            self.integers,
            self.floats,
            self.vectors,
            self.memory,
            self.casts,
            self.aggregates,
            self.choose,
            self.call,
        ]
        choices[self.pick(len(choices))]()

    def integers(self) -> None:
        type_ = (self.i32, self.i64)[self.pick(2)]
        opcode = (BinaryOperator.ADD, BinaryOperator.AND)[self.pick(2)]
        wrap = WrapFlag.NO_UNSIGNED | WrapFlag.NO_SIGNED if opcode is BinaryOperator.ADD else 0
        self.add(InstCode.BINOP, type_, (self.value(type_), self.value(type_)), opcode=opcode, fast_flags=wrap)
        predicate = (Predicate.ICMP_EQ, Predicate.ICMP_SLT)[self.pick(2)]
        self.add(InstCode.CMP2, self.i1, (self.value(type_), self.value(type_)), predicate=predicate)

    def floats(self) -> None:
        left, right = self.value(self.float), self.value(self.float)
        self.add(InstCode.BINOP, self.float, (left, right), opcode=BinaryOperator.FADD, fast_flags=self.fast())
        self.add(InstCode.CMP2, self.i1, (left, right), predicate=Predicate.FCMP_OLT, fast_flags=self.fast())
        if self.era.fneg:
            self.add(
                InstCode.UNOP, self.float, (self.value(self.float),), opcode=UnaryOperator.FNEG, fast_flags=self.fast()
            )
            self.add(InstCode.FREEZE, self.i32, (self.value(self.i32),))

    def fast(self) -> int:
        return FastMath.NNAN * self.pick(2)

    def vectors(self) -> None:
        vector = self.add(
            InstCode.INSERTELT,
            self.vector,
            (self.value(self.vector), self.value(self.float), self.integer(self.pick(4))),
        )
        self.add(InstCode.EXTRACTELT, self.float, (vector, self.integer(self.pick(4))))
        mask = self.context.constant(self.mask, ConstantCode.DATA, (3, 2, 1, self.pick(4)))
        self.add(InstCode.SHUFFLEVEC, self.vector, (self.value(self.vector), vector, mask))

    def memory(self) -> None:
        pointer = self.context.pointer_type(self.pair)
        slot = self.add(InstCode.ALLOCA, pointer, (self.integer(1),), alignment=3, address_space=-1, aux_type=self.pair)
        member = self.context.pointer_type(self.vector)
        place = self.add(InstCode.GEP, member, (slot, self.integer(0), self.integer(1)), inbounds=1, aux_type=self.pair)
        self.add(InstCode.STORE, self.void, (self.value(self.vector), place), alignment=5)
        self.add(InstCode.LOAD, self.vector, (place,), alignment=5, is_volatile=self.pick(2))
        if self.arrays:
            array = self.arrays[self.pick(len(self.arrays))]
            element = self.context.pointer_type(self.i32, 2)
            index = (self.integer(0), self.integer(self.pick(6)))
            inner = self.context.constant(element, ConstantCode.CE_GEP, (1, -1), (array, *index), self.array)
            self.add(InstCode.LOAD, self.i32, (inner,), alignment=3)

    def casts(self) -> None:
        self.add(InstCode.CAST, self.i64, (self.value(self.i32),), opcode=CastOperator.ZEXT)
        self.add(InstCode.CAST, self.i32, (self.value(self.i64),), opcode=CastOperator.TRUNC)
        self.add(InstCode.CAST, self.float, (self.value(self.i32),), opcode=CastOperator.SITOFP)
        self.add(InstCode.CAST, self.mask, (self.value(self.vector),), opcode=CastOperator.BITCAST)

    def aggregates(self) -> None:
        whole = self.add(
            InstCode.INSERTVAL, self.literal, (self.value(self.literal), self.value(self.float)), path=(1,)
        )
        self.add(InstCode.EXTRACTVAL, self.i32, (whole,), path=(0,))

    def choose(self) -> None:
        type_ = (self.i32, self.float, self.vector)[self.pick(3)]
        self.add(InstCode.VSELECT, type_, (self.value(self.i1), self.value(type_), self.value(type_)))

    def call(self) -> None:
        callee = self.callees[self.pick(len(self.callees))]
        type_ = callee.value_type
        arguments = tuple(self.value(parameter) for parameter in type_.parameters)
        bundled = self.value(self.i32)
        call = self.add(InstCode.CALL, type_.result, (*arguments, callee), tail_kind=self.pick(2), aux_type=type_)
        if self.pick(2):
            call.attributes = (AttributeGroup(AttributePlace.FUNCTION, (NO_UNWIND,)),)
        if self.pick(4) == 0:
            call.bundles = (OperandBundle("deopt", (bundled,)),)

    # --- metadata ----------------------------------------------------------------------------------------------------

    def metadata(self, depth: int) -> Metadata | None:
        choice = self.pick(6)
        if choice == 0:
            return None
        if choice < 3 or not depth:
            return self.context.string(self.draw(st.text("ab\u00e9\udcff.", max_size=3)))
        if choice == 3:
            return self.context.value_metadata(self.integer(self.pick(100)))
        fields = [self.metadata(depth - 1) for _ in range(self.pick(4))]
        return (
            self.context.node(MetadataCode.NODE, fields)
            if choice == 4
            else MDNode(MetadataCode.NODE, fields, distinct=True)
        )


def function(builder: Builder, name: str, result: Type, parameters: tuple[Type, ...]) -> Function:
    context = builder.context
    type_ = context.type(TypeCode.FUNCTION, (0,), (result, *parameters))
    made = Function(context.pointer_type(type_), type_, name, Linkage.EXTERNAL)
    builder.module.functions.append(made)
    return made


def body(builder: Builder, result: Function) -> None:
    """A chain of blocks, some of them with a diamond or a switch between them."""
    result.is_definition = True
    result.arguments = [Argument(type_, index) for index, type_ in enumerate(result.value_type.parameters)]
    builder.known = {}
    for argument in result.arguments:
        builder.known.setdefault(argument.type, []).append(argument)
    builder.block = BasicBlock()
    result.blocks = [builder.block]
    for _ in range(builder.pick(4)):
        for _ in range(builder.pick(3)):
            builder.instruction()
        diamond(builder, result)
    builder.add(InstCode.RET, builder.void)


def diamond(builder: Builder, result: Function) -> None:
    left, right, end = BasicBlock(), BasicBlock(), BasicBlock()
    if builder.pick(2):
        builder.add(InstCode.BR, builder.void, (builder.value(builder.i1),), blocks=(left, right))
    else:
        cases = (builder.value(builder.i32), builder.integer(-3), builder.integer(7))
        builder.add(InstCode.SWITCH, builder.void, cases, blocks=(left, right, right))
    before = {type_: list(values) for type_, values in builder.known.items()}
    incoming: list[Value] = []
    for block in (left, right):
        builder.block = block
        builder.known = {type_: list(values) for type_, values in before.items()}
        builder.instruction()
        incoming.append(builder.value(builder.i32))
        builder.add(InstCode.BR, builder.void, blocks=(end,))
    builder.block, builder.known = end, before
    builder.add(InstCode.PHI, builder.i32, tuple(incoming), blocks=(left, right))
    result.blocks += [left, right, end]


@st.composite
def modules(draw: st.DrawFn) -> tuple[Module, Era]:
    """A module that LLVM's verifier accepts, and an era that can say it."""
    era = draw(st.sampled_from(ERAS))
    module = Module(
        identification="",
        version=era.module_version,
        triple="air64-apple-macosx14.0.0",
        source_filename=draw(st.sampled_from(["", "kernel", "a b", "\u00e9"])),
        metadata_kinds=KINDS,
        operand_bundle_tags=["deopt", "funclet"],
        sync_scopes=["singlethread", ""] if era.sync_scopes else [],
        symtab_version=3 if era.partitions else 1 if era.module_version >= 2 else None,
        producer="32023.1" if era.module_version >= 2 else "",
        wrapper=draw(st.booleans()),
        context=Context(),
    )
    builder = Builder(module, draw, era)
    context = module.context
    for number in range(draw(st.integers(0, 2))):
        pointer = context.pointer_type(builder.array, 2)
        variable = GlobalVariable(pointer, builder.array, f"table{number}", Linkage.INTERNAL)
        variable.address_space, variable.alignment, variable.is_constant = 2, 3, True
        variable.unnamed_addr = draw(st.integers(0, 1))
        variable.initializer = builder.constant(builder.array)
        module.globals.append(variable)
        builder.arrays.append(variable)
    builder.callees = [
        function(builder, "air.first", builder.i32, (builder.i32, builder.float)),
        function(builder, "air.second", builder.void, (builder.vector,)),
    ]
    builder.callees[0].attributes = (AttributeGroup(AttributePlace.FUNCTION, (NO_UNWIND, KEY)),)
    module.context.type(TypeCode.METADATA)
    takes_metadata = function(builder, "llvm.air.note", builder.void, (context.type(TypeCode.METADATA),))
    for number in range(draw(st.integers(1, 2))):
        result = function(builder, f"k{number}", builder.void, (builder.i32, builder.float))
        body(builder, result)
        if draw(st.booleans()):
            local = MetadataAsValue(context.type(TypeCode.METADATA), LocalAsMetadata(result.arguments[0]))
            note = make_instruction(
                InstCode.CALL, builder.void, (local, takes_metadata), (0, 0, 0), aux_type=takes_metadata.value_type
            )
            result.blocks[0].instructions.insert(0, note)
    nodes = [MDNode(MetadataCode.NODE, [builder.metadata(3)], distinct=draw(st.booleans())) for _ in range(2)]
    module.named_metadata["air.notes"] = [n if n.distinct else context.node(n.code, n.fields) for n in nodes]
    module.named_metadata["empty"] = []
    return module, era


# --- comparing -------------------------------------------------------------------------------------------------------


def describe(module: Module) -> list[object]:
    """All that a module says, with everything named by its place."""
    return _Describer(module).all()


class _Describer:
    def __init__(self, module: Module) -> None:
        self.module = module
        self.seen: dict[object, int] = {}
        self.names: dict[object, str] = {}

    def all(self) -> list[object]:
        m = self.module
        head = [m.identification, m.version, m.triple, m.data_layout, m.source_filename, m.metadata_kinds]
        tail = [m.operand_bundle_tags, m.sync_scopes, m.symtab_version, m.producer, m.wrapper]
        values = [self.global_value(value) for value in m.global_values()]
        named = [(name, [self.metadata(node) for node in nodes]) for name, nodes in m.named_metadata.items()]
        return [*head, *tail, *values, *named, *(self.body(f) for f in m.functions if f.blocks)]

    def type(self, type_: Type) -> object:
        if type_.is_identified and type_ in self.seen:
            return type_.name
        self.seen[type_] = 0
        return (type_.code.name, type_.params, type_.name, *(self.type(element) for element in type_.elements))

    def value(self, value: Value) -> object:
        if isinstance(value, GlobalValue):
            return value.name
        if isinstance(value, Constant):
            source = self.type(value.source_type) if value.source_type else None
            return (value.code, self.type(value.type), value.params, source, *(self.value(o) for o in value.operands))
        if isinstance(value, MetadataAsValue):
            return self.metadata(value.metadata)
        return self.names[value]

    def metadata(self, item: Metadata | None) -> object:
        if item is None or isinstance(item, MDString):
            return item and item.value
        if isinstance(item, (ConstantAsMetadata, LocalAsMetadata)):
            return (type(item).__name__, self.value(item.value))
        assert isinstance(item, MDNode)
        if item in self.seen:
            return self.seen[item]
        self.seen[item] = len(self.seen)
        fields = [f if isinstance(f, int) else self.metadata(f) for f in item.fields]
        return (item.code.name, item.distinct, item.version, fields)

    def global_value(self, value: GlobalValue) -> object:
        facts = [
            value.name,
            self.type(value.type),
            value.linkage,
            value.unnamed_addr,
            value.visibility,
            value.dso_local,
        ]
        if isinstance(value, GlobalVariable):
            initializer = self.value(value.initializer) if value.initializer else None
            return [*facts, value.is_constant, value.alignment, initializer]
        assert isinstance(value, Function)
        return [*facts, value.calling_convention, value.is_definition, value.attributes]

    def body(self, function: Function) -> list[object]:
        for argument in function.arguments:
            self.names[argument] = f"argument {argument.index}"
        for number, instruction in enumerate(function.instructions()):
            self.names[instruction] = f"instruction {number}"
        places = {block: number for number, block in enumerate(function.blocks)}
        return [[self.instruction(i, places) for i in block.instructions] for block in function.blocks]

    def instruction(self, i: Instruction, places: dict[BasicBlock, int]) -> object:
        return [
            i.code.name,
            self.type(i.type),
            [self.value(operand) for operand in i.operands],
            i.params,
            [places[block] for block in i.blocks],
            self.type(i.aux_type) if i.aux_type else None,
            i.attributes,
            [(bundle.tag, [self.value(v) for v in bundle.operands]) for bundle in i.bundles],
            [(kind, self.metadata(node)) for kind, node in i.metadata],
        ]
