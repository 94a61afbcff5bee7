import Testing

/// Requests that views submit when they receive notifications, after values that an import lost.
@Suite struct ReportedReceiverTests {
  private static func views(_ name: String, _ notifications: [(String, String)]) -> SmallApp {
    SmallApp(
      testDescription: name, modes: ["fetch"], identifiers: ["com.example.app.refresh"],
      code: """
        import BackgroundTasks
        import SwiftUI
        @main struct Sample: App {
          var body: some Scene {
            WindowGroup {
              Text("A")
                \(notifications.map { ".onReceive(NotificationCenter.default.publisher(for: UIApplication.\($0.0))) { _ in \($0.1) }" }
                  .joined(separator: "\n"))
            }.backgroundTask(.appRefresh("com.example.app.refresh")) { await submit() }
          }
          func submit() {
            do { try BGTaskScheduler.shared.submit(BGAppRefreshTaskRequest(identifier: "com.example.app.refresh")) }
            catch { print(error) }
          }
        }
        """)
  }

  static let apps: [(app: SmallApp, moments: String)] = [
    (
      views(
        "the second of two",
        [("didBecomeActiveNotification", "print(1)"), ("willResignActiveNotification", "submit()")]),
      "submittedAt: [enteringBackground, handlerStart]"
    ),
    (
      views(
        "the first of two",
        [("didEnterBackgroundNotification", "submit()"), ("didBecomeActiveNotification", "print(1)")]),
      "submittedAt: [enteringBackground, handlerStart]"
    ),
    (
      views("one", [("willResignActiveNotification", "submit()")]),
      "submittedAt: [enteringBackground, handlerStart]"
    ),
  ]

  @Test(arguments: apps) func submissionHasItsMoments(_ app: SmallApp, _ moments: String) {
    #expect(app.policy.contains(moments), "\(app.policy)")
  }
}
