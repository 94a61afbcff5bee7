"""Repositories that an attacker could send: a clone or a pull request, with everything that may lie in one."""

from . import builds, changes, code, decoys, elsewhere, forms, git, languages, links, names, projects, reading, sizes, uses  # noqa: F401
from .repository import CASES  # noqa: F401
