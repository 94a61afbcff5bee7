import Testing

/// Ways in which methods for pushes end, as in failures that developers reported. Some cases are correct code that looks similar.
@Suite struct ReportedPushTests {
  private static func push(
    _ name: String, _ statements: String, found: [String] = [], silent: [String] = []
  ) -> SmallApp {
    SmallApp(
      testDescription: name, modes: ["remote-notification"], entitlements: ["aps-environment"],
      code: """
        import UIKit
        @main class AppDelegate: UIResponder, UIApplicationDelegate {
          func application(
            _ a: UIApplication, didFinishLaunchingWithOptions o: [UIApplication.LaunchOptionsKey: Any]?
          ) -> Bool {
            a.registerForRemoteNotifications()
            return true
          }
          func application(
            _ a: UIApplication, didReceiveRemoteNotification userInfo: [AnyHashable: Any],
            fetchCompletionHandler completionHandler: @escaping (UIBackgroundFetchResult) -> Void
          ) {
            \(statements)
          }
          func load(_ done: @escaping (Bool) -> Void) { done(true) }
          func sync() async throws -> Bool { true }
        }
        """, found: found, silent: silent)
  }

  static let pushes = [
    push(
      "a state that the caller has just set",
      """
      state = .fetching
          run(completionHandler)
        }
        enum State { case fetching, idle }
        var state = State.idle
        func run(_ done: @escaping (UIBackgroundFetchResult) -> Void) {
          let state = self.state
          DispatchQueue.main.async {
            if state == .fetching { done(.newData) }
          }
      """, silent: ["*"]),
    push(
      "a state that the caller has not set",
      """
      run(completionHandler)
        }
        enum State { case fetching, idle }
        var state = State.idle
        func run(_ done: @escaping (UIBackgroundFetchResult) -> Void) {
          let state = self.state
          DispatchQueue.main.async {
            if state == .fetching { done(.newData) }
          }
      """, found: ["push-completion-missing"]),
    push(
      "at once before Task",
      """
      Task { try? await self.sync() }
      completionHandler(.newData)
      """, found: ["push-completed-early"]),
    push(
      "only when key there",
      """
      if let id = userInfo["id"] as? String {
        load { _ in print(id); completionHandler(.newData) }
      }
      """, found: ["push-completion-missing"]),
    push(
      "catch without",
      """
      Task {
        do {
          let new = try await self.sync()
          completionHandler(new ? .newData : .noData)
        } catch { print(error) }
      }
      """, found: ["push-completion-missing"]),
    push(
      "nothing at all",
      """
      NotificationCenter.default.post(name: .init("push"), object: userInfo)
      """, found: ["push-completion-missing"]),
    push(
      "switch with all",
      """
      guard let kind = userInfo["kind"] as? String else { completionHandler(.noData); return }
      switch kind {
      case "sync": load { completionHandler($0 ? .newData : .failed) }
      default: completionHandler(.noData)
      }
      """, silent: ["*"]),
    push(
      "Task and defer",
      """
      Task {
        var result = UIBackgroundFetchResult.noData
        defer { completionHandler(result) }
        if (try? await self.sync()) == true { result = .newData }
      }
      """, silent: ["*"]),
    push(
      "passes to messaging then completes",
      """
      Messaging.messaging().appDidReceiveMessage(userInfo)
      completionHandler(.newData)
      """, silent: ["*"]),
  ]

  @Test(arguments: pushes) func appHasItsFindings(_ app: SmallApp) { app.expectFindings() }
}
