"""The module writer: what is written reads back the same, LLVM accepts it, real modules are rewritten byte for byte."""

from __future__ import annotations

import random
from pathlib import Path

import pytest
from hypothesis import given, settings

from mtlb.base.errors import BuildError, FormatError, MtlbError, UnsupportedError
from mtlb.bitcode import read_module, write_state
from mtlb.bitcode.codes import BlockId
from mtlb.bitcode.eras import era_of
from mtlb.bitcode.rebuild import rebuild_module
from mtlb.bitcode.symtab import StringTable, build_symtab, hash_order
from mtlb.bitcode.writer import write_module
from mtlb.bitstream.codec import BLOCKINFO, Abbreviation, Record
from mtlb.bitstream.stream import Block, read_stream
from mtlb.bitstream.wrapper import unwrap
from mtlb.bitstream.writer import StreamWriter
from mtlb.ir import (
    ERAS,
    Attribute,
    AttributeGroup,
    BasicBlock,
    Comdat,
    ConstantCode,
    Era,
    Function,
    GlobalVariable,
    InstCode,
    Linkage,
    MDNode,
    MetadataCode,
    Module,
    Type,
    TypeCode,
    era_for_air,
    make_instruction,
    parse,
)
from mtlb.ir.verify import verify_module
from tests.assembled import read_typed
from tests.bitcode.generate import describe, modules
from tests.bitcode.test_verify import TEXT
from tests.changes import with_records


def llvm_accepts(data: bytes) -> None:
    """LLVM's reader and verifier raise if they don't."""
    from llvmlite import binding

    binding.parse_bitcode(data, binding.create_context()).verify()


@settings(max_examples=150)
@given(modules())
@pytest.mark.long
def test_generated_modules_come_back(drawn: tuple[Module, Era]) -> None:
    module, era = drawn
    assert verify_module(module) == []
    data = write_module(module, era)
    again = read_module(data)
    assert describe(again) == describe(module)
    assert era_of(again) is era
    assert write_module(again) == data
    llvm_accepts(data)


def small(era: Era = ERAS[-1]) -> Module:
    """One function that returns."""
    module = Module(identification="", era=era, version=era.module_version, triple="air64-apple-macosx14.0.0")
    add_function(module, "k").blocks = [returning(module)]
    return module


def add_function(module: Module, name: str) -> Function:
    context = module.context
    type_ = context.type(TypeCode.FUNCTION, (0,), (context.type(TypeCode.VOID),))
    function = Function(context.pointer_type(type_), type_, name, Linkage.EXTERNAL)
    function.is_definition = True
    module.functions.append(function)
    return function


def returning(module: Module) -> BasicBlock:
    block = BasicBlock()
    block.instructions.append(make_instruction(InstCode.RET, module.context.type(TypeCode.VOID)))
    return block


def add_global(module: Module, name: str, type_: Type) -> GlobalVariable:
    variable = GlobalVariable(module.context.pointer_type(type_), type_, name, Linkage.EXTERNAL)
    module.globals.append(variable)
    return variable


@pytest.mark.parametrize("era", ERAS, ids=lambda d: d.name)
def test_every_era_is_recognised(era: Era) -> None:
    data = write_module(small(era))
    again = read_module(data)
    assert era_of(again) is era
    assert again.era is era
    llvm_accepts(data)


def test_air_versions_choose_the_era() -> None:
    assert [era_for_air(v).name for v in ((1, 11), (2, 0), (2, 2), (2, 4), (2, 8), (3, 1))] == [
        "LLVM 3.7",
        "AIR 2.0",
        "AIR 2.1-2.2",
        "AIR 2.3-2.5",
        "AIR 2.6-2.8",
        "AIR 2.6-2.8",
    ]


def test_a_target_may_ask_for_an_older_era() -> None:
    module = small()  # in the newest form, as every current compiler writes it
    assert era_of(module) is ERAS[-1]
    for era in ERAS:
        chosen = era_of(module, (*era.air[1], 0))
        data = write_module(module, chosen)
        assert chosen is era and era_of(read_module(data)) is era
        llvm_accepts(data)


@pytest.mark.parametrize("era", ERAS, ids=lambda d: d.name)
def test_globals_with_everything(era: Era) -> None:
    module = small(era)
    variable = add_global(module, "g", module.context.integer_type(32))
    variable.section, variable.visibility, variable.unnamed_addr = "__DATA,x", 1, 1
    variable.comdat = Comdat("c", 0)
    variable.linkage = Linkage.LINK_ONCE_ODR
    variable.initializer = module.context.constant(variable.value_type, ConstantCode.INTEGER, (5,))
    plain = add_global(module, "h", variable.value_type)
    module.functions[0].section = "__TEXT,y"
    again = read_module(write_module(module))
    first, second = again.globals
    assert (first.section, first.visibility, first.unnamed_addr) == ("__DATA,x", 1, 1)
    assert first.comdat is not None and first.comdat.name == "c"
    assert second.section == plain.section and second.comdat is None
    assert again.functions[0].section == "__TEXT,y"


