"""LLVM's passes as a program: reads IR as text, writes bitcode. `optimise.py` runs it in a process with limits.

    python passes.py FOLDER LEVEL [ENTRIES]     llvmlite is in FOLDER; LEVEL 0 only inlines

ENTRIES: the prefix of function names whose pointer parameters do not alias.

It does not import mtlb, so that it starts quickly. An error is one line on the standard error stream, and status 1.
"""

from __future__ import annotations

import os
import re
import sys
from collections import Counter
from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING or __package__:
    from .llvm_text import (
        ACCESS,
        CALL,
        CONVERSION,
        FLAG_WORDS,
        FLAGS,
        TextFunction,
        edit_functions,
        functions,
        next_node,
    )
else:  # a program: the file is beside this one
    sys.path.append(os.path.dirname(os.path.abspath(__file__)))
    from llvm_text import (
        ACCESS,
        CALL,
        CONVERSION,
        FLAG_WORDS,
        FLAGS,
        TextFunction,
        edit_functions,
        functions,
        next_node,
    )

_RESULT = re.compile(r"^  (%[\w.]+) = (getelementptr|phi|select)\b(.*)$")
_SCOPE = "mtlb.scope."
_SETS = r"(?:^  store [^\n]*, ptr |llvm\.memcpy[^\n(]*\(ptr [^@%\n]*){}\b"
_SCOPE_NAME = re.compile(rf"@{re.escape(_SCOPE)}\d+")
_SCOPE_PLACE = re.compile(rf"(getelementptr (?:\w+ )*)\(([^()]*{_SCOPE_NAME.pattern}\b[^()]*)\)")
_LOCAL = re.compile(r"%[\w.]+")
_TYPE = r"(?:\w+|<\d+ x \w+>)"
_PRODUCT = re.compile(
    rf"^  %[\w.]+ = (?:fmul fast {_TYPE} (?:[^%\n]+, )?|fdiv fast {_TYPE} )(%[\w.]+)(?:, [^%\n]+)?$", re.MULTILINE
)
_ANY_SUM = re.compile(rf"^(  (%[\w.]+) = f(?:add|sub) )fast( {_TYPE} [^\n]*)$", re.MULTILINE)
_CONSTANT = re.compile(
    rf"^  (%[\w.]+) = (?:shufflevector {_TYPE} <[^%\n]*|load {_TYPE}, ptr @__const\.[^\n]*)$", re.MULTILINE
)
_COPY = re.compile(rf"^  (%[\w.]+) = shufflevector {_TYPE} (%[\w.]+), [^%\n]*$", re.MULTILINE)
"""Vectors of three that are constants, and copies of such vectors that nothing may use: clang's have four elements."""
_SUM = re.compile(rf"^(  (%[\w.]+) = f(?:add|sub) )fast( {_TYPE} [^%\n]*%[\w.]+[^%\n]*)$", re.MULTILINE)
_CONVERSION = re.compile(
    rf"^(  %[\w.]+ = )(?:((?:[su]itofp|fpto[su]i)) (?:nneg )?|(fpext|fptrunc) (?=(?:{FLAG_WORDS})?<))"
    rf"(?:{FLAG_WORDS})?({_TYPE}) (%[\w.]+) to ({_TYPE})",
    re.MULTILINE,
)
_SPLAT = re.compile(
    rf"^  (%[\w.]+) = shufflevector {_TYPE} %[\w.]+, [^%\n]*, <\d+ x i32> zeroinitializer$", re.MULTILINE
)
_WITH_SPLAT = re.compile(r"^(  (%[\w.]+) = f(add|mul) )fast( <\d+ x \w+> (%[\w.]+), (%[\w.]+))$", re.MULTILINE)
_OF_CONSTANT = re.compile(
    rf'^(  %[\w.]+ = )[^\n@]*call [^\n@]*@"{re.escape(CONVERSION)}(\w+) ({_TYPE}) to ({_TYPE})"'
    rf"\({_TYPE} (?:noundef )?([^%\n]*?)\)(?: #\d+)?(?=,|$)",
    re.MULTILINE,
)
"""A call that stands for the conversion of a constant."""
_WITHOUT_REASSOC = " ".join(word for word in FLAGS.split() if word != "reassoc")
_SCOPES = re.compile(r", !alias\.scope (!\d+)")
_THREADGROUP = re.compile(r"@_ZN5__mtl18threadgroup_memory\w+")


