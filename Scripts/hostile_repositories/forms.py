"""Code in forms that name background work in another way, or in places that another program compiles."""

import functools

from . import repository as tried
from .reading import CORE, STARTING, WORK, call
from .repository import BROKEN, POLICY, PROJECT, START, Plan

# These calls read code.
case = functools.partial(tried.case, calls=("lint", "gate", "drift"))

REFUSED = ("gate",)
REQUEST = 'BGProcessingTaskRequest(identifier: "com.example.diary.more")'
SUBMITTED = f"try? BGTaskScheduler.shared.submit({REQUEST})"
MESSAGE = ("[[BGTaskScheduler sharedScheduler] submitTaskRequest:[[BGProcessingTaskRequest alloc] "
           'initWithIdentifier:@"com.example.diary.more"] error:nil];')
HEADERS = "#import <BackgroundTasks/BackgroundTasks.h>\n#import <Foundation/Foundation.h>\n"


def swift(name, severity, about, code, use="More.start()", others=None, plan=Plan(refused=REFUSED), case=case):
    """The work is in a form of Swift."""
    def build(repository):
        repository.write("Sources/App.swift", STARTING.replace("START", f"    {use}"))
        repository.write("Sources/More.swift", f"import BackgroundTasks\n{code}\n")
        for path, text in (others or {}).items():
            repository.write(path, text)
        return plan
    build.__name__, build.__doc__ = name, about
    return case(severity)(build)


def started(statements):
    return f"enum More {{ static func start() {{ {statements} }} }}"


swift("alias_of_request", "critical", "An alias names the request.", "typealias Request = BGProcessingTaskRequest\n"
      + started(SUBMITTED.replace("BGProcessingTaskRequest", "Request")))
swift("alias_of_scheduler", "critical", "Aliases name the scheduler and the request.",
      "typealias Scheduler = BackgroundTasks.BGTaskScheduler\nenum Names { typealias Request = BGProcessingTaskRequest }\n"
      + started(SUBMITTED.replace("BGTaskScheduler", "Scheduler").replace("BGProcessingTaskRequest", "Names.Request")))
swift("request_without_name", "critical", "The type of a variable makes the request.", started(
    f'let request: BGProcessingTaskRequest = .init(identifier: "com.example.diary.more"); {SUBMITTED.replace(REQUEST, "request")}'))
swift("request_of_property", "critical", "The type of a property makes the request.",
      'extension BGTaskRequest { static var more: BGProcessingTaskRequest { .init(identifier: "com.example.diary.more") } }\n'
      + started(SUBMITTED.replace(REQUEST, ".more")))
swift("request_of_metatype", "critical", "A variable has the type of the request.", started(
    f"let Request = BGProcessingTaskRequest.self; {SUBMITTED.replace('BGProcessingTaskRequest(', 'Request.init(')}"))
FAKES = ("class BGTaskScheduler { static let shared = BGTaskScheduler(); func submit(_ x: Any) {} }\n"
         "class BGProcessingTaskRequest { init(identifier: String) {} }\n")
swift("types_hidden_elsewhere", "critical", "Private types of another file have the names of the system's.", started(SUBMITTED),
      others={"Sources/Fakes.swift": FAKES.replace("class BG", "private class BG")})
swift("types_hidden_elsewhere_on_linux", "critical", "Types of another system have the names of the system's.", started(SUBMITTED),
      others={"Sources/Fakes.swift": f"#if os(Linux)\n{FAKES}#endif\n"})
PREVIEW = "import SwiftUI\nstruct More: PreviewProvider { static var previews: some View { EmptyView() }\n  MEMBER }"
swift("preview_that_is_called", "critical", "A type with previews has the work.",
      PREVIEW.replace("MEMBER", f"static func start() {{ {SUBMITTED} }}"))
swift("preview_with_type", "critical", "A type within one with previews has the work.",
      PREVIEW.replace("MEMBER", started(SUBMITTED)), "More.More.start()")
swift("preview_of_the_app", "critical", "A macro of the app's is called as that of previews.",
      '@freestanding(declaration, names: named(More)) macro Preview(_ b: () -> Void) = #externalMacro(module: "M", type: "T")\n'
      f"#Preview {{ func start() {{ {SUBMITTED} }} }}")
swift("conditional_member", "critical", "A condition of the compiler is in the middle of an expression.", started(
    f"_ = try? BGTaskScheduler.shared\n#if os(iOS)\n  .submit({REQUEST})\n#endif\n"))
