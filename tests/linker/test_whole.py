"""Dynamic libraries and Core Image libraries: one module, which functions it lists, what executables import."""

from __future__ import annotations

import re
import struct
from collections.abc import Callable
from pathlib import Path

import pytest

import mtlb
from mtlb.air.imports import dynamic_imports
from mtlb.base.digest import sha256
from mtlb.base.errors import BuildError, LinkError
from mtlb.bitcode import read_module
from mtlb.bitcode.local_symbols import first_form, linked_symbols
from mtlb.bitcode.symtab import hash_order
from mtlb.bitcode.writer import write_module
from mtlb.ir import (
    ConstantAsMetadata,
    Function,
    GlobalVariable,
    Linkage,
    MDString,
    Module,
    Visibility,
)
from mtlb.ir.verify import verify_module
from mtlb.linker.inputs import InputFile
from mtlb.linker.link import LinkResult, link
from mtlb.linker.options import LinkOptions
from mtlb.linker.output.pack import pack
from tests.linker.samples import changed, golden

NAME = "@loader_path/libhelper.metallib"
DYLIB = LinkOptions(kind="dylib", install_name=NAME)
CORE_IMAGE = LinkOptions(kind="core-image")
APPLY, UNUSED = "_Z5applyPU9MTLdeviceK5Scale", "_Z6unusedf"


def dylib(*files: InputFile, options: LinkOptions = DYLIB) -> LinkResult:
    return link(files or [golden("link_helper")], options)


def as_input(result: LinkResult, name: str = "libhelper.metallib") -> InputFile:
    return InputFile(name, mtlb.write(result.library))


def module_of(result: LinkResult) -> Module:
    return read_module(result.functions[0].function.module)


def flags_of(module: Module) -> list[str]:
    names = [node.fields[1] for node in module.named_metadata["llvm.module.flags"]]
    return [name.value for name in names if isinstance(name, MDString)]


def helper(change: Callable[[Function], None], name: str = "_Z6unusedf") -> InputFile:
    """The helper with one of its functions changed."""

    def run(module: Module) -> None:
        function = module.function(name)
        assert function is not None
        change(function)

    return changed(golden("link_helper"), run)


# --- dynamic libraries -----------------------------------------------------------------------------------------------


def test_a_symbol_table_that_names_what_is_no_local() -> None:
    """A damaged module: its name is lost, as LLVM has no place for it."""

    def name_a_global(function: Function) -> None:
        function.arguments[0].name = "a"
        function.symbols = [function.arguments[0], function]

    result = module_of(dylib(helper(name_a_global)))
    function = result.function(UNUSED)
    assert function is not None and [symbol.name for symbol in function.symbols] == ["a"]


def test_a_dynamic_library_exports_what_is_visible() -> None:
    library = mtlb.read(mtlb.write(dylib().library))
    assert library.dynamic_header is not None and library.dynamic_header.name == NAME
    assert [(f.name, f.type.label) for f in library.functions] == [(n, "unqualified") for n in (APPLY, UNUSED)]
    assert len({id(f.module) for f in library.functions}) == len({id(f.reflection) for f in library.functions}) == 1
    (entry,) = library.reflections
    version = struct.pack("<3I", 0, 4, 0)
    assert bytes(entry.buffer) == bytes.fromhex("1000000041495252000006001000040006000000") + version
    assert mtlb.verify(library) == []


def test_its_module_is_made_by_moving_into_one_with_limits() -> None:
    module = module_of(dylib())
    assert module.source_filename == NAME
    limits = [
        "device_buffers",
        "constant_buffers",
        "threadgroup_buffers",
        "textures",
        "read_write_textures",
        "samplers",
    ]
    assert flags_of(module) == [
        *(f"air.max_{limit}" for limit in limits),
        "SDK Version",
        "wchar_size",
        "frame-pointer",
    ]
    assert list(module.named_metadata)[:2] == ["llvm.module.flags", "air.version"]
    assert "air.source_file_name" in module.named_metadata or len(module.named_metadata) == 5
    # In the order of definition, what is named before it is defined where it is first named.
    assert [f.name for f in module.functions] == [APPLY, "_Z5twicef", UNUSED]
    assert verify_module(module) == []


