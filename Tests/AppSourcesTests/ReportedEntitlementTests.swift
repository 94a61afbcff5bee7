import Testing

/// Apps that register for remote notifications, as in failures that developers reported. Some cases are correct code that looks similar.
@Suite struct ReportedEntitlementTests {
  private static let rule = "code-push-not-entitled"

  private static let registration = """
    import UIKit
    @main final class Delegate: UIResponder, UIApplicationDelegate {
      func application(
        _ a: UIApplication, didFinishLaunchingWithOptions o: [UIApplication.LaunchOptionsKey: Any]? = nil
      ) -> Bool {
        UNUserNotificationCenter.current().requestAuthorization(options: [.alert]) { granted, _ in
          guard granted else { return }
          DispatchQueue.main.async { UIApplication.shared.registerForRemoteNotifications() }
        }
        return true
      }
      func application(_ a: UIApplication, didRegisterForRemoteNotificationsWithDeviceToken token: Data) {}
    }
    """

  private static let localNotifications = """
    import UIKit
    @main final class Delegate: UIResponder, UIApplicationDelegate {
      func applicationDidFinishLaunching(_ a: UIApplication) {
        UNUserNotificationCenter.current().requestAuthorization(options: [.alert]) { _, _ in }
      }
    }
    """

  /// A spec whose settings are in a file that is not in the clone.
  private static let configuredSpec = """
    name: App
    options: { deploymentTarget: { iOS: "16.0" } }
    configFiles: { Debug: Local.xcconfig, Release: Local.xcconfig }
    targets:
      App:
        type: application
        platform: iOS
        sources: [App]
        settings: { PRODUCT_BUNDLE_IDENTIFIER: com.example.app, INFOPLIST_FILE: App/Info.plist }
    """

  static let apps = [
    SmallApp(testDescription: "no entitlements", code: registration, found: [rule]),
    SmallApp(
      testDescription: "entitlements without pushes", entitlements: ["com.apple.developer.healthkit"],
      code: registration, found: [rule]),
    SmallApp(
      testDescription: "the entitlement of pushes", entitlements: ["aps-environment"], code: registration,
      silent: ["*"]),
    SmallApp(testDescription: "local notifications", code: localNotifications, silent: ["*"]),
    SmallApp(
      testDescription: "settings that are not in the clone", code: registration,
      files: ["project.yml": configuredSpec], silent: [rule]),
  ]

  @Test(arguments: apps) func appHasItsFindings(_ app: SmallApp) { app.expectFindings() }

  private static func locationApp(_ entitlements: [String], found: [String] = [], silent: [String] = [])
    -> SmallApp
  {
    SmallApp(
      testDescription: "location pushes with \(entitlements.joined(separator: ", "))",
      entitlements: entitlements,
      code: """
        import CoreLocation
        import UIKit
        @main final class Delegate: UIResponder, UIApplicationDelegate {
          let manager = CLLocationManager()
          func applicationDidFinishLaunching(_ a: UIApplication) {
            manager.startMonitoringLocationPushes { token, error in print(token as Any, error as Any) }
          }
        }
        """,
      files: [
        "project.yml": """
        name: App
        options: { deploymentTarget: { iOS: "16.0" } }
        targets:
          App:
            type: application
            platform: iOS
            sources: [App]
            dependencies: [{ target: Find }]
            settings:
              PRODUCT_BUNDLE_IDENTIFIER: com.example.app
              INFOPLIST_FILE: App/Info.plist
              CODE_SIGN_ENTITLEMENTS: App/App.entitlements
          Find:
            type: app-extension
            platform: iOS
            sources: [Find]
            settings: { PRODUCT_BUNDLE_IDENTIFIER: com.example.app.find, INFOPLIST_FILE: Find/Info.plist }
        """,
        "Find/Find.swift": """
        import CoreLocation
        final class Find: NSObject, CLLocationPushServiceExtension {
          func didReceiveLocationPushPayload(_ payload: [String: Any], completion: @escaping () -> Void) { completion() }
          func serviceExtensionWillTerminate() {}
        }
        """,
        "Find/Info.plist": """
        <?xml version="1.0" encoding="UTF-8"?>
        <plist version="1.0"><dict><key>NSExtension</key><dict>
        <key>NSExtensionPointIdentifier</key><string>com.apple.location.push.service</string>
        </dict></dict></plist>
        """,
      ], found: found, silent: silent)
  }

