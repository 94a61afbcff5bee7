import Testing

/// Background modes that packages and frameworks need, as in failures that developers reported. Some apps are correct but look similar.
@Suite struct ReportedModeTests {
  private static let missing = "code-dependency-mode-missing"
  private static let unregistered = "code-identifier-not-registered"

  private static func native(
    _ name: String, _ packages: [String], modes: [String], identifiers: [String] = [], launch: String = "",
    found: [String] = [], silent: [String] = []
  ) -> SmallApp {
    let list = packages.map { "\"\($0)\": \"^1.0.0\"" }.joined(separator: ", ")
    return SmallApp(
      testDescription: name, modes: modes, identifiers: identifiers,
      code: """
        #import "AppDelegate.h"
        @implementation AppDelegate
        - (BOOL)application:(UIApplication *)application didFinishLaunchingWithOptions:(NSDictionary *)options {
          self.moduleName = @"App";
          \(launch)
          return [super application:application didFinishLaunchingWithOptions:options];
        }
        @end
        """, isObjectiveC: true, files: ["package.json": "{ \"dependencies\": { \(list) } }"], found: found,
      silent: silent)
  }

  static let packages = [
    native(
      "a fetch of Expo without the mode", ["expo", "expo-background-fetch"], modes: [],
      found: ["\(missing): fetch"]),
    native(
      "a fetch of Expo", ["expo", "expo-background-fetch"], modes: ["fetch"], silent: ["*"]),
    native(
      "a task of Expo without the mode", ["expo", "expo-background-task"], modes: ["fetch"],
      found: ["\(missing): processing"]),
    native("packages that work in the foreground", ["expo", "react-native"], modes: [], silent: ["*"]),
    native(
      "a fetch without the call of its package", ["react-native", "react-native-background-fetch"],
      modes: ["fetch"],
      identifiers: ["com.transistorsoft.fetch"],
      found: ["\(unregistered): TSBackgroundFetch.sharedInstance().didFinishLaunching()"]),
    native(
      "a fetch with the call of its package", ["react-native", "react-native-background-fetch"],
      modes: ["fetch"],
      identifiers: ["com.transistorsoft.fetch"],
      launch: "[[TSBackgroundFetch sharedInstance] didFinishLaunching];", silent: ["*"]),
    native(
      "a package that registers permitted identifiers only, and is to register another one",
      ["react-native", "react-native-background-fetch"], modes: ["fetch", "processing"],
      identifiers: ["com.transistorsoft.cleanup"],
      launch: "[[TSBackgroundFetch sharedInstance] didFinishLaunching];", silent: ["*"]),
    native(
      "a fetch of a plugin that makes the call itself", ["cordova-ios", "cordova-plugin-background-fetch"],
      modes: ["fetch"],
      identifiers: ["com.transistorsoft.fetch"], silent: [unregistered, missing]),
  ]

  /// A launch handler that takes any task says nothing about the type of the task.
  static let handlers = [
    handler(
      "a request of another type", requests: "BGProcessingTaskRequest", found: ["code-mode-unused: fetch"]),
    handler(
      "a request of the mode's type", requests: "BGAppRefreshTaskRequest", silent: ["code-mode-unused"]),
    handler("no request", requests: nil, silent: ["code-mode-unused"]),
  ]

  private static func handler(
    _ name: String, requests type: String?, found: [String] = [], silent: [String] = []
  ) -> SmallApp {
    let submission = type.map {
      "do { try BGTaskScheduler.shared.submit(\($0)(identifier: \"com.example.app.work\")) } catch { print(error) }"
    }
    return SmallApp(
      testDescription: name, modes: ["fetch"] + (type == "BGProcessingTaskRequest" ? ["processing"] : []),
      identifiers: ["com.example.app.work"],
      code: """
        import BackgroundTasks
        import UIKit
        @main final class AppDelegate: UIResponder, UIApplicationDelegate {
          func application(
            _ application: UIApplication, didFinishLaunchingWithOptions o: [UIApplication.LaunchOptionsKey: Any]?
          ) -> Bool {
            BGTaskScheduler.shared.register(forTaskWithIdentifier: "com.example.app.work", using: nil) { task in
              task.expirationHandler = { task.setTaskCompleted(success: false) }
              task.setTaskCompleted(success: true)
            }
            \(submission ?? "")
            return true
          }
        }
        """, found: found, silent: silent)
  }