def test_nothing_is_made_private() -> None:
    module = module_of(dylib())
    twice = module.function("_Z5twicef")
    assert twice is not None and twice.linkage is Linkage.LINK_ONCE_ODR and twice.calling_convention == 0


def test_hidden_and_private_functions_are_not_exported() -> None:
    def hide(function: Function) -> None:
        function.visibility = Visibility.HIDDEN

    def internal(function: Function) -> None:
        function.linkage = Linkage.INTERNAL

    for change, stays in ((hide, True), (internal, False)):
        result = dylib(helper(change))
        assert [f.name for f in result.library.functions] == [APPLY]
        assert (module_of(result).function(UNUSED) is not None) is stays  # nothing names a private one


def test_chosen_exports_leave_the_others_hidden() -> None:
    options = LinkOptions(kind="dylib", install_name=NAME, exported_symbols=[APPLY])
    result = dylib(options=options)
    unused = module_of(result).function(UNUSED)
    assert [f.name for f in result.library.functions] == [APPLY]
    assert unused is not None and unused.visibility == Visibility.HIDDEN and unused.linkage is Linkage.EXTERNAL
    missing = LinkOptions(kind="dylib", install_name=NAME, exported_symbols=["missing"])
    with pytest.raises(LinkError, match="no input defines 'missing', which is to be exported"):
        dylib(options=missing)


def test_a_dynamic_library_without_exports_is_empty() -> None:
    def hide(module: Module) -> None:
        for function in module.functions:
            function.visibility = Visibility.HIDDEN

    data = mtlb.write(dylib(changed(golden("link_helper"), hide)).library)
    library = mtlb.read(data)
    assert library.functions == [] and library.extension_order == ("HDYN", "UUID") and mtlb.verify(data) == []


def renamed(name: str) -> InputFile:
    def rename(module: Module) -> None:
        module.functions = [f for f in module.functions if f.name != UNUSED]
        for function in module.functions:
            if function.name == APPLY:
                function.name = name

    return changed(golden("link_helper"), rename, f"{name}.air")


def test_exports_are_in_the_order_of_the_symbol_table() -> None:
    names = ["blur", "resize", "tonemap", "composite", "project"]
    result = dylib(*map(renamed, names))
    table = hash_order([names[0], "_Z5twicef", *names[1:]])
    assert [f.name for f in result.library.functions] == [name for name in table if name in names] != names
    # Inputs are moved in the order in which the table leads to them; the first defines what all of them do, too.
    met = dict.fromkeys(names[0] if name == "_Z5twicef" else name for name in table)
    assert [f.name for f in module_of(result).functions if f.name in names] == list(met)


def test_an_input_that_defines_nothing_leaves_no_trace() -> None:
    def empty(module: Module) -> None:
        module.functions.clear()
        ident = module.named_metadata["llvm.ident"][0]
        module.named_metadata["llvm.ident"] = [module.context.node(ident.code, [module.context.string("other")])]

    alone = mtlb.write(dylib().library)
    assert mtlb.write(dylib(changed(golden("link_helper"), empty, "a.air"), golden("link_helper")).library) == alone


def test_lists_of_metadata_are_joined_and_the_version_is_there_once() -> None:
    module = module_of(dylib(renamed("a"), renamed("b")))
    assert len(module.named_metadata["llvm.ident"]) == 2 and len(module.named_metadata["air.version"]) == 1


def with_private_constant(left_out: str, shown_as: str) -> InputFile:
    """The helper without one function, with a private constant and a variable that names it."""

    def change(module: Module) -> None:
        context, i32 = module.context, module.context.integer_type(32)
        variable = GlobalVariable(context.pointer_type(i32, 2), i32, "_ZL4mode", Linkage.INTERNAL)
        variable.address_space, variable.is_constant, variable.initializer = 2, True, context.integer_constant(i32, 1)
        shown = GlobalVariable(context.pointer_type(variable.type, 2), variable.type, shown_as, Linkage.EXTERNAL)
        shown.address_space, shown.initializer = 2, variable
        module.globals += [variable, shown]
        module.functions = [f for f in module.functions if f.name != left_out]

    return changed(golden("link_helper"), change, f"{shown_as}.air")


