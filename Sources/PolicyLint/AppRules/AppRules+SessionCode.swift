internal import PlatformFacts
internal import PolicySyntax

extension AppRule {
  /// Rules about code that uses background sessions and their tasks.
  static let sessionCode: [AppRule] = [
    AppRule(
      "session-launch-events-unhandled", .error,
      summary: "A background session whose events the app does not handle",
      why: """
        When its transfers end, the system launches the app and passes it the session's identifier. Without a method \
        for it the events have nowhere to go.
        """,
      needs: .code,
      """
      whether the app delegate has application(_:handleEventsForBackgroundURLSession:completionHandler:), a scene has \
      backgroundTask(.urlSession), or the widget has onBackgroundURLSessionEvents
      """,
      citations: [.downloadingInBackground, .applicationReference]),
    AppRule(
      "session-delegate-required", .error,
      summary: "A background session created without a delegate",
      why: "A background session must have a delegate: only the delegate receives its results.",
      needs: .code, "the calls that create a URLSession from a background configuration",
      citations: [.downloadingInBackground]),
    AppRule(
      "session-completion-handler-task", .error,
      summary: "A task of a background session with a completion handler, or an awaited task",
      why: """
        The convenience methods with a completion handler, and the async ones, are not available to background \
        sessions.
        """,
      needs: .code,
      "calls with a completionHandler on a background session, and awaited ones such as upload(for:fromFile:)",
      citations: [.urlSessionHeader]),
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
      "handler-completion-not-main", .error,
      summary: "The completion handler of a session's events called off the main thread",
      why:
        "The handler belongs to UIKit, and has to be called on the main thread. The delegate queue is another one.",
      needs: .code, "the callers of the stored handler",
      citations: [.sessionDelegateReference]),
    AppRule(
      "handler-completion-missing", .error,
      summary: "The completion handler of a session's events never called",
      why: """
        urlSessionDidFinishEvents(forBackgroundURLSession:) has to call it. Only then does the system know that the \
        app has finished, and takes a new snapshot for the app switcher.
        """,
      needs: .code, "the body of urlSessionDidFinishEvents(forBackgroundURLSession:)",
      citations: [.downloadingInBackground]),
    AppRule(
      "handler-download-not-moved", .error,
      summary: "A downloaded file that is not moved",
      why:
        "The file is temporary: the system removes it when urlSession(_:downloadTask:didFinishDownloadingTo:) returns.",
      needs: .code, "whether that method moves the file, or opens it, before it returns",
      citations: [.urlSessionHeader]),
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