swift("used_by_requirement", "critical", "An attribute makes a method that of a protocol.",
      "protocol Starting { func go() }\nextension Starting { func go() {} }\n"
      f"struct More: Starting {{ @_implements(Starting, go()) func other() {{ {SUBMITTED} }} }}",
      "let more: any Starting = More(); more.go()")


def objective(name, severity, about, text, path="Sources/More.m", others=None, case=case):
    """The work is in a form of Objective-C or C++."""
    def build(repository):
        repository.write(path, HEADERS + text)
        for other, content in (others or {}).items():
            repository.write(other, content)
        return Plan(refused=REFUSED)
    build.__name__, build.__doc__ = name, about
    return case(severity)(build)


LOAD = f"@interface More : NSObject\n@end\n@implementation More\n+ (void)load {{ {MESSAGE} }}\n@end\n"
CONSTRUCTOR = f"__attribute__((constructor)) static void more(void) {{ {MESSAGE} }}\n"
CPP = "Sources/More.mm"
objective("objective_macro", "critical", "A macro has the statement.",
          f"#define GO {MESSAGE}\n" + LOAD.replace(MESSAGE, "GO"))
objective("objective_macro_of_type", "critical", "A macro is another name of a type.", "#define Scheduler BGTaskScheduler\n#define "
          "Request BGProcessingTaskRequest\n" + LOAD.replace("BGTaskScheduler", "Scheduler").replace("BGProcessingTaskRequest", "Request"))
objective("objective_alias", "critical", "An alias is another name of a type.", "@compatibility_alias Scheduler BGTaskScheduler;\n"
          "@compatibility_alias Request BGProcessingTaskRequest;\n"
          + LOAD.replace("[BGTaskScheduler", "[Scheduler").replace("[BGProcessingTaskRequest", "[Request"))
objective("objective_typedef", "critical", "A typedef is another name of a type.", "typedef BGTaskScheduler Scheduler;\ntypedef "
          "BGProcessingTaskRequest Request;\n" + LOAD.replace("[BGTaskScheduler", "[Scheduler").replace("[BGProcessingTaskRequest", "[Request"))
objective("objective_property", "critical", "Properties make the request.", LOAD.replace(
    "[BGTaskScheduler sharedScheduler]", "BGTaskScheduler.sharedScheduler").replace(
        "[BGProcessingTaskRequest alloc]", "BGProcessingTaskRequest.alloc"))
objective("objective_digraphs", "critical", "Brackets have their other spellings.",
          CONSTRUCTOR.replace("{", "<%").replace("}", "%>").replace("[", "<:").replace("]", ":>"))
objective("objective_attribute", "critical", "An attribute of C23 makes the system call a function.",
          CONSTRUCTOR.replace("__attribute__((constructor))", "[[gnu::constructor]]"))
objective("objective_attribute_of_macro", "critical", "A macro makes the system call a function.",
          "#define FIRST __attribute__((constructor))\n" + CONSTRUCTOR.replace("__attribute__((constructor))", "FIRST"))
objective("objective_braces", "critical", "Braces of a method do not match in code that is not compiled.", LOAD.replace(
    "+ (void)load", "+ (void)other {\n#if 0\n{\n#endif\n}\n+ (void)load"))
objective("objective_method_of_macro", "critical", "A macro opens a method.", "#define OPEN {\n" + LOAD.replace("load {", "load OPEN"))
objective("cpp_constructor", "critical", "A class of C++ has the work.", f"struct More {{ More() {{ {MESSAGE} }} }};\nstatic More more;\n", CPP)
objective("cpp_constructor_outside", "critical", "A member of a class of C++ has the work.",
          f"class More {{ public: More(); }};\nMore::More() {{ {MESSAGE} }}\nstatic More more;\n", CPP)
objective("cpp_template", "critical", "A template has the work.",
          f"template <typename T> struct More {{ More() {{ {MESSAGE} }} }};\nstatic More<int> more;\n", CPP)
objective("cpp_after_template", "critical", "The work follows a template.", f"template <typename T> void other() {{ }}\n{CONSTRUCTOR}", CPP)
objective("cpp_namespace", "critical", "A namespace has the work.", f"namespace a::b {{ namespace {{ {CONSTRUCTOR} }} }}\n", CPP)
objective("cpp_value", "critical", "The value of a variable has the work.", f"static int go() {{ {MESSAGE} return 1; }}\nstatic int x = go();\n", CPP)
objective("cpp_lambda", "critical", "A lambda has the work.", f"static int x = []{{ {MESSAGE} return 1; }}();\n", CPP)
objective("cpp_alias", "critical", "Using is another name of a type.", "using Scheduler = BGTaskScheduler;\nusing Request = "
          "BGProcessingTaskRequest;\n" + LOAD.replace("[BGTaskScheduler", "[Scheduler").replace("[BGProcessingTaskRequest", "[Request"), CPP)

