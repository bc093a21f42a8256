"""The faults that can be seeded in a module, in the order of its source."""

import ast
from collections.abc import Callable, Iterator
from copy import copy
from typing import NamedTuple

COMPARED: dict[type[ast.cmpop], type[ast.cmpop]] = {
    ast.Lt: ast.LtE,
    ast.LtE: ast.Lt,
    ast.Gt: ast.GtE,
    ast.GtE: ast.Gt,
    ast.Eq: ast.NotEq,
    ast.NotEq: ast.Eq,
    ast.In: ast.NotIn,
    ast.NotIn: ast.In,
    ast.Is: ast.IsNot,
    ast.IsNot: ast.Is,
}
CALCULATED: dict[type[ast.operator], type[ast.operator]] = {
    ast.Add: ast.Sub,
    ast.Sub: ast.Add,
    ast.Mult: ast.Add,
    ast.FloorDiv: ast.Mult,
    ast.Div: ast.Mult,
    ast.Mod: ast.Mult,
}
EXCHANGED = {"min": "max", "max": "min", "all": "any", "any": "all"}


class Fault(NamedTuple):
    """`number`: of the place in the module, which stays the same for the same source."""

    module: str
    number: int
    line: int
    text: str

    def __str__(self) -> str:
        return f"{self.module}:{self.number} (line {self.line}): {self.text}"


def faults(module: str, source: str) -> list[Fault]:
    tree = ast.parse(source)
    return [
        Fault(module, number, node.lineno, _text(node, replacement))
        for number, (node, replacement, _put) in enumerate(_places(tree))
    ]


def mutated(source: str, number: int) -> ast.Module:
    """The module with its fault of this number."""
    tree = ast.parse(source)
    for place, (_node, replacement, put) in enumerate(_places(tree)):
        if place == number:
            put(replacement)
            return ast.fix_missing_locations(tree)
    raise ValueError(f"The module has no place {number}.")


def _text(node: ast.expr, replacement: ast.expr) -> str:
    before, after = (ast.unparse(one).replace("\n", " ") for one in (node, replacement))
    return f"{before}  ->  {after}"


Place = tuple[ast.expr, ast.expr, Callable[[ast.expr], None]]


def _places(tree: ast.AST) -> Iterator[Place]:
    """Each expression that can be replaced, its replacement, and how to put it there.

    Annotations, decorators and the texts of errors are no behaviour.
    """
    for parent in ast.walk(tree):
        for field, value in ast.iter_fields(parent):
            if field in ("annotation", "returns", "decorator_list", "slice", "exc"):
                continue
            if isinstance(value, ast.expr):
                for replacement in _replacements(value, parent, field):
                    yield value, replacement, _setter(parent, field)
            elif isinstance(value, list):
                for at, one in enumerate(value):
                    if isinstance(one, ast.expr):
                        for replacement in _replacements(one, parent, field):
                            yield one, replacement, _list_setter(value, at)


def _setter(parent: ast.AST, field: str) -> Callable[[ast.expr], None]:
    return lambda replacement: setattr(parent, field, replacement)


def _list_setter(values: list[ast.AST], at: int) -> Callable[[ast.expr], None]:
    return lambda replacement: values.__setitem__(at, replacement)


def _replacements(node: ast.expr, parent: ast.AST, field: str) -> Iterator[ast.expr]:
    if isinstance(node, ast.Compare) and (other := COMPARED.get(type(node.ops[0]))):
        yield _changed(node, ops=[other(), *node.ops[1:]])
    elif isinstance(node, ast.BinOp) and (swapped := CALCULATED.get(type(node.op))):
        yield _changed(node, op=swapped())
    elif isinstance(node, ast.BoolOp):
        yield _changed(node, op=ast.Or() if isinstance(node.op, ast.And) else ast.And())
    elif isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.Not | ast.USub):
        yield node.operand
    elif isinstance(node, ast.Constant) and _is_behaviour(node, parent, field):
        changed = not node.value if isinstance(node.value, bool) else int(str(node.value)) + 1
        yield ast.Constant(changed)
    elif isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
        if name := EXCHANGED.get(node.func.id):
            yield _changed(node, func=ast.Name(name, ast.Load()))
    elif isinstance(node, ast.IfExp):
        yield _changed(node, body=node.orelse, orelse=node.body)
    if field == "test" and isinstance(node, ast.Name | ast.Attribute | ast.Call):
        yield ast.UnaryOp(ast.Not(), copy(node))


def _is_behaviour(node: ast.Constant, parent: ast.AST, field: str) -> bool:
    """Numbers and truth values; `frozen=True` and `strict=True` change no answer."""
    if isinstance(parent, ast.keyword) and parent.arg in ("frozen", "slots", "strict", "order"):
        return False
    return isinstance(node.value, bool | int) and field != "defaults"


def _changed(node: ast.expr, **fields: object) -> ast.expr:
    changed = copy(node)
    for name, value in fields.items():
        setattr(changed, name, value)
    return changed