def test_poison_is_undef_for_older_readers() -> None:
    module = small(ERAS[1])
    for code in (ConstantCode.UNDEF, ConstantCode.POISON):
        variable = add_global(module, code.name, module.context.integer_type(32))
        variable.initializer = module.context.constant(variable.value_type, code)
    data = write_module(module)
    # They stay two constants, so that the numbers of all others are those of the modern form.
    again = read_module(data)
    assert again.globals[0].initializer is not again.globals[1].initializer
    assert write_module(again) == data


@pytest.mark.parametrize(
    ("text", "null"),
    [(b"kernel", True), (b"a b", True), (b"\xff", True), (b"a\0b", True), (b"ab", False), (b"", True)],
)
def test_strings_choose_their_record(text: bytes, null: bool) -> None:
    module = small()
    params = tuple(text) + (0,) * null
    array = module.context.type(TypeCode.ARRAY, (len(params),), (module.context.integer_type(8),))
    variable = add_global(module, "s", array)
    variable.initializer = module.context.constant(array, ConstantCode.DATA, params)
    data = write_module(module)
    again = read_module(data).globals[0].initializer
    assert again is not None and getattr(again, "params", ()) in (params, ())  # all zeros are NULL
    llvm_accepts(data)


def test_names_that_are_not_ascii() -> None:
    module = small()
    context = module.context
    struct = Type(TypeCode.STRUCT_NAMED, (0,), (context.integer_type(32),), "struct.\u00e9\udcff")
    add_global(module, "\u6771", struct)
    module.source_filename = "\udcff"
    again = read_module(write_module(module))
    assert again.globals[0].name == "\u6771" and again.globals[0].value_type.name == struct.name
    assert again.source_filename == "\udcff"


def test_what_cannot_be_said_is_refused() -> None:
    module = small(ERAS[0])
    fneg = make_instruction(InstCode.UNOP, module.context.type(TypeCode.FLOAT), params=(0, 0))
    module.functions[0].blocks[0].instructions.insert(0, fneg)
    with pytest.raises(BuildError, match=r"function 'k': AIR 2\.0 has no fneg"):
        write_module(module)
    module = small()
    module.functions[0].blocks[0].instructions[-1] = make_instruction(
        InstCode.RESUME, module.context.type(TypeCode.VOID)
    )
    with pytest.raises(UnsupportedError, match="RESUME"):
        write_module(module)
    module = small()
    module.has_bodies = False
    with pytest.raises(BuildError, match="without its function bodies"):
        write_module(module)


def test_deep_types_are_refused_not_a_crash() -> None:
    module = small()
    type_ = module.context.integer_type(32)
    for _ in range(5000):
        type_ = module.context.type(TypeCode.ARRAY, (1,), (type_,))
    add_global(module, "deep", type_)
    with pytest.raises(UnsupportedError, match="nested"):
        write_module(module)


def test_the_string_table_holds_each_text_once() -> None:
    strings = StringTable()
    assert [strings.add(text) for text in ("ab", "", "c", "ab", "")] == [(0, 2), (2, 0), (2, 1), (0, 2), (2, 0)]
    assert strings.getvalue() == b"abc"


def test_symbol_flags() -> None:
    """8 undefined, 16 weak, 128 used, 512 may omit, 1024 global, 2048 format-specific, 4096 unnamed, 8192 code."""
    module = small()
    module.symtab_version, module.producer = 3, "32023.1"
    names = {"k": 0x2400, "sqrt": 0x2480, "llvm.x": 0x2C08, "inline": 0x2610, "mine": 0x3000}
    sqrt, intrinsic, inline, mine = (add_function(module, name) for name in list(names)[1:])
    sqrt.blocks = inline.blocks = mine.blocks = [returning(module)]
    intrinsic.is_definition = False
    inline.linkage, inline.unnamed_addr = Linkage.LINK_ONCE_ODR, 2
    mine.linkage, mine.unnamed_addr = Linkage.INTERNAL, 1
    strings = StringTable()
    blob = build_symtab(module, strings)
    words = [int.from_bytes(blob[at : at + 4], "little") for at in range(0, len(blob), 4)]
    assert words[0] == 3 and words[7:9] == [88, 5] and len(blob) == 88 + 5 * 24
    assert [words[22 + 6 * n + 5] for n in range(5)] == list(names.values())
    assert strings.getvalue().startswith(b"32023.1air64-apple-macosx14.0.0")


