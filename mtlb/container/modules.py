"""The module section: wrapped bitcode, one module after the other, each a multiple of 16 bytes."""

from __future__ import annotations

from ..base.digest import sha256
from ..base.errors import FormatError
from ..base.toolchains import Layout
from ..bitstream.wrapper import ALIGNMENT, WRAPPER_SIZE, is_wrapped, wrapped_size
from .checking import Check
from .stored import StoredFile, StoredFunction

ModuleBytes = bytes | memoryview


class StoredModules:
    """The modules of a file; the same view is returned for the same offset."""

    def __init__(self, file: StoredFile) -> None:
        self._file = file
        self._section = file.header.modules
        self._modules: dict[int, ModuleBytes] = {}
        self._sizes: dict[int, int] | None = None
        # Early writers of `metallib`'s layouts put a NUL after each module.
        self.has_nul_after_modules = file.layout is not Layout.AIR_LLD and self._first_has_nul()

    def of(self, group: StoredFunction) -> ModuleBytes:
        """The module of a function: a view into the file; without MDSZ it extends to the next module."""
        offset, size = group.offsets[2], group.number("MDSZ")
        module = self._modules.get(offset)
        if module is None or (size is not None and len(module) != size):
            section = self._section
            if size is not None and size <= section.size - offset:
                start = section.offset + offset
                module = self._file.data[start : start + size]
            else:  # without MDSZ, or an error
                reader = self._file.reader_at(section, offset, "module")
                module = reader.take(self._extent(offset) if size is None else size, "module")
            self._file.hand_out(section, len(module))
            self._modules[offset] = module
        return module

    def size_of(self, group: StoredFunction) -> int:
        """MDSZ of a function, or the extent of its module where there is none; in bytes."""
        size = group.number("MDSZ")
        return self._extent(group.offsets[2]) if size is None else size

    def _extent(self, offset: int) -> int:
        """The size of a module without MDSZ: up to the next one, without the NUL of early writers."""
        if self._sizes is None:
            starts = sorted({group.offsets[2] for group in self._file.groups})
            ends = [*starts[1:], self._section.size]
            self._sizes = {start: end - start for start, end in zip(starts, ends, strict=True)}
        size = self._sizes[offset]
        module = self._file.data[self._section.offset + offset :][: max(size, 0)]
        wrapped = wrapped_size(module)
        return wrapped if wrapped is not None and wrapped + 1 == size and module[wrapped] == 0 else size

    def _first_has_nul(self) -> bool:
        """Whether the first module is followed by one NUL that is not part of it (docs/format.md §17)."""
        groups = self._file.groups
        if not groups:
            return False
        start, size = groups[0].offsets[2], self.size_of(groups[0])
        end = min((at for group in groups if (at := group.offsets[2]) > start), default=self._section.size)
        return end - start == size + 1 and self._file.data[self._section.offset + end - 1] == 0

    def check(self, check: Check, *, hash_code: str, is_rewritten: bool) -> None:
        """Check hashes, wrappers and alignment of the modules. `hash_code`: the finding's code for a wrong HASH.
        `is_rewritten`: HASH may be that of the module's first written form.
        """
        file, section = self._file, self._section
        terminator = int(self.has_nul_after_modules)
        hashes: dict[tuple[int, int], bytes] = {}
        first_hashes: dict[tuple[int, int], bytes] = {}
        hashed = 0
        for group in file.groups:
            place = group.offsets[2]
            try:
                size = self.size_of(group)
            except FormatError as error:
                check.report("malformed", error.reason, error.offset, group.name)
                continue
            start = section.offset + place
            if place + size > section.size:
                check.report("malformed", f"module of {size} bytes leaves its section", start, group.name)
                continue
            if (place, size) not in hashes:
                hashed += size
                if hashed > section.size:
                    check.report("overlap", "the modules are larger than their section", start, group.name)
                    return
                with file.data[start : start + size] as module:
                    hashes[place, size] = sha256(module)
                    _check_wrapper(check, module, start, group.name)
                check.cover(start, start + size + terminator)
                check.done_up_to(start + size)
            stored_hash = group.get("HASH")
            if stored_hash is None or stored_hash == hashes[place, size]:
                continue
            if is_rewritten:
                if (place, size) not in first_hashes:
                    with file.data[start : start + size] as module:
                        first_hashes[place, size] = _first_hash(module)
                if stored_hash == first_hashes[place, size]:
                    continue
            check.report(hash_code, "HASH is not the SHA-256 of the module as stored", group.offset, group.name)


def _first_hash(module: memoryview) -> bytes:
    """The SHA-256 of the form in which Apple's linker wrote a module first."""
    from ..bitcode.local_symbols import first_form

    return sha256(first_form(bytes(module)))


def _check_wrapper(check: Check, module: memoryview, start: int, function: str) -> None:
    if len(module) % ALIGNMENT:
        check.report("alignment", f"{len(module)} bytes are not a multiple of {ALIGNMENT}", start, function)
    if not is_wrapped(module) or len(module) < WRAPPER_SIZE:
        check.report("wrapper", "the module has no bitcode wrapper", start, function)
        return
    offset, size = (int.from_bytes(module[at : at + 4], "little") for at in (8, 12))
    padding = len(module) - offset - size
    if offset < WRAPPER_SIZE or not 0 <= padding < ALIGNMENT:
        check.report("wrapper", f"{size} bytes at {offset} of a module of {len(module)}", start, function)
    elif any(module[offset + size :]):
        check.report("wrapper", "the padding after the bitcode is not zero", start + offset + size, function)
