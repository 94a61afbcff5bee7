"""The pages of the library, from the Markdown that DocC writes: one for each type, with its members."""

import json
import os
import re

LINK = re.compile(r"\(/documentation/((?:[^()\s]|\([^()]*\))*)\)")
COMMENT = re.compile(r"\A<!--(.*?)-->\n+", re.DOTALL)


def documents(folder):
    """The documents that DocC has written, by their lowercase path: the title, the role and the text."""
    found = {}
    for base, _, names in os.walk(folder):
        for name in sorted(names):
            if name.endswith(".md"):
                with open(os.path.join(base, name), encoding="utf-8") as file:
                    text = file.read()
                details = json.loads(COMMENT.match(text).group(1))
                path = details["identifier"].removeprefix("/documentation/")
                found[path.lower()] = (details["title"], details["role"], COMMENT.sub("", text).rstrip())
    return found


def write_library(site, folder):
    """The overview, the articles and a page for each type; nothing of them if DocC was left out."""
    if not folder:
        text = "# The library\n\nThe reference of the library is left out: DocC was not there when this site was built.\n"
        site.write("library/index.md", text)
        return
    found = documents(folder)
    module = min(found, key=len)
    places = {}
    for path in found:
        parts = path.split("/")
        page = "library/index.md" if len(parts) == 1 else f"library/{parts[1]}.md"
        places[path] = page + ("#" + anchor(path) if len(parts) > 2 else "")

    def linked(text, page):
        def target(match):
            place = places.get(match.group(1).lower())
            assert place, f"DocC links to {match.group(1)}, which it does not document"
            path, _, mark = place.partition("#")
            address = ("" if path == page and mark else os.path.basename(path)) + (f"#{mark}" if mark else "")
            return f"({address})"

        return LINK.sub(target, text)

    for path, (title, role, text) in sorted(found.items()):
        parts = path.split("/")
        if len(parts) > 2:
            continue
        page = places[path]
        text = swift(text)
        if path != module:
            text = text.replace("\n", "\n\n[BackgroundPolicy](index.md) › " + title + "\n", 1)
            members = sorted(other for other in found if other.startswith(path + "/") and not is_synthesized(other))
            text += "".join("\n\n" + nested(found[other], other) for other in members)
        site.write(page, linked(text, page))


def is_synthesized(path):
    """Whether a member is the compiler's: those of Codable and of raw values."""
    return path.endswith(("/init(from:)", "/init(rawvalue:)"))


def anchor(path):
    """The anchor of a member in the page of its type."""
    return re.sub(r"[^a-z0-9]+", "-", path.split("/", 2)[2]).strip("-")


def nested(document, path):
    """A member as a section of its type's page."""
    title, role, text = document
    text = re.sub(r"^#", "##", swift(text), flags=re.MULTILINE)
    return text.replace(f"## {title}", f"## {title} {{ #{anchor(path)} }}", 1)


def swift(text):
    """Declarations have no language in DocC's Markdown, and a heading may lack the end of its line."""
    text = re.sub(r"^(#+ [\w ]+)> ", r"\1\n\n> ", text, flags=re.MULTILINE)
    result, is_open = [], False
    for line in text.split("\n"):
        if line.startswith("```"):
            line = "```swift" if not is_open and line == "```" else line
            is_open = not is_open
        result.append(line)
    return "\n".join(result)
