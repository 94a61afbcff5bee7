"""Manifests that make packages, targets and projects in other ways than most, and paths that lead out of the clone and back."""

from .builds import manifest_of
from .changes import of_change
from .forms import MANIFEST, PUBLIC
from .reading import BOTH, CORE, WORK, call
from .repository import PROJECT, SOUND, policy_with

PACKAGED = PROJECT + "    dependencies: [{ package: Core }]\npackages: { Core: { path: Core } }\n"
STARTS = {"Sources/App.swift": "import Core\n" + call()}
TARGET = '[.target(name: "Core")]'


def of_package(name, about, after, files=None, before=CORE, folders=("Core",)):
    """The work is in a folder of the app's package, which no target has until the change."""
    return of_change(name, "critical", about, {
        "project.yml": PACKAGED, "bgpolicy.yaml": policy_with(*folders), "Sources/App.swift": "import Core\n" + SOUND,
        "Core/Package.swift": MANIFEST + before, "Core/Sources/Core/Core.swift": "public let core = 1\n", "Core/More/More.swift": PUBLIC,
        **(files or {})}, {"Core/Package.swift": MANIFEST + after, **STARTS})


MADE = BOTH.replace("let package = ", "").strip()
of_package("package_of_other_variable", "The variable of the package has another name.", BOTH.replace("let package", "let core"))
of_package("package_without_variable", "No variable has the package.", MADE)
of_package("package_made_twice", "The manifest makes a second package.", f"{CORE}let other = {MADE}\n")
of_package("package_made_by_statement", "A statement makes a second package.", f"{CORE}_ = {MADE}\n")
of_package("package_made_in_closure", "The value of a variable makes a second package.", f"{CORE}let made: Void = {{ _ = {MADE} }}()\n")
of_package("package_made_in_function", "A function makes a second package.", f"{CORE}func make() {{ _ = {MADE} }}\nmake()\n")
of_package("package_by_alias", "An alias of the type makes the package.", "typealias Own = Package\n" + BOTH.replace("= Package(", "= Own("))
INITIALIZER = f"extension Package {{ convenience init(PARAMETERS) {{ self.init({MADE.removeprefix('Package(')} }} }}\n"
of_package("package_by_initializer", "An initializer of the manifest makes the package.",
           INITIALIZER.replace("PARAMETERS", "core: Int") + "let package = Package(core: 1)\n")
of_package("package_by_same_initializer", "An initializer of the manifest has the labels of another one.",
           INITIALIZER.replace("PARAMETERS", "name: String, products: [Product], targets: [Target]") + CORE)


def of_target(name, about, members, target="[.core]"):
    """A member of the manifest's own makes the target, in the folder with the work."""
    return of_package(name, about, f"extension Target {{ {members} }}\n" + CORE.replace(TARGET, target))


MOVED = '.target(name: "Core", path: "More")'
of_target("target_of_overload", "One of two functions makes the target.",
          f'static func core(_ x: Int) -> Target {{ .target(name: "Core") }}\n  static func core(_ x: String) -> Target {{ {MOVED} }}', '[.core("")]')
of_target("target_of_own_function", "A function has the name of one of the system's.",
          f'static func target(name: Int) -> Target {{ .target(name: "Core") }}\n  static func target(name: String) -> Target {{ {MOVED} }}', TARGET)
of_target("target_of_member", "A computed property makes the target.", f"static var core: Target {{ let more = 1; _ = more; return {MOVED} }}")
of_target("target_of_one_of_two_members", "Two types have a member of the target's name.",
          f"static let core: Target = {MOVED} }}\nextension Product {{ static let core = 1")
of_package("target_of_decoy", "A function of another type has the name of the system's.", (
    'enum Decoy { static func target(name: String, path: String) -> Int { .target(name: "Core") } }\n'
    + CORE.replace(TARGET, f"[{MOVED}]")))
of_package("product_of_computed_name", "A function makes the name of a product.",
           BOTH.replace('.library(name: "Core"', '.library(name: "Co" + String("er".reversed())'))
OTHER_KIT = ('let package = Package(name: "Zzz", products: [.library(name: "Kit", targets: ["Inner"])], '
             'targets: [.target(name: "Inner", path: "Sources")])\n')
