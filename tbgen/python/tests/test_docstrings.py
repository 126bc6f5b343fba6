"""Runs the examples of docstrings, and checks that everything public has a docstring."""

from __future__ import annotations

import doctest
import inspect
import types
from collections.abc import Iterator

import pytest

import vancura
import vancura.syzygy


def documented() -> Iterator[tuple[str, str]]:
    """Every public module, class, function and method with its docstring."""
    for module in (vancura, vancura.syzygy):
        yield module.__name__, module.__doc__ or ""
        for name in module.__all__:
            value = getattr(module, name)
            if value is vancura.Position or value is vancura.syzygy.MissingTableError and module is not vancura:
                continue
            yield f"{module.__name__}.{name}", inspect.getdoc(value) or ""
            if not isinstance(value, type):
                continue
            kinds = (types.FunctionType, types.MethodDescriptorType, types.GetSetDescriptorType, property)
            for member, what in vars(value).items():
                if isinstance(what, kinds) and not member.startswith("_"):
                    yield f"{module.__name__}.{name}.{member}", inspect.getdoc(what) or ""


DOCUMENTED = dict(documented())


def test_everything_public_is_documented() -> None:
    assert len(DOCUMENTED) > 60
    assert [name for name, text in DOCUMENTED.items() if not text] == []


@pytest.mark.parametrize("name", [name for name, text in DOCUMENTED.items() if ">>>" in text])
def test_examples_do_what_they_say(name: str) -> None:
    test = doctest.DocTestParser().get_doctest(DOCUMENTED[name], {}, name, None, 0)
    report: list[str] = []
    results = doctest.DocTestRunner().run(test, out=report.append)
    assert results.attempted > 0
    assert results.failed == 0, "".join(report)
