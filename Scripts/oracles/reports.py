"""Holds the formats of `bgpolicy lint` against schemas, parsers and each other, with the policy's text as the referee.

The schemas are the project's own, which allow what it writes and no more. Where BGPOLICY_SCHEMAS names a folder with the
published ones (sarif-2.1.0.json, rdjson/DiagnosticResult.json, junit-10.xsd), they are oracles as well.
"""

import copy
import itertools
import json
import os
import re
import subprocess
import sys
import tempfile
import urllib.parse

import jsonschema
import markdown_it
from lxml import etree

FIXTURES = os.path.join(os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__)))), "Tests", "Fixtures")
ODD_NAME = "odd, 50%: é|`<b>`.bgpolicy.yaml"
FORMATS = ["json", "gcc", "sarif", "github", "gitlab", "junit", "rdjson", "markdown"]


def read(path):
    with open(path, encoding="utf-8", newline="") as file:
        return file.read()


# MARK: Schemas


def json_schema(path):
    schema = json.loads(read(path))
    kind = jsonschema.validators.validator_for(schema)
    kind.check_schema(schema)
    validator = kind(schema, format_checker=jsonschema.FormatChecker())
    return lambda document: [error.message for error in validator.iter_errors(document)]


def xml_schema(path):
    schema = etree.XMLSchema(etree.parse(path))

    def mistakes(document):
        return [] if schema.validate(document) else [str(error) for error in schema.error_log]

    return mistakes


def schemas():
    """For each format, the schemas by name."""
    found = {
        "sarif": {"own": json_schema(f"{FIXTURES}/Schemas/sarif.schema.json")},
        "gitlab": {"own": json_schema(f"{FIXTURES}/Schemas/gitlab.schema.json")},
        "rdjson": {"own": json_schema(f"{FIXTURES}/Schemas/rdjson.schema.json")},
        "junit": {"own": xml_schema(f"{FIXTURES}/Schemas/junit.xsd")},
    }
    folder = os.environ.get("BGPOLICY_SCHEMAS")
    published = [("sarif", json_schema, "sarif-2.1.0.json"), ("rdjson", json_schema, "rdjson/DiagnosticResult.json")]
    published += [("junit", xml_schema, "junit-10.xsd")]
    for name, load, file in published if folder else []:
        if os.path.exists(f"{folder}/{file}"):
            found[name]["published"] = load(f"{folder}/{file}")
        else:
            print(f"Left out: BGPOLICY_SCHEMAS has no {file}")
    return found


# Changes that make a document wrong. Each has to be noticed by the schemas that are named.


def without(*path):
    def change(document):
        *way, last = path
        for step in way:
            document = document[step]
        del document[last]

    return change


def setting(value, *path):
    def change(document):
        *way, last = path
        for step in way:
            document = document[step]
        document[last] = value

    return change


def element(path, change):
    return lambda document: change(document.find(path))


BOTH, OWN = ["own", "published"], ["own"]
RESULT = ("runs", 0, "results", 0)
BREAKAGES = {
    "sarif": [
        (BOTH, without("version")),
        (BOTH, without(*RESULT, "message")),
        (BOTH, setting("fatal", *RESULT, "level")),
        (BOTH, setting(0, *RESULT, "locations", 0, "physicalLocation", "region", "startLine")),
        (BOTH, setting("bytes", "runs", 0, "columnKind")),
        (BOTH, setting([{"kind": "elsewhere"}], *RESULT, "suppressions")),
        (OWN, without(*RESULT, "partialFingerprints")),
        (OWN, setting("a b.yaml", *RESULT, "locations", 0, "physicalLocation", "artifactLocation", "uri")),
        (OWN, without("runs", 0, "tool", "driver", "rules", 0, "help")),
    ],
    "gitlab": [
        (OWN, without(0, "fingerprint")),
        (OWN, setting("fatal", 0, "severity")),
        (OWN, setting("./a.yaml", 0, "location", "path")),
        (OWN, without(0, "location", "lines", "begin")),
    ],
    "rdjson": [
        (BOTH, setting("fatal", "diagnostics", 0, "severity")),
        (BOTH, setting("1", "diagnostics", 0, "location", "range", "start", "line")),
        (BOTH, setting({}, "diagnostics")),
        (OWN, setting(0, "diagnostics", 0, "location", "range", "start", "column")),
        (OWN, without("diagnostics", 0, "message")),
    ],
    "junit": [
        (BOTH, element("testsuite", lambda suite: suite.attrib.pop("failures"))),
        (BOTH, element("testsuite/testcase", lambda case: case.attrib.pop("name"))),
        (BOTH, element("testsuite/testcase", lambda case: etree.SubElement(case, "passed"))),
        (OWN, element("testsuite/testcase/failure", lambda failure: failure.set("type", "fatal"))),
        (OWN, element("testsuite", lambda suite: suite.append(copy.deepcopy(suite[0])))),
    ],
}


