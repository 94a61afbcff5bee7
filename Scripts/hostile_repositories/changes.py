"""Changes that break an app, and hide it from `gate --changed` or from the search."""

import functools
import shutil

from . import repository as tried
from .repository import BROKEN, DEFECT, POLICY, PROJECT, SOUND, START, Plan, policy_of

# Only these calls look at the change.
case = functools.partial(tried.case, calls=("changed", "base"))

CHANGED = ["gate", "--skip", "generated", "--changed"]


def restart(repository):
    """Makes the state of the repository the one before the attack."""
    repository.commit()
    repository.git("tag", "-f", START)
    # The attack is a commit of its own.
    return Plan(refused=("changed",))


def of_change(name, severity, about, before, change):
    """A repository with some files, and those of the change; `None` stands for no file. The strict gate refuses the change."""
    def build(repository):
        for files, is_start in ((before, True), (change, False)):
            for path, text in files.items():
                repository.remove(path) if text is None else repository.write(path, text)
            if is_start:
                restart(repository)
        return Plan(refused=("strict",), calls={"strict": [*CHANGED, f"git:{START}", "--strict"]})
    build.__name__, build.__doc__ = name, about
    return case(severity)(build)


@case("high")
def changed_link_folder(repository):
    """The folder of sources is a link within the repository."""
    (repository.root / "Sources").rename(repository.root / "Real")
    repository.link("Sources", repository.root / "Real")
    plan = restart(repository)
    repository.write("Real/App.swift", BROKEN)
    return plan


@case("high")
def changed_link_chain(repository):
    """One of two links leads the sources elsewhere."""
    (repository.root / "Sources").rename(repository.root / "Real")
    repository.link("Between", repository.root / "Real")
    repository.link("Sources", repository.root / "Between")
    repository.write("Broken/App.swift", BROKEN)
    plan = restart(repository)
    repository.link("Between", repository.root / "Broken")
    return plan


@case("high")
def changed_link_extends(repository):
    """The base policy is a link within the repository."""
    repository.write("shared/base.yaml", "schema: 1\n")
    repository.link("base.yaml", repository.root / "shared/base.yaml")
    repository.write("bgpolicy.yaml", POLICY.replace("schema: 1\n", "schema: 1\nextends: base.yaml\n"))
    plan = restart(repository)
    repository.write("shared/base.yaml", "schema: 1\nunknown: 1\n")
    return plan


def submodule(repository, settings=""):
    other = repository.work / "module"
    other.mkdir()
    (other / "App.swift").write_text(repository.path("Sources/App.swift").read_text())
    repository.git("init", "-q", "-b", "main", folder="../module")
    repository.git("add", "-A", folder="../module")
    repository.git("commit", "-q", "-m", "Module", folder="../module")
    repository.remove("Sources")
    repository.git("submodule", "add", "-q", str(other), "Module")
    repository.write(".gitmodules", repository.path(".gitmodules").read_text() + settings)
    repository.write("bgpolicy.yaml", POLICY.replace("[Sources]", "[Module]"))
    repository.write("project.yml", PROJECT.replace("[Sources]", "[Module]"))
    plan = restart(repository)
    repository.write("Module/App.swift", BROKEN)
    repository.git("commit", "-q", "-a", "-m", "Break", folder="Module")
    return plan


@case("high")
def changed_submodule(repository):
    """The code is in a submodule."""
    return submodule(repository)


@case("high")
def changed_submodule_ignored(repository):
    """The code is in a submodule whose changes are to be ignored."""
    return submodule(repository, "\tignore = all\n")


@case("high")
def changed_project(repository):
    """The project compiles code outside of the folder of sources."""
    repository.write("Other/App.swift", BROKEN)
    plan = restart(repository)
    repository.write("project.yml", PROJECT.replace("[Sources]", "[Other]"))
    plan.more = {"changed app": [*CHANGED, f"git:{START}", "--app", "."]}
    plan.refused += ("changed app",)
    return plan


@case("high")
def changed_code_of_project(repository):
    """Code that a project compiles changes outside of the folder of sources."""
    repository.write("project.yml", PROJECT.replace("[Sources]", "[Sources, Other]"))
    repository.write("Sources/App.swift", "import Foundation\n")
    repository.write("Other/App.swift", SOUND)
    plan = restart(repository)
    repository.write("Other/App.swift", BROKEN)
    return plan


