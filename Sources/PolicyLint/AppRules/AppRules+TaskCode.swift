internal import PlatformFacts
internal import PolicySyntax

extension AppRule {
  /// Rules about code that registers, submits and ends tasks of BGTaskScheduler.
  static let taskCode: [AppRule] = [
    AppRule(
      "bg-submit-on-main-at-launch", .warning,
      summary: "A request submitted on the main thread at launch",
      why: "submit(_:) blocks until the system has answered, which delays the launch.",
      needs: .code, "the queue and the time of calls of submit(_:)",
      citations: [.wwdc19Background]),
    AppRule(
      "bg-submit-task-request-main", .warning,
      summary: "submitTaskRequest called on the main thread",
      why: "Its documentation forbids it.",
      needs: .code, "the thread of calls of submitTaskRequest", citations: [.submitTaskRequest]),
  ]

  /// Rules about calls of SwiftUI's backgroundTask.
  static let swiftUICode: [AppRule] = [
    AppRule(
      "swiftui-throwing-action", .error,
      summary: "A backgroundTask action that throws",
      why: "The action is async and does not throw.",
      needs: .code, "try without a catch in the actions of backgroundTask",
      prevention: "The Swift compiler rejects it.", citations: [.backgroundTaskModifier])
  ]
}
