"""Lets the shells themselves complete commands of bgpolicy, with the scripts that it prints."""

import os
import pty
import re
import select
import shutil
import subprocess
import sys
import tempfile
import time

# What is typed before the tab key, and what stands there after it.
LINES = [
    ("bgpolicy li", "bgpolicy lint"),
    ("bgpolicy --vers", "bgpolicy --version"),
    ("bgpolicy lint --stdin", "bgpolicy lint --stdin-filename"),
    ("bgpolicy lint --fail-on e", "bgpolicy lint --fail-on error"),
    ("bgpolicy lint --fail-on=e", "bgpolicy lint --fail-on=error"),
    ("bgpolicy lint --quiet --color ne", "bgpolicy lint --quiet --color never"),
    ("bgpolicy lint --fix=s", "bgpolicy lint --fix=safe"),
    ("bgpolicy lint --fix fir", "bgpolicy lint --fix first.yaml"),
    ("bgpolicy lint --format js", "bgpolicy lint --format json"),
    ("bgpolicy lint --format=js", "bgpolicy lint --format=json"),
    ("bgpolicy lint --format json=rep", "bgpolicy lint --format json=report.json"),
    ("bgpolicy lint --format=json=rep", "bgpolicy lint --format=json=report.json"),
    ("bgpolicy lint --fail-on error fir", "bgpolicy lint --fail-on error first.yaml"),
    ("bgpolicy lint first.yaml sec", "bgpolicy lint first.yaml second.yml"),
    ("bgpolicy compile pol", "bgpolicy compile policies/"),
    ("bgpolicy compile --output pol", "bgpolicy compile --output policies/"),
    ("bgpolicy estimate --scenario l", "bgpolicy estimate --scenario lab"),
    ("bgpolicy estimate --model limiter.b", "bgpolicy estimate --model limiter.base="),
    ("bgpolicy explain push-pri", "bgpolicy explain push-priority"),
    ("bgpolicy explain --format markdown uitask-unb", "bgpolicy explain --format markdown uitask-unbalanced"),
    ("bgpolicy rules --needs", "bgpolicy rules --needs-app"),
    ("bgpolicy completions fi", "bgpolicy completions fish"),
]

# What must not be offered: nothing is typed behind these.
NOTHING = ["bgpolicy lint notes", "bgpolicy schema fir", "bgpolicy estimate --seed fir", "bgpolicy compile --output fir"]

# Control-G prints the line as the shell has it, between marks.
SETUP = {
    "bash": r"""
PS1=; bind 'set bell-style none'; bind 'set completion-query-items 0'; bind 'set page-completions off'
show_line() { printf '\n<<%s>>\n' "$READLINE_LINE"; }; bind -x '"\C-g": show_line'
source SCRIPT
""",
    "zsh": r"""
PS1=; unsetopt beep listbeep prompt_sp; setopt bash_auto_list; LISTMAX=10000
fpath=(FOLDER $fpath); autoload -Uz compinit; compinit -u -D
show_line() { printf '\n<<%s>>\n' "$BUFFER" }; zle -N show_line; bindkey '^G' show_line
""",
}
ARGUMENTS = {"bash": ["--norc", "--noprofile", "-i"], "zsh": ["-f", "-i"]}
PATIENCE = 20.0


class Terminal:
    """A shell on a terminal of its own."""

    def __init__(self, shell: str, folder: str) -> None:
        self.process, self.terminal = pty.fork()
        if self.process == 0:
            os.chdir(folder)
            environment = {**os.environ, "TERM": "vt100", "COLUMNS": "500", "HOME": folder}
            os.execvpe(shell, [shell, *ARGUMENTS[shell]], environment)

    def type(self, text: str) -> None:
        os.write(self.terminal, text.encode())

    def read_line(self) -> str:
        """The next text between marks."""
        text, deadline = "", time.monotonic() + PATIENCE
        while time.monotonic() < deadline:
            if select.select([self.terminal], [], [], 0.2)[0]:
                text += os.read(self.terminal, 65536).decode(errors="replace")
            if found := re.search(r"<<([^%>]*)>>", text):
                return found.group(1)
        return f"nothing within {PATIENCE:.0f} s, but {text!r}"

    def close(self) -> None:
        os.close(self.terminal)
        os.waitpid(self.process, 0)


def completed_on_a_terminal(shell: str, script: str, folder: str) -> dict[str, str]:
    terminal = Terminal(shell, folder)
    setup = SETUP[shell].replace("SCRIPT", script).replace("FOLDER", os.path.dirname(script))
    terminal.type(setup.strip() + "\n")
    result = {}
    for typed in [line for line, _ in LINES] + NOTHING:
        terminal.type(f"{typed}\t\a")
        result[typed] = terminal.read_line()
        terminal.type("\x15")
    terminal.close()
    return result


def completed_by_fish(script: str, folder: str) -> dict[str, str]:
    result = {}
    for typed in [line for line, _ in LINES] + NOTHING:
        command = f"source {script}; complete -C '{typed}'"
        run = subprocess.run(["fish", "--no-config", "-c", command], cwd=folder, capture_output=True, check=True, text=True)
        offers = [line.split("\t")[0] for line in run.stdout.splitlines()]
        head = typed[: typed.rindex(" ") + 1]
        result[typed] = head + offers[0] if len(offers) == 1 else typed if not offers else f"{head}{offers}"
    return result


def main(tool: str) -> int:
    failures = 0
    with tempfile.TemporaryDirectory() as folder:
        for name in ["first.yaml", "second.yml", "notes.txt", "report.json", "policies/other.yaml"]:
            os.makedirs(os.path.dirname(f"{folder}/{name}"), exist_ok=True)
            open(f"{folder}/{name}", "w", encoding="utf-8").close()
        for shell, name in [("bash", "scripts/bgpolicy.bash"), ("zsh", "scripts/_bgpolicy"), ("fish", "scripts/bgpolicy.fish")]:
            if not shutil.which(shell):
                print(f"Left out: {shell} is not installed here")
                continue
            script = f"{folder}/{name}"
            os.makedirs(os.path.dirname(script), exist_ok=True)
            with open(script, "wb") as file:
                file.write(subprocess.run([tool, "completions", shell], capture_output=True, check=True).stdout)
            subprocess.run([shell, "-n", script], check=True)
            result = completed_by_fish(script, folder) if shell == "fish" else completed_on_a_terminal(shell, script, folder)
            wrong = 0
            for typed, expected in LINES + [(line, line) for line in NOTHING]:
                # Some shells put the equals sign of an option's value there at once.
                if result[typed].rstrip(" ") not in (expected, expected + "=" if expected.split()[-1].startswith("--") else expected):
                    wrong += 1
                    print(f"{shell}: {typed!r} gives {result[typed]!r} and not {expected!r}")
            print(f"{shell}: {len(result) - wrong} of {len(result)} lines completed")
            failures += wrong
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1]))
