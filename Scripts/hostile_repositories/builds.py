"""Code that a build compiles, leaves out or has a program make, in ways that a project states elsewhere or in another spelling."""

import functools

from . import repository as tried
from .forms import CONSTRUCTOR, HEADERS, MANIFEST, MORE, PROJECT_OF_XCODE, PUBLIC, objective, of_xcode
from .reading import CORE, NAMED, OBJECTIVE, STARTING, WORK, call, settings
from .repository import POLICY, PROJECT, SOUND, Plan

# The gate reads code.
case = functools.partial(tried.case, calls=("gate",))

REFUSED = Plan(refused=("gate",))


def of_app(name, severity, about, files, plan=REFUSED, start="    More.start()"):
    """The app has other files, and starts the work."""
    def build(repository):
        repository.write("Sources/App.swift", STARTING.replace("START", start))
        for path, text in files.items():
            repository.write(path, text)
        return plan
    build.__name__, build.__doc__ = name, about
    return case(severity)(build)


def with_sources(*folders):
    return POLICY.replace("[Sources]", f"[Sources, {', '.join(folders)}]")


DEBUGGING = "#if DEBUG\n    More.start()\n#endif"
DEBUGGED = f"#if DEBUG\n{WORK}#endif\n"
FILED = PROJECT + "    configFiles: { Debug: own.xcconfig, Release: own.xcconfig }\n"
KELVIN = "\u212a"

# Texts that are equal in Unicode, and differ in bytes.
of_app("condition_equal_in_unicode", "critical", "A condition is equal in Unicode to a name that the settings define.", {
    "project.yml": settings("SWIFT_ACTIVE_COMPILATION_CONDITIONS: KIT"), "Sources/More.swift": f"#if !{KELVIN}IT\n{WORK}#endif\n"})
of_app("definition_equal_in_unicode", "critical", "A definition is equal in Unicode to the name of a condition.", {
    "project.yml": settings(f"SWIFT_ACTIVE_COMPILATION_CONDITIONS: {KELVIN}IT"), "Sources/More.swift": f"#if !KIT\n{WORK}#endif\n"})
of_app("condition_equal_in_unicode_in_c", "critical", "A condition of C is equal in Unicode to a name that the settings define.", {
    "project.yml": settings("GCC_PREPROCESSOR_DEFINITIONS: KIT=1"), "Sources/More.m": f"#ifndef {KELVIN}IT\n{OBJECTIVE}#endif\n"}, start="")
of_app("settings_with_mark", "critical", "A mark of Unicode follows the sign of an assignment.", {
    "project.yml": FILED, "own.xcconfig": "SWIFT_ACTIVE_COMPILATION_CONDITIONS =\u0301 DEBUG\n", "Sources/More.swift": DEBUGGED}, start=DEBUGGING)
of_app("include_with_mark", "critical", "A mark of Unicode follows the sign of an include.", {
    "project.yml": FILED, "own.xcconfig": '#\u0301include "more.xcconfig"\n',
    "more.xcconfig": "SWIFT_ACTIVE_COMPILATION_CONDITIONS = DEBUG\n", "Sources/More.swift": DEBUGGED}, start=DEBUGGING)


def identified(name, severity, about, character, other):
    """The code has an identifier that is equal in Unicode to that of the policy and the property list."""
    def build(repository):
        own = "com.example.diary."
        for path in ("bgpolicy.yaml", "Info.plist", "Sources/App.swift"):
            text = repository.path(path).read_text()
            repository.write(path, text.replace(f"{own}refresh", own + (character if path.startswith("Sources") else other)))
        return REFUSED
    build.__name__, build.__doc__ = name, about
    return case(severity)(build)


identified("identifier_with_mark", "critical", "The code has a mark apart from its letter in an identifier.", "cafe\u0301", "caf\u00e9")
identified("identifier_with_sign", "critical", "The code has the Kelvin sign in an identifier.", KELVIN, "K")

POINTER = f"version https://git-lfs.github.com/spec/v1\noid sha256:{'4d7a' * 16}\nsize 12345\n"
of_app("pointer_of_code", "critical", "The work is in Git LFS.", {"Sources/More.swift": POINTER})
of_app("pointer_of_objective", "critical", "A source of Objective-C is in Git LFS.", {"Sources/More.m": POINTER}, start="")
of_app("pointer_of_older_git_lfs", "critical", "A source is in an older version of Git LFS.", {
    "Sources/More.m": "\n" + POINTER.replace("git-lfs", "hawser")}, start="")
