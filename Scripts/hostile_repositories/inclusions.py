"""Code of C and of other projects that no target lists, and code of the app that no policy is compared with."""

from .builds import LINKED, kit
from .changes import of_change
from .forms import HEADERS, MESSAGE, PROJECT_OF_XCODE, PUBLIC
from .reading import OBJECTIVE, WORK, call, settings
from .repository import PROJECT, SOUND, policy_with

INLINE = f"{HEADERS}static inline void more(void) {{ {MESSAGE} }}\n"
CALLS = SOUND.replace("{ Refresh.schedule() }", "{\n    Refresh.schedule()\n    more()\n  }")
MAP = 'module CMore { header "more.h" export * }\n'


def of_module(name, about, files, module="CMore", before=None, after=None):
    """Swift imports a module of C, whose header has the work."""
    project = settings("SWIFT_INCLUDE_PATHS: Module") if before is None else before
    return of_change(name, "critical", about, {"project.yml": project, **files}, {
        "Sources/App.swift": f"import {module}\n" + CALLS, **({"project.yml": after} if after else {})})


of_module("header_of_module", "The map of a module names the header.", {"Module/module.modulemap": MAP, "Module/more.h": INLINE})
of_module("header_of_module_elsewhere", "The map of a module names a header in another folder.", {
    "Module/module.modulemap": MAP.replace("more.h", "../Other/more.h"), "Other/more.h": INLINE})
of_module("header_of_module_by_flag", "A flag names the map of a module.", {"Module/own.map": MAP, "Module/more.h": INLINE},
          before=settings('OTHER_SWIFT_FLAGS: "-Xcc -fmodule-map-file=Module/own.map"'))
of_module("header_of_other_ending", "A header of a module includes a file of another ending.", {
    "Module/module.modulemap": MAP, "Module/more.h": '#include "more.inc"\n', "Module/more.inc": INLINE})
FRAMEWORK = "  Kit: { type: framework, platform: iOS, sources: [Kit] }\n"
of_module("header_of_framework", "The header of a framework has the work.", {"Kit/Kit.h": INLINE, "Kit/Kit.swift": "let kit = 1\n"}, "Kit",
          PROJECT + FRAMEWORK, PROJECT + "    dependencies: [{ target: Kit }]\n" + FRAMEWORK)
of_module("header_of_built_framework", "The header of a framework that is built already has the work.", {
    "Vendor/Kit.framework/Headers/Kit.h": INLINE}, "Kit", PROJECT, PROJECT + "    dependencies: [{ framework: Vendor/Kit.framework }]\n")
of_change("included_source", "critical", "A file includes a source that no target has.", {"Other/more.m": OBJECTIVE}, {
    "Sources/More.m": '#include "../Other/more.m"\n'})
of_change("included_source_of_header", "critical", "A header includes a source that no target has.", {"Other/more.m": OBJECTIVE}, {
    "Sources/more.h": '#include "../Other/more.m"\n', "Sources/More.m": '#include "more.h"\n'})
TESTED = PROJECT + """  DiaryTests:
    type: bundle.unit-test
    platform: iOS
    sources: [Kit]
    dependencies: [{ target: Diary }]
    settings: { base: { PRODUCT_BUNDLE_IDENTIFIER: com.example.diary.tests } }
"""
of_change("included_source_of_tests", "critical", "A file includes a source of the tests.", {"project.yml": TESTED, "Kit/Kit.swift": "let kit = 1\n"}, {
    "Kit/More.m": OBJECTIVE, "Sources/More.m": '#include "../Kit/More.m"\n'})
of_change("prefix_of_tests", "critical", "A setting includes a source of the tests in all files.", {
    "project.yml": TESTED, "Kit/Kit.swift": "let kit = 1\n", "Sources/More.m": "int x;\n"}, {
        "Kit/More.m": OBJECTIVE, "project.yml": TESTED.replace("INFOPLIST_FILE: Info.plist", "INFOPLIST_FILE: Info.plist, GCC_PREFIX_HEADER: Kit/More.m", 1)})


