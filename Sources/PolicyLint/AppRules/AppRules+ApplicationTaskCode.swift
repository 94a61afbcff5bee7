internal import PlatformFacts
internal import PolicySyntax

extension AppRule {
  /// Rules about code that begins and ends background tasks of UIApplication.
  static let applicationTaskCode: [AppRule] = [
    AppRule(
      "uitask-logic-on-remaining", .warning, .stated,
      summary: "Code that depends on backgroundTimeRemaining",
      why: """
        The value is valid only in the background, and only while a task is running. Logic that depends on it is one of \
        the most frequent causes of bugs in background tasks.
        """,
      needs: .code, "conditions on backgroundTimeRemaining", citations: [.backgroundTaskNotes]),
    AppRule(
      "uitask-begun-too-late", .warning,
      summary: "A beginBackgroundTask that waits for applicationDidEnterBackground(_:)",
      why: "The app may be suspended before the request takes effect: begin the task when the work begins.",
      needs: .code, "the callers of beginBackgroundTask",
      citations: [.performExpiringActivity, .wwdc19Background]),
  ]
}
