"""Releases that are built in another way than the gate was shown: by other schemes, configurations, property lists, targets and conditions."""

from .changes import of_change
from .reading import WORK, call
from .repository import BROKEN, EXPIRATION, PROJECT, PROPERTY_LIST, SOUND, policy_with
from .settings import DEBUGGED, PROJECT_FOR_DEBUGGING, SCHEMES, archived, scheme

SCHEME = f"{SCHEMES}/Diary.xcscheme"
PROJECT_FILE = "Diary.xcodeproj/project.pbxproj"
OF_XCODE = {"project.yml": None, PROJECT_FILE: PROJECT_FOR_DEBUGGING, "More.swift": DEBUGGED, "bgpolicy.yaml": policy_with("More.swift"),
            "Sources/App.swift": call("DEBUG"), SCHEME: scheme("Release")}


def by_scheme(name, about, path, text, files=None):
    """A scheme has another text after the change."""
    return of_change(name, "critical", about, {**OF_XCODE, **(files or {})}, {path: text})


by_scheme("archive_after_sign", "An attribute before the configuration has the sign that ends a tag.", SCHEME,
          scheme("Debug").replace("<ArchiveAction\n", '<ArchiveAction customArchiveName = "Diary > Store"\n'))
by_scheme("archive_by_default", "A declaration of the scheme has the configuration.", SCHEME, scheme("Release").replace(
    "<Scheme>", '<!DOCTYPE Scheme [<!ATTLIST ArchiveAction buildConfiguration CDATA "Debug">]>\n<Scheme>').replace('   buildConfiguration = "Release"\n', ""))
by_scheme("archive_by_entity", "An entity of the scheme has the action.", SCHEME, scheme("Release").replace(
    "<Scheme>", "<!DOCTYPE Scheme [<!ENTITY a \"&#60;ArchiveAction buildConfiguration='Debug'/&#62;\">]>\n<Scheme>&a;"))
by_scheme("archive_in_other_encoding", "The scheme has another encoding.", SCHEME, scheme("Release").replace(
    '<?xml version="1.0"?>', '<?xml version="1.0" encoding="UTF-7"?>').replace(
        "</Scheme>", '+ADw-ArchiveAction buildConfiguration = "Debug"+AD4APA-/ArchiveAction+AD4-</Scheme>'))
by_scheme("archive_by_new_scheme", "A new scheme archives the code for debugging.", f"{SCHEMES}/Store.xcscheme", scheme("Debug"))
by_scheme("archive_by_scheme_elsewhere", "A new workspace outside of the app's folder has a scheme that archives the code for debugging.",
          "Work/Diary.xcworkspace/xcshareddata/xcschemes/Diary.xcscheme", scheme("Debug"))
by_scheme("archive_by_scheme_in_capitals", "The name of a new scheme has capitals.", f"{SCHEMES}/Store.XCSCHEME", scheme("Debug"))
TESTED = PROJECT_FOR_DEBUGGING.replace("buildConfigurations = (R, D)", "buildConfigurations = (R, D, E)").replace(
    "D = {isa = XCBuildConfiguration", "E = {isa = XCBuildConfiguration; name = \"Store Test\"; buildSettings = {SDKROOT = iphoneos; "
    "IPHONEOS_DEPLOYMENT_TARGET = 16.0; PRODUCT_BUNDLE_IDENTIFIER = com.example.diary; INFOPLIST_FILE = Info.plist; "
    "SWIFT_ACTIVE_COMPILATION_CONDITIONS = EXTRA;};};\nD = {isa = XCBuildConfiguration", 1)
by_scheme("archive_for_testers", "The scheme archives a configuration whose name is that of one for testers.", SCHEME, scheme("Store Test"), {
    PROJECT_FILE: TESTED, "More.swift": f"#if EXTRA\n{WORK}#endif\n", "Sources/App.swift": call("EXTRA")})

# Configurations.
of_change("release_for_testers", "critical", "A configuration for releases has a name of one for testers.", {
    "Sources/App.swift": call("EXTRA"), "Sources/More.swift": f"#if EXTRA\n{WORK}#endif\n"}, {"project.yml": PROJECT.replace(
        "options:", "configs: { Debug: debug, Release: release, Dev: release }\noptions:").replace(
            "settings: { base", "settings: { configs: { Dev: { SWIFT_ACTIVE_COMPILATION_CONDITIONS: EXTRA } }, base")})
