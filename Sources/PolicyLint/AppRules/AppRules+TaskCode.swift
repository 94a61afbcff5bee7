internal import PlatformFacts
internal import PolicySyntax

extension AppRule {
  /// Rules about code that registers, submits and ends tasks of BGTaskScheduler.
  static let taskCode: [AppRule] = [
    AppRule(
      "bg-continued-no-progress", .error,
      summary: "A continued processing task that reports no progress",
      why: "The system shows the task's progress, and expires a task that reports none or makes none.",
      needs: .code, "whether the work updates the task's progress",
      citations: [.wwdc25Background, .taskHeader]),
    AppRule(
      "bg-continued-gpu-unchecked", .warning,
      summary: "A request for the GPU on devices that don't offer it",
      why:
        "Not every device lets a background task use its GPU; BGTaskScheduler.supportedResources contains .gpu if it does.",
      needs: .code, "whether supportedResources is checked before requiredResources is set to .gpu",
      prevention: "The generated request checks first.",
      citations: [.longRunningTasks, .wwdc25Background]),
    AppRule(
      "bg-submit-on-main-at-launch", .warning,
      summary: "A request submitted on the main thread at launch",
      why: "submit(_:) blocks until the system has answered, which delays the launch.",
      needs: .code, "the queue and the time of calls of submit(_:)",
      citations: [.wwdc19Background]),
    AppRule(
      "bg-submit-deprecated", .warning,
      summary: "submit(_:) in an app for iOS 27 and later",
      why: "The method is deprecated as of 27.0 in favor of submitTaskRequest.",
      needs: .code, "the calls of submit(_:) on BGTaskScheduler", citations: [.submitReference]),
    AppRule(
      "bg-submit-task-request-main", .warning,
      summary: "submitTaskRequest called on the main thread",
      why: "Its documentation forbids it.",
      needs: .code, "the thread of calls of submitTaskRequest", citations: [.submitTaskRequest]),
  ]

  /// Rules about calls of SwiftUI's backgroundTask.
  static let swiftUICode: [AppRule] = [
    AppRule(
      "swiftui-bare-app-refresh", .error,
      summary: "backgroundTask(.appRefresh) without an identifier outside watchOS",
      why: "The form without an identifier exists only on watchOS.",
      needs: .code, "the arguments of backgroundTask", citations: [.bareAppRefresh]),
    AppRule(
      "swiftui-throwing-action", .error,
      summary: "A backgroundTask action that throws",
      why: "The action is async and does not throw.",
      needs: .code, "try without a catch in the actions of backgroundTask",
      prevention: "The Swift compiler rejects it.", citations: [.backgroundTaskModifier]),
  ]
}