of_package("product_with_name_of_target", "A target that nothing uses has the name of the product of another package.", (
    'let package = Package(name: "Core", products: [.library(name: "Core", targets: ["Core"])], dependencies: [.package(path: "../Zzz")], '
    'targets: [.target(name: "Core", dependencies: [.product(name: "Kit", package: "Zzz")]), .target(name: "Kit", path: "Other")])\n'), {
        "Core/Other/Kit.swift": "public let kit = 1\n", "Zzz/Package.swift": MANIFEST + OTHER_KIT, "Zzz/Sources/Kit.swift": PUBLIC,
        "Core/Sources/Core/Core.swift": "@_exported import Inner\n"}, folders=("Core", "Zzz"))
DEBUGGED = "import BackgroundTasks\n#if DEBUG\n" + PUBLIC.split("\n", 1)[1] + "#endif\n"
of_package("package_with_trait", "A package defines DEBUG by a trait.", CORE.replace(
    "], targets: [.target", '], traits: [.default(enabledTraits: ["DEBUG"]), "DEBUG"], targets: [.target'),
    {"Core/Sources/Core/Core.swift": DEBUGGED})

# Paths that lead over the name of the clone.
of_package("target_over_clone", "The path of a target leads out of the clone and back.", BOTH.replace('path: "More"', 'path: "../../repository/Core/More"'))
KIT = {"build/Kit/Package.swift": MANIFEST + CORE.replace('"Core"', '"Kit"'), "build/Kit/Sources/Kit/Kit.swift": PUBLIC}
of_package("package_over_clone", "The path of a package leads out of the clone and back.", CORE.replace(
    "targets: [.target(", 'dependencies: [.package(path: "../../repository/build/Kit")], targets: [.target(').replace(
        '.target(name: "Core")', '.target(name: "Core", dependencies: [.product(name: "Kit", package: "Kit")])'),
    {**KIT, "Core/Sources/Core/Core.swift": "@_exported import Kit\n"}, folders=("Core", "build/Kit"))
of_change("package_of_spec_over_clone", "critical", "The path of a specification's package leads out of the clone and back.", {
    **KIT, "bgpolicy.yaml": policy_with("build/Kit")}, {
        "project.yml": PACKAGED.replace("Core", "Kit").replace("path: Kit", "path: ../repository/build/Kit"),
        "Sources/App.swift": "import Kit\n" + call()})
of_change("package_of_included_spec", "critical", "The path of a package is relative to an included specification.", {
    "project.yml": "include: [Own/more.yml]\n" + PROJECT, "Own/more.yml": "packages: { Core: { path: Core } }\n",
    "Own/Core/Package.swift": MANIFEST + CORE, "Own/Core/Sources/Core/Core.swift": PUBLIC, "Core/Package.swift": MANIFEST + CORE,
    "Core/Sources/Core/Core.swift": "public let core = 1\n", "bgpolicy.yaml": policy_with("Core", "Own")}, {
        "project.yml": "include: [Own/more.yml]\n" + PROJECT + "    dependencies: [{ package: Core }]\n", **STARTS})

LIBRARY = PROJECT + "DEPENDENCIES  More: { type: library.static, platform: iOS, sources: [More] }\n"


def of_library(name, about, dependency):
    """The work is in a library of the app's project, which nothing links until the change."""
    return of_change(name, "critical", about, {
        "project.yml": LIBRARY.replace("DEPENDENCIES", ""), "More/More.swift": PUBLIC, "bgpolicy.yaml": policy_with("More")}, {
            "project.yml": LIBRARY.replace("DEPENDENCIES", f"    dependencies: [{dependency}]\n"), "Sources/App.swift": "import More\n" + call()})


of_library("library_of_sdk", "A specification links a library in the place of the SDK's.", "{ sdk: libMore.a, root: BUILT_PRODUCTS_DIR }")
of_library("library_of_framework", "A specification links a library as a framework.", "{ framework: libMore.a, implicit: true }")
of_library("library_of_carthage", "A specification links a framework in the place of Carthage's.", "{ carthage: More }")
of_library("library_of_import", "An import alone has the app link a library.", "")


def tuist(dependencies="", more="", schemes="", before=""):
    return ("import ProjectDescription\n" + before + 'let project = Project(name: "Diary", targets: [\n  .target(name: "Diary", '
            'destinations: .iOS, product: .app, bundleId: "com.example.diary", infoPlist: "Info.plist", sources: ["Sources/**"'
            + more + f"]{dependencies})\n]{schemes})\n")