of_app("pointer_of_git_annex", "critical", "A source is in git-annex.", {"Sources/More.m": f"/annex/objects/SHA256E-s12345--{'4d7a' * 16}.m\n"}, start="")
of_app("pointer_of_settings", "critical", "A file of settings is in Git LFS.", {
    "project.yml": FILED, "own.xcconfig": POINTER, "Sources/More.swift": DEBUGGED}, start=DEBUGGING)


def kit(file="Kit/More.swift", name="Kit"):
    """A project of Xcode with a library."""
    return f"""// !$*UTF8*$!
{{ objects = {{ P = {{isa = PBXProject; mainGroup = G; buildConfigurationList = L; targets = (T);}};
G = {{isa = PBXGroup; sourceTree = "<group>"; children = (M, PR);}};
M = {{isa = PBXFileReference; path = "{file}"; sourceTree = "<group>";}}; BM = {{isa = PBXBuildFile; fileRef = M;}};
PR = {{isa = PBXFileReference; path = libKit.a; explicitFileType = archive.ar; sourceTree = BUILT_PRODUCTS_DIR;}};
T = {{isa = PBXNativeTarget; name = {name}; productReference = PR; productType = "com.apple.product-type.library.static";
  buildPhases = (S); buildConfigurationList = L;}};
S = {{isa = PBXSourcesBuildPhase; files = (BM);}};
L = {{isa = XCConfigurationList; buildConfigurations = (R);}};
R = {{isa = XCBuildConfiguration; name = Release; buildSettings = {{SDKROOT = iphoneos;}};}}; }}; rootObject = P; }}
"""


KIT = {"Kit.xcodeproj/project.pbxproj": kit(), "Kit/More.swift": PUBLIC, "bgpolicy.yaml": with_sources("Kit")}
PORTAL = "KP = {isa = PBXFileReference; path = Kit.xcodeproj; sourceTree = SOURCE_ROOT;}; "
DEPENDENCY = (PORTAL + "TD = {isa = PBXTargetDependency; NAME targetProxy = CP;}; "
              "CP = {isa = PBXContainerItemProxy; containerPortal = KP; proxyType = 1; remoteGlobalIDString = T; INFO};")
LINKED = "F = {isa = PBXFrameworksBuildPhase; files = (BK);}; BK = {isa = PBXBuildFile; fileRef = RP;}; "


def of_projects(name, severity, about, contents, **parts):
    return of_xcode(name, severity, about, contents, REFUSED, **parts)


of_projects("product_of_other_project", "critical", "The app links the product of another project by a reference to it.", KIT, phases="F", objects=(
    PORTAL + LINKED + "RP = {isa = PBXReferenceProxy; path = libKit.a; remoteRef = CP; sourceTree = BUILT_PRODUCTS_DIR;}; "
    "CP = {isa = PBXContainerItemProxy; containerPortal = KP; proxyType = 2; remoteGlobalIDString = PR; remoteInfo = Kit;};"))
of_projects("product_of_other_project_by_name", "critical", "The app links the product of another project by its name.", KIT, phases="F", objects=(
    LINKED + "RP = {isa = PBXFileReference; path = libKit.a; sourceTree = BUILT_PRODUCTS_DIR;};"))
of_projects("target_by_identifier", "critical", "The app depends on a target of another project under another name.", KIT, keys="dependencies = (TD);",
            objects=DEPENDENCY.replace("NAME", "name = Other;").replace("INFO", "remoteInfo = Other;"))
NAMED_TWICE = {"Aaa.xcodeproj/project.pbxproj": kit("Kit/Other.swift"), "Kit/Other.swift": "let other = 1\n", **KIT}
of_projects("target_of_same_name", "critical", "A target of another project has the name of a dependency.", NAMED_TWICE, keys="dependencies = (TD);",
            objects=DEPENDENCY.replace("NAME", "name = Kit;").replace("INFO", "remoteInfo = Kit;"))
of_projects("project_with_object_twice", "critical", "A project has a phase twice.", MORE, objects="S = {isa = PBXSourcesBuildPhase; files = (BA, BM);}; "
            "S = {isa = PBXSourcesBuildPhase; files = (BA);};")


