internal import AppFacts
internal import PlatformFacts
internal import PolicyModel
internal import PolicySyntax

extension Rule {
  static let codePushNotEntitled = Rule(
    "BGP793", "code-push-not-entitled", .code, .warning,
    summary:
      "Code that registers for remote notifications, or asks for the token of a Live Activity, in an app without the entitlement for pushes",
    why: """
      Registration with APNs fails without aps-environment, so no push reaches the app, not even an alert. A Live Activity that asks for \
      a push token does not start.
      """,
    guide: RuleGuide(
      symptom: """
        Registration fails, and application(_:didFailToRegisterForRemoteNotificationsWithError:) is called with “no \
        valid “aps-environment” entitlement string found for application” (seen in 2018). A request of a Live Activity fails with \
        “com.apple.ActivityKit.ActivityInput error 0” (seen in 2026).
        """,
      seenIn: [.missingPushEntitlement, .liveActivityTokenReport],
      ignoreWhen: "The entitlements are added when the app is signed.",
      related: ["push-aps-environment"]),
    citations: [.pushEnvironment, .macPushEnvironment],
    triggers: [
      .withApp(
        RuleExample.library,
        """
        import UIKit

        class AppDelegate: UIResponder, UIApplicationDelegate {
          func application(
            _ application: UIApplication, didFinishLaunchingWithOptions options: [UIApplication.LaunchOptionsKey: Any]?
          ) -> Bool {
            «application.registerForRemoteNotifications→application.unregisterForRemoteNotifications»()
            return true
          }
        }
        """),
      .withApp(
        RuleExample.library,
        """
        import ActivityKit

        public func start(_ ride: Ride, _ content: ActivityContent<Ride.ContentState>) throws {
          _ = try «Activity.request»(attributes: ride, content: content, pushType: ‹.token→nil›)
        }
        """),
    ],
    check: .code { code, policy, context in
      // Another rule compares the entitlements with the pushes of the policy.
      guard policy.pushes.isEmpty, policy.otherWork(of: .locationPush) == nil else { return [] }
      let key = PlatformFacts.pushEntitlement.value
      let help = "add the capability Push Notifications to the app's target"
      if let fact = code.facts(.remoteNotificationRegistration).first(where: code.isWithoutPushEntitlement) {
        return [
          context.diagnostic(
            at: fact.location, in: code,
            "The app registers for remote notifications, and its entitlements do not have \(key)", help: help)
        ].compactMap(\.self)
      }
      // An app that also starts Live Activities without a token may do so if the entitlement is missing.
      let activities = code.facts(.liveActivity)
      guard activities.allSatisfy({ $0["pushType"]?.string == "token" }),
        let fact = activities.first(where: code.isWithoutPushEntitlement)
      else { return [] }
      return [
        context.diagnostic(
          at: fact.location, in: code,
          "This Live Activity asks for a push token, and the app's entitlements do not have \(key)",
          help: "\(help), or pass nil as pushType")
      ].compactMap(\.self)
    }
  )
}

extension ReleaseCode {
  /// Whether only apps compile the code of a fact, and the entitlements of each of these apps were read and contain no entitlement for
  /// pushes.
  fileprivate func isWithoutPushEntitlement(_ fact: CodeFact) -> Bool {
    let keys = [PlatformFacts.pushEntitlement.value, PlatformFacts.macPushEntitlement.value]
    let targets = targets(compiling: fact)
    return !targets.isEmpty
      && targets.allSatisfy { target in
        guard target.kind == .app, let release = target.release, knowsEntitlements(of: release) else {
          return false
        }
        return !release.entitlementValues.contains { keys.contains($0.key) }
      }
  }

  /// Whether the entitlements of a configuration were read, or certainly don't exist.
  private func knowsEntitlements(of configuration: ConfigurationFact) -> Bool {
    let unread = reading.facts.unread
    guard let file = configuration.entitlements else {
      // A configuration file that the repository lacks may name an entitlements file.
      return !unread.contains {
        $0.location.file.hasSuffix(".xcconfig") || $0.reason.contains("xcconfig")
      }
    }
    guard let path = file.string else { return false }
    return reading.facts.files.contains(path) && !unread.contains { $0.location.file == path }
  }
}
