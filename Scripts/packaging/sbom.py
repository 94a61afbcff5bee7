"""The parts of a release, as SPDX 2.3."""

import hashlib
import json
import platform
import re
import subprocess
import uuid


def output(*words):
    return subprocess.run(words, capture_output=True, text=True, check=True).stdout


def parts(release):
    """The libraries in the executables: name, version, license, and where the version was read."""
    swift = re.search(r"Swift version (\S+)", output("swift", "--version")).group(1)
    found = [("swift-runtime", swift, "Apache-2.0 WITH Swift-exception", "https://github.com/swiftlang/swift")]
    found.append(("libyaml", output("pkg-config", "--modversion", "yaml-0.1").strip(), "MIT", "https://pyyaml.org"))
    if platform.system() == "Linux":
        libc = re.search(r"(\d[\d.]*)$", output("ldd", "--version").splitlines()[0]).group(1)
        found.append(("glibc", libc, "LGPL-2.1-or-later", "https://www.gnu.org/software/libc/"))
        gcc = output("dpkg-query", "-W", "-f", "${Version}", "libstdc++6") if has_dpkg() else "NOASSERTION"
        found.append(("libstdc++", gcc, "GPL-3.0-or-later WITH GCC-exception-3.1", "https://gcc.gnu.org"))
    if release.reader:
        found.append(("swift-syntax", swift, "Apache-2.0 WITH Swift-exception", "https://github.com/swiftlang/swift-syntax"))
    return found


def has_dpkg():
    return subprocess.run(["dpkg-query", "-W", "libstdc++6"], capture_output=True).returncode == 0


def document(release):
    """The document, in JSON."""
    executables = {"bgpolicy": release.program().data}
    if release.reader:
        executables["bgpolicy-appreader"] = release.reader_program().data
    packages, relations = [], []
    for name, data in executables.items():
        packages.append({
            "SPDXID": identifier(name), "name": name, "versionInfo": release.version,
            "downloadLocation": "NOASSERTION", "filesAnalyzed": False,
            "checksums": [{"algorithm": "SHA256", "checksumValue": hashlib.sha256(data).hexdigest()}],
            "licenseConcluded": "Apache-2.0", "licenseDeclared": "Apache-2.0", "copyrightText": "NOASSERTION",
            "primaryPackagePurpose": "APPLICATION", "supplier": "NOASSERTION",
        })
        relations.append(("SPDXRef-DOCUMENT", "DESCRIBES", identifier(name)))
    for name, version, license_text, home in parts(release):
        packages.append({
            "SPDXID": identifier(name), "name": name, "versionInfo": version, "homepage": home,
            "downloadLocation": "NOASSERTION", "filesAnalyzed": False, "licenseConcluded": license_text,
            "licenseDeclared": license_text, "copyrightText": "NOASSERTION",
            "primaryPackagePurpose": "LIBRARY", "supplier": "NOASSERTION",
        })
        for executable in executables:
            if name == "swift-syntax" and executable == "bgpolicy":
                continue
            static = executable == "bgpolicy" and release.platform.startswith("linux")
            relation = "STATIC_LINK" if static else "DYNAMIC_LINK"
            relations.append((identifier(executable), relation, identifier(name)))
    content = {
        "spdxVersion": "SPDX-2.3", "dataLicense": "CC0-1.0", "SPDXID": "SPDXRef-DOCUMENT",
        "name": f"bgpolicy-{release.version}-{release.platform}",
        "creationInfo": {
            "created": f"{release.date:%Y-%m-%dT%H:%M:%SZ}",
            "creators": [f"Tool: bgpolicy-{release.version}"],
        },
        "packages": packages,
        "relationships": [
            {"spdxElementId": one, "relationshipType": kind, "relatedSpdxElement": other}
            for one, kind, other in relations
        ],
    }
    # The namespace has to be unique, and is a name only: the same parts have the same one.
    unique = uuid.uuid5(uuid.NAMESPACE_URL, json.dumps(content, sort_keys=True))
    content["documentNamespace"] = f"https://spdx.org/spdxdocs/{content['name']}-{unique}"
    return (json.dumps(content, indent=2) + "\n").encode()


def identifier(name):
    return "SPDXRef-" + re.sub(r"[^A-Za-z0-9.-]", "-", name.replace("+", "p"))
