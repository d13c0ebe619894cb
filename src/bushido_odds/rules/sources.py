"""The public pages that the rules are cited from.

Bushido and its rules belong to GCT Studios; the pages are the studio's own living rulebook unless
another publisher is named.
"""

from __future__ import annotations

BOOK = "https://jwarref.netlify.app"

TESTS = f"{BOOK}/Rulebook/Tests"
REROLLS = f"{BOOK}/definitions/tests/Re-Rolls"
OPPOSED = f"{BOOK}/definitions/tests/Opposed-Test"
CHALLENGE = f"{BOOK}/definitions/tests/Challenge-Test"
MELEE = f"{BOOK}/Rulebook/Melee-Exchange"
WOUNDS = f"{BOOK}/Rulebook/Wound-Table"
RANGED = f"{BOOK}/Rulebook/Ranged-Attacks"
STATES = f"{BOOK}/Rulebook/Model-States"
TRAITS = f"{BOOK}/Rulebook/Traits"
SPECIALS = f"{BOOK}/Rulebook/Special-Abilities"
ACTIONS = f"{BOOK}/Rulebook/Actions"
CARDS = f"{BOOK}/Rulebook/Cards"
FAQ = f"{BOOK}/FAQ/"
SCENARIOS = f"{BOOK}/Rulebook/Scenario-Rules"

BOARD = "https://github.com/BSData/bushido"
"""Community data files that carry the current wording of every trait on a card."""


def trait_page(name: str) -> str:
    """The rulebook's page of one trait."""
    return f"{BOOK}/definitions/traits/{name.replace(' ', '-')}"
