"""Generated inputs for the linker: any number of kernels in one module, each with a helper function."""

from __future__ import annotations

from pathlib import Path

from mtlb.bitcode import read_module
from mtlb.bitcode.writer import write_module
from mtlb.ir import (
    Argument,
    BasicBlock,
    ConstantAsMetadata,
    Context,
    Function,
    InstCode,
    Linkage,
    MDNode,
    Module,
    TypeCode,
    Value,
    make_instruction,
)

__all__ = ["many_kernels"]

_MODEL = Path(__file__).resolve().parent.parent / "golden/air/saxpy.air"
_HELPERS_SHARED_BY = 8


def many_kernels(count: int, repeat: int = 1) -> bytes:
    """A module of `count` kernels, each doing its work `repeat` times. Eight of them share a helper."""
    module = read_module(_MODEL.read_bytes())
    model, (node,) = module.functions[0], module.named_metadata["air.kernel"]
    module.functions.clear()
    module.named_metadata["air.kernel"] = []
    for number in range(count):
        if number % _HELPERS_SHARED_BY == 0:
            helper = _copy(model, f"_Z6helperv{number}", Linkage.LINK_ONCE_ODR, 1)
            module.functions.append(helper)
        kernel = _copy(model, f"kernel_{number}", Linkage.EXTERNAL, repeat)
        _call(module.context, kernel, helper)
        module.functions.append(kernel)
        module.named_metadata["air.kernel"].append(_renamed(module, node, kernel))
    return write_module(module)


def _copy(model: Function, name: str, linkage: Linkage, repeat: int) -> Function:
    """A function whose one block is that of another, `repeat` times."""
    copy = Function(model.type, model.value_type, name, linkage)
    copy.is_definition, copy.attributes, copy.unnamed_addr = True, model.attributes, model.unnamed_addr
    copy.arguments = [Argument(argument.type, argument.index) for argument in model.arguments]
    values: dict[Value, Value] = dict(zip(model.arguments, copy.arguments, strict=True))
    *work, end = model.blocks[0].instructions
    copy.blocks.append(BasicBlock())
    for old in [*(work * repeat), end]:
        operands = [values.get(operand, operand) for operand in old.operands]
        values[old] = new = make_instruction(old.code, old.type, operands, old.params, (), old.aux_type)
        copy.blocks[0].instructions.append(new)
    return copy


def _call(context: Context, caller: Function, callee: Function) -> None:
    operands = [*caller.arguments, callee]
    call = make_instruction(InstCode.CALL, context.type(TypeCode.VOID), operands, (0, 0, 0), (), callee.value_type)
    caller.blocks[0].instructions.insert(0, call)


def _renamed(module: Module, node: MDNode, kernel: Function) -> MDNode:
    assert isinstance(node.fields[0], ConstantAsMetadata)
    context = module.context
    return context.node(node.code, [context.value_metadata(kernel), *node.fields[1:]])