PROJECT_OF_XCODE = """// !$*UTF8*$!
{ archiveVersion = 1; objectVersion = 77; objects = {
P = {isa = PBXProject; mainGroup = G; buildConfigurationList = L; targets = (T, O);};
G = {isa = PBXGroup; sourceTree = "<group>"; children = (A, M, Y);};
A = {isa = PBXFileReference; path = Sources/App.swift; sourceTree = "<group>"; lastKnownFileType = sourcecode.swift;};
M = {isa = PBXFileReference; path = More.swift; sourceTree = "<group>"; lastKnownFileType = sourcecode.swift;};
BA = {isa = PBXBuildFile; fileRef = A;};
BM = {isa = PBXBuildFile; fileRef = M;};
T = {isa = PBXNativeTarget; name = Diary; productType = "com.apple.product-type.application"; buildConfigurationList = L;
  buildPhases = (S, PHASES); KEYS};
S = {isa = PBXSourcesBuildPhase; files = (BA, FILES);};
L = {isa = XCConfigurationList; buildConfigurations = (R); defaultConfigurationName = Release;};
R = {isa = XCBuildConfiguration; name = Release; buildSettings = {SDKROOT = iphoneos; IPHONEOS_DEPLOYMENT_TARGET = 16.0;
  PRODUCT_BUNDLE_IDENTIFIER = com.example.diary; INFOPLIST_FILE = Info.plist; SETTINGS};};
OBJECTS
}; rootObject = P; }
"""
LIBRARY = """O = {isa = PBXNativeTarget; name = More; productType = "com.apple.product-type.library.static"; productReference = OR;
  buildPhases = (OS); buildConfigurationList = L;};
OR = {isa = PBXFileReference; path = libMore.a; explicitFileType = archive.ar; sourceTree = BUILT_PRODUCTS_DIR;};
OS = {isa = PBXSourcesBuildPhase; files = (BM);};
"""


def of_xcode(name, severity, about, contents, plan=Plan(refused=REFUSED), **parts):
    """A project of Xcode compiles the work."""
    def build(repository):
        text = PROJECT_OF_XCODE
        for key in ("PHASES", "KEYS", "FILES", "SETTINGS", "OBJECTS"):
            text = text.replace(key, parts.get(key.lower(), ""))
        repository.remove("project.yml")
        repository.write("Diary.xcodeproj/project.pbxproj", text)
        repository.write("Sources/App.swift", call())
        repository.write("bgpolicy.yaml", POLICY.replace("[Sources]", "[Sources, Own, More.swift]"))
        for path, content in contents.items():
            repository.write(path, content)
        return plan
    build.__name__, build.__doc__ = name, about
    return case(severity)(build)


MORE = {"More.swift": WORK}
of_xcode("library_that_is_linked", "critical", "The app links a library without a dependency on its target.", MORE, phases="F",
         objects=LIBRARY + "F = {isa = PBXFrameworksBuildPhase; files = (BO);}; BO = {isa = PBXBuildFile; fileRef = OR;};")
of_xcode("library_by_flag", "critical", "A flag of the linker names a library.", MORE, settings='OTHER_LDFLAGS = "-ObjC -lMore";', objects=LIBRARY)
of_xcode("localized_code", "critical", "A localized group has code under another name.", {"More.txt": WORK}, files="BV", objects=(
    'V = {isa = PBXVariantGroup; sourceTree = "<group>"; children = (X);}; BV = {isa = PBXBuildFile; fileRef = V;};'
    'X = {isa = PBXFileReference; path = More.txt; sourceTree = SOURCE_ROOT; explicitFileType = sourcecode.swift;};'))
of_xcode("type_of_file_in_folder", "critical", "A folder of Xcode's has code under another name.", {"Own/More.txt": WORK},
         keys="fileSystemSynchronizedGroups = (Y);", objects=(
             'Y = {isa = PBXFileSystemSynchronizedRootGroup; path = Own; sourceTree = "<group>"; '
             "explicitFileTypes = {More.txt = sourcecode.swift;};};"))
of_xcode("code_of_build", "high", "The build writes code.", {}, files="BX",
         objects="BX = {isa = PBXBuildFile; fileRef = X;}; X = {isa = PBXFileReference; path = More.swift; sourceTree = DERIVED_FILE_DIR;};",
         plan=Plan(refused=("strict",), says={"gate": ("was not read",)}, more={"strict": ["gate", "--skip", "generated", "--strict"]}))

