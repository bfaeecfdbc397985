"""Numerical experiments: the core idea of one source each, computed with small numbers, and what has to hold.

Every module `m` named by a technique's `laboratory` has `run(rng, **parameters) -> Experiment`: deterministic for a
generator's seed, about a second on one core. Bytes are those of the arrays that were really read or stored.
"""
