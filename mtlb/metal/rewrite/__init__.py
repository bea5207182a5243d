"""The rewriter: converts preprocessed Metal to C++17 with the same lines, and tables of the constructs that C++ lacks.

Each pass is a file; `rewrite` calls them in order. A pass reads the input tokens, and edits their output text.

This is the contract between rewriter, header (`mtlb/metal/include/mtlb/entry.h`) and back end. All names that the
rewriter writes begin with `__mtl_`, or are in the namespace `__mtl`. Each entry names the Metal construct, the C++ that
the rewriter writes for it, and the resulting IR:

- entry point `f`: `constexpr auto __mtl_entry_N = __mtl::entry<&f, S>::value` after it; bit n of `S`: parameter n has
  `[[stage_in]]`; bit n + 32: it may be a struct of arguments, which the header finds out. In the IR: `{call,
  parameters, result}`: `call` is the function with AIR's signature, the others are tables of types.
- arguments of attributes that are not numbers: `constexpr long __mtl_numbers_N[]`. In the IR: their values, in the
  order of `SourceEntry.numbers`.
- explicit instantiation: the same two constants; its own attributes replace those of the template.
- struct: `static constexpr auto __mtl_members()`, a list of `__mtl::field<&S::m, offset, row, computed...>`. In the IR:
  a table `{row, offset, type, computed}`; row n is `Unit.members[n]`, with name, attributes, address space.
- `threadgroup T x[4];`: `auto& x = __mtl::threadgroup_memory<T[4], tag, k>::value`, never defined. In the IR: an
  internal variable in address space 3.
- `constant T x [[function_constant(n)]]`: `extern "C" const T x __asm__("__mtl_constant_n_x")`. In the IR: the copy
  `_ZL…x` that code reads; `air.static_init` fills it from `_Z…x.MTL_FC_INIT_n_…`, which pipelines set (`constants.py`).
- `[[patch(triangle, N)]]`: `__mtl::entry<&f, S, N>`; `size()` of control points returns N. In the IR:
  `mtlb.emit`'s patch; control points are read by `_Z…S.MTL_CONTROL_POINT_FN`, S being their struct.
- `intersector<tags>`, `intersection_query<tags>`: calls of `mtlb.ray.NAME(bits of the tags, all operands)`. In the IR:
  the function of AIR with the tags in its name.
- `visible_function_table<F>`: a handle; an entry is called through a pointer, with the types of AIR's visible
  functions. In the IR: a call of `air.get_function_pointer_visible_function_table`; parameters that are pointers have
  the spaces of the arguments.
- `[[stitchable]]`: `__mtl_stitched_N`: functions that move a value of each type. In the IR: `air.stitching_info`, with
  these functions under Apple's names.
- `coherent(device)`, `coherent(system)` of a parameter of an entry point: erased. In the IR: accesses are calls of
  `air.load.device_coherent…`, `air.load.system_coherent.volatile…` (`coherent.py`).
- `constant T y = f(x)`, where `x` is a function constant: a function `__mtl_derived_y`, called at each use of `y`.
- `uint2 gid [[thread_position_in_grid]];` of a namespace: a parameter of the entry points that use it, and an external
  variable that they set (`program_scope.py`). In the IR: a variable of the entry point (`passes.py`).
- `[[function_constant(y)]]` with a computed `y`: an additional function `__mtl_predicate_y`. In the IR: called in
  `air.static_init`, which sets the predicate.
- `[[buffer(n)]]`, where `n` is computed from function constants: a function `__mtl_index_of_N`. In the IR: called in
  `air.static_init`, which sets the variable that metadata names in place of the index.
- `threadgroup T x[4] = {1};`: `make()` in the tag's struct, `threadgroup_value<T[4], tag, k>::value`. In the IR: the
  variable's initializer.
- an anonymous union or struct: `__mtl::group<S, row, members...>` in its place. In the IR: a struct
  `S::(anonymous)`.
- a member with `[[position]]` or a similar attribute: `__mtl::marked<field, kind>`. In the IR: decides which AIR
  function `mesh::set_vertex` calls.
- `constexpr sampler s(...)`: the address of `metal::__sampler_state<bits>::state`. In the IR: an entry of
  `air.sampler_states`.
- `device`, `thread`, ...: erased; `constant` becomes const. In the IR: inferred from the parameters of the entry point.
  For messages after an error: `__mtl_space_device<float>* p`, an alias of float (`spaces.py`).
- two functions that differ only in address spaces: the first; if their bodies differ, the second is
  `__mtl_overload_N_f`, which the first calls if `__mtl::in_space<S>(p)`. In the IR: `mtlb.in_space` becomes a constant.
- `1.0`, `static_cast`: `1.0f`, `__mtl::cast`.
- `half(x)`, `bfloat(x)` in a source with bfloats: `__mtl::cast<half>(x)`.
- `v.xyz *= s`: `v.xyz = v.__g_xyz() * (s)`, if the left side contains no call: clang does not compile `*=` on a
  property in a template.
- `template <uint N> f(vec<T, N> x)`: `template <int N>`, which is the type that C++ deduces from the class.
- `[[attribute(Position)]]` of a member: a value in the row of the member. In the IR: `row.computed`, in the order of
  `SourceMember.computed`.

Types of the tables are `__mtl::type`: kind, size, align, two numbers, element, members, name (`enum` and struct in
`entry.h`, read by `tables.py`). `__mtl::abi<T>` gives AIR's parameter type for a C++ type: vectors for `vec`, addresses
for references, handles for textures and samplers. A class that an entry point takes needs a specialisation of both.
Structs whose name contains `literal_result` or `__mtl_literal` get literal types in the IR, as results have in AIR.

A function that a source declares and does not define (`rewrite/external.py`) calls an external function; a
definition with an earlier declaration, or in a source without entry points, gets an additional external function.
Vectors, numbers and handles have AIR's types; structs and struct results are passed by address. The symbol is clang's
(`_Z3lumN5metal3vecIDF16_Li3EEE`), which differs from Apple's, so only modules of `mtlb compile` can be
linked together. `mtlb link` reports undefined functions.

Core Image kernels, which have no attribute, are functions with C linkage in a source that includes coreimage.h. A
`destination` and a `sampler` are passed by their members, like objects of visible functions. The headers of frameworks
are in Metal: they are rewritten with the source.

A sampler of a namespace is an object of an empty class, which converts to a sampler at its use: no code runs before an
entry point. The index of a function constant may be any constant expression (`__mtl_index_N`).

Stage functions get a parameter for each member of their `[[stage_in]]` struct, in its place, and return a packed struct
of the members of their result.
"""

