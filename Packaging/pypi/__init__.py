"""The executable of bgpolicy in a Python environment."""

import os
import sys
import sysconfig

__all__ = ["find"]


def find():
    """The path of the executable that was installed with this module."""
    name = "bgpolicy"
    folders = [sysconfig.get_path("scripts")]
    if sys.version_info >= (3, 10):
        folders.append(sysconfig.get_path("scripts", scheme=sysconfig.get_preferred_scheme("user")))
    # `pip install --target` puts scripts next to modules.
    folders.append(os.path.join(os.path.dirname(os.path.dirname(os.path.abspath(__file__))), "bin"))
    for folder in folders:
        path = os.path.join(folder, name)
        if os.path.isfile(path):
            return path
    raise FileNotFoundError(f"{name} is in none of {', '.join(folders)}")