def test_private_names_that_clash_are_numbered() -> None:
    module = module_of(dylib(with_private_constant(UNUSED, "a"), with_private_constant(APPLY, "b")))
    assert sorted(v.name for v in module.globals) == ["_ZL4mode", "_ZL4mode.1", "a", "b"]


def test_flags_are_merged_as_llvm_merges_them() -> None:
    def flag(name: str, behaviour: int, value: int) -> Callable[[Module], None]:
        def run(module: Module) -> None:
            context, i32 = module.context, module.context.integer_type(32)
            numbers = [context.value_metadata(context.integer_constant(i32, n)) for n in (behaviour, value)]
            flags = module.named_metadata["llvm.module.flags"]
            flags.append(context.node(flags[0].code, [numbers[0], context.string(name), numbers[1]]))
            module.functions = [f for f in module.functions if f.name != (APPLY if value == 2 else UNUSED)]

        return run

    def value_of(behaviour: int) -> object:
        files = [changed(golden("link_helper"), flag("x", behaviour, value), f"{value}.air") for value in (1, 2)]
        nodes = module_of(dylib(*files)).named_metadata["llvm.module.flags"]
        field = next(n.fields[2] for n in nodes if isinstance(n.fields[1], MDString) and n.fields[1].value == "x")
        assert isinstance(field, ConstantAsMetadata)
        return field.value.params  # type: ignore[attr-defined]

    assert (value_of(7), value_of(4)) == ((2,), (2,))  # maximum, override
    with pytest.raises(LinkError, match="module flag 'x' has a different value in an earlier input"):
        value_of(1)


# --- what links dynamic libraries ------------------------------------------------------------------------------------


def test_an_executable_imports_what_a_dynamic_library_exports() -> None:
    result = link([golden("link_main"), as_input(dylib())], LinkOptions())
    library = mtlb.read(mtlb.write(result.library))
    assert library.dynamic_header is not None and library.dynamic_header.libraries == [NAME]
    assert [entry.name for entry in library.imported_symbols or []] == [APPLY]
    first, second = (read_module(f.module) for f in library.functions)
    assert (dynamic_imports(first), dynamic_imports(second).symbols) == (((NAME,), (APPLY,)), ())
    tables = ["air.dyld_lib_table", "air.dyld_str_table", "air.dyld_flat_table"]
    assert [v.name for v in first.globals][:3] == tables and first.globals[-1].name == "llvm.used"
    assert [v.name for v in second.globals][:2] == tables[:2] and second.globals[-1].name == "llvm.used"
    for table in first.globals[:3]:
        facts = (table.linkage, table.visibility, table.dso_local, table.alignment, table.section, table.is_constant)
        assert facts == (Linkage.EXTERNAL, Visibility.HIDDEN, 1, 0, table.name, False)
    (names,) = (v.initializer.operands for v in first.globals if v.name == "llvm.used")  # type: ignore[union-attr]
    assert [name.operands[0].name for name in names] == sorted(tables)
    declared = first.function(APPLY)
    assert declared is not None and declared.is_declaration and declared.visibility == Visibility.DEFAULT
    assert verify_module(first) == verify_module(second) == mtlb.verify(library) == []


def test_a_library_is_recorded_even_if_nothing_is_imported() -> None:
    library = link([golden("saxpy"), as_input(dylib())], LinkOptions()).library
    assert library.dynamic_header is not None and library.dynamic_header.libraries == [NAME]
    assert library.imported_symbols is None
    assert dynamic_imports(read_module(library.functions[0].module)) == ((NAME,), ())


def test_libraries_are_recorded_in_the_order_of_the_command_line() -> None:
    other = dylib(renamed("c"), options=LinkOptions(kind="dylib", install_name="/lib/other.metallib"))
    files = [as_input(other, "other.metallib"), as_input(dylib()), golden("link_main")]
    library = link(files, LinkOptions()).library
    assert library.dynamic_header is not None
    assert library.dynamic_header.libraries == ["/lib/other.metallib", NAME]
    table = next(v for v in read_module(library.functions[0].module).globals if v.name == "air.dyld_str_table")
    assert bytes(table.initializer.params) == f"/lib/other.metallib{NAME}\0".encode()  # type: ignore[union-attr]


