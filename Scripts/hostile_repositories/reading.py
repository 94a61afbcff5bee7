"""Code that the app compiles, and that the reader would not read, or would take for code of another build."""

import functools

from . import repository as tried
from .repository import PROJECT, SOUND, Plan

# These calls read code.
case = functools.partial(tried.case, calls=("lint", "gate", "drift"))

REFUSED = ("gate",)
# A part of a project that is not known may name code, or not: the gate says so, and refuses it if it is strict.
NAMED = Plan(
    refused=("strict",), says={"gate": ("was not read",)}, more={"strict": ["gate", "--skip", "generated", "--strict"]})

# Work of the app that the policy lacks, with an error that is ignored.
WORK = """import BackgroundTasks

enum More {
  static func start() { try? BGTaskScheduler.shared.submit(BGProcessingTaskRequest(identifier: "com.example.diary.more")) }
}
"""

# The same in Objective-C, which the runtime calls.
OBJECTIVE = """#import <BackgroundTasks/BackgroundTasks.h>
@interface More : NSObject
@end
@implementation More
+ (void)load {
  BGProcessingTaskRequest *request = [[BGProcessingTaskRequest alloc] initWithIdentifier:@"com.example.diary.more"];
  [[BGTaskScheduler sharedScheduler] submitTaskRequest:request error:nil];
}
@end
"""

# The sound code, which starts the work.
STARTING = SOUND.replace("{ Refresh.schedule() }", "{\n    Refresh.schedule()\nSTART\n  }")


def call(condition=None):
    """The sound code with a call of the work, in a branch of the compiler if a condition is given."""
    return STARTING.replace("START", f"#if {condition}\n    More.start()\n#endif" if condition else "    More.start()")


def settings(*lines):
    """The project with more settings of its target."""
    own = "\n".join(f"        {line}" for line in lines)
    return PROJECT.replace("    settings: { base: { ", "    settings:\n      base:\n        ").replace(
        "PRODUCT_BUNDLE_IDENTIFIER: com.example.diary, INFOPLIST_FILE: Info.plist } }",
        f"PRODUCT_BUNDLE_IDENTIFIER: com.example.diary\n        INFOPLIST_FILE: Info.plist\n{own}")


def debug_of_swift(name, severity, about, project, **files):
    """The work is in code for debugging, which the release compiles."""
    def build(repository):
        repository.write("project.yml", project)
        repository.write("Sources/App.swift", call("DEBUG"))
        repository.write("Sources/More.swift", f"#if DEBUG\n{WORK}#endif\n")
        for path, text in files.items():
            repository.write(path.replace("_", "."), text)
        return Plan(refused=REFUSED)
    build.__name__, build.__doc__ = name, about
    return case(severity)(build)


def debug_of_objective(name, severity, about, project, text):
    """The work is in code of Objective-C under a condition that holds in the release."""
    def build(repository):
        repository.write("project.yml", project)
        repository.write("Sources/More.m", text)
        return Plan(refused=REFUSED)
    build.__name__, build.__doc__ = name, about
    return case(severity)(build)


def under(condition):
    return f"{condition}\n{OBJECTIVE}#endif\n"


debug_of_swift("debug_response_file", "critical", "A file of flags defines DEBUG.",
               settings('OTHER_SWIFT_FLAGS: "@flags.rsp"'), flags_rsp="-DDEBUG\n")
debug_of_swift("debug_frontend", "critical", "A flag of the frontend defines DEBUG.",
               settings('OTHER_SWIFT_FLAGS: "-Xfrontend -D -Xfrontend DEBUG"'))
debug_of_swift("debug_quotes", "critical", "A flag in quotes defines DEBUG.", settings('''OTHER_SWIFT_FLAGS: "'-DDEBUG'"'''))
debug_of_swift("debug_architecture", "critical", "DEBUG is defined on one architecture.",
               settings('"SWIFT_ACTIVE_COMPILATION_CONDITIONS[arch=arm64]": DEBUG'))
debug_of_swift("debug_setting", "critical", "A setting that nobody assigns may be DEBUG.",
               settings('SWIFT_ACTIVE_COMPILATION_CONDITIONS: "$(FLAG_OF_CI)"'))
debug_of_swift("debug_other_release", "critical", "The release defines DEBUG, and another one does not.", PROJECT.replace(
    "targets:", "configs: { Debug: debug, Release: release, Staging: release }\n"
    "settings: { configs: { Release: { SWIFT_ACTIVE_COMPILATION_CONDITIONS: DEBUG } } }\ntargets:"))
