"""Manifests in which names, literals and attributes have other meanings than usual, and values of Tuist's that replace each other."""

from .changes import of_change
from .forms import MANIFEST, PROJECT_OF_XCODE, PUBLIC
from .manifests import KIT, MOVED, TARGET, of_package, tuist
from .reading import CORE, OBJECTIVE, WORK, call
from .repository import PROPERTY_LIST, SOUND, policy_with

IN_MORE = MOVED.removeprefix(".target")
PATH = '[.target(name: "Core", path: PATH)]'

# Names of the descriptions that mean something else.
of_package("target_of_callable_object", "An object of the manifest is called like a function of the system's.", (
    f"struct Maker {{ func callAsFunction(name: String) -> Target {{ {MOVED} }} }}\nenum M {{ static let target = Maker() }}\n"
    + CORE.replace(TARGET, '[M.target(name: "Core")]')))
of_package("target_of_member_of_alias", "A constant belongs to a type that has another name.", (
    "enum M { static var debug: BuildConfiguration { .release } }\ntypealias Other = M\n" + CORE.replace(
        TARGET, '[.target(name: "Core", swiftSettings: [.define("DEBUG", .when(configuration: Other.debug))])]')), {
            "Core/Sources/Core/Core.swift": f"#if DEBUG\n{PUBLIC}#endif\n"})
of_package("target_of_member_of_self", "A function asks its own type for a constant.", (
    'enum M {\n  static var debug: BuildConfiguration { .release }\n  static func core() -> Target '
    '{ .target(name: "Core", swiftSettings: [.define("DEBUG", .when(configuration: Self.debug))]) }\n}\n'
    + CORE.replace(TARGET, "[M.core()]")), {"Core/Sources/Core/Core.swift": f"#if DEBUG\n{PUBLIC}#endif\n"})
of_package("target_of_dynamic_member", "A type of the manifest makes its members while it runs.", (
    "@dynamicMemberLookup enum M { static subscript(dynamicMember x: String) -> BuildConfiguration { .release } }\n" + CORE.replace(
        TARGET, '[.target(name: "Core", swiftSettings: [.define("DEBUG", .when(configuration: M.debug))])]')), {
            "Core/Sources/Core/Core.swift": f"#if DEBUG\n{PUBLIC}#endif\n"})
of_package("target_of_wrapped_path", "A property wrapper changes a path.", (
    '@propertyWrapper struct W { var wrappedValue: String { get { "More" } set {} }; init(wrappedValue: String) {} }\n'
    'enum M { @W static var path = "Sources/Core" }\n' + CORE.replace(TARGET, PATH.replace("PATH", "M.path"))))
of_package("target_of_wrapped_parameter", "A property wrapper changes the argument of a function.", (
    '@propertyWrapper struct W { var wrappedValue: String { "More" }; init(wrappedValue: String) {} }\n'
    'func core(@W path: String) -> Target { .target(name: "Core", path: path) }\n' + CORE.replace(TARGET, '[core(path: "Sources/Core")]')))
of_package("target_of_builder", "A result builder makes the target.", (
    f"@resultBuilder enum B {{ static func buildBlock(_ x: Target) -> Target {{ {MOVED} }} }}\n"
    '@B func core() -> Target { .target(name: "Core") }\n' + CORE.replace(TARGET, "[core()]")))
of_package("target_of_inherited_builder", "A protocol gives a function its result builder.", (
    f"@resultBuilder enum B {{ static func buildBlock(_ x: Target) -> Target {{ {MOVED} }} }}\n"
    'protocol P { @B static func core() -> Target }\nenum M: P { static func core() -> Target { .target(name: "Core") } }\n'
    + CORE.replace(TARGET, "[M.core()]")))
of_package("target_of_interpolation", "The manifest interpolates texts in its own way.", (
    'extension DefaultStringInterpolation { mutating func appendInterpolation(_ x: String) { appendLiteral("More") } }\n'
    + CORE.replace(TARGET, PATH.replace("PATH", '"\\("Sources/Core")"'))))
