internal import PlatformFacts
internal import PolicySyntax

extension AppRule {
  /// Rules about code that uses background sessions and their tasks.
  static let sessionCode: [AppRule] = [
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
  static let handlerCode: [AppRule] = []
}
