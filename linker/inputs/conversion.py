"""Inputs that Metal's loaders would not take: they are converted first (docs/convert.md), or refused."""

from __future__ import annotations

from typing import TYPE_CHECKING

from mtlb.base.errors import UnsupportedError, in_file
from mtlb.base.filekind import is_metal_source, sniff
from mtlb.base.versions import Platform
from mtlb.bitcode import read_module
from mtlb.convert import needs_conversion
from mtlb.ir import Context, Module

from ..options import LinkOptions

if TYPE_CHECKING:
    from mtlb.convert import Converted, ConvertTarget
    from mtlb.metal.driver import CompiledFile
    from mtlb.translate import Shader


def converted(module: Module, path: str, data: bytes | memoryview, base: int, options: LinkOptions) -> Converted | None:
    """The converted input; None if it can be linked unchanged.

    UnsupportedError, naming it, if it has to be converted and can't be, or must not.
    """
    reason = needs_conversion(module)
    if not reason:
        return None
    if not options.convert:
        raise UnsupportedError(f"{reason}, and --no-convert forbids converting it", file=path)
    from mtlb.convert import ConvertOptions, convert_module  # which takes as long to import as all else of a link

    target = None if module.triple.startswith("air") else _asked(options)
    with in_file(path):
        return convert_module(read_module(data, file=path, base=base), ConvertOptions(target))


def _asked(options: LinkOptions) -> ConvertTarget | None:
    """The target that the options of a link name."""
    if options.platform is None and options.min_os is None:
        return None
    from mtlb.convert import ConvertTarget
    from mtlb.convert.options import convertible

    return convertible(ConvertTarget.of(options.platform or Platform.MACOS, options.min_os))


def translated_file(
    path: str,
    data: bytes | memoryview,
    model: Module | None,
    options: LinkOptions,
    context: Context | None = None,
) -> Shader:
    """Translate SPIR-V or a Direct3D container: for the target of the options, else that of another module
    of the link. `context`: of the link, if it takes the module itself.

    Raises as `mtlb.convert.shaders.translate_shader`, and UnsupportedError if nothing is to be converted.
    """
    from mtlb.convert.shaders import WORDS, translate_shader

    if not options.convert:
        raise UnsupportedError(f"it is {WORDS[sniff(data)]}, and --no-convert forbids translating it", file=path)
    from mtlb.convert import target_of

    with in_file(path):
        target = _asked(options) or target_of(model)
        return translate_shader(path, data, str(target.triple), str(target.air), options.shader, context=context)


def compiled_source(path: str, data: bytes | memoryview, model: Module | None, options: LinkOptions) -> CompiledFile:
    """Compile Metal source: for the target of the options, else that of another module of the link.

    SourceError with the compiler's messages; UnsupportedError without clang, or with `convert` off.
    """
    if not options.convert:
        raise UnsupportedError("it is Metal source, and --no-convert forbids compiling it", file=path)
    from mtlb.convert import target_of
    from mtlb.metal import CompileOptions
    from mtlb.metal.driver import compile_given

    with in_file(path):
        return compile_given(path, bytes(data), CompileOptions(_asked(options) or target_of(model)))


def converted_file(path: str, data: bytes | memoryview, options: LinkOptions) -> tuple[bytes | memoryview, list[str]]:
    """The bytes of a finished module, converted if necessary, and the messages for the user."""
    if is_metal_source(path, data):
        source = compiled_source(path, data, None, options)
        return source.bitcode, source.warnings
    if sniff(data).is_shader:
        shader = translated_file(path, data, None, options)
        return shader.bitcode, [f"{path}: {warning}" for warning in shader.warnings]
    module = read_module(data, bodies=False, file=path)
    result = converted(module, path, data, 0, options)
    return (data, []) if result is None else (result.bitcode, conversion_notes(result, path, needs_conversion(module)))


def conversion_notes(result: Converted, path: str, reason: str) -> list[str]:
    """One line about a conversion, and its warnings."""
    return [f"{path}: converted for {result.target}: {reason}", *(f"{path}: {text}" for text in result.warnings)]