of_change("debugging_on_mac", "critical", "The configuration for debugging is for another system.", {
    "Sources/More.swift": f"#if os(iOS)\n{WORK}#endif\n"}, {
        "Sources/App.swift": call("os(iOS)"), "project.yml": PROJECT.replace(
            "settings: { base", "settings: { configs: { Debug: { SUPPORTED_PLATFORMS: macosx } }, base")})
of_change("list_of_other_release", "critical", "A new configuration for releases has another property list.", {}, {
    "Other.plist": PROPERTY_LIST.replace("<string>fetch</string>", ""), "project.yml": PROJECT.replace(
        "options:", "configs: { Debug: debug, Release: release, Store: release }\noptions:").replace(
            "settings: { base", "settings: { configs: { Store: { INFOPLIST_FILE: Other.plist } }, base")})
of_change("macro_beside_unknown", "critical", "A macro that is not known stands beside one that takes a mode away.", {}, {
    "project.yml": PROJECT.replace("settings: { base: {", "settings: { base: { INFOPLIST_PREPROCESS: YES, "
                                   'INFOPLIST_PREPROCESSOR_DEFINITIONS: "fetch=none $(UNKNOWN)",')})

# Targets and groups.
LOADS = SOUND.replace("{ Refresh.schedule() }", """{
    Refresh.schedule()
    let kit = Bundle(url: Bundle.main.builtInPlugInsURL!.appendingPathComponent("Kit.xctest"))
    if kit?.load() == true { _ = (kit?.principalClass as? NSObject.Type)?.init() }
  }""")
STARTED = "@objc(Start) public final class Start: NSObject { @objc public override init() { super.init(); More.start() } }\n"
SINGLE = PROJECT.replace("sources: [Sources]", "sources: [Sources/App.swift]")
of_change("tests_in_app", "critical", "The app has a bundle of tests, which it loads.", {"project.yml": SINGLE}, {
    "Sources/App.swift": LOADS, "Sources/Kit/More.swift": WORK + STARTED, "project.yml": SINGLE + """    dependencies: [{ target: Kit, embed: true, link: false }]
  Kit:
    type: bundle.unit-test
    platform: iOS
    sources: [Sources/Kit]
    settings: { base: { PRODUCT_BUNDLE_IDENTIFIER: com.example.diary.kit } }
"""})
PLAIN = PROJECT_FOR_DEBUGGING.replace("children = (A, M, Y)", "children = (M, Y)", 1)
of_change("file_of_group_of_nothing", "critical", "The file of the app is also in a group that hangs on nothing.", {
    "project.yml": None, PROJECT_FILE: PROJECT_FOR_DEBUGGING, "bgpolicy.yaml": policy_with("Other"), "Other/App.swift": BROKEN,
    "More.swift": DEBUGGED}, {
        PROJECT_FILE: PLAIN.replace(
            "A = {isa = PBXFileReference; path = Sources/App.swift;", 'A = {isa = PBXFileReference; path = App.swift;').replace(
                "\nD = {isa", '\n1 = {isa = PBXGroup; path = Sources; sourceTree = "<group>"; children = (A);};\n'
                'Y = {isa = PBXGroup; path = Other; sourceTree = "<group>"; children = (A);};\nD = {isa', 1)})

# Conditions.
def expiring(name, severity, about, condition):
    """The expiration handler is under a condition after the change."""
    return of_change(name, severity, about, {}, {
        "Sources/App.swift": SOUND.replace(EXPIRATION, f"#if {condition}\n      {EXPIRATION}\n#endif")})


expiring("expiration_under_false", "critical", "The expiration handler is under a condition that never holds.", "false")
expiring("expiration_under_debugging", "critical", "The expiration handler is under a condition that holds in debugging alone.", "DEBUG")
expiring("expiration_under_nothing", "critical", "The expiration handler is under a condition that no setting defines.", "NOPE")