@case("high")
def changed_ignored(repository):
    """New code is where Git does not look."""
    repository.write(".gitignore", "New.swift\n")
    plan = restart(repository)
    repository.write("Sources/New.swift", BROKEN)
    plan.is_committed = False
    return plan


@case("high")
def changed_renamed(repository):
    """The code that a policy is about moves away, so that Git names the new path only."""
    plan = restart(repository)
    (repository.root / "Sources/App.swift").rename(repository.root / "Moved.swift")
    return plan


def above(repository, files=None):
    """An app in a folder, and a second policy above it."""
    repository.write("bgpolicy.yaml", policy_of("other"))
    for name in ("project.yml", "Info.plist"):
        (repository.path("App") / name).parent.mkdir(exist_ok=True)
        (repository.root / name).rename(repository.path("App") / name)
    (repository.root / "Sources").rename(repository.path("App/Sources"))
    repository.write("App/bgpolicy.yaml", POLICY)
    for name, text in (files or {}).items():
        repository.write(name, text)
    return restart(repository)


@case("medium")
def changed_attributes_above(repository):
    """The change lets Git write the code in another encoding, by a file above the app."""
    plan = above(repository)
    repository.write(".gitattributes", "App/Sources/App.swift working-tree-encoding=UTF-16\n")
    repository.path("App/Sources/App.swift").unlink()
    repository.git("checkout", "--", "App/Sources/App.swift")
    return plan


@case("medium")
def changed_configuration_gone(repository):
    """The change takes the configuration away that excluded the policy of broken code."""
    plan = above(repository, {"App/Sources/App.swift": BROKEN, "bgpolicy.config.yaml": "exclude: [App/]\n"})
    repository.remove("bgpolicy.config.yaml")
    return plan


@case("medium")
def changed_ignoring_gone(repository):
    """The change no longer ignores the policy of broken code, by a file above the app."""
    plan = above(repository, {"App/Sources/App.swift": BROKEN, ".gitignore": "App/bgpolicy.yaml\n"})
    repository.remove(".gitignore")
    return plan


def with_other(repository):
    """A second policy, so that a call is about something without the first."""
    repository.write("other.bgpolicy.yaml", policy_of("other"))
    repository.write("Empty/README", "")
    plan = restart(repository)
    plan.refused = ("base", "changed")
    return plan


def hides(plan, *texts):
    plan.says = {call: list(texts) for call in ("base", "changed")}
    plan.says["base json"] = plan.says["base gcc"] = plan.says["base markdown"] = list(texts)
    for form in ("json", "gcc", "markdown"):
        plan.more[f"base {form}"] = ["gate", "--skip", "generated", "--base", f"git:{START}", "--format", form]
    return plan


@case("high")
def hidden_by_ignoring(repository):
    """The change ignores the policy."""
    plan = with_other(repository)
    repository.write("Sources/App.swift", BROKEN)
    repository.write(".gitignore", "/bgpolicy.yaml\n")
    return hides(plan, "bgpolicy.yaml", ".gitignore")


@case("high")
def hidden_by_ignoring_all(repository):
    """The change ignores all policies."""
    plan = restart(repository)
    repository.write("Sources/App.swift", BROKEN)
    repository.write(".gitignore", "*.yaml\n")
    plan.refused = ("base", "changed")
    return hides(plan, "bgpolicy.yaml", ".gitignore")


@case("high")
def hidden_by_ignoring_folder(repository):
    """The change ignores the folder of a policy by a file in between."""
    repository.write("apps/diary/bgpolicy.yaml", policy_of("inner"))
    plan = with_other(repository)
    repository.write("apps/diary/bgpolicy.yaml", policy_of("inner") + "unknown: 1\n")
    repository.write("apps/.gitignore", "diary/\n")
    return hides(plan, "apps/diary/bgpolicy.yaml", "apps/.gitignore")


@case("high")
def hidden_by_exclusion(repository):
    """The change excludes the policy."""
    plan = with_other(repository)
    repository.write("Sources/App.swift", BROKEN)
    repository.write("bgpolicy.config.yaml", "exclude: [/bgpolicy.yaml]\n")
    return hides(plan, "bgpolicy.yaml", "bgpolicy.config.yaml")


@case("high")
def hidden_by_app(repository):
    """The change makes an empty folder the app."""
    plan = with_other(repository)
    repository.write("Sources/App.swift", BROKEN)
    repository.write("bgpolicy.config.yaml", "app: Empty\n")
    return hides(plan, "bgpolicy.config.yaml")


