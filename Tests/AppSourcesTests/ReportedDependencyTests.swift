import Testing

/// Dependencies whose launch handlers the app has to register, as in failures that developers reported. Some apps are correct but look
/// similar.
@Suite struct ReportedDependencyTests {
  private static let rule = "code-identifier-not-registered"

  private static func delegate(importing modules: [String], _ launch: String) -> String {
    """
    \(modules.map { "import \($0)" }.joined(separator: "\n"))
    import UIKit
    @main class AppDelegate: UIResponder, UIApplicationDelegate {
      func application(
        _ application: UIApplication, didFinishLaunchingWithOptions o: [UIApplication.LaunchOptionsKey: Any]?
      ) -> Bool {
        \(launch)
        return true
      }
    }
    """
  }

  private static func capacitor(
    _ name: String, _ launch: String, found: [String] = [], silent: [String] = []
  ) -> SmallApp {
    SmallApp(
      testDescription: name, modes: ["fetch", "processing"], identifiers: ["com.example.app.check"],
      code: delegate(importing: ["Capacitor", "CapacitorBackgroundRunner"], launch),
      files: [
        "package.json":
          #"{ "dependencies": { "@capacitor/background-runner": "^2.0.0", "@capacitor/core": "^6.0.0" } }"#,
        "Podfile": """
        target 'App' do
          pod 'Capacitor', :path => 'node_modules/@capacitor/ios'
          pod 'CapacitorBackgroundRunner', :path => 'node_modules/@capacitor/background-runner'
        end
        """,
      ], found: found, silent: silent)
  }

  private static func flutter(
    _ name: String, _ launch: String, packages: String, identifier: String = "com.example.app.sync",
    found: [String] = [], silent: [String] = []
  ) -> SmallApp {
    SmallApp(
      testDescription: name, modes: ["fetch", "processing"], identifiers: [identifier],
      code: delegate(importing: ["Flutter"], launch),
      files: [
        "pubspec.yaml": """
        name: app
        dependencies:
          flutter: { sdk: flutter }
        \(packages)
        """
      ], found: found, silent: silent)
  }

  private static func mode(_ name: String, packages: String, found: [String] = []) -> SmallApp {
    SmallApp(
      testDescription: name, modes: ["audio"], code: delegate(importing: ["Flutter"], ""),
      files: [
        "pubspec.yaml": "name: app\ndependencies:\n  flutter: { sdk: flutter }\n" + packages
      ], found: found, silent: found.isEmpty ? ["code-mode-unused"] : [])
  }

  static let modes = [
    mode(
      "the mode audio, and no package whose name suggests sound",
      packages: "  http: ^1.0.0\n  shared_preferences: ^2.0.0",
      found: ["code-mode-unused: if http or another package uses it"]),
    mode("the mode audio, and a package that plays", packages: "  http: ^1.0.0\n  just_audio: ^0.9.0"),
  ]

  static let apps = [
    capacitor(
      "a runner of Capacitor without its call", "",
      found: ["\(rule): BackgroundRunnerPlugin.registerBackgroundTask"]),
    capacitor(
      "a runner of Capacitor", "BackgroundRunnerPlugin.registerBackgroundTask()",
      silent: [rule, "code-mode-unused", "bg-mode-processing-unused"]),
    flutter(
      "workmanager without its call, beside other plugins", "",
      packages: "  workmanager: ^0.9.0\n  path_provider: ^2.0.0\n  shared_preferences: ^2.0.0",
      found: ["\(rule): WorkmanagerPlugin.registerPeriodicTask"]),
    flutter(
      "workmanager, beside other plugins",
      "WorkmanagerPlugin.registerPeriodicTask(withIdentifier: \"com.example.app.sync\", frequency: nil)",
      packages: "  workmanager: ^0.9.0\n  path_provider: ^2.0.0", silent: [rule]),
    SmallApp(
      testDescription: "code without anything of the background", modes: ["audio"],
      code: "import UIKit\nfinal class Screen: UIViewController {}", found: ["code-mode-unused"]),
    flutter(
      "other plugins alone", "", packages: "  path_provider: ^2.0.0\n  another_scheduler: ^1.0.0",
      silent: [rule]),
    flutter(
      "a service with its own identifier, beside other plugins", "",
      packages: "  flutter_background_service: ^5.0.0\n  path_provider: ^2.0.0",
      identifier: "dev.flutter.background.refresh", silent: [rule]),
  ]

  @Test(arguments: apps + modes) func appHasItsFindings(_ app: SmallApp) { app.expectFindings() }
}
