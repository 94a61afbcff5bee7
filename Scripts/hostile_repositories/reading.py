"""Code that the app compiles, and that the reader would not read, or would take for code of another build."""

import functools

from . import repository as tried
from .repository import PROJECT, SOUND, Plan

# These calls read code.
case = functools.partial(tried.case, calls=("lint", "gate", "drift"))

REFUSED = ("gate",)

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


def debug_of_swift(name, about, project, **files):
    """The work is in code for debugging, which the release compiles."""
    def build(repository):
        repository.write("project.yml", project)
        repository.write("Sources/App.swift", call("DEBUG"))
        repository.write("Sources/More.swift", f"#if DEBUG\n{WORK}#endif\n")
        for path, text in files.items():
            repository.write(path.replace("_", "."), text)
        return Plan(refused=REFUSED)
    build.__name__, build.__doc__ = name, about
    return case("critical")(build)


def debug_of_objective(name, about, project, text):
    """The work is in code of Objective-C under a condition that holds in the release."""
    def build(repository):
        repository.write("project.yml", project)
        repository.write("Sources/More.m", text)
        return Plan(refused=REFUSED)
    build.__name__, build.__doc__ = name, about
    return case("critical")(build)


def under(condition):
    return f"{condition}\n{OBJECTIVE}#endif\n"


debug_of_swift("debug_response_file", "A file of flags defines DEBUG.",
               settings('OTHER_SWIFT_FLAGS: "@flags.rsp"'), flags_rsp="-DDEBUG\n")
debug_of_swift("debug_frontend", "A flag of the frontend defines DEBUG.",
               settings('OTHER_SWIFT_FLAGS: "-Xfrontend -D -Xfrontend DEBUG"'))
debug_of_swift("debug_quotes", "A flag in quotes defines DEBUG.", settings('''OTHER_SWIFT_FLAGS: "'-DDEBUG'"'''))
debug_of_swift("debug_architecture", "DEBUG is defined on one architecture.",
               settings('"SWIFT_ACTIVE_COMPILATION_CONDITIONS[arch=arm64]": DEBUG'))
debug_of_swift("debug_setting", "A setting that nobody assigns may be DEBUG.",
               settings('SWIFT_ACTIVE_COMPILATION_CONDITIONS: "$(FLAG_OF_CI)"'))
debug_of_swift("debug_other_release", "The release defines DEBUG, and another one does not.", PROJECT.replace(
    "targets:", "configs: { Debug: debug, Release: release, Staging: release }\n"
    "settings: { configs: { Release: { SWIFT_ACTIVE_COMPILATION_CONDITIONS: DEBUG } } }\ntargets:"))
debug_of_objective("debug_of_file", "The file defines DEBUG.", PROJECT, "#define DEBUG 1\n" + under("#if DEBUG"))
debug_of_objective("debug_zero", "DEBUG is defined as 0.",
                   settings("GCC_PREPROCESSOR_DEFINITIONS: DEBUG=0"), under("#ifdef DEBUG"))
debug_of_objective("debug_flag", "A flag of C defines DEBUG.", settings("OTHER_CFLAGS: -DDEBUG=1"), under("#ifdef DEBUG"))
debug_of_objective("debug_per_file", "A flag of one file defines DEBUG.",
                   PROJECT.replace("[Sources]", '[{path: Sources, compilerFlags: "-DDEBUG=1"}]'), under("#ifdef DEBUG"))