def main() -> int:
    """Run the program."""
    sys.path.insert(0, sys.argv[1])
    import llvmlite.binding as llvm

    llvm.initialize_native_target()
    llvm.set_option("", "-disable-vector-combine")  # it would turn accesses to vectors into accesses to elements
    llvm.set_option("", "-switch-to-lookup=false")  # none of Apple's modules has a table in place of a switch
    llvm.set_option("", "-sink-common-insts=false")  # stores at the ends of two branches remain two in Apple's modules
    try:
        module = llvm.parse_assembly(sys.stdin.buffer.read().decode("utf-8", "surrogateescape"))
    except RuntimeError as error:
        sys.stderr.write(
            f"what clang wrote can't be read by llvmlite's LLVM: {' '.join(str(error).splitlines()[:2])}\n"
        )
        return 1
    module = run(llvm, module, level=int(sys.argv[2]), entries="".join(sys.argv[3:]))
    sys.stdout.buffer.write(module.as_bitcode())
    return 0


def run(llvm: Any, module: Any, level: int, entries: str = "") -> Any:
    """The module after the passes."""
    for function in module.functions:
        # All functions are inlined except those marked noinline: a pointer parameter may have different address spaces
        # at different calls.
        if not function.is_declaration and not any(b"noinline" in attributes for attributes in function.attributes):
            function.add_function_attribute("alwaysinline")
    machine = llvm.Target.from_default_triple().create_target_machine(opt=2)
    tuning = llvm.create_pipeline_tuning_options(speed_level=2)
    tuning.loop_vectorization = tuning.slp_vectorization = False
    tuning.loop_interleaving = tuning.loop_unrolling = False
    builder = llvm.create_pass_builder(machine, tuning)
    # Small functions are simplified first and then inlined into large ones. MLX's fft takes 40 s of processor time this
    # way, and 285 s if its helpers are simplified in each of 75 kernels.
    first = llvm.create_new_module_pass_manager()
    first.add_global_dead_code_eliminate_pass()
    first.add_sroa_pass()
    first.add_always_inliner_pass()
    first.add_global_dead_code_eliminate_pass()
    first.add_sroa_pass()
    first.run(module, builder)
    text = str(module)
    if _SCOPE in text:
        module = llvm.parse_assembly(with_own_variables(text), llvm.create_context())
    if level:
        text = hide_conversions(keep_splats(keep_sums(str(module))))
        # In the same context LLVM would rename the named types, which exist already.
        module = llvm.parse_assembly(with_scopes(text, entries) if entries else text, llvm.create_context())
        builder.getModulePassManager().run(module, builder)
        # Apple's compiler computes conversions of constants, which loops begin with.
        text = str(module)
        if (shown := show_constants(text)) != text:
            module = llvm.parse_assembly(shown, llvm.create_context())
            last = llvm.create_new_module_pass_manager()
            last.add_instruction_combine_pass()
            last.add_simplify_cfg_pass()
            last.run(module, builder)
    return module


def with_own_variables(text: str) -> str:
    """LLVM IR in which builtins and bindings of program scope are variables of the entry points that set them. Other
    functions, which are not in line, take the addresses as last parameters. Those that tables or other sources call
    keep the external variable.
    """
    types = dict(
        re.findall(
            rf"^(@{re.escape(_SCOPE)}\d+) = external (?:\w+ )*?(?:global|constant) ([^\n]*, align \d+)",
            text,
            re.MULTILINE,
        )
    )
    sets, needs = _variables_of(text)

    def changed(function: TextFunction) -> TextFunction | None:
        name = function.name
        body, head = _with_arguments(function.body, needs), function.head
        if name in needs:
            head = _inserted(head, head.index(f"@{name}(") + len(name) + 1, needs[name])
        elif name not in sets:
            return None if body == function.body else function._replace(body=body)
        label, _, rest = body.partition("\n") if re.match(r"[\w.]+:", body) else ("", "", body)
        own = sorted(sets.get(name, ()))
        variables = "".join(f"  %{variable[1:]} = alloca {types[variable]}\n" for variable in own)
        for count, place in enumerate(sorted({place[0] for place in _SCOPE_PLACE.finditer(rest)})):
            variables += f"  %{_SCOPE}place.{count} = {_SCOPE_PLACE.sub(_as_instruction, place)}\n"
            rest = rest.replace(place, f"%{_SCOPE}place.{count}")
        rest = _SCOPE_NAME.sub(lambda match: f"%{match[0][1:]}", rest)
        return function._replace(head=head, body=f"{label}{chr(10) if label else ''}{variables}{rest}")

    return edit_functions(text, changed)


