internal import PlatformFacts
internal import PolicySyntax

extension AppRule {
  /// Rules about code that uses background sessions and their tasks.
  static let sessionCode: [AppRule] = [
    AppRule(
      "session-task-delegate", .error,
      summary: "A delegate of a single task in a background session",
      why:
        "Delegates of tasks are not supported in background sessions: only the session's delegate is called.",
      needs: .code, "assignments to the delegate of a URLSessionTask, and delegate: arguments",
      citations: [.urlSessionHeader]),
    AppRule(
      "session-redirect-policy-ignored", .error,
      summary: "A redirect handler that a background session never calls",
      why: "Background sessions always follow redirects, and don't ask the delegate.",
      needs: .code,
      "whether a background session's delegate has urlSession(_:task:willPerformHTTPRedirection:…)",
      citations: [.urlSessionHeader]),
    AppRule(
      "task-cancel-reason-literal", .error,
      summary: "The reason of a cancelled transfer compared with a number",
      why: """
        The reasons are 0 for a force quit, 1 for disabled background updates, and 2 for insufficient system \
        resources. Numbers in code are easily off by one; URLError.BackgroundTaskCancelledReason has names for them.
        """,
      needs: .code,
      "comparisons with the value of NSURLErrorBackgroundTaskCancelledReasonKey",
      citations: [.urlErrorHeader, .urlErrorReference]),
    AppRule(
      "task-retry-after-force-quit", .warning,
      summary: "A transfer that restarts automatically after someone has quit the app",
      why: """
        Someone who removes an app from the app switcher wants to end its transfers. The system does not launch the \
        app for them again until someone opens it.
        """,
      needs: .code, "the code that handles the reason userForceQuitApplication",
      citations: [.urlSessionHeader]),
  ]

  /// Rules about the methods that the system calls with a session's events.
  static let handlerCode: [AppRule] = [
    AppRule(
      "handler-scene-delegate", .error,
      summary: "The method for a session's events in a scene delegate",
      why: """
        application(_:handleEventsForBackgroundURLSession:completionHandler:) belongs to the app delegate. Nothing \
        calls it in a scene delegate.
        """,
      needs: .code, "the class that contains the method", citations: [.applicationReference]),
    AppRule(
      "handler-widget-session", .warning,
      summary: "The events of a widget's session expected in the app delegate",
      why: """
        A widget's events go to its own extension, through onBackgroundURLSessionEvents(matching:_:). Only the events \
        of other extensions go to the containing app.
        """,
      needs: .code, "whether the widget's configuration has that modifier",
      citations: [.widgetSessionEvents]),
  ]
}
