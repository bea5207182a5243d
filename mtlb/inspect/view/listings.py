"""Direct3D's containers and SPIR-V modules as documents: facts, parts and listings, without a table of functions."""

from __future__ import annotations

import json
from typing import Any

from ... import dxbc, spirv
from ...base.errors import MtlbError
from ...spirv.listing import listing_lines as spirv_lines
from ..direct3d import container_facts, container_json, container_sizes, listing_or_problem
from ..spirv import spirv_facts
from .form import View, base_document, capitalised, columns_form, indexed


def _document(view: View, facts: list[tuple[str, str]], sections: list[Any], listing: list[Any]) -> dict[str, Any]:
    """A document with an empty table of functions."""
    none = indexed(())
    return {
        **base_document(view),
        "floor": None,
        "facts": capitalised(facts),
        "sections": sections,
        "functions": {
            "name": [],
            **dict.fromkeys(("family", "type", "air", "msl", "floor"), none),
            "offset": [],
            "size": [],
            "reflection": [],
            "hash": "",
        },
        "columns": columns_form([], 0, 0, None),
        "duplicates": [],
        "sources": 0,
        "listing": listing,
    }


class ContainerView(View):
    """DXBC, DXIL: the listing of the program, and what each part holds."""

    kind = "dxbc"

    def read(self) -> None:
        """Read the container."""
        self.container = dxbc.read(self.data)

    def code(self, index: int = 0) -> str:
        """The listing of the program, or a line that says why there is none."""
        return "\n".join(listing_or_problem(self.container)) + "\n"

    def document(self) -> dict[str, Any]:
        """Facts, parts and listings."""
        listing = [["Listing", self.code()]]
        for part in container_json(self.container)["parts"]:
            held = json.dumps(part["contents"] or part["problem"], indent=1, ensure_ascii=False)
            listing.append([f"{part['tag']}: {part['title']}", held])
        sections = [list(part) for part in container_sizes(self.container)]
        return _document(self, list(container_facts(self.container)), sections, listing)


class SpirvView(View):
    """A SPIR-V module: the listing as spirv-dis prints it."""

    kind = "spirv"

    def read(self) -> None:
        """Read the module."""
        self.shader = spirv.read(self.data)

    def code(self, index: int = 0) -> str:
        """The listing, or a line that says why there is none."""
        try:
            return "\n".join(spirv_lines(self.shader)) + "\n"
        except MtlbError as error:
            return f"; {error}\n"

    def document(self) -> dict[str, Any]:
        """Facts and the listing."""
        sections = [["HEADER", 0, 20], ["INSTRUCTIONS", 20, len(self.data) - 20]]
        return _document(self, list(spirv_facts(self.shader)), sections, [["Listing", self.code()]])
