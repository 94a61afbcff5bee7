"""Project files and policies that take exponential time, or more memory than a machine has, beside an error of the app."""

import functools

from . import repository as tried
from .repository import BROKEN, POLICY, PROJECT, PROPERTY_LIST, SOUND, Plan

# These calls read projects.
case = functools.partial(tried.case, calls=("gate", "import", "drift"))


def bomb(repository, files):
    repository.write("Sources/App.swift", BROKEN)
    for name, text in files.items():
        repository.write(name, text)
    return Plan(refused=("gate", "drift"))


TEMPLATED = PROJECT.replace("    type: application\n", "    type: application\n    templates: [T]\n")


@case("high")
def templates_of_themselves(repository):
    """Two templates of XcodeGen have each other twice."""
    return bomb(repository, {"project.yml": TEMPLATED.replace("[T]", "[A]") + """targetTemplates:
  A: { templates: [A, B, B] }
  B: { templates: [A, A, B] }
"""})


@case("high")
def templates_twice(repository):
    """Each of 31 templates has the next one twice."""
    templates = "".join(f"  T{index}: {{ templates: [T{index + 1}, T{index + 1}] }}\n" for index in range(31))
    return bomb(repository, {"project.yml": TEMPLATED.replace("[T]", "[T0]") + f"targetTemplates:\n{templates}  T31: {{ sources: [Sources] }}\n"})


@case("high")
def includes_thrice(repository):
    """Each of 28 specifications includes the next one three times."""
    files = {f"{index}.yml": f"include: [{index + 1}.yml, {index + 1}.yml, {index + 1}.yml]\n" for index in range(28)}
    return bomb(repository, {**files, "28.yml": "options: {}\n", "project.yml": "include: [0.yml]\n" + PROJECT})


@case("high")
def includes_large(repository):
    """Each of 14 specifications includes the next one twice, and the last has a list of 20,000 files."""
    files = {f"{index}.yml": f"include: [{index + 1}.yml, {index + 1}.yml]\n" for index in range(14)}
    last = "targets: { Diary: { sources: [" + ", ".join(f"Sources/{index}.swift" for index in range(20_000)) + "] } }\n"
    return bomb(repository, {**files, "14.yml": last, "project.yml": "include: [0.yml]\n" + PROJECT})


@case("high")
def patterns(repository):
    """The specification names the code by patterns with alternatives and sets, beside code without an error."""
    repository.write("More/Other.swift", "func other() {}\n")
    repository.write("Code/App.swift", BROKEN)
    return bomb(repository, {"Sources/App.swift": "", "project.yml": PROJECT.replace(
        "[Sources]", '[More, { path: Code, includes: ["*.{swift,m}"] }]'), "bgpolicy.yaml": POLICY.replace("[Sources]", "[Code, More]")})


@case("high")
def patterns_with_sets(repository):
    """The specification names the code by a pattern with a set."""
    plan = patterns(repository)
    repository.write("project.yml", PROJECT.replace("[Sources]", '[More, { path: Code, includes: ["*.[s]wif[a-z]"] }]'))
    return plan


def left_out(repository, sources):
    """A specification that names code which can't be read, beside code without an error."""
    plan = bomb(repository, {
        "Other/App.swift": BROKEN, "Sources/App.swift": SOUND, "project.yml": PROJECT.replace("[Sources]", f"[Sources, {sources}]")})
    plan.more = {"strict": ["gate", "--skip", "generated", "--strict"]}
    plan.refused = ("strict",)
    plan.says = {"gate": ["1 file of code not read"], "strict": ["not read"], "drift": ["Not read: project.yml"]}
    return plan


@case("high")
def sources_of_environment(repository):
    """The specification names the code by a variable of the environment."""
    return left_out(repository, '"${MORE}"')


@case("high")
def sources_above(repository):
    """The specification names code above the folder of the app."""
    return left_out(repository, "../Shared")


@case("high")
def patterns_of_packages(repository):
    """The package of the app excludes a file by a pattern, which SwiftPM takes for a name."""
    repository.write("Core/Package.swift", """// swift-tools-version: 5.9
import PackageDescription
let package = Package(name: "Core", products: [.library(name: "Core", targets: ["Core"])],
  targets: [.target(name: "Core", exclude: ["*.swift"])])
""")
    repository.write("Core/Sources/Core/App.swift", BROKEN.replace("@main\n", ""))
    return bomb(repository, {"Sources/App.swift": "", "bgpolicy.yaml": POLICY.replace("[Sources]", "[Core, Sources]"), "project.yml": PROJECT.replace(
        "targets:", "packages: { Core: { path: Core } }\ntargets:", 1).replace("[Sources]", "[Sources]\n    dependencies: [{ package: Core }]")})


