"""Holds the formats of `bgpolicy estimate` against the published schema, parsers, and each other."""

import copy
import csv
import io
import json
import os
import re
import subprocess
import sys

import jsonschema
import markdown_it

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
POLICIES = [
    "Examples/Photos/bgpolicy.yaml",
    "Examples/Podcasts/bgpolicy.yaml",
    "Examples/ContactTracing/bgpolicy.yaml",
    "Documentation/first-try.bgpolicy.yaml",
]
CALLS = [["--scenario", "lab"], ["--runs", "120"], ["--runs", "3", "--why"], ["--scenario", "lab", "--why"]]


def schema():
    with open(f"{ROOT}/Schemas/estimate.schema.json", encoding="utf-8") as file:
        document = json.load(file)
    kind = jsonschema.validators.validator_for(document)
    kind.check_schema(document)
    validator = kind(document)
    return lambda estimate: [error.message for error in validator.iter_errors(estimate)]


def run(tool, policy, words, name):
    call = [tool, "estimate", policy, *words, "--format", name]
    result = subprocess.run(call, cwd=ROOT, capture_output=True, check=False)
    assert result.returncode in (0, 1), result.stderr.decode()
    return result.stdout.decode("utf-8")


# Changes that make an estimate wrong, each of which the schema has to notice.
def breakages(document):
    def changed(change):
        broken = copy.deepcopy(document)
        change(broken, next(iter(broken["transfers"].values())))
        return broken

    yield changed(lambda whole, transfer: whole.pop("model"))
    yield changed(lambda whole, transfer: whole["model"].pop("assumedShareBasis"))
    yield changed(lambda whole, transfer: whole.update(version=1))
    yield changed(lambda whole, transfer: transfer["completionSeconds"].update(p95="long"))
    yield changed(lambda whole, transfer: transfer["completionSeconds"].pop("p99"))
    yield changed(lambda whole, transfer: transfer["bands"].pop("idle"))
    yield changed(lambda whole, transfer: transfer.update(isBandTooWide=None))
    yield changed(lambda whole, transfer: transfer.update(unfinishedShare=0.5))
    yield changed(lambda whole, transfer: transfer["unfinishedShare"].update(value=1.5))
    yield changed(lambda whole, transfer: transfer["unfinishedShare"].pop("value"))
    yield changed(lambda whole, transfer: transfer["completionSeconds"].update(p50Interval=[1]))
    yield changed(lambda whole, transfer: transfer["why"].append({"mechanism": "Magic!", "share": 0.5}))
    yield changed(lambda whole, transfer: whole["total"].pop("energyJoulesPerDay"))
    yield changed(lambda whole, transfer: whole["budgets"].append({"name": "x"}))


def check_csv(text, document):
    """Each row has seven fields, and its value is the one that JSON has."""
    assert text.count("\r\n") == text.count("\n")
    rows = list(csv.DictReader(io.StringIO(text, newline=""), strict=True))
    assert all(len(row) == 7 and None not in row.values() for row in rows)
    keys = [(row["section"], row["name"], row["quantity"], row["statistic"]) for row in rows]
    assert len(set(keys)) == len(keys), "a figure is told twice"
    assert {row["scenario"] for row in rows} == {document["scenario"]}
    values = {key: row["value"] for key, row in zip(keys, rows)}

    def same(value, *key):
        assert (values[key] == "") == (value is None), key
        assert value is None or float(values[key]) == value, key

    for name, transfer in document["transfers"].items():
        for statistic in ["p50", "p90", "p95", "p99", "mean"]:
            same(transfer["completionSeconds"][statistic], "transfer", name, "completion", statistic)
            for reading in ["idle", "literal"]:
                same(transfer["bands"][reading][statistic], "transfer", name, "completion", f"{statistic}.{reading}")
            if f"{statistic}Interval" in transfer["completionSeconds"]:
                low, high = transfer["completionSeconds"][f"{statistic}Interval"]
                same(low, "transfer", name, "completion", f"{statistic}.low")
                same(high, "transfer", name, "completion", f"{statistic}.high")
        for share in ["completeShare", "unfinishedShare", "expiredShare", "missedDeadlineShare", "deliveredShare", "validAndOnTimeShare"]:
            same(transfer[share]["value"], "transfer", name, share, "mean")
            for bound in ["low", "high"]:
                if bound in transfer[share]:
                    same(transfer[share][bound], "transfer", name, share, f"mean.{bound}")
            assert transfer[share].get("low", 0) <= transfer[share]["value"] <= transfer[share].get("high", 1), share
        same(transfer["energyJoules"], "transfer", name, "energy", "mean")
    same(document["total"]["launchesPerDay"]["p95"], "total", "", "launchesPerDay", "p95")
    for budget in document["budgets"]:
        assert values["budget", budget["name"], "verdict", "value"] == budget["verdict"]


def check_markdown(text, document):
    """It parses into tables whose rows are as long as their heads, with each transfer and budget in one."""
    parser = markdown_it.MarkdownIt("commonmark").enable("table")
    tokens = parser.parse(text)
    rows, cells = [], None
    for token in tokens:
        if token.type == "table_open":
            rows.append([])
        if token.type == "tr_open":
            cells = []
        if token.type == "inline" and cells is not None:
            cells.append(token.content)
        if token.type == "tr_close":
            rows[-1].append(cells)
            cells = None
    assert rows and all(len(row) == len(table[0]) for table in rows for row in table)
    # A budget's verdict is a sign before the name.
    first = {re.sub(r"^\W ", "", row[0]).strip("`") for table in rows for row in table}
    assert set(document["transfers"]) <= first
    assert {budget["name"] for budget in document["budgets"]} <= first
    assert text.count("<details>") == text.count("</details>") == 1
    assert "\n|" not in parser.renderer.render(tokens, parser.options, {}), "a table was not read as one"


def main(tool):
    mistakes = schema()
    failures = count = 0
    for policy in POLICIES:
        for words in CALLS:
            title = " ".join([policy, *words])
            document = json.loads(run(tool, policy, words, "json"))
            found = mistakes(document)
            checks = [("schema", lambda: found)]
            checks.append(("csv", lambda: check_csv(run(tool, policy, words, "csv"), document)))
            checks.append(("markdown", lambda: check_markdown(run(tool, policy, words, "markdown"), document)))
            for name, check in checks:
                count += 1
                try:
                    said = check()
                except AssertionError as error:
                    said = [str(error) or f"line {error.__traceback__.tb_next.tb_lineno}"]
                if said:
                    failures += 1
                    print(f"{title}: {name}: {said[:3]}")
    comparison = json.loads(run(tool, POLICIES[3], ["--runs", "5", "--scenario", "all"], "json"))
    for said in [mistakes(comparison), *map(mistakes, comparison["scenarios"])]:
        count += 1
        if said:
            failures += 1
            print(f"all scenarios: {said[:3]}")
    document = json.loads(run(tool, POLICIES[0], CALLS[1], "json"))
    broken = [*breakages(document), {**comparison, "verdict": "perhaps"}, {**comparison, "scenarios": [{}]}]
    noticed = sum(bool(mistakes(estimate)) for estimate in broken)
    print(f"estimates: {count - failures} of {count} checks agree; {noticed} of {len(broken)} broken ones noticed")
    return failures + len(broken) - noticed


if __name__ == "__main__":
    sys.exit(1 if main(os.path.abspath(sys.argv[1])) else 0)
