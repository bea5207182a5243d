"""Pages of HTML: templates in `page/` with text filled in."""

from __future__ import annotations

import re
from importlib import resources

from ..base.strings import string_to_bytes


def filled(template: str, parts: dict[str, str]) -> str:
    """The template with its placeholders replaced. One pass: inserted text is never searched for placeholders."""
    return re.sub(r"\{\{(\w+)\}\}", lambda match: parts[match[1]], page_file(template))


def page_file(name: str) -> str:
    """The text of a file in `page/`."""
    return (resources.files(__package__) / "page" / name).read_text(encoding="utf-8")


def valid_text(text: str) -> str:
    """`text` as valid Unicode, bytes that are not UTF-8 as escapes."""
    return string_to_bytes(text).decode("utf-8", "backslashreplace")
