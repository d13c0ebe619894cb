"""What happens when a special moves a model into what stands behind it.

Source: https://jwarref.netlify.app/Rulebook/Special-Abilities (movement of Slam, Throw, Push).
"""

from __future__ import annotations

from bushido_odds.rules.combatant import SIZES
from bushido_odds.rules.specials import Special

STOPPED = "stopped"
"""The moved model stops short at what it meets."""
KNOCKS_DOWN = "knocks_down"
"""The model that stands behind falls Prone."""


def collision(special: Special, size: str, behind: str | None) -> tuple[str, ...]:
    """What a model moved by a special meets with: words of ``Condition.states``.

    A model slammed or thrown into a smaller one goes on and pushes it along; into one of its size
    both fall; into a larger one, terrain or the edge it stops.  Any other movement just stops.

    Args:
        special: what moves it.
        size: the moved model's.
        behind: what stands behind it: a size, ``terrain``, ``edge`` or nothing.
    """
    if behind is None or not special.moves_enemy_away:
        return ()
    if not special.collides or behind not in SIZES:
        return (STOPPED,)
    difference = SIZES.index(behind) - SIZES.index(size)
    return ((STOPPED,) if difference >= 0 else ()) + ((KNOCKS_DOWN,) if difference <= 0 else ())
