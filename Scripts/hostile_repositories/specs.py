"""Specifications of XcodeGen that mean another app than they seem to."""

from .changes import of_change
from .projects import bomb
from .repository import BROKEN, CODE, EXPIRATION, POLICY, PROJECT, PROPERTY_LIST, SOUND, case

# Code of tests may name what it likes, until the app compiles it.
ELSEWHERE = {"AppTests/App.swift": BROKEN}
# What is left of the specification without its sources.
REST = PROJECT.split("\n", 1)[1].replace("    sources: [Sources]\n", "")


def sources(text, more=""):
    return PROJECT.replace("[Sources]", text) + more


def templates(attributes, text):
    return f"name: Diary\ntargetTemplates:\n{text}{REST}    templates: {attributes}\n"


def of_folder(name, about, spec, folder, before=None):
    """The app has its code in a folder with a variable in its name, and the sound code is where the variable's value leads."""
    return of_change(name, "critical", about, before or {}, {
        "project.yml": spec, "Sources/App.swift": None, "Sources/DiaryTests/App.swift": SOUND, f"Sources/{folder}Tests/App.swift": BROKEN})


of_folder("target_name_without_template", "A target without templates has the variable of their target.",
          sources('["Sources/${target_name}Tests"]'), "${target_name}")
of_folder("attributes_with_number", "One attribute of a template is no text, so none is replaced.", sources(
    '["Sources/${a}Tests"]', "    templates: [T]\n    templateAttributes: { a: Diary, n: 1 }\ntargetTemplates: { T: { scheme: {} } }\n"), "${a}")
of_change("template_of_two_templates", "critical", "Two templates have the same template, which is applied once.", {}, {
    **ELSEWHERE, "project.yml": templates(
        "[A, B]", "  C: { sources: Sources }\n  A: { templates: [C], sources: AppTests }\n  B: { templates: [C] }\n")})
of_change("attributes_of_inner_template", "critical", "A template of a template has attributes, which those of the target replace.", {}, {
    **ELSEWHERE, "project.yml": templates(
        "[A]\n    templateAttributes: { d: AppTests }",
        '  C: { sources: "${d}", templateAttributes: { d: Sources } }\n  A: { templates: [C] }\n')})
of_change("include_of_two_includes", "critical", "Two included specifications include the same one, which is merged once.", {}, {
    **ELSEWHERE, "project.yml": f"name: Diary\ninclude: [a.yml, b.yml]\n{REST}", "c.yml": "targets: { Diary: { sources: Sources } }\n",
    "a.yml": "include: [c.yml]\ntargets: { Diary: { sources: AppTests } }\n",
    "b.yml": "include: [c.yml]\ntargets: { Diary: { platform: iOS } }\n"})
of_change("paths_of_text", "critical", "A text says that the paths of an included specification stay as they are.", {}, {
    **ELSEWHERE, "project.yml": f'name: Diary\ninclude: [{{ path: Sources/more.yml, relativePaths: "NO" }}]\n{REST}',
    "Sources/more.yml": "targets: { Diary: { sources: AppTests } }\n", "Sources/App.swift": None, "Sources/AppTests/App.swift": SOUND})
of_change("paths_of_inner_include", "critical", "An included specification whose paths stay as they are includes another one.", {}, {
    **ELSEWHERE, "project.yml": f"name: Diary\ninclude: [{{ path: Sources/more.yml, relativePaths: false }}]\n{REST}",
    "Sources/more.yml": "include: [inner.yml]\n", "inner.yml": "targets: { Diary: { sources: AppTests } }\n",
    "Sources/inner.yml": "targets: { Diary: { sources: App.swift } }\n"})
of_change("targets_with_replacement", "critical", "The key of the targets says that it replaces others.", {}, {
    **ELSEWHERE, "project.yml": sources("[AppTests]").replace("targets:", '"targets:REPLACE":')})
of_change("sources_beside_replacement", "critical", "The sources are beside sources that replace them.", {}, {
    **ELSEWHERE, "more.yml": "targets: { Diary: { sources: [Sources] } }\n",
    "project.yml": "include: more.yml\n" + sources('[AppTests]\n    "sources:REPLACE": [Sources]')})
of_change("key_of_variable", "critical", "A variable makes a key that the target has already.", {}, {
    **ELSEWHERE, "project.yml": sources(
        '[AppTests]\n    "${s}": [Sources]\n    templates: [T]\n    templateAttributes: { s: sources }', "targetTemplates: { T: { scheme: {} } }\n")})
of_change("platforms_with_one", "critical", "A list of platforms has one, whose name is part of a path.", {}, {
    "project.yml": sources('["Sources/${platform}Tests"]').replace("platform: iOS", "platform: [iOS]"), "Sources/App.swift": None,
    "Sources/${platform}Tests/App.swift": SOUND, "Sources/iOSTests/App.swift": BROKEN})


