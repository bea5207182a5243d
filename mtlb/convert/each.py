"""Convert every entry point that can be converted, and report the errors of the others."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from ..air import read_entry_points
from ..base.errors import BuildError, MtlbError, UnsupportedError, in_file
from ..ir import ConstantAsMetadata, Function, MDNode, Module, copy_module
from .needs import is_foreign
from .options import ConvertOptions
from .pipeline import Converted, convert_bytes, convert_module, read_ir
from .prune import prune
from .shaders import is_translated
from .sources import SOURCE_TABLES, kernels_of, source_of


def convert_each(
    name: str, data: bytes | memoryview, options: ConvertOptions | None = None
) -> tuple[Converted | None, dict[str, MtlbError]]:
    """The module of a file with the entry points that can be converted, and the errors of the others by name.

    None if no entry point is left. An error that does not belong to one entry point is raised, as by `convert_bytes`;
    the same holds for a module with a single entry point, and for translated input.
    """
    options = options or ConvertOptions()
    try:
        return convert_bytes(name, data, options), {}
    except (UnsupportedError, BuildError) as error:
        if is_translated(data):
            raise
        first = error
    with in_file(name):
        module = read_ir(name, data)
        foreign = options.makes_entries or is_foreign(module)
        names = _foreign_names(module, options) if foreign else [e.function.name for e in read_entry_points(module)]
        if len(names) < 2:
            raise first
        errors = _failing(module, names, names, options, foreign=foreign)
        for each in errors.values():
            each.file = each.file or name
        if {each.reason for each in errors.values()} == {first.reason} and len(errors) == len(names):
            raise first  # the error belongs to the whole module
        good = [name for name in names if name not in errors]
        if not good:
            return None, errors
        part = _part(module, good, names)
        return convert_module(part, _of(options, good, foreign=foreign)), errors


def _foreign_names(module: Module, options: ConvertOptions) -> list[str]:
    """The names of the requested entry points, chosen as by `convert_module`."""
    planned = [] if options.plan is None else options.plan.present(module)
    source = SOURCE_TABLES[options.source or source_of(module)]
    return list(options.entries) or [entry.function for entry in planned] or kernels_of(module, source)


def _of(options: ConvertOptions, names: Sequence[str], *, foreign: bool) -> ConvertOptions:
    """The options, restricted to these entry points."""
    if not foreign:
        return options
    plan = options.plan
    if plan is not None:
        entries = tuple(entry for entry in plan.entries if entry.function in names)
        plan = replace(plan, entries=entries, optional=True)
    return replace(options, entries=tuple(names), plan=plan)


def _failing(
    module: Module, names: Sequence[str], entries: Sequence[str], options: ConvertOptions, *, foreign: bool
) -> dict[str, MtlbError]:
    """The names that can't be converted, searched by bisection: a single failure costs a logarithmic number of
    attempts.
    """
    errors: dict[str, MtlbError] = {}
    work = [(module, list(names))]
    while work:
        whole, group = work.pop()
        half = -(-len(group) // 2)
        for part in (group[:half], group[half:]):
            if not part:
                continue
            own = _part(whole, part, entries)
            try:
                convert_module(copy_module(own), _of(options, part, foreign=foreign))
            except (UnsupportedError, BuildError) as error:
                if len(part) == 1:
                    errors[part[0]] = error
                else:
                    work.append((own, part))
    return {name: errors[name] for name in names if name in errors}


def _part(module: Module, names: Sequence[str], entries: Sequence[str]) -> Module:
    """A copy of a module with some of its entry points and everything that they need."""
    others = set(entries) - set(names)

    def is_of_others(node: MDNode) -> bool:
        function = node.fields[0] if node.fields else None
        value = function.value if isinstance(function, ConstantAsMetadata) else None
        return isinstance(value, Function) and value.name in others

    lists = {
        name: kept
        for name, nodes in module.named_metadata.items()
        if (kept := [node for node in nodes if not is_of_others(node)]) or not nodes
    }
    whole = copy_module(replace(module, named_metadata=lists, raw=None))
    aliased = [alias.aliasee for alias in whole.aliases if alias.name in names]
    functions = [function for function in whole.functions if function.name in names or function in aliased]
    aliases = [alias for alias in whole.aliases if alias.name in names]
    prune(whole, functions)
    whole.aliases += [alias for alias in aliases if alias not in whole.aliases]
    return whole
