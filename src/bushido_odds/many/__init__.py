"""Many documents at once: batches, variants, comparisons, sweeps, checking."""