@tried.case("high", calls=("base",))
def project_with_setting_twice(repository):
    """A project names two property lists for the app."""
    text = PROJECT_OF_XCODE
    for key in ("PHASES", "KEYS", "FILES", "SETTINGS", "OBJECTS"):
        text = text.replace(key, "")
    repository.remove("project.yml")
    repository.write("Diary.xcodeproj/project.pbxproj", text)
    repository.commit()
    repository.git("tag", "-f", tried.START)
    repository.write("Other.plist", "<plist version=\"1.0\"><dict/></plist>")
    repository.write("Diary.xcodeproj/project.pbxproj", text.replace("INFOPLIST_FILE =", "INFOPLIST_FILE = Other.plist; INFOPLIST_FILE ="))
    return Plan(refused=("base",))


def manifest_of(folder):
    return (f'import ProjectDescription\nlet project = Project(name: "{folder}", targets: [.target(name: "Kit", destinations: .iOS, '
            'product: .framework, bundleId: "com.example.kit", sources: ["Code/**"])])\n')


def of_tuist(name, severity, about, extra="", sources='["Sources/**"]', files=None, start="    More.start()"):
    """A manifest of Tuist builds the app."""
    def build(repository):
        repository.remove("project.yml")
        repository.write("Tuist.swift", "")
        repository.write("Project.swift", 'import ProjectDescription\nlet project = Project(name: "Diary", targets: [\n'
                         '  .target(name: "Diary", destinations: .iOS, product: .app, bundleId: "com.example.diary", infoPlist: "Info.plist", '
                         f"sources: {sources}{extra})\n])\n")
        repository.write("Sources/App.swift", STARTING.replace("START", start))
        for path, text in (files or {}).items():
            repository.write(path, text)
        return REFUSED
    build.__name__, build.__doc__ = name, about
    return case(severity)(build)


of_tuist("target_of_same_name_in_tuist", "critical", "A target of another manifest has the name of a dependency.",
         ', dependencies: [.project(target: "Kit", path: "Zzz")]', files={
             "Zzz/Project.swift": manifest_of("Zzz"), "Zzz/Code/More.swift": PUBLIC, "Aaa/Project.swift": manifest_of("Aaa"),
             "Aaa/Code/Other.swift": "let other = 1\n", "bgpolicy.yaml": with_sources("Zzz", "Aaa")})


def of_package(name, severity, about, manifest, files, folders=("Core",), plan=REFUSED):
    """A package of the app has the work, or another one that it depends on."""
    return of_app(name, severity, about, {
        "project.yml": PROJECT + "    dependencies: [{ package: Core }]\npackages: { Core: { path: Core } }\n",
        "bgpolicy.yaml": with_sources(*folders), "Core/Package.swift": MANIFEST + manifest, **files}, plan)


PACKAGE_OF_KIT = MANIFEST + CORE.replace('"Core"', '"Kit"')
of_package("package_of_same_name", "critical", "Another package has the product on which a package depends.", CORE.replace(
    'targets: [.target(name: "Core")]', 'dependencies: [.package(path: "../Zzz")], '
    'targets: [.target(name: "Core", dependencies: [.product(name: "Kit", package: "Zzz")])]'), {
        "Core/Sources/Core/Core.swift": "@_exported import Kit\n", "Zzz/Package.swift": PACKAGE_OF_KIT, "Zzz/Sources/Kit/More.swift": PUBLIC,
        "Aaa/Package.swift": PACKAGE_OF_KIT, "Aaa/Sources/Kit/Other.swift": "public let other = 1\n"}, ("Core", "Zzz", "Aaa"))
of_package("package_in_other_case", "critical", "A package has its code in a folder whose capitals differ.",
           CORE.replace('.target(name: "Core")', '.target(name: "Core", path: "code")'), {"Core/Code/More.swift": PUBLIC})
of_package("macros_of_package", "medium", "A macro of a package writes the work.", CORE.replace(
    '[.target(name: "Core")]', '[.macro(name: "Writing"), .target(name: "Core", dependencies: ["Writing"])]'), {
        "Core/Sources/Writing/Writing.swift": 'public struct Writing { let text = "BGTaskScheduler.shared.submit(request)" }\n',
        "Core/Sources/Core/More.swift": '@freestanding(expression) public macro write() = #externalMacro(module: "Writing", type: "Writing")\n'
                                        "public enum More { public static func start() { #write() } }\n"}, plan=NAMED)
of_app("spec_in_other_case", "critical", "A specification names a folder in other capitals.", {
    "project.yml": PROJECT.replace("[Sources]", "[Sources, more]"), "bgpolicy.yaml": with_sources("More"), "More/More.swift": WORK})
