#!/usr/bin/env python3
"""Runs the `run:` steps of a workflow's job, or of a composite action, as they stand, each in bash as a runner does:

    workflow.py FILE FOLDER [NAME=VALUE…]

FOLDER is the checkout. RUNNER_TEMP may name the folder for what the job keeps. NAME=VALUE are variables of the repository (`vars`), or inputs of the action. The actions that the steps use are left
to GitHub: a checkout has been made, and a cache has nothing yet. Needs PyYAML.
"""

import contextlib
import os
import pathlib
import re
import subprocess
import sys
import tempfile

import yaml

EXPRESSION = re.compile(r"\$\{\{\s*(.+?)\s*\}\}")
COMPARISON = re.compile(r"([\w.-]+) (==|!=) '([^']*)'")


class Job:
    """What the steps of a job share."""

    def __init__(self, folder, temporary, values):
        self.folder, self.temporary, self.environment = folder, temporary, {}
        self.values = {"runner.os": "Linux", "runner.arch": "X64", "runner.temp": str(temporary), **values}
        self.has_failed = False

    def evaluated(self, values):
        """Values with their expressions replaced; an unknown name is empty, as on GitHub."""
        return {name: EXPRESSION.sub(lambda found: self.values.get(found[1], ""), str(value)) for name, value in values.items()}

    def is_due(self, condition):
        """Whether a step runs: conditions are comparisons of a value with a text, joined by `&&`."""
        parts = str(condition).split(" && ") if condition else []
        if self.has_failed and "always()" not in parts:
            return False
        for part in parts:
            if part == "always()":
                continue
            found = COMPARISON.fullmatch(part)
            assert found, f"the condition {part!r} is not one that this script knows"
            if (self.values.get(found[1], "") == found[3]) != (found[2] == "=="):
                return False
        return True

    def run(self, step):
        """Runs a step in bash; its outputs and its outcome are known to the later ones."""
        output = self.temporary / "output"
        output.write_text("")
        environment = {
            **os.environ, "CI": "true", "GITHUB_ACTIONS": "true", "RUNNER_OS": "Linux", "RUNNER_ARCH": "X64",
            "RUNNER_TEMP": str(self.temporary), "GITHUB_OUTPUT": str(output), "GITHUB_STEP_SUMMARY": str(self.temporary / "summary.md"),
            **self.environment, **self.evaluated(step.get("env") or {}),
        }
        script = self.evaluated({"run": step["run"]})["run"]
        folder = pathlib.Path(self.folder, self.evaluated({"folder": step.get("working-directory", ".")})["folder"])
        status = subprocess.run(
            ["bash", "--noprofile", "--norc", "-eo", "pipefail", "-c", script], cwd=folder, env=environment, check=False).returncode
        place = f"steps.{step.get('id', '')}"
        for line in output.read_text().splitlines():
            name, _, value = line.partition("=")
            self.values[f"{place}.outputs.{name}"] = value
        self.values[f"{place}.outcome"] = "failure" if status else "success"
        self.has_failed |= status != 0


def main(path, folder, *assignments):
    path = pathlib.Path(path).resolve()
    file = yaml.safe_load(path.read_text(encoding="utf-8"))
    given = dict(word.split("=", 1) for word in assignments)
    kept = os.environ.get("RUNNER_TEMP")
    with contextlib.nullcontext(kept) if kept else tempfile.TemporaryDirectory() as temporary:
        if "runs" in file:
            steps = file["runs"]["steps"]
            job = Job(folder, pathlib.Path(temporary), {f"inputs.{name}": str(value) for name, value in given.items()})
            inputs = {f"inputs.{name}": entry.get("default", "") for name, entry in file["inputs"].items()}
            job.values = {**job.evaluated(inputs), **job.values}
            job.environment = {"GITHUB_ACTION_PATH": str(path.parent)}
        else:
            steps = next(iter(file["jobs"].values()))["steps"]
            job = Job(folder, pathlib.Path(temporary), {f"vars.{name}": value for name, value in given.items()})
            job.environment = job.evaluated(file.get("env") or {})
        for step in steps:
            if "run" in step and job.is_due(step.get("if")):
                print(f"{path.name}: {step.get('name')}", flush=True)
                job.run(step)
    return int(job.has_failed)


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
