"""Packages that are made from the archives of all platforms: they name each archive and its checksum."""

import hashlib
import json
import re

from archives import File, compressed, read_tar, tar, zipped
from release import PROCESSORS, ROOT, TEXTS

ARCHIVE = re.compile(r"bgpolicy-(?P<version>\d[^-]*)-(?P<platform>linux-\w+|macos-universal)\.tar\.gz")


class Joined:
    """The archives in a folder, and the addresses of the releases and of the sources."""

    def __init__(self, folder, releases, repository, epoch):
        self.folder, self.epoch = folder, epoch
        self.addresses = {"{{RELEASES}}": releases, "{{REPOSITORY}}": repository}
        self.archives = {}
        versions = set()
        for path in sorted(folder.iterdir()):
            if found := ARCHIVE.fullmatch(path.name):
                self.archives[found["platform"]] = path
                versions.add(found["version"])
        if len(versions) != 1:
            raise SystemExit(f"{folder} has archives of {len(versions)} versions instead of one")
        self.version = versions.pop()

    def packages(self):
        """All of them by file name."""
        bundle = self.bundle()
        result = {"bgpolicy.artifactbundle.zip": bundle}
        plugins = self.plugins(hashlib.sha256(bundle).hexdigest())
        result[f"bgpolicy-plugins-{self.version}.tar.gz"] = self.archive("bgpolicy-plugins", plugins)
        result["bgpolicy.rb"] = self.filled("homebrew.rb")
        result["mise.toml"] = self.filled("mise.toml")
        result[f"asdf-bgpolicy-{self.version}.tar.gz"] = self.archive("asdf-bgpolicy", self.asdf())
        result[f"bgpolicy-pre-commit-{self.version}.tar.gz"] = self.archive("bgpolicy-pre-commit", self.hooks())
        if container := self.container():
            result[f"bgpolicy-{self.version}-container.tar.gz"] = compressed(tar(container, self.epoch))
        return result

    def archive(self, name, files):
        return compressed(tar({f"{name}/{path}": file for path, file in files.items()}, self.epoch))

    def executable(self, platform):
        files = read_tar(self.archives[platform])
        return next(file for path, file in files.items() if path.endswith("/bin/bgpolicy"))

    def checksum(self, platform):
        """The checksum of an archive; a word that says so if there is none for the platform."""
        if platform not in self.archives:
            return f"no-archive-for-{platform}"
        return hashlib.sha256(self.archives[platform].read_bytes()).hexdigest()

    def filled(self, name):
        """A text with the version, the addresses and the checksums filled in."""
        text = (TEXTS / name).read_text().replace("{{VERSION}}", self.version)
        for word, address in self.addresses.items():
            text = text.replace(word, address)
        return re.sub(r"\{\{SHA256:([^}]+)\}\}", lambda found: self.checksum(found[1]), text).encode()

    def bundle(self):
        """The artifact bundle for SwiftPM, with the executable of each platform."""
        name = "bgpolicy.artifactbundle"
        files, variants = {}, []
        for platform in sorted(self.archives):
            if platform == "macos-universal":
                triples = ["arm64-apple-macosx", "x86_64-apple-macosx"]
            else:
                triples = [f"{PROCESSORS[platform.removeprefix('linux-')]['triple']}-unknown-linux-gnu"]
            path = f"bgpolicy-{self.version}-{platform}/bin/bgpolicy"
            files[f"{name}/{path}"] = self.executable(platform)
            variants.append({"path": path, "supportedTriples": triples})
        artifact = {"version": self.version, "type": "executable", "variants": variants}
        information = {"schemaVersion": "1.0", "artifacts": {"bgpolicy": artifact}}
        files[f"{name}/info.json"] = File((json.dumps(information, indent=2) + "\n").encode())
        files[f"{name}/LICENSE"] = File((ROOT / "LICENSE").read_bytes())
        return zipped(files, self.epoch)

    def plugins(self, checksum):
        """The package with the plugins alone, which takes the tool from the bundle."""
        manifest = self.filled("plugins/Package.swift").replace(b"{{BUNDLE}}", checksum.encode())
        files = {"Package.swift": File(manifest), "LICENSE": File((ROOT / "LICENSE").read_bytes())}
        for path in sorted((ROOT / "Plugins").rglob("*.swift")):
            files[path.relative_to(ROOT).as_posix()] = File(path.read_bytes())
        return files

    def asdf(self):
        return {
            f"bin/{path.name}": File(path.read_bytes(), executable=True)
            for path in sorted((TEXTS / "asdf" / "bin").iterdir())
        }

    def hooks(self):
        """A repository of hooks for pre-commit that take the tool from the wheel."""
        text = (ROOT / ".pre-commit-hooks.yaml").read_text()
        # The head says how the hooks of this repository are built.
        hooks = ["- id:" + part for part in re.split(r"^- id:", text, flags=re.MULTILINE)[1:]]
        hooks = [hook for hook in hooks if "\n  language: swift\n" in hook]
        wheel = f'  language: python\n  additional_dependencies: ["bgpolicy=={self.version}"]\n'
        manifest = "".join(hook.replace("  language: swift\n", wheel) for hook in hooks)
        files = {".pre-commit-hooks.yaml": File(manifest.encode())}
        for path in sorted((TEXTS / "pre-commit").glob("*.*")):
            files[path.name] = File(path.read_text().replace("{{VERSION}}", self.version).encode())
        return files | {
            "LICENSE": File((ROOT / "LICENSE").read_bytes()),
        }

    def container(self):
        """The folder from which a container is built: the executables for Linux and nothing else."""
        files = {"Containerfile": File((TEXTS / "Containerfile").read_bytes())}
        for platform in self.archives:
            if platform.startswith("linux-"):
                processor = PROCESSORS[platform.removeprefix("linux-")]["container"]
                files[f"linux-{processor}/bgpolicy"] = self.executable(platform)
        return files if len(files) > 1 else {}
