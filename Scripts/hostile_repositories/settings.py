"""Settings, schemes and property lists that Xcode reads in another way than their text seems to say."""

from .changes import of_change
from .forms import PROJECT_OF_XCODE
from .reading import OBJECTIVE, WORK, call
from .repository import PROJECT, PROPERTY_LIST, policy_with

FILED = "configFiles: { Debug: own.xcconfig, Release: own.xcconfig }\n" + PROJECT
DEBUGGED = f"#if DEBUG\n{WORK}#endif\n"
DEBUG = "SWIFT_ACTIVE_COMPILATION_CONDITIONS = DEBUG\n"
# The work is in code for debugging.
FOR_DEBUGGING = {"Sources/App.swift": call("DEBUG"), "Sources/More.swift": DEBUGGED}


def by(name, about, after, files=None, before="OTHER = 1\n", severity="critical", change=None):
    """A file of settings has another text after the change."""
    return of_change(name, severity, about, {"project.yml": FILED, "own.xcconfig": before, **(FOR_DEBUGGING if files is None else files)},
                     {"own.xcconfig": after, **(change or {})})


by("settings_after_line_separator", "A separator of lines of Unicode ends a comment.", f"OTHER = 1 // 1\u2028{DEBUG}")
by("settings_after_paragraph_separator", "A separator of paragraphs of Unicode ends a line.", f"OTHER = 1\u2029{DEBUG}")
by("settings_after_vertical_tab", "A line begins with a vertical tab.", f"\x0b{DEBUG}")
by("settings_with_comma", "A condition with a comma takes the place of a setting.",
   f"{DEBUG}SWIFT_ACTIVE_COMPILATION_CONDITIONS[sdk=iphoneos*,config=Release] = X\n")

CONDITIONS = "SWIFT_ACTIVE_COMPILATION_CONDITIONS"
by("setting_of_embedded_systems", "A condition names all systems of devices.", f"{CONDITIONS}[sdk=embedded*] = DEBUG\n")
by("setting_of_builtin_or_default", "A setting of Xcode's own has a default value.",
   f"C_iOS = DEBUG\n{CONDITIONS} = $(C_$(PLATFORM_FAMILY_NAME:default=none):default=)\n")
by("setting_of_builtin_suffix", "The name of a setting of Xcode's own ends as names of empty settings do.",
   f"C =\nC_app = DEBUG\n{CONDITIONS} = $(C$(WRAPPER_SUFFIX:identifier))\n")
by("setting_of_words", "An operator applies to each word of a list.",
   f"LD_RUNPATH_SEARCH_PATHS = a/DEBUG a/Frameworks\n{CONDITIONS} = $(LD_RUNPATH_SEARCH_PATHS:file)\n")
by("setting_of_path", "A path has another form than the standard form.", f"P = ./DEBUG\n{CONDITIONS} = $(P:standardizepath)\n")
by("setting_with_quote_of_setting", "Another setting has a quote, which separates no words.",
   "Q = '\nOTHER_SWIFT_FLAGS = -Xlinker x$(Q) -DDEBUG -Xlinker y$(Q)\n")
by("settings_of_systems_with_tab", "A tab separates the systems of the app.",
   f"SDKROOT = auto\nSUPPORTED_PLATFORMS = iphoneos\txros\n{CONDITIONS}[sdk=xros*] = DEBUG\n")
by("settings_without_end", "References have no end.", f"{CONDITIONS} = {'$(' * 4000} DEBUG\n", severity="high")

# Objective-C, whose compiler defines names that no setting has.
COMPILED = {"Sources/More.m": "#ifdef __APPLE__\n" + OBJECTIVE + "#endif\n"}
by("name_of_compiler", "A configuration for debugging defines a name of the compiler's own.",
   "GCC_PREPROCESSOR_DEFINITIONS[config=Debug] = __APPLE__=1\n", {}, change=COMPILED)
