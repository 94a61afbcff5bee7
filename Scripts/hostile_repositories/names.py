"""Names of folders, files and targets that speak to a shell, a workflow, YAML or a terminal."""

from .repository import BROKEN, POLICY, PROJECT, Plan, case, policy_of


def folder(repository, name):
    """Moves the app to a folder."""
    target = repository.root / name
    target.mkdir(parents=True)
    for part in ["project.yml", "Info.plist", "Sources", "bgpolicy.yaml"]:
        (repository.root / part).rename(target / part)
    (target / "Sources/App.swift").write_text(BROKEN)
    return Plan(
        folder=name, calls={
            "lint": ["lint"], "gate": ["gate", "--skip", "generated"], "drift": ["drift"], "import": ["import", "."],
            # The workflow has to name the folder, because the policy is in another one.
            "set up": ["import", "--set-up", "--force", "--output", "../other.bgpolicy.yaml", "."]},
        refused=("gate", "drift"))


def named(name, severity, about, text):
    def build(repository):
        return folder(repository, text)
    build.__name__, build.__doc__ = name, about
    return case(severity)(build)


named("name_expression", "critical", "The app's folder is an expression of a workflow.", "${{ github.head_ref }}")
named("name_line_break", "critical", "The app's folder has a line break.", "a\nrun: evil")
named("name_escape", "high", "The app's folder has an escape.", "a\x1b[31mb")
named("name_control", "high", "The app's folder has a control character of 8 bits.", "a\x9bb")
named("name_next_line", "high", "The app's folder has a next line.", "a\x85b")
named("name_line_separator", "high", "The app's folder has a line separator.", "a\u2028b")
named("name_direction", "high", "The app's folder changes the direction of text.", "a\u202eb")
named("name_shell", "held", "The app's folder is a command of a shell.", "$(touch ran)`touch ran`';touch ran;'\"")
named("name_hyphen", "high", "The app's folder is an option.", "--allow-outside")


@case("high")
def name_of_operand(repository):
    """A folder that the call names begins with a hyphen."""
    repository.write("--x/Sources/App.swift", BROKEN)
    repository.write("--x/project.yml", PROJECT)
    return Plan(calls={"import": ["import", "--", "--x"], "drift": ["drift", "--app", "./--x"], "drift --": ["drift", "--app=--x"]},
                refused=("drift", "drift --"))


TARGETS = "targets:\n  {0}:\n    type: application\n    platform: iOS\n    sources: [Sources]\n    settings: {{ base: {{ PRODUCT_BUNDLE_IDENTIFIER: com.example.diary, INFOPLIST_FILE: Info.plist }} }}\n"


def target(name, severity, about, text):
    """A case with two targets, whose policies go to a folder."""
    def build(repository):
        other = TARGETS.format('"Other"').replace("targets:\n", "").replace("example.diary", "example.other")
        repository.write("project.yml", "name: Diary\n" + TARGETS.format(text) + other)
        repository.write("policies/README", "")
        return Plan(more={
            "import to a folder": ["import", ".", "--output", "policies", "--force"],
            "import one": ["import", ".", "--target", "Other"]}, written=("policies", "base.yaml"))
    build.__name__, build.__doc__ = name, about
    return case(severity)(build)


target("target_escape", "medium", "A target's name has escapes.", '"a\\e]8;;http://example.com\\ab\\u202E"')
target("target_line_break", "medium", "A target's name has line breaks.", '"a\\n- b\\r\\u2028c"')
target("target_nul", "medium", "A target's name has a NUL.", '"Makefile\\0x"')
target("target_long", "medium", "A target's name is longer than that of a file may be.", "A" * 300)
target("target_path", "held", "A target's name is a path.", '"../../x"')


@case("medium")
def name_of_source(repository):
    """A source has a name with escapes and lines of a workflow."""
    repository.write("Sources/a\x1b]0;b\x07\n::error::c\u202e.swift", BROKEN)
    return None


def twins(name, about, make):
    """A case with two files or folders whose names are equal in Unicode, but have different bytes."""
    def build(repository):
        return make(repository, "caf\u00e9", "cafe\u0301") or Plan(refused=("gate", "drift"))
    build.__name__, build.__doc__ = name, about
    return case("high", calls=("lint", "gate", "drift", "changed", "base"))(build)


def twin_sources(repository, one, other):
    repository.write(f"Sources/{one}.swift", BROKEN)
    repository.write(f"Sources/{other}.swift", "import Foundation\n")
    repository.write("Sources/App.swift", "import Foundation\n")


def twin_sources_of_project(repository, one, other):
    twin_sources(repository, one, other)
    repository.write("project.yml", PROJECT.replace("[Sources]", f"[Sources/{other}.swift, Sources/{one}.swift]"))


def twin_folders(repository, one, other):
    repository.write(f"Sources/{one}/A.swift", BROKEN)
    repository.write(f"Sources/{other}/A.swift", "import Foundation\n")
    repository.write("Sources/App.swift", "import Foundation\n")


def twin_policies(repository, one, other):
    repository.write(f"{one}.bgpolicy.yaml", policy_of("inner") + "unknown: 1\n")
    repository.write(f"{other}.bgpolicy.yaml", policy_of("inner"))
    return Plan(refused=("lint", "gate", "changed", "base"))


def twin_bases(repository, one, other):
    repository.write(f"bases/{one}.yaml", "schema: 1\n")
    repository.write(f"bases/{other}.yaml", "schema: 1\nunknown: 1\n")
    repository.write("bgpolicy.yaml", POLICY.replace("schema: 1\n", f"schema: 1\nextends: [bases/{one}.yaml, bases/{other}.yaml]\n"))
    return Plan(refused=("lint", "gate"))


twins("twin_sources", "Two sources have names that are equal in Unicode.", twin_sources)
twins("twin_sources_of_project", "A project names two sources whose names are equal in Unicode.", twin_sources_of_project)
twins("twin_folders", "Two folders of sources have names that are equal in Unicode.", twin_folders)
twins("twin_policies", "Two policies have names that are equal in Unicode.", twin_policies)
twins("twin_bases", "Two base policies have names that are equal in Unicode.", twin_bases)