of_package("target_of_own_literal", "A literal makes a value of the manifest's own type.", (
    'struct Own: ExpressibleByStringLiteral, CustomStringConvertible { init(stringLiteral: String) {}; var description: String { "More" } }\n'
    'let path: Own = "Sources/Core"\n' + CORE.replace(TARGET, PATH.replace("PATH", '"\\(path)"'))))
of_package("target_in_unknown_list", "Lists of targets that are not known are put together.", (
    f"func all(_ x: String) -> [Target] {{ let own = [{MOVED}]; return own + [] }}\n"
    'func all(_ x: Int) -> [Target] { [] }\n' + CORE.replace(TARGET, '["Core"].flatMap { all($0) }')))

# Members that change after the declaration.
COPIED = 'let core: Target = .target(name: "Core", path: "Code", resources: [.copy("More")])\n' + CORE.replace(TARGET, "[core]")
COPIES = {"Core/Code/Core.swift": "public let core = 1\n", "Core/Code/More/More.swift": PUBLIC}
of_package("resources_that_change", "A statement takes the code away from the resources of a target.", COPIED + "core.resources = []\n", COPIES, COPIED)
of_package("resources_by_own_method", "A method of the manifest's own takes the code away from the resources of a target.", (
    "extension Array { mutating func drop() { removeAll() } }\n" + COPIED + "core.resources?.drop()\n"), COPIES, COPIED)
of_package("resources_by_key_path", "A key path leads to the resources of a target.", COPIED + "core[keyPath: \\.resources] = []\n", COPIES, COPIED)
TWO = ('let core: Target = .target(name: "Core", path: "Sources/Core")\nlet old: Target = .target(name: "Old", path: "More")\n'
       + CORE.replace(TARGET, "[core, old]"))
of_package("names_that_change", "Two targets change their names.", TWO + 'core.name = "Other"\nold.name = "Core"\ncore.name = "Old"\n', before=TWO)

# Settings of Tuist's that replace each other.
CONDITIONS = '"SWIFT_ACTIVE_COMPILATION_CONDITIONS"'
DEBUGGED = {"Sources/App.swift": call("DEBUG"), "Sources/More.swift": f"#if DEBUG\n{WORK}#endif\n"}
CONFIGURED = "import ProjectDescription\nlet tuist = Tuist()\n"


def of_settings(name, about, after, files=None, change=None):
    """The work is in code for debugging, which the settings of the change compile."""
    return of_change(name, "critical", about, {
        "project.yml": None, "Tuist.swift": CONFIGURED, "Project.swift": tuist(), **DEBUGGED, **(files or {})}, {
            "Project.swift": after, **(change or {})})


def settings(text, before=""):
    return tuist(f", settings: {text}", before=before)


of_settings("settings_of_tuists_release", "The settings of a release replace those of all configurations.",
            settings(f'.settings(base: [{CONDITIONS}: ""], release: [{CONDITIONS}: "DEBUG"])'))
of_settings("settings_of_tuists_project", "The settings of a project's release replace those of all configurations.",
            tuist()[:-2] + f', settings: .settings(base: [{CONDITIONS}: ""], release: [{CONDITIONS}: "DEBUG"]))\n')
of_settings("settings_that_tuist_joins", "Tuist joins two values, both of which inherit.",
            settings(f'.settings(base: [{CONDITIONS}: "OTHER"], release: [{CONDITIONS}: "$(inherited)"])')[:-2]
            + f', settings: .settings(base: [{CONDITIONS}: "DEBUG"]))\n')
of_settings("settings_that_are_merged", "A closure keeps the first of two settings.",
            settings(f'.settings(base: ["A": "B", {CONDITIONS}: "DEBUG"].merging([{CONDITIONS}: ""]) {{ own, _ in own }})'))
of_settings("settings_of_shadowing_closure", "A closure has the name of a type.", settings(
    ".settings(base: SettingsDictionary())", f'let SettingsDictionary: () -> [String: SettingValue] = {{ [{CONDITIONS}: "DEBUG"] }}\n'))
