"""Checks what `bgpolicy import` reads and writes: facts by their schema, and policies by PyYAML.

Usage: imports.py TOOL
"""

import json
import pathlib
import subprocess
import sys

import jsonschema
import yaml

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
FIXTURES = ROOT / "Tests/Fixtures/Import"


def validator():
    schema = json.loads((ROOT / "Schemas/app-facts.schema.json").read_text(encoding="utf-8"))
    kind = jsonschema.validators.validator_for(schema)
    kind.check_schema(schema)
    return kind(schema)


def mistakes(facts, schema):
    return [f"{'/'.join(map(str, error.absolute_path))}: {error.message}" for error in schema.iter_errors(facts)]


def changed(facts):
    """Facts that are wrong, each of which the schema has to notice."""
    target = dict(facts["targets"][0], kind="program")
    yield dict(facts, version=2)
    yield {name: value for name, value in facts.items() if name != "unread"}
    yield dict(facts, targets=[target])
    yield dict(facts, code=[{"kind": "session"}])
    yield dict(facts, files=[1])


def run(tool, *words):
    result = subprocess.run([tool, "import", *words], capture_output=True, text=True)
    assert result.returncode == 0, result.stderr
    return result.stdout


def main(tool):
    schema = validator()
    found, apps = [], 0
    files = sorted(FIXTURES.glob("*/facts.json"))
    assert files, "no facts under Tests/Fixtures/Import"
    for file in files:
        facts = json.loads(file.read_text(encoding="utf-8"))
        found += [f"{file}: {mistake}" for mistake in mistakes(facts, schema)]
        found += [f"{file}: a wrong document passes" for wrong in changed(facts) if not mistakes(wrong, schema)]
        # The comments of the YAML change nothing: it is the policy that the JSON has.
        policies = [policy["policy"] for policy in json.loads(run(tool, "--facts", file, "--format", "json"))["policies"]]
        read = list(yaml.safe_load_all(run(tool, "--facts", file)))
        if read != policies:
            found.append(f"{file}: the YAML and the JSON differ: {read} and {policies}")
        apps += len(policies)
    reader = pathlib.Path(tool).with_name("bgpolicy-appreader")
    if reader.exists():
        result = subprocess.run([reader, ROOT / "Tests/Fixtures"], capture_output=True, text=True)
        assert result.returncode == 0, result.stderr
        found += [f"bgpolicy-appreader: {mistake}" for mistake in mistakes(json.loads(result.stdout), schema)]
    else:
        print("Left out: bgpolicy-appreader is not built")
    print("\n".join(found) if found else f"imports: {apps} policies of {len(files)} apps are equal in YAML and JSON")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1]))
