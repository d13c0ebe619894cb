"""Exact dice mathematics that knows no game: laws, multisets, optimal re-rolls."""