@case("high")
def hidden_by_sources(repository):
    """The change takes the sources out of the policy."""
    plan = with_other(repository)
    repository.write("Sources/App.swift", BROKEN)
    repository.write("bgpolicy.yaml", POLICY.replace("  sources: [Sources]\n", ""))
    return hides(plan, "bgpolicy.yaml", "Sources")


@case("high")
def hidden_by_target(repository):
    """The change makes the app a target of tests."""
    plan = with_other(repository)
    repository.write("Sources/App.swift", BROKEN)
    repository.write("project.yml", PROJECT.replace("type: application", "type: bundle.unit-test"))
    return hides(plan, "app-not-read")


@case("high")
def hidden_by_property_list(repository):
    """The change builds the app with another property list than the policy's."""
    repository.write("Other.plist", '<plist version="1.0"><dict></dict></plist>')
    repository.write("project.yml", PROJECT.replace("INFOPLIST_FILE: Info.plist", "INFOPLIST_FILE: Other.plist"))
    return Plan(refused=("changed", "base"), says={"changed": ("out of sight",)})


@case("high")
def hidden_by_hidden_folder(repository):
    """The change moves all code into a hidden folder, which XcodeGen compiles, with a fault."""
    plan = with_other(repository)
    (repository.root / "Sources/App.swift").unlink()
    repository.write("Sources/.hidden/App.swift", BROKEN)
    return hides(plan, "bg-expiration-missing")


# A second file, so that some code is still compiled.
OTHER = "func other() -> Int { 1 }\n"


def move_app(repository, folder):
    """Moves the app into a folder."""
    (repository.root / folder).mkdir()
    for name in ("project.yml", "Info.plist", "Sources", "bgpolicy.yaml"):
        (repository.root / name).rename(repository.root / folder / name)


def with_one_of_two(repository, files=None):
    """An app of two files, of which the change takes one out of the targets."""
    repository.write("Sources/Other.swift", OTHER)
    for name, text in (files or {}).items():
        repository.write(name, text)
    plan = with_other(repository)
    repository.write("Sources/App.swift", BROKEN)
    return plan


def project_of_xcode(names):
    """A project of Xcode whose app compiles some of the two files."""
    files = "".join(
        f'F{name} = {{ isa = PBXFileReference; path = Sources/{name}.swift; sourceTree = "<group>"; }};\n'
        f"B{name} = {{ isa = PBXBuildFile; fileRef = F{name}; }};\n" for name in ("App", "Other"))
    return f"""// !$*UTF8*$!
{{ archiveVersion = 1; objectVersion = 56; rootObject = P; objects = {{
P = {{ isa = PBXProject; buildConfigurationList = L; mainGroup = G; targets = (T); }};
L = {{ isa = XCConfigurationList; buildConfigurations = (C); }};
C = {{ isa = XCBuildConfiguration; name = Debug; buildSettings = {{
  SDKROOT = iphoneos; PRODUCT_BUNDLE_IDENTIFIER = com.example.diary; INFOPLIST_FILE = Info.plist; }}; }};
T = {{ isa = PBXNativeTarget; name = Diary; productType = "com.apple.product-type.application"; buildConfigurationList = L;
  buildPhases = (S); dependencies = (); }};
S = {{ isa = PBXSourcesBuildPhase; files = ({", ".join("B" + name for name in names)}); }};
G = {{ isa = PBXGroup; sourceTree = "<group>"; children = (FApp, FOther); }};
{files}}}; }}
"""


OUT = "code-out-of-sight"


@case("high")
def hidden_by_membership(repository):
    """The change takes one file of two out of the target of a project of Xcode."""
    repository.remove("project.yml")
    plan = with_one_of_two(repository, {"Diary.xcodeproj/project.pbxproj": project_of_xcode(["App", "Other"])})
    repository.write("Diary.xcodeproj/project.pbxproj", project_of_xcode(["Other"]))
    return hides(plan, OUT, "Sources/App.swift")


@case("high")
def hidden_by_excludes(repository):
    """The change excludes one file of two in a specification."""
    plan = with_one_of_two(repository)
    repository.write("project.yml", PROJECT.replace("[Sources]", "[{ path: Sources, excludes: [App.swift] }]"))
    return hides(plan, OUT, "Sources/App.swift")


