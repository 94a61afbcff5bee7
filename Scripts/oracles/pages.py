"""Holds the pages of `--format html` against an HTML5 parser, and what a page has to have against it.

If axe-core and Chromium are installed, they check the pages as a browser shows them, in light, in dark and on a phone.
"""

import os
import re
import shutil
import subprocess
import sys
import tempfile
import urllib.parse

import html5lib

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
DESIGNS = [
    *["--design", "transfers.backup.submit=allAtOnce"],
    *["--design", "transfers.backup.submit={ batch: 20 }; transfers.backup.startedIn=foreground"],
]
CALLS = [
    ["estimate", "Examples/Photos/bgpolicy.yaml", "--runs", "3"],
    ["estimate", "Examples/Podcasts/bgpolicy.yaml", "--runs", "3"],
    ["estimate", "Examples/ContactTracing/bgpolicy.yaml", "--runs", "5"],
    ["estimate", "Examples/Packages/Backup/Sources/Backup/bgpolicy.yaml", "--runs", "20"],
    ["estimate", "Examples/Packages/Feed/Sources/Feed/bgpolicy.yaml", "--runs", "20"],
    ["estimate", "Documentation/population.bgpolicy.yaml", "--scenario", "population", "--runs", "20"],
    ["estimate", "Documentation/first-try.bgpolicy.yaml", "--scenario", "lab"],
    ["estimate", "Tests/Fixtures/Estimate/hostile.bgpolicy.yaml", "--scenario", "<b>night</b>", "--runs", "6"],
    ["estimate", "Tests/Fixtures/Estimate/nothing.bgpolicy.yaml"],
    ["estimate", "Documentation/population.bgpolicy.yaml", "--scenario", "all", "--runs", "20"],
    ["whatif", "Documentation/first-try.bgpolicy.yaml", "--set", "transfers.backup.submit=allAtOnce", "--runs", "10"],
    ["whatif", "Documentation/first-try.bgpolicy.yaml", "--sweep", "transfers.backup.count=1,20,300", "--runs", "10"],
    ["whatif", "Documentation/population.bgpolicy.yaml", "--scenario", "population", "--runs", "200", *DESIGNS],
    ["advise", "Tests/Fixtures/Advice/broken-budget.bgpolicy.yaml", "--runs", "10"],
    ["advise", "Tests/Fixtures/Advice/good.bgpolicy.yaml", "--runs", "10"],
    ["gate", "Tests/Fixtures/Advice/broken-budget.bgpolicy.yaml", "--runs", "10", "--skip", "generated"],
    ["gate", "Documentation/first-try.bgpolicy.yaml", "--runs", "10", "--scenario", "all", "--skip", "generated"],
    ["calibrate", "Tests/Fixtures/Calibration/device.log", "Tests/Fixtures/Calibration/metrics.json"],
]
MOST_SHEETS = 4
SHOWN = [("light", 1080), ("dark", 1080), ("light", 375)]


def page(tool, words):
    call = [tool, *words, "--format", "html"]
    result = subprocess.run(call, cwd=ROOT, capture_output=True, check=False)
    assert result.returncode in (0, 1), result.stderr.decode()
    return result.stdout.decode("utf-8")


# MARK: Structure


def mistakes(text):
    """What is wrong with a page, by an HTML5 parser and by what a page has to have."""
    parser = html5lib.HTMLParser(namespaceHTMLElements=False)
    document = parser.parse(text)
    found = [f"line {place[0]}: {code}" for place, code, _ in parser.errors]
    elements = [element for element in document.iter() if isinstance(element.tag, str)]
    svg = "{http://www.w3.org/2000/svg}"

    def named(name):
        return [element for element in elements if element.tag in (name, svg + name)]

    def words(element):
        return "".join(element.itertext()).strip()

    found += [f"{len(named(name))} of {name}" for name in ["main", "h1", "header", "footer"] if len(named(name)) != 1]
    if not document.get("lang") or not words(document.find("head/title")):
        found.append("no language or title")
    found += [f"{name} in the page" for name in ["script", "img", "iframe", "object", "link", "base"] if named(name)]
    # A reader may follow a link to a source; nothing is loaded from there.
    if re.search(r"https?:|@import|url\((?!#)", re.sub(r'(<a(?: [^<>]*)? href=)"https://[^"<>]*"', r'\1""', text)):
        found.append("something from elsewhere")

    identifiers = [element.get("id") for element in elements if element.get("id")]
    found += [f"{name} twice" for name in sorted({name for name in identifiers if identifiers.count(name) > 1})]
    for element in elements:
        references = (element.get("aria-labelledby") or "").split()
        if element.get("href") is not None and not (element.tag.endswith("a") and element.get("href").startswith("https://")):
            references.append(element.get("href").removeprefix("#"))
        found += [f"nothing is called {name}" for name in references if name not in identifiers]
        found += [f"{name} runs a script" for name in element.attrib if str(name).startswith("on")]

    levels = [int(element.tag[1]) for element in elements if re.fullmatch("h[1-6]", element.tag)]
    if levels[:1] != [1] or any(after > before + 1 for before, after in zip(levels, levels[1:])):
        found.append(f"headings out of order: {levels}")

    for table in named("table"):
        caption = table.find("caption")
        if caption is None or not words(caption):
            found.append("a table without caption")
        lengths = {len(row) for row in table.iter("tr")}
        if len(lengths) != 1:
            found.append(f"a table with rows of {sorted(lengths)} cells")
    found += ["a head of nothing" for head in named("th") if head.get("scope") not in ("row", "col") or not words(head)]
    for chart in [element for element in named("svg") if element.get("role") == "img"]:
        if [child.tag for child in chart][:2] != [svg + "title", svg + "desc"] or not all(map(words, chart[:2])):
            found.append("a chart without words")
    for element in elements:
        for name in ["x", "x1", "x2", "cx"]:
            place = element.get(name) or ""
            if place.endswith("%") and not 0 <= float(place[:-1]) <= 100:
                found.append(f"{element.tag} stands at {place}")
    found += ["a figure without caption" for figure in named("figure") if figure.find("figcaption") is None]
    return found


