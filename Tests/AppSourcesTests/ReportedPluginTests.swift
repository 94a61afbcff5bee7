import Testing

/// Apps in JavaScript, Dart, Kotlin and C#, as in failures that developers reported. Some apps are correct but look similar.
@Suite struct ReportedPluginTests {
  // MARK: - Expo

  static func expo(
    _ name: String, packages: [String], plugins: String = "[]", modes: String = "[]", _ code: String,
    found: [String] = [], silent: [String] = []
  ) -> SmallApp {
    let all = (["expo", "react-native"] + packages).map { "\"\($0)\": \"1.0.0\"" }.joined(separator: ", ")
    return SmallApp(
      testDescription: name, hasProject: false,
      files: [
        "app.json": """
        { "expo": { "name": "Walks",
          "ios": { "bundleIdentifier": "com.example.app", "infoPlist": { "UIBackgroundModes": \(modes) } },
          "plugins": \(plugins) } }
        """,
        "package.json": "{ \"dependencies\": { \(all) } }", "App.tsx": code,
      ], found: found, silent: silent)
  }

  private static let mode = "code-plugin-mode-missing"
  private static let follow = """
    import * as Location from 'expo-location';
    export const follow = () => Location.startLocationUpdatesAsync('walk', { accuracy: 3 });
    """
  private static let option = #"[["expo-location", { "isIosBackgroundLocationEnabled": true }]]"#

  private static func location(
    _ name: String, plugins: String = #"["expo-location"]"#, modes: String = "[]", _ code: String = follow,
    isFound: Bool
  ) -> SmallApp {
    expo(
      name, packages: ["expo-location", "expo-task-manager"], plugins: plugins, modes: modes, code,
      found: isFound ? ["\(mode): isIosBackgroundLocationEnabled"] : [], silent: isFound ? [] : [mode])
  }

  private static func task(_ name: String, _ code: String, isFound: Bool) -> SmallApp {
    let rule = "code-plugin-task-in-component"
    return expo(
      name, packages: ["expo-task-manager"],
      "import * as TaskManager from 'expo-task-manager';\nimport { useEffect } from 'react';\n\(code)",
      found: isFound ? [rule] : [], silent: isFound ? [] : [rule])
  }