def schemas_notice(found, documents):
    """Each breakage of a sound document is noticed: a schema that takes everything would be no oracle."""
    failures = count = 0
    for name, breakages in BREAKAGES.items():
        for index, (oracles, change) in enumerate(breakages):
            document = copy.deepcopy(documents[name])
            change(document)
            for oracle in set(oracles) & set(found[name]):
                count += 1
                if not found[name][oracle](document):
                    failures += 1
                    print(f"{name}: the {oracle} schema does not notice breakage {index + 1}")
    return count, failures


# MARK: Reports


class Reports:
    """The reports on one set of policies in all formats, and their texts."""

    def __init__(self, tool, folder, *words):
        self.folder = folder
        self.text, statuses = {}, set()
        for name in FORMATS:
            call = [tool, "lint", *words, "--format", name]
            run = subprocess.run(call, cwd=folder, capture_output=True, check=False)
            self.text[name] = run.stdout.decode("utf-8")
            statuses.add(run.returncode)
        assert len(statuses) == 1, f"the status depends on the format: {statuses}"
        self.documents = {name: json.loads(self.text[name]) for name in ["json", "sarif", "gitlab", "rdjson"]}
        self.documents["junit"] = etree.fromstring(self.text["junit"].encode("utf-8"))
        self.findings = self.documents["json"]["findings"]
        self.counting = [finding for finding in self.findings if finding["suppressed"] is None]

    def lines(self, path):
        """The lines of a file with their ends, as text."""
        return read(os.path.join(self.folder, path)).splitlines(keepends=True)

    def offset(self, path, line, column, unit):
        """Where a line and a column are, in bytes."""
        lines = self.lines(path)
        before = "".join(lines[: line - 1]).encode("utf-8")
        if unit == "bytes":
            return len(before) + column - 1
        return len(before) + len(lines[line - 1][: column - 1].encode("utf-8")) if line <= len(lines) else len(before)


def check_sarif(reports):
    """Rules, places, texts, hashes and fixes are those of the JSON report and of the files."""
    run = reports.documents["sarif"]["runs"][0]
    rules = run["tool"]["driver"]["rules"]
    assert [r["properties"]["code"] for r in rules] == sorted(r["properties"]["code"] for r in rules)
    assert {r["id"] for r in rules} == {f["rule"] for f in reports.findings}
    assert all(r["id"] != r["name"] for r in rules)
    assert len(run["results"]) == len(reports.findings)
    for result, finding in zip(run["results"], reports.findings):
        assert rules[result["ruleIndex"]]["id"] == result["ruleId"] == finding["rule"]
        assert result["message"]["text"].startswith(finding["message"])
        place = result["locations"][0]["physicalLocation"]
        path = urllib.parse.unquote(place["artifactLocation"]["uri"])
        assert os.path.normpath(finding["file"]) == path, path
        region = place["region"]
        assert [region[key] for key in ("startLine", "startColumn", "endLine", "endColumn")] == [
            finding[key] for key in ("line", "column", "endLine", "endColumn")
        ]
        text = read(os.path.join(reports.folder, path)).encode("utf-8")
        start = reports.offset(path, region["startLine"], region["startColumn"], "scalars")
        end = reports.offset(path, region["endLine"], region["endColumn"], "scalars")
        if "snippet" in region:
            assert text[start:end].decode("utf-8") == region["snippet"]["text"]
        expected = line_hashes(text.decode("utf-8"))[region["startLine"] - 1]
        assert result["partialFingerprints"]["primaryLocationLineHash"] == expected
        for related in result.get("relatedLocations", []):
            assert f"]({related['id']})" in result["message"]["text"]
        kinds = [suppression["kind"] for suppression in result["suppressions"]]
        assert bool(kinds) == (finding["suppressed"] is not None)
        assert len(result.get("fixes", [])) == len(finding["fixes"])
    prints = [result["partialFingerprints"]["bgpolicy/v1"] for result in run["results"]]
    assert len(set(prints)) == len(prints)


