"""The wheel for PyPI: the executable, and a module that finds it."""

import base64
import hashlib

from archives import File, zipped
from release import PROCESSORS, TEXTS


def tags(platform):
    """The tags of a platform. A static executable runs with any C library and with none."""
    if platform.startswith("macos"):
        return ["py3-none-macosx_13_0_universal2"]
    processor = PROCESSORS[platform.removeprefix("linux-")]["wheel"]
    families = ["manylinux2014", "manylinux_2_17", "musllinux_1_1"]
    return [f"py3-none-{family}_{processor}" for family in families]


def wheel(release):
    """The name and the bytes of the wheel."""
    name = f"bgpolicy-{release.version}"
    information, data = f"{name}.dist-info", f"{name}.data"
    executable = release.program()
    files = {
        "bgpolicy/__init__.py": File((TEXTS / "pypi" / "__init__.py").read_bytes()),
        "bgpolicy/__main__.py": File((TEXTS / "pypi" / "__main__.py").read_bytes()),
        f"{data}/scripts/bgpolicy": executable,
        f"{information}/METADATA": File(metadata(release)),
        f"{information}/WHEEL": File(
            "\n".join(
                ["Wheel-Version: 1.0", "Generator: bgpolicy", "Root-Is-Purelib: false"]
                + [f"Tag: {tag}" for tag in tags(release.platform)]
                + [""]
            ).encode()
        ),
    }
    for path, page in release.manual().items():
        files[f"{data}/data/share/man/man1/{path}"] = page
    for path, file in release.licenses().items():
        files[f"{information}/licenses/{path}"] = file
    record = f"{information}/RECORD"
    lines = [f"{path},sha256={digest(file.data)},{len(file.data)}" for path, file in sorted(files.items())]
    files[record] = File("\n".join(lines + [f"{record},,", ""]).encode())
    platforms = ".".join(tag.removeprefix("py3-none-") for tag in tags(release.platform))
    # The information comes last, as the format recommends.
    last = {path for path in files if path.startswith(information)}
    return f"{name}-py3-none-{platforms}.whl", zipped(files, release.epoch, last)


def digest(data):
    return base64.urlsafe_b64encode(hashlib.sha256(data).digest()).rstrip(b"=").decode()


def metadata(release):
    text = (TEXTS / "pypi" / "METADATA").read_text().replace("{{VERSION}}", release.version)
    return (text + "\n" + (TEXTS / "pypi" / "description.md").read_text()).encode()
