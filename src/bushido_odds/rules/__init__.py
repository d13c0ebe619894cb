"""The rulebook as data and small pure functions."""
