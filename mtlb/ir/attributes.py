"""Attributes of functions, parameters and calls: the kinds that LLVM knows, and the groups that records have."""

from __future__ import annotations

from enum import IntEnum

from ..base.classes import NamedTuple
from ..base.versions import Version
from .types import Type


class AttributeKind(IntEnum):
    """Number of an attribute that is not a string: `text` in LLVM's assembly, `since` which LLVM it is there, `air` the
    first AIR version that Apple's modules have it in (None: seen in none).

    Sources: LLVM's LLVMBitCodes.h (`AttributeKindCodes`) up to LLVM 22; the modules of 150 libraries for `air`. A
    reader that does not know a number refuses the module ("Unknown attribute kind").
    """

    text: str
    since: Version
    air: Version | None

    def __new__(
        cls, value: int, text: str, since: tuple[int, int], air: tuple[int, int] | None = None
    ) -> AttributeKind:
        member = int.__new__(cls, value)
        member._value_ = value
        member.text = text
        member.since = Version(*since)
        member.air = None if air is None else Version(*air)
        return member

    # fmt: off
    ALIGNMENT = 1, "align", (3, 3), (2, 1)
    ALWAYS_INLINE = 2, "alwaysinline", (3, 3), (2, 2)
    BY_VAL = 3, "byval", (3, 3)
    INLINE_HINT = 4, "inlinehint", (3, 3), (2, 0)
    IN_REG = 5, "inreg", (3, 3)
    MIN_SIZE = 6, "minsize", (3, 3), (2, 1)
    NAKED = 7, "naked", (3, 3)
    NEST = 8, "nest", (3, 3)
    NO_ALIAS = 9, "noalias", (3, 3), (1, 8)
    NO_BUILTIN = 10, "nobuiltin", (3, 3), (2, 1)
    NO_CAPTURE = 11, "nocapture", (3, 3), (1, 8)
    NO_DUPLICATE = 12, "noduplicate", (3, 3), (1, 8)
    NO_IMPLICIT_FLOAT = 13, "noimplicitfloat", (3, 3)
    NO_INLINE = 14, "noinline", (3, 3), (2, 5)
    NON_LAZY_BIND = 15, "nonlazybind", (3, 3)
    NO_RED_ZONE = 16, "noredzone", (3, 3)
    NO_RETURN = 17, "noreturn", (3, 3)
    NO_UNWIND = 18, "nounwind", (3, 3), (1, 8)
    OPTIMIZE_FOR_SIZE = 19, "optsize", (3, 3), (1, 8)
    READ_NONE = 20, "readnone", (3, 3), (1, 8)
    READ_ONLY = 21, "readonly", (3, 3), (1, 8)
    RETURNED = 22, "returned", (3, 3), (1, 8)
    RETURNS_TWICE = 23, "returns_twice", (3, 3), (1, 8)
    S_EXT = 24, "signext", (3, 3)
    STACK_ALIGNMENT = 25, "alignstack", (3, 3)
    STACK_PROTECT = 26, "ssp", (3, 3)
    STACK_PROTECT_REQ = 27, "sspreq", (3, 3)
    STACK_PROTECT_STRONG = 28, "sspstrong", (3, 3)
    STRUCT_RET = 29, "sret", (3, 3)
    SANITIZE_ADDRESS = 30, "sanitize_address", (3, 3)
    SANITIZE_THREAD = 31, "sanitize_thread", (3, 3)
    SANITIZE_MEMORY = 32, "sanitize_memory", (3, 3)
    UW_TABLE = 33, "uwtable", (3, 3)
    Z_EXT = 34, "zeroext", (3, 3), (1, 8)
    BUILTIN = 35, "builtin", (3, 4)
    COLD = 36, "cold", (3, 4)
    OPTIMIZE_NONE = 37, "optnone", (3, 4)
    IN_ALLOCA = 38, "inalloca", (3, 5)
    NON_NULL = 39, "nonnull", (3, 5), (2, 2)
    JUMP_TABLE = 40, "jumptable", (3, 5)
    DEREFERENCEABLE = 41, "dereferenceable", (3, 5), (2, 0)
    DEREFERENCEABLE_OR_NULL = 42, "dereferenceable_or_null", (3, 7)
    CONVERGENT = 43, "convergent", (3, 7), (2, 0)
    SAFESTACK = 44, "safestack", (3, 7)
    ARG_MEM_ONLY = 45, "argmemonly", (3, 7), (2, 0)
    SWIFT_SELF = 46, "swiftself", (3, 9)
    SWIFT_ERROR = 47, "swifterror", (3, 9)
    NO_RECURSE = 48, "norecurse", (3, 8), (2, 0)
    INACCESSIBLE_MEM_ONLY = 49, "inaccessiblememonly", (3, 8), (2, 6)
    INACCESSIBLE_MEM_OR_ARG_MEM_ONLY = 50, "inaccessiblemem_or_argmemonly", (3, 8)
    ALLOC_SIZE = 51, "allocsize", (3, 9)
    WRITE_ONLY = 52, "writeonly", (3, 9), (2, 1)
    SPECULATABLE = 53, "speculatable", (5, 0), (2, 2)
    STRICT_FP = 54, "strictfp", (6, 0)
    SANITIZE_HWADDRESS = 55, "sanitize_hwaddress", (6, 0)
    NO_CF_CHECK = 56, "nocf_check", (7, 0)
    OPT_FOR_FUZZING = 57, "optforfuzzing", (7, 0)
    SHADOW_CALL_STACK = 58, "shadowcallstack", (7, 0)
    SPECULATIVE_LOAD_HARDENING = 59, "speculative_load_hardening", (8, 0)
    IMM_ARG = 60, "immarg", (9, 0), (2, 6)
    WILL_RETURN = 61, "willreturn", (9, 0), (2, 6)
    NO_FREE = 62, "nofree", (9, 0), (2, 6)
    NO_SYNC = 63, "nosync", (9, 0), (2, 6)
    SANITIZE_MEMTAG = 64, "sanitize_memtag", (9, 0)
    PREALLOCATED = 65, "preallocated", (11, 0)
    NO_MERGE = 66, "nomerge", (11, 0)
    NULL_POINTER_IS_VALID = 67, "null_pointer_is_valid", (11, 0)
    NO_UNDEF = 68, "noundef", (11, 0), (2, 6)
    BY_REF = 69, "byref", (12, 0)
    MUST_PROGRESS = 70, "mustprogress", (12, 0), (2, 6)
    NO_CALLBACK = 71, "nocallback", (12, 0), (2, 6)
    HOT = 72, "hot", (12, 0)
    NO_PROFILE = 73, "noprofile", (13, 0)
    VSCALE_RANGE = 74, "vscale_range", (13, 0)
    SWIFT_ASYNC = 75, "swiftasync", (13, 0)
    NO_SANITIZE_COVERAGE = 76, "nosanitize_coverage", (13, 0)
    ELEMENT_TYPE = 77, "elementtype", (14, 0)
    DISABLE_SANITIZER_INSTRUMENTATION = 78, "disable_sanitizer_instrumentation", (14, 0)
    NO_SANITIZE_BOUNDS = 79, "nosanitize_bounds", (15, 0)
    ALLOC_ALIGN = 80, "allocalign", (15, 0)
    ALLOCATED_POINTER = 81, "allocptr", (15, 0)
    ALLOC_KIND = 82, "allockind", (15, 0)
    PRESPLIT_COROUTINE = 83, "presplitcoroutine", (15, 0)
    FNRETTHUNK_EXTERN = 84, "fn_ret_thunk_extern", (15, 0)
    SKIP_PROFILE = 85, "skipprofile", (16, 0)
    MEMORY = 86, "memory", (16, 0)
    NO_FP_CLASS = 87, "nofpclass", (17, 0)
    OPTIMIZE_FOR_DEBUGGING = 88, "optdebug", (18, 0)
    WRITABLE = 89, "writable", (18, 0)
    CORO_ONLY_DESTROY_WHEN_COMPLETE = 90, "coro_only_destroy_when_complete", (18, 0)
    DEAD_ON_UNWIND = 91, "dead_on_unwind", (18, 0)
    RANGE = 92, "range", (19, 0)
    SANITIZE_NUMERICAL_STABILITY = 93, "sanitize_numerical_stability", (19, 0)
    INITIALIZES = 94, "initializes", (19, 0)
    HYBRID_PATCHABLE = 95, "hybrid_patchable", (19, 0)
    SANITIZE_REALTIME = 96, "sanitize_realtime", (20, 0)
    SANITIZE_REALTIME_BLOCKING = 97, "sanitize_realtime_blocking", (20, 0)
    CORO_ELIDE_SAFE = 98, "coro_elide_safe", (20, 0)
    NO_EXT = 99, "noext", (20, 0)
    NO_DIVERGENCE_SOURCE = 100, "nodivergencesource", (20, 0)
    SANITIZE_TYPE = 101, "sanitize_type", (20, 0)
    CAPTURES = 102, "captures", (20, 0)
    DEAD_ON_RETURN = 103, "dead_on_return", (22, 0)
    SANITIZE_ALLOC_TOKEN = 104, "sanitize_alloc_token", (22, 0)
    NO_CREATE_UNDEF_OR_POISON = 105, "nocreateundeforpoison", (22, 0)
    # fmt: on


