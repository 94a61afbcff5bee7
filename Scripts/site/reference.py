"""The pages of rules, commands, parameters and sources, from the output of bgpolicy."""

import concurrent.futures
import json
import os
import re

from dialect import blocks, escaped, relinked, slug

# Sections of a rule's page, which the reference has as lines in bold type.
LABEL = re.compile(r"^\*\*(.+)\*\*$")
CONFIDENCES = {
    "documented": "in Apple's headers, documentation or sessions",
    "stated": "by an Apple engineer in public",
    "measured": "on your own devices",
    "reported": "measured and published by others",
    "defined": "by the policy language or a standard that it builds on",
    "assumed": "for lack of anything published that we have read",
}
# The name of a rule in the index, by which links lead to its line.
RULE = re.compile(r'<a id="([a-z0-9-]+)"></a>([a-z0-9-]+)')
RELATED = re.compile(r"^- ([a-z0-9-]+)$", re.M)
RULES, COMMANDS = "Documentation/rules.md", "Documentation/commands.md"


def sections(text, level):
    """The text before the first heading of a level, and each heading with the text below it."""
    mark, head, found = "#" * level + " ", [], []
    for is_code, lines in blocks(text):
        for line in lines:
            if not is_code and line.startswith(mark):
                found.append((line.removeprefix(mark), []))
            else:
                (found[-1][1] if found else head).append(line)
    return "\n".join(head), [(title, "\n".join(lines).strip("\n")) for title, lines in found]


def with_labels_as_headings(text):
    """Lines in bold type as headings, each with an anchor of its own."""
    result = []
    for is_code, lines in blocks(text):
        result += lines if is_code else [LABEL.sub(r"## \1", line) for line in lines]
    return "\n".join(result)


def front(title, description):
    """The front matter of a page."""
    return f"---\ntitle: {json.dumps(title)}\ndescription: {json.dumps(description)}\n---\n\n# {title}\n\n"


def rule_families(index):
    """Each rule of the index with the family under which it stands."""
    return {name: family for family, whole in sections(index, 2)[1] for name, _ in RULE.findall(whole)}


def badges(line):
    """The line of a rule's code and severity, such as "BGP140 · error", each as a badge."""
    words = line.split(" · ")
    return " ".join(f'<span class="badge {word.split()[0].lower()}">{escaped(word)}</span>' for word in words)


def rule_page(name, site):
    """The explanation of a rule as Markdown, whose related rules are links."""
    head, text = site.output("explain", name, "--format", "markdown").split("\n", 1)[1].strip("\n").split("\n", 1)
    body = f"{badges(head)}\n{text}"
    start, label, rest = body.partition("**Related rules**")
    related, end, last = rest.partition("\n\nSince ")
    return start + label + RELATED.sub(r"- [\1](#\1)", related) + end + last


def write_rules(site):
    """A page for each rule, and one that lists them."""
    index = site.output("rules", "--format", "markdown")
    families = rule_families(index)
    site.places[RULES] = "rules/index.md"
    for name in families:
        site.anchors[(RULES, name)] = f"rules/{name}.md"
    site.write("rules/index.md", RULE.sub(r'<a id="\1"></a>[\2](#\1)', index), RULES)
    # Each page is a process of its own.
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        explained = list(pool.map(lambda name: json.loads(site.output("explain", name, "--format", "json")), families))
        bodies = list(pool.map(lambda name: rule_page(name, site), families))
    for (name, family), rule, body in zip(families.items(), explained, bodies):
        page = f"rules/{name}.md"
        text = relinked(with_labels_as_headings(body), site.address(RULES, page))
        trail = f"[Rules](index.md) › [{family}](index.md#{slug(family)})"
        site.write(page, f"{front(name, rule['summary'])}{trail}\n\n{text}\n")


