"""Runs the tutorial, the example of the README, and the script for comparing one's own files."""

from __future__ import annotations

import contextlib
import io
import pathlib
import re
import shutil
import subprocess
import sys

import pytest
from conftest import PACKAGE

BLOCK = re.compile(r"```(python|text)\n(.*?)```", re.DOTALL)


def run_blocks(document: pathlib.Path) -> int:
    """Runs the blocks of code; a block of text after one is its expected output."""
    names: dict[str, object] = {}
    count, printed = 0, ""
    for kind, text in BLOCK.findall(document.read_text(encoding="utf-8")):
        if kind == "text":
            assert printed == text, f"block {count} prints\n{printed}"
            continue
        output = io.StringIO()
        with contextlib.redirect_stdout(output):
            exec(compile(text, f"{document.name}, block {count + 1}", "exec"), names)
        count, printed = count + 1, output.getvalue()
    return count


def test_the_tutorial_runs(tmp_path: pathlib.Path, monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("matplotlib", reason="NOT CHECKED: matplotlib is not installed").use("Agg")
    monkeypatch.chdir(tmp_path)
    assert run_blocks(PACKAGE / "TUTORIAL.md") >= 6
    drawn, committed = tmp_path / "tutorial.png", PACKAGE / "tutorial.png"
    for picture in (drawn, committed):
        assert picture.read_bytes().startswith(b"\x89PNG")
        assert picture.stat().st_size < 60_000
    assert len((PACKAGE / "TUTORIAL.md").read_text(encoding="utf-8").splitlines()) <= 150


def test_the_readme_runs(tmp_path: pathlib.Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "tables").mkdir()
    assert run_blocks(PACKAGE / "README.md") >= 1


def check(*arguments: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, str(PACKAGE / "check_against_files.py"), *arguments]
    return subprocess.run(command, capture_output=True, text=True, check=False)


def test_the_check_of_ones_own_files(reference: pathlib.Path, tmp_path: pathlib.Path) -> None:
    for name in ("KPvK", "KQvK", "KRvK", "KBvK", "KNvK"):
        shutil.copy(reference / f"{name}.rtbw", tmp_path)
        shutil.copy(reference / f"{name}.rtbz", tmp_path)
    found = check(str(tmp_path), "--positions", "50")
    assert found.returncode == 0, found.stdout + found.stderr
    assert "500 values compared so far, 0 different, 0 not in any table" in found.stdout
    # A damaged file counts as a difference.
    contents = bytearray((tmp_path / "KPvK.rtbw").read_bytes())
    contents[len(contents) // 2] ^= 1
    (tmp_path / "KPvK.rtbw").write_bytes(contents)
    found = check(str(tmp_path), "--positions", "50")
    assert found.returncode == 1
    assert "is not a valid WDL table of KPvK" in found.stdout
    (tmp_path / "empty").mkdir()
    assert check(str(tmp_path / "empty")).returncode == 2
