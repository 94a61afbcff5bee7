import Testing

/// Apps that receive pushes, or the tokens for pushes, in other ways than by the usual methods, as in failures that developers reported. Some
/// apps are correct but look similar.
@Suite struct ReportedReceiverOfPushesTests {
  // MARK: - CloudKit

  private static let handled = "code-push-not-handled"

  private static func cloud(
    _ name: String, info: String = "info.shouldSendContentAvailable = true", method: String = "",
    others: String = "", isFound: Bool
  ) -> SmallApp {
    SmallApp(
      testDescription: name, modes: ["remote-notification"], entitlements: ["aps-environment"],
      code: """
        import CloudKit
        import UIKit
        @main final class Delegate: UIResponder, UIApplicationDelegate {
          func application(
            _ a: UIApplication, didFinishLaunchingWithOptions o: [UIApplication.LaunchOptionsKey: Any]?
          ) -> Bool {
            a.registerForRemoteNotifications()
            let subscription = CKDatabaseSubscription(subscriptionID: "changes")
            let info = CKSubscription.NotificationInfo()
            \(info)
            subscription.notificationInfo = info
            CKContainer.default().privateCloudDatabase.save(subscription) { _, _ in }
            return true
          }
          \(method)
        }
        \(others)
        """, found: isFound ? [handled] : [], silent: isFound ? [] : [handled])
  }

  static let cloudApps = [
    cloud("a subscription without a method for its pushes", isFound: true),
    cloud(
      "a subscription with the older method",
      method: "func application(_ a: UIApplication, didReceiveRemoteNotification m: [AnyHashable: Any]) {}",
      isFound: true),
    cloud(
      "a subscription with the method",
      method: """
        func application(
          _ a: UIApplication, didReceiveRemoteNotification m: [AnyHashable: Any],
          fetchCompletionHandler done: @escaping (UIBackgroundFetchResult) -> Void
        ) { done(.newData) }
        """, isFound: false),
    cloud("a subscription that shows an alert", info: "info.alertBody = \"New\"", isFound: false),
    cloud(
      "a subscription that also shows an alert",
      info: "info.shouldSendContentAvailable = true\ninfo.alertBody = \"New\"", isFound: false),
    cloud(
      "an engine that receives the pushes",
      others:
        "let engine = CKSyncEngine(CKSyncEngine.Configuration(database: d, stateSerialization: nil, delegate: s))",
      isFound: false),
    cloud(
      "a store that receives the pushes",
      others: "let container = NSPersistentCloudKitContainer(name: \"Model\")",
      isFound: false),
    cloud(
      "a subscription whose pushes the app decides at run time",
      info: "info.shouldSendContentAvailable = silent", isFound: false),
  ]

  // MARK: - Flutter

  private static func token(
    _ name: String, _ method: String, proxy: String = "<false/>", packages: [String] = ["firebase_messaging"],
    isFound: Bool
  ) -> SmallApp {
    let rule = "code-push-token-not-passed-on"
    return SmallApp(
      testDescription: name, entitlements: ["aps-environment"],
      code: """
        import Flutter
        import UIKit
        @main @objc class AppDelegate: FlutterAppDelegate {
          \(method)
        }
        """,
      files: [
        "App/Info.plist": """
        <?xml version="1.0" encoding="UTF-8"?>
        <plist version="1.0">
        <dict>
        <key>CFBundleIdentifier</key><string>$(PRODUCT_BUNDLE_IDENTIFIER)</string>
        <key>UIBackgroundModes</key><array><string>remote-notification</string></array>
        <key>FirebaseAppDelegateProxyEnabled</key>\(proxy)
        </dict>
        </plist>
        """,
        "pubspec.yaml": "dependencies:\n  flutter:\n    sdk: flutter\n"
          + packages.map { "  \($0): any\n" }.joined(),
        "lib/main.dart": "void main() {}",
      ], found: isFound ? ["\(rule): super"] : [], silent: isFound ? [] : [rule])
  }

  private static func override(_ statements: String) -> String {
    """
    override func application(
      _ a: UIApplication, didRegisterForRemoteNotificationsWithDeviceToken token: Data
    ) {
      \(statements)
    }
    """
  }

  static let tokenApps = [
    token("a delegate of Flutter that keeps the token", override("print(token.count)"), isFound: true),
    token("a delegate of Flutter without the method", "", isFound: false),
    token(
      "a delegate of Flutter that calls super",
      override(
        "super.application(a, didRegisterForRemoteNotificationsWithDeviceToken: token)"), isFound: false),
    token(
      "a delegate of Flutter that sets the token", override("Messaging.messaging().apnsToken = token"),
      isFound: false),
    token(
      "a delegate of Flutter whose methods Firebase replaces", override("print(token.count)"),
      proxy: "<true/>", isFound: false),
    token(
      "a delegate of Flutter without Firebase Messaging", override("print(token.count)"),
      packages: ["firebase_core"], isFound: false),
  ]

  @Test(arguments: cloudApps + tokenApps) func appHasItsFindings(_ app: SmallApp) { app.expectFindings() }
}
