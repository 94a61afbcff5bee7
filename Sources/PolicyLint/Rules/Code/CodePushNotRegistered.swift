internal import AppFacts
internal import PlatformFacts
internal import PolicyModel
internal import PolicySyntax

extension Rule {
  static let codePushNotRegistered = Rule(
    "BGP774", "code-push-not-registered", .code, .warning,
    summary: "Silent pushes in an app that expects them, and never registers for remote notifications",
    why: "APNs delivers pushes only to an app that has registered at this launch or an earlier one.",
    guide: RuleGuide(
      symptom: """
        No error: application(_:didRegisterForRemoteNotificationsWithDeviceToken:) is not called, and no push arrives.
        """,
      ignoreWhen: "A dependency registers for remote notifications.",
      related: ["code-push-not-handled", "code-push-not-entitled"]),
    citations: [.registeringForPushes],
    triggers: [
      .withApp(
        """
        backgroundModes: [remote-notification]
        pushes:
          sync: { perDay: 4 }
        """,
        """
        import UIKit

        class AppDelegate: UIResponder, UIApplicationDelegate {
          func application(
            _ application: UIApplication, didRegisterForRemoteNotificationsWithDeviceToken token: Data
          ) { send(token) }

          «func» application(
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

        class AppDelegate: UIResponder, UIApplicationDelegate {
          func application(
            _ application: UIApplication, didRegisterForRemoteNotificationsWithDeviceToken token: Data
          ) { send(token) }

          func applicationDidFinishLaunching(_ application: UIApplication) { application.registerForRemoteNotifications() }

          func application(
            _ application: UIApplication, didReceiveRemoteNotification userInfo: [AnyHashable: Any]
          ) async -> UIBackgroundFetchResult { .newData }
        }
        """),
      .withApp(
        """
        backgroundModes: [remote-notification]
        pushes:
          sync: { perDay: 4 }
        """,
        """
        import UIKit

        class AppDelegate: UIResponder, UIApplicationDelegate {
          func application(
            _ application: UIApplication, didReceiveRemoteNotification userInfo: [AnyHashable: Any]
          ) async -> UIBackgroundFetchResult { .newData }
        }
        """),
    ],
    check: .code { code, _, context in
      // A subscription that the app makes itself sends pushes only to an app that registers itself.
      let subscribes = code.facts(.cloudSubscription).contains { $0[.sendsNothing] == false }
      let own = subscribes ? PlatformFacts.dependency("CloudKit")?.value.name : nil
      guard code.isComplete, code.facts(.remoteNotificationRegistration).isEmpty,
        code.hasNoDependency(for: "remote-notification", besides: own),
        !code.dependencies.contains(where: {
          $0.name != own && $0.entitlements.contains(PlatformFacts.pushEntitlement.value)
        }),
        let fact = code.facts(.remoteNotification).first(where: {
          $0[.expectsToken] == true && $0[.forwards] != true && !code.isInExtension($0)
            && $0.conditions.isEmpty
        })
      else { return [] }
      return [
        context.diagnostic(
          at: fact.location, in: code,
          "The app expects silent pushes, and nothing in its code registers for remote notifications",
          help: "call registerForRemoteNotifications() of UIApplication at each launch")
      ].compactMap(\.self)
    }
  )
}
