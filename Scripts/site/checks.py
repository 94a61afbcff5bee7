"""Checks the built site without a browser: its links, what it loads, its rule pages, and the way to the answers of questions.json.

    checks.py BGPOLICY PAGES SITE
"""

import collections
import html.parser
import json
import os
import posixpath
import re
import subprocess
import sys
import urllib.parse

from dialect import blocks
from reference import rule_families

FOLDER = os.path.dirname(os.path.abspath(__file__))
MOST_CLICKS = 2
# What loads something as soon as a page is shown.
LOADED = {"script": "src", "img": "src", "link": "href", "iframe": "src", "source": "src", "video": "src", "object": "data"}
# The sections of a rule's page. One that needs the app has no examples, but says what to look for.
SECTIONS = ["## Found in", "## Not found in", "## Sources", "Confidence: "]
WAYS_OUT = ["## Not found in", "## In Swift", "To check in the app's", "To ask the app's developers"]


class Page(html.parser.HTMLParser):
    """The links, the anchors and the loaded files of a page."""

    def __init__(self, text):
        super().__init__()
        self.links, self.anchors, self.loaded = [], set(), []
        self.feed(text)

    def handle_starttag(self, tag, attrs):
        attributes = dict(attrs)
        for name in ["id", "name"]:
            if attributes.get(name) and (name == "id" or tag == "a"):
                self.anchors.add(attributes[name])
        if tag == "a" and attributes.get("href") is not None:
            self.links.append(attributes["href"])
        # A canonical address is not loaded.
        if tag in LOADED and attributes.get(LOADED[tag]) and attributes.get("rel") not in ("canonical", "prev", "next"):
            self.loaded.append(attributes[LOADED[tag]])


def read(site):
    """The pages of the site by their paths."""
    pages = {}
    for base, _, names in os.walk(site):
        for name in names:
            # The page for an address that leads nowhere is served at any depth.
            if name.endswith(".html") and name != "404.html":
                path = os.path.join(base, name)
                with open(path, encoding="utf-8") as file:
                    pages[os.path.relpath(path, site).replace(os.sep, "/")] = Page(file.read())
    return pages


def target(page, link):
    """The path and the anchor to which a link of a page leads, or None outside of the site."""
    if re.match(r"[a-zA-Z][a-zA-Z+.-]*:|//", link):
        return None
    path, _, anchor = link.partition("#")
    path = urllib.parse.unquote(path)
    full = posixpath.normpath(posixpath.join(posixpath.dirname(page), path)) if path else page
    return full, urllib.parse.unquote(anchor)


def wrong_links(site, pages):
    """Links that lead nowhere, and everything that would be loaded from the network."""
    count, outside, found = 0, set(), []
    for path, page in pages.items():
        for link in page.links:
            count += 1
            place = target(path, link)
            if place is None:
                outside.add(link)
                if not link.startswith(("https://", "mailto:")):
                    found.append(f"{path}: {link} is not https")
            elif place[0] in pages:
                if place[1] and place[1] not in pages[place[0]].anchors:
                    found.append(f"{path}: {link} names no anchor")
            elif not os.path.isfile(os.path.join(site, place[0])):
                found.append(f"{path}: {link} leads nowhere")
        for address in page.loaded:
            place = target(path, address)
            if place is None and not address.startswith("data:"):
                found.append(f"{path} loads {address}")
            elif place and not os.path.isfile(os.path.join(site, place[0])):
                found.append(f"{path} loads {address}, which does not exist")
    for base, _, names in os.walk(site):
        for name in names:
            if name.endswith(".css"):
                with open(os.path.join(base, name), encoding="utf-8") as file:
                    found += [f"{name} loads {url}" for url in re.findall(r"url\(([\"']?https?:[^)]*)\)", file.read())]
    return count, outside, found


