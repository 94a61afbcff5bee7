"""Compares the reader of YAML with libyaml (PyYAML's C parser) and with PyYAML itself.

The verdict, YAML or not, has to be libyaml's. The values have to be PyYAML's: the same mappings, lists and texts, with aliases
resolved. Whether a scalar without quotes is a text or a number, Boolean or null is the language's own: YAML 1.2, without `yes`.
"""

import json
import pathlib
import random
import subprocess
import sys
import tempfile

import yaml

FUZZ, COUNT, SEED = sys.argv[1], int(sys.argv[2]), int(sys.argv[3])

# The forms of the language, each with its name; they are written for this test.
FORMS = {
    "plain scalar": "a\n", "plain scalar over lines": "a\n b\n  c\n", "plain multi-line with blank": "a: b\n  c\n\n  d\n",
    "single quotes": "'it''s'\n", "single quotes over lines": "'a\n\n  b'\n", "double quotes": '"a\\tb\\u00e9\\x41\\U0001F600\\n"\n',
    "line continuation": '"a \\\n   b"\n', "escaped slash": '"\\/"\n', "wrong escape": '"\\q"\n', "half an escape": '"\\u12"\n',
    "surrogate escape": '"\\ud800"\n', "beyond Unicode": '"\\U00110000"\n', "open quotes": '"a\n', "open single quotes": "'a\n",
    "literal": "a: |\n  x\n   y\n\n  z\n", "literal keep": "a: |+\n  x\n\n\nb: 1\n", "literal strip": "a: |-\n  x\n\n", "literal indented": "a: |2\n   x\n  y\n",
    "folded": "a: >\n  x\n  y\n\n  z\n", "folded keep": ">+\n x\n\n", "folded more indented": ">\n a\n   b\n   c\n d\n", "folded both": ">-2\n   a\n  b\n",
    "empty literal": "a: |\nb: 1\n", "literal at the end": "a: |", "literal with tab": "a: |\n\tx\n", "literal less indented": "a: |\n    x\n  y\n", "literal with comment": "a: | # why\n  x\n",
    "literal indented by 0": "a: |0\n x\n", "literal at 10": "a: |10\n x\n", "mapping": "a: 1\nb: 2\n", "nested mapping": "a:\n  b:\n    c: 1\n", "empty value": "a:\nb:\n",
    "quoted keys": "\"a\": 1\n'b': 2\n", "complex key": "? a\n: b\n", "complex key without value": "? a\n? b\n", "list as a key": "? [a, b]\n: c\n", "mapping as a key": "{ {a: 1}: 2 }\n",
    "key over lines": "? a\n  b\n: c\n", "long key": "a" * 1030 + ": 1\n", "colon in a value": "a: b: c\n", "colon without space": "a:b\n", "url": "a: http://x/y:1\n",
    "list": "- a\n- b\n", "list of lists": "- - a\n  - b\n- - c\n", "list in a mapping": "a:\n- b\n- c\n", "list in a mapping, indented": "a:\n  - b\n", "mappings in a list": "- a: 1\n  b: 2\n- c: 3\n",
    "empty items": "-\n- \n-\n", "dash without space": "-a\n", "dash in a value": "a: - b\n", "tab after dash": "-\ta\n", "tab as indentation": "a:\n\tb: 1\n", "tab after colon": "a:\t1\n",
    "wrong indentation": "a:\n    b: 1\n  c: 2\n", "flow list": "[a, b, c]\n", "flow list with comma": "[a, ]\n", "flow with two commas": "[a,, b]\n", "flow with a leading comma": "[, a]\n",
    "flow mapping": "{a: 1, b: 2}\n", "flow without values": "{a, b: }\n", "flow JSON": '{"a":1,"b":[true,null]}\n', "flow single pair": "[a: 1, b]\n", "flow complex": "[? a : b]\n", "flow over lines": "{\n  a: 1,\n  b: [\n    c\n  ]\n}\n",
    "open bracket": "[a\n", "open brace": "{a: 1\n", "wrong bracket": "[a}\n", "closing only": "]\n", "flow at the margin": "a: [\nb\n]\n", "flow with comment": "[a, # x\n b]\n", "comment without space": "[a, #x\nb]\n",
    "comment": "# a\nb: 1 # c\n", "hash in a value": "a: b#c\n", "comment after quotes": "'a'#b\n", "only a comment": "# a\n", "empty": "", "blank": "\n \n", "anchors": "a: &x 1\nb: *x\n", "anchor on a mapping": "a: &x\n  b: 1\nc: *x\n",
    "anchor twice": "a: &x 1\nb: &x 2\nc: *x\n", "unknown alias": "a: *x\n", "alias as a key": "a: &x b\n*x : 1\n", "alias in itself": "a: &x [*x]\n", "anchor and alias": "a: &x 1\nb: &y *x\n", "anchor alone": "a: &x\nb: 1\n", "anchor in a list": "- &x a\n- *x\n",
    "odd anchor": "a: &x.y 1\n", "tag": "a: !!str 1\n", "own tag": "a: !x b\n", "verbatim tag": "a: !<tag:yaml.org,2002:str> 1\n", "tag directive": "%TAG !e! tag:e.com,2026:\n---\na: !e!x 1\n", "unknown handle": "a: !e!x 1\n", "tag and anchor": "a: !!str &x 1\nb: *x\n", "anchor and tag": "a: &x !!str 1\n",
    "open tag": "a: !<x\n", "non-specific tag": "a: ! 1\n", "yaml 1.1": "%YAML 1.1\n---\na: 1\n", "yaml 1.2": "%YAML 1.2\n---\na: 1\n", "yaml 2.0": "%YAML 2.0\n---\na: 1\n", "directive twice": "%YAML 1.1\n%YAML 1.1\n---\na\n", "unknown directive": "%FOO x\n---\na: 1\n", "directive without document": "%YAML 1.1\n",
    "start": "---\na: 1\n", "start with a scalar": "--- a\n", "start with a mapping": "--- a: 1\n", "end": "a: 1\n...\n", "end and comment": "a: 1\n... # x\n", "text after the end": "a\n... b\n", "dashes in a value": "a: ---\n", "dots in quotes": "'\n...\n'\n",
    "reserved @": "@a\n", "reserved `": "`a\n", "percent": "a: %b\n", "leading percent": "%a\n", "leading bar": "a: |x\n", "question": "?a\n", "colon first": ":a\n", "colon alone": ": a\n", "minus": "-\n", "star": "*\n", "ampersand": "&\n",
    "CR LF": "a: 1\r\nb: 2\r\n", "CR": "a: 1\rb: 2\r", "next line": "a: 1\x85b: 2\x85", "line separator": "a: x\u2028  y\n", "mark": "\ufeffa: 1\n", "mark inside": "a: \ufeff1\n", "no line end": "a: 1", "NUL": "a: \0\n", "bell": "a: \x07\n", "delete": "a: \x7f\n", "not a character": "a: \ufffe\n", "emoji": "a: 😀\n",
    "numbers": "[0, -1, 1.5, 0x1f, 0o17, 1e3, .5, +1, 1_000, .inf, -.INF, .nan]\n", "words": "[true, True, FALSE, null, Null, ~, yes, no, on, off]\n", "dates": "[2026-11-23, 12:30:45]\n", "same key": "a: 1\na: 2\n", "equals": "a: =\n",
    "merge": "a: &x { b: 1 }\nc:\n  <<: *x\n  d: 2\n", "deep": "[" * 60 + "]" * 60 + "\n", "deep block": "".join("  " * i + "a:\n" for i in range(50)),
}


