internal import AppFacts
internal import PlatformFacts
internal import PolicyModel
internal import PolicySyntax

extension Rule {
  static let codePushTokenNotPassedOn = Rule(
    "BGP727", "code-push-token-not-passed-on", .code, .warning, .reported,
    summary: "An app that keeps Firebase from taking the token of APNs, and does not pass the token on",
    why: """
      Firebase Messaging takes the token of APNs by replacing methods of the application delegate. With \
      FirebaseAppDelegateProxyEnabled set to NO, the app has to set apnsToken itself. In Flutter, FlutterAppDelegate passes the token on to \
      the plugin, unless the app's own delegate overrides the method without super.
      """,
    guide: RuleGuide(
      symptom: """
        No push arrives. The log has “Declining request for FCM Token since no APNS Token specified” (seen in 2024).
        """,
      seenIn: [.firebaseTokenReport, .firebaseProxyReport],
      swift: """
        func application(_ application: UIApplication, didRegisterForRemoteNotificationsWithDeviceToken token: Data) {
          Messaging.messaging().apnsToken = token
        }
        """,
      related: ["code-push-not-registered"]),
    citations: [.firebaseSwizzling],
    triggers: [
      .withApp(
        RuleExample.library, turningOff: PlatformFacts.InfoPlistKey.firebaseProxy,
        """
        «import» FirebaseMessaging
        import UIKit

        class AppDelegate: UIResponder, UIApplicationDelegate {
          func applicationDidFinishLaunching(_ application: UIApplication) { application.registerForRemoteNotifications() }
        }
        """)
    ],
    passes: [
      .withApp(
        RuleExample.library, turningOff: PlatformFacts.InfoPlistKey.firebaseProxy,
        """
        import FirebaseMessaging
        import UIKit

        class AppDelegate: UIResponder, UIApplicationDelegate {
          func applicationDidFinishLaunching(_ application: UIApplication) { application.registerForRemoteNotifications() }

          func application(
            _ application: UIApplication, didRegisterForRemoteNotificationsWithDeviceToken token: Data
          ) { Messaging.messaging().apnsToken = token }
        }
        """),
      .withApp(
        RuleExample.library,
        """
        import FirebaseMessaging
        import UIKit

        class AppDelegate: UIResponder, UIApplicationDelegate {
          func applicationDidFinishLaunching(_ application: UIApplication) { application.registerForRemoteNotifications() }
        }
        """),
    ],
    check: .code { code, _, context in
      if code.isComplete, code.packages.contains(where: { $0.isPlugin && $0.name == "firebase_messaging" }),
        let fact = code.facts(.dependency).first(where: {
          $0[.keepsToken] == true && !code.isInExtension($0) && code.turnsOffFirebaseProxy($0)
        }), let method = fact.stated(.keepsToken)
      {
        return [
          context.diagnostic(
            at: method.location, in: code,
            "The app turns off \(PlatformFacts.InfoPlistKey.firebaseProxy), and this method keeps the token of APNs from the plugins of Flutter",
            help: "call the same method of super, or set Messaging.messaging().apnsToken")
        ].compactMap(\.self)
      }
      // A package for JavaScript or Dart passes the token on.
      guard code.isComplete, !code.packages.contains(where: \.isPlugin),
        !code.facts(.remoteNotificationRegistration).isEmpty,
        let fact = code.facts(.dependency).first(where: {
          $0[.passesToken] == false && !code.isInExtension($0) && code.turnsOffFirebaseProxy($0)
        })
      else { return [] }
      return [
        context.diagnostic(
          at: fact.location, in: code,
          "The app turns off \(PlatformFacts.InfoPlistKey.firebaseProxy), and nothing in its code gives Firebase the token of APNs",
          help: """
            set Messaging.messaging().apnsToken in \
            application(_:didRegisterForRemoteNotificationsWithDeviceToken:)
            """,
          severity: code.severityOfAbsence)
      ].compactMap(\.self)
    }
  )
}

extension ReleaseCode {
  /// Whether the Info.plist of each target that compiles the code of a fact turns off that Firebase replaces methods.
  fileprivate func turnsOffFirebaseProxy(_ fact: CodeFact) -> Bool {
    let targets = targets(compiling: fact)
    return !targets.isEmpty
      && targets.allSatisfy { target in
        let value = target.release?.infoPlistValues[PlatformFacts.InfoPlistKey.firebaseProxy]
        return value?.bool == false || ["NO", "false"].contains(value?.string ?? "")
      }
  }
}
