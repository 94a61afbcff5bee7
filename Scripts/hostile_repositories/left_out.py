"""Changes after which no program compiles the sound code, which stays in the repository."""

from .changes import case, of_change, restart
from .forms import MANIFEST, PROJECT_OF_XCODE
from .reading import CORE
from .repository import POLICY, PROJECT, SOUND, policy_with

EMPTY = "import UIKit\n@main\nfinal class Delegate: UIResponder, UIApplicationDelegate { }\n"
MOVED = {"Sources/App.swift": None, "Sources/Old/App.swift": SOUND, "Sources/New/Main.swift": EMPTY}
WRAPPED = {"Sources/App.swift": None, "Sources/Old.bundle/App.swift": SOUND, "Sources/Main.swift": EMPTY}


def of_spec(name, about, sources="[Sources]", options="", files=None):
    """A specification leaves the code out."""
    return of_change(name, "critical", about, {}, {
        "project.yml": PROJECT.replace("[Sources]", sources).replace('"16.0" }', f'"16.0" }}{options}'), **(files or MOVED)})


of_spec("type_without_phase", "A specification gives files of Swift to no phase.", options=", fileTypes: { swift: { buildPhase: none } }",
        files={"Sources/main.m": "int main(void) { return 0; }\n"})
of_spec("type_with_folder", "A type of the specification takes a folder for a file.", options=", fileTypes: { old: { buildPhase: none } }", files={
    **WRAPPED, "Sources/Old.bundle/App.swift": "", "Sources/Feature.old/App.swift": SOUND})
of_spec("folder_of_type", "A specification copies the folder with the code.", "[{ path: Sources/Old, type: folder }, Sources/New]")
of_spec("folder_of_usual_type", "A specification copies all folders.", "[Sources/Old, { path: Sources/New, type: group }]",
        ", defaultSourceDirectoryType: folder")
of_spec("folder_with_dot", "A specification takes a folder with a dot for a file.", "[Sources/v1.0, Sources/New]", files={
    "Sources/App.swift": None, "Sources/v1.0/App.swift": SOUND, "Sources/New/Main.swift": EMPTY})
of_spec("folder_of_bundle", "The code is in a folder that is a file for XcodeGen.", files=WRAPPED)
of_spec("folder_of_language", "The code is in a folder of a language.", files={
    "Sources/App.swift": None, "Sources/en.lproj/App.swift": SOUND, "Sources/Main.swift": EMPTY})
of_spec("folder_of_text", "The code is in a folder that may be a file for XcodeGen.", files={
    "Sources/App.swift": None, "Sources/Old.txt/App.swift": SOUND, "Sources/Main.swift": EMPTY})


def project(files="BA", keys="", objects="", type="lastKnownFileType = sourcecode.swift"):
    """A project of Xcode with two files."""
    text = PROJECT_OF_XCODE.replace("BA, FILES", files).replace("KEYS", keys).replace("path = More.swift", "path = Sources/Main.swift")
    text = text.replace("lastKnownFileType = sourcecode.swift", type, 1)
    for key in ("PHASES", "SETTINGS"):
        text = text.replace(key, "")
    return text.replace("OBJECTS", objects)


def of_xcode(name, about, before, after, files=None):
    """A project of Xcode leaves the code out."""
    path = "Diary.xcodeproj/project.pbxproj"
    return of_change(name, "critical", about, {"project.yml": None, path: before}, {
        path: after, **(files or {"Sources/Main.swift": EMPTY})})


def folder(keys=""):
    """A project of Xcode with a folder that is kept in step with the disk."""
    return project("", "fileSystemSynchronizedGroups = (Y);",
                   f'Y = {{isa = PBXFileSystemSynchronizedRootGroup; path = Sources; sourceTree = "<group>"; {keys}}};')