def of_tuist(name, about, after, files, change=None):
    return of_change(name, "critical", about, {"project.yml": None, "Tuist.swift": "", "Project.swift": tuist(), **files}, {
        "Project.swift": after, **({"Sources/App.swift": "import Kit\n" + call()} if change is None else change)})


def of_kit(name, about, dependency, folder="Kit", before="", manifest=None):
    """The work is in a framework of another manifest."""
    of_tuist(name, about, tuist(f", dependencies: [{dependency}]", before=before), {
        f"{folder}/Project.swift": manifest or manifest_of("Kit"), f"{folder}/Code/More.swift": PUBLIC, "bgpolicy.yaml": policy_with(folder)})


NAMED = '.project(target: "Kit", path: "Kit")'
of_kit("dependency_of_member", "A computed property makes a dependency of Tuist's.", ".own", before=(
    f"extension TargetDependency {{ static var own: TargetDependency {{ let own = 1; _ = own; return {NAMED} }} }}\n"))
of_kit("dependency_of_overload", "One of two functions makes a dependency of Tuist's.", '.own("")', before=(
    'extension TargetDependency { static func own(_ x: Int) -> TargetDependency { .sdk(name: "x", type: .framework) }\n'
    f"  static func own(_ x: String) -> TargetDependency {{ {NAMED} }} }}\n"))
of_kit("project_of_tuist_in_build", "A manifest of Tuist is in a folder of builds.", NAMED.replace('"Kit")', '"build/Kit")'), "build/Kit")
of_kit("project_of_tuist_hidden", "A manifest of Tuist is in a hidden folder.", NAMED.replace('"Kit")', '".kit")'), ".kit")
of_kit("project_of_tuist_over_clone", "The path of a manifest of Tuist leads out of the clone and back.",
       NAMED.replace('"Kit")', '"../repository/build/Kit")'), "build/Kit")
of_kit("library_of_tuist", "A manifest of Tuist links a library by its name.", '.library(path: "libKit.a", publicHeaders: "Kit", swiftModuleMap: nil)')
of_tuist("package_of_tuist_in_build", "A package of Tuist's is in a folder of builds.", tuist(', dependencies: [.external(name: "Kit")]'), {
    "Tuist/Package.swift": MANIFEST + 'let package = Package(name: "All", dependencies: [.package(path: "../build/Kit")])\n', **KIT,
    "bgpolicy.yaml": policy_with("build/Kit")})
of_tuist("project_made_twice", "A manifest of Tuist makes a second project.",
         tuist() + tuist(more=', "More/**"').replace("import ProjectDescription\nlet project", "let other"), {
             "More/More.swift": WORK, "bgpolicy.yaml": policy_with("More")}, {"Sources/App.swift": call()})
WORKSPACE = 'import ProjectDescription\nlet workspace = Workspace(name: "All", projects: ["."]SCHEMES)\n'
of_change("archive_of_tuists_workspace", "critical", "A scheme of Tuist's workspace archives the code for debugging.", {
    "project.yml": None, "Tuist.swift": "", "Project.swift": tuist(), "Workspace.swift": WORKSPACE.replace("SCHEMES", ""),
    "Sources/App.swift": call("DEBUG"), "Sources/More.swift": f"#if DEBUG\n{WORK}#endif\n"}, {"Workspace.swift": WORKSPACE.replace(
        "SCHEMES", ', schemes: [.scheme(name: "Diary", archiveAction: .archiveAction(configuration: .debug))]')})
of_tuist("archive_of_tuists_function", "A function that is not followed makes the scheme.", tuist(
    schemes=", schemes: [.own(1)]", before=(
        'extension Scheme { static func own(_ x: Int) -> Scheme { .scheme(name: "Diary", archiveAction: .archiveAction(configuration: .debug)) }\n'
        '  static func own(_ x: String) -> Scheme { .scheme(name: "Diary") } }\n')), {
            "Sources/App.swift": call("DEBUG"), "Sources/More.swift": f"#if DEBUG\n{WORK}#endif\n"}, {})
of_tuist("archive_of_tuist", "A scheme of Tuist's archives the code for debugging.", tuist(
    schemes=', schemes: [.scheme(name: "Diary", buildAction: .buildAction(targets: ["Diary"]), '
            "archiveAction: .archiveAction(configuration: .debug))]"), {
                "Sources/App.swift": call("DEBUG"), "Sources/More.swift": f"#if DEBUG\n{WORK}#endif\n"}, {})
