"""The laws of state as a page: the chosen model's layers, then one real model for each other law."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape

from engine.labs.capacity import Answer
from engine.labs.capacity_laws import Law, laws
from engine.labs.capacity_settings import base
from widgets import format as write
from widgets.lab_capacity_pictures import architectures
from widgets.lab_capacity_words import kind_text, symbols, tr
from widgets.palette import DataColours


def formulas_page(answer: Answer, own: DataColours) -> str:
    """HTML: formula in symbols, the same with numbers in their place, and what it comes to at the context."""
    tokens, muted = answer.settings.context_tokens, own.muted.name()
    parts = [_model(answer.card.name, answer.laws, tokens, muted)]
    parts += [f"<p>{escape(note)}</p>" for note in notes(answer)]
    parts.append(f'<p style="color:{muted}">{escape(symbols())}</p>')
    parts.append(f"<p><b>{escape(tr('Other architectures, at the same context and bits'))}</b></p>")
    precision = base(answer.settings).precision
    for _, card in architectures(answer)[:-1]:
        parts.append(_model(card.name, laws(card, precision), tokens, muted))
    return "".join(parts)


def notes(answer: Answer) -> list[str]:
    """What one should know about these numbers."""
    settings, found = answer.settings, list(answer.notes)
    replicas = settings.data_parallel
    if replicas > 1:
        found.append(tr("Requests are counted as if spread evenly over the {0} attention replicas.").format(replicas))
        if settings.prefix:
            found.append(tr("The shared prefix counts once per engine, as if every replica could read it."))
    return found


def _model(name: str, found: Sequence[Law], tokens: int, muted: str) -> str:
    total = write.byte_size(sum(law.bytes(tokens) for law in found))
    growth = write.byte_size(sum(law.next_token(tokens) for law in found))
    head = tr("{name}: {total} at {tokens} tokens, {growth} for the next one")
    words = head.format(name=name, total=total, tokens=write.count(tokens), growth=growth)
    return f"<p><b>{escape(words)}</b></p>" + "".join(_law(law, tokens, muted) for law in found)


def _law(law: Law, tokens: int, muted: str) -> str:
    title = f"{kind_text(law.kind)} · {tr('{0} layers').format(law.layers)}"
    value = write.byte_size(law.bytes(tokens))
    return (
        f'<p style="margin-left:10px">{escape(title)}<br><span style="color:{muted}">{escape(law.formula)}</span><br>'
        f"{escape(law.filled)} = <b>{value}</b></p>"
    )
