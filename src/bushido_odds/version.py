"""The versions of this package and of its JSON, in one place."""

__version__ = "0.1.0"

FORMAT = "bushido-odds/1"
"""The form of the JSON of every result; a renamed or missing key would raise its number."""
