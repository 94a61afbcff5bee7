"""Holds the JSON Schema, the reader and the property lists against PyYAML, jsonschema and plistlib."""

import glob
import json
import os
import plistlib
import re
import shutil
import subprocess
import sys
import tempfile

import jsonschema
import markdown_it
import yaml

from sample import sampled


class Loader(yaml.SafeLoader):
    """YAML 1.2's booleans: the policy language says `off` and means the word."""


Loader.yaml_implicit_resolvers = {
    first: [(tag, pattern) for tag, pattern in resolvers if tag != "tag:yaml.org,2002:bool"]
    for first, resolvers in yaml.SafeLoader.yaml_implicit_resolvers.items()
}
Loader.add_implicit_resolver("tag:yaml.org,2002:bool", __import__("re").compile("^(true|false)$"), list("tf"))


# A sound policy, and values that are put in its place, sound ones and others.
BASE = """
schema: 1
app: { name: Photos, bundleIdentifier: com.example.photos, deploymentTarget: { iOS: "16.0" }, sdk: 26 }
targets: { share: { type: extension, bundleIdentifier: com.example.photos.share } }
sessions:
  library: { identifier: com.example.photos.library, timeoutIntervalForResource: 2d }
tasks:
  refresh: { type: appRefresh, identifier: com.example.photos.refresh, reschedule: true }
pushes:
  changes: { headers: { apns-priority: 5 }, payload: { aps: { content-available: 1 } }, perDay: 3 }
transfers:
  photos: { session: library, size: 4MB }
scenarios:
  day: { extends: commuter }
budgets:
  photos: { completion: { p95: 1d } }
"""

VALUES = [
    ("schema", ["1", "2", "'1'"]),
    ("app.name", ["Photos", "1Photos", "Foto Album", "3", "[a]"]),
    ("app.bundleIdentifer", ["x"]),
    ("app.deploymentTarget", ["{ iOS: 16 }", "{ iOS: 16.4.1 }", "{ ios: 16 }", "{ iOS: sixteen }", "16"]),
    ("app.sdk", ["26.1", "'27'", "x", "1.2.3.4"]),
    ("targets.share.type", ["widget", "app", "~"]),
    ("backgroundModes", ["[audio]", "[{ mode: audio, because: music }]", "audio", "[{ because: music }]", "[3]"]),
    ("permittedIdentifiers", ["[a.b]", "[{ identifier: a.b, owner: sdk }]", "[{ identifier: a.b, owner: me }]"]),
    ("sessions.library.type", ["default", "Background"]),
    ("sessions.library.isDiscretionary", ["true", "yes", "'true'", "1"]),
    (
        "sessions.library.timeoutIntervalForResource",
        ["90s", "15m", "6h", "2d", "1h30m", "90", "0.5s", "2 days", "1m1h", "-5", "[1]", "true", "''", "1h1h", "5"],
    ),
    ("sessions.library.httpMaximumConnectionsPerHost", ["4", "0", "4.5", "'4'"]),
    ("sessions.library.httpAdditionalHeaders", ["{ A: b, C: 3 }", "[a]", "{ A: [b] }"]),
    ("sessions.library.urlCache", ["null", "shared", "mine"]),
    ("sessions.library.tlsMinimumSupportedProtocolVersion", ["TLSv12", "TLSv9"]),
    ("tasks.refresh.type", ["processing", "appRefersh"]),
    ("tasks.refresh.requiredResources", ["[gpu]", "[cpu]", "gpu"]),
    ("pushes.changes.perDay", ["0.5", "-1", "many"]),
    ("pushes.changes.payload", ["{ aps: {} }", "{ aps: 3 }", "text"]),
    ("transfers.photos.size", ["4MB", "2MB..6MB", "30kB", "1.5GiB", "0", "4", "4XB", "4 MB", "4KB", "2MB..", "true"]),
    ("transfers.photos.submit", ["allAtOnce", "{ batch: 10 }", "{ batch: 0 }", "{ batch: 1, size: 2 }", "twoAtATime"]),
    ("transfers.photos.every", ["once", "6h", "never"]),
    ("transfers.photos.priority", ["0", "0.5", "1", "1.5", "high"]),
    ("transfers.photos.authChallenge", ["never", "replacesTask", "always"]),
    ("scenarios.day.wifi", ["[]", "['19:00-07:00']", "[7-19]", "['7:00-19:00']"]),
    ("scenarios.day.foregroundSessions", ["{ perDay: 6 }", "{ duration: 1m }", "6"]),
    ("scenarios.day.foreground", ["[{ at: 10m, for: 12s }]", "[{ at: 10m }]"]),
    ("budgets.photos.completion", ["{ p99: 3d, mean: 1h }", "{ p96: 1d }", "3d"]),
    ("budgets.photos.expiredShare", ["1%", "0.01", "1 %", "-1%"]),
    ("budgets.photos.energyPerDay", ["900J", "1.5kJ", "900", "900 J"]),
    ("rules", ["{ push-rate: off }", "{ push-rate: loud }", "[push-rate]"]),
    ("model", ["{ limiter.base: 60s }", "{ limiter.base: [1] }"]),
    ("generate", ["{ style: swiftui, access: public }", "{ swiftLanguageMode: 4 }", "{ stile: uikit }"]),
    ("require", ["[{ id: a, for: sessions, must: { type: default } }]", "[{ id: a, for: sessions }]", "[{ id: a, for: cars, must: {} }]"]),
    ("extends", ["[]", "3"]),
    ("tassks", ["{}"]),
]


