"""The tables that LLVM writes into every module."""

from __future__ import annotations

from collections.abc import Sequence

from ...base.versions import Version
from ...ir import Module, era_for_air


def give_header(module: Module, air: Version, kinds: Sequence[str] = ()) -> None:
    """Add the tables that Apple's modules of an AIR version have. `kinds`: metadata kinds in addition to those that all
    modules list.
    """
    era = era_for_air(air)
    module.metadata_kinds = list(enumerate((*era.metadata_kinds, *kinds)))
    module.operand_bundle_tags = list(era.operand_bundle_tags)
    module.sync_scopes = ["singlethread", ""]
    module.version = era.module_version
    module.symtab_version = (3 if era.later_fields else 1) if era.names_in_strings else None