def line_hashes(text):
    """GitHub's hashes of lines, each worked out from its definition."""
    text = re.sub("\r\n?", "\n", text)
    hashes, counts = [], {}
    rest = text
    while True:
        kept = re.sub("[ \t]", "", rest)[:100].encode("utf-16-le", "surrogatepass")
        units = [int.from_bytes(kept[index : index + 2], "little") for index in range(0, len(kept), 2)]
        units = (units + [0xFFFF] + [0] * 100)[:100]
        value = sum(unit * pow(37, 99 - index, 2**64) for index, unit in enumerate(units)) % 2**64
        counts[value] = counts.get(value, 0) + 1
        hashes.append(f"{value:x}:{counts[value]}")
        if "\n" not in rest:
            return hashes
        rest = rest[rest.index("\n") + 1 :]


def check_rdjson(reports):
    """Byte columns lead to the same text as the JSON report's, and suggestions do what SARIF's fixes do."""
    diagnostics = reports.documents["rdjson"]["diagnostics"]
    results = reports.documents["sarif"]["runs"][0]["results"]
    counting = [result for result in results if not result["suppressions"]]
    assert len(diagnostics) == len(reports.counting)
    for diagnostic, finding, result in zip(diagnostics, reports.counting, counting):
        assert diagnostic["code"]["value"] == finding["rule"]
        assert diagnostic["severity"] == finding["severity"].upper()
        path, range_ = diagnostic["location"]["path"], diagnostic["location"]["range"]
        for side, line, column in [("start", "line", "column"), ("end", "endLine", "endColumn")]:
            place = range_[side]
            assert reports.offset(path, place["line"], place["column"], "bytes") == reports.offset(
                path, finding[line], finding[column], "scalars"
            )
        # A suggestion is accepted with a click, so a fix that is only for display is none.
        here = [
            fix
            for fix in result.get("fixes", [])
            if {uri for uri, _ in changes(fix)} == {path} and fix["properties"]["safety"] != "display-only"
        ]
        suggestions = diagnostic.get("suggestions", [])
        assert len(suggestions) == len(here)
        for suggestion, fix in zip(suggestions, here):
            text = read(os.path.join(reports.folder, path)).encode("utf-8")
            start, end = (
                reports.offset(path, suggestion["range"][side]["line"], suggestion["range"][side]["column"], "bytes")
                for side in ("start", "end")
            )
            suggested = text[:start] + suggestion["text"].encode("utf-8") + text[end:]
            for uri, replacement in reversed(changes(fix)):
                region = replacement["deletedRegion"]
                start = reports.offset(uri, region["startLine"], region["startColumn"], "scalars")
                end = reports.offset(uri, region["endLine"], region["endColumn"], "scalars")
                text = text[:start] + replacement["insertedContent"]["text"].encode("utf-8") + text[end:]
            assert text == suggested


def changes(fix):
    return [
        (urllib.parse.unquote(change["artifactLocation"]["uri"]), replacement)
        for change in fix["artifactChanges"]
        for replacement in change["replacements"]
    ]


def check_gitlab(reports):
    """Every finding that counts is there once, under a fingerprint of its own."""
    entries = reports.documents["gitlab"]
    assert [entry["check_name"] for entry in entries] == [finding["rule"] for finding in reports.counting]
    assert len({entry["fingerprint"] for entry in entries}) == len(entries)
    for entry, finding in zip(entries, reports.counting):
        assert entry["description"].startswith(finding["message"])
        assert entry["location"]["path"] == os.path.normpath(finding["file"])
        assert entry["location"]["lines"]["begin"] == finding["line"] <= entry["location"]["lines"]["end"]


