"""Compares the stubs with the module, and type-checks the package and its users strictly."""

from __future__ import annotations

import importlib.util
import os
import pathlib
import subprocess
import sys

import pytest
from conftest import PACKAGE

USER = '''
import os
from array import array
from typing import Optional, Union
import vancura
from vancura.syzygy import open_tablebase

tables = vancura.Tables("tables", os.curdir, verify="never", men_in_memory=3)
wdl: vancura.Wdl = tables.wdl("8/8/8/3k4/8/8/8/R3K3 w - - 0 1")
number: int = tables.dtz("8/8/8/3k4/8/8/8/R3K3 w - - 0 1") + 1
results: "array[int]" = tables.wdl_many(["8/8/8/3k4/8/8/8/R3K3 w - - 0 1"], threads=2)
verdict: Optional[vancura.Verdict] = vancura.recognize("8/8/8/3k4/8/8/8/R3K3 w - - 0 1")
line: list[str] = vancura.solve("KRvK").line("8/8/8/3k4/8/8/8/R3K3 w - - 0 1", goal="zeroing")
with open_tablebase(".") as tablebase:
    either: Union[vancura.Wdl, str] = tablebase.get_wdl("8/8/8/3k4/8/8/8/R3K3 w - - 0 1", "none")
'''
BOARDS = """
import chess
import vancura

board = chess.Board()
vancura.Tables(men_in_memory=3).moves(board)
vancura.recognize(board)
"""
WRONG = """
import vancura

vancura.Tables(verify="sometimes")
vancura.Tables().wdl(17)
vancura.solve("KRvK").line("8/8/8/3k4/8/8/8/R3K3 w - - 0 1", goal="glory")
"""


def run(*command: str, cwd: pathlib.Path = PACKAGE) -> subprocess.CompletedProcess[str]:
    # The interpreter whose packages pyright uses.
    path = os.pathsep.join([str(pathlib.Path(sys.executable).parent), os.environ["PATH"]])
    command = (sys.executable, "-m", *command)
    return subprocess.run(command, cwd=cwd, capture_output=True, text=True, check=False, env=os.environ | {"PATH": path})


def needs(tool: str) -> None:
    if importlib.util.find_spec(tool) is None:
        pytest.skip(f"NOT CHECKED: {tool} is not installed")


def tutorial() -> str:
    blocks = (PACKAGE / "TUTORIAL.md").read_text().split("```python\n")[1:]
    return "\n".join(block.split("```")[0] for block in blocks)


def written(folder: pathlib.Path) -> list[str]:
    for name, text in (("user.py", USER), ("boards.py", BOARDS), ("tutorial.py", tutorial())):
        (folder / name).write_text(text)
    return [str(folder / name) for name in ("user.py", "boards.py", "tutorial.py")]


def test_mypy_is_content_with_the_package_and_its_users(tmp_path: pathlib.Path) -> None:
    needs("mypy")
    files = ["check_against_files.py", "benches/speed.py", "tests", *written(tmp_path)]
    found = run("mypy", "--strict", "-p", "vancura")
    assert found.returncode == 0, found.stdout + found.stderr
    found = run("mypy", "--strict", "--cache-dir", str(tmp_path / "cache"), *files)
    assert found.returncode == 0, found.stdout + found.stderr
    (tmp_path / "wrong.py").write_text(WRONG)
    found = run("mypy", "--strict", str(tmp_path / "wrong.py"))
    assert "Found 3 errors" in found.stdout, found.stdout


def test_stubs_say_what_is_there() -> None:
    needs("mypy")
    found = run("mypy.stubtest", "vancura")
    assert found.returncode == 0, found.stdout + found.stderr


def test_pyright_is_content_with_the_package_and_its_users(tmp_path: pathlib.Path) -> None:
    needs("pyright")
    found = run("pyright", "--pythonpath", sys.executable, *written(tmp_path), cwd=tmp_path)
    if "error" in found.stderr.lower() and "node" in found.stderr.lower():
        pytest.skip(f"NOT CHECKED: pyright cannot be run: {found.stderr.strip().splitlines()[-1]}")
    assert found.returncode == 0, found.stdout + found.stderr
    found = run("pyright", "--verifytypes", "vancura", "--ignoreexternal", cwd=tmp_path)
    assert found.returncode == 0, found.stdout + found.stderr