class Failure(Exception):
    pass


def value(node, seen=()):
    """A node as the other reader prints it."""
    if id(node) in seen:
        raise Failure("it is inside of itself")
    seen = seen + (id(node),)
    if isinstance(node, yaml.ScalarNode):
        return ("x", node.value)
    if isinstance(node, yaml.SequenceNode):
        return ["l"] + [value(item, seen) for item in node.value]
    return ["m"] + [part for key, item in node.value for part in (value(key, seen), value(item, seen))]


def ours(json_value):
    """The same without the kinds of scalars, which are the language's own."""
    if json_value is None:
        return None
    if json_value[0] in "sw":
        return ("x", json_value[1])
    return [json_value[0]] + [ours(part) for part in json_value[1:]]


def problem_of_events(text, loader):
    """The first problem of the parser, or of an alias without an anchor; `None` if there is none."""
    anchors = set()
    try:
        for event in yaml.parse(text, Loader=loader):
            if isinstance(event, yaml.DocumentStartEvent):
                anchors = set()
            elif isinstance(event, yaml.AliasEvent):
                if event.anchor not in anchors:
                    return f"found undefined alias {event.anchor}"
            elif getattr(event, "anchor", None):
                anchors.add(event.anchor)
    except (yaml.YAMLError, ValueError, RecursionError) as error:
        return str(error).split("\n")[0]
    return None


def verdict(text, loader):
    try:
        documents = list(yaml.compose_all(text, Loader=loader))
    except yaml.YAMLError as error:
        # YAML allows an anchor twice, and libyaml's parser does; only PyYAML's composer does not, and ends there.
        if "duplicate anchor" in str(error):
            return problem_of_events(text, loader), None
        return str(error).split("\n")[0], None
    except (ValueError, RecursionError) as error:
        return repr(error), None
    return None, documents


# MARK: Generated documents

WORDS = ["a", "b c", "1", "true", "", "é", "x: y", "- z", "it's", '"', "#", "a#b", "&", "*", "!", "|", "%", "@", "null", "0x1f", "a\nb", " lead", "trail ", "\t", "\\", "😀", "key", "schema", "1.5", "~", "---", "...", "?", ":", "<", "[", "]", "{", "}", ","]


def scalar(rng, depth, key=False):
    text = rng.choice(WORDS)
    style = rng.randrange(6)
    if style == 0 and "\n" not in text and "\t" not in text:
        return "'" + text.replace("'", "''") + "'"
    if style == 1:
        return json.dumps(text, ensure_ascii=rng.random() < 0.5)
    if style == 2 and not key and depth >= 0:
        indent = "  " * (depth + 1)
        return rng.choice("|>") + rng.choice(["", "-", "+"]) + "\n" + "".join(indent + line + "\n" for line in (text or "x").split("\n")).rstrip("\n")
    return text


