"""Reads the module of an input and transforms it for the target."""

from __future__ import annotations

from mtlb.air.facts import air_version
from mtlb.base.classes import dataclass, field
from mtlb.base.digest import sha256
from mtlb.base.errors import MtlbError, in_file
from mtlb.base.versions import Version
from mtlb.bitcode import read_module
from mtlb.container.tags import DebugLocation
from mtlb.ir import Context, Function, Module
from mtlb.passes.form import form_for
from mtlb.passes.optimize import optimize
from mtlb.passes.retarget import retarget

from ..options import LinkOptions
from .files import Input


@dataclass(eq=False)
class LoadedModule:
    """The module of an input, in the form for the target. It belongs to one link, which merges modules in place.

    `finished`: the module goes into the library as it is. `debug_locations`: source locations of functions whose debug
    info was removed.
    """

    input_: Input
    module: Module
    finished: bool
    debug_locations: dict[Function, DebugLocation] = field(default_factory=dict)

    @property
    def path(self) -> str:
        """The input as the user wrote it."""
        return self.input_.path


def digest(data: bytes | memoryview) -> str:
    """The SHA-256 of an input, to identify it when it is read again."""
    return sha256(data).hex()


def load_module(
    input_: Input, options: LinkOptions, context: Context, expected: str, *, bodies: bool = True
) -> LoadedModule:
    """Read the module of an input that was scanned, into `context`, and give it the form that the target takes.

    `expected`: the digest of the bytes that were scanned; empty if the link keeps the module, so that nothing is read
    again. MtlbError if the digest of the input's bytes is another one.
    """
    data = input_.data
    if expected and digest(data) != expected:
        raise MtlbError("the file changed after the link was planned: plan the link again", file=input_.path)
    module = read_module(data, context=context, bodies=bodies, file=input_.path, base=input_.base)
    with in_file(input_.path):
        return prepared(input_, module, options)


def prepared(input_: Input, module: Module, options: LinkOptions) -> LoadedModule:
    """The module in the form for the target: runs the passes of `mtlb.passes` that change code."""
    retargeted = retarget(module, options.platform)
    if input_.finished and retargeted is module:
        return LoadedModule(input_, module, True)
    if options.combines_instructions:
        retargeted = optimize(retargeted)
    formed = form_for(retargeted, air_version(retargeted) or Version(0))
    return LoadedModule(input_, formed.module, False, formed.debug_locations)