class AttributeForm(IntEnum):
    """The first operand of an attribute in a group record, which determines the following operands."""

    ENUM = 0  # kind
    INT = 1  # kind, value
    STRING = 3  # characters of the key, 0
    STRING_VALUE = 4  # characters of the key, 0, characters of the value, 0
    EMPTY_TYPE = 5  # kind
    TYPE = 6  # kind, type
    RANGE = 7  # kind, width, bounds (LLVM 19)
    RANGE_LIST = 8  # kind, count, width, bounds… (LLVM 19)


class AttributePlace(IntEnum):
    """The target of a group's attributes; parameter n, counted from 0, is PARAMETERS + n."""

    RESULT = 0
    PARAMETERS = 1
    FUNCTION = 0xFFFFFFFF


class Attribute(NamedTuple):
    """One attribute in the record's own terms.

    `form` is an `AttributeForm`; `kind` the number (`AttributeKind`), or the key of a string attribute; `value` the
    integer, string or `Type` of the forms that have one, of RANGE and RANGE_LIST the width in bits and then the signed
    bounds, lower and upper (a range excludes its upper bound).
    """

    form: int
    kind: int | str
    value: int | str | Type | tuple[int, ...] | None = None


class AttributeGroup(NamedTuple):
    """The attributes of one `place` (`AttributePlace`).

    Without attributes it is a group that Apple's writer numbered and did not write (it removed the attributes after
    numbering, for an older target); its place is not in the file and negative here, which keeps such groups distinct.
    Groups that became equal by such a removal stay two: `twin` counts the equal ones before it.
    """

    place: int
    attributes: tuple[Attribute, ...]
    twin: int = 0


AttributeList = tuple[AttributeGroup, ...]
"""The groups that belong to a function or a call, in the record's order; () for none."""
