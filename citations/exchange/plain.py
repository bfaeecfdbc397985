"""LaTeX as BibTeX files hold it, read as plain text: the way back from `citations.latex.escape`."""

from __future__ import annotations

import re
import unicodedata
from functools import cache

from citations.latex import ACCENTS, GREEK, LETTERS

_NEEDED = re.compile(r"[\\{}$~`]|--|''")
_TOKEN = re.compile(r"\\(?:[a-zA-Z]+\*?[ \t\n]*|.|$)|---?|``|''|[{}$~`]|[^\\{}$~`'-]+|.", re.DOTALL)
_MARKS = {command: mark for mark, command in ACCENTS.items()} | {"b": "\u0331", "t": "\u0361", "G": "\u030f"}
_SIGNS = {"---": "—", "--": "–", "``": "“", "''": "”", "`": "‘", "~": " "}
_WORDS = (
    {command: char for char, command in GREEK.items()}
    | {command: char for char, command in LETTERS.items()}
    | {"textbackslash": "\\", "textasciitilde": "~", "textasciicircum": "^", "textasciigrave": "`"}
    | {"textbraceleft": "{", "textbraceright": "}", "lbrace": "{", "rbrace": "}", "j": "ȷ", "aa": "å", "AA": "Å"}
    | {"ldots": "…", "dots": "…", "times": "×", "le": "≤", "leq": "≤", "ge": "≥", "geq": "≥", "sim": "∼"}
    | {"textquotesingle": "'", "textquotedbl": '"', "textendash": "–", "textemdash": "—", "slash": "/"}
    | {"textquoteleft": "‘", "textquoteright": "’", "textquotedblleft": "“", "textquotedblright": "”"}
    | {"infty": "∞", "to": "→", "rightarrow": "→", "cdot": "·", "pm": "±", "approx": "≈", "ell": "ℓ"}
)
_LETTER_COMMANDS = {*LETTERS.values(), "j", "aa", "AA"}
# Commands that only dress their argument, or what follows in the group.
_DRESS = frozenset((
    "emph", "textit", "textbf", "texttt", "textsc", "textsf", "textrm", "textup", "textnormal", "text",
    "mbox", "hbox", "url", "href", "mathrm", "mathbf", "mathit", "mathcal", "mathbb", "mathsf",
    "mathtt", "ensuremath", "enquote", "uppercase", "lowercase", "em", "it", "bf", "tt", "sc", "sf",
    "rm", "itshape", "bfseries", "scshape", "ttfamily", "normalfont", "small", "large", "tiny",
    "bibstring", "protect", "relax", "noopsort", "nocite", "left", "right", "displaystyle",
    "boldsymbol", "operatorname", "underline", "mathop", "textsuperscript", "textsubscript",
))  # fmt: skip


def plain(latex: str) -> str:
    """The text without braces and commands. A command that is not known stays as it is written."""
    if not _NEEDED.search(latex):
        return latex
    tokens = _TOKEN.findall(latex)
    is_math = tokens.count("$") % 2 == 0  # a single dollar sign is money
    try:
        return unicodedata.normalize("NFC", _Reader(tokens, is_math).group())
    except RecursionError:  # groups within groups that nobody means
        return re.sub(r"[{}]|\\\W", "", latex)


class _Reader:
    """Reads tokens one after another; a group is one thing for the accent before it."""

    def __init__(self, tokens: list[str], is_math: bool) -> None:
        self._tokens, self._is_math, self._place = tokens, is_math, 0

    def group(self) -> str:
        """Up to the brace that closes it, or to the end."""
        parts = []
        while self._place < len(self._tokens):
            token = self._take()
            if token == "}":
                break
            parts.append(self._read(token))
        return "".join(parts)

    def _take(self) -> str:
        self._place += 1
        return self._tokens[self._place - 1]

    def _read(self, token: str) -> str:
        if token == "{":
            return self.group()
        if token == "$":
            return "" if self._is_math else "$"
        if token.startswith("\\"):
            return self._command(token[1:])
        return _SIGNS.get(token, token)

    def _command(self, written: str) -> str:
        name = written.rstrip(" \t\n").rstrip("*")
        if not name:
            return " "
        if name in _MARKS and (len(name) == 1 or not name.isalpha()):
            return self._accented(_MARKS[name]) or (name if name in "~^" else "")
        if name in _DRESS:
            return ""
        if name in _WORDS:
            self._skip_empty_group()
            return _WORDS[name] + self._blank_after(written, name)
        if not name.isalpha():
            return {"-": "", "/": "", "!": "", "\\": " "}.get(name, " " if name in ",;: \n" else name)
        known = _symbol(name)
        return f"\\{written}" if known is None else known + self._blank_after(written, name)

    @staticmethod
    def _blank_after(written: str, name: str) -> str:
        """TeX swallows the blank after every command; only after a letter is that meant."""
        return " " if written[-1:].isspace() and name not in _LETTER_COMMANDS else ""

    def _skip_empty_group(self) -> None:
        if self._tokens[self._place : self._place + 2] == ["{", "}"]:
            self._place += 2

    def _accented(self, mark: str) -> str:
        """The next letter or group with the accent on its first letter."""
        while self._place < len(self._tokens) and not self._tokens[self._place].strip():
            self._place += 1
        if self._place == len(self._tokens) or self._tokens[self._place] == "}":
            return ""
        base = self._read(self._take()).replace("ı", "i").replace("ȷ", "j").lstrip()
        if not base:
            return ""
        marks = 1
        while marks < len(base) and unicodedata.combining(base[marks]):
            marks += 1
        return base[:marks] + mark + base[marks:]


@cache
def _symbol(name: str) -> str | None:
    """What pylatexenc knows a command without arguments to mean."""
    from pylatexenc.latex2text import get_default_latex_context_db

    spec = get_default_latex_context_db().get_macro_spec(name)
    meaning = getattr(spec, "simplify_repl", None)
    return meaning if isinstance(meaning, str) and "%" not in meaning else None