@case("high")
def hidden_by_manifest(repository):
    """The change excludes one file of two in a manifest of Tuist."""
    def manifest(sources):
        return f"""import ProjectDescription
let project = Project(name: "Diary", targets: [
  .target(name: "Diary", destinations: .iOS, product: .app, bundleId: "com.example.diary", infoPlist: "Info.plist", sources: {sources})
])
"""

    repository.remove("project.yml")
    plan = with_one_of_two(repository, {"Tuist.swift": "", "Project.swift": manifest('["Sources/**"]')})
    repository.write("Project.swift", manifest('[.glob("Sources/**", excluding: ["Sources/App.swift"])]'))
    return hides(plan, OUT, "Sources/App.swift")


@case("high")
def hidden_by_package(repository):
    """The change excludes one file of two in a package of the app."""
    def manifest(more):
        return f"""// swift-tools-version: 5.9
import PackageDescription
let package = Package(
  name: "Core", products: [.library(name: "Core", targets: ["Core"])], targets: [.target(name: "Core"{more})])
"""

    start = PROJECT.replace("targets:", "packages: { Core: { path: Core } }\ntargets:", 1)
    plan = with_one_of_two(repository, {
        "project.yml": start.replace("sources: [Sources]", "sources: [Sources]\n    dependencies: [{ package: Core }]"),
        "bgpolicy.yaml": POLICY.replace("[Sources]", "[Sources, Core]"), "Core/Package.swift": manifest(""), "Core/Sources/Core/Sync.swift": SOUND.replace("@main\n", ""),
        "Core/Sources/Core/Other.swift": OTHER.replace("other", "another")})
    repository.write("Core/Package.swift", manifest(', exclude: ["Sync.swift"]'))
    return hides(plan, OUT, "Core/Sources/Core/Sync.swift")


@case("high")
def hidden_by_extension(repository):
    """The change renames one file of two to a name that no reader takes for code."""
    plan = with_one_of_two(repository)
    (repository.root / "Sources/App.swift").rename(repository.root / "Sources/App.swift.inc")
    return hides(plan, OUT, "Sources/App.swift.inc")


@case("high")
def hidden_by_other_folder(repository):
    """The change moves one file of two to a folder that the policy does not name."""
    start = PROJECT.replace("[Sources]", "[Sources, Other]")
    plan = with_one_of_two(repository, {"project.yml": start, "Other/Third.swift": OTHER.replace("other", "third")})
    (repository.root / "Sources/App.swift").rename(repository.root / "Other/App.swift")
    return hides(plan, OUT, "Other/App.swift")


@case("medium")
def hidden_among_files(repository):
    """The change moves one file of two and changes it a little, among 1,100 files that are new and 1,100 that are gone."""
    for index in range(1_100):
        repository.write(f"Old/{index}.txt", f"{index} " * 40)
    plan = with_one_of_two(repository)
    repository.remove("Old")
    for index in range(1_100):
        repository.write(f"New/{index}a.txt", f"{index}a " * 40)
    (repository.root / "Sources/App.swift").rename(repository.root / "Moved.inc")
    return hides(plan, OUT, "too many new files")


@case("medium")
def mentions_in_large_file(repository):
    """The change adds a file of 16 MB that names Apple's scheduler, and a hundred times its beginning in each line."""
    plan = restart(repository)
    plan.refused = ()
    repository.write("Notes.txt", ("BGTaskSchedule" * 100 + "\n") * 12_000 + "BGTaskScheduler\n")
    return hides(plan, OUT, "Notes.txt")


@case("high")
def hidden_by_tests(repository):
    """The change moves one file of two to a target of tests."""
    plan = with_one_of_two(repository)
    project = PROJECT.replace("[Sources]", "[{ path: Sources, excludes: [App.swift] }]")
    repository.write("project.yml", project + "  Tests: { type: bundle.unit-test, platform: iOS, sources: [Sources/App.swift] }\n")
    return hides(plan, OUT, "Sources/App.swift")


@case("high")
def hidden_by_project(repository):
    """The change takes one project of two away."""
    plan = with_one_of_two(repository, {
        "bgpolicy.yaml": POLICY.replace("[Sources]", "[Sources, Second]"), "Second/project.yml": PROJECT.replace("Diary", "Second").replace("Info.plist", "../Info.plist"),
        "Second/Sources/Sync.swift": SOUND.replace("@main\n", "")})
    repository.remove("Second/project.yml")
    return hides(plan, OUT, "Second/Sources/Sync.swift")


