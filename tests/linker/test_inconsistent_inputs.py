"""Inconsistent inputs end in an error that names the file, or are linked."""

from __future__ import annotations

import contextlib
import random

import pytest

import mtlb
from mtlb.ir import Linkage, MDNode, MetadataCode, Module
from mtlb.linker.inputs import InputFile
from mtlb.linker.link import link
from mtlb.linker.options import LinkOptions, SourceOptions
from tests.linker.samples import METALLIB, changed, golden

OPTIONS = LinkOptions(sources=SourceOptions())


@pytest.mark.long
def test_damaged_bits() -> None:
    chosen = random.Random(7)
    names = ("link_main", "link_helper", "link_stages")
    for _ in range(300):
        files = [bytearray(golden(name).data) for name in names]
        victim = chosen.choice(files)
        for _ in range(chosen.choice((1, 2, 8))):
            victim[chosen.randrange(20, len(victim))] ^= 1 << chosen.randrange(8)
        with contextlib.suppress(mtlb.MtlbError):
            mtlb.write(link([InputFile(n, bytes(d)) for n, d in zip(names, files, strict=True)], OPTIONS).library)


def test_a_uniqued_node_that_names_itself_is_merged() -> None:
    def name_itself(module: Module) -> None:
        node = MDNode(MetadataCode.NODE, [module.context.string("circle")])
        node.fields = (*node.fields, node)
        module.named_metadata["air.compile_options"].append(node)

    helper = changed(golden("link_helper"), lambda module: name_itself(module))
    assert link([changed(golden("link_main"), name_itself), helper], METALLIB).functions


def _no_entry_function(module: Module) -> None:
    node = module.named_metadata["air.kernel"][0]
    module.named_metadata["air.kernel"] = [module.context.node(MetadataCode.NODE, node.fields[1:])]


def _scalar_collection(module: Module) -> None:
    variable = next(g for g in module.globals if g.name == "_ZL4fast")
    variable.linkage = Linkage.APPENDING


def _no_triple(module: Module) -> None:
    module.triple = ""


def _function_and_variable(module: Module) -> None:
    next(g for g in module.globals if g.name.startswith("_Z4mode")).name = "_Z6unusedf"


def _use_before_definition(module: Module) -> None:
    """An operand that only a later instruction of the block computes."""
    for function in module.functions:
        for block in function.blocks:
            for place, early in enumerate(block.instructions):
                for late in block.instructions[place + 1 :]:
                    for number, operand in enumerate(early.operands):
                        if operand.type is late.type and operand not in module.functions:
                            early.operands = (*early.operands[:number], late, *early.operands[number + 1 :])
                            return


def _two_flags_of_one_name(module: Module) -> None:
    module.named_metadata["llvm.module.flags"] *= 2


def _flag_without_behaviour(module: Module) -> None:
    node = module.named_metadata["llvm.module.flags"][0]
    module.named_metadata["llvm.module.flags"][0] = module.context.node(MetadataCode.NODE, node.fields[1:])


@pytest.mark.parametrize(
    ("change", "reason"),
    [
        (_use_before_definition, r"would not be valid: .*is not computed on every way to here"),
        (_two_flags_of_one_name, r"would not be valid: .*is there twice"),
        (_flag_without_behaviour, r"would not be valid: .*a flag that does not have three operands"),
        (_no_entry_function, "does not name a defined function"),
        (_scalar_collection, "is not an array"),
        (_no_triple, "not an AIR target triple"),
        (_function_and_variable, "a function in one input and a variable in another"),
    ],
)
def test_inconsistent_input_is_refused(change: object, reason: str) -> None:
    assert callable(change)
    with pytest.raises(mtlb.MtlbError, match=reason) as caught:
        link([changed(golden("link_main"), change), golden("link_helper")], METALLIB)
    assert "link_main.air" in str(caught.value)


def test_an_empty_function_list_is_a_library_too() -> None:
    result = link([golden("link_helper")], METALLIB)
    assert result.library.functions == []
    assert len(mtlb.write(result.library)) == 96
    assert result.warnings == ["link_helper.air: contributes nothing to the library"]
