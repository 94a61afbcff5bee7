"""Settings of Git that run a program, and files that are named as revisions."""

import subprocess

from .repository import BROKEN, DEFECT, POLICY, START, Plan, case

CHECKED = ["gate", "--skip", "generated"]


def bare(repository, folder):
    """Makes a folder a repository without a work tree, whose settings run a program."""
    repository.git("clone", "-q", "--bare", str(repository.root), folder + ".git")
    source = repository.root / (folder + ".git")
    for name in ["HEAD", "packed-refs", "objects"]:
        (source / name).rename(repository.root / folder / name)
    repository.write(f"{folder}/refs/keep", "")
    # Git stores no empty folder.
    for name in ["info", "pack"]:
        repository.write(f"{folder}/objects/{name}/keep", "")
    program = f"touch '{repository.canary}/ran'; false"
    repository.write(
        f"{folder}/config",
        f"[core]\n\trepositoryformatversion = 0\n\tbare = false\n\tworktree = .\n\tfsmonitor = \"{program}\"\n\tpager = \"{program}\"\n"
        f"[diff]\n\texternal = \"{program}\"\n")
    repository.remove(folder + ".git")


@case("critical")
def git_bare(repository):
    """The folder of the app is a repository of its own, as ordinary files."""
    for name in ["project.yml", "Info.plist", "Sources", "bgpolicy.yaml"]:
        (repository.root / "ios").mkdir(exist_ok=True)
        (repository.root / name).rename(repository.root / "ios" / name)
    bare(repository, "ios")
    calls = {
        "changed": [*CHECKED, "--changed", f"git:{START}"], "base": [*CHECKED, "--base", f"git:{START}"],
        "operand": ["lint", "bgpolicy.yaml"], "diff": ["diff", f"git:{START}:bgpolicy.yaml", "bgpolicy.yaml"],
        "diff again": ["diff", f"git:{START}", "bgpolicy.yaml"]}
    return Plan(folder="ios", calls=calls)


@case("held")
def git_bare_below(repository):
    """A folder below is a repository of its own, as ordinary files."""
    repository.write("inner/bgpolicy.yaml", "schema: 1\n")
    bare(repository, "inner")
    return None


@case("held")
def git_settings(repository):
    """The settings and attributes of the repository itself run programs, which no clone brings."""
    program = f"touch '{repository.canary}/ran'"
    repository.write(".gitattributes", "* filter=x diff=x\n")
    repository.write("Sources/Other.swift", "let other = 1\n")
    repository.commit()
    for key, value in {
        "core.fsmonitor": f"{program}; false", "filter.x.clean": f"{program}; cat", "filter.x.smudge": f"{program}; cat",
        "filter.x.required": "true", "diff.x.textconv": program, "diff.x.command": program, "diff.external": program,
        "core.pager": program, "core.hooksPath": "hooks", "core.sshCommand": program, "alias.diff": f"!{program}", "alias.show": f"!{program}",
        "remote.origin.url": str(repository.root), "remote.origin.promisor": "true", "remote.origin.uploadpack": program,
        "remote.origin.partialclonefilter": "blob:none", "core.alternateRefsCommand": program, "gpg.program": program,
        "log.showSignature": "true",
    }.items():
        repository.git("config", key, value)
    for hook in ["post-index-change", "post-checkout", "reference-transaction", "pre-auto-gc"]:
        repository.program(f"hooks/{hook}")
        repository.program(f".git/hooks/{hook}")
    repository.write("Sources/Other.swift", "let other = 2\n")
    return Plan(is_committed=False)


@case("held")
def git_settings_of_submodule(repository):
    """The settings of a submodule run programs, which no clone brings."""
    from .changes import submodule

    plan = submodule(repository)
    program = f"touch '{repository.canary}/ran'"
    repository.write("Module/.gitattributes", "* filter=x\n")
    repository.git("add", "-A", folder="Module")
    repository.git("commit", "-q", "-m", "Filter", folder="Module")
    for key in ["core.fsmonitor", "filter.x.clean", "filter.x.process"]:
        repository.git("config", key, f"{program}; cat", folder="Module")
    (repository.root / "Module/App.swift").touch()
    plan.is_committed = False
    return plan


