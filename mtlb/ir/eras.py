"""How the bitcode of one era differs from that of another: one row per era, one column per feature.

Apple's writers follow the AIR version of the target, not the toolchain, so the newest `metal` still writes the oldest
row. Source: the modules of 150 libraries made by 28 toolchains; every row is exact for the modules of its AIR versions.
"""

from __future__ import annotations

from typing import Final

from ..base.classes import dataclass, replace
from ..base.features import MODERN_FORM_SINCE
from .attributes import AttributeKind
from .names import LOOP


@dataclass(frozen=True)
class Era:
    """The form of one era's modules. A feature of one record is the `@feature` of its rows in mtlb/bitcode/records."""

    name: str
    air: tuple[tuple[int, int], tuple[int, int]]  # first and last AIR version that is written so
    newest_attribute: AttributeKind
    """The newest attribute kind that is written; Apple's writer leaves out newer ones."""
    fast_flag_bits: int
    """Bits of a binary operator's flags; `fast` is written 31 in 7 bits, 254 in 8."""
    downgraded_from: int
    """The first toolchain (major version) that writes it for older targets only."""
    is_writable: bool = True
    names_in_strings: bool = False
    """Names are in the string table (else in the value symbol table); SYMTAB and STRTAB are there; VERSION is 2,
    else 1.
    """
    metadata_index: bool = False
    """METADATA has width 4, abbreviations up front and an index over more than 25 nodes (else width 3)."""
    sync_scopes: bool = False
    """SYNC_SCOPE_NAMES is written."""
    global_attributes: bool = False
    """Variables may have attributes."""
    types_first: bool = False
    """TYPE is the first block (else it comes after PARAMATTR)."""
    dso_local: bool = False
    """Globals record whether they are dso_local."""
    select_flags: bool = False
    """A select may have fast-math flags."""
    phi_flags: bool = False
    """A phi may have fast-math flags."""
    partitions: bool = False
    """Partitions of globals, address spaces of functions."""
    later_fields: bool = False
    """Operands that newer LLVMs append to GLOBALVAR and FUNCTION are kept."""
    opaque_pointers: bool = False
    """There is an abbreviation for opaque pointers."""
    poison: bool = False
    """`poison` has a record of its own; before, it is written as undef."""
    fneg: bool = False
    """`fneg` is an instruction."""
    freeze: bool = False
    """`freeze` is an instruction."""
    aligned_atomics: bool = False
    """CMPXCHG and ATOMICRMW state an alignment, ATOMICRMW the type of its value."""
    implicit_locations: bool = False
    """Debug locations record whether code is implicit."""
    identified: bool = True
    """IDENTIFICATION, SOURCE_FILENAME, VSTOFFSET, METADATA_KIND, OPERAND_BUNDLE_TAGS; names of functions with their
    place. Else VERSION is 1, the kinds are in a second METADATA block, and the symbol table is before the functions.
    """
    explicit_types: bool = True
    """Records name the types that pointers point at, nodes refer to values by metadata; else LOAD, STORE (24), GEP
    (30), CALL, ALLOCA, GLOBALVAR (6 or 11 operands) and FUNCTION (12) don't, nodes are OLD_NODE (8), each reference
    from them counts as a use, and names of lists have no abbreviation.
    """
    metadata_blob: bool = True
    """Metadata strings are in one record (else one each, code 1)."""
    sorted_metadata: bool = True
    """Metadata is sorted by kind, what one function uses is in its block (else all is in the module's, in the order in
    which it is met).
    """
    metadata_before_operands: bool = False
    """A node is numbered before its operands; a null operand numbers `void`."""
    stable_constants: bool = True
    """Integers are moved before other constants stably (else as `std::partition` of libc++ does, from both ends)."""

    def __hash__(self) -> int:
        return hash(self.name)  # eras are keys of caches; hashing all fields is slow

    @property
    def metadata_kinds(self) -> tuple[str, ...]:
        """The kinds of metadata that every module names, in the order of their numbers."""
        return METADATA_KINDS if self.partitions else METADATA_KINDS[:_KINDS_OF_LLVM_7]

    @property
    def operand_bundle_tags(self) -> tuple[str, ...]:
        """The tags of operand bundles that every module names, in the order of their numbers."""
        return OPERAND_BUNDLE_TAGS if self.partitions else OPERAND_BUNDLE_TAGS[:_TAGS_OF_LLVM_7]

    @property
    def module_version(self) -> int:
        """The VERSION record: 1, the value symbol table holds the names; 2, the string table does."""
        return 2 if self.names_in_strings else 1


