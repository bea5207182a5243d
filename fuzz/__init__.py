"""Fuzzing of everything that reads bytes.

`targets` has one function per reader, shared by the mutation campaign (`python -m fuzz.campaign`), the coverage-guided
harness (`python -m fuzz.coverage`, atheris) and the tests (tests/trust). `guard` says what counts as a finding.
"""
