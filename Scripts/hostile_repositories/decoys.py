"""Projects, settings and lists that are not those of the build, beside those that are."""

import functools

from . import repository as tried
from .forms import PROJECT_OF_XCODE
from .projects import MANIFEST
from .reading import NAMED, OBJECTIVE, WORK, call, settings
from .repository import PROJECT, PROPERTY_LIST, Plan

# These calls read code.
case = functools.partial(tried.case, calls=("gate", "drift"))

REFUSED = ("gate", "drift")


def project_of_one_file():
    """A project of Xcode whose app compiles one of two files."""
    text = PROJECT_OF_XCODE
    for key in ("PHASES", "KEYS", "FILES", "SETTINGS", "OBJECTS"):
        text = text.replace(key, "")
    return text


@case("critical")
def project_beside_spec(repository):
    """A project of Xcode lacks the work that the specification compiles."""
    repository.write("Diary.xcodeproj/project.pbxproj", project_of_one_file())
    repository.write("Sources/App.swift", call())
    repository.write("Sources/More.swift", WORK)
    return Plan(refused=REFUSED)


@case("critical")
def project_beside_manifest(repository):
    """A project of Xcode lacks the work that the manifest of Tuist compiles."""
    repository.remove("project.yml")
    repository.write("Project.swift", MANIFEST.replace("HEAD", "").replace("NAME", '"com.example.diary"'))
    return project_beside_spec(repository)


def platform_of_settings(name, severity, about, setting, text):
    """The work is under a condition on the platform, whose name the settings change."""
    def build(repository):
        repository.write("project.yml", settings(setting))
        repository.write("Sources/More.m", f"{text}\n{OBJECTIVE}#endif\n")
        return Plan(refused=REFUSED)
    build.__name__, build.__doc__ = name, about
    return case(severity)(build)


platform_of_settings("platform_defined", "critical", "The settings define another platform.",
                     "GCC_PREPROCESSOR_DEFINITIONS: TARGET_OS_OSX=1", "#if TARGET_OS_OSX")
platform_of_settings("platform_undefined", "critical", "A flag undefines the name of the language.", "OTHER_CFLAGS: -U__OBJC__", "#ifndef __OBJC__")
platform_of_settings("trigraph", "critical", "A flag turns on other spellings of directives.", "OTHER_CFLAGS: -trigraphs", "#if 0\n??=else")
platform_of_settings("line_that_goes_on", "critical", "A space follows the backslash in a directive.", "OTHER_CFLAGS: -w", "#if 0\n#\\ \nelse")
platform_of_settings("line_in_comment", "critical", "A comment has the end of a directive's line.", "OTHER_CFLAGS: -w", "#if 1 /*\n*/ #else")


def preprocessed(name, severity, about, lines):
    """The preprocessor leaves out the background mode that the property list has."""
    def build(repository):
        repository.write("project.yml", settings("INFOPLIST_PREPROCESS: YES"))
        repository.write("Info.plist", PROPERTY_LIST.replace("<string>fetch</string>", lines))
        return Plan(refused=("gate",))
    build.__name__, build.__doc__ = name, about
    return case(severity)(build)


FETCH = "\n-->\n<string>fetch</string>\n<!--\n"
preprocessed("list_with_comments", "high", "A comment is before a directive.", f"<!--\n/**/#if 0{FETCH}/**/#endif\n-->")
preprocessed("list_with_other_spelling", "high", "A directive has another spelling.", f"<!--\n%:if 0{FETCH}%:endif\n-->")
preprocessed("list_with_long_line", "high", "A directive goes on in the next line.", f"<!--\n#\\\nif 0{FETCH}#endif\n-->")
preprocessed("list_with_definition", "high", "The list defines a name.", f"<!--\n#define fetch audio{FETCH}-->")
preprocessed("list_in_comment", "high", "The list's line is in a comment.", "<!-- /* -->\n<string>fetch</string>\n<!-- */ -->")


def pod(name, severity, about, lock, podfile="pod 'Kit', :path => 'Kit'"):
    """The work is in a pod, whose code CocoaPods compiles."""
    def build(repository):
        repository.write("Kit/More.swift", WORK.replace("enum", "public enum").replace("static", "public static"))
        repository.write("Podfile", f"platform :ios, '16.0'\ntarget 'Diary' do\n  {podfile}\nend\n")
        if lock:
            repository.write("Podfile.lock", lock)
        return NAMED
    build.__name__, build.__doc__ = name, about
    return tried.case(severity, calls=("gate",))(build)


pod("pod_without_lock", "high", "No lock file names the pod's folder.", None)
pod("pod_in_one_line", "high", "The lock file is in another form.", 'PODS:\n  - Kit (1.0)\nEXTERNAL SOURCES: {Kit: {":path": Kit}}\n')
pod("pod_of_old_lock", "high", "The lock file lacks the pod.", "PODS:\n  - Other (1.0)\n")
pod("pod_in_computed_folder", "high", "The pod's folder is computed.", None, "pod 'Kit', :path => 'K' + 'it'")


@case("high")
def sources_twice(repository):
    """The specification has the sources of a target twice."""
    repository.write("project.yml", PROJECT.replace("    sources: [Sources]\n", "    sources: [Sources/App.swift]\n    sources: [Sources]\n"))
    repository.write("Sources/App.swift", call())
    repository.write("Sources/More.swift", WORK)
    return Plan(refused=REFUSED)


@case("high")
def release_called_debug(repository):
    """A configuration for releases has `debug` in its name."""
    repository.write("project.yml", PROJECT.replace(
        "targets:", "configs: { Debug: debug, Release: release, StoreDebugless: release }\n"
        "settings: { configs: { StoreDebugless: { SWIFT_ACTIVE_COMPILATION_CONDITIONS: STORE } } }\ntargets:"))
    repository.write("Sources/App.swift", call("STORE"))
    repository.write("Sources/More.swift", f"#if STORE\n{WORK}#endif\n")
    return Plan(refused=("gate",))


@tried.case("high", calls=("gate",))
def request_of_function(repository):
    """A list of identifiers is mapped by the initializer of the request."""
    work = ('for request in ["com.example.diary.more"].map(BGProcessingTaskRequest.init(identifier:)) '
            "{ try? BGTaskScheduler.shared.submit(request) }")
    repository.write("Sources/App.swift", call())
    repository.write("Sources/More.swift", f"import BackgroundTasks\nenum More {{ static func start() {{ {work} }} }}\n")
    return Plan(refused=("gate",))


@tried.case("high", calls=("set up",))
def link_to_git(repository):
    """Files of the workflow are links to Git's."""
    repository.remove("bgpolicy.yaml")
    repository.link(".github", repository.root / ".git")
    return Plan(refused=("set up",))
