import Testing

/// Tasks that code in JavaScript or Dart defines, registers and ends.
extension ReportedPluginTests {
  private static let unregistered = "code-plugin-task-not-registered"
  private static let undefined = "code-plugin-task-not-defined"

  private static func tasks(
    _ name: String, packages: [String] = ["expo-background-task", "expo-task-manager"], _ code: String,
    found: [String] = []
  ) -> SmallApp {
    expo(
      name, packages: packages,
      """
      import * as BackgroundTask from 'expo-background-task';
      import * as TaskManager from 'expo-task-manager';
      \(code)
      """, found: found, silent: [unregistered, undefined].filter { !found.contains($0) })
  }

  static let taskApps = [
    tasks("a task that nothing registers", "TaskManager.defineTask('sync', work);", found: [unregistered]),
    tasks(
      "a task by a constant that nothing registers",
      "const NAME = 'sync';\nTaskManager.defineTask(NAME, work);",
      found: [unregistered]),
    tasks(
      "a task whose name is misspelled",
      "TaskManager.defineTask('sync', work);\nBackgroundTask.registerTaskAsync('Sync');",
      found: [unregistered, undefined]),
    tasks(
      "a task that nothing defines", "export const start = () => BackgroundTask.registerTaskAsync('sync');",
      found: [undefined]),
    tasks(
      "locations for a task that nothing defines",
      packages: ["expo-location", "expo-task-manager"],
      "import * as Location from 'expo-location';\nLocation.startLocationUpdatesAsync('walk', {});",
      found: [undefined]),
    tasks(
      "a task that is registered",
      "TaskManager.defineTask('sync', work);\nexport const start = () => BackgroundTask.registerTaskAsync('sync', { minimumInterval: 60 });"
    ),
    tasks(
      "a task that is registered by a constant of another file",
      "import { NAME } from './names';\nTaskManager.defineTask(NAME, work);\nBackgroundTask.registerTaskAsync(NAME);"
    ),
    tasks(
      "a task that is registered by a name of run time",
      "TaskManager.defineTask('sync', work);\nexport const start = (name) => BackgroundTask.registerTaskAsync(name);"
    ),
    tasks(
      "a task that the app's own module registers",
      "import { tasks } from './tasks';\nTaskManager.defineTask('sync', work);\ntasks.registerTaskAsync('sync');"
    ),
    tasks(
      "a task that a geofence starts", packages: ["expo-location", "expo-task-manager"],
      """
      import { startGeofencingAsync } from 'expo-location';
      TaskManager.defineTask('home', work);
      startGeofencingAsync('home', regions);
      """),
  ]

  // MARK: - Capacitor

  private static let end = "code-plugin-finish-missing"

  private static func runner(
    _ name: String, _ script: String, event: String = "sync", path: String = "public/runners/runner.js",
    found: [String] = []
  ) -> SmallApp {
    SmallApp(
      testDescription: name, modes: ["fetch", "processing"], identifiers: ["com.example.app.task"],
      code:
        "import CapacitorBackgroundRunner\nfunc start() { BackgroundRunnerPlugin.registerBackgroundTask() }",
      files: [
        "package.json":
          "{ \"dependencies\": { \"@capacitor/core\": \"7\", \"@capacitor/background-runner\": \"2\" } }",
        path: script,
        "capacitor.config.json": """
        { "appId": "com.example.app", "plugins": { "BackgroundRunner": {
          "label": "com.example.app.task", "src": "runners/runner.js", "event": "\(event)", "autoStart": true } } }
        """,
      ], found: found, silent: [end, undefined].filter { rule in !found.contains { $0.hasPrefix(rule) } })
  }

  static let runnerApps = [
    runner(
      "a listener without an end",
      "addEventListener('sync', async (resolve, reject, args) => { await fetch('https://example.com'); });",
      found: ["\(end): sync"]),
    runner(
      "a listener without parameters", "addEventListener('sync', async () => { work(); });", found: [end]),
    runner(
      "a function without an end", "addEventListener('sync', function (done, failed) { work(); });",
      found: [end]),
    runner(
      "a named function without an end",
      "function run(resolve, reject) { work(); }\naddEventListener('sync', run);", found: [end]),
    runner(
      "a listener that ends only with an error",
      "addEventListener('sync', async (resolve, reject) => { try { await work(); } catch (e) { reject(e); } });",
      found: [end]),
    runner(
      "a listener whose promise ends only with an error",
      "addEventListener('sync', (resolve, reject) => { work().catch((e) => reject(e)); });", found: [end]),
    runner(
      "a listener that always ends with an error",
      "addEventListener('sync', (resolve, reject) => { reject(new Error('x')); });"),
    runner(
      "one listener of two without an end",
      "addEventListener('sync', (resolve) => resolve());\naddEventListener('push', (resolve, reject) => { work(); });",
      found: ["\(end): push"]),
    runner("an event without a listener", "addEventListener('push', (r) => r());", found: [undefined]),
    runner(
      "a listener that ends",
      "addEventListener('sync', (resolve, reject) => { try { resolve(); } catch (e) { reject(e); } });"),
    runner(
      "a listener that ends later",
      "addEventListener('sync', async (resolve, reject, args) => { fetch(args.url).then(() => resolve(), reject); });"
    ),
    runner(
      "a listener with typed parameters",
      "addEventListener('sync', (ok: () => void, no: (e: Error) => void) => { ok(); });",
      path: "src/assets/runners/runner.ts"),
    runner("a listener of another module", "import { run } from './run';\naddEventListener('sync', run);"),
    runner("a script that is not there", "", path: "public/other.js"),
  ]

