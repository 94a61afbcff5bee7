import Testing

/// Work that goes on after a launch handler or push has been completed, as in failures that developers reported, with correct code of the
/// same form.
@Suite struct ReportedWorkTests {
  private static func app(_ name: String, _ body: String, _ service: String, found: [String] = []) -> SmallApp
  {
    SmallApp(
      testDescription: name, modes: ["fetch"], identifiers: ["com.example.app.refresh"],
      code: """
        import BackgroundTasks
        import SwiftUI
        @main struct Sample: App {
          @Environment(\\.scenePhase) private var phase
          init() { Refresh.register() }
          var body: some Scene {
            WindowGroup { Text("Sample") }.onChange(of: phase) { if $0 == .background { Refresh.submit() } }
          }
        }
        enum Refresh {
          static func register() {
            BGTaskScheduler.shared.register(forTaskWithIdentifier: "com.example.app.refresh", using: nil) { task in
              submit()
              task.expirationHandler = { task.setTaskCompleted(success: false) }
              \(body)
            }
          }
          static func submit() {
            do { try BGTaskScheduler.shared.submit(BGAppRefreshTaskRequest(identifier: "com.example.app.refresh")) }
            catch { print(error) }
          }
        }
        final class Service {
          static let shared = Service()
          private var running: URLSessionDataTask?
          private let url = URL(string: "https://example.com")!
          \(service)
        }
        """, found: found, silent: found.isEmpty ? ["*"] : [])
  }

  private static let early = "Service.shared.refresh()\n task.setTaskCompleted(success: true)"

  static let apps = [
    app(
      "a method starts a task", early,
      "func refresh() { Task { let data = try await URLSession.shared.data(from: url)\n print(data) } }",
      found: ["bg-completed-early"]),
    app(
      "a method starts a task of an asynchronous method", early,
      """
      func refresh() { Task.detached { await self.load() } }
      private func load() async { _ = try? await URLSession.shared.data(from: url) }
      """, found: ["bg-completed-early"]),
    app(
      "a method works on a queue", early,
      "func refresh() { DispatchQueue.global().async { Thread.sleep(forTimeInterval: 5) } }",
      found: ["bg-completed-early"]),
    app(
      "a property keeps the transfer",
      "Service.shared.refresh { print($0.count) }\n task.setTaskCompleted(success: true)",
      """
      func refresh(_ done: @escaping ([String]) -> Void) {
        running = URLSession.shared.dataTask(with: url) { _, _, _ in done([]) }
        running?.resume()
      }
      """, found: ["bg-completed-early"]),
    app(
      "a closure of another method starts the transfer", early,
      """
      func refresh() { load { print($0 ?? Data()) } }
      private func load(_ done: @escaping (Data?) -> Void) {
        URLSession.shared.dataTask(with: url) { data, _, _ in done(data) }.resume()
      }
      """, found: ["bg-completed-early"]),
    app(
      "a property keeps the transfer, whose end completes the task",
      "Service.shared.refresh { task.setTaskCompleted(success: !$0.isEmpty) }",
      """
      func refresh(_ done: @escaping ([String]) -> Void) {
        running = URLSession.shared.dataTask(with: url) { _, _, _ in done([]) }
        running?.resume()
      }
      """),
    app(
      "a method waits for the task that it starts",
      "Task { await Service.shared.refresh()\n task.setTaskCompleted(success: true) }",
      "func refresh() async { await Task { _ = try? await URLSession.shared.data(from: self.url) }.value }"),
    app(
      "a method waits for its queue", early,
      """
      func refresh() {
        let lock = DispatchSemaphore(value: 0)
        DispatchQueue.global().async { Thread.sleep(forTimeInterval: 1); lock.signal() }
        lock.wait()
      }
      """),
    app(
      "a method tells the views of its result", early,
      """
      func refresh() {
        UserDefaults.standard.set(Date(), forKey: "refreshed")
        Task { @MainActor in await Views.shared.reload() }
        Task { try? await UNUserNotificationCenter.current().setBadgeCount(1) }
      }
      """ + "\n}\n@MainActor final class Views {\n static let shared = Views()\n func reload() async {}"),
    app(
      "a method records statistics",
      "UserDefaults.standard.set(Date(), forKey: \"refreshed\")\n Service.shared.trackRefresh()\n task.setTaskCompleted(success: true)",
      "func trackRefresh() { URLSession.shared.dataTask(with: url) { _, _, _ in }.resume() }"),
  ]

  // MARK: - Work that has to be awaited

  private static func action(_ name: String, _ body: String, found: [String] = []) -> SmallApp {
    SmallApp(
      testDescription: "an action of SwiftUI \(name)", modes: ["fetch"],
      identifiers: ["com.example.app.refresh"],
      code: """
        import BackgroundTasks
        import SwiftUI
        @main struct Sample: App {
          @Environment(\\.scenePhase) private var phase
          var body: some Scene {
            WindowGroup { Text("Sample") }
              .onChange(of: phase) { if $0 == .background { submit() } }
              .backgroundTask(.appRefresh("com.example.app.refresh")) {
                submit()
                \(body)
              }
          }
        }
        func submit() {
          do { try BGTaskScheduler.shared.submit(BGAppRefreshTaskRequest(identifier: "com.example.app.refresh")) }
          catch { print(error) }
        }
        func load() async { _ = try? await URLSession.shared.data(from: URL(string: "https://example.com")!) }
        func show() {}
        """, found: found, silent: found.isEmpty ? ["*"] : [])
  }

  private static func push(_ name: String, _ body: String, found: [String] = []) -> SmallApp {
    SmallApp(
      testDescription: "an asynchronous method for pushes \(name)", modes: ["remote-notification"],
      code: """
        import UIKit
        @main final class Delegate: UIResponder, UIApplicationDelegate {
          func application(
            _ a: UIApplication, didReceiveRemoteNotification info: [AnyHashable: Any]
          ) async -> UIBackgroundFetchResult {
            \(body)
          }
        }
        func load() async { _ = try? await URLSession.shared.data(from: URL(string: "https://example.com")!) }
        func show() {}
        """, found: found, silent: found.isEmpty ? ["*"] : [])
  }

  static let awaiting = [
    action("starts a task", "Task { await load() }", found: ["bg-completed-early: await the work"]),
    action("waits for a task", "await Task.detached { await load() }.value"),
    action("waits, and starts a task for the views", "await load()\n Task { @MainActor in show() }"),
    push("starts a task", "Task { await load() }\n return .newData", found: ["push-completed-early: await"]),
    push("waits for a task", "let work = Task { await load() }\n _ = await work.result\n return .newData"),
    push(
      "waits for two calls",
      "async let a: Void = load()\n async let b: Void = load()\n _ = await (a, b)\n return .newData"),
  ]

  @Test(arguments: apps + awaiting) func appHasItsFindings(_ app: SmallApp) { app.expectFindings() }
}
