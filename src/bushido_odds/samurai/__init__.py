"""A second game: the odds of a Russian samurai skirmish game, reconstructed from its fragments."""