FILED = "configFiles: { Debug: own.xcconfig, Release: own.xcconfig }\n" + PROJECT
DEBUGGING = "SWIFT_ACTIVE_COMPILATION_CONDITIONS = DEBUG\n"
debug_of_swift("settings_in_utf16", "critical", "A file of settings in UTF-16 defines DEBUG.", FILED, own_xcconfig=DEBUGGING.encode("utf-16"))
debug_of_swift("settings_in_utf16_without_mark", "critical", "A file of settings in UTF-16 without a mark defines DEBUG.", FILED,
               own_xcconfig=DEBUGGING.encode("utf-16-le"))
debug_of_swift("settings_in_utf32", "critical", "A file of settings in UTF-32 defines DEBUG.", FILED, own_xcconfig=DEBUGGING.encode("utf-32"))
debug_of_swift("settings_included_in_utf16", "critical", "A file of settings includes one in UTF-16, which may be missing.", FILED,
               own_xcconfig='#include? "more.xcconfig"\n', more_xcconfig=DEBUGGING.encode("utf-16"))
debug_of_objective("debug_of_file", "critical", "The file defines DEBUG.", PROJECT, "#define DEBUG 1\n" + under("#if DEBUG"))
debug_of_objective("debug_zero", "critical", "DEBUG is defined as 0.",
                   settings("GCC_PREPROCESSOR_DEFINITIONS: DEBUG=0"), under("#ifdef DEBUG"))
debug_of_objective("debug_flag", "critical", "A flag of C defines DEBUG.", settings("OTHER_CFLAGS: -DDEBUG=1"), under("#ifdef DEBUG"))
debug_of_objective("debug_per_file", "critical", "A flag of one file defines DEBUG.",
                   PROJECT.replace("[Sources]", '[{path: Sources, compilerFlags: "-DDEBUG=1"}]'), under("#ifdef DEBUG"))
debug_of_objective("debug_less", "critical", "The condition compares DEBUG.", PROJECT, under("#if DEBUG < 1"))
debug_of_objective("debug_plus", "critical", "The condition counts.", PROJECT, under("#if defined(DEBUG) + 1"))
debug_of_objective("debug_choice", "critical", "The condition chooses.", PROJECT, under("#if 0 ? 0 : 1"))
debug_of_objective("guard_with_value", "critical", "The file is in the default of a macro.", PROJECT,
                   f"#ifndef MORE_M\n#define MORE_M 1\n{OBJECTIVE}#endif\n")


@case("high")
def brackets_in_arguments(repository):
    """40 square brackets in types, with a word between them."""
    repository.write("Sources/More.swift", "let x: " + "[A<" * 40 + "Int" + ">]" * 40 + "\n")
    return Plan(refused=REFUSED)


@case("high")
def brackets_in_tuples(repository):
    """40 square brackets in tuples."""
    repository.write("Sources/More.swift", "let x: " + "[(a: " * 40 + "Int" + ")]" * 40 + "\n")
    return Plan(refused=REFUSED)


def included(name, severity, about, files, project=PROJECT):
    """The work is in a file that the app compiles under another name."""
    def build(repository):
        repository.write("project.yml", project)
        for path, text in files.items():
            repository.write(path, text)
        return Plan(refused=REFUSED)
    build.__name__, build.__doc__ = name, about
    return case(severity)(build)


def included_beside(path):
    """A file with the work, and the one beside it that includes it."""
    return {f"Sources/{path}": OBJECTIVE, "Sources/More.m": f'#include "{path}"\n'}


included("included_h", "critical", "The work is in a header.", included_beside("body.h"))
included("included_inc", "critical", "The work is in a part of a file.", included_beside("body.inc"))
included("included_no_ending", "critical", "The work is in a file without an ending.", included_beside("body"))
included("included_hidden", "critical", "The work is in a hidden file.", included_beside(".body.h"))
included("included_capitals", "critical", "The work is in a header with capitals.", included_beside("BODY.HPP"))
included("included_of_build", "critical", "The work is in a header in build.",
         {"build/body.h": OBJECTIVE, "Sources/More.m": '#include "../build/body.h"\n'})
included("included_by_macro", "critical", "A macro names the file with the work.",
         {"Sources/body.h": OBJECTIVE, "Sources/More.m": '#define F "body.h"\n#include F\n'})
included("included_inside", "critical", "The work is in the text of methods.", {
    "Sources/methods.inc": "".join(OBJECTIVE.splitlines(True)[4:-1]),
    "Sources/More.m": "".join(OBJECTIVE.splitlines(True)[:4]) + '#include "methods.inc"\n@end\n'})
