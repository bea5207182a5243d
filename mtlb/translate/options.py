"""How modules of SPIR-V are translated."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from ..base.arguments import flag, text
from ..base.errors import BuildError
from ..base.options import CliFlag, FlagForm, Option, Options
from .hosts import HOSTS

POINT_SIZES = ("keep", "force", "drop")
"""What becomes of the size of points: as the shader writes it, 1 where it writes none, left out."""
INPUT_ATTACHMENTS = ("fetch", "texture")
"""What input attachments are: colors of the render pass that the function gets as arguments, or textures."""
ENTRY_FIELDS = ("entry", "file", "stage")
"""What the pattern of the entry points' names can name."""
USER_NAMES = ("host", "loc", "locn")
"""What is before the location in the names of outputs and inputs; "host": what `slots` says."""
PATCHES = ("quad", "triangle")
"""What patches are, where the control stage does not say it."""
BINDING_MODELS = ("slots", "root")
"""Where a shader of Direct3D has its resources: in Metal's slots, or in one argument buffer by its root signature."""
_PANEL = "SPIR-V"


def _one_of(words: tuple[str, ...]) -> Callable[[str, str], str]:
    def check(name: str, value: str) -> str:
        if text(name, value) not in words:
            raise BuildError(f"{name} is one of {', '.join(words)}, not {value!r}")
        return value

    return check


def _entry_names(name: str, value: str) -> str:
    try:
        pattern = text(name, value).format(**dict.fromkeys(ENTRY_FIELDS, "x"))
    except (KeyError, ValueError, IndexError, AttributeError) as error:  # what format raises
        raise BuildError(f"{name} {value!r}: {_words(error)}") from None
    if not pattern:
        raise BuildError(f"{name} gives an entry point an empty name")
    return value


def _words(error: Exception) -> str:
    return f"it names {error}, not one of {', '.join(ENTRY_FIELDS)}" if isinstance(error, KeyError) else str(error)


BOUNDS_POLICIES = ("unchecked", "restrict", "read-zero-skip-write")
"""What becomes of an index out of bounds, by the names of Naga's `BoundsCheckPolicy`: it is taken as it is; it is taken
to an index in bounds; reads give zero and writes do nothing."""


def _mask(name: str, value: str) -> str:
    try:
        number = int(text(name, value), 0)
    except ValueError:
        number = -1
    if not 0 <= number <= 0xFFFFFFFF:
        raise BuildError(f"{name} is a number of 32 bits, such as 0x5, not {value!r}")
    return value


def _choice(name: str, help: str, words: tuple[str, ...]) -> CliFlag:
    """One of several words, the first by default."""
    return CliFlag(name, help, _PANEL, FlagForm.CHOICE, default=words[0], values={word: word for word in words})


def _switch(name: str, help: str) -> CliFlag:
    return CliFlag(name, help, _PANEL, FlagForm.ON)


