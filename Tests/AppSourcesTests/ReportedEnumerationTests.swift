import Testing

/// Tasks that are the cases of an enumeration, whose methods register and submit them, as in failures that developers reported. Some apps
/// are correct but look similar.
@Suite struct ReportedEnumerationTests {
  private static func tasks(
    _ name: String, cases: [String], request: String, register: String, submit: String, found: [String] = [],
    silent: [String] = []
  ) -> SmallApp {
    SmallApp(
      testDescription: name, modes: [request == "BGProcessingTaskRequest" ? "processing" : "fetch"],
      identifiers: cases.map { "com.example.app.\($0)" },
      code: """
        import BackgroundTasks
        import SwiftUI
        @main struct Sample: App {
          @Environment(\\.scenePhase) var phase
          init() { \(register) }
          var body: some Scene {
            WindowGroup { Text("A") }.onChange(of: phase) { if $0 == .background { \(submit) } }
          }
        }
        enum Job: String, CaseIterable {
          \(cases.map { "case \($0) = \"com.example.app.\($0)\"" }.joined(separator: "\n"))
          func register() {
            BGTaskScheduler.shared.register(forTaskWithIdentifier: rawValue, using: nil) { task in
              submit()
              task.expirationHandler = { task.setTaskCompleted(success: false) }
              task.setTaskCompleted(success: true)
            }
          }
          func submit() {
            let request = \(request)(identifier: rawValue)
            request.earliestBeginDate = Date(timeIntervalSinceNow: 3600)
            do { try BGTaskScheduler.shared.submit(request) } catch { print(error) }
          }
        }
        """, found: found, silent: silent)
  }

  static let apps = [
    tasks(
      "two refreshes of all cases", cases: ["feed", "badge"], request: "BGAppRefreshTaskRequest",
      register: "for job in Job.allCases { job.register() }", submit: "Job.allCases.forEach { $0.submit() }",
      found: ["bg-too-many-refresh"]),
    tasks(
      "a case that is not in the list", cases: ["feed", "badge"], request: "BGProcessingTaskRequest",
      register: "for job in [Job.feed] { job.register() }",
      submit: "for job in Job.allCases { job.submit() }",
      found: ["code-task-not-registered: com.example.app.badge"]),
    tasks(
      "processing tasks of all cases", cases: ["feed", "badge"], request: "BGProcessingTaskRequest",
      register: "for job in Job.allCases { job.register() }", submit: "Job.allCases.forEach { $0.submit() }",
      silent: ["*"]),
    tasks(
      "one case by its name", cases: ["feed"], request: "BGAppRefreshTaskRequest",
      register: "Job.feed.register()", submit: "Job.feed.submit()", silent: ["*"]),
  ]

  @Test(arguments: apps) func appHasItsFindings(_ app: SmallApp) { app.expectFindings() }
}
