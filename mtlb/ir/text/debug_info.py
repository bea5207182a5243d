"""Debug-info nodes in text: the fields of each kind of node, in order, and the words of their numbers.

A node is ``!DIName(field: value, ...)``. One row of `NODES` per kind has what `metadata_schema` calls the operands,
what the text calls them, and how their values look. The reader and the printer share it.
Sources: LLVM's AsmWriter.cpp, LLParser.cpp, Dwarf.def and DebugInfoFlags.def, LLVM 4 to 22.
"""

from __future__ import annotations

from collections.abc import Mapping
from enum import Enum, auto
from typing import NamedTuple

from ..opcodes import MetadataCode


class FieldForm(Enum):
    """How the value of a field looks."""

    METADATA = auto()  # a node, in line or by number, or null
    STRING = auto()  # a metadata string in quotes, without its `!`
    NUMBER = auto()
    SIGNED = auto()  # the record has it as 64 bits
    BOOLEAN = auto()
    WORD = auto()  # one of WORDS, or a number
    FLAGS = auto()  # words of FLAGS
    SUBPROGRAM_FLAGS = auto()


class NodeField(NamedTuple):
    """A field of a node.

    `name` in the text, `operand` in `metadata_schema`, `always`: printed even if it is null or zero; `words` are those
    of WORD; `default`: the number of a field that the text leaves out.
    """

    name: str
    operand: str
    form: FieldForm
    always: bool = False
    words: Mapping[int, str] = {}
    prefix: str = ""
    default: int = 0


class NodeRow(NamedTuple):
    """A kind of node: its name in the text and its fields."""

    name: str
    fields: tuple[NodeField, ...]


def _numbered(first: int, names: str) -> dict[int, str]:
    return {first + index: name for index, name in enumerate(names.split()) if name != "-"}


TAGS = _numbered(
    0x00,
    "null array_type class_type entry_point enumeration_type formal_parameter - - imported_declaration - label "
    "lexical_block - member - pointer_type reference_type compile_unit string_type structure_type - subroutine_type "
    "typedef union_type unspecified_parameters variant common_block common_inclusion inheritance inlined_subroutine "
    "module ptr_to_member_type set_type subrange_type with_stmt access_declaration base_type catch_block const_type "
    "constant enumerator file_type friend namelist namelist_item packed_type subprogram template_type_parameter "
    "template_value_parameter thrown_type try_block variant_part variable volatile_type dwarf_procedure "
    "restrict_type interface_type namespace imported_module unspecified_type partial_unit imported_unit - condition "
    "shared_type type_unit rvalue_reference_type template_alias coarray_type generic_subrange dynamic_type "
    "atomic_type call_site call_site_parameter skeleton_unit immutable_type",
)
TAGS |= {
    0x4081: "MIPS_loop",
    0x4101: "format_label",
    0x4102: "function_template",
    0x4103: "class_template",
    0x4106: "GNU_template_template_param",
    0x4107: "GNU_template_parameter_pack",
    0x4108: "GNU_formal_parameter_pack",
    0x4109: "GNU_call_site",
    0x410A: "GNU_call_site_parameter",
    0x4200: "APPLE_property",
    0x4300: "LLVM_ptrauth_type",
    0x6000: "LLVM_annotation",
}
LANGUAGES = _numbered(
    0x01,
    "C89 C Ada83 C_plus_plus Cobol74 Cobol85 Fortran77 Fortran90 Pascal83 Modula2 Java C99 Ada95 Fortran95 PLI ObjC "
    "ObjC_plus_plus UPC D Python OpenCL Go Modula3 Haskell C_plus_plus_03 C_plus_plus_11 OCaml Rust C11 Swift Julia "
    "Dylan C_plus_plus_14 Fortran03 Fortran08 RenderScript BLISS",
)
LANGUAGES |= {0x8001: "Mips_Assembler", 0x8E57: "GOOGLE_RenderScript", 0xB000: "BORLAND_Delphi"}
NEWER_LANGUAGES = _numbered(
    0x26,
    "Kotlin Zig Crystal - C_plus_plus_17 C_plus_plus_20 C17 Fortran18 Ada2005 Ada2012 HIP Assembly C_sharp Mojo GLSL "
    "GLSL_ES HLSL OpenCL_CPP CPP_for_OpenCL SYCL C_plus_plus_23 Odin P4 Metal C23 Fortran23 Ruby Move Hylo",
)
"""Languages that LLVM 14 does not know: the text has their numbers, the reader takes the words as well."""
ENCODINGS = _numbered(
    0x01,
    "address boolean complex_float float signed signed_char unsigned unsigned_char imaginary_float packed_decimal "
    "numeric_string edited signed_fixed unsigned_fixed decimal_float UTF UCS ASCII",
)
CONVENTIONS = _numbered(0x01, "normal program nocall pass_by_reference pass_by_value")
CONVENTIONS |= {0xC0: "LLVM_vectorcall", 0xC6: "LLVM_SpirFunction", 0xC7: "LLVM_OpenCLKernel", 0xC8: "LLVM_Swift"}
MACROS = {1: "define", 2: "undef", 3: "start_file", 4: "end_file", 0xFF: "vendor_ext"}
VIRTUALITIES = {0: "none", 1: "virtual", 2: "pure_virtual"}
EMISSION_KINDS = {0: "NoDebug", 1: "FullDebug", 2: "LineTablesOnly", 3: "DebugDirectivesOnly"}
NAME_TABLES = {0: "Default", 1: "GNU", 2: "None", 3: "Apple"}
CHECKSUMS = {1: "CSK_MD5", 2: "CSK_SHA1", 3: "CSK_SHA256"}
_TWO_BIT_FIELDS = (3, 3 << 16)

