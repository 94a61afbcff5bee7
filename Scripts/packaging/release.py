"""A release on one platform: the executable, its version and the files that come with it."""

import datetime
import functools
import os
import pathlib
import platform
import re
import subprocess
import tempfile

from archives import File

ROOT = pathlib.Path(__file__).resolve().parents[2]
TEXTS = ROOT / "Packaging"

# The names of a processor: in archives, Debian, wheels, containers, and Swift's triples.
PROCESSORS = {
    "x86_64": {"debian": "amd64", "wheel": "x86_64", "container": "amd64", "triple": "x86_64"},
    "aarch64": {"debian": "arm64", "wheel": "aarch64", "container": "arm64", "triple": "aarch64"},
}

COMPLETIONS = {
    "bash": "share/bash-completion/completions/bgpolicy",
    "zsh": "share/zsh/site-functions/_bgpolicy",
    "fish": "share/fish/vendor_completions.d/bgpolicy.fish",
}


def processor():
    """The processor of this machine, as archives name it."""
    name = {"arm64": "aarch64", "amd64": "x86_64"}.get(platform.machine(), platform.machine())
    if name not in PROCESSORS:
        raise SystemExit(f"There are no packages for {name}")
    return name


def platform_name():
    """This platform, as archives name it."""
    return "macos-universal" if platform.system() == "Darwin" else f"linux-{processor()}"


def epoch():
    """The time of every file: SOURCE_DATE_EPOCH, or that of the last commit."""
    if value := os.environ.get("SOURCE_DATE_EPOCH"):
        return int(value)
    return int(subprocess.check_output(["git", "log", "-1", "--format=%ct"], cwd=ROOT, text=True))


def version():
    """The version in the sources."""
    for path in sorted((ROOT / "Sources").glob("*/ToolVersion.swift")):
        if found := re.search(r'current = "([^"]+)"', path.read_text()):
            return found.group(1)
    raise SystemExit("Sources have no ToolVersion")


class Release:
    """The executable and everything that is made from it and from the repository."""

    def __init__(self, executable, reader=None):
        self.executable = pathlib.Path(executable).resolve()
        self.reader = pathlib.Path(reader).resolve() if reader else None
        self.version = version()
        self.epoch = epoch()
        self.platform = platform_name()
        printed = self.run("--version").decode().strip()
        if printed != f"bgpolicy {self.version}":
            raise SystemExit(f"{executable} is {printed}; the sources are {self.version}")

    def run(self, *words):
        """The output of a call of the executable."""
        return subprocess.check_output([self.executable, *words])

    @property
    def date(self):
        return datetime.datetime.fromtimestamp(self.epoch, datetime.timezone.utc)

    @functools.cache
    def program(self):
        """The executable."""
        return stripped(self.executable)

    @functools.cache
    def manual(self):
        """The pages of the manual by file name, with the date of the release."""
        help_text = self.run("--help").decode()
        commands = re.findall(r"^  ([a-z][a-z-]*)  ", help_text.split("Commands:")[1].split("\n\n")[0], re.MULTILINE)
        pages = {"bgpolicy.1": self.run("help", "--format", "man")}
        for command in commands:
            pages[f"bgpolicy-{command}.1"] = self.run("help", command, "--format", "man")
        day = f' 1 "{self.date:%Y-%m-%d}" '.encode()
        return {name: File(page.replace(b' 1 "" ', day, 1)) for name, page in pages.items()}

    def completions(self):
        """The scripts of shells by path."""
        return {path: File(self.run("completions", shell)) for shell, path in COMPLETIONS.items()}

    @functools.cache
    def licenses(self):
        """The licenses of bgpolicy and of the libraries that are linked into it."""
        return {"LICENSE": File((ROOT / "LICENSE").read_bytes()), "THIRD-PARTY.txt": File(third_party())}

    def tree(self):
        """The files of an installation by path below its prefix."""
        files = {"bin/bgpolicy": self.program()}
        files |= {f"share/man/man1/{name}": page for name, page in self.manual().items()}
        files |= self.completions()
        files |= {f"share/doc/bgpolicy/{name}": file for name, file in self.licenses().items()}
        files["share/doc/bgpolicy/CHANGELOG.md"] = File((ROOT / "CHANGELOG.md").read_bytes())
        return files

    @functools.cache
    def reader_program(self):
        """The reader of apps."""
        return stripped(self.reader / "bgpolicy-appreader")

    @functools.cache
    def reader_tree(self):
        """The reader of apps with its libraries, by path below the prefix."""
        files = {"bin/bgpolicy-appreader": self.reader_program()}
        for library in sorted((self.reader / "lib").iterdir()):
            # The reader looks for them next to itself.
            files[f"bin/lib/{library.name}"] = File(stripped(library).data)
        return files | {f"share/doc/bgpolicy-appreader/{name}": file for name, file in self.licenses().items()}


def stripped(path):
    """An executable or library without the symbols that only debuggers and profilers read: a third of its size."""
    if platform.system() != "Linux":
        return File(path.read_bytes(), executable=True)
    with tempfile.TemporaryDirectory() as folder:
        result = pathlib.Path(folder, path.name)
        subprocess.check_call(["strip", "--strip-unneeded", "-o", result, path])
        return File(result.read_bytes(), executable=True)


def first_existing(*patterns):
    """The text of the first file that a pattern finds."""
    for pattern in patterns:
        for path in sorted(pathlib.Path("/").glob(pattern.lstrip("/"))):
            return path.read_text(encoding="utf-8", errors="replace")
    raise SystemExit(f"None of {', '.join(patterns)} exists; the licenses of libraries have to be in a release")


def third_party():
    """The licenses of libraries, as the machine that links them has them."""
    parts = [(TEXTS / "third-party.txt").read_text()]
    swift = pathlib.Path(subprocess.check_output(["which", "swift"], text=True).strip()).resolve()
    texts = {"The Swift runtime and standard library": str(swift.parents[1] / "share/swift/LICENSE.txt")}
    if platform.system() == "Linux":
        texts |= {
            "LibYAML": "/usr/share/doc/libyaml-dev/copyright",
            "The GNU C Library": "/usr/share/doc/libc6*/copyright",
            "The runtime libraries of GCC": "/usr/share/doc/gcc-*-base/copyright",
        }
    for title, pattern in texts.items():
        parts.append(f"{'=' * 80}\n{title}\n{'=' * 80}\n\n{first_existing(pattern)}")
    return "\n".join(parts).encode()
