"""Files of a few megabytes at most whose parts are compared with each other, or that a parser takes for something else."""

from .repository import POLICY, PROJECT, case

PACKAGES = ('{"dependencies":{"react-native":"0.7","expo":"1","@capacitor/core":"6","@capacitor/background-runner":"1"}}\n')
FLUTTER = "name: x\ndependencies:\n  flutter: {sdk: flutter}\n  workmanager: 1\n"
RUNNER = '{"plugins":{"BackgroundRunner":{"label":"a","src":"r.js","event":"e","autoStart":true}}}'
CONFIGURED = PROJECT + "    configFiles: { Debug: R.xcconfig, Release: R.xcconfig }\n"


def files(name, about, build):
    """The repository has some files besides those of the app; `build` returns their texts by their paths."""
    def fill(repository):
        for path, text in build().items():
            repository.write(path, text)

    fill.__name__, fill.__doc__ = name, about
    return case("high", calls=("gate",))(fill)


def xcode(objects, targets):
    return ("{objects={P={isa=PBXProject;buildConfigurationList=PL;targets=(" + targets + ");};"
            + objects + "};rootObject=P;}")


files("imports_of_javascript", "140,000 imports of JavaScript, of which each might be part of the one before.",
      lambda: {"package.json": PACKAGES, "a.js": '"expo-location"\n' + "from''\n" * 140_000})
files("requires_of_javascript", "80,000 packages of JavaScript that no constant gets.",
      lambda: {"package.json": PACKAGES, "a.js": '"expo-location"\n' + "=require('')\n" * 80_000})
files("annotations_of_dart", "100,000 functions of Dart behind each other's annotations.",
      lambda: {"pubspec.yaml": FLUTTER, "a.dart": "import 'package:workmanager/w.dart';\n" + "@a()async " * 100_000})
files("bodies_of_dart", "25,000 calls of Dart beside 100,000 functions.",
      lambda: {"pubspec.yaml": FLUTTER,
               "a.dart": "import 'package:workmanager/w.dart';\n" + "f(){}" * 100_000 + "executeTask(()=>1);" * 25_000})
files("calls_within_calls", "50,000 calls of JavaScript within each other.",
      lambda: {"package.json": PACKAGES,
               "a.js": "import {setAudioModeAsync} from 'expo-av'\n" + "setAudioModeAsync(" * 50_000 + ")" * 50_000})
TASK = "import * as TaskManager from 'expo-task-manager';\n"
ITEM = "import * as SecureStore from 'expo-secure-store';\nSecureStore.setItemAsync('k', 'v');\n"
files("arrows_of_javascript", "150,000 functions of JavaScript without braces.", lambda: {"package.json": PACKAGES, "a.js": TASK + "a()=>" * 150_000})
files("tasks_in_functions", "3,000 tasks of JavaScript in functions that no code calls, beside 15 MB of other code.",
      lambda: {"package.json": PACKAGES,
               "a.js": TASK + "".join(f"function f{index}() {{ TaskManager.defineTask('t', g); }}\n" for index in range(3_000)),
               **{f"b{index}.js": "const text = 'one two';\n" * 25_000 for index in range(24)}})
files("methods_of_javascript", "25,000 methods of JavaScript that call each other.",
      lambda: {"package.json": PACKAGES,
               "a.js": TASK + ITEM + "class A {\n" + "".join(f"m{index}() {{ this.m{index + 1}(); g(); }}\n" for index in range(25_000))
               + "}\nTaskManager.defineTask('x', async () => { new A().m0(); A.m0(); SecureStore.getItemAsync('k'); });\n"})
files("listeners_of_runner", "40,000 listeners in the script of a background runner.",
      lambda: {"package.json": PACKAGES, "capacitor.config.json": RUNNER, "r.js": "addEventListener('a',f);" * 40_000})
files("script_of_runner", "A script of 8 MB of a background runner.",
      lambda: {"package.json": PACKAGES, "capacitor.config.json": RUNNER, "r.js": "a;" * 4_000_000})
files("packages_of_npm", "90,000 packages of npm.",
      lambda: {"package.json": '{"dependencies":{"expo":"1",\n'
               + "\n".join(f'"react-native-{index}":"1",' for index in range(90_000)) + '\n"x":"1"}}'})
files("conditions_that_fail", "30,000 settings whose conditions fail, of which 3,900 references are looked up.",
      lambda: {"project.yml": CONFIGURED,
               "R.xcconfig": "A[config=Nope] = x\n" * 30_000 + "SWIFT_ACTIVE_COMPILATION_CONDITIONS = " + "$(A)" * 3_900 + "\n"})
files("products_of_target", "20,000 products that a target links.",
      lambda: {"project.yml": PROJECT + "    dependencies: [{ package: P, products: ["
               + ",".join(f"a{index}" for index in range(20_000)) + "] }]\npackages: { P: { url: x, from: 1.0.0 } }\n"})
files("configurations_of_target", "4,000 configurations of a target.",
      lambda: {"A.xcodeproj/project.pbxproj": xcode(
          "PL={isa=XCConfigurationList;buildConfigurations=(" + ",".join(f"C{index}" for index in range(4_000)) + ");};"
          + "".join(f"C{index}={{isa=XCBuildConfiguration;name=c{index};buildSettings={{SDKROOT=iphoneos;}};}};"
                    for index in range(4_000))
          + 'T={isa=PBXNativeTarget;name=T;productType="com.apple.product-type.application";buildConfigurationList=PL;};', "T")})
