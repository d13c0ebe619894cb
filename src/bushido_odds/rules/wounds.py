"""The Wound Table: from a Success Level and a damage total to wounds.

The printed table has eleven rows (totals 2 to 12) and eleven columns (Success Levels 0 to 10).  It
is exactly ``max(0, level + shift[total])``, which also carries it beyond Success Level 10.
Source: https://jwarref.netlify.app/Rulebook/Wound-Table.
"""

from __future__ import annotations

LOWEST_TOTAL, HIGHEST_TOTAL = 2, 12

SHIFT = {2: -3, 3: -2, 4: -1, 5: -1, 6: 0, 7: 0, 8: 0, 9: 1, 10: 1, 11: 2, 12: 3}
"""What a damage total adds to the Success Level."""

PRINTED = {
    2: (0, 0, 0, 0, 1, 2, 3, 4, 5, 6, 7),
    3: (0, 0, 0, 1, 2, 3, 4, 5, 6, 7, 8),
    4: (0, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9),
    5: (0, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9),
    6: (0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10),
    7: (0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10),
    8: (0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10),
    9: (1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11),
    10: (1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11),
    11: (2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12),
    12: (3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13),
}
"""The table as printed: by damage total, wounds at Success Level 0 to 10."""


def wounds(total: int, level: int) -> int:
    """The wounds of a damage total (held to 2 ... 12) at a Success Level of 0 or more."""
    row = min(max(total, LOWEST_TOTAL), HIGHEST_TOTAL)
    return max(0, level + SHIFT[row])