@case("high")
def hidden_by_baseline(repository):
    """The change has a baseline with its own error."""
    import json

    plan = with_other(repository)
    repository.write("Sources/App.swift", BROKEN)
    repository.tools.run(["baseline", "write", "--baseline", "accepted.json"], repository.root, repository.home)
    assert json.loads(repository.path("accepted.json").read_text()), "no baseline was written"
    repository.write("bgpolicy.config.yaml", "baseline: accepted.json\n")
    plan.refused = ()
    return hides(plan, "bgpolicy.config.yaml", "accepted.json")


@case("high")
def hidden_by_limit(repository):
    """The change lets warnings pass."""
    repository.write("bgpolicy.config.yaml", "fail-on: warning\n")
    plan = with_other(repository)
    repository.write("bgpolicy.config.yaml", "fail-on: error\n")
    plan.refused = ()
    return hides(plan, "bgpolicy.config.yaml", "fail-on")


@case("high")
def hidden_by_comment(repository):
    """The change suppresses its own error."""
    plan = with_other(repository)
    text = BROKEN.replace("    BGTaskScheduler.shared.register", f"    // bgpolicy:ignore {DEFECT} -- quiet\n    BGTaskScheduler.shared.register")
    repository.write("Sources/App.swift", text)
    plan.refused = ()
    return hides(plan, "Sources/App.swift", "bgpolicy:ignore")


@case("high")
def hidden_by_severity(repository):
    """The change turns the rule of its own error off."""
    plan = with_other(repository)
    repository.write("Sources/App.swift", BROKEN)
    repository.write("bgpolicy.yaml", POLICY + f"rules: {{ {DEFECT}: off }}\n")
    plan.refused = ()
    return hides(plan, DEFECT, "off")


@case("high")
def hidden_by_skip(repository):
    """The change leaves out a check."""
    plan = with_other(repository)
    repository.write("bgpolicy.config.yaml", "skip: [budgets]\n")
    plan.refused = ()
    return hides(plan, "bgpolicy.config.yaml", "skip")


@case("high")
def hidden_by_name(repository):
    """The change gives the policy a name that no search finds."""
    plan = with_other(repository)
    (repository.root / "bgpolicy.yaml").rename(repository.root / "policy.txt")
    repository.write("Sources/App.swift", BROKEN)
    plan.refused = ()
    return hides(plan, "bgpolicy.yaml")


@case("high")
def hidden_by_folder(repository):
    """The change moves the policy to a folder that no search enters."""
    plan = with_other(repository)
    repository.path(".policies").mkdir()
    (repository.root / "bgpolicy.yaml").rename(repository.root / ".policies/bgpolicy.yaml")
    repository.write("Sources/App.swift", BROKEN)
    plan.refused = ()
    return hides(plan, "bgpolicy.yaml")


@case("high")
def policies_renamed(repository):
    """The change gives 60 policies other names and other apps."""
    for index in range(60):
        repository.write(f"p/{index}.bgpolicy.yaml", policy_of(f"a{index}"))
    plan = restart(repository)
    repository.remove("p")
    for index in range(60):
        repository.write(f"q/{index}.bgpolicy.yaml", policy_of(f"b{index}"))
    plan.refused = ()
    return hides(plan, "p/0.bgpolicy.yaml")


@case("critical")
def hidden_by_moved_app(repository):
    """The change moves the app's folder, and takes the code out of its policy."""
    move_app(repository, "ios")
    plan = with_other(repository)
    (repository.root / "ios").rename(repository.root / "mobile")
    repository.write("mobile/Sources/App.swift", BROKEN)
    repository.write("mobile/bgpolicy.yaml", POLICY.replace("  sources: [Sources]\n", ""))
    return hides(plan, OUT, "mobile/bgpolicy.yaml")


@case("critical")
def hidden_by_moved_sources(repository):
    """The change moves the folder of code, and one of its files to a folder that only the target has."""
    repository.write("Sources/Other.swift", OTHER)
    plan = with_other(repository)
    (repository.root / "Sources").rename(repository.root / "App")
    repository.remove("App/App.swift")
    repository.write("Code/App.swift", BROKEN)
    repository.write("project.yml", PROJECT.replace("[Sources]", "[App, Code]"))
    repository.write("bgpolicy.yaml", POLICY.replace("[Sources]", "[App]"))
    return hides(plan, OUT, "Code/App.swift")


