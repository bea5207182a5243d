"""The rules of SPIR-V, a file per theme; `mtlb.spirv.verify` applies them in order."""