# Changes that make a page wrong, each of which has to be noticed.
BREAKAGES = [
    ("<!DOCTYPE html>", ""),
    ("</h1>", "</h2>"),
    ("<main ", "<main><main "),
    (' lang="en"', ""),
    ("<h3", "<h5"),
    ("<caption>", "<caption hidden></caption><caption>"),
    ("</caption>", "</caption><script>1</script>"),
    ('scope="col"', 'scope="column"'),
    ("<desc ", "<metadata "),
    ("<td ", "<td></td><td "),
    ("<figcaption>", "<p>"),
    ('id="content"', 'id="contents"'),
    ('id="content"', 'id="content" id="again"'),
    ('x="100%"', 'x="101%"'),
    ("url(#", "url(https://example.com/#"),
    ("<p ", "<p onclick='1' "),
    ("&lt;", "<"),
]


# MARK: In a browser


def axe_results(pages):
    """What axe-core finds in pages that Chromium shows; nothing where either is missing."""
    browser = shutil.which("chromium") or shutil.which("google-chrome")
    try:
        from axe_playwright_python.sync_playwright import Axe
        from playwright.sync_api import sync_playwright
    except ImportError:
        browser = None
    if not browser:
        print("Left out: Chromium or axe-core, which check pages as they are shown, is not installed here")
        return 0, []
    count, found = 0, []
    with sync_playwright() as playwright, tempfile.TemporaryDirectory() as folder:
        chromium = playwright.chromium.launch(executable_path=browser, args=["--no-sandbox"])
        for number, (title, text) in enumerate(pages):
            path = os.path.join(folder, f"{number}.html")
            with open(path, "w", encoding="utf-8") as file:
                file.write(text)
            for scheme, width in SHOWN:
                shown = chromium.new_page(viewport={"width": width, "height": 900}, color_scheme=scheme)
                shown.goto("file://" + urllib.parse.quote(path))
                count += 1
                said = [violation["id"] for violation in Axe().run(shown).response["violations"]]
                if shown.evaluate("document.documentElement.scrollWidth > document.documentElement.clientWidth"):
                    said.append("wider than its window")
                if said:
                    found.append(f"{title}, {scheme}, {width} px: {said}")
                shown.close()
        chromium.close()
    return count, found


def printed(tool):
    """The number of pages on which Chromium prints the estimate of Photos; nothing if it is missing."""
    browser = shutil.which("chromium") or shutil.which("google-chrome")
    if not browser:
        return None
    with tempfile.TemporaryDirectory() as folder:
        text = page(tool, ["estimate", "Examples/Photos/bgpolicy.yaml"])
        paths = [os.path.join(folder, name) for name in ("page.html", "page.pdf")]
        with open(paths[0], "w", encoding="utf-8") as file:
            file.write(text)
        options = ["--headless", "--no-sandbox", "--disable-gpu", f"--user-data-dir={folder}/profile"]
        call = [browser, *options, "--no-pdf-header-footer", f"--print-to-pdf={paths[1]}", "file://" + paths[0]]
        subprocess.run(call, capture_output=True, check=True, timeout=120)
        with open(paths[1], "rb") as file:
            return len(re.findall(rb"/Type\s*/Page\b", file.read()))


def main(tool):
    pages = [(" ".join(words), page(tool, words)) for words in CALLS]
    failures = 0
    for title, text in pages:
        found = mistakes(text)
        if found:
            failures += 1
            print(f"{title}: {found[:3]}")
    noticed = 0
    # One page has a chart, a table and names with every character that HTML reserves.
    text = next(text for title, text in pages if "hostile" in title)
    for old, new in BREAKAGES:
        if old in text and mistakes(text.replace(old, new, 1)):
            noticed += 1
        else:
            print(f"unnoticed: {new!r} for {old!r}")
    count, found = axe_results(pages)
    print("\n".join(found), end="\n" if found else "")
    print(
        f"pages: {len(pages) - failures} of {len(pages)} are as HTML has it, {noticed} of {len(BREAKAGES)} broken ones "
        f"noticed; {count - len(found)} of {count} views please axe-core"
    )
    sheets = printed(tool)
    if sheets is not None:
        print(f"pages: the estimate of Photos prints on {sheets} of at most {MOST_SHEETS} sheets")
        failures += sheets > MOST_SHEETS
    return failures + len(BREAKAGES) - noticed + len(found)


if __name__ == "__main__":
    sys.exit(1 if main(os.path.abspath(sys.argv[1])) else 0)