def policies():
    """The project's own policies by their paths, and the base with one value changed."""
    for path in sorted(glob.glob("Examples/*/bgpolicy.yaml") + glob.glob("Tests/Fixtures/Generation/*.yaml")):
        with open(path, encoding="utf-8") as file:
            yield path, file.read()
    for path, values in VALUES:
        for value in values:
            policy = yaml.load(BASE, Loader)
            parent = policy
            *way, last = path.split(".")
            for key in way:
                parent = parent[key]
            parent[last] = "\0"
            # The value is put in as text, so that both readers see what a person would type.
            text = yaml.safe_dump(policy, sort_keys=False).replace('"\\0"', value)
            yield f"{path}: {value}", text


def schema_agrees_with_the_tool(tool: str) -> int:
    """A policy without findings about its shape fits the schema, and one with such findings doesn't."""
    schema = json.loads(subprocess.run([tool, "schema"], capture_output=True, check=True).stdout)
    jsonschema.Draft7Validator.check_schema(schema)
    validator = jsonschema.Draft7Validator(schema)
    count = failures = 0
    for name, text in policies():
        count += 1
        errors = [error.message for error in validator.iter_errors(yaml.load(text, Loader))]
        run = subprocess.run([tool, "lint", "--format", "json", "-"], input=text, capture_output=True, check=False, text=True)
        findings = json.loads(run.stdout)["findings"]
        shape = [f["message"] for f in findings if f["rule"] in SCHEMA_RULES]
        if bool(errors) != bool(shape):
            failures += 1
            print(f"{name}\n  schema: {errors[:2]}\n  tool: {shape[:2]}")
    print(f"jsonschema: {count - failures} of {count} policies validated alike")
    return failures