MANIFEST = """import ProjectDescription
HEAD
let project = Project(name: "Diary", targets: [
  .target(name: "Diary", destinations: .iOS, product: .app, bundleId: NAME, infoPlist: "Info.plist", sources: ["Sources/**"])
])
"""


@case("high")
def manifest_calls(repository):
    """A function of a manifest calls itself three times."""
    repository.remove("project.yml")
    head = "func f(_ x: String) -> String { f(f(x) + f(x)) }"
    return bomb(repository, {"Project.swift": MANIFEST.replace("HEAD", head).replace("NAME", 'f("a")')})


@case("high")
def manifest_constants(repository):
    """Each of 30 constants of a manifest is eight times the one before."""
    repository.remove("project.yml")
    head = 'let c0 = "a"\n' + "\n".join(f"let c{index + 1} = " + " + ".join([f"c{index}"] * 8) for index in range(30))
    return bomb(repository, {"Project.swift": MANIFEST.replace("HEAD", head).replace("NAME", "c30")})


@case("high")
def settings_inherited(repository):
    """A file of build settings appends 99,000 times to a setting."""
    project = PROJECT.replace("PRODUCT_BUNDLE_IDENTIFIER: com.example.diary, ", "") + "    configFiles: { Debug: Diary.xcconfig, Release: Diary.xcconfig }\n"
    return bomb(repository, {"project.yml": project, "Diary.xcconfig": "PRODUCT_BUNDLE_IDENTIFIER = $(inherited)x\n" * 99_000})


@case("high")
def modes(repository):
    """A property list has 1,000,000 background modes."""
    text = "<plist version=\"1.0\"><dict><key>UIBackgroundModes</key><array>" + "<string>a</string>" * 1_000_000 + "</array></dict></plist>"
    return bomb(repository, {"Info.plist": text})


def targets(count, settings):
    """Applications beside the specification's that share a property list."""
    return PROJECT + "".join(
        f"  A{index}: {{ type: application, platform: iOS, sources: [Sources], settings: {{ base: {{ {settings}, "
        f"PRODUCT_BUNDLE_IDENTIFIER: com.example.a{index}, INFOPLIST_FILE: Large.plist }} }} }}\n" for index in range(count))


@case("high", calls=("gate", "drift"))
def targets_with_modes(repository):
    """200 targets share a property list with 30,000 background modes."""
    text = '<plist version="1.0"><dict><key>UIBackgroundModes</key><array>' + "<string>fetch</string>" * 30_000 + "</array></dict></plist>"
    return bomb(repository, {"Large.plist": text, "project.yml": targets(200, "A: B")})


@case("high", calls=("gate", "drift"))
def targets_with_preprocessor(repository):
    """1,000 targets share a property list with 20,000 keys, which the preprocessor of C reads."""
    text = '<plist version="1.0"><dict>' + "".join(f"<key>k{index}</key><true/>" for index in range(20_000)) + "</dict></plist>"
    return bomb(repository, {"Large.plist": text, "project.yml": targets(1_000, "INFOPLIST_PREPROCESS: YES")})


@case("high")
def settings_included(repository):
    """A file of settings includes another one, which has 20,000 comments, 1,000 times."""
    return bomb(repository, {
        "project.yml": "configFiles: { Debug: a.xcconfig, Release: a.xcconfig }\n" + PROJECT,
        "a.xcconfig": '#include "b.xcconfig"\n' * 1_000, "b.xcconfig": "// a comment of a few words\n" * 20_000})


@case("high")
def packages_with_escapes(repository):
    """A list of packages spells 20,000 names with escapes."""
    names = "".join(f',\n"react\\u002dnative-{index}": "1"' for index in range(20_000))
    return bomb(repository, {"package.json": '{"dependencies": {"react-native": "1"' + names + "}}"})


@case("high")
def excludes_many(repository):
    """300 files in 14 folders are compared with 60 patterns of 25 parts."""
    patterns = ", ".join(f'"{"**/*a*/" * 12}*b{index}"' for index in range(60))
    files = {f"Sources/{'aaaaaaaaaa/' * 14}more{index}.swift": "" for index in range(300)}
    return bomb(repository, {**files, "project.yml": PROJECT.replace("[Sources]", f"[{{path: Sources, excludes: [{patterns}]}}]")})


