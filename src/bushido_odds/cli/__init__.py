"""The command line: one thin module a command, nothing heavy imported before it is needed."""