of_xcode("folder_in_other_case", "critical", "A folder of Xcode's has other capitals on the disk.", {"Own/More.swift": WORK}, REFUSED,
         keys="fileSystemSynchronizedGroups = (Y);", objects='Y = {isa = PBXFileSystemSynchronizedRootGroup; path = own; sourceTree = "<group>";};')
of_xcode("folder_of_phase", "critical", "A phase compiles a folder within one of Xcode's.", {"Own/Inner/More.swift": WORK}, REFUSED, objects=(
    'Y = {isa = PBXFileSystemSynchronizedRootGroup; path = Own; sourceTree = "<group>"; exceptions = (E);}; '
    "E = {isa = PBXFileSystemSynchronizedGroupBuildPhaseMembershipExceptionSet; buildPhase = S; membershipExceptions = (Inner);};"))

# The app's code is left out, with the handler of its task.
OTHER = {"Sources/Other.swift": "@main enum Other { static func main() {} }\n"}
SHOWN = Plan(refused=("gate",), says={"gate": ("code-task-not-registered",)})
of_app("source_left_out", "critical", "A setting leaves the code out of the release.", {
    "project.yml": settings("EXCLUDED_SOURCE_FILE_NAMES: App.swift"), **OTHER}, SHOWN, "")
of_app("source_of_other_system_in_spec", "critical", "A specification compiles the code for another system.", {
    "project.yml": PROJECT.replace("[Sources]", "[Sources/Other.swift, { path: Sources/App.swift, destinationFilters: [macOS] }]"), **OTHER}, SHOWN, "")
of_tuist("source_of_other_system_in_tuist", "critical", "A manifest compiles the code for another system.",
         sources='[.glob("Sources/**", compilationCondition: .when([.macos]))]', files=OTHER, start="")


@case("critical")
def source_of_other_system(repository):
    """A project compiles the code for another system."""
    text = PROJECT_OF_XCODE.replace("fileRef = A;", "fileRef = A; platformFilters = (macos);")
    for key in ("PHASES", "KEYS", "FILES", "SETTINGS", "OBJECTS"):
        text = text.replace(key, "")
    repository.remove("project.yml")
    repository.write("Diary.xcodeproj/project.pbxproj", text)
    return SHOWN


of_xcode("source_of_other_system_in_folder", "critical", "A folder of Xcode's compiles the code for another system.", {
    "Own/App.swift": SOUND, "Sources/App.swift": "import Foundation\n"}, SHOWN, keys="fileSystemSynchronizedGroups = (Y);", objects=(
        'Y = {isa = PBXFileSystemSynchronizedRootGroup; path = Own; sourceTree = "<group>"; exceptions = (E);}; '
        "E = {isa = PBXFileSystemSynchronizedBuildFileExceptionSet; target = T; platformFiltersByRelativePath = {App.swift = (macos);};};"))

# Programs, rules and other forms of code.
RULED = "BX = {isa = PBXBuildFile; fileRef = X;}; X = {isa = PBXFileReference; path = More.abc; sourceTree = SOURCE_ROOT;}; "
of_xcode("build_rule", "critical", "A rule compiles files of another name.", {"More.abc": WORK}, REFUSED, files="BX", keys="buildRules = (BR);", objects=(
    RULED + 'BR = {isa = PBXBuildRule; compilerSpec = "com.apple.xcode.tools.swift.compiler"; filePatterns = "*.abc"; fileType = pattern.proxy;};'))
of_xcode("build_rule_with_script", "high", "The script of a rule makes code.", {"More.abc": WORK}, NAMED, files="BX", keys="buildRules = (BR);", objects=(
    RULED + 'BR = {isa = PBXBuildRule; compilerSpec = "com.apple.compilers.proxy.script"; filePatterns = "*.abc"; fileType = pattern.proxy;};'))
of_app("build_rule_of_spec", "high", "The rule of a specification makes code.", {
    "project.yml": PROJECT + '    buildRules: [{ filePattern: "*.abc", script: "cp a b", outputFiles: ["$(DERIVED_FILE_DIR)/x.swift"] }]\n',
    "Sources/More.abc": WORK}, NAMED)
of_app("compiler_of_repository", "high", "A program of the repository compiles the code.", {
    "project.yml": settings('SWIFT_EXEC: "$(SRCROOT)/compiler"'), "compiler": "#!/bin/sh\n"}, NAMED, "")
of_app("flags_in_setting", "critical", "The level of optimization has a flag.", {
    "project.yml": settings('SWIFT_OPTIMIZATION_LEVEL: "-O -DDEBUG"'), "Sources/More.swift": DEBUGGED}, start=DEBUGGING)
