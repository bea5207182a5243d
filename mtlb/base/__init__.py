"""The ground floor: errors, numbers, bytes, files and the tables of Apple's versions. Imports nothing above it."""