debug_of_objective("debug_less", "The condition compares DEBUG.", PROJECT, under("#if DEBUG < 1"))
debug_of_objective("debug_plus", "The condition counts.", PROJECT, under("#if defined(DEBUG) + 1"))
debug_of_objective("debug_choice", "The condition chooses.", PROJECT, under("#if 0 ? 0 : 1"))
debug_of_objective("guard_with_value", "The file is in the default of a macro.", PROJECT,
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


def included(name, about, files, project=PROJECT):
    """The work is in a file that the app compiles under another name."""
    def build(repository):
        repository.write("project.yml", project)
        for path, text in files.items():
            repository.write(path, text)
        return Plan(refused=REFUSED)
    build.__name__, build.__doc__ = name, about
    return case("critical")(build)


for name, path in (("h", "body.h"), ("inc", "body.inc"), ("no_ending", "body"), ("hidden", ".body.h"), ("capitals", "BODY.HPP")):
    included(f"included_{name}", f"The work is in {path}, which a file includes.",
             {f"Sources/{path}": OBJECTIVE, "Sources/More.m": f'#include "{path}"\n'})
included("included_of_build", "The work is in a header in build.",
         {"build/body.h": OBJECTIVE, "Sources/More.m": '#include "../build/body.h"\n'})
included("included_by_macro", "A macro names the file with the work.",
         {"Sources/body.h": OBJECTIVE, "Sources/More.m": '#define F "body.h"\n#include F\n'})
included("included_inside", "The work is in the text of methods.", {
    "Sources/methods.inc": "".join(OBJECTIVE.splitlines(True)[4:-1]),
    "Sources/More.m": "".join(OBJECTIVE.splitlines(True)[:4]) + '#include "methods.inc"\n@end\n'})
included("included_by_flag", "A flag includes the file with the work.", {"body.txt": OBJECTIVE, "Sources/More.m": "int more;\n"},
         settings('OTHER_CFLAGS: "-include body.txt"'))
included("prefix_header", "The work is in the prefix header.", {"body.txt": OBJECTIVE, "Sources/More.m": "int more;\n"},
         settings("GCC_PREFIX_HEADER: body.txt"))
included("c_with_messages", "C sends the messages.", {
    "Sources/More.c": "#include <objc/message.h>\n__attribute__((constructor)) void more(void) { objc_msgSend(0, 0); }\n"})


def compiled(name, about, path, project=PROJECT, **files):
    """The work is in Swift that the app compiles, and the reader would not look at."""
    def build(repository):
        repository.write("project.yml", project)
        if path.startswith("More/"):
            repository.write("bgpolicy.yaml", tried.POLICY.replace("[Sources]", "[Sources, More]"))
        repository.write("Sources/App.swift", call())
        repository.write(path, WORK)
        for file, text in files.items():
            repository.write({"more_yml": "more.yml", "package": "vendor/Core/Package.swift"}[file], text)
        return Plan(refused=REFUSED)
    build.__name__, build.__doc__ = name, about
    return case("critical")(build)


def more(entry):
    """The project with a second folder of sources."""
    return PROJECT.replace("[Sources]", f"[Sources, {entry}]")


compiled("hidden_name", "The file's name is hidden.", "Sources/.More.swift")
compiled("hidden_folder", "The folder's name is hidden.", "Sources/.more/More.swift")
compiled("folder_with_ending", "The folder has the ending of a file.", "Sources/more.json/More.swift")
compiled("include_of_environment", "The environment names the included spec.", "More/More.swift",
         "include: [\"${FOLDER}/more.yml\"]\n" + PROJECT, more_yml="targets: { Diary: { sources: [More] } }\n")
compiled("includes_of_environment", "The environment is in a pattern.", "More/More.swift",
         more('{path: More, includes: ["*.${ENDING}"]}'))
compiled("includes_of_classes", "A pattern has a class of characters.", "More/More.swift",
         more('{path: More, includes: ["[[:alpha:]]*.swift"]}'))
compiled("excludes_nothing", "A pattern excludes nothing.", "More/More.swift", more('{path: More, excludes: ["./More.swift"]}'))


def packaged(name, about, manifest, folder="Core", others=None):
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
        return Plan(refused=REFUSED)
    build.__name__, build.__doc__ = name, about
    return case("critical")(build)


CORE = 'let package = Package(name: "Core", products: [.library(name: "Core", targets: ["Core"])], targets: [.target(name: "Core")])\n'
BOTH = CORE.replace('["Core"]', '["Core", "More"]').replace(
    '[.target(name: "Core")]', '[.target(name: "Core"), .target(name: "More", path: "More")]')
packaged("package_of_vendor", "The package is in a folder of dependencies.", BOTH, "vendor/Core")
packaged("package_hidden", "The package's folder is hidden.", BOTH, ".core")
packaged("package_of_version", "A version of Swift has its own manifest.", CORE, others={
    "Core/Package@swift-5.9.swift": "// swift-tools-version: 5.9\nimport PackageDescription\n" + BOTH})
packaged("package_changed", "A statement adds a target.", CORE + 'package.targets.append(.target(name: "More", path: "More"))\n'
         'package.products = [.library(name: "Core", targets: ["Core", "More"])]\n')
packaged("package_of_variable", "A variable gets another element.", 'var own = ["Core"]\nown.append("More")\n'
         + BOTH.replace('targets: ["Core", "More"]', "targets: own"))
packaged("package_of_function", "A function makes the name of a target.", BOTH.replace('"More"])]', '"Mo" + String("er".reversed())])]'))
packaged("package_for_tests", "A product has a target that is named as one for tests.",
         BOTH.replace('"More"', '"MoreTestSupport"').replace('path: "MoreTestSupport"', 'path: "More"').replace(
             "targets: [.target", 'targets: [.testTarget(name: "CoreTests", dependencies: ["MoreTestSupport"]), .target'))