@case("high")
def values_of_projects(repository):
    """Ten projects of Xcode have 200,000 values each, and a catalog of texts has 5,000,000."""
    files = {f"Diary{index}.xcodeproj/project.pbxproj": "{ objects = (" + "a," * 200_000 + "); }" for index in range(11)}
    return bomb(repository, {**files, "Sources/A.xcstrings": '{"sourceLanguage": "en", "strings": [' + "0," * 5_000_000 + "0]}"})


def project_of_xcode(objects):
    """A project of Xcode beside the specification's, whose root is `P`."""
    return "// !$*UTF8*$!\n{ objects = { " + objects + " }; rootObject = P; }\n"


APPLICATION = 'isa=PBXNativeTarget; productType="com.apple.product-type.application";'


@case("high")
def targets_repeated(repository):
    """A project lists one target 20,000 times, the target one phase, the phase one file, and the file's group itself as often."""
    def many(name):
        return "(" + f"{name}," * 20_000 + ")"
    return bomb(repository, {"Other.xcodeproj/project.pbxproj": project_of_xcode(
        f"P={{isa=PBXProject; mainGroup=G; targets={many('T')};}}; G={{isa=PBXGroup; children={many('G')};}}; "
        f"T={{{APPLICATION} name=T; buildPhases={many('S')};}}; S={{isa=PBXSourcesBuildPhase; files={many('B')};}}; "
        "B={isa=PBXBuildFile; fileRef=G;};")})


# Import writes a policy for each application.
@tried.case("high", calls=("gate", "drift"))
def targets_of_targets(repository):
    """Each of 400 applications of a project depends on 20 others."""
    count = 400
    targets = (
        f"T{index}={{{APPLICATION} name=T{index}; dependencies=("
        + ",".join(f"D{(index * 7 + other) % count}" for other in range(20))
        + f");}}; D{index}={{isa=PBXTargetDependency; target=T{index};}}; " for index in range(count))
    names = ",".join(f"T{index}" for index in range(count))
    return bomb(repository, {"Other.xcodeproj/project.pbxproj": project_of_xcode(
        f"P={{isa=PBXProject; mainGroup=G; targets=({names});}}; G={{isa=PBXGroup; children=();}}; " + "".join(targets))})


# Import writes a policy for each application.
@tried.case("high", calls=("gate", "drift"))
def targets_in_a_chain(repository):
    """Each of 600 applications of a specification depends on the next one."""
    chain = "".join(
        f"  T{index}: {{ type: application, platform: iOS, sources: [Sources], dependencies: [{{ target: T{index + 1} }}] }}\n"
        for index in range(600))
    return bomb(repository, {"project.yml": PROJECT + chain})

@tried.case("medium", calls=("lint", "gate"))
def values_of_policies(repository):
    """A policy has 2,000,000 values, and another one 16 MB of line breaks."""
    repository.write("values.bgpolicy.yaml", "schema: 1\ntasks: [" + "a," * 2_000_000 + "]\n")
    repository.write("lines.bgpolicy.yaml", POLICY + "\n" * ((16 << 20) - 1_000))
    return Plan(refused=("lint", "gate"))


@tried.case("high", calls=("lint", "gate"))
def files_of_many_policies(repository):
    """200 policies extend a base of 4 MB, and name a property list of 1 MB and code of 4 MB."""
    repository.write("base.yaml", "schema: 1\n" + "#" * (4 << 20) + "\n")
    repository.write("Large.plist", PROPERTY_LIST.replace("</dict>", "<key>a</key><array>" + "<true/>" * 140_000 + "</array></dict>"))
    for index in range(2):
        repository.write(f"Code/{index}.swift", "// a comment\n" * 160_000)
    for index in range(200):
        app = f"app: {{ name: A, bundleIdentifier: com.example.a{index}, infoPlist: Large.plist, sources: [Code] }}\n"
        repository.write(f"{index}.bgpolicy.yaml", "extends: base.yaml\n" + app)
    return Plan(refused=("lint", "gate"))


@tried.case("high", calls=("lint", "gate"))
def patterns_of_folders(repository):
    """The search compares 2,000 folders with 60,000 patterns of ignored names."""
    repository.write(".gitignore", "*a*b*c*d*-\n" * 60_000)
    for index in range(2_000):
        repository.write(f"abcdabcdabcd{index}-/README", "")
    repository.write("bgpolicy.yaml", POLICY + "unknown: 1\n")
    return Plan(refused=("lint", "gate"))
