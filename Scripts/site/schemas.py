"""A page for each JSON Schema: its members with their types and meanings, and the schema itself."""

import json
import os

from dialect import escaped


def type_text(schema):
    """The type of a value in words, with a link to a definition."""
    if "$ref" in schema:
        name = schema["$ref"].rsplit("/", 1)[1]
        return f"[{prose(name)}](#{anchor(name)})" if schema["$ref"] != "#" else "the same"
    if "const" in schema or "enum" in schema:
        values = schema["enum"] if "enum" in schema else [schema["const"]]
        return ", ".join(f"`{json.dumps(value)}`".replace("|", "\\|") for value in values)
    for key in ["allOf", "anyOf", "oneOf"]:
        if key in schema:
            parts = [type_text(part) for part in schema[key] if part.keys() - {"required", "not", "if", "then", "else"}]
            return " or ".join(dict.fromkeys(filter(None, parts)))
    kinds = schema.get("type", "object" if "properties" in schema else "any")
    kinds = [kinds] if isinstance(kinds, str) else kinds
    texts = []
    for kind in kinds:
        if kind == "array" and isinstance(schema.get("items"), dict):
            texts.append(f"list of {type_text(schema['items'])}")
        else:
            texts.append(kind)
    return " or ".join(texts)


def anchor(name):
    """The anchor of a definition."""
    return "definition-" + "".join(letter.lower() if letter.isalnum() else "-" for letter in name)


def members(schema, path=""):
    """The rows of a table: every member, with those of the objects in it."""
    required = schema.get("required", [])
    for name, member in schema.get("properties", {}).items():
        if not isinstance(member, dict):
            continue
        inside = member.get("items") if isinstance(member.get("items"), dict) else member
        text = prose(member.get("description", ""))
        need = "yes" if name in required else ""
        yield f"| `{path}{name}` | {type_text(member)} | {need} | {text} |"
        yield from members(inside, path + name + ("[]." if inside is not member else "."))
        further = inside.get("additionalProperties")
        if isinstance(further, dict):
            yield from members(further, path + name + ".*.")
    for key in ["allOf", "anyOf", "oneOf", "then", "else"]:
        parts = schema.get(key, [])
        for part in parts if isinstance(parts, list) else [parts]:
            if isinstance(part, dict):
                yield from members(part, path)
    for part in [schema.get("patternProperties", {})]:
        for pattern, member in part.items():
            yield f"| `{path}{pattern}` | {type_text(member)} |  | {prose(member.get('description', ''))} |"


def prose(text):
    """A text of a schema, which may have code in backticks."""
    return "`".join(part.replace("|", "\\|") if index % 2 else escaped(part) for index, part in enumerate(text.split("`")))


HEAD = ["| member | type | required | meaning |", "|---|---|---|---|"]


def write_schemas(site, folder):
    """A page for each schema, and one that lists them."""
    rows = []
    for name in sorted(os.listdir(folder)):
        if not name.endswith(".schema.json"):
            continue
        with open(os.path.join(folder, name), encoding="utf-8") as file:
            text = file.read()
        schema = json.loads(text)
        title = schema["title"]
        page = f"schemas/{name.removesuffix('.schema.json')}.md"
        rows.append(f"| [{name}]({os.path.basename(page)}) | {prose(title)} |")
        lines = [
            f"---\ntitle: {json.dumps(name)}\ndescription: {json.dumps(title)}\n---\n",
            f"# {name}\n\n[JSON schemas](index.md) › {name}\n\n{prose(title)}.\n",
            prose(schema.get("description", "")) + "\n",
        ]
        table = list(dict.fromkeys(members(schema)))
        if table:
            lines += ["## Members\n", *HEAD, *table, ""]
        for definition, part in schema.get("definitions", {}).items():
            lines += [f"## {prose(definition)} {{ #{anchor(definition)} }}\n"]
            lines += [prose(part.get("description", "")) + "\n", f"Type: {type_text(part)}\n"]
            inside = list(dict.fromkeys(members(part)))
            lines += [*HEAD, *inside, ""] if inside else []
        lines += ["## The schema\n", f"It is `Schemas/{name}` in the repository.\n", "````json", text.rstrip(), "````"]
        site.write(page, "\n".join(lines))
    site.write("schemas/index.md", "\n".join([
        "# JSON schemas\n",
        "Every format for programs has a schema, which the tests check each report against. A new member may come with any",
        "version; a change that breaks readers has a new number of its own: see [versions](../versioning.md).\n",
        "| schema | of |", "|---|---|", *rows,
    ]))
