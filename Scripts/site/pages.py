"""Writes the pages of the site: those of Documentation, and those that come from the output of bgpolicy.

    pages.py BGPOLICY FOLDER [DOCC]

DOCC is the folder into which DocC has written the library's documentation as Markdown.
"""

import os
import posixpath
import re
import shutil
import subprocess
import sys

import library
import reference
import schemas
from dialect import converted, relative, relinked, without_gap, write

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
# Pages whose place on the site differs from that below Documentation.
PLACES = {
    "Documentation/README.md": "index.md",
    "Documentation/rules.md": "rules/index.md",
    "Documentation/commands.md": "commands/index.md",
    "README.md": "index.md",
    "CHANGELOG.md": "changelog.md",
    "CONTRIBUTING.md": "contributing.md",
    "Schemas/library-interface.json": "library/index.md",
}
# The pages that are made for the site alone, each in the section of Documentation/README.md to which it belongs.
MADE = {
    "Look up": [
        ("Parameters", "parameters.md"),
        ("Facts and sources", "facts.md"),
        ("JSON schemas", "schemas/index.md"),
        ("Library", "library/index.md"),
    ]
}
LANGUAGES = {".json": "json", ".yaml": "yaml", ".yml": "yaml", ".swift": "swift", ".sh": "sh", ".py": "python"}


# The weight of pages in the search: answers first, then the rest, then what is for programs.
WEIGHTS = {"faq.md": 3, "troubleshooting.md": 3, "schemas/": 0.3, "files/": 0.3, "architecture.md": 0.3, "changelog.md": 0.2}


def with_settings(page, text):
    """A page with its settings for the theme."""
    settings = [f"search: {{ boost: {weight} }}" for start, weight in WEIGHTS.items() if page.startswith(start)]
    # The home page needs no list of pages: it has one.
    settings += ["hide: [navigation]"] if page == "index.md" else []
    if not settings:
        return text
    has_front = text.startswith("---\n")
    return "---\n" + "\n".join(settings) + "\n" + (text.removeprefix("---\n") if has_front else "---\n\n" + text)


class Site:
    """The pages that are written, and the place of each file of the repository among them."""

    def __init__(self, tool, folder):
        self.tool, self.folder, self.root = tool, folder, ROOT
        self.waiting, self.places = [], {}
        self.anchors = {}

    def output(self, *words):
        """Text that bgpolicy prints."""
        call = [self.tool, *words]
        result = subprocess.run(call, cwd=ROOT, capture_output=True, check=False, timeout=120)
        if result.returncode:
            sys.exit(f"{' '.join(words)}: {result.stderr.decode()}")
        return result.stdout.decode("utf-8")

    def place(self, path):
        """The page or file of the site for a path of the repository, or None; a new one is written later."""
        path = posixpath.normpath(path)
        if path not in self.places:
            place = self.new_place(path)
            self.places[path] = place
            if place:
                self.waiting.append(path)
        return self.places[path]

    @staticmethod
    def new_place(path):
        full = os.path.join(ROOT, path)
        # A page of the repository's host, such as its form for vulnerabilities.
        if path.startswith(".."):
            return None
        if not os.path.exists(full):
            sys.exit(f"A page links to {path}, which does not exist")
        if path in PLACES:
            return PLACES[path]
        folder, name = posixpath.split(path)
        if folder == "Schemas":
            return f"schemas/{name.removesuffix('.schema.json')}.md"
        if folder.startswith("Documentation"):
            inside = posixpath.relpath(path, "Documentation")
            return inside if name.endswith((".md", ".png", ".svg")) else f"files/{inside}.md"
        # MkDocs leaves out hidden files.
        return f"files/{path.removesuffix('.md').replace('/.', '/').lstrip('.')}.md"

    def address(self, source, page):
        """A function from targets of links in a file of the repository to those in its page."""

        def target(link):
            path, _, anchor = link.partition("#")
            path = posixpath.normpath(posixpath.join(posixpath.dirname(source), path)) if path else source
            moved = self.anchors.get((path, anchor))
            if moved:
                return relative(moved, page)
            place = self.place(path)
            if place is None:
                return None
            return relative(place + (f"#{anchor}" if anchor else ""), page)

        return target

    def write(self, page, text, source=None):
        """Writes a page, whose links are those of a file of the repository if there is one."""
        if source:
            text = relinked(text, self.address(source, page))
        write(self.folder, page, with_settings(page, converted(without_gap(text))))

    def write_waiting(self):
        """Writes the files to which pages link, until there are no further ones."""
        while self.waiting:
            path = self.waiting.pop()
            place, full = self.places[path], os.path.join(ROOT, path)
            if path in ("README.md", "Documentation/rules.md", "Documentation/commands.md") or path.startswith("Schemas/"):
                continue
            if place.endswith((".png", ".svg")):
                os.makedirs(os.path.dirname(os.path.join(self.folder, place)), exist_ok=True)
                shutil.copyfile(full, os.path.join(self.folder, place))
            elif os.path.isdir(full):
                self.write(place, self.listing(path), path + "/")
            elif path.endswith(".md"):
                with open(full, encoding="utf-8") as file:
                    self.write(place, file.read(), path)
            else:
                with open(full, encoding="utf-8") as file:
                    language = LANGUAGES.get(os.path.splitext(path)[1], "text")
                    self.write(place, f"# {posixpath.basename(path)}\n\n`{path}`\n\n````{language}\n{file.read().rstrip()}\n````\n")

    @staticmethod
    def listing(path):
        """A folder as a list of its files, which git knows."""
        call = ["git", "ls-files", "-z", "--", path]
        names = subprocess.run(call, cwd=ROOT, capture_output=True, check=True).stdout.decode().split("\0")
        lines = []
        for name in sorted(filter(None, names)):
            inside = posixpath.relpath(name, path)
            is_text = os.path.splitext(name)[1] in {*LANGUAGES, ".md", ".plist", ".lua", ".el", ".toml", ".txt"}
            lines.append(f"- [{inside}](<{inside}>)" if is_text else f"- {inside}")
        return f"# {posixpath.basename(path)}\n\nThe files of `{path}`:\n\n" + "\n".join(lines) + "\n"


