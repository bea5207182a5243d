from __future__ import annotations

from typing import Annotated

import typer


def command(lib: Annotated[str, typer.Argument(help="library")]) -> int:
    """Do verify.

    And more.
    """
    return 0
