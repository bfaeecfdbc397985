"""Finds every translatable text of the program by reading its code.

Seen are `self.tr("…")` (context: the class), `QCoreApplication.translate("Context", "…")`, the marker
`QT_TRANSLATE_NOOP("Context", "…")`, and calls of a module's own short form of `translate`, a function whose only
statement is `return QCoreApplication.translate("Context", text)`. The engine's names of quantities, which the
interface shows under the context "Quantity", and the words of trials of claims are added as data.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

Message = tuple[str, str]  # context, English
_MARKERS = ("translate", "QT_TRANSLATE_NOOP")


def messages(root: Path, packages: tuple[str, ...] = ("explorer", "widgets")) -> list[Message]:
    """Messages of the checkout at `root`, without repeats, sorted by context and in order of appearance."""
    files = sorted(path for package in packages for path in (root / package).rglob("*.py"))
    trees = {_module(path.relative_to(root)): ast.parse(path.read_text("utf-8"), str(path)) for path in files}
    short = {module: dict(_short_forms(tree)) for module, tree in trees.items()}
    found: dict[Message, None] = {}
    for module, tree in trees.items():
        found.update(dict.fromkeys(_in_module(tree, short[module] | dict(_imported(tree, short)))))
    found.update(dict.fromkeys([*quantities(), *terms(), *trials()]))
    return sorted(found, key=lambda message: message[0])


def quantities() -> Iterator[Message]:
    """The names of all quantities of the eighteen ledgers."""
    from engine.ledgers import quantities as declared

    for quantity in declared():
        yield "Quantity", quantity.name


def terms() -> Iterator[Message]:
    """The meanings of the words that definitions use, and the units in words."""
    from engine.reading.definitions import TERMS, UNITS

    yield from (("Term", text) for text in TERMS.values())
    yield from (("Unit", text) for text in UNITS.values())


def trials() -> Iterator[Message]:
    """What the pairs of runs for claims are called, and which conditions they meet and do not."""
    from engine.audit_try import pairs

    for pair in pairs().values():
        yield from (("Trial", text) for text in (pair.title, *pair.matched, *pair.unmatched))


def _short_forms(tree: ast.Module) -> Iterator[tuple[str, str]]:
    for node in tree.body:
        if isinstance(node, ast.FunctionDef) and isinstance(node.body[-1], ast.Return):
            call = node.body[-1].value
            if isinstance(call, ast.Call) and _name(call.func) == "translate" and len(call.args) == 2:
                context = _text(call.args[0])
                if context is not None and _text(call.args[1]) is None:
                    yield node.name, context


def _imported(tree: ast.Module, short: dict[str, dict[str, str]]) -> Iterator[tuple[str, str]]:
    """Short forms that the module takes from another one."""
    for node in ast.walk(tree):
        if isinstance(node, ast.ImportFrom) and node.module in short:
            for alias in node.names:
                if alias.name in short[node.module]:
                    yield alias.asname or alias.name, short[node.module][alias.name]


def _module(path: Path) -> str:
    return ".".join(path.with_suffix("").parts)


def _in_module(tree: ast.Module, short: dict[str, str]) -> Iterator[Message]:
    for owner, call in _calls(tree, ""):
        name = _name(call.func)
        context = text = None
        if name in _MARKERS and len(call.args) >= 2:
            context, text = _text(call.args[0]), _text(call.args[1])
        elif name == "tr" and isinstance(call.func, ast.Attribute) and call.args:
            context, text = owner, _text(call.args[0])
        elif isinstance(call.func, ast.Name) and name in short and call.args:
            context, text = short[name], _text(call.args[0])
        if context and text:
            yield context, text


def _calls(node: ast.AST, owner: str) -> Iterator[tuple[str, ast.Call]]:
    """Calls below `node` with the name of the class they stand in."""
    for child in ast.iter_child_nodes(node):
        inner = child.name if isinstance(child, ast.ClassDef) else owner
        if isinstance(child, ast.Call):
            yield inner, child
        yield from _calls(child, inner)


def _name(function: ast.expr) -> str:
    if isinstance(function, ast.Attribute):
        return function.attr
    return function.id if isinstance(function, ast.Name) else ""


def _text(node: ast.expr) -> str | None:
    return node.value if isinstance(node, ast.Constant) and isinstance(node.value, str) else None
