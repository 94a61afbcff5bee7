import Testing

/// Features that need a mode, an entitlement or a method of the app, as in failures that developers reported. Some apps are correct but
/// look similar.
@Suite struct ReportedFeatureTests {
  // MARK: - Property lists

  private static func list(_ entries: String, modes: [String] = []) -> String {
    let values = modes.map { "<string>\($0)</string>" }.joined()
    return """
      <?xml version="1.0" encoding="UTF-8"?>
      <plist version="1.0">
      <dict>
      <key>CFBundleIdentifier</key><string>$(PRODUCT_BUNDLE_IDENTIFIER)</string>
      \(modes.isEmpty ? "" : "<key>UIBackgroundModes</key><array>\(values)</array>")
      \(entries)
      </dict>
      </plist>
      """
  }

  private static func app(
    _ name: String, modes: [String] = [], entries: String = "", entitlements: [String] = [],
    imports: [String], _ code: String, found: [String] = [], silent: [String] = []
  ) -> SmallApp {
    SmallApp(
      testDescription: name, entitlements: entitlements,
      code: "import UIKit\n" + imports.map { "import \($0)\n" }.joined() + code,
      files: ["App/Info.plist": list(entries, modes: modes)], found: found, silent: silent)
  }

  private static func delegate(_ launch: String, _ members: String = "") -> String {
    """
    @main final class Delegate: UIResponder, UIApplicationDelegate {
      func application(
        _ application: UIApplication, didFinishLaunchingWithOptions o: [UIApplication.LaunchOptionsKey: Any]?
      ) -> Bool {
        \(launch)
        return true
      }
      \(members)
    }

    """
  }

  // MARK: - Pushes

  private static func firebase(
    _ name: String, _ members: String = "", proxy: String = "<false/>", isFound: Bool
  ) -> SmallApp {
    let rule = "code-push-token-not-passed-on"
    return app(
      name, modes: ["remote-notification"],
      entries: "<key>FirebaseAppDelegateProxyEnabled</key>\(proxy)", entitlements: ["aps-environment"],
      imports: ["FirebaseMessaging"],
      delegate(
        "application.registerForRemoteNotifications()",
        """
        func application(
          _ a: UIApplication, didReceiveRemoteNotification info: [AnyHashable: Any]
        ) async -> UIBackgroundFetchResult { .newData }
        func application(
          _ a: UIApplication, didRegisterForRemoteNotificationsWithDeviceToken token: Data
        ) { \(members) }
        """), found: isFound ? [rule] : [], silent: isFound ? [] : [rule])
  }

  static let firebaseApps = [
    firebase("no token for Firebase", isFound: true),
    firebase("no token for Firebase, by a text", proxy: "<string>NO</string>", isFound: true),
    firebase("a token for Firebase", "Messaging.messaging().apnsToken = token", isFound: false),
    firebase(
      "a token with its type", "Messaging.messaging().setAPNSToken(token, type: .unknown)", isFound: false),
    firebase("the methods of Firebase", proxy: "<true/>", isFound: false),
  ]

  private static func activity(
    _ name: String, type: String, entitlements: [String] = [], isFound: Bool
  ) -> SmallApp {
    app(
      name, entries: "<key>NSSupportsLiveActivities</key><true/>", entitlements: entitlements,
      imports: ["ActivityKit"],
      delegate("start()")
        + "func start() { _ = try? Activity.request(attributes: Ride(), content: content, pushType: \(type)) }",
      found: isFound ? ["code-push-not-entitled: Live Activity"] : [],
      silent: isFound ? [] : ["code-push-not-entitled"])
  }

  static let activityApps = [
    activity("a token of a Live Activity", type: ".token", isFound: true),
    activity("a Live Activity without a token", type: "nil", isFound: false),
    activity(
      "a token of an entitled app", type: ".token", entitlements: ["aps-environment"], isFound: false),
    activity("a token under a condition", type: "isEntitled ? .token : nil", isFound: false),
  ]

  private static func subscription(_ name: String, _ set: String, isFound: Bool) -> SmallApp {
    let rule = "code-cloud-subscription-silent"
    return app(
      name, modes: ["remote-notification"], entitlements: ["aps-environment"], imports: ["CloudKit"],
      delegate("subscribe()")
        + """
        func subscribe() {
          let subscription = CKDatabaseSubscription(subscriptionID: "changes")
          let info = CKSubscription.NotificationInfo()
          \(set)
          subscription.notificationInfo = info
        }
        """, found: isFound ? [rule] : [], silent: isFound ? [] : [rule])
  }

  static let subscriptionApps = [
    subscription("a subscription that sends nothing", "", isFound: true),
    subscription("a silent subscription", "info.shouldSendContentAvailable = true", isFound: false),
    subscription("a subscription with an alert", "info.alertBody = \"Changed\"", isFound: false),
  ]

  // MARK: - Modes