def test_a_dynamic_library_may_import_from_another() -> None:
    def declare(module: Module) -> None:
        for function in module.functions:
            if function.name == APPLY:
                function.name = "_Z5other"
        module.functions[-1].name = UNUSED
        twice = module.function("_Z5twicef")
        assert twice is not None
        twice.name, twice.is_definition, twice.linkage = UNUSED, False, Linkage.EXTERNAL
        twice.blocks, twice.arguments, twice.symbols = [], [], []
        module.functions = [f for f in module.functions if f.name != UNUSED or f is twice]

    user = changed(golden("link_helper"), declare, "user.air")
    result = dylib(user, as_input(dylib()), options=LinkOptions(kind="dylib", install_name="@loader_path/u.metallib"))
    module = module_of(result)
    names = [v.name for v in module.globals]
    assert names == ["air.dyld_lib_table", "air.dyld_str_table", "air.dyld_flat_table", "llvm.used"]
    assert [e.name for e in result.library.imported_symbols or []] == [UNUSED]
    used = module.globals[-1].initializer
    assert [o.operands[0].name for o in used.operands] == names[:3]  # type: ignore[union-attr]  # not sorted
    # Without a library, the function is left to the loader if that is asked for: only the table of imports is there.
    with pytest.raises(LinkError, match=f"'{UNUSED}', referenced from"):
        dylib(user)
    lookup = LinkOptions(kind="dylib", install_name=NAME, dynamic_lookup=True)
    library = mtlb.read(mtlb.write(dylib(user, options=lookup).library))
    assert [e.name for e in library.imported_symbols or []] == [UNUSED] and mtlb.verify(library) == []
    assert library.dynamic_header is not None and library.dynamic_header.libraries == []
    names = [v.name for v in read_module(library.functions[0].module).globals]
    assert names == ["air.dyld_flat_table", "llvm.used"]


def test_an_undefined_symbol_names_both_sides() -> None:
    lonely = dylib(renamed("c"))
    with pytest.raises(
        LinkError, match=re.escape(f"{APPLY}', referenced from:\n      first in link_main.air")
    ) as caught:
        link([golden("link_main"), as_input(lonely)], LinkOptions())
    assert f"libhelper.metallib ({NAME}) does not export them" in str(caught.value)


def test_two_libraries_of_one_symbol_are_refused() -> None:
    other = as_input(dylib(options=LinkOptions(kind="dylib", install_name="@loader_path/o.metallib")), "o.metallib")
    with pytest.raises(LinkError, match="is exported by two dynamic libraries") as caught:
        link([golden("link_main"), as_input(dylib()), other], LinkOptions())
    assert "libhelper.metallib\n      o.metallib" in str(caught.value)
    again = InputFile("again.metallib", as_input(dylib()).data)
    with pytest.raises(LinkError, match=r"libhelper\.metallib and again\.metallib have the same install name"):
        link([golden("saxpy"), as_input(dylib()), again], LinkOptions())


def test_a_library_for_another_platform_is_refused() -> None:
    data = bytearray(as_input(dylib()).data)
    data[5] &= 0x7F  # no macOS bit
    data[11] = 0x82  # iOS
    with pytest.raises(
        LinkError, match=r"libhelper\.metallib: the dynamic library targets iOS 14.0 but the link targets macOS"
    ):
        link([golden("link_main"), InputFile("libhelper.metallib", bytes(data))], LinkOptions())


def test_a_library_without_install_name_can_not_be_linked() -> None:
    library = dylib().library
    library.dynamic_header = None
    with pytest.raises(LinkError, match="has no install name: link it again with --install-name"):
        link([golden("link_main"), InputFile("libhelper.metallib", mtlb.write(library))], LinkOptions())


@pytest.mark.parametrize(
    ("options", "reason"),
    [
        ({"kind": "dylib"}, "needs an install name"),
        ({"kind": "dylib", "install_name": ""}, "needs an install name"),
        ({"kind": "dylib", "install_name": "a", "library_name": "b"}, "a dynamic library is named by its install name"),
        ({"install_name": "a"}, "for dynamic libraries"),
        ({"kind": "core-image", "exported_symbols": ["a"]}, r"only dynamic libraries \(--kind dylib\) export symbols"),
        ({"kind": "framework"}, "unknown kind of library 'framework'"),
        ({"kind": "core-image", "dynamic_lookup": True}, "can't import symbols at load time"),
    ],
)
def test_options_that_do_not_go_together(options: dict[str, object], reason: str) -> None:
    with pytest.raises(BuildError, match=reason):
        LinkOptions(**options)  # type: ignore[arg-type]


