internal import PlatformFacts
internal import PolicyModel
internal import PolicySyntax
internal import Quantities

extension Rule {
  static let pushHandlerBudget = Rule(
    "BGP408", "push-handler-budget", .pushes, .warning,
    summary: "Work for a silent push that takes longer than the system allows",
    why: """
      The handler of a silent push has 30 seconds. The system ends an app that has not called the completion \
      handler by then.
      """,
    guide: RuleGuide(
      symptom: "The system terminates the app.",
      ignoreWhen: "The work usually takes less, and the app ends it in time otherwise.",
      related: ["bg-refresh-over-budget", "uitask-over-30s"]),
    citations: [.applicationReference],
    triggers: [
      """
      pushes:
        changes:
          headers: { apns-push-type: background, apns-priority: 5 }
          payload: { aps: { content-available: 1 } }
          expectedRuntime: «2m→10s»
      """
    ],
    check: .pushes { push, _, context in
      let most = PlatformFacts.pushRuntime.value
      guard let runtime = push.expectedRuntime, runtime.value > most else { return nil }
      return context.diagnostic(
        at: .value(runtime.node),
        "The work of \(push.name.value) takes \(runtime.value), but the handler of a push has \(most)",
        help: "start a background transfer, or submit a processing task, and end the handler")
    }
  )
}
