"""Inputs made at random, in which everything is that a link decides over all of them: as LLVM assembly.

Structs of one name and of equal members, weak and strong definitions, declarations that say different things of one
function, private names that clash, constructors with and without effects, lists of used variables, function constants
that inputs share.
"""

from __future__ import annotations

import random
from collections.abc import Sequence

from mtlb.linker.inputs import InputFile

__all__ = ["program"]

_HEAD = """target datalayout = "e-p:64:64:64-i64:64:64-n8:16:32"
target triple = "air64-apple-macosx14.0.0"
"""
_MEMBERS = ("float, float", "i32, i32", "float, float", "i32, [4 x float]", "<4 x float>")
_ATTRIBUTES = ("nounwind readnone", "nounwind readnone willreturn", "convergent nounwind", "nounwind")
_SHARED = ("alpha", "beta", "gamma", "kappa")
_STRONG = ("alpha", "gamma")


def program(seed: int) -> list[InputFile]:
    """The inputs of one program, two to six; each has an entry point or two of its own."""
    choice = random.Random(seed)
    count = choice.randint(2, 6)
    owners = {name: choice.randrange(count) for name in _SHARED}
    return [InputFile(f"in{n}.ll", _input(choice, n, owners).encode()) for n in range(count)]


def _input(choice: random.Random, number: int, owners: dict[str, int]) -> str:
    return _Writer(choice, number, owners).text()