_TWO_BITS = {0: {1: "Private", 2: "Protected", 3: "Public"}}
_TWO_BITS[16] = {1: "SingleInheritance", 2: "MultipleInheritance", 3: "VirtualInheritance"}
_ONE_BIT = {
    2: "FwdDecl",
    3: "AppleBlock",
    4: "ReservedBit4",
    5: "Virtual",
    6: "Artificial",
    7: "Explicit",
    8: "Prototyped",
    9: "ObjcClassComplete",
    10: "ObjectPointer",
    11: "Vector",
    12: "StaticMember",
    13: "LValueReference",
    14: "RValueReference",
    15: "ExportSymbols",
    18: "IntroducedVirtual",
    19: "BitField",
    20: "NoReturn",
    22: "TypePassByValue",
    23: "TypePassByReference",
    24: "EnumClass",
    25: "Thunk",
    26: "NonTrivial",
    27: "BigEndian",
    28: "LittleEndian",
    29: "AllCallsDescribed",
}
FLAGS = {f"DIFlag{name}": 1 << bit for bit, name in _ONE_BIT.items()}
FLAGS |= {f"DIFlag{name}": value << bit for bit, names in _TWO_BITS.items() for value, name in names.items()}
SUBPROGRAM_FLAGS = {
    "DISPFlagVirtual": 1,
    "DISPFlagPureVirtual": 2,
    "DISPFlagLocalToUnit": 4,
    "DISPFlagDefinition": 8,
    "DISPFlagOptimized": 16,
    "DISPFlagPure": 32,
    "DISPFlagElemental": 64,
    "DISPFlagRecursive": 128,
    "DISPFlagMainSubprogram": 256,
    "DISPFlagDeleted": 512,
    "DISPFlagObjCDirect": 2048,
}


def flags_text(value: int, table: Mapping[str, int]) -> str:
    """The words of a set of FLAGS or SUBPROGRAM_FLAGS, joined by ``|``; bits without a word as a number."""
    names: list[str] = []
    for mask in _TWO_BIT_FIELDS if table is FLAGS else ():
        part = value & mask
        if part:
            names += [name for name, bits in table.items() if bits == part]
            value &= ~mask
    for name, bits in table.items():
        if bits & value == bits and not bits & bits - 1:
            names.append(name)
            value &= ~bits
    if value or not names:
        names.append(str(value))
    return " | ".join(names)


OPERATIONS = {0x03: "addr", 0x06: "deref"}
OPERATIONS |= _numbered(
    0x08,
    "const1u const1s const2u const2s const4u const4s const8u const8s constu consts dup drop over pick swap rot "
    "xderef abs and div minus mod mul neg not or plus plus_uconst shl shr shra xor bra eq ge gt le lt ne skip",
)
OPERATIONS |= {0x30 + index: f"lit{index}" for index in range(32)}
OPERATIONS |= {0x50 + index: f"reg{index}" for index in range(32)}
OPERATIONS |= {0x70 + index: f"breg{index}" for index in range(32)}
OPERATIONS |= _numbered(
    0x90,
    "regx fbreg bregx piece deref_size xderef_size nop push_object_address call2 call4 call_ref form_tls_address "
    "call_frame_cfa bit_piece implicit_value stack_value implicit_pointer addrx constx entry_value const_type "
    "regval_type deref_type xderef_type convert reinterpret",
)
OPERATIONS |= {
    0x1000: "LLVM_fragment",
    0x1001: "LLVM_convert",
    0x1002: "LLVM_tag_offset",
    0x1003: "LLVM_entry_value",
    0x1004: "LLVM_implicit_pointer",
    0x1005: "LLVM_arg",
    0x1006: "LLVM_extract_bits_sext",
    0x1007: "LLVM_extract_bits_zext",
}
"""Operations of DIExpression after ``DW_OP_``; what follows them is numbers."""


