"""How fast the odds are, as ratios: against other tools, against a floor, against each other."""