def navigation(site):
    """The sections of Documentation/README.md with the pages that each lists, as the lines of MkDocs' `nav`."""
    home = "Documentation/README.md"
    with open(os.path.join(ROOT, home), encoding="utf-8") as file:
        sections = reference.sections(file.read(), 2)[1]
    lines, seen = ["nav:", "  - Home: index.md"], {"index.md"}
    for title, text in sections:
        lines.append(f"  - {title}:")
        pages = [(name, site.address(home, "index.md")(link)) for name, link in re.findall(r"\[([^\]]+)\]\(([^)]+)\)", text)]
        for name, page in pages + MADE.get(title, []):
            if page.endswith(".md") and page not in seen:
                seen.add(page)
                lines.append(f"      - {name[0].upper() + name[1:]}: {page}")
    missing = {page for page in site.places.values() if page and "/" not in page and page.endswith(".md")} - seen
    if missing:
        sys.exit(f"{home} does not list {', '.join(sorted(missing))}")
    return "\n".join(lines) + "\n"


def main(tool, folder, docc=None):
    shutil.rmtree(folder, ignore_errors=True)
    site = Site(tool, folder)
    reference.write_rules(site)
    reference.write_commands(site)
    for name in sorted(os.listdir(os.path.join(ROOT, "Documentation"))):
        if name.endswith(".md"):
            site.place(f"Documentation/{name}")
    for name in ["CHANGELOG.md", "CONTRIBUTING.md", "SECURITY.md"]:
        site.place(name)
    site.write_waiting()
    reference.write_parameters(site)
    reference.write_facts(site)
    schemas.write_schemas(site, os.path.join(ROOT, "Schemas"))
    library.write_library(site, docc)
    site.write_waiting()
    for name in ["stylesheets", "javascripts"]:
        shutil.copytree(os.path.join(ROOT, "Scripts/site", name), os.path.join(folder, name))
    with open(os.path.join(ROOT, "mkdocs.yml"), encoding="utf-8") as file:
        write(os.path.dirname(folder), "mkdocs.yml", file.read() + "\n" + navigation(site))
    count = sum(name.endswith(".md") for _, _, names in os.walk(folder) for name in names)
    print(f"site: {count} pages written")


if __name__ == "__main__":
    main(os.path.abspath(sys.argv[1]), os.path.abspath(sys.argv[2]), *sys.argv[3:])
