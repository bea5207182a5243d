"""Records of the blocks METADATA, METADATA_KIND and METADATA_ATTACHMENT, but for debug info. Source: LLVMBitCodes.h.

The operands of debug-info records are in mtlb/ir/debug_info.py: the model needs to know which of them are metadata.
"""

from __future__ import annotations

from typing import Final

from ...ir import MetadataCode
from .row import row

ROWS: Final = (
    row(MetadataCode.STRING_OLD, "text:chars*"),
    row(MetadataCode.VALUE, "type:type value:int"),
    row(MetadataCode.NODE, "operands:int*"),  # id + 1, 0 for null
    row(MetadataCode.NAME, "text:chars*"),
    row(MetadataCode.DISTINCT_NODE, "operands:int*"),  # likewise
    row(MetadataCode.KIND, "number:int name:chars(64)*"),
    row(MetadataCode.OLD_NODE, "operands:int*"),  # (type, id) pairs, the id of metadata or of a value
    row(MetadataCode.OLD_FN_NODE, "operands:int*"),  # likewise
    row(MetadataCode.NAMED_NODE, "nodes:int*"),
    # attachments: (kind, node) pairs, of a function; with the number of an instruction before them, of that
    row(MetadataCode.ATTACHMENT, "attachments:int*"),
    row(MetadataCode.STRINGS, "strings:int/v6 offset:int/v6"),  # and a blob: VBR6 lengths, at `offset` all characters
    row(MetadataCode.GLOBAL_DECL_ATTACHMENT, "value:int attachments:int*"),
    row(MetadataCode.INDEX_OFFSET, "low:int/32 high:int/32"),  # distance to INDEX in bits
    row(MetadataCode.INDEX, "lengths:int*/v6"),  # of the nodes between the two, in bits
    row(MetadataCode.ARG_LIST, "values:int*"),  # ids
)
