internal import PlatformFacts
internal import PolicySyntax

extension AppRule {
  /// What an app's code does with its background sessions and their tasks.
  static let sessionCode: [AppRule] = [
    AppRule(
      "session-launch-events-unhandled", .error,
      summary: "A background session whose events nothing in the app takes",
      why: """
        When its transfers end, the system launches the app and hands it the session's identifier. Without a method \
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
      summary: "A background session made without a delegate",
      why: "A background session must have a delegate: it is the only way by which results get to the app.",
      needs: .code, "the calls that make a URLSession from a background configuration",
      citations: [.downloadingInBackground]),
    AppRule(
      "session-completion-handler-task", .error,
      summary: "A task of a background session with a completion handler, or an awaited one",
      why: """
        The convenience methods with a completion handler, and those that are awaited, are not available to \
        background sessions: no closure survives the app.
        """,
      needs: .code,
      "calls with a completionHandler on a background session, and awaited ones such as upload(for:fromFile:)",
      citations: [.urlSessionHeader]),
    AppRule(
      "session-task-delegate", .error,
      summary: "A delegate of a single task in a background session",
      why: "A task's own delegate is not supported in background sessions: only the session's is called.",
      needs: .code, "assignments to the delegate of a URLSessionTask, and delegate: arguments",
      citations: [.urlSessionHeader]),
    AppRule(
      "session-redirect-policy-ignored", .error,
      summary: "A redirect handler that a background session never calls",
      why: "Background sessions always follow redirects and don't ask the delegate.",
      needs: .code,
      "whether a background session's delegate has urlSession(_:task:willPerformHTTPRedirection:…)",
      citations: [.urlSessionHeader]),
    AppRule(
      "task-cancel-reason-literal", .error,
      summary: "The reason of a cancelled transfer compared with a number",
      why: """
        The reasons are 0 for a force quit, 1 for background updates that are switched off, and 2 for want of \
        resources. Numbers in code are easily one off; URLError.BackgroundTaskCancelledReason has names for them.
        """,
      needs: .code,
      "what is compared with the value of NSURLErrorBackgroundTaskCancelledReasonKey",
      citations: [.urlErrorHeader, .urlErrorReference]),
    AppRule(
      "task-retry-after-force-quit", .warning,
      summary: "A transfer started again by itself after the person has quit the app",
      why: """
        Who removes an app from the app switcher cancels its transfers and means it. The app is not launched for \
        them again until the person opens it.
        """,
      needs: .code, "what the app does about the reason userForceQuitApplication",
      citations: [.urlSessionHeader]),
  ]

  /// What the methods do that the system calls with a session's events.
  static let handlerCode: [AppRule] = [
    AppRule(
      "handler-completion-not-main", .error,
      summary: "The completion handler of a session's events called off the main thread",
      why:
        "The handler is UIKit's and has to be called on the main thread; the delegate queue is another one.",
      needs: .code, "from where the stored handler is called",
      citations: [.sessionDelegateReference]),
    AppRule(
      "handler-completion-missing", .error,
      summary: "The completion handler of a session's events never called",
      why: """
        urlSessionDidFinishEvents(forBackgroundURLSession:) has to call it: only then does the system know that the \
        app is done, and take a new snapshot for the app switcher.
        """,
      needs: .code, "what urlSessionDidFinishEvents(forBackgroundURLSession:) does",
      citations: [.downloadingInBackground]),
    AppRule(
      "handler-download-not-moved", .error,
      summary: "A downloaded file left where the system has put it",
      why:
        "The file is temporary and removed as soon as urlSession(_:downloadTask:didFinishDownloadingTo:) returns.",
      needs: .code, "whether that method moves the file, or opens it, before it returns",
      citations: [.urlSessionHeader]),
    AppRule(
      "handler-scene-delegate", .error,
      summary: "The method for a session's events in a scene delegate",
      why: """
        application(_:handleEventsForBackgroundURLSession:completionHandler:) is the app delegate's: in a scene \
        delegate nothing calls it.
        """,
      needs: .code, "in which class the method is", citations: [.applicationReference]),
    AppRule(
      "handler-widget-session", .warning,
      summary: "The events of a widget's session awaited in the app delegate",
      why: """
        A widget's events go to its own extension, through onBackgroundURLSessionEvents(matching:_:), and not to the \
        containing app as those of other extensions do.
        """,
      needs: .code, "whether the widget's configuration has that modifier",
      citations: [.widgetSessionEvents]),
  ]
}