  private static let mode = "code-mode-missing"
  private static let playing = """
    func play() {
      try? AVAudioSession.sharedInstance().setCategory(.playback)
      MPNowPlayingInfoCenter.default().nowPlayingInfo = [MPMediaItemPropertyTitle: "a"]
    }
    """

  private static func sound(
    _ name: String, modes: [String] = [], _ code: String, isFound: Bool
  ) -> SmallApp {
    app(
      name, modes: modes, imports: ["AVKit", "MediaPlayer"], delegate("play()") + code,
      found: isFound ? ["\(mode): audio"] : [], silent: isFound ? [] : [mode])
  }

  private static func store(_ name: String, modes: [String] = [], _ set: String = "", isFound: Bool)
    -> SmallApp
  {
    app(
      name, modes: modes, imports: ["CoreData"],
      delegate("load()")
        + "func load() { let container = NSPersistentCloudKitContainer(name: \"Model\")\n\(set)\nprint(container) }",
      found: isFound ? ["\(mode): remote-notification"] : [], silent: isFound ? [] : [mode])
  }

  static let modeApps = [
    sound("sound with controls on the lock screen", playing, isFound: true),
    sound("sound with the mode", modes: ["audio"], playing, isFound: false),
    sound(
      "sound in the foreground",
      "func play() { try? AVAudioSession.sharedInstance().setCategory(.playback) }", isFound: false),
    sound(
      "controls that are only removed",
      """
      func play() {
        try? AVAudioSession.sharedInstance().setCategory(.playback)
        MPNowPlayingInfoCenter.default().nowPlayingInfo = nil
      }
      """, isFound: false),
    sound(
      "Picture in Picture", "func play() { print(AVPictureInPictureController(playerLayer: layer) as Any) }",
      isFound: true),
    sound(
      "Picture in Picture with the mode", modes: ["audio"],
      "func play() { print(AVPictureInPictureController(playerLayer: layer) as Any) }", isFound: false),
    sound(
      "Picture in Picture of a video call",
      """
      func play() {
        let source = AVPictureInPictureController.ContentSource(activeVideoCallSourceView: view, contentViewController: page)
        print(AVPictureInPictureController(contentSource: source))
      }
      """, isFound: false),
    store("a store in CloudKit", isFound: true),
    store("a store in CloudKit with the mode", modes: ["remote-notification"], isFound: false),
    store(
      "a local store", "container.persistentStoreDescriptions.first?.cloudKitContainerOptions = nil",
      isFound: false),
  ]

  // MARK: - Other targets

  private static func target(
    _ name: String, type: String, platform: String = "iOS", entries: String, app: String = "", _ code: String,
    found: [String] = [], silent: [String] = []
  ) -> SmallApp {
    SmallApp(
      testDescription: name, code: "import UIKit\nimport WidgetKit\n" + delegate("", app),
      files: [
        "project.yml": """
        name: App
        options: { deploymentTarget: { iOS: "17.0", watchOS: "10.0" } }
        targets:
          App:
            type: application
            platform: iOS
            sources: [App]
            dependencies: [{ target: Other }]
            settings: { PRODUCT_BUNDLE_IDENTIFIER: com.example.app, INFOPLIST_FILE: App/Info.plist }
          Other:
            type: \(type)
            platform: \(platform)
            sources: [Other]
            settings: { PRODUCT_BUNDLE_IDENTIFIER: com.example.app.other, INFOPLIST_FILE: Other/Info.plist }
        """, "Other/Info.plist": list(entries), "Other/Other.swift": code,
      ], found: found, silent: silent)
  }

  private static func point(_ name: String) -> String {
    "<key>NSExtension</key><dict><key>NSExtensionPointIdentifier</key><string>com.apple.\(name)</string></dict>"
  }

  private static func service(
    _ name: String, _ code: String, _ members: String = "", found: [String] = []
  ) -> SmallApp {
    let rules = ["notification-service-not-completed", "notification-service-expiry-missing"]
    return target(
      name, type: "app-extension", entries: point("usernotifications.service"),
      """
      import UserNotifications
      final class Service: UNNotificationServiceExtension {
        var handler: ((UNNotificationContent) -> Void)?
        override func didReceive(
          _ request: UNNotificationRequest, withContentHandler contentHandler: @escaping (UNNotificationContent) -> Void
        ) {
          \(code)
        }
        \(members)
      }
      """, found: found, silent: rules.filter { !found.contains($0) })
  }

  private static let download =
    "URLSession.shared.downloadTask(with: url) { _, _, _ in contentHandler(request.content) }.resume()"
  private static let expires =
    "override func serviceExtensionTimeWillExpire() { handler?(UNNotificationContent()) }"

