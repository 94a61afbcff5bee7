"""Links out of the repository, in every place in which a file is looked for, and files that are none."""

from .repository import BROKEN, POLICY, PROJECT, Plan, case, policy_of


@case("critical")
def cache_prune(repository):
    """The cache is a link to a folder with many files."""
    repository.link(".build/bgpolicy-appreader", repository.many())


@case("critical")
def cache_write(repository):
    """The cache is a link to a folder."""
    repository.link(".build/bgpolicy-appreader", repository.canary / "empty")


@case("held")
def cache_parent(repository):
    """The folder of the cache is below a link."""
    repository.link(".build", repository.many())


@case("high")
def cache_poison(repository):
    """The cache says that the code is empty."""
    repository.write("Sources/App.swift", BROKEN)
    kept = repository.tools.cache_of({"App.swift": BROKEN})
    empty = repository.tools.cache_of({"App.swift": "\n"})
    for name in kept:
        for content in empty.values():
            repository.write(f".build/bgpolicy-appreader/{name}", content)
    return Plan(refused=("gate", "drift"))


@case("critical")
def link_github(repository):
    """The folder of workflows is a link."""
    repository.link(".github", repository.canary / "github")


@case("critical")
def link_workflows(repository):
    """The folder in the folder of workflows is a link."""
    repository.link(".github/workflows", repository.canary / "github")


@case("critical")
def link_baseline(repository):
    """The baseline is a link to a file that is not there."""
    repository.write("Sources/App.swift", BROKEN)
    repository.link("bgpolicy-baseline.json", repository.canary / "new.json")


@case("held")
def link_set_up(repository):
    """The files of the set-up are links."""
    repository.link(".pre-commit-config.yaml", repository.canary / "hooks.yaml")
    repository.link(".github/workflows/background-policy.yml", repository.canary / "workflow.yml")


@case("critical")
def link_policy_yaml(repository):
    """The policy is a link to a secret in YAML."""
    repository.link("bgpolicy.yaml", repository.canary / "secret.yaml")
    return Plan(refused=("lint", "gate", "drift"))


@case("critical")
def link_policy_text(repository):
    """The policy is a link to a secret that is no YAML."""
    repository.link("bgpolicy.yaml", repository.canary / "secret.env")
    return Plan(refused=("lint", "gate", "drift"))


@case("critical")
def link_policy_nothing(repository):
    """The policy is a link to a file that is not there."""
    repository.link("bgpolicy.yaml", repository.canary / "new.yaml")
    return Plan(more={"init": ["init", "--force"]})


@case("critical")
def link_policy_folder(repository):
    """A folder of policies is a link."""
    repository.link("policies", repository.canary)
    repository.write("bgpolicy.yaml", POLICY)
    return Plan(more={"lint link": ["lint", "policies/secret.yaml"]})


@case("critical")
def link_source(repository):
    """A source is a link."""
    repository.link("Sources/Secret.swift", repository.canary / "Secret.swift")


@case("critical")
def link_source_folder(repository):
    """A folder of sources is a link."""
    repository.link("Sources/secret", repository.canary / "code")


@case("critical")
def link_sources(repository):
    """The folder of all sources is a link."""
    repository.link("Sources", repository.canary / "code")


@case("critical")
def link_settings(repository):
    """A file of build settings is a link."""
    repository.link("Diary.xcconfig", repository.canary / "secret.xcconfig")
    settings = "    configFiles: { Debug: Diary.xcconfig, Release: Diary.xcconfig }\n"
    repository.write("project.yml", PROJECT.replace("PRODUCT_BUNDLE_IDENTIFIER: com.example.diary, ", "") + settings)


@case("critical")
def link_spec(repository):
    """The specification of the project is a link."""
    repository.link("project.yml", repository.canary / "project.yml")


@case("critical")
def link_spec_include(repository):
    """The specification includes a link."""
    repository.link("base.yml", repository.canary / "project.yml")
    repository.write("project.yml", "include: [base.yml]\n")