  // MARK: - Flutter

  private static let first = "code-plugin-not-initialized"

  private static func initialized(_ name: String, _ code: String, isFound: Bool) -> SmallApp {
    flutter(
      name, identifiers: [refresh], packages: ["workmanager"],
      """
      import 'package:workmanager/workmanager.dart';
      @pragma('vm:entry-point')
      void dispatch() { Workmanager().executeTask((task, data) => Future.value(true)); }
      \(code)
      """, found: isFound ? [first] : [], silent: isFound ? [] : [first])
  }

  private static let periodic = "Workmanager().registerPeriodicTask('\(refresh)', 'name');"

  static let initializedApps = [
    initialized("a task without initialize", "void main() { \(periodic) }", isFound: true),
    initialized(
      "a task of one run without initialize", "void main() { Workmanager().registerOneOffTask('a', 'b'); }",
      isFound: true),
    initialized(
      "initialize in a comment", "void main() { /* Workmanager().initialize(dispatch); */ \(periodic) }",
      isFound: true),
    initialized(
      "initialize of another package", "void main() { \(periodic) }\nvoid initialize() {}", isFound: true),
    initialized(
      "a task of a variable without initialize",
      "final w = Workmanager();\nvoid main() { w.registerPeriodicTask('a', 'b'); }", isFound: true),
    initialized(
      "a task after initialize", "void main() { Workmanager().initialize(dispatch); \(periodic) }",
      isFound: false),
    initialized(
      "a task after initialize of a variable",
      "final w = Workmanager();\nvoid main() { w.initialize(dispatch); w.registerPeriodicTask('a', 'b'); }",
      isFound: false),
    initialized("no task", "void main() { Workmanager().cancelAll(); }", isFound: false),
  ]

  // MARK: - Plugins in an engine of their own

  private static let registrant = "code-plugin-registrant-missing"
  private static let callback = """
    WorkmanagerPlugin.setPluginRegistrantCallback { registry in GeneratedPluginRegistrant.register(with: registry) }
    """

  private static func worker(
    _ name: String, _ work: String, imports: [String] = ["shared_preferences"], others: String = "",
    swift: String = "",
    isFound: Bool
  ) -> SmallApp {
    flutter(
      name, identifiers: [refresh], packages: ["workmanager"] + imports,
      """
      import 'package:workmanager/workmanager.dart';
      \(imports.map { "import 'package:\($0)/\($0).dart';" }.joined(separator: "\n"))
      @pragma('vm:entry-point')
      void dispatch() {
        Workmanager().executeTask((task, data) async {
          \(work)
          return true;
        });
      }
      \(others)
      void main() { Workmanager().initialize(dispatch); }
      """, swift: swift, found: isFound ? [registrant] : [], silent: isFound ? [] : [registrant])
  }

  private static let preferences = "final p = await SharedPreferences.getInstance(); await p.setInt('a', 1);"

  static let registrantApps = [
    worker("preferences", preferences, isFound: true),
    worker("a folder", "await getTemporaryDirectory();", imports: ["path_provider"], isFound: true),
    worker(
      "preferences in a function", "await save();", others: "Future<void> save() async { \(preferences) }",
      isFound: true),
    worker(
      "Firebase in a method of a class", "await Sync.run();", imports: ["firebase_core"],
      others: "class Sync { static Future<void> run() async { await Firebase.initializeApp(); } }",
      isFound: true),
    worker(
      "plugins that the app registers for itself", preferences,
      swift: "GeneratedPluginRegistrant.register(with: self)",
      isFound: true),
    worker("preferences with the callback", preferences, swift: callback, isFound: false),
    worker("a package of Dart alone", "await http.get(url);", imports: ["http"], isFound: false),
    worker(
      "preferences of the views alone", "print(task);",
      others: "Future<void> load() async { \(preferences) }",
      isFound: false),
    worker("a type of the app's own", "SharedPreferences.log();", imports: ["http"], isFound: false),
  ]

  // MARK: - Handlers in components

  private static let component = "code-plugin-task-in-component"

  private static func messages(_ name: String, _ code: String, isFound: Bool) -> SmallApp {
    expo(
      name, packages: ["@react-native-firebase/messaging"], modes: #"["remote-notification"]"#,
      """
      import messaging from '@react-native-firebase/messaging';
      import { useEffect } from 'react';
      \(code)
      """, found: isFound ? [component] : [], silent: isFound ? [] : [component])
  }

