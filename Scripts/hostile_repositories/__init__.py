"""Repositories that an attacker could send: a clone or a pull request, with everything that may lie in one."""

from . import (  # noqa: F401
    builds, changes, code, decoys, dependencies, elsewhere, forms, git, inclusions, languages, left_out, links, manifests, meanings,
    multiplied, names, projects, reading, releases, settings, sizes, specs, tasks, uses)
from .repository import CASES  # noqa: F401