  static let locationApps = [
    locationApp(["aps-environment"], found: ["location-push-entitlement"]),
    locationApp(["com.apple.developer.location.push"], found: ["push-aps-environment"]),
    locationApp(
      ["aps-environment", "com.apple.developer.location.push"],
      silent: ["location-push-entitlement", "push-aps-environment", "entitlement-unused"]),
  ]

  @Test(arguments: locationApps) func locationAppHasItsFindings(_ app: SmallApp) { app.expectFindings() }

  // MARK: - Background Assets

  private static let assets = "plist-assets-key-missing"

  private static func assetsApp(_ name: String, _ keys: String, found: [String] = []) -> SmallApp {
    func list(_ entries: String) -> String {
      """
      <?xml version="1.0" encoding="UTF-8"?>
      <plist version="1.0">
      <dict>
      <key>CFBundleIdentifier</key><string>$(PRODUCT_BUNDLE_IDENTIFIER)</string>
      \(entries)
      </dict>
      </plist>
      """
    }
    return SmallApp(
      testDescription: name,
      code: "import SwiftUI\n@main struct Game: App { var body: some Scene { WindowGroup { Text(\"x\") } } }",
      files: [
        "project.yml": """
        name: App
        options: { deploymentTarget: { iOS: "17.0" } }
        targets:
          App:
            type: application
            platform: iOS
            sources: [App]
            dependencies: [{ target: Loader }]
            settings: { PRODUCT_BUNDLE_IDENTIFIER: com.example.app, INFOPLIST_FILE: App/Info.plist }
          Loader:
            type: extensionkit-extension
            platform: iOS
            sources: [Loader]
            settings: { PRODUCT_BUNDLE_IDENTIFIER: com.example.app.loader, INFOPLIST_FILE: Loader/Info.plist }
        """,
        "App/Info.plist": list(keys),
        "Loader/Loader.swift": """
        import BackgroundAssets
        @main struct Loader: BADownloaderExtension {
          func downloads(
            for request: BAContentRequest, manifestURL: URL, extensionInfo: BAAppExtensionInfo
          ) -> Set<BADownload> { [] }
        }
        """,
        "Loader/Info.plist": list(
          """
          <key>EXAppExtensionAttributes</key><dict>
          <key>EXExtensionPointIdentifier</key><string>com.apple.background-asset-downloader-extension</string>
          </dict>
          """),
      ], found: found, silent: found.isEmpty ? [assets] : [])
  }

  private static let manifest = "<key>BAManifestURL</key><string>https://example.com/manifest.json</string>"
  private static func restrictions(_ keys: String) -> String {
    "<key>BAInitialDownloadRestrictions</key><dict>\(keys)</dict>"
  }
  private static let size = "<key>BADownloadAllowance</key><integer>1000</integer>"
  private static let hosts =
    "<key>BADownloadDomainAllowList</key><array><string>example.com</string></array>"

  static let assetsApps = [
    assetsApp("no key", "", found: ["\(assets): BAManifestURL and BAInitialDownloadRestrictions"]),
    assetsApp("no manifest", restrictions(size + hosts), found: ["\(assets): BAManifestURL"]),
    assetsApp("no restrictions", manifest, found: ["\(assets): BAInitialDownloadRestrictions"]),
    assetsApp("no hosts", manifest + restrictions(size), found: ["\(assets): BADownloadDomainAllowList"]),
    assetsApp(
      "asset packs that the system does not manage", "<key>BAHasManagedAssetPacks</key><false/>",
      found: [assets]),
    assetsApp("all keys", manifest + restrictions(size + hosts)),
    assetsApp("asset packs that the system manages", "<key>BAHasManagedAssetPacks</key><true/>"),
  ]

  @Test(arguments: assetsApps) func assetsHaveTheirKeys(_ app: SmallApp) { app.expectFindings() }
}
