internal import AppFacts
internal import PlatformFacts
internal import PolicyModel
internal import PolicySyntax

extension Rule {
  static let codePushNotHandled = Rule(
    "BGP753", "code-push-not-handled", .code, .warning,
    summary: "Silent pushes, declared or by their background mode, that no method of the app receives",
    why: """
      The system wakes the app for a silent push only if the app delegate implements the method that receives it.
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
    ],
    passes: [.receivedPush],
    check: .code { code, policy, context in
      guard code.isComplete, code.facts(.remoteNotification).isEmpty, code.facts(.pushRegistry).isEmpty else {
        return []
      }
      if let mode = policy.modeOfPushes, code.getsNoPushes {
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
  /// The background mode for silent pushes, if the policy declares the mode for the app itself, and declares no push.
  fileprivate var modeOfPushes: Located<String>? {
    guard pushes.isEmpty else { return nil }
    return backgroundModes?.value.first {
      $0.value.mode?.value == "remote-notification" && $0.value.owner.value == .app
    }?.value.mode
  }
}

extension ReleaseCode {
  /// Whether the app registers for pushes, and no dependency could receive them.
  fileprivate var getsNoPushes: Bool {
    !facts(.remoteNotificationRegistration).isEmpty && unknownPlugins.isEmpty && unknownPackages.isEmpty
      && unknownModules.isEmpty && !dependencies.contains { $0.modes.contains("remote-notification") }
  }
}
