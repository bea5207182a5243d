"""The base that every other package imports: errors, numbers, bytes, files and the tables of Apple's versions."""