def check_junit(reports):
    """The numbers are those of the elements; messages read as JSON's, control characters spelt out."""
    root = reports.documents["junit"]
    cases = root.findall("testsuite/testcase")
    failed, skipped = root.findall("testsuite/testcase/failure"), root.findall("testsuite/testcase/skipped")
    passed = [case for case in cases if len(case) == 0]
    # What counts and is below --fail-on, which is error, is a test that passed and has something to say.
    told = root.findall("testsuite/testcase/system-out")
    errors = [finding for finding in reports.counting if finding["severity"] == "error"]
    assert int(root.get("tests")) == len(cases) == len(reports.findings) + len(passed)
    assert [case.get("name") for case in passed] == ["no findings"] * len(passed)
    assert int(root.get("failures")) == len(failed) == len(errors)
    assert len(told) == len(reports.counting) - len(errors)
    assert len(skipped) == len(reports.findings) - len(reports.counting)
    for suite in root:
        assert int(suite.get("tests")) == len(suite)
        assert int(suite.get("failures")) == len(suite.findall("testcase/failure"))
        assert int(suite.get("skipped")) == len(suite.findall("testcase/skipped"))
    assert sorted(f.get("message") for f in failed) == sorted(spelt_out(f["message"]) for f in errors)


def spelt_out(text):
    """Text with the characters that the tool shows by their numbers."""
    unsafe = "[\x00-\x08\x0b-\x1f\x7f-\x9f\u200e\u200f\u202a-\u202e\u2066-\u2069\ufeff\u2028\u2029\ufffe\uffff]"
    return re.sub(unsafe, lambda match: f"\\u{{{ord(match.group()):X}}}", text)


def check_github(reports):
    """Commands, read as GitHub's runner reads them, name the files and messages of the JSON report."""
    shown = {"error": [], "warning": [], "notice": []}
    for line in reports.text["github"].splitlines():
        assert not re.search("%(?!25|0D|0A|3A|2C)", line), line
        kind, properties, data = re.fullmatch("::(error|warning|notice) (.*?)::(.*)", line).groups()
        values = dict(part.split("=", 1) for part in properties.split(","))
        shown[kind].append(({key: decoded(value) for key, value in values.items()}, decoded(data)))
    for kind, commands in shown.items():
        severity = "info" if kind == "notice" else kind
        findings = [finding for finding in reports.counting if finding["severity"] == severity]
        assert len(commands) == min(len(findings), 10)
        for (values, data), finding in list(zip(commands, findings))[: 10 if len(findings) <= 10 else 9]:
            assert values["file"] == os.path.normpath(finding["file"])
            assert (int(values["line"]), int(values["col"])) == (finding["line"], finding["column"])
            assert values["title"] == f"bgpolicy ({finding['rule']})"
            assert data.startswith(spelt_out(finding["message"]))


def decoded(text):
    for code, character in [("%0D", "\r"), ("%0A", "\n"), ("%3A", ":"), ("%2C", ","), ("%25", "%")]:
        text = text.replace(code, character)
    return text


def check_gcc(reports):
    """A line for each finding that counts, in order, with its place in front and its rule behind."""
    lines = [line for line in reports.text["gcc"].splitlines() if line.endswith("]")]
    assert len(lines) == len(reports.counting)
    for line, finding in zip(lines, reports.counting):
        severity = "note" if finding["severity"] == "info" else finding["severity"]
        assert line.startswith(f"{finding['file']}:{finding['line']}:{finding['column']}: {severity}: ")
        assert line.endswith(f" [{finding['rule']}]")