def rules_document_says_what_the_tool_says(tool: str) -> int:
    """Another reader of Markdown finds the tool's own texts in the index and the pages of the rules, none of them changed by a mark."""

    def ask(*words: str) -> dict:
        return json.loads(subprocess.run([tool, *words, "--format", "json"], capture_output=True, check=True).stdout)

    def blocks(*words: str) -> list[tuple[str, str, str]]:
        """The kind, the information and the text of each block of Markdown that the tool prints."""
        text = subprocess.run([tool, *words, "--format", "markdown"], capture_output=True, check=True, text=True).stdout
        tokens = markdown_it.MarkdownIt("commonmark").enable("table").parse(text)
        return [
            ("fence", token.info, token.content.removesuffix("\n")) if token.type == "fence"
            else (before.type, "", "".join(child.content for child in token.children if child.type != "html_inline"))
            for before, token in zip(tokens, tokens[1:])
            if token.type in ("fence", "inline")
        ]

    cells = [text for kind, _, text in blocks("rules") if kind == "td_open"]
    rules = sampled(ask("rules")["rules"] + ask("rules", "--needs-app")["needsApp"])
    failures = 0
    for rule in rules:
        rule = ask("explain", rule["name"])
        section = {"policies": [], "texts": []}
        for kind, info, text in blocks("explain", rule["name"]):
            section["policies" if kind == "fence" and info == "yaml" else "texts"].append(text)
        findings = [finding for example in rule.get("found", []) for finding in example["findings"]]
        policies = [example["policy"] for example in rule.get("found", [])] + rule.get("notFound", [])[:1]
        texts = [rule["summary"] + ".", rule["why"]]
        texts += [rule[member] for member in ("symptom", "ignoreWhen") if rule.get(member)]
        files = [example["file"] for example in rule.get("found", []) if example.get("file")]
        texts += [file["text"].removesuffix("\n") for file in files if file["path"].endswith((".plist", ".entitlements"))]
        texts += [f"{finding['severity']}: {finding['message']}" for finding in findings]
        texts += [finding["help"] for finding in findings if finding["help"]]
        texts += [
            f"{fix['title']} ({fix['safety']} fix: {fix['unsafeBecause']})" if fix.get("unsafeBecause") else f"{fix['title']} ({fix['safety']} fix)"
            for finding in findings
            for fix in finding["fixes"]
        ]
        # The policy after the fix stands below the example that it comes from.
        if rule.get("fixed") in section["policies"][1:]:
            section["policies"].pop(section["policies"].index(rule["fixed"], 1))
        elif rule.get("fixed"):
            texts.append(rule["fixed"])
        missing = [text for text in texts if text not in section["texts"]]
        at = cells.index(rule["name"]) if rule["name"] in cells else len(cells)
        # Rules that need the app have no code and no fix: the column after the name says what they need.
        row = cells[at + 2 : at + 5] if rule.get("code") else cells[at + 2 : at + 4]
        if row[:1] != [rule["severity"]] or row[-1:] != [rule["summary"]]:
            missing.append(f"the row of the index: {row}")
        if missing or policies != section["policies"]:
            failures += 1
            print(f"{rule['name']}\n  missing: {missing}\n  policies: {section['policies']}")
    print(f"markdown-it: {len(rules) - failures} of {len(rules)} rules read as the tool explains them")
    return failures


SCHEMA_RULES = {
    "policy-schema-version",
    "policy-unknown-key",
    "policy-wrong-type",
    "policy-bad-value",
    "policy-missing-key",
    "task-priority-range",
}


def property_lists_can_be_read() -> int:
    """plistlib reads every generated property list."""
    paths = sorted(glob.glob("Examples/*/Generated/*.plist") + glob.glob("Examples/*/Generated/*.entitlements"))
    for path in paths:
        with open(path, "rb") as file:
            plistlib.load(file)
    print(f"plistlib: {len(paths)} property lists read")
    return 0 if paths else 1


HOSTILE = ["1_000", "12:30", "2026-03-29", "y", "No", "~", "a: b", "a #b", "- a", 'quote " back\\slash', "</string>", "\u202e", "\u2028", "*"]