def test_a_dynamic_library_has_no_place_in_metallibs_layout() -> None:
    with pytest.raises(BuildError, match="library name can't be recorded"):
        dylib(options=LinkOptions(kind="dylib", install_name=NAME, layout="metallib"))


# --- Core Image ------------------------------------------------------------------------------------------------------


def test_core_image_kernels_are_listed_and_helpers_are_not() -> None:
    def add_helper(module: Module) -> None:
        module.functions += read_module(golden("link_helper").data, context=module.context).functions

    result = link([changed(golden("air_core_image"), add_helper)], CORE_IMAGE)
    library = mtlb.read(mtlb.write(result.library))
    assert [(f.name, f.type.label) for f in library.functions] == [("vignette", "extern")]
    public = library.functions[0].public_metadata
    assert public.return_type is not None and [a.name for a in public.arguments or []][:2] == ["image", "filter"]
    assert library.reflections == [] and library.dynamic_header is None
    module = module_of(result)
    assert module.source_filename == "" and module.function(UNUSED) is not None
    assert flags_of(module)[0] == "air.max_device_buffers" and mtlb.verify(library) == []
    newest = link([golden("air_core_image")], LinkOptions(kind="core-image", container_version="1.2.9", output="x"))
    assert newest.library.dynamic_header is not None and newest.library.dynamic_header.name == ""


def test_functions_of_core_image_itself_may_be_undefined() -> None:
    def call_sampler(module: Module) -> None:
        module.functions += read_module(golden("link_helper").data, context=module.context).functions
        for function in module.functions:
            if function.name == "air.fast_fmax.f32":
                function.name = "_ZNK9coreimage7sampler6sampleEDv2_f"

    result = link([changed(golden("air_core_image"), call_sampler)], CORE_IMAGE)
    assert module_of(result).globals == [] and result.library.imported_symbols is None


def test_metallib_lists_every_visible_function() -> None:
    def add_helper(module: Module) -> None:
        module.functions += read_module(golden("link_helper").data, context=module.context).functions

    options = LinkOptions(kind="core-image", layout="metallib")
    result = link([changed(golden("air_core_image"), add_helper)], options)
    data = mtlb.write(result.library)
    library = mtlb.read(data)
    assert [f.name for f in library.functions] == ["vignette", APPLY, UNUSED]
    assert {f.type.label for f in library.functions} == {"extern"} and library.has_nul_after_modules
    assert len({id(f.private_metadata) for f in library.functions}) == 1
    assert len({id(f.public_metadata) for f in library.functions}) == 3 and mtlb.verify(data) == []
    assert flags_of(module_of(result))[:3] == ["SDK Version", "wchar_size", "frame-pointer"]


def test_other_entry_points_beside_core_image_kernels_are_refused() -> None:
    with pytest.raises(LinkError, match=r"saxpy\.air: 'saxpy' is an entry point \(!air\.kernel\), which a Core Image"):
        link([golden("air_core_image"), golden("saxpy")], CORE_IMAGE)
    with pytest.raises(LinkError, match=r"saxpy\.air: 'saxpy' is an entry point .*a dynamic library can't have"):
        dylib(golden("saxpy"))
    with pytest.raises(LinkError, match=r"'vignette' is a Core Image kernel .*: link it with --kind core-image"):
        link([golden("air_core_image")], LinkOptions())
    with pytest.raises(LinkError, match="there is no Core Image kernel"):
        link([golden("link_helper")], CORE_IMAGE)


def test_a_library_of_finished_modules_is_part_of_an_executable_alone() -> None:
    finished = InputFile("a.metallib", mtlb.write(link([golden("saxpy")], LinkOptions()).library))
    with pytest.raises(LinkError, match=r"a\.metallib: its modules are finished"):
        dylib(golden("link_helper"), finished)


# --- local names, and the hash of the first form ---------------------------------------------------------------------


