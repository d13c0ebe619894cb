"""Where a result comes from, so that anybody can have it again: versions, rules, input digest."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping, Sequence
from typing import Any

from bushido_odds.version import FORMAT, __version__

RISEN_SUN = "Bushido: Risen Sun"
_canonical = json.JSONEncoder(
    sort_keys=True, separators=(",", ":"), ensure_ascii=False, check_circular=False
)

SAMURAI = "samurai d10, reconstructed"


def provenance(kind: str, data: Mapping[str, Any], edition: str = RISEN_SUN) -> dict[str, str]:
    """The first keys of every result.

    Args:
        kind: what was asked.
        data: the document, complete and normalised.
        edition: the rules that the figures follow.
    """
    return {
        "format": FORMAT,
        "version": __version__,
        "rules_edition": edition,
        "kind": kind,
        "input_sha256": digest(data),
    }


def provenance_of_many(kind: str, results: Sequence[Mapping[str, Any]]) -> dict[str, str]:
    """The same for several results together, given as plain data.

    Args:
        kind: what was asked of them.
        results: at least one; their inputs make the digest.
    """
    editions = dict.fromkeys(str(result["rules_edition"]) for result in results)
    inputs = {"rows": [result["input"] for result in results]}
    return provenance(kind, inputs, "; ".join(editions))


def digest(data: Mapping[str, Any]) -> str:
    """The SHA-256 of a document in its canonical form: compact JSON in UTF-8, keys sorted."""
    return hashlib.sha256(_canonical.encode(data).encode()).hexdigest()
