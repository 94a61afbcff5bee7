"""Lets Neovim, Emacs and the client of pygls use `bgpolicy language-server` through the same session, without a screen.

Takes the executable and, if pygls is installed, its Python. The transcript of an editor has to be
Tests/Fixtures/Editors/session.txt; RECORD_SNAPSHOTS=1 writes it.
"""

import os
import pathlib
import shutil
import subprocess
import sys
import tempfile

FOLDER = pathlib.Path("Scripts/editors").resolve()
SETTINGS = pathlib.Path("Editors").resolve()
FIXTURE = pathlib.Path("Tests/Fixtures/Editors/session.txt")
POLICY = pathlib.Path("Documentation/first-try.bgpolicy.yaml")


def call_of(editor: str) -> list[str]:
    if editor == "nvim":
        return ["nvim", "--headless", "--clean", "-S", f"{SETTINGS}/neovim/bgpolicy.lua", "-S", f"{FOLDER}/session.lua"]
    return ["emacs", "-q", "--batch", "--eval", "(package-initialize)", "-L", f"{SETTINGS}/emacs", "-l", f"{FOLDER}/session.el"]


def transcript(editor: str, tool: str) -> str:
    """What an editor saw, and what it saved."""
    with tempfile.TemporaryDirectory() as folder:
        policy, seen = pathlib.Path(folder, "bgpolicy.yaml"), pathlib.Path(folder, "transcript")
        shutil.copy(POLICY, policy)
        # The settings start the tool by its name.
        os.symlink(tool, pathlib.Path(folder, "bgpolicy"))
        environment = {**os.environ, "POLICY": str(policy), "TRANSCRIPT": str(seen), "PATH": f"{folder}:{os.environ['PATH']}", "LC_ALL": "C.UTF-8"}
        result = subprocess.run(call_of(editor), env=environment, capture_output=True, text=True, timeout=120, check=False)
        if not seen.exists():
            return f"nothing: {result.stdout}{result.stderr}\n"
        return seen.read_text(encoding="utf-8") + "\n" + policy.read_text(encoding="utf-8")


def main(tool: str, python: str | None) -> int:
    failures = 0
    for editor in ["nvim", "emacs"]:
        if not shutil.which(editor):
            print(f"Left out: {editor} is not installed here")
            continue
        text = transcript(editor, tool)
        if os.environ.get("RECORD_SNAPSHOTS"):
            FIXTURE.parent.mkdir(parents=True, exist_ok=True)
            FIXTURE.write_text(text, encoding="utf-8")
        is_same = text == FIXTURE.read_text(encoding="utf-8")
        print(f"{editor}: {'the session with the language server is that of the fixture' if is_same else text}")
        failures += not is_same
    if python:
        failures += subprocess.run([python, f"{FOLDER}/conformance.py", tool], check=False, timeout=120).returncode != 0
    else:
        print("Left out: pygls can't be installed here")
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main(os.path.abspath(sys.argv[1]), sys.argv[2] if len(sys.argv) > 2 else None))