STORE = f', .release(name: "Store", settings: [{CONDITIONS}: "DEBUG"])'
USUAL = '.settings(configurations: [.debug(name: "Debug"), .release(name: "Release")'
of_settings("configuration_of_tuists_project", "The project has a configuration that the target's settings do not name.",
            settings(USUAL + "])")[:-2] + f", settings: {USUAL}{STORE}]))\n")
of_settings("list_of_tuists_setting", "A setting names another Info.plist than the target.",
            settings('.settings(base: ["INFOPLIST_FILE": "Other.plist"])'), {
                "Sources/App.swift": SOUND, "Sources/More.swift": "let more = 1\n",
                "Other.plist": PROPERTY_LIST.replace("<string>fetch</string>", "<string>fetch</string><string>location</string>")})
of_settings("list_of_unknown_settings", "One of two functions makes settings, which name another Info.plist than the target.",
            settings(".settings(base: own(1))", 'func own(_ x: Int) -> SettingsDictionary { ["INFOPLIST_FILE": "Other.plist"] }\n'
                     "func own(_ x: String) -> SettingsDictionary { [:] }\n"), {
                         "Sources/App.swift": SOUND, "Sources/More.swift": "let more = 1\n",
                         "Other.plist": PROPERTY_LIST.replace("<string>fetch</string>", "<string>fetch</string><string>location</string>")})

# Folders that Xcode keeps in step with the disk.
FLAGGED = tuist().replace('sources: ["Sources/**"]', "buildableFolders: [FOLDER]")
of_settings("flags_of_tuists_folder", "A file of a folder has flags of its own.", FLAGGED.replace(
    "FOLDER", '.folder("Sources", exceptions: .exceptions([.exception(compilerFlags: ["More.m": "-DDEBUG=1"])]))'), {
        "Project.swift": FLAGGED.replace("FOLDER", '"Sources"'), "Sources/App.swift": SOUND, "Sources/More.swift": "let more = 1\n",
        "Sources/More.m": f"#if DEBUG\n{OBJECTIVE}#endif\n"})
CHECKED = FLAGGED.replace("FOLDER", '"Sources"').replace(
    "\n])", ',\n  .target(name: "DiaryTests", destinations: .iOS, product: .unitTests, bundleId: "com.example.diary.tests", '
    "buildableFolders: [CHECKS])\n])")
of_settings("file_of_other_tuists_folder", "A file of the folder of the tests belongs to the app.", CHECKED.replace(
    "CHECKS", '.folder("Checks", exceptions: .exceptions([.exception(target: "Diary", included: ["More.swift"])]))'), {
        "Project.swift": CHECKED.replace("CHECKS", '"Checks"'), "Sources/More.swift": "let more = 1\n", "Checks/More.swift": WORK,
        "Sources/App.swift": SOUND, "bgpolicy.yaml": policy_with("Checks")}, {"Sources/App.swift": call()})

# The settings of packages.
PACKAGES = ('// swift-tools-version: 5.9\nimport PackageDescription\n#if TUIST\nimport ProjectDescription\nlet packageSettings = '
            'PackageSettings(SETTINGS)\n#endif\nlet package = Package(name: "App", dependencies: [.package(path: "../Kit")])\n')


def of_packages(name, about, after):
    return of_change(name, "critical", about, {
        "project.yml": None, "Tuist.swift": CONFIGURED, "Project.swift": tuist(', dependencies: [.external(name: "Kit")]'),
        "Tuist/Package.swift": PACKAGES.replace("SETTINGS", ""), "Kit/Package.swift": MANIFEST + CORE.replace('"Core"', '"Kit"'),
        "Kit/Sources/Kit/Kit.swift": f"#if DEBUG\n{PUBLIC}#endif\n", "bgpolicy.yaml": policy_with("Kit"),
        "Sources/App.swift": "import Kit\n" + SOUND}, {
            "Tuist/Package.swift": PACKAGES.replace("SETTINGS", after), "Sources/App.swift": "import Kit\n" + call()})


of_packages("package_of_tuists_settings", "Tuist defines a name for the targets of a package.",
            f'targetSettings: ["Kit": .settings(base: [{CONDITIONS}: "DEBUG"])]')
of_packages("packages_of_tuists_settings", "Tuist defines a name for all packages.", f'baseSettings: .settings(release: [{CONDITIONS}: "DEBUG"])')