def distances(pages):
    """The number of clicks from the home page to each other one, in the text and in the navigation."""
    found, waiting = {"index.html": 0}, collections.deque(["index.html"])
    while waiting:
        path = waiting.popleft()
        for link in pages[path].links:
            place = target(path, link)
            if place and place[0] in pages and place[0] not in found:
                found[place[0]] = found[path] + 1
                waiting.append(place[0])
    return found


def wrong_rules(tool, folder):
    """Rules whose pages lack a section, and pages without a rule."""
    call = [tool, "rules", "--format", "json"]
    rules = json.loads(subprocess.run(call, capture_output=True, check=True).stdout)["rules"]
    call.insert(2, "--needs-app")
    others = json.loads(subprocess.run(call, capture_output=True, check=True).stdout)["needsApp"]
    index = subprocess.run([tool, "rules", "--format", "markdown"], capture_output=True, check=True, encoding="utf-8").stdout
    gate = {name for name, family in rule_families(index).items() if family == "Rules of the gate"}
    found, written = [], {name.removesuffix(".md") for name in os.listdir(os.path.join(folder, "rules"))} - {"index", *gate}
    for rule in [*rules, *others]:
        name, is_checked = rule["name"], "code" in rule
        if name not in written:
            found.append(f"{name} has no page")
            continue
        written.discard(name)
        with open(os.path.join(folder, "rules", f"{name}.md"), encoding="utf-8") as file:
            text = file.read()
        prose = "\n".join(line for is_code, lines in blocks(text) if not is_code for line in lines)
        plain = re.sub(r"\\(.)", r"\1", prose)
        lacks = [section for section in SECTIONS[0 if is_checked else 2 :] if section not in prose]
        lacks += ["its reason"] if rule["why"] not in plain else []
        lacks += ["its severity"] if rule["severity"] not in plain else []
        lacks += ["a way out"] if not any(way in prose for way in WAYS_OUT) and not re.search(r"^    - ", prose, re.M) else []
        lacks += ["its symptom"] if rule.get("symptom") and "## At run time" not in prose else []
        lacks += [f"the source {source['title']}" for source in rule["sources"] if source["title"] not in plain]
        found += [f"the page of {name} lacks {section}" for section in lacks]
    return len(rules) + len(others), found + [f"the page of {name} has no rule" for name in sorted(written)]


def wrong_reasons(folder):
    """Reasons why a task never runs, of which there are ten, without a rule."""
    with open(os.path.join(folder, "troubleshooting.md"), encoding="utf-8") as file:
        parts = re.split(r"^### (\d+)\. ", re.split(r"^## A transfer", file.read(), flags=re.M)[0], flags=re.M)[1:]
    numbers = [int(number) for number in parts[::2]]
    found = [] if numbers == list(range(1, 11)) else [f"the reasons have the numbers {numbers}"]
    return found + [f"reason {number} has no rule" for number, text in zip(numbers, parts[1::2]) if "(rules/" not in text]


def main(tool, folder, site):
    pages = read(site)
    count, outside, found = wrong_links(site, pages)
    clicks = distances(pages)
    with open(os.path.join(FOLDER, "questions.json"), encoding="utf-8") as file:
        questions = json.load(file)
    for question in questions:
        paths = [path.partition("#")[0] for path in question["pages"]]
        least = min(clicks.get(path, 99) for path in paths)
        if least > MOST_CLICKS:
            found.append(f"{question['question']} is {least} clicks away")
    found += [f"no click leads to {path}" for path in sorted(pages.keys() - clicks.keys())]
    rules, wrong = wrong_rules(tool, folder)
    found += wrong + wrong_reasons(folder)
    print("\n".join(found), end="\n" if found else "")
    print(
        f"site: {len(pages)} pages, of which the farthest is {max(clicks.values())} clicks away; {count} links, those to "
        f"{len(outside)} other sites not followed; {rules} rules; {len(questions)} questions within {MOST_CLICKS} clicks; "
        f"{len(found)} mistakes"
    )
    return len(found)


if __name__ == "__main__":
    sys.exit(1 if main(*map(os.path.abspath, sys.argv[1:4])) else 0)
