"""``python -m benchmarks``: every figure in one table; ``--quick`` only shows that it works."""

from __future__ import annotations

import argparse

from benchmarks import batch, choices, command, exchanges, peers
from benchmarks.table import print_rows


def main() -> None:
    parser = argparse.ArgumentParser(
        prog="python -m benchmarks",
        description="Time the odds engine against other tools and against its own floor.",
    )
    parser.add_argument(
        "--quick",
        action="store_true",
        help="one repetition of everything, to show that it works; its figures mean little",
    )
    quick = parser.parse_args().quick
    for title, rows in (
        ("One exchange", exchanges.rows(quick)),
        ("Without re-rolls, against other ways to the same figures", peers.rows(quick)),
        ("Choices", choices.rows(quick)),
        ("The whole command, in fresh processes", command.rows(quick)),
        ("A batch of typical exchanges, in fresh processes", batch.rows(quick)),
    ):
        print_rows(title, rows)


if __name__ == "__main__":
    main()