def project_spec_says_the_same(tool: str) -> int:
    """PyYAML, which reads YAML 1.1 as XcodeGen does, finds in the fragment for XcodeGen what plistlib finds in the files."""
    policy = {
        "schema": 1,
        "app": {"name": "Judge", "bundleIdentifier": "com.example", "appGroups": HOSTILE},
        "permittedIdentifiers": HOSTILE,
        "rules": {"bg-wildcard-position": "off"},
        "backgroundModes": ["fetch", "processing"],
        "sessions": {"s": {"type": "default", "multipathServiceType": "handover"}},
        "generate": {"projectSpec": "xcodegen"},
    }
    with tempfile.TemporaryDirectory() as folder:
        with open(os.path.join(folder, "bgpolicy.yaml"), "w", encoding="utf-8") as file:
            json.dump(policy, file)
        with open(os.path.join(folder, "quiet.txt"), "w", encoding="utf-8") as file:
            run = subprocess.run([tool, "compile", "--runs", "1"], cwd=folder, stdout=file, stderr=file, check=False)
        if not os.path.exists(os.path.join(folder, "Generated", "Judge.xcodegen.yml")):
            print(f"The policy for XcodeGen isn't compiled, exit status {run.returncode}")
            return 1

        def open_generated(name: str):
            return open(os.path.join(folder, "Generated", name), "rb")

        with open_generated("Judge.xcodegen.yml") as file:
            target = yaml.safe_load(file)["targets"]["Judge"]
        with open_generated("JudgeInfo.plist") as file:
            info = plistlib.load(file)
        with open_generated("Judge.entitlements") as file:
            entitlements = plistlib.load(file)
    expected = {"info": {"properties": info}, "entitlements": {"properties": entitlements}}
    says_the_same = in_order(target) == in_order(expected) and info["BGTaskSchedulerPermittedIdentifiers"] == HOSTILE
    print(f"PyYAML and plistlib: the fragment for XcodeGen says {'the same' if says_the_same else target}")
    return 0 if says_the_same else 1


# Texts that could break out of a literal, a comment or an element.
BREAKOUTS = [
    "com.example.\"quote\"",
    "com.example.back\\slash",
    "com.example.\\(1 + 1)",
    "com.example.new\nline",
    "com.example.carriage\rreturn",
    "com.example.tab\tstop",
    "com.example.*/ comment",
    "com.example.</string><true/>",
    "com.example.&amp;<!-- ]]> -->",
    "com.example.right\u202eto left\u200f",
    "com.example.line\u2028separator",
    "com.example.e\u0301\U0001f468\u200d\U0001f469",
    "com.example.bell\a",
    "com.example.nothing\0",
    "$(PRODUCT_NAME) `default` #\"raw\"#",
]

SWIFT_ESCAPES = {"n": "\n", "r": "\r", "t": "\t", "0": "\0", '"': '"', "\\": "\\"}


def swift_literals(text: str) -> set[str]:
    """What the string literals of a Swift file say."""

    def value(match: re.Match) -> str:
        # Anything else is an interpolation, and no text.
        return chr(int(match[1], 16)) if match[1] else SWIFT_ESCAPES.get(match[2], "\ufffd")

    literals = re.findall(r'"((?:[^"\\\n]|\\.)*)"', text)
    return {re.sub(r"\\u\{([0-9A-F]+)\}|\\(.)", value, literal) for literal in literals}


def hostile_policies(text: str):
    """Policies with a text in each place from which it comes into what is generated, and what to look for where."""
    task = {"type": "processing", "identifier": text}
    yield {"tasks": {"task": task}}, "JudgeTasks.swift"
    yield {"tasks": {"task": task}}, "JudgeInfo.plist"
    yield {"permittedIdentifiers": [text]}, "JudgeInfo.plist"
    yield {"sessions": {"session": {"identifier": text, "timeoutIntervalForResource": "1d"}}}, "JudgeSessions.swift"
    yield {"app": {"name": "Judge", "bundleIdentifier": "com.example", "appGroups": [text]}}, "Judge.entitlements"
    yield {"backgroundTasks": {"save": {"name": text}}}, "JudgeBackgroundTasks.swift"


def hostile_texts_are_found_or_arrive(tool: str) -> int:
    """A text that could break out is a finding, or is in the generated file exactly as it is in the policy."""
    found = arrived = failures = 0
    for text in BREAKOUTS:
        for part, name in hostile_policies(text):
            policy = {"schema": 1, "app": {"name": "Judge", "bundleIdentifier": "com.example"}, **part}
            with tempfile.TemporaryDirectory() as folder:
                with open(os.path.join(folder, "bgpolicy.yaml"), "w", encoding="utf-8") as file:
                    json.dump(policy, file)
                run = subprocess.run([tool, "compile", "--runs", "1"], cwd=folder, capture_output=True, check=False, text=True)
                path = os.path.join(folder, "Generated", name)
                if run.returncode == 1 and "error[" in run.stdout and not os.path.exists(path):
                    found += 1
                    continue
                if name.endswith(".swift"):
                    with open(path, encoding="utf-8", newline="") as file:
                        texts = swift_literals(file.read())
                else:
                    with open(path, "rb") as file:
                        texts = {item for value in plistlib.load(file).values() if isinstance(value, list) for item in value}
                arrived += text in texts
                if text not in texts:
                    failures += 1
                    print(f"{text!r} is neither found nor in {name}: {texts}")
    print(f"plistlib: {arrived} hostile texts arrive, {found} are findings")
    return failures or (0 if arrived else 1)


