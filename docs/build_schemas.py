"""Write the JSON Schemas that the package ships; ``--check`` only compares."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from pathlib import Path

import bushido_odds
from bushido_odds.documents.schema import MODELS, schema_of, schema_of_any

FOLDER = Path(bushido_odds.__file__).with_name("schemas")


def files() -> Iterator[tuple[Path, str]]:
    """Every file and its text."""
    schemas = {kind: schema_of(kind) for kind in MODELS} | {"any": schema_of_any()}
    for name, schema in schemas.items():
        text = json.dumps(schema, separators=(",", ":"), ensure_ascii=False)
        yield FOLDER / f"{name}.schema.json", f"{text}\n"


def main() -> int:
    """Write the files, or say which are out of date."""
    check = "--check" in sys.argv[1:]
    stale = []
    for path, text in files():
        if check and not (path.exists() and path.read_text(encoding="utf-8") == text):
            stale.append(path.name)
        elif not check:
            path.write_text(text, encoding="utf-8")
    if stale:
        names = ", ".join(stale)
        print(f"out of date: {names}; run python docs/build_schemas.py", file=sys.stderr)
    return 1 if stale else 0


if __name__ == "__main__":
    sys.exit(main())