  private static func bluetooth(
    _ name: String, _ manager: String, modes: [String], found: [String] = [], silent: [String] = []
  ) -> SmallApp {
    SmallApp(
      testDescription: name, modes: modes,
      code: """
        import CoreBluetooth
        import UIKit
        @main final class AppDelegate: UIResponder, UIApplicationDelegate {
          private var manager: NSObject?
          func application(
            _ application: UIApplication, didFinishLaunchingWithOptions o: [UIApplication.LaunchOptionsKey: Any]?
          ) -> Bool {
            manager = \(manager)
            return true
          }
        }
        """, found: found, silent: silent)
  }

  private static let restored =
    "CBCentralManager(delegate: nil, queue: nil, options: [CBCentralManagerOptionRestoreIdentifierKey: \"a\"])"

  static let managers = [
    bluetooth(
      "a restored central with the peripheral's mode", restored, modes: ["bluetooth-peripheral"],
      found: ["code-bluetooth-mode-missing: bluetooth-central", "code-mode-unused: bluetooth-peripheral"]),
    bluetooth(
      "a restored central without a mode", restored, modes: [], found: ["code-bluetooth-mode-missing"]),
    bluetooth("a restored central", restored, modes: ["bluetooth-central"], silent: ["*"]),
    bluetooth(
      "a central in the foreground", "CBCentralManager(delegate: nil, queue: nil)", modes: [], silent: ["*"]),
  ]

  private static func location(_ name: String, _ code: String, found: [String] = [], silent: [String] = [])
    -> SmallApp
  {
    SmallApp(
      testDescription: name, modes: ["location"],
      code: code + "\n@main final class AppDelegate: UIResponder, UIApplicationDelegate {}", found: found,
      silent: silent)
  }

  static let modules = [
    location("a module that may use the mode", "import TrackingKit\nimport UIKit", silent: ["*"]),
    location("modules of Apple's", "import CoreData\nimport UIKit", found: ["code-mode-unused"]),
    location("the app's own module", "import App\nimport UIKit", found: ["code-mode-unused"]),
  ]

  private static func models(_ name: String, modes: [String] = [], _ database: String, isFound: Bool)
    -> SmallApp
  {
    let rule = "code-mode-missing"
    return .uikit(
      name, modes: modes, imports: ["SwiftData"],
      launch: "start()",
      members: """
        func start() {
          let configuration = ModelConfiguration("Entries", cloudKitDatabase: \(database))
          print(try? ModelContainer(for: Entry.self, configurations: configuration))
        }
        """, found: isFound ? [rule] : [], silent: isFound ? [] : [rule])
  }

  static let stores = [
    models("models in CloudKit", ".private(\"iCloud.com.example.app\")", isFound: true),
    models(
      "models in CloudKit with the mode", modes: ["remote-notification"],
      ".private(\"iCloud.com.example.app\")",
      isFound: false),
    models("local models", ".none", isFound: false),
  ]

  @Test(arguments: packages + managers + modules + handlers + stores) func appHasItsFindings(_ app: SmallApp)
  {
    app.expectFindings()
  }

  /// If a dependency needs the mode for silent pushes, the imported policy names the dependency as the owner of the mode.
  @Test(arguments: [("CloudKit", true), ("FirebaseMessaging", true), ("CoreLocation", false)])
  func modeForPushesBelongsToTheDependency(_ module: String, _ isOfDependency: Bool) {
    let app = SmallApp(
      testDescription: module, modes: ["remote-notification"], code: "import \(module)\nfinal class Store {}")
    #expect(
      app.policy.contains("{ mode: remote-notification, owner: sdk }") == isOfDependency, "\(app.policy)")
  }
}
