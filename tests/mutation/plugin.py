"""A pytest plugin: the module named by MUTANT is imported with one fault (`module:number`)."""

import os
import sys
from importlib.abc import Loader
from importlib.machinery import ModuleSpec, PathFinder, SourceFileLoader
from pathlib import Path
from types import ModuleType
from typing import cast

from tests.mutation.faults import mutated


class MutatingLoader(SourceFileLoader):
    def __init__(self, name: str, path: str, number: int) -> None:
        super().__init__(name, path)
        self.number = number

    def exec_module(self, module: ModuleType) -> None:
        tree = mutated(Path(self.path).read_text(), self.number)
        exec(compile(tree, self.path, "exec"), module.__dict__)  # noqa: S102


class Mutating:
    """In `sys.meta_path`: finds one module before Python does."""

    def __init__(self, module: str, number: int) -> None:
        self.module, self.number = module, number

    def find_spec(self, name: str, path: object, target: object = None) -> ModuleSpec | None:
        if name != self.module:
            return None
        spec = PathFinder.find_spec(name, cast(list[str], path))
        if spec is not None and spec.origin is not None:
            spec.loader = cast(Loader, MutatingLoader(name, spec.origin, self.number))
        return spec


if mutant := os.environ.get("MUTANT"):
    module, _, number = mutant.rpartition(":")
    sys.meta_path.insert(0, Mutating(module, int(number)))
