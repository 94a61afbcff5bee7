"""Builds the package of the hooks for pip: a wheel without code."""

import pathlib
import zipfile

NAME, VERSION = "bgpolicy_pre_commit", "{{VERSION}}"


def build_wheel(wheel_directory, config_settings=None, metadata_directory=None):
    information = f"{NAME}-{VERSION}.dist-info"
    files = {
        f"{information}/METADATA": f"Metadata-Version: 2.1\nName: bgpolicy-pre-commit\nVersion: {VERSION}\n",
        f"{information}/WHEEL": "Wheel-Version: 1.0\nGenerator: bgpolicy\nRoot-Is-Purelib: true\nTag: py3-none-any\n",
    }
    files[f"{information}/RECORD"] = "".join(f"{name},,\n" for name in [*files, f"{information}/RECORD"])
    wheel = f"{NAME}-{VERSION}-py3-none-any.whl"
    with zipfile.ZipFile(pathlib.Path(wheel_directory, wheel), "w") as archive:
        for name, text in files.items():
            archive.writestr(name, text)
    return wheel