def _field(text: str) -> NodeField:
    """``name[=operand]:kind[!]``; `kind` a letter, or the name of a table; ``!`` for always."""
    names, _, kind = text.partition(":")
    name, _, operand = names.partition("=")
    always = kind.endswith("!")
    kind = kind.rstrip("!")
    operand = operand or name
    if kind in _FORMS:
        return NodeField(name, operand, _FORMS[kind], always)
    if kind == "true":  # a boolean that is true where the text leaves it out
        return NodeField(name, operand, FieldForm.BOOLEAN, default=1)
    words, prefix, default = _TABLES[kind]
    return NodeField(name, operand, FieldForm.WORD, always, words, prefix, default)


_FORMS = {
    "m": FieldForm.METADATA,
    "s": FieldForm.STRING,
    "n": FieldForm.NUMBER,
    "i": FieldForm.SIGNED,
    "b": FieldForm.BOOLEAN,
    "f": FieldForm.FLAGS,
    "sp": FieldForm.SUBPROGRAM_FLAGS,
}
_TABLES: dict[str, tuple[Mapping[int, str], str, int]] = {
    "tag": (TAGS, "DW_TAG_", 0),
    "base_type": (TAGS, "DW_TAG_", 0x24),
    "string_type": (TAGS, "DW_TAG_", 0x12),
    "value_parameter": (TAGS, "DW_TAG_", 0x30),
    "lang": (LANGUAGES, "DW_LANG_", 0),
    "encoding": (ENCODINGS, "DW_ATE_", 0),
    "cc": (CONVENTIONS, "DW_CC_", 0),
    "macinfo": (MACROS, "DW_MACINFO_", 0),
    "virtuality": (VIRTUALITIES, "DW_VIRTUALITY_", 0),
    "emission": (EMISSION_KINDS, "", 0),
    "names": (NAME_TABLES, "", 0),
    "checksum": (CHECKSUMS, "", 0),
}