PUBLIC = WORK.replace("enum", "public enum").replace("static", "public static")
MANIFEST = "// swift-tools-version: 5.9\nimport PackageDescription\n"


def packaged(name, severity, about, files, manifest=CORE):
    """A package of the app compiles the work."""
    def build(repository):
        repository.write("project.yml", PROJECT + "    dependencies: [{ package: Core }]\npackages: { Core: { path: Core } }\n")
        repository.write("bgpolicy.yaml", POLICY.replace("[Sources]", "[Sources, Core]"))
        repository.write("Sources/App.swift", "import Core\n" + call())
        repository.write("Core/Package.swift", MANIFEST + manifest)
        for path, text in files.items():
            repository.write(path, text)
        return Plan(refused=REFUSED)
    build.__name__, build.__doc__ = name, about
    return case(severity)(build)


EMPTY = {"Core/Sources/Core/Core.swift": "public let core = 1\n"}
packaged("package_in_one_folder", "critical", "The only target has the folder of sources.", {"Core/Sources/More.swift": PUBLIC})
packaged("package_with_type", "critical", "The manifest makes the package by its type.", {"Core/Sources/Core/More.swift": PUBLIC},
         CORE.replace("let package = Package(", "let package: Package = .init("))
packaged("package_folder_of_model", "critical", "A folder is called as a model.", {**EMPTY, "Core/Sources/Core/More.mlpackage/More.swift": PUBLIC})
packaged("package_folder_of_app", "critical", "A folder is called as an app.", {**EMPTY, "Core/Sources/Core/More.app/More.swift": PUBLIC})
packaged("package_of_headers", "critical", "A header of a module has the work.", {
    "Core/Sources/Core/Core.swift": "import CMore\npublic enum More { public static func start() { more() } }\n",
    "Core/Sources/CMore/module.modulemap": 'module CMore [system] { header "more.h" export * }\n',
    "Core/Sources/CMore/more.h": f"{HEADERS}static inline void more(void) {{ {MESSAGE} }}\n",
}, CORE.replace('[.target(name: "Core")]', '[.target(name: "Core", dependencies: ["CMore"]), .systemLibrary(name: "CMore")]'))


@case("critical")
def names_in_capitals(repository):
    """Beside a sound source is one whose name differs in capitals, and a Mac has one file for both."""
    repository.write("project.yml", PROJECT.replace("[Sources]", "[Sources/App.swift]"))
    repository.write("Sources/APP.swift", BROKEN)
    return Plan(refused=REFUSED)


@case("critical")
def folders_in_capitals(repository):
    """Beside a folder of sources is one whose name differs in capitals, and a Mac has one file for both."""
    repository.write("sources/App.swift", BROKEN)
    return Plan(refused=REFUSED)


@case("high")
def settings_missing(repository):
    """A file of build settings, which may define DEBUG for the release, is not in the repository."""
    repository.write("project.yml", PROJECT + "    configFiles: { Debug: Diary.xcconfig, Release: Diary.xcconfig }\n")
    repository.write("Sources/App.swift", call("DEBUG"))
    repository.write("Sources/More.swift", f"#if DEBUG\n{WORK}#endif\n")
    return Plan(says={"gate": ("Diary.xcconfig",)})


GENERATING = POLICY + "generate:\n  output: Generated\n"
COMPILING = PROJECT.replace("[Sources]", "[Sources, Generated]")


@case("critical")
def generated_code_that_nothing_starts(repository):
    """The app compiles the generated code, which no code of the app starts."""
    repository.write("bgpolicy.yaml", GENERATING)
    repository.write("project.yml", COMPILING)
    repository.write("Sources/App.swift", "import UIKit\n@main final class AppDelegate: UIResponder, UIApplicationDelegate {}\n")
    repository.tools.run(["compile"], repository.root, repository.home)
    return Plan(refused=REFUSED, says={"gate": ("code-process-not-started",)})


# Only these calls look at the change.
@tried.case("critical", calls=("changed", "base"))
def code_beside_generated_code(repository):
    """The change adds code to the folder of generated code, which only the target has."""
    repository.write("bgpolicy.yaml", GENERATING)
    repository.write("project.yml", COMPILING)
    repository.commit()
    repository.git("tag", "-f", START)
    repository.write("Sources/App.swift", call())
    repository.write("Generated/More.swift", WORK)
    return Plan(says={name: ("Generated/More.swift",) for name in ("changed", "base")})