def _variables_of(text: str) -> tuple[dict[str, set[str]], dict[str, list[str]]]:
    """The variables of program scope that each entry point sets, and those that other functions use, themselves or
    through functions that they call; only of functions whose address nothing takes.
    """
    sets: dict[str, set[str]] = {}
    used: dict[str, set[str]] = {}
    called: dict[str, set[str]] = {}
    for function in functions(text):
        own = set(_SCOPE_NAME.findall(function.body))
        if own and all(re.search(_SETS.format(re.escape(name)), function.body, re.MULTILINE) for name in own):
            sets[function.name] = own
        else:
            used[function.name], called[function.name] = own, set(function.called)
    changes = True
    while changes:
        changes = False
        for name, own in used.items():
            more = {item for callee in called[name] for item in used.get(callee, ())}
            changes |= not more <= own
            own |= more
    return sets, {
        name: sorted(own)
        for name, own in used.items()
        if own and not re.search(rf"@{re.escape(name)}(?![\w.$(])", text)
    }


def _with_arguments(body: str, needs: Mapping[str, list[str]]) -> str:
    """Code whose calls pass the variables that functions need."""
    for call in reversed(list(CALL.finditer(body))):
        if call[2] in needs:
            body = _inserted(body, call.end(), needs[call[2]])
    return body


def _inserted(text: str, open_: int, variables: list[str]) -> str:
    """A list with the addresses of variables behind its last item. `open_`: its bracket."""
    depth, at = 1, open_ + 1
    while depth:
        depth += {"(": 1, ")": -1}.get(text[at], 0)
        at += 1
    listed = ", ".join(f"ptr %{variable[1:]}" for variable in variables)
    comma = ", " if text[open_ + 1 : at - 1].strip() else ""
    return f"{text[: at - 1]}{comma}{listed}{text[at - 1 :]}"


def _as_instruction(match: re.Match[str]) -> str:
    return f"{match[1]}{_SCOPE_NAME.sub(lambda name: f'%{name[0][1:]}', match[2])}"


def keep_sums(text: str) -> str:
    """LLVM IR in which passes do not distribute a product of a constant and a sum with a constant, (x + 1) * 2.

    The flag that allows it is missing at the sum; `flags.py` restores it. Apple's compiler leaves 103 such products in
    49 of 380 functions; without this step none is left. All modules of the corpus and the pairs have 173 products of
    x + C, and 80, in 14 functions, of C - x.
    """

    def changed(function: TextFunction) -> TextFunction | None:
        body = function.body
        if constants := set(_CONSTANT.findall(body)):
            body = _LOCAL.sub(lambda name: "constant" if name[0] in constants else name[0], body)
        products = set(_PRODUCT.findall(body))
        if not products:
            return None
        counts = Counter(_LOCAL.findall(body))
        counts.subtract(source for copy, source in _COPY.findall(body) if counts[copy] == 1)
        sums = {sum_[2] for sum_ in _SUM.finditer(body) if sum_[2] in products and counts[sum_[2]] == 2}

        def without(match: re.Match[str]) -> str:
            return f"{match[1]}{_WITHOUT_REASSOC}{match[3]}" if match[2] in sums else match[0]

        return function._replace(body=_ANY_SUM.sub(without, function.body))

    return edit_functions(text, changed)


def keep_splats(text: str) -> str:
    """LLVM IR in which passes do not make `v * (a * b)` of `(v * a) * b` for a vector and two numbers, nor of sums.

    As in `keep_sums`, the flag is missing at the second operation. The modules by compilers of 32023 that have
    their source have 10 such products, and none whose numbers were multiplied first.
    """

    def changed(function: TextFunction) -> TextFunction | None:
        splats = set(_SPLAT.findall(function.body))
        if len(splats) < 2:
            return None
        counts = Counter(_LOCAL.findall(function.body))
        rows = [match.groups() for match in _WITH_SPLAT.finditer(function.body)]
        inner = {row[1]: row[2] for row in rows if splats.intersection(row[4:]) and counts[row[1]] == 2}

        def without(match: re.Match[str]) -> str:
            operation, *operands = match.group(3, 5, 6)
            if splats.intersection(operands) and any(inner.get(operand) == operation for operand in operands):
                return f"{match[1]}{_WITHOUT_REASSOC}{match[4]}"
            return match[0]

        return function._replace(body=_WITH_SPLAT.sub(without, function.body))

    return edit_functions(text, changed)


def hide_conversions(text: str) -> str:
    """LLVM IR in which conversions of numbers are calls, as they are in Apple's compiler before its passes too: no pass
    knows what they compute. `optimise.py` makes instructions of them again.

    `convert(b) * x` stays a product, a negation stays where it is, a converted signed integer is not one of an unsigned
    integer. Of 380 functions whose code is in line in both modules 353 have Apple's operations of floating point by
    type and number with this step, 339 without. Conversions of single numbers from half to float and back are
    instructions there too.
    """
    declared: dict[str, str] = {}

    def hidden(match: re.Match[str]) -> str:
        start, operation, longer, source, value, type_ = match.groups()
        operation = operation or longer
        name = f'@"{CONVERSION}{operation} {source} to {type_}"'
        declared[name] = f"declare {type_} {name}({source}) memory(none) nofree nosync nounwind willreturn"
        return f"{start}call {'' if operation.endswith('i') else 'fast '}{type_} {name}({source} {value})"

    text = _CONVERSION.sub(hidden, text)
    return "\n".join([text, *declared.values(), ""]) if declared else text


