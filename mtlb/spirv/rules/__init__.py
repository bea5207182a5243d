"""The validation rules of SPIR-V, one file for each topic; `mtlb.spirv.verify` applies them in order."""