of_xcode("source_of_type_text", "A project takes the code for text.", project(), project("BA, BM", type="lastKnownFileType = text"))
of_xcode("source_of_stated_type", "A project states that the code is text.", project(), project("BA, BM", type="explicitFileType = text"))
of_xcode("folder_that_is_copied", "A project copies a folder within one of Xcode's.", folder(), folder("explicitFolders = (Old);"), MOVED)
of_xcode("text_in_folder", "A folder of Xcode's has the code as text.", folder(), folder("explicitFileTypes = {App.swift = text;};"))
of_xcode("bundle_in_folder", "The code is in a folder that is a file for Xcode.", folder(), folder(), WRAPPED)

PACKAGED = PROJECT + "    dependencies: [{ package: Core }]\npackages: { Core: { path: Core } }\n"
START, END = SOUND.index("    BGTaskScheduler.shared.register"), SOUND.index("    return true")
REGISTERING = ("import BackgroundTasks\npublic func start() {\n" + SOUND[START:END] + "}\n"
               + SOUND[SOUND.index("enum Refresh"):].replace("enum", "public enum").replace("static", "public static"))
STARTING = "import Core\n" + SOUND[:START] + "    start()\n" + SOUND[END:SOUND.index("enum Refresh")]


def of_package(name, about, argument):
    """The manifest of a package leaves the code out."""
    return of_change(name, "critical", about, {
        "project.yml": PACKAGED, "bgpolicy.yaml": policy_with("Core"), "Sources/App.swift": STARTING,
        "Core/Package.swift": MANIFEST + CORE, "Core/Sources/Core/Register.swift": REGISTERING}, {
        "Core/Package.swift": MANIFEST + CORE.replace('name: "Core")]', f'name: "Core", {argument})]'),
        "Core/Sources/Core/Stub.swift": "public func start() {}\npublic enum Refresh { public static func schedule() {} }\n"})


of_package("code_as_resource", "A package has the code as a resource.", 'resources: [.copy("Register.swift")]')
of_package("code_as_computed_resource", "A package computes which code is a resource.", 'resources: [.copy("Register.swif" + last())]')
of_package("excluded_by_computed_name", "A package computes which code it leaves out.", 'exclude: ["Register.swif" + last()]')


def given_away(name, about, key="  refresh:"):
    """The change gives a task to a dependency, and takes the code that registers the task away: a person has to look at that."""
    def build(repository):
        plan = restart(repository)
        repository.write("Sources/App.swift", EMPTY)
        repository.write("bgpolicy.yaml", POLICY.replace("  refresh:", key).replace("    earliestBegin", "    owner: sdk\n    earliestBegin"))
        plan.refused, plan.says = (), {"changed": ("gate-loosened",), "base": ("gate-loosened",)}
        return plan
    build.__name__, build.__doc__ = name, about
    return case("medium")(build)


given_away("task_of_dependency", "The change gives a task to a dependency, and takes its code away.")
given_away("renamed_task_of_dependency", "The change gives a task of another name to a dependency.", "  other:")


def of_flags(name, about, settings):
    """The settings of a project have the compiler use a program of the repository."""
    text = project("BA").replace("INFOPLIST_FILE = Info.plist; ", f"INFOPLIST_FILE = Info.plist; {settings} ")
    assert settings in text
    return of_change(name, "critical", about, {"project.yml": None, "Diary.xcodeproj/project.pbxproj": project()}, {
        "Diary.xcodeproj/project.pbxproj": text, "tools/swift-frontend": "#!/bin/sh\nexec xcrun swift-frontend \"$@\"\n"})


of_flags("frontend_by_flag", "A flag names the program that compiles.", 'OTHER_SWIFT_FLAGS = "-driver-use-frontend-path $(SRCROOT)/tools/swift-frontend";')
of_flags("tools_by_flag", "A flag names the folder of the programs that compile.", 'OTHER_SWIFT_FLAGS = "-tools-directory $(SRCROOT)/tools";')
of_flags("tools_of_setting", "A setting names the folder of the programs that compile.", 'SWIFT_TOOLS_DIR = "$(SRCROOT)/tools";')
of_flags("programs_of_c_by_flag", "A flag of C names the folder of the programs.", 'OTHER_CFLAGS = "-B$(SRCROOT)/tools";')
of_flags("linker_by_flag", "A flag names the linker.", 'OTHER_LDFLAGS = "-fuse-ld=$(SRCROOT)/tools/ld";')