def grouped(name, about, key, groups):
    """Settings of a group compile the code for debugging."""
    spec = PROJECT.replace("settings: { base:", f"settings: {{ {key}: [G], base:")
    return of_change(name, "critical", about, {
        "Sources/App.swift": CODE.replace("EXPIRATION", f"#if !DEBUG\n      {EXPIRATION}\n      #endif")}, {
            "project.yml": f"{spec}{groups}: {{ G: {{ SWIFT_ACTIVE_COMPILATION_CONDITIONS: DEBUG }} }}\n"})


grouped("groups_of_older_spec", "A target has its groups of settings by their older name.", "presets", "settingGroups")
grouped("all_groups_of_older_spec", "A specification has its groups of settings by their older name.", "groups", "settingPresets")

LIST = PROPERTY_LIST.replace("com.example.diary.refresh", "com.example.diary.other")


def listed(name, about, file, change):
    """The name of the app's property list depends on the target's."""
    return of_change(name, "critical", about, {
        "Diary.plist": PROPERTY_LIST, "bgpolicy.yaml": POLICY.replace("Info.plist", "Diary.plist"),
        "project.yml": PROJECT.replace("Info.plist", file)}, {"Other.plist": LIST, "project.yml": change(PROJECT.replace("Info.plist", file))})


listed("name_of_target", "A target has another name than its key.", '"$(TARGET_NAME).plist"', lambda spec: spec.replace(
    "type: application", "type: application\n    name: Other"))
listed("target_name_in_setting", "A setting has the name of the variable of templates.", '"$(TARGET_NAME).plist"', lambda spec: spec.replace(
    "$(TARGET_NAME)", "${target_name}").replace("settings: { base: {", "settings: { base: { target_name: Other,"))

WORK = SOUND.replace("      " + EXPIRATION + "\n", "").replace("@main\nfinal class AppDelegate: UIResponder, UIApplicationDelegate", "public final class More")
of_change("package_of_older_spec", "critical", "A specification names its packages in the older form.", {}, {
    ".hiddenTests/Core/Package.swift": '// swift-tools-version: 5.9\nimport PackageDescription\nlet package = Package(name: "Core", products: '
    '[.library(name: "Core", targets: ["Core"])], targets: [.target(name: "Core")])\n',
    ".hiddenTests/Core/Sources/Core/More.swift": WORK,
    "project.yml": sources("[Sources]\n    dependencies: [{ package: Core }]", "localPackages: [.hiddenTests/Core]\n")})



def repeated(count, text):
    return ", ".join(text.format(index) for index in range(count))


def large(name, about, spec):
    """A specification that says more than it is long."""
    def build(repository):
        return bomb(repository, {"project.yml": spec})
    build.__name__, build.__doc__ = name, about
    return case("high", calls=("gate",))(build)


VALUES = "".join(
    f'      a{index}: "{("${b%d}" % index) * 600}"\n      b{index}: "{("${c%d}" % index) * 600}"\n      c{index}: "{"x" * 600}"\n' for index in range(24))
TEMPLATED = PROJECT.replace("type: application", "type: application\n    templates: [T]\n    templateAttributes: ATTRIBUTES")
large("variables_of_variables", "The values of variables have variables.", TEMPLATED.replace("ATTRIBUTES", "\n" + VALUES.rstrip())
      + f'    notes: "{"".join("${a%d}" % index for index in range(24)) * 40}"\ntargetTemplates: {{ T: {{ platform: iOS }} }}\n')
large("variables_of_texts", "Many variables may be in many texts.", TEMPLATED.replace("ATTRIBUTES", "{ " + repeated(1_500, "k{}: v") + " }")
      + 'targetTemplates: { T: { attributes: { list: [' + repeated(30_000, '"${{x}}"') + "] } } }\n")
large("configurations_with_settings", "Many configurations have settings by a part of their name.", PROJECT + "configs: { "
      + repeated(4_000, "Release{}: release") + " }\nsettings: { configs: { " + repeated(4_000, "e{}: {{ A: 1 }}") + " } }\n")
large("platforms_of_target", "A target has many platforms.", PROJECT.replace("platform: iOS", "platform: [" + repeated(20_000, "p{}") + "]"))
large("destinations_of_sources", "Many entries of sources are for many destinations.", PROJECT.replace(
    "platform: iOS", "supportedDestinations: [" + repeated(30_000, "d{}") + "]").replace(
        "[Sources]", "[" + ", ".join(["{ path: Sources, inferDestinationFiltersByPath: true }"] * 3_000) + "]"))
