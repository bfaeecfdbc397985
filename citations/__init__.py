"""The citation library: sources, claims and lineage, and the user's own notes. Importing the package loads no SQL."""
