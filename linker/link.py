"""A link, from the files to the library.

    files -> load -> facts -> plan -> shards -> program -> output -> library

`link` and `link_inputs` have the steps in order; each can be called alone. `docs/linking.md` has the rules,
docs/performance.md §3 says which step decides what.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import partial
from typing import TYPE_CHECKING

from mtlb.machinery.collection import collection_paused, module_lifetime

from .inputs.files import InputFile, InputLike
from .inputs.load import Inputs, load
from .like import LikeLibrary, given_options, with_toolchain
from .options import LinkOptions
from .output.assemble import Assembly, LinkedFunction, LinkedSymbol, LinkResult, assemble
from .output.finish import link_shard
from .plan.plan import LinkPlan, plan_link
from .plan.scan import scan_inputs
from .plan.work import Progress, Work, most_kept

if TYPE_CHECKING:
    from concurrent.futures import Executor

    from typing_extensions import Unpack

    from .fields import LinkFields

__all__ = ["LinkResult", "LinkedFunction", "LinkedSymbol", "link", "link_inputs", "plan_inputs"]


@collection_paused()
def link(
    files: Iterable[InputLike],
    options: LinkOptions | None = None,
    *,
    executor: Executor | None = None,
    progress: Progress | None = None,
    like: LikeLibrary | None = None,
    **fields: Unpack[LinkFields],
) -> LinkResult:
    """Link `files`, in command-line order: paths, pairs (name, bytes), modules (`mtlb.read_module`) or `InputFile`s.

    Each is bitcode, an archive, a metallib or SPIR-V, recognised by content, or `.ll` text. Every call reads the inputs
    into new modules: they may be linked again, and by several threads at once, with the same result.
    `mtlb.write` makes the bytes of the result's library. Nothing is written here.

    `fields`: those of `LinkOptions`, such as `platform="ios", min_os="17.0"`; they replace the same ones of `options`.
    `like`: a library or the path of one, to link as it was linked (`mtlb.linker.options_like`); `fields` take
    precedence.

    `executor`: any `concurrent.futures.Executor` that is to do the work, such as a `ProcessPoolExecutor` or Dask's. Its
    workers need the inputs under the same paths. The result is the same as without; a small link runs in this process
    (docs/performance.md §3).
    `progress` is called with (bytes of inputs done, in all): half of an input is done when it is scanned.

    Raises FormatError for a malformed input, UnsupportedError for one that can't be linked yet, LinkError for inputs
    that don't go together, BuildError for options that the format can't express, OSError for a path that can't be read,
    TypeError for a keyword that is not a field.
    """
    # Files: whatever callers give becomes a named file, whose bytes are read when they are needed. A module under
    # construction is one already, a copy for this link alone.
    input_files = InputFile.all_of(files, for_one_link=True)
    options = given_options("link", options, like, [file.name for file in input_files], {**fields})

    # Load: files are split into modules, archive members that may be needed, and dynamic libraries. Modules
    # stay bytes, but for shaders of other APIs that a small link translates, and copies: only this link takes those.
    inputs = load(input_files, options, most_held=most_kept(options.kind, executor))

    return link_inputs(inputs, options, executor=executor, progress=progress)


@module_lifetime()
def link_inputs(
    inputs: Inputs, options: LinkOptions, *, executor: Executor | None = None, progress: Progress | None = None
) -> LinkResult:
    """Link the result of `load`, as `link` does. The inputs are not changed and may be linked again."""
    options = with_toolchain(options, inputs.compiled())
    work = Work.of_link(inputs.modules, options.kind, executor, progress)

    # Facts: what the link needs to know about each input. Each is read alone, possibly in another process.
    scanned = scan_inputs(inputs, options, work)

    # Plan: whatever depends on more than one input is decided here, on facts alone, and nowhere else.
    plan = plan_link(inputs, scanned, options)

    # Shards: ranges of the inputs, with all that was decided about them. A small link is one shard in this process.
    ranges = plan.shard_ranges(work.shard_count(plan.size))
    shards = map(plan.shard, ranges)

    # Program, output: the inputs of a shard are merged, and split into a finished module for each entry point. That
    # depends on the shard alone, so it gives the same bytes anywhere and in any order.
    sizes = [sum([facts.input_.size for facts in owned]) for owned in ranges]
    results = work.do(partial(link_shard, kept=scanned.kept), shards, sizes)

    # Library: the container around the finished modules, in link order. Modules are not read again.
    return assemble(Assembly.of(plan), results)


def plan_inputs(
    inputs: Inputs, options: LinkOptions, executor: Executor | None = None, *, progress: Progress | None = None
) -> LinkPlan:
    """The first half of a link: the plan for the result of `load`. `executor` scans the inputs. Raises what `link`
    does.

    `progress` is called with (bytes of inputs scanned, in all).
    """
    options = with_toolchain(options, inputs.compiled())
    return plan_link(inputs, scan_inputs(inputs, options, Work(executor, progress)), options)
