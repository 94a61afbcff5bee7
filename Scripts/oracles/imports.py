"""Checks what `bgpolicy import` reads and writes: facts and results by their schemas, policies by PyYAML, and the workflow of a
set-up by GitHub's schema and by zizmor.

Usage: imports.py TOOL
"""

import json
import pathlib
import shutil
import subprocess
import sys

import jsonschema
import yaml
from decisions import unnoticed

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
FIXTURES = ROOT / "Tests/Fixtures/Import"


def validator(name):
    schema = json.loads((ROOT / f"Schemas/{name}.schema.json").read_text(encoding="utf-8"))
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


def workflow_mistakes():
    """What GitHub's schema and zizmor, which looks for weaknesses, say of the workflow that a test has recorded."""
    path = FIXTURES.parent / "SetUp/background-policy.yml"
    for words in [
        ["check-jsonschema", "--builtin-schema", "vendor.github-workflows"],
        ["zizmor", "--offline", "--quiet", "--no-config"],
    ]:
        if not shutil.which(words[0]):
            print(f"Left out: {words[0]} is not installed")
            continue
        result = subprocess.run([*words, path], capture_output=True, text=True)
        if result.returncode:
            yield f"{path}: {words[0]}: {result.stdout}{result.stderr}"


def main(tool):
    schema, result_schema = validator("app-facts"), validator("import")
    found, apps = [], 0
    files = sorted(FIXTURES.glob("*/facts.json"))
    assert files, "no facts under Tests/Fixtures/Import"
    for file in files:
        facts = json.loads(file.read_text(encoding="utf-8"))
        found += [f"{file}: {mistake}" for mistake in mistakes(facts, schema)]
        found += [f"{file}: a wrong document passes" for wrong in changed(facts) if not mistakes(wrong, schema)]
        result = json.loads(run(tool, "--facts", file, "--format", "json"))
        found += [f"{file}: the result: {mistake}" for mistake in mistakes(result, result_schema)]
        # A policy has the keys of the app.
        free = [way for way in unnoticed(result_schema, result) if "policy" not in way[:-1]]
        found += [f"{file}: the schema does not notice {way}" for way in free]
        # The comments of the YAML change nothing: it is the policy that the JSON has.
        policies = [policy["policy"] for policy in result["policies"]]
        read = list(yaml.safe_load_all(run(tool, "--facts", file)))
        if read != policies:
            found.append(f"{file}: the YAML and the JSON differ: {read} and {policies}")
        apps += len(policies)
    found += workflow_mistakes()
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