by("definitions_of_product", "Definitions are those of the type of the product.", "GCC_PRODUCT_TYPE_PREPROCESSOR_DEFINITIONS = DEBUG=1\n",
   {"Sources/More.m": "#if DEBUG\n" + OBJECTIVE + "#endif\n"})


def included(name, about, path):
    """A file of settings includes another one, which may be missing."""
    return by(name, about, f'#include? "{path}"\n', {**FOR_DEBUGGING, "more.xcconfig": DEBUG})


included("include_over_clone", "An include that may be missing leads out of the clone and back.", "../repository/more.xcconfig")
included("include_absolute", "An include that may be missing has an absolute path.", "/clones/repository/more.xcconfig")
included("include_over_xcode", "An include leads from Xcode's folder into the clone.", "<DEVELOPER_DIR>/../clones/repository/more.xcconfig")
included("include_in_other_case", "An include that may be missing has other capitals than its file.", "MORE.xcconfig")


def excluded(name, about, pattern, condition=""):
    """The change has a pattern leave out no code that left out some."""
    return by(name, about, f"EXCLUDED_SOURCE_FILE_NAMES{condition} = {pattern}\n", {
        "Sources/App.swift": call(), "Sources/More.swift": WORK}, "EXCLUDED_SOURCE_FILE_NAMES = More.swift\n")


excluded("exclusion_with_dot", "A pattern of excluded files begins with a dot.", "./More.swift")
excluded("exclusion_with_inner_dot", "A pattern of excluded files has a dot in it.", "Sources/./More.swift")
excluded("exclusion_with_slash", "A pattern of excluded files ends with a slash.", "More.swift/")
excluded("exclusion_from_root", "A pattern of excluded files begins with a slash.", "/Sources/More.swift")
excluded("exclusion_with_comma", "A condition of excluded files has a comma.", "More.swift", "[sdk=iphoneos*,config=Release]")

CONDITIONAL = PROPERTY_LIST.replace("<key>BG", "\n#ifndef OTHER\n<key>BG").replace("</array>\n<key>UI", "</array>\n#endif\n<key>UI")
LISTED = {"Info.plist": CONDITIONAL}
by("list_with_condition", "The preprocessor leaves identifiers out of the property list.",
   "INFOPLIST_PREPROCESS = YES\nINFOPLIST_PREPROCESSOR_DEFINITIONS = OTHER\n", LISTED, "INFOPLIST_PREPROCESS = NO\n", "high")
by("list_with_condition_of_system", "The preprocessor reads the property list for some systems.",
   "INFOPLIST_PREPROCESS[sdk=iphoneos2*] = YES\nINFOPLIST_PREPROCESSOR_DEFINITIONS = OTHER\n", LISTED, "INFOPLIST_PREPROCESS = NO\n", "high")
by("list_of_setting", "A setting has keys of the property list.", "INFOPLIST_FILE_CONTENTS = {UIBackgroundModes = (location);}\n", {}, severity="high")
by("entitlements_of_setting", "A setting has entitlements.", 'CODE_SIGN_ENTITLEMENTS_CONTENTS = {"aps-environment" = production;}\n', {}, severity="high")


def compiled(name, about, setting):
    """A setting names a program that compiles the code."""
    return by(name, about, f"{setting}\n", {"tools/swiftc": ""}, severity="high")


compiled("compiler_of_workspace", "A program in the folder of the workspace compiles the code.", "CC = $(WORKSPACE_DIR)/cc")
compiled("compiler_of_other_setting", "A setting that nobody assigns has the folder of the compiler.", "CC = $(FOLDER)/cc")
compiled("compiler_of_architecture", "A program compiles the code for an architecture.", "CC[arch=arm64] = $(SRCROOT)/cc")
compiled("compiler_absolute", "The absolute path of a compiler leads into the clone.", "SWIFT_EXEC = /clones/repository/tools/swiftc")
by("macros_of_setting", "A setting loads a plug-in of the compiler.", "SWIFT_LOAD_BINARY_MACROS = $(SRCROOT)/macros#More\n", {}, severity="high")