files("folders_of_project", "500 targets beside 20,000 folders that might be packages.",
      lambda: {"A.xcodeproj/project.pbxproj": xcode(
          "PL={isa=XCConfigurationList;buildConfigurations=(R);};R={isa=XCBuildConfiguration;name=Release;buildSettings={SDKROOT=iphoneos;};};"
          + "".join(f'T{index}={{isa=PBXNativeTarget;name=T{index};productType="com.apple.product-type.application";'
                    "buildConfigurationList=PL;};" for index in range(500))
          + "".join(f"F{index}={{isa=PBXFileReference;lastKnownFileType=folder;path=f{index};sourceTree=SOURCE_ROOT;}};"
                    for index in range(20_000)), ",".join(f"T{index}" for index in range(500)))})
files("keys_of_podfile", "A Podfile of 16 MB whose calls have no folder.",
      lambda: {"Podfile": ("pod 'a', path " + "::::" * 480 + "\n") * 9_000})
files("scheme_without_end", "A scheme of 4 MB.",
      lambda: {"A.xcodeproj/project.pbxproj": "{objects={P={isa=PBXProject;targets=();};};rootObject=P;}",
               "A.xcodeproj/xcshareddata/xcschemes/a.xcscheme": '<ArchiveAction buildConfiguration="a" ' * 100_000})
files("text_that_is_none", "Quotation marks in a regular expression, and 400,000 words before a call.",
      lambda: {"Sources/More.swift": 'let r = #/"""/#\n' + "let x = " + "try " * 400_000 + "f()\n"})
files("suppressions_of_policy", "60,000 comments in a policy that suppress findings of no rule.",
      lambda: {"bgpolicy.yaml": POLICY + "# bgpolicy:ignore x -- y\n" * 60_000})
files("suppressions_of_code", "60,000 comments in code that suppress findings of no rule.",
      lambda: {"Sources/More.swift": "import BackgroundTasks\n" + "// bgpolicy:ignore x -- y\n" * 60_000})
files("backticks_of_line", "Code of 2 MB in one line, between backticks.",
      lambda: {"Sources/More.swift": "let x = " + "`a`." * 500_000 + "b\n"})
files("chain_of_included", "A chain of 800 included sources, in 80 targets.",
      lambda: {"A.xcodeproj/project.pbxproj": xcode(
          "PL={isa=XCConfigurationList;buildConfigurations=(R);};R={isa=XCBuildConfiguration;name=Release;buildSettings={SDKROOT=iphoneos;};};"
          "S={isa=PBXSourcesBuildPhase;files=(B);};B={isa=PBXBuildFile;fileRef=F;};F={isa=PBXFileReference;path=c0.m;sourceTree=SOURCE_ROOT;};"
          + "".join(f'T{index}={{isa=PBXNativeTarget;name=T{index};productType="com.apple.product-type.application";'
                    "buildConfigurationList=PL;buildPhases=(S);};" for index in range(80)),
          ",".join(f"T{index}" for index in range(80))),
          **{f"c{index}.m": f'#include "c{index + 1}.m"\n' for index in range(800)}, "c800.m": "int x;\n"})
files("path_that_may_lead_back", "A workspace with a project whose path has 8,000 folders.",
      lambda: {"W.xcworkspace/contents.xcworkspacedata": '<FileRef location="group:../' + "a/" * 8_000 + 'K.xcodeproj"/>'})

# Code that a search for ways through it would run many times.
REGISTRATION = """import BackgroundTasks
func again() { do { try BGTaskScheduler.shared.submit(BGAppRefreshTaskRequest(identifier: "com.example.diary.refresh")) } catch {} }
func register() {
  BGTaskScheduler.shared.register(forTaskWithIdentifier: "com.example.diary.refresh", using: nil) { task in
WORK
    task.setTaskCompleted(success: false)
  }
}
"""
WATCH = """import WatchKit
class Delegate: NSObject, WKApplicationDelegate {
  var current: WKRefreshBackgroundTask?
  func handle(_ backgroundTasks: Set<WKRefreshBackgroundTask>) {
    for task in backgroundTasks {
WORK    }
  }
}
"""
MODES = """import CoreLocation
class Place {
  let manager = CLLocationManager()
  func asks() -> Bool { Bundle.main.object(forInfoDictionaryKey: "UIBackgroundModes") != nil }
  func begin() {
WORK  }
CALLS}
"""
files("catches_within_catches", "40 `do` statements within each other.", lambda: {"Sources/More.swift": REGISTRATION.replace(
    "WORK", "do {\n" * 40 + "again()\ntask.setTaskCompleted(success: true)\n" + "} catch { fail() }\n" * 40)})
files("tasks_of_watch", "8,000 tasks of a watch app that a property keeps.",
      lambda: {"Sources/More.swift": WATCH.replace("WORK", "current = task\nwork()\n" * 8_000)})
files("checks_of_modes", "4,000 uses of the background modes beside 4,000 callers.",
      lambda: {"Sources/More.swift": MODES.replace("WORK", "manager.allowsBackgroundLocationUpdates = true\n" * 4_000)
               .replace("CALLS", "".join(f"func f{index}() {{ begin() }}\n" for index in range(4_000)))})
