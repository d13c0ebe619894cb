"""Results for people (terminal, plain text, Markdown) and for programs (JSON, CSV)."""