included("included_by_flag", "critical", "A flag includes the file with the work.", {"body.txt": OBJECTIVE, "Sources/More.m": "int more;\n"},
         settings('OTHER_CFLAGS: "-include body.txt"'))
included("prefix_header", "critical", "The work is in the prefix header.", {"body.txt": OBJECTIVE, "Sources/More.m": "int more;\n"},
         settings("GCC_PREFIX_HEADER: body.txt"))
included("c_with_messages", "critical", "C sends the messages.", {
    "Sources/More.c": "#include <objc/message.h>\n__attribute__((constructor)) void more(void) { objc_msgSend(0, 0); }\n"})


def compiled(name, severity, about, path, project=PROJECT, plan=Plan(refused=REFUSED), **files):
    """The work is in Swift that the app compiles, and the reader would not look at."""
    def build(repository):
        repository.write("project.yml", project)
        if path.startswith("More/"):
            repository.write("bgpolicy.yaml", tried.POLICY.replace("[Sources]", "[Sources, More]"))
        repository.write("Sources/App.swift", call())
        repository.write(path, WORK)
        for file, text in files.items():
            repository.write({"more_yml": "more.yml"}[file], text)
        return plan
    build.__name__, build.__doc__ = name, about
    return case(severity)(build)


def more(entry):
    """The project with a second folder of sources."""
    return PROJECT.replace("[Sources]", f"[Sources, {entry}]")


compiled("hidden_name", "critical", "The file's name is hidden.", "Sources/.More.swift")
compiled("hidden_folder", "critical", "The folder's name is hidden.", "Sources/.more/More.swift")
compiled("folder_with_ending", "critical", "The folder has the ending of a file.", "Sources/more.json/More.swift")
compiled("include_of_environment", "critical", "The environment names the included spec.", "More/More.swift",
         "include: [\"${FOLDER}/more.yml\"]\n" + PROJECT, plan=NAMED, more_yml="targets: { Diary: { sources: [More] } }\n")
compiled("includes_of_environment", "critical", "The environment is in a pattern.", "More/More.swift",
         more('{path: More, includes: ["*.${ENDING}"]}'))
compiled("includes_of_classes", "critical", "A pattern has a class of characters.", "More/More.swift",
         more('{path: More, includes: ["[[:alpha:]]*.swift"]}'))
compiled("excludes_nothing", "critical", "A pattern excludes nothing.", "More/More.swift", more('{path: More, excludes: ["./More.swift"]}'))


def packaged(name, severity, about, manifest, folder="Core", others=None, plan=Plan(refused=REFUSED)):
    """The work is in a local package."""
    def build(repository):
        repository.write("project.yml", PROJECT + f"    dependencies: [{{ package: Core }}]\npackages: {{ Core: {{ path: {folder} }} }}\n")
        repository.write("bgpolicy.yaml", tried.POLICY.replace("[Sources]", f"[Sources, {folder}]"))
        repository.write("Sources/App.swift", "import Core\n" + call())
        repository.write(f"{folder}/Package.swift", "// swift-tools-version: 5.9\nimport PackageDescription\n" + manifest)
        repository.write(f"{folder}/Sources/Core/Core.swift", "public let core = 1\n")
        repository.write(f"{folder}/More/More.swift", WORK.replace("enum", "public enum").replace("static", "public static"))
        for path, text in (others or {}).items():
            repository.write(path, text)
        return plan
    build.__name__, build.__doc__ = name, about
    return case(severity)(build)


CORE = 'let package = Package(name: "Core", products: [.library(name: "Core", targets: ["Core"])], targets: [.target(name: "Core")])\n'
BOTH = CORE.replace('["Core"]', '["Core", "More"]').replace(
    '[.target(name: "Core")]', '[.target(name: "Core"), .target(name: "More", path: "More")]')
packaged("package_of_vendor", "critical", "The package is in a folder of dependencies.", BOTH, "vendor/Core")
packaged("package_hidden", "critical", "The package's folder is hidden.", BOTH, ".core")
packaged("package_of_version", "critical", "A version of Swift has its own manifest.", CORE, others={
    "Core/Package@swift-5.9.swift": "// swift-tools-version: 5.9\nimport PackageDescription\n" + BOTH})
packaged("package_changed", "critical", "A statement adds a target.", CORE + 'package.targets.append(.target(name: "More", path: "More"))\n'
         'package.products = [.library(name: "Core", targets: ["Core", "More"])]\n', plan=NAMED)