# What the merges of the oracle below decide, by the kind of file.
INFO_PLIST = {
    "BGTaskSchedulerPermittedIdentifiers": ["$(PRODUCT_BUNDLE_IDENTIFIER).judge"],
    "UIBackgroundModes": ["fetch", "processing", "remote-notification"],
}
ENTITLEMENTS = {
    "com.apple.security.application-groups": ["group.com.example.judge & <co>"],
    "com.apple.developer.networking.multipath": True,
    "aps-environment": "development",
}
MERGED_POLICY = """
schema: 1
app:
  name: Judge
  bundleIdentifier: com.example
  deploymentTarget: { iOS: "16.0" }
  appGroups: ["group.com.example.judge & <co>"]
  KIND: FILE
backgroundModes: [fetch, processing, remote-notification]
permittedIdentifiers: [$(PRODUCT_BUNDLE_IDENTIFIER).judge]
sessions: { s: { identifier: com.example.s, multipathServiceType: handover } }
tasks: { t: { type: processing, identifier: $(PRODUCT_BUNDLE_IDENTIFIER).judge, reschedule: true, earliestBegin: 1d } }
pushes: { p: { headers: { apns-push-type: background, apns-priority: 5 }, payload: { aps: { content-available: 1 } }, perDay: 1 } }
"""


def property_lists_to_merge_into():
    """The fixtures, and the property lists of apps in the folder that BGPOLICY_CORPUS names."""
    paths = sorted(glob.glob("Tests/Fixtures/PropertyLists/*.plist"))
    corpus = os.environ.get("BGPOLICY_CORPUS")
    for folder, _, names in os.walk(corpus) if corpus else []:
        paths += sorted(os.path.join(folder, name) for name in names if name.endswith((".plist", ".entitlements")))
    return paths


def merged(before: dict, decided: dict) -> dict:
    """What plistlib makes of a merge: nothing goes, and what is new comes last."""
    after = dict(before)
    for key, value in decided.items():
        if isinstance(value, list):
            old = after.get(key, [])
            after[key] = old + [entry for entry in value if entry not in old]
        elif key not in after or value is True:
            after[key] = value
    return after


def in_order(value):
    """A value in which dictionaries are lists, so that their order counts, and 1 is not True."""
    if isinstance(value, dict):
        return [(key, in_order(entry)) for key, entry in value.items()]
    if isinstance(value, list):
        return [in_order(entry) for entry in value]
    return (type(value).__name__, value)


def binary_forms(data: bytes):
    """A property list as plistlib and as plutil write it in binary."""
    yield "plistlib", plistlib.dumps(plistlib.loads(data), fmt=plistlib.FMT_BINARY, sort_keys=False)
    if shutil.which("plutil"):
        run = subprocess.run(["plutil", "-convert", "binary1", "-o", "-", "--", "-"], input=data, capture_output=True, check=False)
        if run.returncode == 0:
            yield "plutil", run.stdout


