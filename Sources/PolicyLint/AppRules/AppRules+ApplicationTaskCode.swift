internal import PlatformFacts
internal import PolicySyntax

extension AppRule {
  /// How an app's code begins and ends background tasks of UIApplication.
  static let applicationTaskCode: [AppRule] = [
    AppRule(
      "uitask-expiry-missing", .error, .stated,
      summary: "A beginBackgroundTask without an expiration handler",
      why:
        "Every task needs one that ends it: when the time is up and a task is still there, the app is killed.",
      needs: .code, "the arguments of beginBackgroundTask", citations: [.backgroundTaskNotes]),
    AppRule(
      "uitask-unbalanced", .error,
      summary: "A beginBackgroundTask that no endBackgroundTask ends",
      why:
        "Each begin takes its end, also on the expiration handler's path: otherwise the system kills the app.",
      needs: .code, "every way from beginBackgroundTask to endBackgroundTask",
      citations: [.beginBackgroundTask]),
    AppRule(
      "uitask-logic-on-remaining", .warning, .stated,
      summary: "Code that decides by backgroundTimeRemaining",
      why: """
        The value holds in the background only, and only while a task is begun. Logic that rests on it is one of the \
        most frequent causes of bugs in background tasks.
        """,
      needs: .code, "conditions on backgroundTimeRemaining", citations: [.backgroundTaskNotes]),
    AppRule(
      "uitask-begun-too-late", .warning,
      summary: "A beginBackgroundTask that waits for applicationDidEnterBackground(_:)",
      why: "The app may be suspended before the request gets through: begin the task when the work begins.",
      needs: .code, "from where beginBackgroundTask is called",
      citations: [.performExpiringActivity, .wwdc19Background]),
  ]
}