  static let serviceApps = [
    service(
      "a way out without the content handler",
      "guard let url = url(of: request) else { return }\n\(download)", expires,
      found: ["notification-service-not-completed"]),
    service(
      "all ways out with the content handler",
      "guard let url = url(of: request) else { contentHandler(request.content); return }\n\(download)",
      expires),
    service("a download without a limit", download, found: ["notification-service-expiry-missing"]),
    service(
      "a download with a limit",
      "let c = URLSessionConfiguration.default\nc.timeoutIntervalForResource = 10\n\(download)"),
    service("a change at once", "contentHandler(changed(request.content))"),
    service("a handler that a property keeps", "handler = contentHandler\nchange(request)", expires),
  ]

  private static func widget(_ name: String, _ policy: String, isFound: Bool) -> SmallApp {
    let rule = "widget-reload-often"
    return target(
      name, type: "app-extension", entries: point("widgetkit-extension"),
      """
      import SwiftUI
      import WidgetKit
      struct Provider: TimelineProvider {
        func getTimeline(in context: Context, completion: @escaping (Timeline<Entry>) -> Void) {
          completion(Timeline(entries: [Entry(date: Date())], policy: \(policy)))
        }
      }
      @main struct Clock: Widget {
        var body: some WidgetConfiguration { StaticConfiguration(kind: "w", provider: Provider()) { Text($0.text) } }
      }
      """, found: isFound ? [rule] : [], silent: isFound ? [] : [rule])
  }

  static let widgetApps = [
    widget("a timeline each minute", ".after(Date().addingTimeInterval(60))", isFound: true),
    widget("a timeline each half hour", ".after(Date().addingTimeInterval(30 * 60))", isFound: false),
    widget("a timeline that ends as it begins", ".atEnd", isFound: true),
    widget("a timeline at a date of run time", ".after(next(after: Date()))", isFound: false),
  ]

  private static func timeline(
    _ name: String,
    reads: String = "UserDefaults(suiteName: \"group.com.example.app\")?.string(forKey: \"a\")",
    policy: String = ".never", app: String = "", isFound: Bool
  ) -> SmallApp {
    let rule = "widget-never-reloaded"
    return target(
      name, type: "app-extension", entries: point("widgetkit-extension"), app: app,
      """
      import SwiftUI
      import WidgetKit
      struct Provider: TimelineProvider {
        func getTimeline(in context: Context, completion: @escaping (Timeline<Entry>) -> Void) {
          let text = \(reads)
          completion(Timeline(entries: [Entry(date: Date(), text: text)], policy: \(policy)))
        }
      }
      @main struct Clock: Widget {
        var body: some WidgetConfiguration { StaticConfiguration(kind: "w", provider: Provider()) { Text($0.text) } }
      }
      """, found: isFound ? [rule] : [], silent: isFound ? [] : [rule])
  }

  static let timelineApps = [
    timeline("data that nothing reloads", isFound: true),
    timeline("data by a named policy", policy: "TimelineReloadPolicy.never", isFound: true),
    timeline(
      "data that the app reloads",
      app: "func applicationDidBecomeActive(_ a: UIApplication) { WidgetCenter.shared.reloadAllTimelines() }",
      isFound: false),
    timeline("data that WidgetKit asks for again", policy: ".atEnd", isFound: false),
    timeline("a widget without data", reads: "\"Open\"", isFound: false),
  ]

  private static func channel(_ name: String, modes: [String], isFound: Bool) -> SmallApp {
    app(
      name, modes: modes, imports: ["PushToTalk"],
      delegate(
        "Task { _ = try? await PTChannelManager.channelManager(delegate: radio, restorationDelegate: radio) }"
      ),
      found: isFound ? ["\(mode): push-to-talk"] : [], silent: isFound ? [] : [mode])
  }

  static let channelApps = [
    channel("a channel without the mode", modes: ["audio"], isFound: true),
    channel("a channel with the mode", modes: ["audio", "push-to-talk"], isFound: false),
  ]

  private static func watch(_ name: String, modes: [String], _ make: String, isFound: Bool) -> SmallApp {
    let values = modes.map { "<string>\($0)</string>" }.joined()
    return target(
      name, type: "application", platform: "watchOS",
      entries: "<key>WKApplication</key><true/><key>WKBackgroundModes</key><array>\(values)</array>",
      """
      import HealthKit
      import WatchKit
      import SwiftUI
      @main struct WatchApp: App { var body: some Scene { WindowGroup { Button("Start") { start() } } } }
      func start() { print(\(make)) }
      """, found: isFound ? [mode] : [], silent: isFound ? [] : [mode])
  }

  private static let workout = "try? HKWorkoutSession(healthStore: store, configuration: configuration)"

  static let watchApps = [
    watch("a workout without the mode", modes: ["self-care"], workout, isFound: true),
    watch("a workout with the mode", modes: ["workout-processing"], workout, isFound: false),
    watch(
      "a runtime session with a mode", modes: ["self-care"], "WKExtendedRuntimeSession()", isFound: false),
  ]

  @Test(
    arguments: firebaseApps + activityApps + subscriptionApps + modeApps + serviceApps + widgetApps
      + timelineApps + channelApps + watchApps)
  func appHasItsFindings(_ app: SmallApp) { app.expectFindings() }
}
