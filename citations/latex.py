"""Text for BibTeX files: everything outside ASCII that LaTeX has a command for is written with it."""

from __future__ import annotations

import re
import unicodedata

_SPECIAL = {
    "\\": r"\textbackslash{}",
    "{": r"{\textbraceleft}",  # BibTeX counts braces, escaped or not
    "}": r"{\textbraceright}",
    "&": r"\&",
    "%": r"\%",
    "$": r"\$",
    "#": r"\#",
    "_": r"\_",
    "~": r"\textasciitilde{}",
    "^": r"\textasciicircum{}",
    "\u2013": "--",
    "\u2014": "---",
    "`": r"\textasciigrave{}",
    "\u2018": "`",
    "\u2019": "'",
    "\u201c": "``",
    "\u201d": "''",
    "\u2026": r"\ldots{}",
    "\u00a0": " ",
    "\u00d7": r"{$\times$}",
    "\u2264": r"{$\le$}",
    "\u2265": r"{$\ge$}",
}
# Letters with a command of their own.
LETTERS = {
    "ß": "ss", "æ": "ae", "Æ": "AE", "œ": "oe", "Œ": "OE", "ø": "o", "Ø": "O", "ł": "l", "Ł": "L", "ı": "i",
    "đ": "dj", "Đ": "DJ",
}  # fmt: skip
# What LaTeX writes before a letter for a combining mark behind it.
ACCENTS = {
    "\u0300": "`",
    "\u0301": "'",
    "\u0302": "^",
    "\u0303": "~",
    "\u0304": "=",
    "\u0306": "u",
    "\u0307": ".",
    "\u0308": '"',
    "\u030a": "r",
    "\u030b": "H",
    "\u030c": "v",
    "\u0323": "d",
    "\u0327": "c",
    "\u0328": "k",
}
# LaTeX has no commands for the Greek letters that look Latin.
GREEK = {
    "α": "alpha", "β": "beta", "γ": "gamma", "δ": "delta", "ε": "epsilon", "ζ": "zeta", "η": "eta", "θ": "theta",
    "ι": "iota", "κ": "kappa", "λ": "lambda", "μ": "mu", "ν": "nu", "ξ": "xi", "π": "pi", "ρ": "rho", "σ": "sigma",
    "τ": "tau", "υ": "upsilon", "φ": "phi", "χ": "chi", "ψ": "psi", "ω": "omega", "Γ": "Gamma", "Δ": "Delta",
    "Θ": "Theta", "Λ": "Lambda", "Ξ": "Xi", "Π": "Pi", "Σ": "Sigma", "Φ": "Phi", "Ψ": "Psi", "Ω": "Omega",
}  # fmt: skip


_PLAIN = re.compile(r'[A-Za-z0-9 .,:;!?()/+=<>|@*\[\]"-]*')
_SPELLED = str.maketrans(
    {"ß": "ss", "æ": "ae", "Æ": "Ae", "œ": "oe", "Œ": "Oe", "ø": "o", "Ø": "O", "ł": "l", "Ł": "L", "ı": "i"}
    | {"đ": "d", "Đ": "D"}
)


def escape(text: str) -> str:
    """The text in LaTeX. Characters without a command (Chinese) stay: they need XeLaTeX, LuaLaTeX or CJK support."""
    if _PLAIN.fullmatch(text) and "--" not in text:
        return text
    parts: list[str] = []
    for char in unicodedata.normalize("NFC", text):
        written = _escape_char(char)
        if parts and written[0] in "-`'" and parts[-1].endswith(written[0]):
            parts.append("{}")  # two of them would become one sign
        parts.append(written)
    return "".join(parts)


def _escape_char(char: str) -> str:
    if char in _SPECIAL:
        return _SPECIAL[char]
    if char.isascii():
        return char if char.isprintable() else " "
    if char in LETTERS:
        return rf"{{\{LETTERS[char]}}}"
    if char in GREEK:
        return rf"{{$\{GREEK[char]}$}}"
    decomposed = unicodedata.normalize("NFD", char)
    base, marks = decomposed[0], decomposed[1:]
    if not marks or not base.isascii() or not all(mark in ACCENTS for mark in marks):
        return char
    written = rf"\{base}" if base in "ij" else base
    for mark in marks:
        written = rf"\{ACCENTS[mark]}{{{written}}}"
    return f"{{{written}}}"


def ascii_word(text: str) -> str:
    """Letters and digits of `text` in ASCII, for citation keys."""
    decomposed = unicodedata.normalize("NFKD", text.translate(_SPELLED))
    return "".join(char for char in decomposed if char.isascii() and char.isalnum())