# Helpers where none are looked for.
OVERLOAD = ('import ProjectDescription\npublic extension Settings { static func settings(base: SettingsDictionary) -> Settings '
            f'{{ .settings(base: [{CONDITIONS}: "DEBUG"], configurations: []) }} }}\n')
CALLED = settings(".settings(base: [:])")


def of_helper(name, about, files, module="ProjectDescriptionHelpers"):
    return of_settings(name, about, CALLED.replace("import ProjectDescription\n", f"import ProjectDescription\nimport {module}\n"), {
        "Project.swift": CALLED}, files)


def plugin(path):
    return f"import ProjectDescription\nlet tuist = Tuist(project: .tuist(plugins: [{path}]))\n"


def of_plugin(name, about, folder):
    return of_helper(name, about, {
        "Tuist.swift": plugin(f'.local(path: "{folder}")'), f"{folder}/ProjectDescriptionHelpers/Own.swift": OVERLOAD,
        f"{folder}/Plugin.swift": 'import ProjectDescription\nlet plugin = Plugin(name: "Own")\n'}, "Own")


of_helper("helper_in_build", "A helper of Tuist's is in a folder of builds.", {"Tuist/ProjectDescriptionHelpers/build/Own.swift": OVERLOAD})
of_helper("helper_hidden", "A helper of Tuist's is in a hidden folder.", {"Tuist/ProjectDescriptionHelpers/.own/Own.swift": OVERLOAD})
of_helper("helper_in_bundle", "A helper of Tuist's is in a bundle.", {"Tuist/ProjectDescriptionHelpers/Own.bundle/Own.swift": OVERLOAD})
of_helper("helper_in_other_case", "The folder of the helpers is written in other letters.", {"Tuist/projectdescriptionhelpers/Own.swift": OVERLOAD})
of_plugin("plugin_in_build", "A plug-in of Tuist's is in a folder of builds.", "build/Own")
of_plugin("plugin_hidden", "A plug-in of Tuist's is in a hidden folder.", ".own")
of_helper("plugin_elsewhere", "A plug-in of Tuist's is in another repository.", {
    "Tuist.swift": plugin('.git(url: "https://example.com/own", tag: "1")')}, "Own")

# A package of a workspace.
REMOTE = PROJECT_OF_XCODE.replace("mainGroup = G;", "mainGroup = G; packageReferences = (R1);").replace("PHASES", "").replace(
    "FILES", "").replace("SETTINGS", "").replace("KEYS", "packageProductDependencies = (D1);").replace(
        "OBJECTS", 'D1 = {isa = XCSwiftPackageProductDependency; productName = Kit; package = R1;}; R1 = {isa = XCRemoteSwiftPackageReference; '
        'repositoryURL = "https://example.com/Kit"; requirement = {kind = exactVersion; version = 1.0.0;};};')
WORKSPACE = '<?xml version="1.0"?><Workspace version="1.0"><FileRef location="group:Diary.xcodeproj"></FileRef>MORE</Workspace>'


def of_workspace(name, about, more):
    return of_change(name, "critical", about, {
        "project.yml": None, "Diary.xcodeproj/project.pbxproj": REMOTE, "Sources/App.swift": "import Kit\n" + SOUND, **KIT,
        "bgpolicy.yaml": policy_with("build/Kit"), "Diary.xcworkspace/contents.xcworkspacedata": WORKSPACE.replace("MORE", "")}, {
            "Diary.xcworkspace/contents.xcworkspacedata": WORKSPACE.replace("MORE", more), "Sources/App.swift": "import Kit\n" + call()})


of_workspace("package_of_workspace", "A workspace names a package in a folder of builds.", '<FileRef location="group:build/Kit"></FileRef>')
of_workspace("package_of_group_of_workspace", "A group of a workspace names a package in a folder of builds.",
             '<Group location="group:build"><FileRef location="group:Kit"></FileRef></Group>')
of_workspace("package_of_workspace_by_number", "A workspace writes a sign of a path by its number.", '<FileRef location="group:buil&#100;/Kit"></FileRef>')