  private static let handler = "messaging().setBackgroundMessageHandler(async (m) => { console.log(m); });"

  private static func notifee(_ name: String, _ code: String, isFound: Bool) -> SmallApp {
    expo(
      name, packages: ["@notifee/react-native"],
      "import notifee, { EventType } from '@notifee/react-native';\nimport { useEffect } from 'react';\n\(code)",
      found: isFound ? [component] : [], silent: isFound ? [] : [component])
  }

  static let eventApps = [
    notifee(
      "a handler of events in an effect",
      "export default function App() { useEffect(() => { notifee.onBackgroundEvent(async (e) => { mark(e); }); }, []); }",
      isFound: true),
    notifee(
      "a handler of events in the global scope", "notifee.onBackgroundEvent(async (e) => { mark(e); });",
      isFound: false),
    notifee(
      "a handler of events in the foreground",
      "export default function App() { useEffect(() => notifee.onForegroundEvent((e) => { mark(e); }), []); }",
      isFound: false),
  ]

  static let messageApps = [
    messages(
      "a handler in an effect", "export default function App() { useEffect(() => { \(handler) }, []); }",
      isFound: true),
    messages(
      "a handler in a component", "export default function App() { \(handler) return null; }", isFound: true),
    messages(
      "a handler in an arrow component", "const App = () => { \(handler) return null; };", isFound: true),
    messages(
      "a handler in a mounted class", "class App { componentDidMount() { \(handler) } }", isFound: true),
    messages(
      "a handler in a nested effect",
      "const Home = () => { useEffect(() => { if (on) { \(handler) } }, [on]); };", isFound: true),
    messages("a handler in the global scope", handler, isFound: false),
    messages("a handler in a function", "export function setUp() { \(handler) }\nsetUp();", isFound: false),
  ]

  // MARK: - Kotlin and C#

  private static func net(_ name: String, _ handler: String, _ others: String = "", isFound: Bool) -> SmallApp
  {
    SmallApp(
      testDescription: name, hasProject: false,
      files: [
        "Example.csproj": """
        <Project Sdk="Microsoft.NET.Sdk"><PropertyGroup>
        <TargetFrameworks>net9.0-ios</TargetFrameworks><ApplicationId>com.example.app</ApplicationId>
        </PropertyGroup></Project>
        """,
        "Platforms/iOS/Info.plist": """
        <plist version="1.0"><dict>
        <key>BGTaskSchedulerPermittedIdentifiers</key><array><string>\(refresh)</string></array>
        <key>UIBackgroundModes</key><array><string>fetch</string></array>
        </dict></plist>
        """,
        "Platforms/iOS/Tasks.cs": """
        using BackgroundTasks;
        public class Tasks {
          public void Start() { BGTaskScheduler.Shared.Register("\(refresh)", null, task => { \(handler) }); }
          \(others)
        }
        """,
      ], found: isFound ? [end] : [], silent: isFound ? [] : [end])
  }

  static let completionApps = [
    net("a task of C# that nothing completes", "Sync();", isFound: true),
    net(
      "a task of C# that a method does not complete", "Run(task);", "void Run(BGTask task) { Sync(); }",
      isFound: true),
    net("a task of C# that only expires", "task.ExpirationHandler = () => Cancel();", isFound: true),
    net("a completion in a comment of C#", "Sync(); /* task.SetTaskCompleted(true); */", isFound: true),
    net("an asynchronous task of C#", "Task.Run(async () => await SyncAsync());", isFound: true),
    net("a task of C# that the handler completes", "Sync(); task.SetTaskCompleted(true);", isFound: false),
    net(
      "a task of C# that a method completes", "Run(task);",
      "void Run(BGTask task) { task.SetTaskCompleted(success: true); }",
      isFound: false),
    // Code in Swift may complete the task.
    SmallApp(
      testDescription: "a task of Kotlin that Swift completes", modes: ["fetch"], identifiers: [refresh],
      code: """
        import BackgroundTasks
        import Shared
        import SwiftUI
        @main struct iOSApp: App {
          init() { Scheduler().register { task in task?.setTaskCompleted(success: true) } }
          var body: some Scene { WindowGroup { Text("x") } }
        }
        """,
      files: [
        "shared/src/iosMain/kotlin/Tasks.kt": """
        import platform.BackgroundTasks.*
        class Scheduler {
          fun register(handler: (BGTask?) -> Unit) {
            BGTaskScheduler.sharedScheduler.registerForTaskWithIdentifier("\(refresh)", null, handler)
          }
        }
        """
      ], silent: [end]),
  ]

  @Test(arguments: registrantApps + messageApps + eventApps + completionApps) func tasksRun(_ app: SmallApp) {
    app.expectFindings()
  }

  @Test(arguments: taskApps + runnerApps + initializedApps) func tasksAreComplete(_ app: SmallApp) {
    app.expectFindings()
  }
}