class _Writer:
    def __init__(self, choice: random.Random, number: int, owners: dict[str, int]) -> None:
        self.choice = choice
        self.number = number
        self.owners = owners
        self.structs = self.choice.sample(("S", "T", "U"), choice.randint(0, 3))
        self.has_texture = choice.random() < 0.5
        self.lines: list[str] = []
        self.declared: dict[str, str] = {}
        self.defines: set[str] = set()
        self.has_constant = False
        self.metadata: list[str] = []

    def text(self) -> str:
        choice, head = self.choice, [_HEAD]
        for name in self.structs:
            members = choice.choice(_MEMBERS)
            if name == "U" and "S" in self.structs:
                members = "%S addrspace(1)*, i32"
            head.append(f"%{name} = type {{ {members} }}")
        if self.has_texture:
            head.append("%struct._texture_2d_t = type opaque")
        self.variables()
        entries = [f"entry{self.number}_{n}" for n in range(choice.randint(1, 2))]
        if choice.random() < 0.15:
            entries.append("common")
        for name in _SHARED:
            self.definitions(name)
        for name in entries:
            self.entry(name)
        self.constructors()
        self.used()
        for index, (name, signature) in enumerate(sorted(self.declared.items())):
            head.append(f"declare {signature.replace('@', '@' + name)} #{10 + index}")
        attributes = [
            f"attributes #{10 + index} = {{ {self.attributes_of(name)} }}"
            for index, name in enumerate(sorted(self.declared))
        ]
        return "\n".join([*head, *self.lines, *attributes, self.tail(entries)]) + "\n"

    def attributes_of(self, name: str) -> str:
        return self.choice.choice(_ATTRIBUTES[:2] if self.choice.random() < 0.7 else _ATTRIBUTES)

    def variables(self) -> None:
        choice = self.choice
        self.lines.append("@table = internal addrspace(2) global [2 x float] zeroinitializer, align 4")
        self.lines.append(f"@mode = internal addrspace(2) global i32 {choice.randint(0, 3)}, align 4")
        self.has_constant = choice.random() < 0.5
        linkage = choice.choice(("internal", "linkonce_odr hidden"))
        if self.has_constant:
            self.lines.append(
                f"@flag.MTL_FC_INIT_0_b = {linkage} local_unnamed_addr addrspace(2) externally_initialized constant "
                'i32 undef, section "air.fc_initializer", align 4'
            )

    def definitions(self, name: str) -> None:
        choice, own = self.choice, self.owners[name] == self.number
        strong = name in _STRONG
        if own or (not strong and choice.random() < 0.3):
            linkage = "" if own and strong else choice.choice(("linkonce_odr ", "weak "))
            other = choice.choice(_SHARED)
            callee = f"  %a = call float @{other}(float %0)\n" if other > name else "  %a = fadd float %0, 1.0\n"
            if other > name and self.owners[other] != self.number:
                self.declared.setdefault(other, "float @(float)")
            self.lines.append(f"define {linkage}float @{name}(float %0) {{\n{callee}  ret float %a\n}}")
            self.defines.add(name)
            self.declared.pop(name, None)

    def entry(self, name: str) -> None:
        choice, body = self.choice, list[str]()
        pointer = f"%{choice.choice(self.structs)}" if self.structs else "float"
        parameters = [f"{pointer} addrspace(1)* %0", "float addrspace(1)* %1"]
        if self.has_texture:
            parameters.append("%struct._texture_2d_t addrspace(1)* %2")
            self.declared["air.sample"] = "float @(%struct._texture_2d_t addrspace(1)*)"
            body.append("%t = call float @air.sample(%struct._texture_2d_t addrspace(1)* %2)")
        body.append("%m = load i32, i32 addrspace(2)* @mode, align 4")
        body.append("%x = sitofp i32 %m to float")
        last = "%x"
        for step in range(choice.randint(0, 3)):
            callee = choice.choice((*_SHARED, "air.fast_sin.f32", "air.noise", "llvm.fabs.f32"))
            if callee not in self.defines:
                self.declared.setdefault(callee, "float @(float)")
            body.append(f"%y{step} = call float @{callee}(float {last})")
            last = f"%y{step}"
        if choice.random() < 0.5:
            body.append("%e = getelementptr [2 x float], [2 x float] addrspace(2)* @table, i64 0, i64 1")
            body.append("%l = load float, float addrspace(2)* %e, align 4")
            body.append(f"%s = fadd float {last}, %l")
            last = "%s"
        body.append(f"store float {last}, float addrspace(1)* %1, align 4")
        body.append("ret void")
        linkage = "weak_odr " if name == "common" else ""
        self.lines.append(f"define {linkage}void @{name}({', '.join(parameters)}) {{\n  " + "\n  ".join(body) + "\n}")
        types = ", ".join(parameter.rsplit(" ", 1)[0] for parameter in parameters)
        self.metadata.append(f"void ({types})* @{name}")

    def constructors(self) -> None:
        choice = self.choice
        if choice.random() < 0.4:
            return
        elements = []
        for n in range(choice.randint(0, 2)):
            name = "_GLOBAL__sub_I" if not n else f"_GLOBAL__sub_I{n}"
            value = "3"
            body = []
            if self.has_constant:
                body.append("%c = load i32, i32 addrspace(2)* @flag.MTL_FC_INIT_0_b, align 4")
                value = "%c"
            target = choice.choice(("@mode", "@mode", "@other"))
            if target == "@other" and "@other" not in "".join(self.lines):
                self.lines.append("@other = linkonce_odr addrspace(2) global i32 7, align 4")
            body.append(f"store i32 {value}, i32 addrspace(2)* {target}, align 4")
            if choice.random() < 0.3:
                called = choice.choice(("air.effect", "air.noise", "llvm.fabs.f32"))
                self.declared.setdefault(called, "float @(float)")
                body.append(f"%r = call float @{called}(float 1.0)")
            body.append("ret void")
            self.lines.append(f"define internal void @{name}() {{\n  " + "\n  ".join(body) + "\n}")
            elements.append(f"{{ i32, void ()*, i8* }} {{ i32 65535, void ()* @{name}, i8* null }}")
        array = f"[{len(elements)} x {{ i32, void ()*, i8* }}]"
        value = f"[{', '.join(elements)}]" if elements else "zeroinitializer"
        self.lines.append(f"@llvm.global_ctors = appending global {array} {value}")

    def used(self) -> None:
        for name in ("llvm.compiler.used", "llvm.used"):
            if self.choice.random() < 0.3:
                table = "i8 addrspace(2)* bitcast ([2 x float] addrspace(2)* @table to i8 addrspace(2)*)"
                element = f"i8* addrspacecast ({table} to i8*)"
                self.lines.append(f'@{name} = appending global [1 x i8*] [{element}], section "llvm.metadata"')

    def tail(self, entries: Sequence[str]) -> str:
        kinds = ["!llvm.module.flags = !{!0}", "!air.version = !{!1}", "!air.language_version = !{!2}"]
        nodes = [
            '!0 = !{i32 7, !"frame-pointer", i32 2}',
            "!1 = !{i32 2, i32 6, i32 0}",
            '!2 = !{!"Metal", i32 3, i32 1, i32 0}',
            "!3 = !{}",
        ]
        names = []
        for place, function in enumerate(self.metadata):
            names.append(f"!{4 + place}")
            nodes.append(f"!{4 + place} = !{{{function}, !3, !3}}")
        kinds.append(f"!air.kernel = !{{{', '.join(names)}}}")
        if self.has_constant:
            kinds.append("!air.function_constants = !{!15}")
            nodes.append('!15 = !{i32 addrspace(2)* @flag.MTL_FC_INIT_0_b, !"int", !"flag", i32 0}')
        return "\n".join([*kinds, *nodes])