@case("held")
def link_project(repository):
    """The project of Xcode is a link."""
    repository.remove("project.yml")
    repository.link("Diary.xcodeproj/project.pbxproj", repository.canary / "project.pbxproj")


@case("critical")
def link_property_list(repository):
    """The property list is a link."""
    repository.link("Info.plist", repository.canary / "Secret.plist")


@case("held")
def link_localized(repository):
    """The localized names are a link."""
    repository.link("Sources/en.lproj/InfoPlist.strings", repository.canary / "secret.strings")


@case("held")
def link_extends(repository):
    """A base policy is a link, or above the repository."""
    repository.link("base.yaml", repository.canary / "base.yaml")
    repository.write("bgpolicy.yaml", POLICY.replace("schema: 1\n", "schema: 1\nextends: [base.yaml, ../canary/base.yaml]\n"))
    return Plan(refused=("lint", "gate"))


@case("medium")
def editor_extends(repository):
    """A base policy is above the repository, of which the editor's server would show the text."""
    repository.write("bgpolicy.yaml", POLICY.replace("schema: 1\n", "schema: 1\nextends: ../canary/secret.env\n"))
    return Plan(refused=("lint", "gate"))


@case("medium")
def link_configuration(repository):
    """The configuration is a link."""
    repository.link("bgpolicy.config.yaml", repository.canary / "bgpolicy.config.yaml")


@case("medium")
def configuration_baseline(repository):
    """The configuration names a baseline outside."""
    repository.write("bgpolicy.config.yaml", "baseline: ../canary/baseline.json\n")
    return Plan(refused=("gate",))


@case("medium")
def configuration_app(repository):
    """The configuration names an app outside."""
    repository.write("bgpolicy.config.yaml", "app: ../canary/code\n")
    return Plan(refused=("gate", "drift"))


@case("low")
def configuration_device(repository):
    """The configuration names a device as the baseline."""
    repository.link("zero.json", "/dev/zero")
    repository.write("bgpolicy.config.yaml", "baseline: zero.json\n")
    return Plan(refused=("gate",))


@case("held")
def link_ignore_file(repository):
    """The file of ignored names is a link to a device."""
    repository.link(".gitignore", "/dev/zero")


@case("held")
def link_output(repository):
    """The folder of generated files is a link."""
    repository.link("Generated", repository.canary / "empty")
    return Plan(more={"compile": ["compile"], "prune": ["compile", "--prune"]})


def marked(name, about, output):
    """A case in which names begin with a mark that joins the slash before it."""
    def build(repository):
        repository.link("linked", repository.canary / "empty")
        repository.write("bgpolicy.yaml", POLICY + f'generate: {{ output: "{output}" }}\n')
        return Plan(more={"compile": ["compile"], "prune": ["compile", "--prune"]}, refused=("compile", "prune"))
    build.__name__, build.__doc__ = name, about
    return case("critical")(build)


marked("link_output_mark", "The folder of generated files is below a link, and begins with a mark.", "linked/\\u0301x")
marked("link_output_joiner", "The folder of generated files is below a link, and is a joiner.", "./linked/\\u200D")
marked("output_git_mark", "The folder of generated files is in the folder of Git, and begins with a mark.", ".git/\\u0301x")


@case("held")
def link_merge(repository):
    """The property list into which values are merged is a link."""
    repository.link("Info.plist", repository.canary / "Secret.plist")
    return Plan(more={"merge": ["compile", "--merge"]})


@case("high")
def loop_machine(repository):
    """A link among the sources leads to the root of the machine."""
    repository.write("Sources/App.swift", BROKEN)
    repository.link("Sources/root", "/")
    return Plan(refused=("gate", "drift"))