def merges_touch_nothing_else(tool: str) -> int:
    """plistlib finds in a merged property list what was there, in its order, and what the policy decides."""
    count = failures = 0
    for path in property_lists_to_merge_into():
        kind, decided = ("entitlements", ENTITLEMENTS) if path.endswith(".entitlements") else ("infoPlist", INFO_PLIST)
        with open(path, "rb") as file:
            original = file.read()
        for form, data in [("xml", original), *binary_forms(original)]:
            count += 1
            with tempfile.TemporaryDirectory() as folder:
                target = os.path.join(folder, "File.plist")
                with open(target, "wb") as file:
                    file.write(data)
                with open(os.path.join(folder, "bgpolicy.yaml"), "w", encoding="utf-8") as file:
                    file.write(MERGED_POLICY.replace("KIND", kind).replace("FILE", "File.plist"))
                call = [tool, "compile", "--merge"]
                run = subprocess.run([*call, "--runs", "1"], cwd=folder, capture_output=True, check=False, text=True)
                again = subprocess.run([*call, "--check"], cwd=folder, capture_output=True, check=False, text=True)
                with open(target, "rb") as file:
                    after = file.read()
            lost = []
            if form == "xml":
                # Every line is still there, in its order, but those in which something empty was filled.
                lines = iter(after.splitlines(keepends=True))
                kept = [line for line in data.splitlines(keepends=True) if not re.search(b"<(array|dict)/>|<array></array>", line)]
                lost = [line for line in kept if line not in lines] if len(kept) > 1 else []
            before = plistlib.loads(data)
            expected = merged(before, decided)
            # What the policy does not know stays, and is a finding.
            foreign = any(
                entry not in value for key, value in decided.items() if isinstance(value, list) for entry in before.get(key, [])
            )
            statuses = {run.returncode, again.returncode}
            if not statuses <= {0, int(foreign)} or lost or in_order(plistlib.loads(after)) != in_order(expected):
                failures += 1
                print(f"{path} as {form} is not what it was with the policy in it {run.stderr} {lost}")
    print(f"plistlib: {count - failures} of {count} merges touch nothing else")
    return failures or (0 if count else 1)


class CoreLoader(yaml.SafeLoader):
    """YAML 1.2's core schema: what is no null, truth value or number is a text."""


class CoreDumper(yaml.SafeDumper):
    """Quotes what either version of YAML would take for something else than a text."""


INT = re.compile(r"^[-+]?[0-9]+$")
FLOAT = re.compile(r"^[-+]?(\.[0-9]+|[0-9]+(\.[0-9]*)?)([eE][-+]?[0-9]+)?$")
CoreLoader.yaml_implicit_resolvers = {}
for tag, pattern, first in [
    ("null", re.compile("^(~|null|Null|NULL|)$"), ["~", "n", "N", ""]),
    ("bool", re.compile("^(true|True|TRUE|false|False|FALSE)$"), list("tTfF")),
    ("int", INT, list("-+0123456789")),
    ("float", FLOAT, list("-+.0123456789")),
    ("merge", re.compile("^<<$"), ["<"]),
]:
    CoreLoader.add_implicit_resolver("tag:yaml.org,2002:" + tag, pattern, first)
CoreLoader.add_constructor("tag:yaml.org,2002:int", lambda loader, node: int(node.value))
CoreDumper.add_implicit_resolver("tag:yaml.org,2002:float", FLOAT, list("-+.0123456789"))


def reported_once() -> set[str]:
    """The rules of which one finding stands for all, at whichever comes first."""
    rules = set()
    for path in glob.glob("Sources/PolicyLint/Rules/*/*.swift"):
        with open(path, encoding="utf-8") as file:
            rules |= set(re.findall(r'"BGP\d+", "([\w-]+)",[^"]*reporting: \.oncePerFile', file.read()))
    return rules


def exceptions(forms: str) -> set[str]:
    """The rules for which the tests make an exception."""
    with open("Tests/PolicyLintTests/MetamorphicExceptions.swift", encoding="utf-8") as file:
        return set(re.findall(rf'rule: "([^"]+)", forms: \.{forms}\b', file.read()))


def read(path: str):
    """What PyYAML reads in a file; a wrong text gives the error's own text."""
    with open(path, encoding="utf-8", newline="") as file:
        try:
            return yaml.load(file.read(), CoreLoader)
        except yaml.YAMLError as error:
            return f"{type(error).__name__} in {path}"


def sound_policies(folder: str):
    """The folders of the policies that can be written anew, or of the third of them that a run checks. A text that is no YAML has no form."""
    paths = [os.path.join(folder, name) for name in sorted(os.listdir(folder))]
    return sampled(path for path in paths if os.path.exists(os.path.join(path, "block style.yaml")))