@dataclass(frozen=True)
class ShaderOptions(Options):
    """How modules of SPIR-V are translated (docs/spirv.md §1). BuildError for a value that a field can't have."""

    what = "option of a translation"

    flip_y: Option[bool, bool] = Option(
        False, flag, cli=CliFlag("--flip-y", "Negate the y coordinate of positions.", _PANEL, FlagForm.ON)
    )
    """The y coordinate of positions gets the other sign (SPIR-V of Vulkan has y down, Metal up)."""

    fix_depth: Option[bool, bool] = Option(
        False, flag, cli=CliFlag("--fix-depth", "Map depths from OpenGL's -1…1 to 0…1.", _PANEL, FlagForm.ON)
    )
    """z from -w…w, as OpenGL has it, becomes 0…w."""

    point_size: Option[str, str] = Option(
        "keep",
        _one_of(POINT_SIZES),
        cli=CliFlag(
            "--point-size",
            "The point size: as the shader writes it, 1 if it writes none, or left out.",
            _PANEL,
            FlagForm.CHOICE,
            default="keep",
            values={word: word for word in POINT_SIZES},
        ),
    )
    """One of `POINT_SIZES`."""

    input_attachments: Option[str, str] = Option(
        "fetch",
        _one_of(INPUT_ATTACHMENTS),
        cli=CliFlag(
            "--input-attachments",
            "Input attachments: arguments with the colors of the render pass, or textures.",
            _PANEL,
            FlagForm.CHOICE,
            default="fetch",
            values={word: word for word in INPUT_ATTACHMENTS},
        ),
    )
    """One of `INPUT_ATTACHMENTS`. Those with several samples are textures always."""

    vertex_for_tessellation: Option[bool, bool] = Option(
        False,
        flag,
        cli=CliFlag(
            "--vertex-for-tessellation",
            "Compile vertex functions to kernels that write the input of the tessellation control stage.",
            _PANEL,
            FlagForm.ON,
        ),
    )
    """Vertex functions are kernels, before tessellation (docs/spirv.md §3)."""

    patches: Option[str, str] = Option(
        "quad",
        _one_of(PATCHES),
        cli=CliFlag(
            "--patches",
            "The tessellated primitive, if the control stage does not state it.",
            _PANEL,
            FlagForm.CHOICE,
            default="quad",
            values={word: word for word in PATCHES},
        ),
    )
    """One of `PATCHES`."""

    index_bounds_check_policy: Option[str, str] = Option(
        BOUNDS_POLICIES[0],
        _one_of(BOUNDS_POLICIES),
        cli=_choice(
            "--index-bounds-check-policy",
            "How to treat out-of-bounds indices into thread and threadgroup memory (vectors, matrices, arrays).",
            BOUNDS_POLICIES,
        ),
    )
    """One of `BOUNDS_POLICIES`; of arrays of resources, which have no zero, the second in place of the third."""

    buffer_bounds_check_policy: Option[str, str] = Option(
        BOUNDS_POLICIES[0],
        _one_of(BOUNDS_POLICIES),
        cli=_choice(
            "--buffer-bounds-check-policy", "How to treat out-of-bounds indices into buffers.", BOUNDS_POLICIES
        ),
    )
    """One of `BOUNDS_POLICIES`. Arrays without a length need the buffer of sizes."""

    image_bounds_check_policy: Option[str, str] = Option(
        BOUNDS_POLICIES[0],
        _one_of(BOUNDS_POLICIES),
        cli=_choice(
            "--image-bounds-check-policy",
            "How to treat out-of-bounds texel reads (coordinates, layers, levels, samples).",
            BOUNDS_POLICIES,
        ),
    )
    """One of `BOUNDS_POLICIES`."""

    swizzle_texture_samples: Option[bool, bool] = Option(
        False,
        flag,
        cli=_switch("--swizzle-texture-samples", "Swizzle the components of sampled textures as a buffer specifies."),
    )
    """For devices without swizzles: ``spvSwizzleConstants`` of SPIRV-Cross, a uint by the slot of the texture."""

    zero_workgroup_memory: Option[bool, bool] = Option(
        False,
        flag,
        cli=_switch("--zero-workgroup-memory", "Set threadgroup memory to zero when a kernel begins."),
    )
    """One thread clears it, and the others wait for it."""

    force_loop_bounding: Option[bool, bool] = Option(
        False,
        flag,
        cli=_switch("--force-loop-bounding", "End an infinite loop, and its function, after 2^64 - 1 iterations."),
    )
    """So that no compiler may take it for a loop that can't be."""

    enable_frag_output_mask: Option[str, str] = Option(
        "0xffffffff",
        _mask,
        cli=CliFlag(
            "--enable-frag-output-mask",
            "A bit mask of the color locations that fragment functions keep; others are left out.",
            _PANEL,
            metavar="MASK",
            default="0xffffffff",
        ),
    )
    """A number of 32 bits. What goes to an attachment that the pipeline lacks is left out."""

    disable_frag_depth: Option[bool, bool] = Option(
        False,
        flag,
        cli=_switch("--disable-frag-depth", "Don't write depth in fragment functions."),
    )
    """For pipelines without an attachment for it."""

    disable_frag_stencil_ref: Option[bool, bool] = Option(
        False,
        flag,
        cli=_switch("--disable-frag-stencil-ref", "Don't write the stencil reference in fragment functions."),
    )
    """For pipelines without an attachment for it."""

    fast_math: Option[bool, bool] = Option(
        False,
        flag,
        cli=CliFlag(
            "--fast-math", "Assume that floating-point values are neither NaN nor infinite.", _PANEL, FlagForm.ON
        ),
    )
    """Floating-point operations may assume that there is no NaN and no infinity."""

    entry_names: Option[str, str] = Option(
        "{entry}",
        _entry_names,
        cli=CliFlag(
            "--entry-names",
            "The names of entry points, from {entry}, {file} and {stage}; {file}_{entry} keeps several files apart.",
            _PANEL,
            metavar="PATTERN",
            default="{entry}",
        ),
    )
    """The pattern of the names of entry points, with ``{entry}`` (its own name), ``{file}`` (that of the file, without
    suffix) and ``{stage}`` (vertex, fragment, kernel)."""

    binding_model: Option[str, str] = Option(
        "slots",
        _one_of(BINDING_MODELS),
        cli=_choice(
            "--binding-model",
            "Where Direct3D resources go: slots by register, or an argument buffer by root signature.",
            BINDING_MODELS,
        ),
    )
    """One of `BINDING_MODELS` (docs/direct3d.md §3)."""

    slots: Option[str, str] = Option(
        "order",
        _one_of(tuple(HOSTS)),
        cli=CliFlag(
            "--slots",
            "The host whose conventions slots and names follow where --bindings does not set them; order: by "
            "set and binding.",
            _PANEL,
            FlagForm.CHOICE,
            default="order",
            values={word: word for word in HOSTS},
            before="flip_y",
        ),
    )
    """One of `hosts.HOSTS` (docs/hosts.md)."""

    user_names: Option[str, str] = Option(
        "host",
        _one_of(USER_NAMES),
        cli=CliFlag(
            "--user-names",
            "How outputs and inputs are matched: user(locN) like Naga, user(locnN) like SPIRV-Cross, or "
            "following --slots.",
            _PANEL,
            FlagForm.CHOICE,
            default="host",
            values={word: word for word in USER_NAMES},
        ),
    )
    """One of `USER_NAMES`."""

    bindings: Option[str, str] = Option(
        "",
        text,
        cli=CliFlag(
            "--bindings",
            "The slots of resources (TOML, docs/spirv.md §2).",
            _PANEL,
            metavar="FILE",
            shown="follows --slots",
            before="flip_y",
            reads=True,
        ),
    )
    """Which slots resources get, as TOML text; "" for those of `slots`."""