@case("high")
def loop_folders(repository):
    """Each of twelve folders has links to the eleven others."""
    repository.write("Sources/App.swift", BROKEN)
    for one in range(12):
        for other in range(12):
            if one != other:
                repository.link(f"Sources/{one}/{other}", repository.path(f"Sources/{other}"))
    return Plan(refused=("gate", "drift"))


@case("low")
def pipes(repository):
    """Pipes are in the place of files; a clone can't have them, but a folder can."""
    for name in [".pre-commit-config.yaml", "bgpolicy-baseline.json", "Sources/Pipe.swift", "Other.xcconfig"]:
        repository.fifo(name)
    return Plan(is_committed=False)


@case("low")
def pipe_property_list(repository):
    """The property list is a pipe."""
    repository.fifo("Info.plist")
    return Plan(is_committed=False, refused=("gate",), more={
        "attest": ["gate", "--skip", "generated", "--attest", "gate.json"]}, written=("gate.json",))


@case("low")
def pipe_configuration(repository):
    """The baseline of the configuration and the ignored names are pipes."""
    repository.fifo("pipe.json")
    repository.fifo(".gitignore")
    repository.write("bgpolicy.config.yaml", "baseline: pipe.json\n")
    return Plan(is_committed=False, refused=("gate",))


@case("low")
def pipe_policy(repository):
    """The policy is a pipe."""
    repository.fifo("bgpolicy.yaml")
    repository.write("other.bgpolicy.yaml", policy_of("other"))
    return Plan(is_committed=False, refused=("lint", "gate"))


@case("medium")
def record(repository):
    """A record of a gate names options and folders outside."""
    import hashlib
    import json

    calls = {}
    for name, options, operands in [
        ("app", [f"--app={repository.canary}/code"], []), ("operand", [], [str(repository.canary)]),
        ("output", [f"--output={repository.canary}"], []), ("machine", [], ["/"]), ("help", ["--help"], []),
        ("write", [f"--format=json={repository.canary}/new.json"], []), ("attest", [f"--attest={repository.canary}/new.json"], []),
        ("verify", ["--verify=record.json"], []), ("open", ["--allow-outside", f"--app={repository.canary}/code"], []),
        ("baseline", [f"--baseline={repository.canary}/baseline.json"], []),
        ("facts", [f"--facts={repository.canary}/baseline.json"], []),
    ]:
        value = {
            "version": 1, "tool": repository.tools.version, "options": options, "operands": operands, "baseCommit": None, "inputs": [],
            "policies": [], "verdict": "pass"}
        text = json.dumps(value, sort_keys=True, separators=(",", ":"))
        value["sha256"] = hashlib.sha256(text.encode()).hexdigest()
        repository.write(f"{name}.json", json.dumps(value, sort_keys=True, separators=(",", ":")) + "\n")
        calls[f"verify {name}"] = ["gate", "--verify", f"{name}.json"]
    return Plan(calls=calls, refused=tuple(calls))


@case("low")
def left_aside(repository):
    """Files have the name under which others are written aside."""
    repository.write("bgpolicy.yaml.bgpolicy.tmp", "mine\n")
    repository.link("bgpolicy-baseline.json.bgpolicy.tmp", repository.canary / "secret.env")
    repository.write("Sources/App.swift", BROKEN)


@case("medium")
def owner(repository):
    """Another user owns the configuration above the folder."""
    import os

    if os.geteuid() != 0:
        return None
    repository.write("inner/bgpolicy.yaml", policy_of("inner") + "unknown: 1\n")
    repository.write("bgpolicy.config.yaml", "exclude: [inner/]\n")
    repository.commit()
    for folder, _, names in os.walk(repository.root):
        if "inner" in folder:
            continue
        for name in [folder, *(f"{folder}/{name}" for name in names)]:
            os.lchown(name, 65534, 65534)
    return Plan(folder="inner", is_committed=False, calls={"lint": ["lint"], "gate": ["gate"]}, refused=("lint", "gate"), says={"lint": ["another user owns"]})
