internal import AppFacts
internal import PlatformFacts
internal import PolicyModel
internal import PolicySyntax

extension Rule {
  static let codePushRegisteredIfAllowed = Rule(
    "BGP820", "code-push-registered-if-allowed", .code, .warning,
    summary: "Silent pushes in an app that registers for them only if a person allows notifications",
    why: """
      An app needs the permission only to show alerts, play sounds and change its badge. Without the permission, the system delivers all \
      pushes silently, but only to an app that has registered.
      """,
    guide: RuleGuide(
      symptom: "No token and no push for people who do not allow notifications.",
      ignoreWhen: "The app needs no silent pushes from people who do not allow notifications.",
      related: ["code-push-not-registered"]),
    citations: [.registerForRemoteNotifications],
    triggers: [
      .withApp(
        """
        backgroundModes: [remote-notification]
        pushes:
          sync: { perDay: 4 }
        """,
        """
        import UIKit
        import UserNotifications

        class AppDelegate: UIResponder, UIApplicationDelegate {
          func applicationDidFinishLaunching(_ application: UIApplication) {
            UNUserNotificationCenter.current().requestAuthorization(options: [.badge]) { granted, _ in
              guard granted else { return }
              DispatchQueue.main.async { «application.registerForRemoteNotifications»() }
            }
          }

          func application(
            _ application: UIApplication, didReceiveRemoteNotification userInfo: [AnyHashable: Any]
          ) async -> UIBackgroundFetchResult { .newData }
        }
        """)
    ],
    passes: [
      .withApp(
        """
        backgroundModes: [remote-notification]
        pushes:
          sync: { perDay: 4 }
        """,
        """
        import UIKit
        import UserNotifications

        class AppDelegate: UIResponder, UIApplicationDelegate {
          func applicationDidFinishLaunching(_ application: UIApplication) {
            application.registerForRemoteNotifications()
            UNUserNotificationCenter.current().requestAuthorization(options: [.badge]) { granted, _ in show(granted) }
          }

          func application(
            _ application: UIApplication, didReceiveRemoteNotification userInfo: [AnyHashable: Any]
          ) async -> UIBackgroundFetchResult { .newData }
        }
        """)
    ],
    check: .code { code, policy, context in
      let registrations = code.facts(.remoteNotificationRegistration)
      guard let fact = registrations.first, registrations.allSatisfy({ $0[.needsPermission] == true }),
        code.isComplete, code.hasNoDependency(for: "remote-notification"),
        !code.dependencies.contains(where: { $0.entitlements.contains(PlatformFacts.pushEntitlement.value) }),
        let handler = code.facts(.remoteNotification).first(where: {
          $0[.forwards] != true && !code.isInExtension($0) && $0.conditions.isEmpty
        })
      else { return [] }
      // Alerts are of no use without the permission, and the app may use its silent pushes only beside alerts.
      let showsAlerts =
        registrations.contains { $0[.showsAlerts] != false } || !code.facts(.notificationService).isEmpty
      return [
        context.diagnostic(
          at: fact.location, in: code,
          "The app registers for its silent pushes only if a person allows notifications, which silent pushes do not need",
          help: "call registerForRemoteNotifications() at each launch, whatever the answer is",
          related: [(handler.location, "receives silent pushes")], severity: showsAlerts ? .info : nil)
      ].compactMap(\.self)
    }
  )
}