  static let expoApps = [
    location("updates of location without the plugin's option", isFound: true),
    location("updates of location with the option", plugins: option, isFound: false),
    location("updates of location with the mode", modes: #"["location"]"#, isFound: false),
    location(
      "updates of location in a comment",
      "import * as L from 'expo-location';\n// L.startLocationUpdatesAsync('a')", isFound: false),
    location(
      "an import of one function",
      "import { startLocationUpdatesAsync as follow } from 'expo-location';\nfollow('walk', {});",
      isFound: true),
    location(
      "a function of another package",
      "import * as L from './location';\n/* expo-location */ L.startLocationUpdatesAsync('a');",
      isFound: false),
    location(
      "a require", "const L = require('expo-location');\nL.startLocationUpdatesAsync('walk');", isFound: true),
    location(
      "a call that may run on Android alone",
      "import { Platform } from 'react-native';\n\(follow)\nif (Platform.OS === 'android') { follow(); }",
      isFound: false),
    expo(
      "sound in the background", packages: ["expo-audio"],
      """
      import { setAudioModeAsync } from 'expo-audio';
      setAudioModeAsync({ playsInSilentMode: true, shouldPlayInBackground: true });
      """, found: ["\(mode): audio"]),
    expo(
      "sound in the foreground", packages: ["expo-audio"],
      """
      import { setAudioModeAsync } from 'expo-audio';
      setAudioModeAsync({ playsInSilentMode: true, shouldPlayInBackground: false });
      """, silent: [mode]),
    expo(
      "a mode that the plugin of a package adds", packages: ["expo-audio"],
      plugins: #"[["expo-audio", { "enableBackgroundPlayback": true }]]"#, "export default function App() {}",
      silent: ["code-mode-unused"]),
    task(
      "a task in an effect",
      "export default function App() { useEffect(() => { TaskManager.defineTask('a', f); }, []); }",
      isFound: true),
    task(
      "a task in a component", "const App = () => { TaskManager.defineTask('a', f); return null; };",
      isFound: true),
    task(
      "a task in the global scope", "TaskManager.defineTask('a', async () => { await f(); });", isFound: false
    ),
    task(
      "a task that may be defined already",
      "if (!TaskManager.isTaskDefined('a')) { TaskManager.defineTask('a', f); }", isFound: false),
    task(
      "a task that a function defines", "function setUp() { TaskManager.defineTask('a', f); }\nsetUp();",
      isFound: false),
  ]

  // MARK: - Flutter

  static func flutter(
    _ name: String, modes: [String] = ["fetch"], identifiers: [String], packages: [String], _ dart: String,
    swift: String = "", found: [String] = [], silent: [String] = []
  ) -> SmallApp {
    SmallApp(
      testDescription: name, modes: modes, identifiers: identifiers,
      code: """
        import Flutter
        import UIKit
        @main @objc class AppDelegate: FlutterAppDelegate {
          override func application(
            _ application: UIApplication, didFinishLaunchingWithOptions o: [UIApplication.LaunchOptionsKey: Any]?
          ) -> Bool {
            \(swift)
            return super.application(application, didFinishLaunchingWithOptions: o)
          }
        }
        """,
      files: [
        "pubspec.yaml": "dependencies:\n  flutter:\n    sdk: flutter\n"
          + packages.map { "  \($0): any\n" }.joined(),
        "lib/main.dart": dart,
      ], found: found, silent: silent)
  }

  private static let identifier = "code-plugin-identifier-not-permitted"
  static let refresh = "com.example.app.refresh"

  private static func workmanager(_ name: String, _ argument: String, _ others: String = "", isFound: Bool)
    -> SmallApp
  {
    flutter(
      name, identifiers: [refresh], packages: ["workmanager"],
      """
      import 'package:workmanager/workmanager.dart';
      \(others)
      void schedule() { Workmanager().registerPeriodicTask(\(argument), 'name'); }
      """, swift: "WorkmanagerPlugin.registerPeriodicTask(withIdentifier: \"\(refresh)\", frequency: nil)",
      found: isFound ? [identifier] : [], silent: isFound ? [] : [identifier])
  }

  private static let missing = "code-dependency-identifier-missing"
  private static let service =
    "SwiftFlutterBackgroundServicePlugin.taskIdentifier = \"com.example.app.service\""

  private static func service(_ name: String, identifiers: [String], swift: String = "", isFound: Bool)
    -> SmallApp
  {
    flutter(
      name, identifiers: identifiers, packages: ["flutter_background_service"], "void main() {}",
      swift: swift,
      found: isFound ? [missing] : [], silent: isFound ? [] : [missing])
  }

  static let flutterApps = [
    workmanager("a permitted task", "'\(refresh)'", isFound: false),
    workmanager("another task", "'com.example.app.other'", isFound: true),
    workmanager("a task by a constant", "task", "const task = \"com.example.app.other\";", isFound: true),
    workmanager("a task of run time", "'com.example.app.$name'", isFound: false),
    service("the identifier of the service", identifiers: ["dev.flutter.background.refresh"], isFound: false),
    service("no identifier of the service", identifiers: [], isFound: true),
    service(
      "an own identifier of the service", identifiers: ["com.example.app.service"], swift: service,
      isFound: false),
    service(
      "the wrong identifier of the service", identifiers: ["dev.flutter.background.refresh"], swift: service,
      isFound: true),
    flutter(
      "a stream of locations in the background", modes: [], identifiers: [], packages: ["geolocator"],
      """
      import 'package:geolocator/geolocator.dart';
      final stream = Geolocator.getPositionStream(
          locationSettings: AppleSettings(allowBackgroundLocationUpdates: true));
      """, found: ["\(mode): location"]),
    flutter(
      "a stream of locations in the foreground", modes: [], identifiers: [], packages: ["geolocator"],
      """
      import 'package:geolocator/geolocator.dart';
      final stream = Geolocator.getPositionStream(
          locationSettings: AppleSettings(allowBackgroundLocationUpdates: false));
      """, silent: [mode]),
  ]

  // MARK: - Kotlin

  private static func kotlin(_ name: String, permitted: String, isFound: Bool) -> SmallApp {
    SmallApp(
      testDescription: name, modes: ["fetch"], identifiers: [permitted],
      code:
        "import SwiftUI\n@main struct iOSApp: App { var body: some Scene { WindowGroup { Text(\"x\") } } }",
      files: [
        "shared/src/iosMain/kotlin/Tasks.kt": """
        import platform.BackgroundTasks.*
        private const val ID = "com.example.app.refresh"
        fun register() { BGTaskScheduler.sharedScheduler.registerForTaskWithIdentifier(ID, null) { } }
        fun schedule() {
          BGTaskScheduler.sharedScheduler.submitTaskRequest(BGAppRefreshTaskRequest(identifier = ID), null)
        }
        """
      ], found: isFound ? [identifier] : [], silent: isFound ? [] : [identifier, mode])
  }

  static let kotlinApps = [
    kotlin("a permitted task in Kotlin", permitted: refresh, isFound: false),
    kotlin("another task in Kotlin", permitted: "com.example.app.sync", isFound: true),
  ]

  /// An app whose Swift registers a task that Kotlin requests by a library's name for the work.
  private static func kotlinRequest(_ name: String, files: [String: String]) -> SmallApp {
    var app = SmallApp.uikit(
      name, modes: ["fetch", "processing"], identifiers: ["com.example.app.work"],
      imports: ["BackgroundTasks"],
      launch: """
        BGTaskScheduler.shared.register(forTaskWithIdentifier: "com.example.app.work", using: nil) { task in
          task.expirationHandler = { Worker.shared.cancel() }
          Worker.shared.run { task.setTaskCompleted(success: $0) }
        }
        """, silent: ["*"])
    app.files = files
    return app
  }

  static let kotlinRequests = [
    kotlinRequest(
      "a task that Kotlin may request",
      files: ["shared/src/iosMain/kotlin/Work.kt": "fun start(scheduler: Scheduler) { scheduler.enqueue() }"]),
    kotlinRequest("a task that a library may request", files: [:]),
  ]

  // MARK: - Capacitor

  private static func capacitor(
    _ name: String, permitted: String = "com.example.app.task",
    configuration: String = "capacitor.config.json",
    packages: String = "@capacitor/background-runner", autoStart: Bool = true, isFound: Bool
  ) -> SmallApp {
    SmallApp(
      testDescription: name, modes: ["fetch", "processing"], identifiers: [permitted],
      code:
        "import CapacitorBackgroundRunner\nfunc start() { BackgroundRunnerPlugin.registerBackgroundTask() }",
      files: [
        "package.json": "{ \"dependencies\": { \"@capacitor/core\": \"7\", \"\(packages)\": \"2\" } }",
        "www/runner.js": "addEventListener('sync', (resolve) => resolve());",
        configuration: """
        { "appId": "com.example.app", "plugins": { "BackgroundRunner": {
          "label": "com.example.app.task", "src": "runner.js", "autoStart": \(autoStart) } } }
        """,
      ], found: isFound ? ["\(identifier): com.example.app.task"] : [], silent: isFound ? [] : [identifier])
  }

  static let capacitorApps = [
    capacitor("a permitted task of a runner", isFound: false),
    capacitor("another task of a runner", permitted: "com.example.app.other", isFound: true),
    capacitor(
      "another task of a runner in TypeScript", permitted: "com.example.app.other",
      configuration: "capacitor.config.ts", isFound: true),
    capacitor(
      "a runner that does not start by itself", permitted: "com.example.app.other", autoStart: false,
      isFound: false),
    capacitor(
      "a configuration without the package", permitted: "com.example.app.other", packages: "@capacitor/app",
      isFound: false),
  ]

  // MARK: - .NET

  private static func net(
    _ name: String, permitted: String, folder: String = "Platforms/iOS", isFound: Bool
  ) -> SmallApp {
    SmallApp(
      testDescription: name, hasProject: false,
      files: [
        "Example.csproj": """
        <Project Sdk="Microsoft.NET.Sdk">
          <PropertyGroup>
            <TargetFrameworks>net9.0-ios</TargetFrameworks>
            <ApplicationId>com.example.app</ApplicationId>
          </PropertyGroup>
        </Project>
        """,
        (folder.isEmpty ? "" : folder + "/") + "Info.plist": """
        <plist version="1.0"><dict>
          <key>BGTaskSchedulerPermittedIdentifiers</key><array><string>\(permitted)</string></array>
          <key>UIBackgroundModes</key><array><string>fetch</string></array>
        </dict></plist>
        """,
        (folder.isEmpty ? "" : folder + "/") + "AppDelegate.cs": """
        using BackgroundTasks;
        [Register("AppDelegate")]
        public class AppDelegate : MauiUIApplicationDelegate {
          const string TaskId = "com.example.app.refresh";
          void Schedule() {
            var request = new BGAppRefreshTaskRequest(TaskId);
            BGTaskScheduler.Shared.Submit(request, out var error);
          }
        }
        """,
      ], found: isFound ? [identifier] : [], silent: isFound ? [] : ["*"])
  }

  static let netApps = [
    net("a permitted task in C#", permitted: refresh, isFound: false),
    net("another task in C#", permitted: "com.example.app.sync", isFound: true),
    net(
      "another task in C# beside the project file", permitted: "com.example.app.sync", folder: "",
      isFound: true),
  ]

  @Test(arguments: netApps) func projectOfNETIsImported(_ app: SmallApp) {
    #expect(app.policy.contains("bundleIdentifier: com.example.app "), "\(app.policy)")
  }

  @Test(
    arguments: expoApps + flutterApps + entryPointApps + finishApps + kotlinApps + kotlinRequests
      + capacitorApps + netApps)
  func appHasItsFindings(_ app: SmallApp) {
    app.expectFindings()
  }
}