_NODES = {
    MetadataCode.LOCATION: "DILocation line:n! column:n scope:m! inlinedAt=inlined_at:m isImplicitCode=implicit:b",
    MetadataCode.SUBRANGE: "DISubrange count:m lowerBound=lower_bound:m upperBound=upper_bound:m stride:m",
    MetadataCode.GENERIC_SUBRANGE: (
        "DIGenericSubrange count:m lowerBound=lower_bound:m upperBound=upper_bound:m stride:m"
    ),
    MetadataCode.ENUMERATOR: "DIEnumerator name:s! value:i! isUnsigned=unsigned:b",
    MetadataCode.BASIC_TYPE: "DIBasicType tag:base_type name:s size:n align:n encoding:encoding flags:f",
    MetadataCode.STRING_TYPE: (
        "DIStringType tag:string_type name:s stringLength=string_length:m stringLengthExpression=length_expression:m "
        "stringLocationExpression=location_expression:m size:n align:n encoding:encoding"
    ),
    MetadataCode.FILE: ("DIFile filename:s! directory:s! checksumkind=checksum_kind:checksum checksum:s source:s"),
    MetadataCode.DERIVED_TYPE: (
        "DIDerivedType tag:tag! name:s scope:m file:m line:n baseType=base:m! size:n align:n offset:n flags:f "
        "extraData=extra_data:m dwarfAddressSpace=address_space:n! annotations:m"
    ),
    MetadataCode.COMPOSITE_TYPE: (
        "DICompositeType tag:tag! name:s scope:m file:m line:n baseType=base:m size:n align:n offset:n flags:f "
        "elements:m runtimeLang=language:lang vtableHolder=vtable_holder:m templateParams=template_params:m "
        "identifier:s discriminator:m dataLocation=data_location:m associated:m allocated:m rank:m annotations:m"
    ),
    MetadataCode.SUBROUTINE_TYPE: "DISubroutineType flags:f cc=calling_convention:cc types:m!",
    MetadataCode.COMPILE_UNIT: (
        "DICompileUnit language:lang! file:m! producer:s isOptimized=is_optimized:b! flags:s "
        "runtimeVersion=runtime_version:n! splitDebugFilename=split_name:s emissionKind=emission_kind:emission! "
        "enums:m retainedTypes=retained:m subprograms:m globals:m imports=imported:m macros:m dwoId=dwo_id:n "
        "splitDebugInlining=split_inlining:true debugInfoForProfiling=profiling:b nameTableKind=name_table:names "
        "rangesBaseAddress=ranges_base:b sysroot:s sdk:s"
    ),
    MetadataCode.SUBPROGRAM: (
        "DISubprogram name:s linkageName=linkage_name:s scope:m! file:m line:n type:m scopeLine=scope_line:n "
        "containingType=containing_type:m virtualIndex=virtual_index:n thisAdjustment=this_adjustment:i "
        "flags=di_flags:f spFlags=flags:sp! unit:m templateParams=template_params:m declaration:m "
        "retainedNodes=retained_nodes:m thrownTypes=thrown_types:m annotations:m targetFuncName=target_function_name:s"
    ),
    MetadataCode.LEXICAL_BLOCK: "DILexicalBlock scope:m! file:m line:n column:n",
    MetadataCode.LEXICAL_BLOCK_FILE: "DILexicalBlockFile scope:m! file:m discriminator:n!",
    MetadataCode.NAMESPACE: "DINamespace name:s scope:m! exportSymbols=export_symbols:b",
    MetadataCode.COMMON_BLOCK: "DICommonBlock scope:m! declaration:m name:s file:m line:n",
    MetadataCode.MACRO: "DIMacro type=kind:macinfo! line:n name:s! value:s",
    MetadataCode.MACRO_FILE: "DIMacroFile line:n file:m! nodes=elements:m",
    MetadataCode.MODULE: (
        "DIModule scope:m! name:s configMacros=config_macros:s includePath=include_path:s apinotes:s file:m line:n "
        "isDecl=is_decl:b"
    ),
    MetadataCode.TEMPLATE_TYPE: "DITemplateTypeParameter name:s type:m! defaulted=is_default:b",
    MetadataCode.TEMPLATE_VALUE: (
        "DITemplateValueParameter tag:value_parameter name:s type:m defaulted=is_default:b value:m!"
    ),
    MetadataCode.GLOBAL_VAR: (
        "DIGlobalVariable name:s linkageName=linkage_name:s scope:m! file:m line:n type:m isLocal=is_local:b! "
        "isDefinition=is_definition:b! expression:m declaration:m templateParams=template_params:m align:n "
        "annotations:m"
    ),
    MetadataCode.LOCAL_VAR: (
        "DILocalVariable name:s arg=argument:n scope:m! file:m line:n type:m flags:f align:n annotations:m"
    ),
    MetadataCode.LABEL: "DILabel scope:m! name:s! file:m! line:n!",
    MetadataCode.GLOBAL_VAR_EXPR: "DIGlobalVariableExpression var=variable:m expr=expression:m",
    MetadataCode.OBJC_PROPERTY: ("DIObjCProperty name:s file:m line:n setter:s getter:s attributes:n type:m"),
    MetadataCode.IMPORTED_ENTITY: ("DIImportedEntity tag:tag! name:s scope:m! entity:m file:m line:n elements:m"),
    MetadataCode.ASSIGN_ID: "DIAssignID",
}
_OLD_SUBPROGRAM = (
    "DISubprogram name:s linkageName=linkage_name:s scope:m! file:m line:n type:m isLocal=is_local:b! "
    "isDefinition=is_definition:b! scopeLine=scope_line:n containingType=containing_type:m virtuality:virtuality "
    "virtualIndex=virtual_index:n thisAdjustment=this_adjustment:i flags=di_flags:f isOptimized=is_optimized:b! unit:m "
    "function:m templateParams=template_params:m declaration:m retainedNodes=variables:m thrownTypes=thrown_types:m"
)


def _node(text: str) -> NodeRow:
    name, *fields = text.split()
    return NodeRow(name, tuple([_field(field) for field in fields]))


NODES = {code: _node(text) for code, text in _NODES.items()}
"""The kinds of nodes that have named fields. DIExpression, DIArgList and GenericDINode have a syntax of their own."""
OLD_SUBPROGRAM = _node(_OLD_SUBPROGRAM)
"""A DISubprogram of LLVM 7 or older, which has a field for each of its flags."""

# How many numbers follow an operation of DIExpression; none where it is not listed.
_OPERANDS = {0x10: 1, 0x11: 1, 0x23: 1, 0x90: 1, 0x92: 2, 0x94: 1, 0x1000: 2, 0x1001: 2, 0x1002: 1, 0x1003: 1}
_OPERANDS |= {0x1005: 1, 0x1006: 2, 0x1007: 2, **{0x70 + index: 1 for index in range(32)}}
_CONVERT = 0x1001


def expression_text(elements: tuple[int, ...]) -> str:
    """A DIExpression: its operations by name, each with the numbers that belong to it."""
    words: list[str] = []
    at = 0
    while at < len(elements):
        code = elements[at]
        word = OPERATIONS.get(code)
        end = at + 1 + _OPERANDS.get(code, 0)
        if word is None or end > len(elements):
            return f"!DIExpression({', '.join([str(element) for element in elements])})"
        numbers = [str(element) for element in elements[at + 1 : end]]
        if code == _CONVERT and elements[at + 2] in ENCODINGS:
            numbers[1] = f"DW_ATE_{ENCODINGS[elements[at + 2]]}"
        words += [f"DW_OP_{word}", *numbers]
        at = end
    return f"!DIExpression({', '.join(words)})"
