"""Options in groups, and options of a link: one declaration is all that a new one takes."""

from __future__ import annotations

import importlib
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Annotated, Any

import gen_man_pages
import pytest
import typer

import mtlb.cli.link
import mtlb.linker.options
from mtlb.base.arguments import flag
from mtlb.base.options import CliFlag, FlagForm, Option
from mtlb.cli.groups import Before, Group, flattened
from mtlb.linker import LinkOptions
from tests.cli.invoke import invoke
from tests.conftest import ROOT

MODULE = ROOT / "golden/air/saxpy.air"


@dataclass(frozen=True, kw_only=True)
class Extended(LinkOptions):
    """The options of a link, and one more."""

    strip_names: Option[bool, bool] = Option(
        False, flag, cli=CliFlag("--strip-names", "Forget the names.", "Output", FlagForm.ON), is_packed=False
    )


@pytest.fixture
def extended(monkeypatch: pytest.MonkeyPatch) -> Iterator[list[LinkOptions]]:
    """A command `link` whose options are `Extended`; the options with which it links."""
    linked: list[LinkOptions] = []
    link = mtlb.linker.link

    def record(inputs: Any, options: LinkOptions, **arguments: Any) -> Any:
        linked.append(options)
        return link(inputs, options, **arguments)

    monkeypatch.setattr(mtlb.linker, "link", record)
    monkeypatch.setattr(mtlb.cli, "link", mtlb.cli.link)  # which the import replaces
    monkeypatch.delitem(sys.modules, "mtlb.cli.link")
    with monkeypatch.context() as patch:  # for this import alone: others would keep the class
        patch.setattr(mtlb.linker.options, "LinkOptions", Extended)
        importlib.import_module("mtlb.cli.link")
    yield linked
    loaded = {name: vars(module).get("LinkOptions") for name, module in sys.modules.items() if module is not None}
    assert [name for name, actual in loaded.items() if actual is Extended] == ["mtlb.cli.link"]


def test_a_new_option_of_a_link_is_one_row(extended: list[LinkOptions]) -> None:
    options = Extended(strip_names=True)
    assert options.as_json() == {**LinkOptions().as_json(), "strip_names": True}
    assert Extended.from_json(options.as_json()) == options
    with pytest.raises(mtlb.BuildError, match="strip_names is 1; expected True or False"):
        Extended.from_json({"strip_names": 1})
    listed = invoke("link", "--help").text
    assert "--strip-names" in listed and "Forget the names." in listed
    assert "Forget the names." in dict(gen_man_pages.pages())["mtlb-link"]
    assert invoke("link", MODULE, "--strip-names", "-o", "-").code == 0
    assert invoke("link", MODULE, "-o", "-").code == 0
    assert [item.as_json()["strip_names"] for item in extended] == [True, False]
    packed = invoke("link", "--pack", MODULE, "--strip-names", "-o", "-")
    assert packed.code == 2 and "--pack stores finished modules unchanged" in packed.stderr
    step = invoke("link", "--shard", "0", "plan", "--strip-names")
    assert step.code == 2 and "--shard doesn't take --strip-names" in step.stderr


def test_what_an_option_has_for_every_way_of_a_link() -> None:
    """Options about inputs are refused by --pack; those that a packed library has too are not."""
    rows = {name: row for name, row in LinkOptions.rows() if row.cli is not None}
    refused = {name for name, row in rows.items() if not row.is_packed}
    assert refused == {
        *("exported_symbols", "required_functions", "optimize", "whole_archive", "allow_drop", "dynamic_lookup"),
        "runtime",
    }


class Size(Group):
    width: Annotated[int, typer.Option("--width")] = 1
    height: Annotated[int, typer.Option("--height"), Before("width")] = 2


def test_a_group_is_the_options_of_its_fields() -> None:
    def command(name: str, size: Size, last: bool = False) -> str:
        return f"{name} {size.width} by {size.height} {last}"

    taking = flattened(command)
    assert list(taking.__annotations__) == ["name", "height", "width", "last"]
    assert taking(name="a", width=3, height=2, last=True) == "a 3 by 2 True"
    assert Size(width=1).names_set() == [] and Size(height=1).names_set() == ["height"]
    with pytest.raises(TypeError, match="unexpected keyword argument 'depth'"):
        Size(depth=1)
