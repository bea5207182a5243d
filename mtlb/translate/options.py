"""Options for the translation of SPIR-V modules."""

from __future__ import annotations

from collections.abc import Callable

from ..base.arguments import flag, text
from ..base.classes import dataclass
from ..base.errors import BuildError
from ..base.options import CliFlag, FlagForm, Option, Options

HOST_NAMES = ("order", "wgpu", "dawn", "sdl", "decoration", "spirv-cross", "moltenvk", "bgfx")
"""The names in `hosts.HOSTS`, which is not imported here: every link has these options."""
POINT_SIZES = ("keep", "force", "drop")
"""Point sizes: as the shader writes them, 1 if it writes none, or omitted."""
INPUT_ATTACHMENTS = ("fetch", "texture")
"""The form of input attachments: arguments with colors of the render pass, or textures."""
ENTRY_FIELDS = ("entry", "file", "stage")
"""The placeholders in the pattern of entry point names."""
USER_NAMES = ("host", "loc", "locn")
"""The prefix before the location in the names of outputs and inputs; "host": the prefix of `slots`."""
PATCHES = ("quad", "triangle")
"""The domain of patches, if the control stage does not state it."""
BINDING_MODELS = ("slots", "root")
"""How a Direct3D shader gets its resources: in Metal's slots, or in an argument buffer by its root signature."""
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
    except (KeyError, ValueError, IndexError, AttributeError) as error:  # exceptions of str.format
        raise BuildError(f"{name} {value!r}: {_words(error)}") from None
    if not pattern:
        raise BuildError(f"{name} gives an entry point an empty name")
    return value


def _words(error: Exception) -> str:
    return f"it names {error}, not one of {', '.join(ENTRY_FIELDS)}" if isinstance(error, KeyError) else str(error)


BOUNDS_POLICIES = ("unchecked", "restrict", "read-zero-skip-write")
"""The handling of an index out of bounds, by the names of Naga's `BoundsCheckPolicy`: unchecked; clamped; or reads
return zero and writes have no effect."""


def _mask(name: str, value: str) -> str:
    try:
        number = int(text(name, value), 0)
    except ValueError:
        number = -1
    if not 0 <= number <= 0xFFFFFFFF:
        raise BuildError(f"{name} is a number of 32 bits, such as 0x5, not {value!r}")
    return value


def _choice(name: str, help: str, words: tuple[str, ...]) -> CliFlag:
    """A field with one of several words, the first by default."""
    return CliFlag(name, help, _PANEL, FlagForm.CHOICE, default=words[0], values={word: word for word in words})


def _switch(name: str, help: str) -> CliFlag:
    return CliFlag(name, help, _PANEL, FlagForm.ON)


@dataclass(frozen=True)
class ShaderOptions(Options):
    """Options for the translation of SPIR-V modules (docs/spirv.md §1). Raises BuildError for an invalid value."""

    what = "option of a translation"

    flip_y: Option[bool, bool] = Option(
        False, flag, cli=CliFlag("--flip-y", "Negate the y coordinate of positions.", _PANEL, FlagForm.ON)
    )
    """Negate the y coordinate of positions (Vulkan's y points down, Metal's up)."""

    fix_depth: Option[bool, bool] = Option(
        False, flag, cli=CliFlag("--fix-depth", "Map depths from OpenGL's -1…1 to 0…1.", _PANEL, FlagForm.ON)
    )
    """Map z from -w…w, as in OpenGL, to 0…w."""

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
    """One of `INPUT_ATTACHMENTS`. Multisampled attachments are always textures."""

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
    """Translate vertex functions to kernels, for use before tessellation (docs/spirv.md §3)."""

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
    """One of `BOUNDS_POLICIES`. For arrays of resources, which have no zero, the third policy acts as the second."""

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
    """For devices without swizzles: ``spvSwizzleConstants`` in SPIRV-Cross, a uint for each texture slot."""

    zero_workgroup_memory: Option[bool, bool] = Option(
        False,
        flag,
        cli=_switch("--zero-workgroup-memory", "Set threadgroup memory to zero when a kernel begins."),
    )
    """One thread clears the memory, and the others wait for it."""

    force_loop_bounding: Option[bool, bool] = Option(
        False,
        flag,
        cli=_switch("--force-loop-bounding", "End an infinite loop, and its function, after 2^64 - 1 iterations."),
    )
    """Prevents compilers from assuming that the loop terminates."""

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
    """A 32-bit mask. Outputs to an attachment that the pipeline lacks are omitted."""

    disable_frag_depth: Option[bool, bool] = Option(
        False,
        flag,
        cli=_switch("--disable-frag-depth", "Don't write depth in fragment functions."),
    )
    """For pipelines without a depth attachment."""

    disable_frag_stencil_ref: Option[bool, bool] = Option(
        False,
        flag,
        cli=_switch("--disable-frag-stencil-ref", "Don't write the stencil reference in fragment functions."),
    )
    """For pipelines without a stencil attachment."""

    fast_math: Option[bool, bool] = Option(
        False,
        flag,
        cli=CliFlag(
            "--fast-math", "Assume that floating-point values are neither NaN nor infinite.", _PANEL, FlagForm.ON
        ),
    )
    """Allow the compiler to assume that floating-point operations see no NaN and no infinity."""

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
        _one_of(HOST_NAMES),
        cli=CliFlag(
            "--slots",
            "The host whose conventions slots and names follow where --bindings does not set them; order: by "
            "set and binding.",
            _PANEL,
            FlagForm.CHOICE,
            default="order",
            values={word: word for word in HOST_NAMES},
            before="flip_y",
        ),
    )
    """One of `HOST_NAMES` (docs/hosts.md)."""

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
    """The slots of resources, as TOML text; "" for those of `slots`."""
