import Testing

/// Requests in closures that variables and properties keep, in the forms of apps that developers published.
@Suite struct ReportedClosureTests {
  private static func client(_ handler: String, phase: String = "background") -> String {
    """
    import BackgroundTasks
    import SwiftUI
    @main struct Sample: App {
      @Environment(\\.scenePhase) private var phase
      private let refresher: Refresher = .live
      init() { refresher.register() }
      var body: some Scene {
        WindowGroup { Text("Nest") }.onChange(of: phase) { _, phase in if phase == .\(phase) { refresher.schedule() } }
      }
    }
    struct Refresher {
      var register: () -> Void
      var schedule: () -> Void
    }
    extension Refresher {
      static let live: Refresher = {
        let schedule = {
          do { try BGTaskScheduler.shared.submit(BGAppRefreshTaskRequest(identifier: "com.example.app.refresh")) }
          catch { print(error) }
        }
        return Refresher(
          register: {
            BGTaskScheduler.shared.register(forTaskWithIdentifier: "com.example.app.refresh", using: .main) { task in
              \(handler)
              task.expirationHandler = { task.setTaskCompleted(success: false) }
              task.setTaskCompleted(success: true)
            }
          },
          schedule: schedule)
      }()
    }
    """
  }

  private static func app(
    _ name: String, _ code: String, found: [String] = [], silent: [String] = []
  ) -> SmallApp {
    SmallApp(
      testDescription: name, modes: ["fetch"], identifiers: ["com.example.app.refresh"], code: code,
      found: found,
      silent: silent)
  }

  static let apps = [
    app(
      "a client of closures submits in the handler and in the background", client("schedule()"), silent: ["*"]
    ),
    app(
      "a client of closures submits in the background only", client(""),
      found: ["bg-refresh-not-rescheduled: enters the background"]),
    app(
      "a closure that only the handler calls",
      client("schedule()").replacing("if phase == .background { refresher.schedule() }", with: "_ = phase"),
      found: ["bg-never-starts"]),
  ]

  @Test(arguments: apps) func appHasItsFindings(_ app: SmallApp) { app.expectFindings() }
}
