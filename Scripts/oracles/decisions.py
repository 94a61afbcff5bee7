"""Holds what `bgpolicy lint`, `drift`, `calibrate`, `gate`, `whatif` and `advise` say against their schemas.

Examples/CI it holds against those of the services.

check-jsonschema knows the schemas of GitHub workflows and GitLab jobs.
"""

import copy
import json
import os
import shutil
import subprocess
import sys
import tempfile

import jsonschema
import yaml

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
ADVICE = "Tests/Fixtures/Advice"
RUNS = ["--runs", "20", "--format", "json"]
CALIBRATION = "Tests/Fixtures/Calibration"
DRIFT = "Tests/Fixtures/Drift"
# The schemas of commands that share the form of another.
SCHEMAS = {"drift": "lint"}
CALLS = [
    ("lint", ["Tests/Fixtures/Lint/forty-findings.bgpolicy.yaml", "Documentation/extending.bgpolicy.yaml", "--format", "json"]),
    ("lint", ["Examples/Photos/bgpolicy.yaml", "--format", "json"]),
    ("drift", [f"{DRIFT}/bgpolicy.yaml", "--app", DRIFT, "--facts", f"{DRIFT}/facts.json", "--format", "json"]),
    ("calibrate", [f"{CALIBRATION}/device.log", f"{CALIBRATION}/metrics.json", "--format", "json"]),
    ("calibrate", [f"{CALIBRATION}/metrics.json", f"{CALIBRATION}/device.log", "--format", "json"]),
    ("calibrate", ["README.md", "--format", "json"]),
    ("gate", ["Examples/Photos/bgpolicy.yaml", *RUNS]),
    ("gate", [f"{ADVICE}/broken-budget.bgpolicy.yaml", "Documentation/first-try.bgpolicy.yaml", *RUNS]),
    ("gate", ["Tests/Fixtures/Lint/forty-findings.bgpolicy.yaml", *RUNS]),
    ("gate", [f"{ADVICE}/broken-budget.bgpolicy.yaml", "--scenario", "all", *RUNS]),
    ("diff", ["Tests/Fixtures/Diff/old.bgpolicy.yaml", "Tests/Fixtures/Diff/new.bgpolicy.yaml", *RUNS]),
    ("whatif", ["Examples/Photos/bgpolicy.yaml", "--sweep", "transfers.cameraRoll.submit=allAtOnce,{ batch: 10 }", *RUNS]),
    ("advise", [f"{ADVICE}/one-at-a-time.bgpolicy.yaml", *RUNS]),
    ("advise", [f"{ADVICE}/two-sessions.bgpolicy.yaml", *RUNS]),
    ("advise", [f"{ADVICE}/good.bgpolicy.yaml", *RUNS]),
    ("advise", [f"{ADVICE}/receipt.bgpolicy.yaml", *RUNS]),
    ("advise", [f"{ADVICE}/rare-user.bgpolicy.yaml", "--scenario", "rareUser", *RUNS]),
    ("advise", [f"{ADVICE}/film.bgpolicy.yaml", "--runs", "200", "--format", "json"]),
    ("whatif", [f"{ADVICE}/film.bgpolicy.yaml", "--set", "sessions.films.isDiscretionary=true", "--runs", "200", "--format", "json"]),
]


# What has whatever keys the logs bring, and facts, which have a schema of their own.
FREE = ["timeoutExits", "facts"]


def validator(name):
    with open(f"{ROOT}/Schemas/{name}.schema.json", encoding="utf-8") as file:
        schema = json.load(file)
    jsonschema.Draft7Validator.check_schema(schema)
    return jsonschema.Draft7Validator(schema)


def unnoticed(schema, document):
    """Keys that can be left out or added, at the top and in the first items of lists, without the schema's notice."""
    passed = []

    def visit(node, path):
        if path[-1:] == ["facts"]:
            return
        if isinstance(node, dict):
            for key in [*node, "no such key"]:
                broken = copy.deepcopy(document)
                place = broken
                for step in path:
                    place = place[step]
                if key in node:
                    del place[key]
                else:
                    place[key] = 1
                if schema.is_valid(broken) and key not in ["name", "apps"] and not (path and path[-1] in FREE):
                    passed.append([*path, key])
                if key in node:
                    visit(node[key], [*path, key])
        elif isinstance(node, list) and node:
            visit(node[0], [*path, 0])

    visit(document, [])
    return passed


def main(tool):
    failures = 0
    for command, words in CALLS:
        run = subprocess.run([tool, command, *words], cwd=ROOT, capture_output=True, check=False)
        document = json.loads(run.stdout)
        schema = validator(SCHEMAS.get(command, command))
        mistakes = [error.message for error in schema.iter_errors(document)] + unnoticed(schema, document)
        for app in document.get("apps", []) if command == "drift" else []:
            mistakes += [error.message for error in validator("app-facts").iter_errors(app["facts"])]
        if mistakes:
            failures += 1
            print(f"{command} {words[0]}: {mistakes[:3]}")
    for name, schema in [
        ("github.yml", "vendor.github-workflows"), ("../../action.yml", "vendor.github-actions"),
        ("gitlab.yml", "vendor.gitlab-ci"),
    ]:
        path = f"{ROOT}/Examples/CI/{name}"
        with open(path, encoding="utf-8") as file:
            documents = list(yaml.safe_load_all(file))
        if len(documents) > 1:
            # The first describes the inputs of the component.
            path = os.path.join(tempfile.mkdtemp(), "job.yml")
            with open(path, "w", encoding="utf-8") as file:
                yaml.safe_dump(documents[-1], file)
        if not shutil.which("check-jsonschema"):
            print(f"Left out: check-jsonschema is not installed, which knows {schema}")
        elif subprocess.run(["check-jsonschema", "--builtin-schema", schema, path], check=False).returncode:
            failures += 1
    print(f"decisions: {len(CALLS)} reports checked, {failures} failures")
    return failures


if __name__ == "__main__":
    sys.exit(1 if main(os.path.abspath(sys.argv[1])) else 0)