def document(rng, depth=0):
    indent = "  " * depth
    kind = rng.randrange(5 if depth < 4 else 1)
    if kind == 0:
        return " " + properties(rng) + scalar(rng, depth) + comment(rng) + "\n"
    if kind == 1:
        return " " + flow(rng, depth) + comment(rng) + "\n"
    lines = "" if depth == 0 else " " + properties(rng).rstrip() + "\n" if rng.random() < 0.3 else "\n"
    for _ in range(rng.randint(1, 3)):
        if kind == 2:
            lines += indent + "-" + document(rng, depth + 1)
        elif rng.random() < 0.1:
            lines += indent + "?" + document(rng, depth + 1) + indent + ":" + document(rng, depth + 1)
        else:
            lines += indent + scalar(rng, depth, key=True) + ":" + document(rng, depth + 1)
    return lines


def properties(rng):
    chosen = rng.randrange(20)
    return {0: "&x ", 1: "!!str ", 2: "&y !t ", 3: "*x "}.get(chosen, "")


def comment(rng):
    return rng.choice([""] * 8 + [" # c", "# d"])


def flow(rng, depth):
    if depth > 5 or rng.random() < 0.4:
        return properties(rng) + scalar(rng, -1, key=True)
    parts = [flow(rng, depth + 1) for _ in range(rng.randint(0, 3))]
    if rng.random() < 0.5:
        return "[" + rng.choice([", ", ",", " , "]).join(parts) + rng.choice(["", "", ","]) + "]"
    return "{" + ", ".join(part + rng.choice([": ", ":", " : "]) + flow(rng, depth + 1) for part in parts) + "}"


def damaged(rng, text):
    text = list(text)
    for _ in range(rng.randint(1, 3)):
        if not text:
            break
        place = rng.randrange(len(text))
        chosen = rng.randrange(4)
        if chosen == 0:
            del text[place]
        elif chosen == 1:
            text.insert(place, rng.choice(" \n\t:-?[]{},#&*!|>'\"%@`\r\\é\x85\u2028"))
        elif chosen == 2:
            text[place] = rng.choice("ab1: \n-")
        else:
            other = rng.randrange(len(text))
            text[place], text[other] = text[other], text[place]
    return "".join(text)


def read(texts, folder):
    files = []
    for index, text in enumerate(texts):
        file = folder / f"{index:06}.yaml"
        file.write_bytes(text.encode("utf-8", "surrogatepass"))
        files.append(str(file))
    results = []
    for start in range(0, len(files), 400):
        run = subprocess.run([FUZZ, "values"] + files[start:start + 400], capture_output=True)
        if run.returncode != 0:
            sys.exit(f"{FUZZ} ended with {run.returncode}: {run.stderr.decode()[-2000:]}")
        results += [json.loads(line) for line in run.stdout.decode().splitlines()]
    return results


rng = random.Random(SEED)
cases = list(FORMS.items())
for index in range(COUNT):
    text = document(rng).lstrip(" ")
    cases.append((f"document {index}", damaged(rng, text) if rng.random() < 0.5 else text))

counts = {"YAML": 0, "no YAML": 0, "values compared": 0, "own limits": 0}
differences = []
with tempfile.TemporaryDirectory() as folder:
    results = read([text for _, text in cases], pathlib.Path(folder))
for (name, text), result in zip(cases, results, strict=True):
    data = text.encode("utf-8", "surrogatepass")
    error, documents = verdict(data, yaml.CBaseLoader)
    problem = result.get("problem")
    ownLimit = problem is not None and any(word in problem for word in ("yaml-duplicate-key", "yaml-limit", "yaml-multiple-documents"))
    if ownLimit:
        # The language has one document, each key once, and bounds.
        counts["own limits"] += 1
        continue
    counts["no YAML" if error else "YAML"] += 1
    if (error is None) != (problem is None):
        differences.append(f"{name}: libyaml says {error or 'YAML'}, the reader {problem or 'YAML'}: {text!r}")
        continue
    if error is not None or documents is None:
        continue
    _, pure = verdict(data, yaml.BaseLoader)
    if pure is None or len(documents) > 1 or "<<" in text:
        continue
    try:
        expected = value(documents[0]) if documents and documents[0] is not None else None
        same = value(pure[0]) if pure and pure[0] is not None else None
    except Failure:
        continue
    if expected != same:
        # PyYAML and libyaml differ from each other.
        continue
    counts["values compared"] += 1
    found = ours(result.get("value"))
    if json.dumps(found) != json.dumps(expected):
        differences.append(f"{name}: the values are {json.dumps(found)}, not {json.dumps(expected)}: {text!r}")

print(f"{len(FORMS)} forms and {COUNT} documents, seed {SEED}: " + ", ".join(f"{n} {k}" for k, n in counts.items()) + f"; {len(differences)} differences")
for difference in differences[:40]:
    print("  " + difference[:600])
sys.exit(1 if differences else 0)