def show_constants(text: str) -> str:
    """LLVM IR in which conversions of constants are instructions again. Apple's compiler computes them: none of 1,700
    calls of `air.convert` in its modules has a constant operand.
    """
    return _OF_CONSTANT.sub(r"\1\2 \3 \5 to \4", text)


def with_scopes(text: str, entries: str) -> str:
    """LLVM IR in which accesses through different parameters of an entry point, and to threadgroup variables, do not
    alias.

    Metal's buffers do not overlap: Apple's compiler expresses this by alias scopes, before its passes. The scopes added
    here are only for the passes; `scopes.py` writes those of the final module. Apple's threadgroup variables are
    internal, so LLVM knows that no buffer is at their addresses: in `rmsNorm32fast` of kolinko/effort it moves a square
    root of one out of a loop that stores to a buffer. Here they are external until the passes are finished.
    """
    lists = dict(re.findall(r"^(!\d+) = !\{(!\d+(?:, !\d+)*)\}$", text, re.MULTILINE))
    number = next_node(text)
    nodes: list[str] = []

    def changed(function: TextFunction) -> TextFunction | None:
        nonlocal number
        pointers = re.findall(r"\bptr (?!addrspace)[^,%]*(%[\w.]+)", function.head)
        pointers += sorted(set(_THREADGROUP.findall(function.body)))
        if len(pointers) < 2 or not re.match(entries, function.name):
            return None
        lines = function.body.split("\n")
        roots = _roots(lines, pointers)
        domain, first = number, number + 1
        number = first + 3 * len(pointers)
        nodes.append(f'!{domain} = distinct !{{!{domain}, !"mtlb"}}')
        for place in range(len(pointers)):
            scope, own, others = (first + 3 * place + k for k in range(3))
            apart = ", ".join(f"!{first + 3 * k}" for k in range(len(pointers)) if k != place)
            nodes.append(f'!{scope} = distinct !{{!{scope}, !{domain}, !"{place}"}}')
            nodes.extend((f"!{own} = !{{!{scope}}}", f"!{others} = !{{{apart}}}"))
        for place, line in enumerate(lines):
            access = ACCESS.match(line)
            root = roots.get(access["pointer"]) if access and "addrspace" not in line else None
            if root and "!noalias" not in line:
                scope = first + 3 * pointers.index(root)
                own, copy = scope + 1, _SCOPES.search(line)
                if copy:  # `copies.py`
                    own, number = number, number + 1
                    nodes.append(f"!{own} = !{{!{scope}, {lists[copy[1]]}}}")
                lines[place] = f"{_SCOPES.sub('', line)}, !alias.scope !{own}, !noalias !{scope + 2}"
        return function._replace(body="\n".join(lines))

    return "\n".join([edit_functions(text, changed), *nodes, ""])


def _roots(lines: list[str], pointers: list[str]) -> dict[str, str]:
    """The parameter that a pointer is computed from; "" if there are several, or another origin."""
    sources = dict(_sources(lines))
    roots = dict(zip(pointers, pointers, strict=True))
    changes = True
    while changes:
        changes = False
        for name, bases in sources.items():
            result = {roots.get(base, None if base in sources else "") for base in bases} - {None}
            root = result.pop() if len(result) == 1 else "" if result else None
            if root is not None and roots.get(name) not in (root, ""):
                roots[name] = "" if name in roots else root
                changes = True
    return roots


def _sources(lines: list[str]) -> Iterator[tuple[str, list[str]]]:
    """Each computed pointer, with the pointers that it is computed from."""
    for line in lines:
        match = _RESULT.match(line)
        if match is None:
            continue
        name, what, rest = match.groups()
        if what == "getelementptr":
            base = re.search(r", ptr ([%@][\w.]+)", rest)
            yield name, [base[1] if base else ""]
        elif what == "phi" and rest.startswith(" ptr "):
            yield name, [item or "" for item in re.findall(r"\[ (%[\w.]+)?[^,\]]*,", rest)]
        elif what == "select" and ", ptr " in rest:
            yield name, [item if item.startswith("%") else "" for item in re.findall(r", ptr ([^,]+)", rest)]


if __name__ == "__main__":
    sys.exit(main())
