"""Checks what `bgpolicy import` reads and writes: facts and results by their schemas, policies by PyYAML, and the workflow of a
set-up by GitHub's schema and by zizmor.

The identifiers, modes and groups of imported apps are those that plistlib reads in their property lists: typed for this check, and
all under the folder BGPOLICY_PROPERTY_LISTS if there is one.

Usage: imports.py TOOL
"""

import json
import os
import pathlib
import plistlib
import shutil
import subprocess
import sys
import tempfile

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
    result = subprocess.run(
        [tool, "import", *words], capture_output=True, text=True, env={**os.environ, "XDG_CACHE_HOME": "/dev/null"})
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


IDENTIFIERS, MODES, GROUPS = "BGTaskSchedulerPermittedIdentifiers", "UIBackgroundModes", "com.apple.security.application-groups"
# Lists of values, as apps have them: plain, with the bundle identifier, of a dependency, with odd characters, and with a setting
# that no project states, which is a TODO.
LISTS = [
    (["com.example.app.refresh", "com.example.app.cleanup"], ["fetch", "processing"], ["group.com.example.app"]),
    (["$(PRODUCT_BUNDLE_IDENTIFIER).refresh", "${PRODUCT_BUNDLE_IDENTIFIER}.sync"], ["fetch"], ["group.$(PRODUCT_BUNDLE_IDENTIFIER)"]),
    (["com.transistorsoft.fetch", "com.example.app.export.*"], ["audio", "remote-notification", "voip", "location"], []),
    (["com.example.app: #1", "é.😀 'x'", " leading", "null", "1.0"], ["bluetooth-central"], ["group.a", "group.b"]),
    (["$(BUNDLE_PREFIX).refresh", "com.example.app.b"], ["fetch"], ["$(GROUP)"]),
    ([], [], []),
    (["com.example.app.single"], None, None),
    (None, ["external-accessory", "newsstand-content", "nearby-interaction"], None),
]


def typed_lists(folder):
    """The lists as an Info.plist and entitlements, each as XML and as binary."""
    for number, (identifiers, modes, groups) in enumerate(LISTS):
        values = {"CFBundleName": "App", IDENTIFIERS: identifiers, MODES: modes}
        info = {key: value for key, value in values.items() if value is not None}
        entitlements = {"aps-environment": "development"} | ({} if groups is None else {GROUPS: groups})
        for form in (plistlib.FMT_XML, plistlib.FMT_BINARY):
            path = folder / f"{number}-{form.name}.plist"
            path.write_bytes(plistlib.dumps(info, fmt=form))
            path.with_suffix(".entitlements").write_bytes(plistlib.dumps(entitlements, fmt=form))
            yield path, path.with_suffix(".entitlements")


def known(values):
    """The values that a project without settings of its own decides."""
    names = ["$(PRODUCT_BUNDLE_IDENTIFIER)", "${PRODUCT_BUNDLE_IDENTIFIER}", "$(CFBundleIdentifier)"]
    for name in names:
        values = [value.replace(name, "com.example.app") for value in values or []]
    return [value for value in values if "$" not in value]


def imported(tool, info, entitlements, folder):
    """The lists in the policy of an app with these property lists and no code."""
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir()
    shutil.copy(info, folder / "Info.plist")
    settings = {"PRODUCT_BUNDLE_IDENTIFIER": "com.example.app", "INFOPLIST_FILE": "Info.plist"}
    if entitlements:
        shutil.copy(entitlements, folder / "App.entitlements")
        settings["CODE_SIGN_ENTITLEMENTS"] = "App.entitlements"
    (folder / "main.swift").write_text("import UIKit\n")
    app = {"type": "application", "platform": "iOS", "sources": ["main.swift"], "settings": settings}
    (folder / "project.yml").write_text(json.dumps({"name": "App", "targets": {"App": app}}))
    policy = json.loads(run(tool, folder, "--format", "json"))["policies"][0]["policy"]
    values = [policy.get("permittedIdentifiers"), policy.get("backgroundModes"), policy["app"].get("appGroups")]
    values = [[value.get("identifier", value.get("mode")) if isinstance(value, dict) else value for value in one or []] for one in values]
    return [known(one) for one in values]


def list_mistakes(tool):
    """Differences between the lists of imported policies and plistlib, and the number of property lists."""
    found = []
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        pairs = list(typed_lists(folder))
        others = os.environ.get("BGPOLICY_PROPERTY_LISTS")
        for info in sorted(pathlib.Path(others).rglob("*.plist")) if others else []:
            pairs.append((info, next(iter(sorted(info.parent.glob("*.entitlements"))), None)))
        for info, entitlements in pairs:
            read = plistlib.loads(info.read_bytes())
            groups = plistlib.loads(entitlements.read_bytes()).get(GROUPS) if entitlements else []
            expected = [known(read.get(IDENTIFIERS)), known(read.get(MODES)), known(groups)]
            policy = imported(tool, info, entitlements, folder / "app")
            if policy != expected:
                found.append(f"{info}: the import has {policy}, and plistlib {expected}")
    return found, len(pairs)


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
    reader, lists = pathlib.Path(tool).with_name("bgpolicy-appreader"), 0
    if reader.exists():
        mistakes_in_lists, lists = list_mistakes(tool)
        found += mistakes_in_lists
        result = subprocess.run([reader, "--no-cache", ROOT / "Tests/Fixtures"], capture_output=True, text=True)
        assert result.returncode == 0, result.stderr
        found += [f"bgpolicy-appreader: {mistake}" for mistake in mistakes(json.loads(result.stdout), schema)]
    else:
        print("Left out: bgpolicy-appreader is not built")
    print("\n".join(found) if found else f"imports: {apps} policies of {len(files)} apps are equal in YAML and JSON, {lists} property lists agree")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1]))