GROUPED = "settingGroups: { own: { SWIFT_ACTIVE_COMPILATION_CONDITIONS: DEBUG } }\n" + PROJECT
of_change("settings_of_unknown_group", "critical", "The environment names a group of settings.", {"project.yml": GROUPED, **FOR_DEBUGGING}, {
    "project.yml": GROUPED.replace("settings: { base:", 'settings: { groups: ["${GROUP}"], base:')})
of_change("setting_of_environment", "critical", "The environment names a setting.", FOR_DEBUGGING, {
    "project.yml": PROJECT.replace("settings: { base: {", 'settings: { base: { "${SETTING}": DEBUG,')})

# Schemes.
PROJECT_FOR_DEBUGGING = PROJECT_OF_XCODE.replace("buildConfigurations = (R)", "buildConfigurations = (R, D)").replace("OBJECTS", """
D = {isa = XCBuildConfiguration; name = Debug; buildSettings = {SDKROOT = iphoneos; IPHONEOS_DEPLOYMENT_TARGET = 16.0;
  PRODUCT_BUNDLE_IDENTIFIER = com.example.diary; INFOPLIST_FILE = Info.plist; SWIFT_ACTIVE_COMPILATION_CONDITIONS = DEBUG;};};""").replace("FILES", "BM")
for key in ("PHASES", "KEYS", "SETTINGS"):
    PROJECT_FOR_DEBUGGING = PROJECT_FOR_DEBUGGING.replace(key, "")
SCHEMES = "Diary.xcodeproj/xcshareddata/xcschemes"


def scheme(configuration, target="Diary"):
    return ('<?xml version="1.0"?>\n<Scheme><BuildAction><BuildActionEntries><BuildActionEntry buildForArchiving = "YES"><BuildableReference '
            f'BlueprintName = "{target}"></BuildableReference></BuildActionEntry></BuildActionEntries></BuildAction>\n'
            f'<ArchiveAction\n   buildConfiguration = "{configuration}"\n   revealArchiveInOrganizer = "YES"></ArchiveAction></Scheme>\n')


def archived(name, about, others, path=f"{SCHEMES}/Diary.xcscheme"):
    """A scheme archives the code for debugging after the change."""
    return of_change(name, "critical", about, {
        "project.yml": None, "Diary.xcodeproj/project.pbxproj": PROJECT_FOR_DEBUGGING, "More.swift": DEBUGGED,
        "bgpolicy.yaml": policy_with("More.swift"), "Sources/App.swift": call("DEBUG"), path: scheme("Release"), **others}, {path: scheme("Debug")})


archived("archive_of_one_target", "A scheme archives the app as the code for debugging, and another target's does not.",
         {f"{SCHEMES}/More.xcscheme": scheme("Release", "More")})
archived("archive_beside_release", "A scheme archives the code for debugging, and another one the release.", {f"{SCHEMES}/Beta.xcscheme": scheme("Release")})
archived("archive_of_workspace", "The scheme of a workspace in a folder archives the code for debugging.", {f"{SCHEMES}/Diary.xcscheme": scheme("Release")},
         "Own/Diary.xcworkspace/xcshareddata/xcschemes/Diary.xcscheme")
SCHEMED = PROJECT.replace("targets:", "schemes: { Diary: { build: { targets: { Diary: all } }, archive: { config: DIARY } }, "
                          "More: { build: { targets: { More: all } }, archive: { config: Release } } }\ntargets:", 1)
of_change("archive_of_spec", "critical", "A scheme of a specification archives the app as the code for debugging.", {
    "project.yml": SCHEMED.replace("DIARY", "Release"), **FOR_DEBUGGING}, {"project.yml": SCHEMED.replace("DIARY", "Debug")})