@case("low")
def git_names(repository):
    """Files have the names of revisions."""
    repository.write("Sources/App.swift", BROKEN)
    for name in [START, "HEAD", "main", "--output=x", "-p"]:
        repository.write(name, "")
    return Plan(refused=("changed", "base"), says={"changed": ["bg-expiration-missing"], "base": ["bg-expiration-missing"]})


@case("low")
def git_revisions(repository):
    """Revisions of a call that are several, or the opposite of one."""
    calls = {}
    for index, revision in enumerate(["^main", "main..main", "main...main", "--all", ":/Change", "main^{tree}", "main:Sources", "-p", "@{-1}x"]):
        calls[f"changed {index}"] = [*CHECKED, "--changed", f"git:{revision}"]
        calls[f"base {index}"] = [*CHECKED, "--base", f"git:{revision}"]
    for index, place in enumerate(["main:Sources", "main:nothing", "main:.", "^main:bgpolicy.yaml", "main..main:bgpolicy.yaml"]):
        calls[f"diff {index}"] = ["diff", f"git:{place}", "bgpolicy.yaml"]
    del calls["changed 4"], calls["base 4"]
    return Plan(calls=calls, refused=tuple(calls))


@case("held")
def git_patterns(repository):
    """Files have names that are patterns of Git."""
    repository.write(":(exclude)bgpolicy.yaml", "")
    repository.write("Sources/*.swift", BROKEN)
    repository.write("*.bgpolicy.yaml", POLICY.replace("schema: 1", "schema: 2"))
    return Plan(refused=("gate", "base", "changed"))


@case("critical", calls=("gate", "base", "changed"))
def git_attributes(repository):
    """Names of attributes, which Git prints because they are invalid, are commands of GitHub's runner and of a terminal."""
    repository.write(".gitattributes", "* ::stop-commands::token\n* ::add-mask::Failed\n* \x1b]0;title\x07\x1b[31mred\n")
    repository.write("Sources/App.swift", BROKEN.replace("    BGTaskScheduler", f"    // bgpolicy:ignore {DEFECT} -- quiet\n    BGTaskScheduler"))
    return Plan()


@case("critical", calls=("base", "changed"))
def git_filter(repository):
    """The clone lacks the files of the base, because it has a filter, and the change takes the code out of the policy."""
    repository.write("Sources/App.swift", BROKEN)
    repository.write("bgpolicy.yaml", POLICY.replace("  sources: [Sources]\n", ""))
    repository.commit()
    repository.git("config", "uploadpack.allowFilter", "true")
    origin = repository.work / "origin"
    repository.root.rename(origin)
    repository.root.mkdir()
    repository.git("clone", "-q", "--filter=blob:none", f"file://{origin}", ".")
    return Plan(is_committed=False, refused=("base", "changed"), says={"base": ["lacks"], "changed": ["lacks"]})


@case("high", calls=("base",))
def git_trees(repository):
    """The commit of the base has a folder that stands for a million files."""
    def stored(words, text):
        return subprocess.run(["git", *words], cwd=repository.root, input=text, capture_output=True, check=True, text=True).stdout.strip()
    file = stored(["hash-object", "-w", "--stdin"], "x\n")
    tree = stored(["mktree"], "".join(f"100644 blob {file}\tf{index}\n" for index in range(10)))
    for _ in range(5):
        tree = stored(["mktree"], "".join(f"040000 tree {tree}\td{index}\n" for index in range(10)))
    top = stored(["mktree"], f"{stored(['ls-tree', 'HEAD'], '')}\n040000 tree {tree}\tMore\n")
    commit = stored(["-c", "user.name=scratch", "-c", "user.email=scratch@example.com", "commit-tree", top, "-m", "Many"], "")
    repository.git("tag", "-f", START, commit)
    return Plan(refused=("base",))
