"""Choosing: re-rolls played for a goal, splits against a hidden choice, specials ranked."""
