internal import AppFacts
internal import PlatformFacts
internal import PolicyModel
internal import PolicySyntax

extension Rule {
  static let codePushNotHandled = Rule(
    "BGP753", "code-push-not-handled", .code, .warning,
    summary: "Silent pushes, declared or by their background mode, that no method of the app receives",
    why: """
      The system wakes the app for a silent push only if the app delegate implements the method that receives it, and has a completion \
      handler or is asynchronous. That is also so for the pushes of the app's own subscriptions of CloudKit.
      """,
    guide: RuleGuide(
      symptom: "No error: the push does not wake the app.",
      ignoreWhen: "A dependency adds the method at run time.",
      swift: RuleGuide.remoteNotificationHandler,
      related: ["push-mode-missing"]),
    citations: [.pushingUpdates],
    triggers: [
      .withApp(
        """
        pushes:
          «sync»: { perDay: 4 }
        """,
        """
        import UIKit

        class AppDelegate: UIResponder, UIApplicationDelegate { }
        """),
      .withApp(
        """
        backgroundModes: [«remote-notification»]
        """,
        """
        import UIKit
        import UserNotifications

        class AppDelegate: UIResponder, UIApplicationDelegate, UNUserNotificationCenterDelegate {
          func applicationDidFinishLaunching(_ application: UIApplication) { application.registerForRemoteNotifications() }

          func userNotificationCenter(
            _ center: UNUserNotificationCenter, willPresent notification: UNNotification
          ) async -> UNNotificationPresentationOptions { [.banner] }
        }
        """),
      .withApp(
        """
        backgroundModes: [{ mode: «remote-notification», owner: sdk }]
        """,
        """
        import CloudKit
        import UIKit

        class AppDelegate: UIResponder, UIApplicationDelegate {
          func applicationDidFinishLaunching(_ application: UIApplication) {
            application.registerForRemoteNotifications()
            let subscription = CKDatabaseSubscription(subscriptionID: "changes")
            let info = CKSubscription.NotificationInfo()
            info.shouldSendContentAvailable = true
            subscription.notificationInfo = info
            CKContainer.default().privateCloudDatabase.save(subscription) { _, _ in }
          }
        }
        """),
    ],
    passes: [
      .receivedPush,
      .withApp(
        """
        backgroundModes: [{ mode: remote-notification, owner: sdk }]
        """,
        """
        import CloudKit
        import UIKit

        class AppDelegate: UIResponder, UIApplicationDelegate {
          let engine = CKSyncEngine(CKSyncEngine.Configuration(database: database, stateSerialization: nil, delegate: sync))

          func applicationDidFinishLaunching(_ application: UIApplication) { application.registerForRemoteNotifications() }
        }
        """),
    ],
    check: .code { code, policy, context in
      guard code.isComplete, code.facts(.remoteNotification).isEmpty, code.facts(.pushRegistry).isEmpty else {
        return []
      }
      // CloudKit receives the pushes of a subscription for the app only if the app uses its engine, or a store that mirrors CloudKit.
      let own =
        code.facts(.cloudSubscription).contains { $0[.isSilent] == true }
        ? PlatformFacts.dependency("CloudKit")?.value.name : nil
      if let mode = policy.modeOfPushes(isOfCloud: own != nil), code.getsNoPushes(besides: own) {
        let diagnostic = context.diagnostic(
          at: .value(mode.node), in: code,
          "No method of the app receives silent pushes, for which the background mode remote-notification is",
          help:
            "implement application(_:didReceiveRemoteNotification:fetchCompletionHandler:), or remove the mode",
          found: [])
        return [diagnostic].compactMap(\.self)
      }
      return policy.pushes.map { push in
        context.diagnostic(
          at: .key(push.name.node), "No method of the app receives the push \(push.name.value)",
          help:
            "implement application(_:didReceiveRemoteNotification:fetchCompletionHandler:), or remove the push",
          severity: code.severityOfAbsence)
      }
    }
  )
}

extension Policy {
  /// The background mode for silent pushes, if the policy declares the mode for the app itself, or for the app's use of CloudKit, and
  /// declares no push.
  fileprivate func modeOfPushes(isOfCloud: Bool) -> Located<String>? {
    guard pushes.isEmpty else { return nil }
    return backgroundModes?.value.first {
      $0.value.mode?.value == "remote-notification" && ($0.value.owner.value == .app || isOfCloud)
    }?.value.mode
  }
}

extension ReleaseCode {
  /// Whether the app registers for pushes, and no dependency could receive them, besides the dependency with a name.
  fileprivate func getsNoPushes(besides name: String?) -> Bool {
    !facts(.remoteNotificationRegistration).isEmpty
      && hasNoDependency(for: "remote-notification", besides: name)
  }
}