of_app("plugin_of_compiler", "high", "A flag loads a plug-in of the compiler.", {
    "project.yml": settings('OTHER_SWIFT_FLAGS: "-load-plugin-executable plugin#Plugin"')}, NAMED, "")
of_app("swift_that_is_unknown", "high", "A part of a file is no Swift that the parser knows.", {
    "Sources/More.swift": "enum Other { case (\n" + WORK}, NAMED)
of_xcode("objective_for_yacc", "high", "The app compiles Objective-C with rules for yacc.", {"More.ym": HEADERS + CONSTRUCTOR}, REFUSED, files="BX",
         objects=RULED.replace("abc", "ym"))
of_xcode("objective_for_lex", "high", "The app compiles Objective-C with rules for lex.", {"More.lm": HEADERS + CONSTRUCTOR}, REFUSED, files="BX",
         objects=RULED.replace("abc", "lm"))
of_xcode("objective_of_preprocessor", "high", "The app compiles the preprocessor's output.", {"More.mi": HEADERS + CONSTRUCTOR}, REFUSED, files="BX",
         objects=RULED.replace("abc", "mi"))
objective("assembler", "high", "Assembler sends the messages.", "", "Sources/More.s", {
    "Sources/More.s": ".globl _more\n_more: bl _objc_msgSend\n.section __DATA,__mod_init_func\n.quad _more\n",
    "project.yml": PROJECT}, case)


@case("high")
def project_that_is_no_list(repository):
    """A project of Xcode lacks a semicolon, and a condition hides the work."""
    repository.remove("project.yml")
    repository.write("Diary.xcodeproj/project.pbxproj", PROJECT_OF_XCODE.replace("rootObject = P;", "rootObject = P"))
    repository.write("Sources/App.swift", call("DEBUG"))
    repository.write("Sources/More.swift", DEBUGGED)
    return NAMED


@case("critical")
def pod_after_other_line_breaks(repository):
    """A Podfile has line breaks of two characters, and begins with a comment."""
    repository.write("Sources/App.swift", call())
    repository.write("Kit/More.swift", PUBLIC)
    repository.write("Podfile", "# Pods\r\nplatform :ios, '16.0'\r\ntarget 'Diary' do\r\n  pod 'Kit', :path => 'Kit'\r\nend\r\n")
    return NAMED


@case("high")
def conditions_without_end(repository):
    """The settings define 8,000 names, each of which is a condition of the code."""
    names = [f"NAME{index}" for index in range(8_000)]
    repository.write("project.yml", settings(f'SWIFT_ACTIVE_COMPILATION_CONDITIONS: "{" ".join(names)}"'))
    repository.write("Sources/More.swift", "".join(f"#if {name}\nlet a{name} = 1\n#endif\n" for name in names))
    return Plan()


def beside(name, severity, about, objects):
    """Another project is beside the app's."""
    def build(repository):
        repository.write("Other.xcodeproj/project.pbxproj", "// !$*UTF8*$!\n{objects={" + objects() + "};rootObject=P;}")
        return Plan()
    build.__name__, build.__doc__ = name, about
    return case(severity)(build)


beside("groups_in_a_row", "high", "Each of 60,000 groups is in the one before.", lambda: "P={isa=PBXProject;mainGroup=G0;targets=();};" + "".join(
    f'G{index}={{isa=PBXGroup;path=a;sourceTree="<group>";children=(G{index + 1});}};' for index in range(60_000)))
beside("folders_of_targets", "high", "Each of 700 folders has an exception for one of 700 targets.", lambda: (
    "P={isa=PBXProject;mainGroup=G;targets=(" + ",".join(f"T{index}" for index in range(700)) + ");};G={isa=PBXGroup;children=();};"
    + "".join(f'T{index}={{isa=PBXNativeTarget;name=T{index};productType="com.apple.product-type.framework";}};'
              f"Y{index}={{isa=PBXFileSystemSynchronizedRootGroup;path=Sources;sourceTree=SOURCE_ROOT;exceptions=(E{index});}};"
              f"E{index}={{isa=PBXFileSystemSynchronizedBuildFileExceptionSet;target=T{index};membershipExceptions=(App.swift);}};"
              for index in range(700))))


@case("high")
def pods_without_end(repository):
    """A Podfile names 200,000 pods."""
    repository.write("Podfile", "pod 'Kit', :path => 'Kit'\n" * 200_000)
    return Plan()