METADATA_KINDS: Final = (
    *("dbg", "tbaa", "prof", "fpmath", "range", "tbaa.struct", "invariant.load", "alias.scope", "noalias"),
    *("nontemporal", "llvm.mem.parallel_loop_access", "nonnull", "dereferenceable", "dereferenceable_or_null"),
    *("make.implicit", "unpredictable", "invariant.group", "align", LOOP, "type", "section_prefix"),
    *("absolute_symbol", "associated", "callees", "irr_loop"),
    *("llvm.access.group", "callback", "llvm.preserve.access.index", "vcall_visibility", "noundef", "annotation"),
)
_KINDS_OF_LLVM_7: Final = 25  # Apple's LLVM of AIR 2.6 and later, like LLVM 13, knows the others too
OPERAND_BUNDLE_TAGS: Final = (
    *("deopt", "funclet", "gc-transition"),
    *("cfguardtarget", "preallocated", "gc-live", "clang.arc.attachedcall", "ptrauth"),
)
_TAGS_OF_LLVM_7: Final = 3

_AIR_2_0: Final = Era(
    name="AIR 2.0",
    air=((2, 0), (2, 0)),
    newest_attribute=AttributeKind.SPECULATABLE,
    fast_flag_bits=7,
    downgraded_from=902,
)
_AIR_2_1: Final = replace(
    _AIR_2_0,
    name="AIR 2.1-2.2",
    air=((2, 1), (2, 2)),
    fast_flag_bits=8,
    downgraded_from=31001,
    names_in_strings=True,
    metadata_index=True,
    sync_scopes=True,
    global_attributes=True,
)
_AIR_2_3: Final = replace(
    _AIR_2_1,
    name="AIR 2.3-2.5",
    air=((2, 3), (2, 5)),
    downgraded_from=32023,
    types_first=True,
    dso_local=True,
    select_flags=True,
)
_AIR_2_6: Final = replace(
    _AIR_2_3,
    name="AIR 2.6-2.8",
    air=(MODERN_FORM_SINCE[:2], (2, 8)),
    newest_attribute=AttributeKind.NO_CALLBACK,
    downgraded_from=1 << 32,
    phi_flags=True,
    partitions=True,
    later_fields=True,
    opaque_pointers=True,
    poison=True,
    fneg=True,
    freeze=True,
    aligned_atomics=True,
    implicit_locations=True,
)

ERAS: Final = (_AIR_2_0, _AIR_2_1, _AIR_2_3, _AIR_2_6)
"""The eras that can be written, oldest first."""

_LLVM_3_7: Final = replace(
    _AIR_2_0,
    name="LLVM 3.7",
    air=((1, 11), (1, 11)),
    downgraded_from=802,
    identified=False,
    metadata_blob=False,
)
_LLVM_3_7_NATIVE: Final = replace(_LLVM_3_7, name="LLVM 3.7, native", sorted_metadata=False, stable_constants=False)
_LLVM_3_5: Final = replace(
    _LLVM_3_7_NATIVE,
    name="LLVM 3.5",
    air=((1, 0), (1, 10)),
    explicit_types=False,
)
_LLVM_3_5_NATIVE: Final = replace(_LLVM_3_5, name="LLVM 3.5, native", metadata_before_operands=True)

LLVM_3_ERAS: Final = (_LLVM_3_5_NATIVE, _LLVM_3_5, _LLVM_3_7_NATIVE, _LLVM_3_7)
"""The forms of AIR 1.x, which have no IDENTIFICATION block: that of LLVM 3.5 (AIR 1.6, 1.8, and 1.11 on macOS) and that
of 3.7 (AIR 1.11 on iOS and tvOS), each as those LLVMs wrote it (native) and as toolchains from 802 on do."""

_NATIVE: Final = {_LLVM_3_5: _LLVM_3_5_NATIVE, _LLVM_3_7: _LLVM_3_7_NATIVE}


def native_era(era: Era) -> Era:
    """The form of AIR 1.x as the LLVM of its time wrote it; any other era itself."""
    return _NATIVE.get(era, era)


def era_for_air(version: tuple[int, ...], *, is_macos: bool = False) -> Era:
    """The era in which current toolchains write an AIR version; the newest one for versions newer than all we know.

    `is_macos`: the module is for macOS, which at AIR 1.11 has an older form than iOS.
    """
    if version[:2] < ERAS[0].air[0]:
        return _LLVM_3_5 if version[:2] < _LLVM_3_7.air[0] or is_macos else _LLVM_3_7
    for era in ERAS:
        if era.air[0] <= version[:2] <= era.air[1]:
            return era
    if version[:2] > ERAS[-1].air[1]:
        return ERAS[-1]
    raise AssertionError(f"no era has AIR {version[0]}.{version[1]}")
