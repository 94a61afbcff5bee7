"""Checks the built site in Chromium, read from disk: axe-core in light and dark, nothing from the network, and the search.

    browser.py SITE [--all]

One page of every kind, or all of them with `--all`. Says what it left out if Chromium is missing.
"""

import json
import os
import shutil
import sys
import urllib.parse

FOLDER = os.path.dirname(os.path.abspath(__file__))
KINDS = [
    "index.html",
    "rules/bg-expiration-missing.html",
    "commands/lint.html",
    "schemas/lint.html",
    "library/policydocument.html",
    "faq.html",
    "new-app.html",
]
# The first pages of the list that are shown in each scheme and width.
SHOWN = [("light", 1280, None), ("dark", 1280, None), ("light", 390, 2)]
# The place among the results of a search at which an answer is found at a glance.
MOST_RESULTS = 3


def pages(site):
    """Every page of the site."""
    for base, _, names in os.walk(site):
        for name in sorted(names):
            if name.endswith(".html") and name != "404.html":
                yield os.path.relpath(os.path.join(base, name), site)


def address(site, path):
    """The address of a page on disk."""
    return "file://" + urllib.parse.quote(os.path.join(site, path))


def axe(chromium, site, paths, is_complete):
    """What axe-core finds in pages, and pages that are wider than their window or load something from elsewhere."""
    from axe_playwright_python.sync_playwright import Axe

    count, found = 0, []
    for scheme, width, most in SHOWN:
        page = chromium.new_page(viewport={"width": width, "height": 900}, color_scheme=scheme)
        requests = []
        page.on("request", lambda request: requests.append(request.url))
        for path in paths if is_complete else paths[:most]:
            page.goto(address(site, path), wait_until="load")
            count += 1
            said = [
                f"{violation['id']} ({', '.join(str(node['target'][0]) for node in violation['nodes'][:2])})"
                for violation in Axe().run(page).response["violations"]
            ]
            if page.evaluate("document.documentElement.scrollWidth > document.documentElement.clientWidth"):
                said.append("wider than its window")
            if said:
                found.append(f"{path}, {scheme}, {width} px: {'; '.join(said)}")
        found += [f"{url} is loaded" for url in dict.fromkeys(requests) if not url.startswith(("file:", "data:", "about:"))]
        page.close()
    return count, found


def search(chromium, site):
    """Questions whose words do not lead to their pages within the first results of the site's own search."""
    with open(os.path.join(FOLDER, "questions.json"), encoding="utf-8") as file:
        questions = json.load(file)
    page = chromium.new_page(viewport={"width": 1280, "height": 900})
    page.goto(address(site, "index.html"), wait_until="load")
    page.click(".md-search__input")
    count, found = 0, []
    for question in questions:
        for words in question["search"]:
            count += 1
            # Material listens to keys only.
            page.fill(".md-search__input", "")
            page.press(".md-search__input", "Backspace")
            page.wait_for_function("!document.querySelector('.md-search-result__link')")
            page.fill(".md-search__input", words)
            page.press(".md-search__input", "End")
            try:
                page.wait_for_selector(".md-search-result__link", state="attached", timeout=5_000)
            except Exception:  # noqa: BLE001  Nothing is found.
                found.append(f"nothing is found for {words!r}")
                continue
            # The sections of a page follow it in the same item.
            links = page.eval_on_selector_all(
                ".md-search-result__item", "items => items.map(item => item.querySelector('a').href)"
            )
            results = [os.path.relpath(urllib.parse.unquote(urllib.parse.urlparse(link).path), site) for link in links]
            if not set(results[:MOST_RESULTS]) & set(question["pages"]):
                found.append(f"{question['question']} by {words!r}: {results[:MOST_RESULTS]}")
    page.close()
    return count, found


def main(site, *options):
    browser = shutil.which("chromium") or shutil.which("google-chrome")
    if not browser:
        print("Left out: Chromium, which shows the site to axe-core and searches it, is not installed here")
        return 0
    from playwright.sync_api import sync_playwright

    site, is_complete = os.path.abspath(site), "--all" in options
    with sync_playwright() as playwright:
        chromium = playwright.chromium.launch(executable_path=browser, args=["--no-sandbox"])
        views, found = axe(chromium, site, sorted(pages(site)) if is_complete else KINDS, is_complete)
        searches, lost = search(chromium, site)
        chromium.close()
    print("\n".join(found + lost), end="\n" if found or lost else "")
    print(f"site: axe-core finds nothing in {views - len(found)} of {views} views; {searches - len(lost)} of {searches} searches find")
    return len(found) + len(lost)


if __name__ == "__main__":
    sys.exit(1 if main(*sys.argv[1:]) else 0)
