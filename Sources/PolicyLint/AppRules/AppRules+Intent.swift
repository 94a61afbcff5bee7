internal import PlatformFacts
internal import PolicySyntax

extension AppRule {
  /// Rules that only the intent of the app's developers can decide.
  static let intent: [AppRule] = [
    AppRule(
      "task-earliest-begin-exact-time", .warning,
      summary: "A transfer that is expected at a fixed time",
      why: "earliestBeginDate is a lower bound: the system starts the transfer then or at any time later.",
      needs: .intent, "whether anything depends on the time",
      prevention:
        "The language has no fixed times: earliestBegin is a lower bound too, and the estimate shows the spread.",
      citations: [.urlSessionHeader]),
    AppRule(
      "task-survives-force-quit", .error,
      summary: "A transfer that is expected to outlive a force quit",
      why:
        "Removing an app from the app switcher cancels its transfers, and the system does not launch it for them again.",
      needs: .intent, "the app's promises to people who quit it",
      citations: [.urlSessionHeader]),
    AppRule(
      "bg-continued-queue-loses", .info,
      summary: "A queued continued processing task that must run",
      why: "When someone removes the app from the app switcher, the system cancels its queued requests.",
      needs: .intent,
      "whether the work may be lost; with `strategy: fail` the request fails at once if it can't begin",
      citations: [.taskRequestHeader]),
    AppRule(
      "bg-earliest-begin-exact", .warning,
      summary: "A background task that is expected at a fixed time or interval",
      why:
        "earliestBeginDate is a lower bound: the system launches the task at a later time of its choice, or never.",
      needs: .intent, "whether anything depends on the time or the interval",
      prevention:
        "The language has no fixed times: earliestBegin is a lower bound too, and the estimate shows the spread.",
      citations: [.taskRequestHeader, .executionLimits]),
    AppRule(
      "push-guaranteed", .warning,
      summary: "Silent pushes that are expected to arrive",
      why:
        "The system delays them, merges them, and drops them after a force quit: delivery is not guaranteed.",
      needs: .intent, "whether anything is lost if a push is lost",
      citations: [.pushingUpdates]),
  ]
}