from __future__ import annotations

from .attributes import take_attributes
from .constants import rewrite_constants, take_indices
from .entries import find_entries
from .enumerations import align_enumerations
from .expressions import rewrite_expressions
from .external import find_external
from .literals import erase_coherent, rewrite_literals
from .member_functions import bind_members
from .overloads import drop_overloads
from .program_scope import bind_program_scope
from .rules import check_rules
from .samplers import rewrite_samplers
from .spaces import erase_spaces
from .structs import list_members
from .tokens import SourceError, SourceTokens, joined, source_error
from .unit import ExternalFunction, SourceConstant, SourceEntry, SourceMember, SourceParameter, SourceStruct, Unit

__all__ = [
    "ExternalFunction",
    "SourceConstant",
    "SourceEntry",
    "SourceError",
    "SourceMember",
    "SourceParameter",
    "SourceStruct",
    "SourceTokens",
    "Unit",
    "joined",
    "rewrite",
    "source_error",
]


def rewrite(text: str, file: str = "", language: tuple[int, int] = (3, 1), *, is_standard: bool = True) -> Unit:
    """Rewrite a preprocessed source; `unit.source.written()` is the C++ text. `language`: the version of Metal;
    `is_standard`: an option names it.

    SourceError, with file, line and column, for text that is not valid Metal.
    """
    source = SourceTokens(text, file)
    warnings = check_rules(source, language, is_standard=is_standard)
    source = bind_members(bind_program_scope(source, language))
    unit = drop_overloads(Unit(source))
    align_enumerations(unit)
    take_attributes(unit)
    take_indices(unit)
    list_members(unit)
    find_entries(unit)
    find_external(unit)
    erase_coherent(unit)
    rewrite_literals(unit)
    rewrite_expressions(unit)
    rewrite_samplers(unit)
    rewrite_constants(unit)
    erase_spaces(unit)
    unit.warnings[:0] = warnings
    return unit
