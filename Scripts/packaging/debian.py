"""Packages for Debian and its relatives, by dpkg-deb."""

import os
import pathlib
import re
import shutil
import subprocess
import tempfile

from archives import File, compressed
from release import PROCESSORS, TEXTS


def packages(release, maintainer):
    """The packages by file name; none if dpkg-deb is not installed."""
    if not shutil.which("dpkg-deb"):
        print("Left out: dpkg-deb is not installed here, so there are no packages for Debian")
        return {}
    trees = {"bgpolicy": moved(release)}
    if release.reader:
        trees["bgpolicy-appreader"] = moved_reader(release)
    architecture = PROCESSORS[release.platform.removeprefix("linux-")]["debian"]
    return {
        f"{name}_{release.version}_{architecture}.deb": built(release, name, files, architecture, maintainer)
        for name, files in trees.items()
    }


def documented(release, name):
    """The documents that every package has."""
    folder = f"usr/share/doc/{name}"
    changelog = (
        f"{name} ({release.version}) stable; urgency=medium\n\n  * See CHANGELOG.md.\n\n"
        f" -- {release.maintainer}  {release.date:%a, %d %b %Y %H:%M:%S} +0000\n"
    )
    licenses = release.licenses()
    return {
        f"{folder}/copyright": File((TEXTS / "debian" / "copyright").read_bytes()),
        f"{folder}/THIRD-PARTY.txt.gz": File(compressed(licenses["THIRD-PARTY.txt"].data)),
        f"{folder}/changelog.gz": File(compressed(changelog.encode())),
        f"usr/share/lintian/overrides/{name}": File((TEXTS / "debian" / f"{name}.lintian-overrides").read_bytes()),
    }


def moved(release):
    """The files of bgpolicy in the folders of Debian."""
    files = documented(release, "bgpolicy")
    for path, file in release.tree().items():
        if path.startswith("share/doc/"):
            continue
        if path.startswith("share/man/"):
            path, file = path + ".gz", File(compressed(file.data))
        files["usr/" + path.replace("zsh/site-functions", "zsh/vendor-completions")] = file
    return files


def moved_reader(release):
    """The files of the reader in the folders of Debian: its libraries are its own."""
    files = documented(release, "bgpolicy-appreader")
    for path, file in release.reader_tree().items():
        if path.startswith("bin/"):
            files["usr/lib/bgpolicy/" + path.removeprefix("bin/")] = file
    return files


def required_libc(files):
    """The oldest version of the C library that has every symbol that libraries and executables import."""
    versions = set()
    with tempfile.TemporaryDirectory() as folder:
        for file in files.values():
            if not file.data.startswith(b"\x7fELF"):
                continue
            path = pathlib.Path(folder, "file")
            path.write_bytes(file.data)
            symbols = subprocess.check_output(["objdump", "-T", path], text=True)
            versions |= {tuple(map(int, found.split("."))) for found in re.findall(r"GLIBC_(\d+\.\d+)", symbols)}
    return ".".join(map(str, max(versions)))


def built(release, name, files, architecture, maintainer):
    """The bytes of a package."""
    size = sum(len(file.data) for file in files.values()) // 1024
    control = (TEXTS / "debian" / f"{name}.control").read_text()
    for key, value in {
        "VERSION": release.version,
        "ARCHITECTURE": architecture,
        "MAINTAINER": maintainer,
        "SIZE": str(size),
        "LIBC": required_libc(files) if name == "bgpolicy-appreader" else "",
    }.items():
        control = control.replace("{{" + key + "}}", value)
    with tempfile.TemporaryDirectory() as folder:
        root = pathlib.Path(folder, "root")
        for path, file in {**files, "DEBIAN/control": File(control.encode())}.items():
            target = root / path
            target.parent.mkdir(parents=True, exist_ok=True)
            target.write_bytes(file.data)
            target.chmod(file.mode)
        if name == "bgpolicy-appreader":
            (root / "usr/bin").mkdir()
            (root / "usr/bin/bgpolicy-appreader").symlink_to("../lib/bgpolicy/bgpolicy-appreader")
        for path in root.rglob("*"):
            if path.is_dir():
                path.chmod(0o755)
        root.chmod(0o755)
        output = pathlib.Path(folder, "package.deb")
        environment = {**os.environ, "SOURCE_DATE_EPOCH": str(release.epoch)}
        subprocess.check_call(
            ["dpkg-deb", "--root-owner-group", "-Zxz", "--build", root, output],
            env=environment, stdout=subprocess.DEVNULL)
        return output.read_bytes()
