internal import PlatformFacts
internal import PolicySyntax

extension AppRule {
  /// Rules about code that registers, submits and ends tasks of BGTaskScheduler.
  static let taskCode: [AppRule] = [
    AppRule(
      "bg-continued-submits-wildcard", .error,
      summary: "A continued processing task submitted under its wildcard",
      why:
        "A wildcard permits identifiers, but is not one: registering and submitting need an identifier with a suffix.",
      needs: .code, "the identifiers of the requests that are submitted",
      prevention: "The generated request has an identifier with a suffix.",
      citations: [.wwdc25Background]),
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
      "bg-expiration-missing", .error,
      summary: "A background task without an expirationHandler",
      why: "When its time is up, the system marks a task without a handler as complete and unsuccessful.",
      needs: .code, "whether each launch handler sets the task's expirationHandler",
      citations: [.taskHeader]),
    AppRule(
      "bg-completion-missing", .error,
      summary: "A path through a background task that never calls setTaskCompleted(success:)",
      why: "The call is required, also after expiration: without it the system may kill the app.",
      needs: .code, "every path through each launch handler",
      citations: [.taskHeader]),
    AppRule(
      "bg-register-late", .error,
      summary: "A refresh or processing task registered after the app has launched",
      why: "All but continued processing tasks have to be registered before the app has finished launching.",
      needs: .code, "the callers of BGTaskScheduler.register",
      citations: [.taskSchedulerHeader]),
    AppRule(
      "bg-register-in-extension", .error,
      summary: "A task registered by an extension",
      why:
        "Some extensions may submit requests, but only the containing app registers handlers and is launched.",
      needs: .code, "the targets that call BGTaskScheduler.register",
      citations: [.taskSchedulerHeader]),
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
      "swiftui-identifier-mismatch", .error,
      summary: "backgroundTask with an identifier that no request or session has",
      why: "The system looks for the action by the identifier of the request or session, and finds none.",
      needs: .code, "the identifiers in backgroundTask, and those of requests and sessions",
      prevention:
        "The generated identifiers are constants that backgroundTask can use, too.",
      citations: [.wwdc22SwiftUI]),
    AppRule(
      "swiftui-throwing-action", .error,
      summary: "A backgroundTask action that throws",
      why: "The action is async and does not throw.",
      needs: .code, "try without a catch in the actions of backgroundTask",
      prevention: "The Swift compiler rejects it.", citations: [.backgroundTaskModifier]),
  ]
}