def test_hash_order_is_that_of_llvm() -> None:
    # As modules of AIR 2.0 list them; the second has a collision, so there the order of insertion shows.
    assert hash_order(["air.atomic.global.add.u.i32", "sum"]) == ["sum", "air.atomic.global.add.u.i32"]
    inserted = ["_ZL8gCorners", "_ZL17gTexcoordsIndices", "llvm.global_ctors", "blitVS"]
    assert hash_order(inserted) == ["_ZL8gCorners", "llvm.global_ctors", "blitVS", "_ZL17gTexcoordsIndices"]
    # Growing keeps all names.
    names = [f"name{i}" for i in range(100)]
    assert sorted(hash_order(names)) == sorted(names)


@pytest.mark.long
@pytest.mark.corpus
def test_real_modules_come_back_byte_for_byte(corpus_libraries: list[Path], corpus_modules: list[Path]) -> None:
    """Every 15th module of Apple's, of all eras; all of them are `mtlb rewrite --modules` over the corpus."""
    import mtlb

    done = 0
    for path in corpus_libraries[::15]:
        for function in mtlb.read(path.read_bytes()).functions[::5]:
            rebuilt = rebuild_module(function.module)
            assert rebuilt == function.module, (path, function.name)
            done += 1
    for path in corpus_modules[::5]:
        data = path.read_bytes()
        assert verify_module(read_module(data)) == [] and rebuild_module(data) == data, path
    assert done > 10


def mutated(data: bytes, chance: random.Random) -> bytes:
    """A valid bitstream with one changed record."""
    stream = read_stream(unwrap(data))
    blocks = stream.blocks()
    for block in blocks:
        blocks += block.blocks()
    victim = chance.choice([block for block in blocks if block.id != BLOCKINFO and any(True for _ in block.records())])
    number = chance.randrange(sum(1 for _ in victim.records()))
    writer = StreamWriter()

    def copy(block: Block) -> None:
        writer.enter_block(block.id, block.abbrev_width)
        index = 0
        for item in block.items():
            if isinstance(item, Block):
                copy(item)
            elif isinstance(item, Abbreviation):
                writer.define_abbreviation(item)
            else:
                if block.offset == victim.offset and index == number:
                    item = changed(item, chance)
                writer.record(*item)
                index += 1
        writer.end_block()

    for block in stream.blocks():
        copy(block)
    return writer.getvalue()


def changed(record: Record, chance: random.Random) -> Record:
    ops = list(record.ops)
    if ops and chance.random() < 0.7:
        ops[chance.randrange(len(ops))] = chance.choice([0, 1, chance.randrange(40), 2**31, 2**64 - 1])
    elif chance.random() < 0.5:
        del ops[chance.randrange(len(ops) + 1) :]
    else:
        return Record(chance.randrange(60), ops)
    return Record(record.code, ops)


@pytest.mark.long
def test_modules_that_lie_end_in_our_errors() -> None:
    """A changed record is refused, or the module is read, verified and written."""
    data = write_module(read_typed(TEXT), ERAS[-1])
    chance = random.Random(8)
    refused = 0
    for _ in range(500):
        try:
            module = read_module(mutated(data, chance))
            verify_module(module)
            write_module(module, ERAS[-1])
        except MtlbError:
            refused += 1
    assert 50 < refused < 450


def test_a_body_without_blocks_is_refused() -> None:
    """It was read as a function without blocks, and written as one that declares none."""
    data = with_records(write_module(small()), lambda block, r: None if block.id == BlockId.FUNCTION else r)
    with pytest.raises(FormatError, match="'k' has a body without a basic block"):
        read_module(data)


@pytest.mark.parametrize(("form", "ops"), [(3, [97, 256, 98, 0]), (4, [97, 0, 98, 512, 0])])
def test_a_nul_inside_of_an_attribute_is_refused(form: int, ops: list[int]) -> None:
    """LLVM takes the low byte of each operand, and then there are more NULs than were written."""
    module = small()
    module.functions[0].attributes = (AttributeGroup(0xFFFFFFFF, (Attribute(3, "key"),)),)

    def changed(block: Block, record: Record) -> Record:
        in_group = block.id == BlockId.PARAMATTR_GROUP
        return (
            Record(record.code, [*record.ops[:2], form, *ops], record.abbreviation, record.blob) if in_group else record
        )

    data = with_records(write_module(module), changed)
    with pytest.raises(FormatError, match="a NUL inside of a string attribute"):
        read_module(data)


