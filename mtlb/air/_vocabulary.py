"""The words of Apple's modules by the first and the last AIR version that they were seen in.

Collected by tools/gen_vocabulary.py from 1,299 modules; do not edit.
"""
# fmt: off

from __future__ import annotations

_TEXT = """
1.8-1.8: FUNCTION 30, METADATA 1, METADATA 6, METADATA 8, attribute 12 form 0
1.8-2.0: BINOP float flag 0, VALUE_SYMTAB 1
1.8-2.5: attribute 19 form 0
1.8-2.7: CAST 2, FUNCTION 27, attribute 22 form 0
1.8-2.8: BINOP float 0, BINOP float 2, BINOP float flag 1, BINOP float flag 2, BINOP float flag 3, BINOP float flag
  4, BINOP integer 0, BINOP integer 0 flag 0, BINOP integer 0 flag 1, BINOP integer 10, BINOP integer 7, BLOCKINFO,
  BLOCKINFO 1, CALL 0, CAST 1, CAST 11, CMP2 integer, CONSTANTS, CONSTANTS 1, CONSTANTS 1 of 1, CONSTANTS 11,
  CONSTANTS 11 of 3, CONSTANTS 2, CONSTANTS 22, CONSTANTS 3, CONSTANTS 4, CONSTANTS 4 of 1, CONSTANTS 6, CONSTANTS 7,
  FUNCTION, FUNCTION 1, FUNCTION 10, FUNCTION 11, FUNCTION 16, FUNCTION 2, FUNCTION 20, FUNCTION 28, FUNCTION 3,
  FUNCTION 33, FUNCTION 34, FUNCTION 35, FUNCTION 6, FUNCTION 7, FUNCTION 8, GEP, GEP flag 0, METADATA, METADATA 10,
  METADATA 4, METADATA_ATTACHMENT, METADATA_ATTACHMENT 11, MODULE, MODULE 1, MODULE 1 of 1, MODULE 2, MODULE 3,
  MODULE 8, PARAMATTR, PARAMATTR 2, PARAMATTR_GROUP, PARAMATTR_GROUP 3, PHI, TYPE, TYPE 1, TYPE 1 of 1, TYPE 11, TYPE
  11 of 2, TYPE 12, TYPE 16, TYPE 18, TYPE 19, TYPE 2, TYPE 20, TYPE 21, TYPE 3, TYPE 5, TYPE 6, TYPE 6 of 1, TYPE 7,
  TYPE 7 of 1, TYPE 8, TYPE 8 of 2, VALUE_SYMTAB, attribute 11 form 0, attribute 18 form 0, attribute 20 form 0,
  attribute 21 form 0, attribute 34 form 0, attribute 9 form 0, convention 0, linkage 0, unnamed_addr 0, visibility 0
2.0-2.0: CALL flag 0, CMP2 float flag 0
2.0-2.6: BINOP integer 8 flag 0
2.0-2.7: BINOP integer 2 flag 0
2.0-2.8: BINOP float 1, BINOP float 4, BINOP integer 1, BINOP integer 11, BINOP integer 12, BINOP integer 2, BINOP
  integer 2 flag 1, BINOP integer 3, BINOP integer 4, BINOP integer 5, BINOP integer 7 flag 0, BINOP integer 7 flag
  1, BINOP integer 8, CALL 8, CALL flag 1, CALL flag 2, CALL flag 3, CALL flag 4, CAST 0, CAST 7, CAST 8, CMP2 float,
  CMP2 float flag 1, CMP2 float flag 2, CMP2 float flag 3, CMP2 float flag 4, FUNCTION 12, FUNCTION 29, FUNCTION 43,
  FUNCTION 44, IDENTIFICATION, IDENTIFICATION 1, IDENTIFICATION 2, IDENTIFICATION 2 of 1, METADATA 2, METADATA 2 of
  2, METADATA 3, METADATA 35, METADATA 35 of 2, METADATA 5, METADATA_KIND, METADATA_KIND 6, MODULE 13, MODULE 13 of
  1, MODULE 16, MODULE 5, MODULE 7, OPERAND_BUNDLE_TAGS, OPERAND_BUNDLE_TAGS 1, TYPE 10, VALUE_SYMTAB 3, VSELECT,
  attribute 4 form 0, attribute 41 form 1, attribute 43 form 0, attribute 45 form 0, attribute 48 form 0, convention
  8, linkage 2, linkage 3, unnamed_addr 1, unnamed_addr 2
2.1-2.1: CAST 9
2.1-2.3: attribute 6 form 0
2.1-2.8: BINOP float flag 5, BINOP float flag 6, BINOP float flag 7, CALL flag 5, CALL flag 6, CALL flag 7, CMP2
  float flag 5, CMP2 float flag 6, CMP2 float flag 7, METADATA 16, METADATA 19, METADATA 20, METADATA 21, METADATA
  23, METADATA 38, METADATA 38 of 2, METADATA 39, METADATA 7, STRTAB, STRTAB 1, SYMTAB, SYMTAB 1, SYNC_SCOPE_NAMES,
  SYNC_SCOPE_NAMES 1, attribute 1 form 1, attribute 10 form 0, attribute 52 form 0
2.2-2.2: CONSTANTS 8
2.2-2.5: attribute 2 form 0
2.2-2.6: BINOP integer 9, BINOP integer 9 flag 0, CONSTANTS 20
2.2-2.8: BINOP integer 1 flag 1, FUNCTION 19, FUNCTION 26, attribute 39 form 0, attribute 53 form 0
2.3-2.8: VSELECT flag 1, VSELECT flag 2, VSELECT flag 3, VSELECT flag 4, VSELECT flag 5, VSELECT flag 6, VSELECT flag
  7
2.5-2.5: CONSTANTS 9, METADATA 13, METADATA 14, METADATA 15, METADATA 17, METADATA 18, METADATA 22, METADATA 24,
  METADATA 25, METADATA 26, METADATA 27, METADATA 28, METADATA 29, METADATA 36, METADATA 37, attribute 14 form 0
2.5-2.8: METADATA 31, METADATA 32, visibility 1
2.6-2.6: BINOP integer 1 flag 0, TYPE 23
2.6-2.8: BINOP integer 6, CONSTANTS 26, FUNCTION 56, FUNCTION 58, PHI flag 1, PHI flag 2, PHI flag 3, PHI flag 4, PHI
  flag 5, PHI flag 6, PHI flag 7, UNOP 0, UNOP flag 1, UNOP flag 2, UNOP flag 3, UNOP flag 4, UNOP flag 5, UNOP flag
  6, UNOP flag 7, attribute 49 form 0, attribute 60 form 0, attribute 61 form 0, attribute 62 form 0, attribute 63
  form 0, attribute 68 form 0, attribute 70 form 0, attribute 71 form 0, linkage 17
2.7-2.7: CAST 10
2.8-2.8: linkage 19
"""
WORDS: dict[tuple[str, str], frozenset[str]] = {}
for _line in _TEXT.replace("\n  ", " ").split("\n"):
    if _line:
        _versions, _, _words = _line.partition(": ")
        _first, _, _last = _versions.partition("-")
        WORDS[_first, _last] = frozenset(_words.split(", "))
"""(first, last) to words; the versions compare as texts."""
