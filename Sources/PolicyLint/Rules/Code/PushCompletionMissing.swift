internal import AppFacts
internal import PlatformFacts
internal import PolicyModel
internal import PolicySyntax

extension Rule {
  static let pushCompletionMissing = Rule(
    "BGP754", "push-completion-missing", .code, .error,
    summary: "A silent push whose completion handler is not called on every path",
    why: """
      The app has 30 s to call it. The system wakes an app that does not call it less often.
      """,
    guide: RuleGuide(
      symptom: """
        UIKit logs “Warning: Application delegate received call to \
        -application:didReceiveRemoteNotification:fetchCompletionHandler: but the completion handler was \
        never called.” (seen on iOS 16.7).
        """,
      seenIn: [.pushHandlerLog],
      swift: RuleGuide.remoteNotificationHandler),
    citations: [.pushingUpdates],
    triggers: [
      .withApp(
        """
        pushes:
          sync: { perDay: 4 }
        """,
        """
        import UIKit

        class AppDelegate: UIResponder, UIApplicationDelegate {
          func application(
            _ application: UIApplication, didReceiveRemoteNotification userInfo: [AnyHashable: Any],
            fetchCompletionHandler completionHandler: @escaping (UIBackgroundFetchResult) -> Void
          ) {
            guard isSignedIn else { «return» }
            completionHandler(.newData)
          }
        }
        """)
    ],
    passes: [.receivedPush],
    check: .code { code, policy, context in
      (code.facts(.remoteNotification) + code.facts(.performFetch)).flatMap { fact -> [Diagnostic] in
        guard let completes = fact["completes"]?.string, completes == "sometimes" || completes == "never"
        else { return [] }
        let exits = fact.values.filter { $0.key == "exit" }.map(\.value)
        guard !exits.isEmpty else {
          return [
            context.diagnostic(
              at: fact.location, in: code, "The method can end without a call of its completion handler",
              help: "call it on every path, with what was fetched")
          ].compactMap(\.self)
        }
        return exits.compactMap { exit in
          context.diagnostic(
            at: exit.location, in: code, "The method can end without a call of its completion handler",
            help: "call it on every path, with what was fetched",
            related: [(fact.location, "the method")],
            // This exit is in a closure and is one of several exits. Other code, such as a timer, may have called the completion handler
            // before.
            severity: exits.count > 1 && exit.bool == false ? .warning : nil)
        }
      }
    }
  )
}