def check_markdown(reports):
    """Another reader of Markdown finds the messages in the table as they are, the worst of each policy first, and nothing that is a mark."""
    parser = markdown_it.MarkdownIt("commonmark").enable("table")
    tokens = parser.parse(reports.text["markdown"])
    cells, inside = [], False
    for token in tokens:
        inside = token.type != "td_close" and (inside or token.type == "td_open")
        if inside and token.type == "inline":
            kinds = {child.type for child in token.children}
            links = {"link_open", "link_close"}
            assert kinds <= {"text", "text_special", "code_inline", "html_inline"} | links, kinds
            addresses = [child.attrs["href"] for child in token.children if child.type == "link_open"]
            assert all(address.startswith("https://") for address in addresses), addresses
            comments = {child.content for child in token.children if child.type == "html_inline"}
            assert comments <= {"<!-- -->"}, comments
            parts = [child.content for child in token.children if child.type not in links | {"html_inline"}]
            cells.append("".join(parts))
    rows = [cells[index : index + 4] for index in range(0, len(cells), 4)]
    assert len(rows) == len(reports.counting)
    # The other policies with findings are one policy and its base.
    groups = itertools.groupby(reports.counting, key=lambda finding: finding["file"] == "forty.yaml")
    ranks = ["error", "warning", "info"]
    ordered = [
        finding for _, group in groups for finding in sorted(group, key=lambda one: ranks.index(one["severity"]))
    ]
    for (severity, place, rule, message), finding in zip(rows, ordered):
        assert severity == ("note" if finding["severity"] == "info" else finding["severity"])
        assert place == f"{finding['file']}:{finding['line']}:{finding['column']}"
        assert rule == finding["rule"]
        told = finding["message"].replace("\t", "\\t").replace("\n", "\\n").replace("\r", "\\r")
        assert message == spelt_out(told), message


CHECKS = [check_sarif, check_rdjson, check_gitlab, check_junit, check_github, check_gcc, check_markdown]


def cases(tool, folder):
    """Sets of policies, each with what is special about it."""

    def put(name, text):
        with open(os.path.join(folder, name), "w", encoding="utf-8", newline="") as file:
            file.write(text)

    put(ODD_NAME, read(f"{FIXTURES}/Lint/every-format.bgpolicy.yaml"))
    put("base.bgpolicy.yaml", read(f"{FIXTURES}/Lint/base.bgpolicy.yaml"))
    forty = read(f"{FIXTURES}/Lint/forty-findings.bgpolicy.yaml")
    put("forty.yaml", forty)
    put("crlf.yaml", forty.replace("\n", "\r\n"))
    put("clean.yaml", 'schema: 1\napp: { name: A, bundleIdentifier: com.example, deploymentTarget: { iOS: "16.0" } }\n')
    put("empty.yaml", "")
    entry = {"file": f"./{ODD_NAME}", "rule": "session-identifier-duplicate", "path": "sessions.twin.identifier", "count": 1}
    put("baseline.json", json.dumps({"version": 1, "findings": [entry]}))
    yield "marks of every format", Reports(tool, folder, f"./{ODD_NAME}", "--baseline", "baseline.json")
    forty_reports = Reports(tool, folder, "forty.yaml")
    assert len(forty_reports.findings) == 40
    yield "forty findings", forty_reports
    yield "carriage returns", Reports(tool, folder, "crlf.yaml")
    yield "nothing found", Reports(tool, folder, "clean.yaml")
    yield "an empty file", Reports(tool, folder, "empty.yaml")
    yield "several files, one missing", Reports(tool, folder, "missing.yaml", "forty.yaml", "clean.yaml", f"./{ODD_NAME}")


def main(tool):
    found = schemas()
    oracles = sorted({oracle for by_name in found.values() for oracle in by_name})
    failures = count = missed = 0
    with tempfile.TemporaryDirectory() as folder:
        for title, reports in cases(tool, folder):
            if title == "marks of every format":
                noticed, missed = schemas_notice(found, reports.documents)
                print(f"schemas ({', '.join(oracles)}): {noticed - missed} of {noticed} broken reports noticed")
            for name, by_name in found.items():
                for oracle, mistakes in by_name.items():
                    count += 1
                    said = mistakes(reports.documents[name])
                    if said:
                        failures += 1
                        print(f"{title}: {name} does not fit the {oracle} schema: {said[:3]}")
            for check in CHECKS:
                count += 1
                try:
                    check(reports)
                except AssertionError as error:
                    failures += 1
                    line = error.__traceback__.tb_next.tb_lineno
                    print(f"{title}: {check.__name__}, line {line}: {error}")
    print(f"reports: {count - failures} of {count} checks agree")
    return failures + missed


if __name__ == "__main__":
    sys.exit(1 if main(os.path.abspath(sys.argv[1])) else 0)
