#!/usr/bin/env python3
"""Makes the packages of a release.

`pack` makes those of this platform from built executables, `join` those that name the archives of all platforms, and the
checksums. Both depend only on their inputs and on SOURCE_DATE_EPOCH, which is the time of the last commit by default.
"""

import argparse
import hashlib
import pathlib

import debian
import sbom
import wheel
from archives import File, checked_size, compressed, tar
from joined import Joined
from release import Release, epoch

CHECKSUMS = "SHA256SUMS"


def write(folder, packages):
    folder.mkdir(parents=True, exist_ok=True)
    for name, data in sorted(packages.items()):
        (folder / name).write_bytes(data)
        print(f"{name:<60} {checked_size(data)}")


def archive(name, files, release):
    return {f"{name}.tar.gz": compressed(tar({f"{name}/{path}": file for path, file in files.items()}, release.epoch))}


def pack(options):
    release = Release(options.executable, options.reader)
    release.maintainer = options.maintainer
    parts = sbom.document(release)
    suffix = f"{release.version}-{release.platform}"
    packages = {f"bgpolicy-{suffix}.spdx.json": parts}
    tree = release.tree() | {"share/doc/bgpolicy/bgpolicy.spdx.json": File(parts)}
    packages |= archive(f"bgpolicy-{suffix}", tree, release)
    if release.reader:
        packages |= archive(f"bgpolicy-appreader-{suffix}", release.reader_tree(), release)
    if release.platform.startswith("linux"):
        packages |= debian.packages(release, options.maintainer)
    name, data = wheel.wheel(release)
    packages[name] = data
    write(options.output, packages)


def join(options):
    joined = Joined(options.output, options.releases, options.repository, epoch())
    write(options.output, joined.packages())
    paths = sorted(path for path in options.output.iterdir() if path.is_file() and path.name != CHECKSUMS)
    lines = [f"{hashlib.sha256(path.read_bytes()).hexdigest()}  {path.name}\n" for path in paths]
    (options.output / CHECKSUMS).write_text("".join(lines))
    print(CHECKSUMS)


def main():
    parser = argparse.ArgumentParser(prog="packaging", description=__doc__, allow_abbrev=False)
    commands = parser.add_subparsers(required=True)
    packing = commands.add_parser("pack")
    packing.add_argument("--executable", required=True)
    packing.add_argument("--reader", help="the folder of bgpolicy-appreader and of its libraries")
    packing.add_argument("--maintainer", default="bgpolicy maintainers <maintainers@bgpolicy.invalid>")
    packing.set_defaults(run=pack)
    joining = commands.add_parser("join")
    joining.add_argument("--releases", default="{{RELEASES}}", help="the address below which the files of a version are")
    joining.add_argument("--repository", default="{{REPOSITORY}}", help="the address of the repository with the sources")
    joining.set_defaults(run=join)
    for command in (packing, joining):
        command.add_argument("--output", required=True, type=pathlib.Path)
    options = parser.parse_args()
    options.run(options)


main()