def write_commands(site):
    """A page for each command, and one that lists them."""
    head, commands = sections(site.output("help", "--format", "markdown"), 2)
    site.places[COMMANDS] = "commands/index.md"
    for name, _ in commands:
        site.anchors[(COMMANDS, slug(name))] = f"commands/{slug(name)}.md"
    site.write("commands/index.md", head, COMMANDS)
    for name, body in commands:
        page = f"commands/{slug(name)}.md"
        text = relinked(body, site.address(COMMANDS, page))
        summary = body.split("\n\n")[0]
        common = "The [options of every command](index.md) apply as well."
        site.write(page, f"{front('bgpolicy ' + name, summary)}[Commands](index.md) › {name}\n\n{text}\n\n{common}\n")


def write_parameters(site):
    """Every parameter of the model with its evidence: the table of the model's page, and the ranges of an estimate."""
    words = ["estimate", "Documentation/first-try.bgpolicy.yaml", "--scenario", "lab", "--runs", "1", "--format", "json"]
    estimate = json.loads(site.output(*words))
    known = {parameter["name"]: parameter for parameter in estimate["model"]["parameters"]}
    with open(f"{site.root}/Documentation/model.md", encoding="utf-8") as file:
        table = re.search(r"<!-- parameters,.*?-->\n(.*?)\n\n(.*?)\n<!--", file.read(), re.DOTALL)
    rows = [[cell.strip() for cell in row.strip("|").split(" | ")] for row in table.group(1).split("\n")[2:]]
    lines = [
        front("Parameters of the model", "Every parameter of the model with its value, range, confidence and source"),
        "Every number that an estimate assumes, with its evidence. `--model NAME=VALUE` sets one for a call, `model` in a",
        "policy for an app, and [calibration](calibrating.md) derives some from logs of your own devices. The range is that",
        "from which the [draws](glossary.md#estimates) of uncertain parameters are taken. [The model](model.md) explains how",
        "the parameters work together.\n",
        table.group(2) + "\n",
    ]
    for row in rows:
        name, value, meaning, confidence, source = row
        parameter = known.get(name.strip("`"), {})
        lines += [f"## {name}\n", f"{meaning[0].upper()}{meaning[1:]}.\n"]
        lines.append(f"- default: {value}")
        if parameter.get("range"):
            lines.append(f"- range: {parameter['range']['low']} to {parameter['range']['high']}")
        lines += [f"- confidence: {confidence}, {CONFIDENCES[confidence]}", f"- source: {source}", ""]
    missing = known.keys() - {row[0].strip("`") for row in rows}
    assert not missing, f"Documentation/model.md lacks {missing}"
    site.write("parameters.md", "\n".join(lines), "Documentation/model.md")


def write_facts(site):
    """Every source, with the rules that depend on it."""
    listed = json.loads(site.output("rules", "--format", "json"))["rules"]
    listed += json.loads(site.output("rules", "--needs-app", "--format", "json"))["needsApp"]
    sources = {}
    for rule in listed:
        for source in rule["sources"]:
            key = (source["title"], source["edition"], source.get("url"))
            sources.setdefault(key, []).append((rule["name"], rule["confidence"]))
    lines = [
        front("Facts and sources", "Every source of a rule, and the rules that depend on it"),
        f"The {len(listed)} rules depend on {len(sources)} sources. Every number about the system has one, with the",
        "confidence that it deserves; those of estimates are [parameters](parameters.md).\n",
        "| confidence | meaning | rules |",
        "|---|---|---|",
    ]
    for confidence, meaning in CONFIDENCES.items():
        count = sum(rule["confidence"] == confidence for rule in listed)
        if count:
            lines.append(f"| {confidence} | {meaning} | {count} |")
    lines += ["", "A rule whose confidence is *reported* or *assumed* is never an error by default.", ""]
    for (title, edition, url), rules in sorted(sources.items(), key=lambda item: item[0][0].lower()):
        lines += [f"## {escaped(title)}\n", (f"[{escaped(edition)}](<{url}>)" if url else escaped(edition)) + "\n"]
        lines += [f"- [{name}](rules/{name}.md), {confidence}" for name, confidence in sorted(rules)] + [""]
    site.write("facts.md", "\n".join(lines))
