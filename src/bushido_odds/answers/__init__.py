"""Where documents meet what answers them: one module a room."""