packaged("package_of_variable", "critical", "A variable gets another element.", 'var own = ["Core"]\nown.append("More")\n'
         + BOTH.replace('targets: ["Core", "More"]', "targets: own"), plan=NAMED)
packaged("package_of_function", "critical", "A function makes the name of a target.", BOTH.replace('"More"])]', '"Mo" + String("er".reversed())])]'), plan=NAMED)
packaged("package_for_tests", "critical", "A product has a target that is named as one for tests.",
         BOTH.replace('"More"', '"MoreTestSupport"').replace('path: "MoreTestSupport"', 'path: "More"').replace(
             "targets: [.target", 'targets: [.testTarget(name: "CoreTests", dependencies: ["MoreTestSupport"]), .target'))


def changed(name, severity, about, statements):
    """The work is in code for debugging, and statements of the package's manifest define `DEBUG`."""
    def build(repository):
        repository.write("project.yml", PROJECT + "    dependencies: [{ package: Core }]\npackages: { Core: { path: Core } }\n")
        repository.write("bgpolicy.yaml", tried.POLICY.replace("[Sources]", "[Sources, Core]"))
        repository.write("Sources/App.swift", "import Core\n" + call())
        repository.write("Core/Package.swift", "// swift-tools-version: 5.9\nimport PackageDescription\n" + statements)
        public = WORK.replace("enum", "public enum").replace("static", "public static")
        repository.write("Core/Sources/Core/Core.swift", public.replace("try?", "\n#if DEBUG\ntry?").replace(" }\n}", "\n#endif\n}}"))
        return Plan(refused=REFUSED)
    build.__name__, build.__doc__ = name, about
    return case(severity)(build)


GIVEN = "func given() -> [SwiftSetting] { [.define(\"DEBUG\")] }\n"
OBJECT = GIVEN + 'let core = Target.target(name: "Core")\n' + CORE.replace('[.target(name: "Core")]', "[core]")
changed("package_with_function", "critical", "A function makes the settings of a target.",
        GIVEN.replace("{ [", "{ let own = \"DEBUG\"; return [").replace('(\"DEBUG\")', "(own)") + CORE.replace(
            '"Core")])', '"Core", swiftSettings: given())])'))
changed("package_with_name_of_function", "critical", "A function makes the name that a setting defines.",
        'func name() -> String { let all = ["DEBUG"]; return all[0] }\n' + CORE.replace(
            '"Core")])', '"Core", swiftSettings: [.define(name())])])'))
changed("package_with_loop", "critical", "A loop adds settings that a function makes.",
        GIVEN + CORE + "for target in package.targets { target.swiftSettings = given() }\n")
changed("package_with_object", "critical", "A statement adds settings to a target by its variable.",
        OBJECT + "core.swiftSettings = given()\n")
changed("package_with_object_and_name", "critical", "A statement defines a name for a target by its variable.",
        OBJECT + 'core.swiftSettings = [.define("DEBUG")]\n')
changed("package_with_closure", "critical", "The value of a variable adds settings.",
        OBJECT + "let done: Void = { core.swiftSettings = given() }()\n")
changed("package_with_alias", "critical", "A variable has the targets, whose settings change.",
        GIVEN + CORE + "let all = package.targets\nall[0].swiftSettings = given()\n")


def unnamed(name, severity, about, declaration, use):
    """The work is in code that runs without a mention of its name."""
    work = WORK.split("{ ", 1)[1].split(" }")[0]

    def build(repository):
        repository.write("Sources/App.swift", STARTING.replace("START", f"    {use}"))
        repository.write("Sources/More.swift", "import BackgroundTasks\n" + declaration.replace("WORK", work) + "\n")
        return Plan(refused=REFUSED)
    build.__name__, build.__doc__ = name, about
    return case(severity)(build)


unnamed("used_by_alias", "critical", "An alias names the type.",
        "enum Real { static func start() { WORK } }\ntypealias More = Real", "More.start()")
unnamed("used_by_operator", "critical", "An operator calls the function.",
        "prefix operator ~~~\nprefix func ~~~ (x: Int) { WORK }", "~~~1")
unnamed("used_by_wrapper", "critical", "A property wrapper calls the code.",
        "@propertyWrapper struct More { var wrappedValue: Int { get { WORK; return 1 } } }\nstruct Other { @More var x }",
        "_ = Other().x")
unnamed("used_by_builder", "critical", "A result builder calls the code.",
        "@resultBuilder struct More { static func buildBlock(_ x: Int...) -> Int { WORK; return 1 } }\n"
        "func build(@More _ x: () -> Int) {}", "build { 1 }")