@case("critical")
def hidden_by_mark(repository):
    """The change moves a file to a folder whose name begins with a mark, and takes the code out of the policy."""
    plan = with_other(repository)
    repository.remove("Sources/App.swift")
    repository.write("\u0301Code/App.swift", BROKEN)
    repository.write("project.yml", PROJECT.replace("[Sources]", '["\u0301Code"]'))
    repository.write("bgpolicy.yaml", POLICY.replace("[Sources]", "[Empty]"))
    return hides(plan, OUT)


@case("critical")
def hidden_by_other_policy(repository):
    """The policy takes the place of another app's policy, and loses its code."""
    plan = with_other(repository)
    repository.remove("bgpolicy.yaml")
    repository.write("other.bgpolicy.yaml", POLICY.replace("  sources: [Sources]\n", ""))
    repository.write("Sources/App.swift", BROKEN)
    return hides(plan, OUT, "other.bgpolicy.yaml")


@case("critical")
def hidden_by_link_to_copy(repository):
    """The folder of the call becomes a link to a sound copy of the app."""
    move_app(repository, "ios")
    plan = with_other(repository)
    shutil.copytree(repository.root / "ios", repository.root / "decoy")
    (repository.root / "ios").rename(repository.root / "real")
    repository.write("real/Sources/App.swift", BROKEN)
    repository.link("ios", repository.root / "decoy")
    plan.calls = {name: ["gate", "--skip", "generated", f"--{name}", f"git:{START}", "ios"] for name in ("changed", "base")}
    return hides(plan, "out-of-sight", "ios")


@case("critical")
def hidden_by_new_policy(repository):
    """A new policy takes over the code, and turns the rules off."""
    plan = with_other(repository)
    repository.write("Sources/App.swift", BROKEN)
    repository.write("bgpolicy.yaml", POLICY.replace("  sources: [Sources]\n", ""))
    repository.write("more.bgpolicy.yaml", """schema: 1
app: { name: More, bundleIdentifier: com.example.more, sources: [Sources] }
rules: { bg-expiration-missing: off, code-task-undeclared: off }
""")
    plan.refused = ()
    return hides(plan, "gate-loosened", "more.bgpolicy.yaml")


@case("high")
def hidden_by_included_text(repository):
    """A source includes code under a name that no project lists."""
    plan = with_other(repository)
    repository.write("Sources/Bad.m", '#import <UIKit/UIKit.h>\n#include "body.inc"\n')
    repository.write("Sources/body.inc", """@implementation Bad
+ (void)load { [[BGTaskScheduler sharedScheduler] submitTaskRequest:[[BGProcessingTaskRequest alloc] initWithIdentifier:@"x"] error:nil]; }
@end
""")
    plan.refused = ()
    return hides(plan, OUT, "Sources/body.inc")


@case("high")
def configuration_of_the_base_refused(repository):
    """The change lowers what fails, and makes the base's configuration name a file that is not read."""
    repository.write("bgpolicy.config.yaml", "fail-on: warning\nbaseline: bgpolicy-baseline.json\n")
    repository.write("bgpolicy-baseline.json", '{"version": 1, "findings": []}\n')
    plan = restart(repository)
    repository.link("bgpolicy-baseline.json", "/etc/hostname")
    repository.write("bgpolicy.config.yaml", "fail-on: error\n")
    plan.refused = ()
    return hides(plan, "gate-loosened", "bgpolicy.config.yaml")


@case("held")
def changed_control(repository):
    """The error of the app is found without anything that hides it."""
    plan = with_other(repository)
    repository.write("Sources/App.swift", BROKEN)
    plan.says = {"changed": [DEFECT], "base": [DEFECT]}
    return plan


SUPPRESSION = "bgpolicy:ignore bg-expiration-missing -- x\n"


def suppressing(name, severity, about, path, text):
    """The change has a file with very many lines, which is compared with the file of before."""
    def build(repository):
        restart(repository)
        repository.write(path, text)
        return Plan(calls={"strict": [*CHANGED, f"git:{START}", "--strict"]})
    build.__name__, build.__doc__ = name, about
    return case(severity)(build)


suppressing("comments_of_policy", "high", "300,000 comments of a policy suppress findings.", "bgpolicy.yaml", POLICY + f"# {SUPPRESSION}" * 300_000)
suppressing("lines_of_policy", "high", "8 MB of empty lines follow a comment that suppresses findings.", "bgpolicy.yaml",
            POLICY + f"# {SUPPRESSION}" + "\n" * 8_000_000)
suppressing("comments_of_code", "high", "150,000 comments of the code suppress findings.", "Sources/App.swift", SOUND + f"// {SUPPRESSION}" * 150_000)