def of_project(name, about, folder, path=None):
    """The work is in a library of another project, in a folder where the search for projects does not look."""
    text = PROJECT_OF_XCODE
    for key in ("PHASES", "FILES", "SETTINGS"):
        text = text.replace(key, "")
    objects = ("TD = {isa = PBXTargetDependency; name = Kit; targetProxy = CP;}; KP = {isa = PBXFileReference; "
               f"path = {path or folder}/Kit.xcodeproj; sourceTree = SOURCE_ROOT;}}; CP = {{isa = PBXContainerItemProxy; containerPortal = KP; "
               "proxyType = 1; remoteGlobalIDString = T; remoteInfo = Kit;};")
    return of_change(name, "critical", about, {
        "project.yml": None, "Diary.xcodeproj/project.pbxproj": text.replace("KEYS", "").replace("OBJECTS", ""),
        f"{folder}/Kit.xcodeproj/project.pbxproj": kit(), f"{folder}/Kit/More.swift": PUBLIC, "bgpolicy.yaml": policy_with(f"{folder}/Kit")}, {
            "Diary.xcodeproj/project.pbxproj": text.replace("KEYS", "dependencies = (TD);").replace("OBJECTS", objects),
            "Sources/App.swift": "import Kit\n" + call()})


of_project("project_in_vendor", "A project is in a folder of dependencies.", "vendor")
of_project("project_in_build", "A project is in a folder of builds.", "build")
of_project("project_hidden", "A project is in a hidden folder.", ".kit")
of_project("project_over_clone", "The path of a project leads out of the clone and back.", "build", "../repository/build")
KIT = {"build/Kit.xcodeproj/project.pbxproj": kit(), "build/Kit/More.swift": PUBLIC, "bgpolicy.yaml": policy_with("build/Kit")}
of_change("project_of_spec_in_build", "critical", "A specification names a project in a folder of builds.", KIT, {
    "project.yml": PROJECT + "    dependencies: [{ target: Kit/Kit }]\nprojectReferences: { Kit: { path: build/Kit.xcodeproj } }\n",
    "Sources/App.swift": "import Kit\n" + call()})
WORKSPACE = '<?xml version="1.0"?>\n<Workspace version = "1.0"><FileRef location = "group:Diary.xcodeproj"></FileRef>MORE</Workspace>\n'
BARE = PROJECT_OF_XCODE
for key in ("KEYS", "FILES", "SETTINGS"):
    BARE = BARE.replace(key, "")
of_change("project_of_workspace", "critical", "A workspace names a project in a folder of builds.", {
    **KIT, "project.yml": None, "Diary.xcodeproj/project.pbxproj": BARE.replace("PHASES", "").replace("OBJECTS", ""),
    "Diary.xcworkspace/contents.xcworkspacedata": WORKSPACE.replace("MORE", "")}, {
        "Diary.xcworkspace/contents.xcworkspacedata": WORKSPACE.replace("MORE", '<FileRef location = "group:build/Kit.xcodeproj"></FileRef>'),
        "Diary.xcodeproj/project.pbxproj": BARE.replace("PHASES", "F").replace(
            "OBJECTS", LINKED + "RP = {isa = PBXFileReference; path = libKit.a; sourceTree = BUILT_PRODUCTS_DIR;};"),
        "Sources/App.swift": "import Kit\n" + call()})

# Code that no policy is compared with.
WITH_MORE = PROJECT.replace("[Sources]", "[Sources, FOLDER]")
of_change("compiled_outside_of_sources", "critical", "The app gets code that is in the repository, outside of the policy's code.", {
    "More/More.swift": WORK}, {"project.yml": WITH_MORE.replace("FOLDER", "More"), "Sources/App.swift": call()})
of_change("edited_outside_of_sources", "critical", "A comment of code outside of the policy's code becomes code.", {
    "project.yml": WITH_MORE.replace("FOLDER", "More"), "Sources/App.swift": call(),
    "More/More.swift": WORK.replace("{ try?", "{ /* try?").replace(" }\n}", " */ }\n}")}, {"More/More.swift": WORK})
of_change("compiled_folder_of_tests", "critical", "The app compiles a folder that is called as one of tests.", {
    "project.yml": WITH_MORE.replace("FOLDER", "MoreTests"), "MoreTests/More.swift": "let more = 1\n"}, {
        "MoreTests/More.swift": WORK, "Sources/App.swift": call()})
TESTS = "  DiaryTests: { type: bundle.unit-test, platform: iOS, sources: [MoreTests] }\n"
of_change("compiled_with_tests", "critical", "The app compiles code that its tests compile, too.", {
    "project.yml": PROJECT + TESTS, "MoreTests/More.swift": WORK}, {
        "project.yml": WITH_MORE.replace("FOLDER", "MoreTests") + TESTS, "Sources/App.swift": call()})
