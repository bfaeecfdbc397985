"""What speculative decoding looks like: rounds of tokens, two laws side by side, and what drafts are worth."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from engine.experiment import Bars, Curve, Curves, Role, Series, StripRow, Token, TokenStrip
from engine.experiments.drafting import Round


def letter(token: int) -> str:
    return chr(ord("A") + token)


def rounds_frame(start: int, story: Sequence[Round]) -> TokenStrip:
    """One text through several verifications; every `Round` has one text."""
    rows = [StripRow("", (Token(letter(start), Role.GIVEN),))]
    rows += [StripRow(str(number), _judged(played)) for number, played in enumerate(story, 1)]
    return TokenStrip(
        "One text, one verification per line",
        "The draft model proposes a few tokens. One pass of the target judges them from left to right, and draws one "
        "token itself: in place of the first rejected draft, or on top of all of them. What stands after a rejection "
        "is thrown away.",
        tuple(rows),
    )


def _judged(played: Round) -> tuple[Token, ...]:
    accepted, length = int(played.accepted[0]), played.drafts.shape[1]
    cells = []
    for place, (token, chance) in enumerate(zip(played.drafts[0], played.chance[0], strict=True)):
        role = Role.ACCEPTED if place < accepted else Role.REJECTED if place == accepted else Role.DRAFTED
        cells.append(Token(letter(int(token)), role, f"min(1, p/q) = {chance:.2f}"))
    last = Token(letter(int(played.last[0])), Role.BONUS if accepted == length else Role.RESAMPLED)
    return (*cells, last)


def law_frame(exact: NDArray[Any], right: NDArray[Any], wrong: NDArray[Any]) -> Bars:
    """Shares of the first token after the start, shape (vocabulary,) each."""
    return Bars(
        "The first token of many texts",
        "Drafting leaves the target's law as it is, because a rejected token is replaced from what the target has "
        "beyond the draft. Replacing it from all of the target looks harmless and is wrong.",
        tuple(letter(token) for token in range(len(exact))),
        (
            Series("the target's law", tuple(exact.tolist())),
            Series("speculative decoding", tuple(right.tolist())),
            Series("replaced from all of the target", tuple(wrong.tolist())),
        ),
        "1",
    )


def yield_frame(lengths: NDArray[Any], means: NDArray[Any], expected: NDArray[Any]) -> Curves:
    return Curves(
        "Tokens per verification",
        "Longer drafts yield more, and less and less so: a draft counts only if all before it were accepted. The "
        "standard errors of the counted means are smaller than the points.",
        (
            Curve("formula", lengths.astype(float), expected, expected=True),
            Curve("counted", lengths.astype(float), means, points=True),
        ),
        "drafts per verification (γ)",
        "tokens that come out",
        "tokens",
        "tokens",
    )


def costs_frame(lengths: NDArray[Any], means: NDArray[Any], acceptance: float, costs: Sequence[float]) -> Curves:
    """Speed-up over one token per pass, for drafts that cost `costs` passes of the target each."""
    x = lengths.astype(float)
    fine = np.linspace(x[0], x[-1], 10 * (len(x) - 1) + 1)
    tokens = (1 - acceptance ** (fine + 1)) / (1 - acceptance)
    curves = [Curve(f"c = {cost:g}", fine, tokens / (fine * cost + 1), expected=True) for cost in costs]
    curves += [Curve(f"c = {cost:g}", x, means / (x * cost + 1), points=True) for cost in costs]
    return Curves(
        "What drafts are worth",
        "Points use the counted tokens, lines the formula. The best length falls as drafts get dearer; a draft whose "
        "cost c, in passes of the target, is above its chance of being accepted only slows the text down.",
        tuple(curves),
        "drafts per verification (γ)",
        "speed-up",
        "tokens",
        "x",
    )