def named_locals(count: int) -> Callable[[Module], None]:
    """`vignette` gets block and argument names whose table changes its order when it is read and written again."""

    def run(module: Module) -> None:
        function = module.functions[0]
        for number, argument in enumerate(function.arguments):
            argument.name = f"argument{(count + 1) * (number * number + 7)}"
        for number, block in enumerate(function.blocks):
            block.name = f"block{number}"
        function.symbols = linked_symbols(function)

    return run


def core_image_with_two_forms() -> InputFile:
    for count in range(1000):
        file = changed(golden("air_core_image"), named_locals(count))
        function = read_module(file.data).functions[0]
        if [s.name for s in linked_symbols(function)] != [s.name for s in linked_symbols(function, reread=True)]:
            return file
    raise AssertionError("no names with colliding hashes")


def test_the_newest_linker_hashes_the_first_form_and_stores_the_second() -> None:
    file = core_image_with_two_forms()
    new = link([file], LinkOptions(kind="core-image", toolchain="32023.827")).library.functions[0]
    old = link([file], LinkOptions(kind="core-image", toolchain="32023.368")).library.functions[0]
    assert new.module != old.module and bytes(first_form(bytes(new.module))) == old.module
    assert new.stored_hash == old.stored_hash == sha256(old.module)
    for function in (new, old):
        symbols = read_module(function.module).functions[0].symbols
        assert {s.name for s in symbols} == {s.name for s in linked_symbols(read_module(old.module).functions[0])}
        packed = pack([("module.air", bytes(function.module))], CORE_IMAGE)
        assert packed.functions[0].stored_hash == sha256(old.module) and mtlb.verify(mtlb.write(packed)) == []


def test_a_module_of_another_producer_has_one_form() -> None:
    file = core_image_with_two_forms()
    module = read_module(file.data)
    module.functions[0].symbols.reverse()
    data = write_module(module)
    assert first_form(data) is data
    assert first_form(b"not bitcode") == b"not bitcode"
    packed = pack([("module.air", data)], CORE_IMAGE)
    assert packed.functions[0].stored_hash == sha256(data)


def test_the_verifier_tells_a_first_form_from_a_wrong_hash() -> None:
    library = link([core_image_with_two_forms()], CORE_IMAGE).library
    assert mtlb.verify(mtlb.write(library)) == []
    library.functions[0].stored_hash = bytes(32)
    assert [finding.code for finding in mtlb.verify(mtlb.write(library))] == ["core-image-hash"]
    exported = dylib().library
    for function in exported.functions:
        function.stored_hash = bytes(32)
    assert {finding.code for finding in mtlb.verify(mtlb.write(exported))} == {"hash"}


# --- packing ---------------------------------------------------------------------------------------------------------


def test_packing_the_one_module_gives_the_library_again() -> None:
    for result, options in ((dylib(), DYLIB), (link([golden("air_core_image")], CORE_IMAGE), CORE_IMAGE)):
        packed = pack([("module.air", bytes(result.library.functions[0].module))], options)
        assert mtlb.write(packed) == mtlb.write(result.library)


def test_only_one_module_is_packed_into_a_library_that_has_one() -> None:
    module = ("a.air", bytes(dylib().library.functions[0].module))
    with pytest.raises(
        LinkError, match="a dynamic library has one module, which all its functions share, but there are 2 files"
    ):
        pack([module, module], DYLIB)
    with pytest.raises(LinkError, match="extract them with `mtlb extract`"):
        pack([as_input(dylib())], LinkOptions())


def test_real_whole_libraries_are_packed_to_the_same_bytes(corpus_libraries: list[Path]) -> None:
    packed = 0
    for path in corpus_libraries:
        library = mtlb.open(path)
        if library.file_type not in (1, 2) or not library.functions:
            continue
        header = library.dynamic_header
        options = LinkOptions(
            platform=library.platform or None,
            min_os=library.min_os if library.platform else None,
            container_version=library.container_version,
            layout=library.layout.program,
            toolchain="31001.720",
            kind=library.file_type,
            install_name=header.name if header is not None and library.file_type == 2 else None,
            has_library_name=header is not None,
            has_uuid=library.uuid is not None,
        )
        again = pack([("module.air", bytes(library.functions[0].module))], options)
        again.uuid = library.uuid
        assert mtlb.write(again) == path.read_bytes(), path
        packed += 1
    assert packed >= 5
