internal import AppFacts
internal import PlatformFacts
internal import PolicyModel
internal import PolicySyntax

extension Rule {
  static let codePushNotHandled = Rule(
    "BGP753", "code-push-not-handled", .code, .warning,
    summary: "A declared push that no method of the app receives",
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
        """)
    ],
    passes: [.receivedPush],
    check: .code { code, policy, context in
      guard code.isComplete, code.facts(.remoteNotification).isEmpty, code.facts(.pushRegistry).isEmpty else {
        return []
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
