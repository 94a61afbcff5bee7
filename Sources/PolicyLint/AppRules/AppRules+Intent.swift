internal import PlatformFacts
internal import PolicySyntax

extension AppRule {
  /// What the app's makers expect of the system.
  static let intent: [AppRule] = [
    AppRule(
      "task-earliest-begin-exact-time", .warning,
      summary: "A transfer that is expected at a fixed time",
      why: "earliestBeginDate is a lower bound: the system starts the transfer then or at any time later.",
      needs: .intent, "whether anybody relies on the time",
      prevention:
        "The language has no fixed times: earliestBegin is a lower bound too, and the estimate shows the spread.",
      citations: [.urlSessionHeader]),
    AppRule(
      "task-survives-force-quit", .error,
      summary: "A transfer that is expected to outlive a force quit",
      why:
        "Who removes an app from the app switcher cancels its transfers, and it is not launched for them again.",
      needs: .intent, "what the app promises to those who quit it",
      citations: [.urlSessionHeader]),
    AppRule(
      "bg-continued-queue-loses", .info,
      summary: "A queued continued processing task that must run",
      why: "When the person removes the app from the app switcher, its queued requests are cancelled.",
      needs: .intent, "whether the work may be lost; strategy: fail tells at once that it can't begin",
      citations: [.taskRequestHeader]),
    AppRule(
      "bg-earliest-begin-exact", .warning,
      summary: "A background task that is expected at a fixed time or interval",
      why:
        "earliestBeginDate is a lower bound: the system launches the task when it thinks fit, or not at all.",
      needs: .intent, "whether anybody relies on the time or the interval",
      prevention:
        "The language has no fixed times: earliestBegin is a lower bound too, and the estimate shows the spread.",
      citations: [.taskRequestHeader, .executionLimits]),
    AppRule(
      "push-guaranteed", .warning,
      summary: "Silent pushes that are expected to arrive",
      why:
        "The system holds them back, merges them, and drops them after a force quit: delivery is not guaranteed.",
      needs: .intent, "whether anything is lost for good when a push is",
      citations: [.pushingUpdates]),
  ]
}
