"""Scenarios: how long a game lasts, who controls what, and who takes the Victory Points."""
