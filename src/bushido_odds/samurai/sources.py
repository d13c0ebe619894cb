"""The public pages that the samurai rules are cited from.

Parts of one untitled Russian rulebook stand on these pages, some of them cut off in the middle of a
rule.  Its title and its author are not on them.
"""

from __future__ import annotations

SQUADS = "https://student2.ru/literatura/300693-srazheniya-s-uchastiem-otryadov/"
"""Squads, unarmed fighters, Surprise Attack with its worked example, ki-attacks, shooting."""

ZERO = "https://student2.ru/literatura/292476-kharakteristiki-ravnye-ili-menshie-nulya"
"""Characteristics of zero and below, the turn, actions."""

VIEW = "http://4-i-5.ru/text-3/page-5-ref-20542.php"
"""Field of view, line of sight, zone of control, cover."""

INTO_MELEE = "https://student2.ru/literatura/300131-strelba-po-srazhayushhimsya-modelyam"
"""Shooting at models in melee, the fear test."""

BLADES = "http://student2.ru/literatura/297865-ispolzovanie-dvukh-vidov-oruzhiya"
"""Two blades, the characteristics of armour."""

INFINITY = "https://infinitythewiki.com/Face_to_Face_Rolls"
"""A published game of the same build, for comparison only: what a missing rule may have been."""