def forms_say_the_same(folder: str) -> int:
    """PyYAML reads the same in every form that the tests lint."""
    count = failures = 0
    for policy in sound_policies(folder):
        original = read(os.path.join(policy, "original.yaml"))
        for form in sorted(os.listdir(policy)):
            count += 1
            data = read(os.path.join(policy, form))
            # The texts of 1 and true are equal to neither, but 1 == True and 1 == 1.0 in Python.
            if json.dumps(data, sort_keys=True) != json.dumps(original, sort_keys=True):
                failures += 1
                print(f"{policy}/{form} says something else than the original")
    print(f"PyYAML: {count - failures} of {count} forms say the same as their originals")
    return failures or (0 if count > 1000 else 1)


DUMPS = {
    "block": lambda data: yaml.dump(data, Dumper=CoreDumper, sort_keys=False, default_flow_style=False, allow_unicode=True),
    "flow": lambda data: yaml.dump(data, Dumper=CoreDumper, sort_keys=False, default_flow_style=True, allow_unicode=True),
    "narrow": lambda data: yaml.dump(data, Dumper=CoreDumper, sort_keys=False, default_flow_style=None, width=40, indent=6),
    "double": lambda data: yaml.dump(data, Dumper=CoreDumper, sort_keys=False, default_style='"'),
    # YAML has no pairs of escapes for one character, so every character is written as itself.
    "JSON": lambda data: json.dumps(data, separators=(",", ":"), ensure_ascii=False),
    "indented JSON": lambda data: json.dumps(data, indent=4, ensure_ascii=False),
    "sorted": lambda data: yaml.dump(data, Dumper=CoreDumper, sort_keys=True),
}


def findings(tool: str, folder: str) -> dict[str, list[dict]]:
    """The findings in the policies of a folder, by their files."""
    run = subprocess.run([tool, "lint", "--format", "json"], cwd=folder, capture_output=True, check=False, text=True)
    result: dict[str, list[dict]] = {}
    for finding in json.loads(run.stdout)["findings"]:
        result.setdefault(os.path.basename(finding["file"]), []).append(finding)
    return result


def other_writers_are_linted_alike(tool: str, folder: str) -> int:
    """What PyYAML and Python's json write is linted as the text was that they read."""
    in_order = exceptions("inOrder") | reported_once()
    policies = {os.path.basename(path): os.path.join(path, "original.yaml") for path in sound_policies(folder)}
    failures = count = 0
    before: dict[str, list[dict]] | None = None
    for name, dump in {"original": None, **DUMPS}.items():
        with tempfile.TemporaryDirectory() as scratch:
            shutil.copy("Tests/Fixtures/Language/org.bgpolicy.yaml", scratch)
            for index, path in enumerate(policies.values()):
                target = os.path.join(scratch, f"{index}.bgpolicy.yaml")
                if dump is None:
                    shutil.copy(path, target)
                else:
                    with open(target, "w", encoding="utf-8") as file:
                        file.write(dump(read(path)))
            after = findings(tool, scratch)
        if before is None:
            before = after
            continue
        for index, policy in enumerate(policies):
            count += 1
            file = f"{index}.bgpolicy.yaml"
            pair = [
                sorted((f["rule"], "" if name == "sorted" and f["rule"] in in_order else f["path"]) for f in found.get(file, []))
                for found in (before, after)
            ]
            if pair[0] != pair[1]:
                failures += 1
                print(f"{policy}, {name}\n  original: {pair[0]}\n  {name}: {pair[1]}")
    found = sum(len(list) for list in (before or {}).values())
    print(f"PyYAML and json: {count - failures} of {count} texts linted alike, {found} findings in the originals")
    return failures or (0 if found > 100 else 1)


if __name__ == "__main__":
    tool, forms = sys.argv[1:]
    failed = [
        schema_agrees_with_the_tool(tool),
        property_lists_can_be_read(),
        project_spec_says_the_same(os.path.abspath(tool)),
        hostile_texts_are_found_or_arrive(os.path.abspath(tool)),
        merges_touch_nothing_else(os.path.abspath(tool)),
        rules_document_says_what_the_tool_says(tool),
        forms_say_the_same(forms),
        other_writers_are_linted_alike(os.path.abspath(tool), forms),
    ]
    sys.exit(1 if any(failed) else 0)
