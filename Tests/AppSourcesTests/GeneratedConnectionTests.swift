import Testing

/// Apps with generated code that they start, and whose functions some apps forget to call.
@Suite struct GeneratedConnectionTests {
  private static let rule = "code-process-not-started"

  private static func uikit(_ name: String, _ protocols: String, _ members: String, isFound: Bool) -> SmallApp
  {
    SmallApp.uikit(
      name, delegate: "let background = AppBackground.start(AppWork())\n\(members)",
      members: """
        struct AppBackground: BackgroundProcess\(protocols) {
          static func start(_ handler: AppWork) -> Self { process.first { Self(handler: handler) } }
          let handler: AppWork
        }
        final class AppWork {}
        """, found: isFound ? [rule] : [], silent: isFound ? [] : [rule])
  }

  private static let events = """
    func application(
      _ application: UIApplication, handleEventsForBackgroundURLSession identifier: String,
      completionHandler: @escaping () -> Void
    ) { background.handleEvents(forSession: identifier, completionHandler: completionHandler) }
    """

  private static let push = """
    func application(
      _ application: UIApplication, didReceiveRemoteNotification userInfo: [AnyHashable: Any]
    ) async -> UIBackgroundFetchResult { await background.handlePush(userInfo) }
    """

  static let apps = [
    uikit("no events", ", SessionOwner", "", isFound: true),
    uikit("events", ", SessionOwner", events, isFound: false),
    uikit("no pushes", ", PushReceiver", "", isFound: true),
    uikit("pushes", ", PushReceiver", push, isFound: false),
    uikit("events without pushes", ", SessionOwner, PushReceiver", events, isFound: true),
    uikit("neither sessions nor pushes", "", "", isFound: false),
    uikit(
      "events in a function that nothing calls", ", SessionOwner",
      "private func forgotten() { background.handleEvents(forSession: \"a\") {} }", isFound: true),
    uikit(
      "events through another function", ", SessionOwner",
      events.replacing("background.handleEvents", with: "pass")
        + "\nprivate func pass(forSession name: String, completionHandler: @escaping () -> Void) { background.handleEvents(forSession: name, completionHandler: completionHandler) }",
      isFound: false),
  ]

  @Test(arguments: apps) func findsWhatIsNotCalled(_ app: SmallApp) { app.expectFindings() }
}
