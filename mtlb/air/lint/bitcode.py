"""Rules on the form of the bitcode, which the LLVM of the oldest target system must be able to read."""

from __future__ import annotations

from collections.abc import Iterator

from ...base.features import OPAQUE_POINTERS_SINCE
from ...base.versions import Version
from ...bitcode.probe import attribute_kinds, kinds_of_groups
from ...ir import ERAS, AttributeKind
from .registry import ERROR, PROVEN, SUSPECTED, rule
from .subjects import MODULE, ModuleSubject


@rule(MODULE, "AIR040", "opaque-pointers", ERROR, PROVEN, "Pointers are typed before AIR 2.8",
      "macOS refuses opaque pointers in a module of AIR 2.7 or older (measured by zig-metallib).")  # fmt: skip
def _opaque_pointers(module: ModuleSubject) -> Iterator[str]:
    if module.air is not None and module.air < OPAQUE_POINTERS_SINCE and module.module.has_opaque_pointers:
        yield f"the module has opaque pointers, which AIR {module.air} does not have"


@rule(MODULE, "AIR041", "attribute-kind", ERROR, SUSPECTED, "Attributes are not newer than the target's LLVM",
      "The LLVM in older systems fails on an attribute it doesn't know: Unknown attribute kind.",
      cure="says what `memory(...)` and `captures(...)` say with older attributes, and drops other hints")  # fmt: skip
def _attribute_kinds(module: ModuleSubject) -> Iterator[str]:
    highest = newest_attribute(module.air)
    if module.is_unlinked and highest is not None:
        # Apple's compiler writes the newest form for every target; the linker rewrites it for older targets.
        highest = max(era.newest_attribute for era in ERAS)
    groups = module.attribute_groups
    kinds = attribute_kinds(module.data) if groups is None else kinds_of_groups(groups)
    newer = [kind for kind in sorted(kinds) if highest is not None and kind > highest]
    if newer:
        listed = ", ".join(map(str, newer))
        yield f"attribute kinds {listed}: Apple's modules of AIR {module.air} have none above {highest:d}"


def newest_attribute(air: Version | None) -> AttributeKind | None:
    """The attribute with the highest number in Apple's modules up to an AIR version; None without data for the version.

    LLVM of that time fails on unknown numbers (tried with llvmlite: LLVM 7 to 11 read everything up to AIR 2.5 and fail
    on 68 and above; docs/bitcode.md §7.1).
    """
    newest_attributes = [era.newest_attribute for era in ERAS if air is not None and air[:2] <= era.air[1]]
    return newest_attributes[0] if newest_attributes else None
