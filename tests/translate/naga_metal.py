"""What Naga's Metal source says of its entry points: resources, inputs and outputs, in the words of the source."""

from __future__ import annotations

import re
from dataclasses import dataclass, field

_ENTRY = re.compile(
    r"^(?:\[\[max_total_threads_per_threadgroup\((\d+)\)\]\] )?(vertex|fragment|kernel) (\w+) (\w+)\(\n?(.*?)\n?\) \{$",
    re.MULTILINE | re.DOTALL,
)
_STRUCT = re.compile(r"^struct (\w+) \{\n(.*?)\};$", re.MULTILINE | re.DOTALL)
_ATTRIBUTES = re.compile(r"\[\[(.*)\]\]")


@dataclass
class NagaEntry:
    """An entry point of Naga's source. `resources`: type and access of each, in order; the rest by attributes."""

    stage: str
    name: str
    threads: int | None = None
    resources: list[tuple[str, str]] = field(default_factory=list)
    names: list[str] = field(default_factory=list)
    builtins: list[str] = field(default_factory=list)
    inputs: list[str] = field(default_factory=list)
    outputs: list[str] = field(default_factory=list)


def entries(source: str) -> list[NagaEntry]:
    """The entry points of a Metal source that Naga wrote."""
    structs = dict(_STRUCT.findall(source))
    results = []
    for threads, stage, result, name, parameters in _ENTRY.findall(source):
        entry = NagaEntry(stage, name, int(threads) if threads else None, outputs=_members(structs.get(result, "")))
        for parameter in re.split(r"\n, |^  ", parameters):
            text = parameter.strip()
            if not text:
                continue
            if text.startswith("threadgroup "):
                entry.resources.append(("threadgroup memory", "read_write"))
                entry.names.append(text.split()[-1])
                continue
            match = _ATTRIBUTES.search(text)
            assert match is not None, text
            attribute, declared = match[1], text[: match.start()].strip()
            if attribute == "stage_in":
                entry.inputs = _members(structs[declared.split()[0]])
            elif attribute == "user(fake0)":
                entry.resources.append(_resource(declared))
                entry.names.append(declared.split()[-1])
            else:
                entry.builtins.append(attribute)
        results.append(entry)
    return results


def sizes(source: str) -> list[str]:
    """The members of the struct of buffers' sizes."""
    body = dict(_STRUCT.findall(source)).get("_mslBufferSizes", "")
    return re.findall(r"uint (\w+)(?:\[\d+\])?;", body)


def _members(body: str) -> list[str]:
    return [match[1] for match in _ATTRIBUTES.finditer(body)]


def _resource(declared: str) -> tuple[str, str]:
    """Kind or type of a resource, and what is done with it."""
    type = declared.rpartition(" ")[0].replace("metal::", "")
    if (buffer := re.fullmatch(r"(constant|device) (\w+(?:<.*>)?)( const)?([&*])", type)) is not None:
        read_only = buffer[1] == "constant" or buffer[3] is not None
        return f"{buffer[1]} buffer", "read" if read_only else "read_write"
    if (texture := re.fullmatch(r"(\w+)<(\w+), access::(\w+)>", type)) is not None:
        return f"{texture[1]}<{texture[2]}>", texture[3]
    return type, "sample"
