"""Work in the background in folders of dependencies, which a change brings along or which projects and Podfiles name."""

from .changes import of_change
from .forms import HEADERS, PROJECT_OF_XCODE, PUBLIC
from .inclusions import of_project
from .reading import call
from .repository import SOUND, START, Plan, case

of_project("project_in_pods", "A project is in the folder of CocoaPods.", "Pods")

# No name of the API is in one piece.
JOINED = (f"{HEADERS}#define J(a, b) a##b\nstatic inline void kit(void) {{ [[NSURLSession sessionWithConfiguration:[NSURLSessionConfiguration "
          "J(backgroundSession,ConfigurationWithIdentifier):@\"com.example.diary.other\"]] downloadTaskWithURL:[NSURL "
          "URLWithString:@\"https://example.com\"]]; }\n")
BARE = PROJECT_OF_XCODE
for key, text in (("KEYS", ""), ("PHASES", ""), ("FILES", "BO"), ("OBJECTS", "FO = {isa = PBXFileReference; path = Sources/More.m; "
                  "sourceTree = SOURCE_ROOT;}; BO = {isa = PBXBuildFile; fileRef = FO;};")):
    BARE = BARE.replace(key, text)
SEARCHING = BARE.replace("SETTINGS", 'HEADER_SEARCH_PATHS = "$(SRCROOT)/Pods";')


def of_header(name, about, path, before, after):
    """A header that is in a folder of dependencies has the work."""
    return of_change(name, "critical", about, {
        "project.yml": None, "Diary.xcodeproj/project.pbxproj": SEARCHING, "Sources/More.m": "void start(void) {}\n", **before}, {
            path: JOINED, "Sources/More.m": f"#import <{path.split('/', 1)[1]}>\nvoid start(void) {{ kit(); }}\n", **after})


of_header("header_in_pods", "A header is in the folder of CocoaPods.", "Pods/Kit/Kit.h", {}, {})
LOCK = "PODS:\n  - Kit (1.0)\n  - Other (1.0)\n\nDEPENDENCIES:\n  - Kit\n  - Other\n\nCOCOAPODS: 1.15.2\n"
of_header("header_of_pod_without_update", "A header of a pod changes, whose version stays.", "Pods/Kit/Kit.h", {
    "Podfile": "pod 'Kit'\npod 'Other'\n", "Podfile.lock": LOCK, "Pods/Kit/Kit.h": "void kit(void);\n"}, {
        "Podfile.lock": LOCK.replace("Other (1.0)", "Other (1.1)")})

PODFILE = "platform :ios, '16.0'\ntarget 'Diary' do\nEXTRA\nend\n"
KIT = {"Kit/Kit.podspec": "Pod::Spec.new { |s| s.name = 'Kit'; s.version = '1'; s.source_files = '*.swift' }\n", "Kit/More.swift": PUBLIC}


def of_podfile(name, about, extra, files=None):
    return of_change(name, "critical", about, {"Podfile": PODFILE.replace("EXTRA\n", ""), **KIT, **(files or {})}, {
        "Podfile": PODFILE.replace("EXTRA", f"  {extra}"), "Sources/App.swift": "import Kit\n" + call()})


of_podfile("pod_of_file_in_pods", "A Podfile evaluates a file in the folder of CocoaPods.", "eval(File.read('Pods/more.rb'))",
           {"Pods/more.rb": "pod 'Kit', :path => 'Kit'\n"})
of_podfile("pod_of_file_over_pods", "The path of a file that a Podfile evaluates leads through the folder of CocoaPods.",
           "eval(File.read('Pods/../more.rb'))", {"more.rb": "pod 'Kit', :path => 'Kit'\n"})
of_podfile("pod_over_node_modules", "The path of a pod leads through a folder of dependencies.", "pod 'Kit', :path => 'node_modules/../Kit'")


@case("high", calls=("base",))
def name_with_spaces(repository):
    """A change writes a name of the API with a space and a comment in it, in a file that nothing is known to compile."""
    repository.write("Other/More.inc", "struct Other {}\n")
    repository.commit()
    repository.git("tag", "-f", START)
    repository.write("Other/More.inc", 'let more = URLSession(configuration: .background( /* own */\n  withIdentifier: "a"))\n')
    repository.write("Sources/App.swift", SOUND)
    strict = ["gate", "--skip", "generated", "--strict", "--base", f"git:{START}"]
    return Plan(refused=("strict",), says={"strict": ("writes background(withIdentifier in Other/More.inc",)}, more={"strict": strict})