def test_a_shuffle_of_scalars_is_refused() -> None:
    """Its type was a VECTOR without an element type, which could be written and not be read."""
    module = small()
    number = module.context.constant(module.context.integer_type(32), ConstantCode.INTEGER, (5,))
    vector = module.context.type(TypeCode.VECTOR, (2,), (number.type,))
    mask = module.context.constant(vector, ConstantCode.DATA, (0, 1))
    for operands in ((number, number, mask), (mask, mask, number)):
        shuffle = make_instruction(InstCode.SHUFFLEVEC, vector, operands)
        module.functions[0].blocks[0].instructions[:-1] = [shuffle]
        with pytest.raises(FormatError, match="operands and mask must be vectors"):
            read_module(write_module(module))


def test_fields_of_newer_llvm_are_kept() -> None:
    """LLVM 15 ends the record of a global with one more field; LLVM 21 that of a location with two."""
    module = small()
    variable = add_global(module, "g", module.context.integer_type(32))
    variable.unnamed_addr, variable.extra = 1, (3,)
    again = read_module(write_module(module))
    assert again.globals[0].extra == (3,)
    scope = MDNode(MetadataCode.NODE, distinct=True)
    location = module.context.node(MetadataCode.LOCATION, [1, 2, scope, None, 1, 8, 9])
    module.named_metadata["where"] = [location]
    (node,) = read_module(write_module(module)).named_metadata["where"]
    assert node.fields[:2] == (1, 2) and node.fields[4:] == (1,)  # no abbreviation has more operands
    (node,) = read_module(write_module(module, ERAS[1])).named_metadata["where"]
    assert len(node.fields) == 4


@pytest.mark.parametrize(
    ("era", "binop", "select"),
    [(ERAS[0], [31, 30, 31], 0), (ERAS[1], [254, 94, 31], 0), (ERAS[2], [254, 94, 31], 254)],
    ids=lambda value: value.name if isinstance(value, Era) else None,
)
def test_fast_math_flags_are_those_of_the_era(era: Era, binop: list[int], select: int) -> None:
    module = small()
    context = module.context
    float_ = context.type(TypeCode.FLOAT)
    item, condition = (
        context.constant(float_, ConstantCode.UNDEF),
        context.constant(context.integer_type(1), ConstantCode.UNDEF),
    )
    block = module.functions[0].blocks[0]
    block.instructions[:0] = [
        *(make_instruction(InstCode.BINOP, float_, (item, item), (0, flags)) for flags in (254, 94, 31)),
        make_instruction(InstCode.VSELECT, float_, (condition, item, item), (254,)),
    ]
    again = read_module(write_module(module, era)).functions[0].blocks[0].instructions
    assert [i.params[1] for i in again if i.code is InstCode.BINOP] == binop
    assert [i.params for i in again if i.code is InstCode.VSELECT] == [(select,)]


def test_opaque_pointers_are_written_for_the_converter_alone() -> None:
    module = parse(b"define void @f(ptr addrspace(1) %p) {\n  ret void\n}\n")
    with pytest.raises(UnsupportedError, match="convert it with `mtlb convert`"):
        write_module(module)
    assert read_module(write_module(module, to_be_converted=True)).has_opaque_pointers


def test_a_block_that_was_written_before_is_the_same_when_its_module_is_another() -> None:
    """What is kept of blocks depends on their content alone: types by their numbers, attributes that name types."""
    golden = Path(__file__).parents[2] / "golden"
    modules = [path.read_bytes() for path in sorted(golden.rglob("*.air"))]
    assert len(modules) > 20
    fresh = []
    for module in modules:
        forget()
        fresh.append(rebuild_module(module))
    assert [rebuild_module(module) for module in modules] == fresh
    assert [rebuild_module(module) for module in reversed(modules)] == fresh[::-1]


def forget() -> None:
    """Empty the caches of encoded blocks and strings."""
    write_state._bodies.current.clear()
    write_state._bodies.previous.clear()
    write_state._text.cache_clear()


def test_known_blocks_are_those_of_the_era() -> None:
    """Also where a module is written in one era after another, and where one number of it changes in between."""
    module = read_module((Path(__file__).parents[2] / "golden/air/saxpy.air").read_bytes())

    def written() -> list[bytes]:
        return [write_module(module, era) for era in (*ERAS, *ERAS[::-1])]

    def alone() -> list[bytes]:
        result = []
        for era in (*ERAS, *ERAS[::-1]):
            forget()
            result.append(write_module(module, era))
        return result

    forms = []
    kernels, context = module.named_metadata["air.kernel"], module.context
    for change in (
        lambda: None,
        lambda: kernels.append(kernels[0]),
        lambda: module.named_metadata.update({"air.other": [kernels[0]]}),
        lambda: kernels.append(context.node(MetadataCode.NODE, [context.string("a"), None])),
        lambda: kernels.append(context.node(MetadataCode.NODE, [context.string("b"), None])),
    ):
        change()
        forms.append(alone())
        assert written() == forms[-1]
    assert len({tuple(form) for form in forms}) == len(forms)
