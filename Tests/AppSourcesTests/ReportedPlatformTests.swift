import Testing

/// Apps for several systems, and identifiers for several types of tasks, as in failures that developers reported.
@Suite struct ReportedPlatformTests {
  // MARK: - Systems

  private static func shared(_ bundleIdentifier: String) -> SmallApp {
    SmallApp(
      testDescription: "a Mac app with the identifier \(bundleIdentifier)",
      files: [
        "project.yml": """
        name: Multi
        options: { deploymentTarget: { iOS: "16.0", macOS: "13.0" } }
        targets:
          Desk:
            type: application
            platform: macOS
            sources: [Shared, Desk]
            settings: { PRODUCT_BUNDLE_IDENTIFIER: \(bundleIdentifier), INFOPLIST_FILE: Desk/Info.plist }
          Phone:
            type: application
            platform: iOS
            sources: [Shared, Phone]
            settings: { PRODUCT_BUNDLE_IDENTIFIER: com.example.app, INFOPLIST_FILE: Phone/Info.plist }
        """,
        "Desk/Info.plist": "<plist version=\"1.0\"><dict></dict></plist>",
        "Phone/Info.plist": """
        <plist version="1.0"><dict>
        <key>UIBackgroundModes</key><array><string>fetch</string></array>
        <key>BGTaskSchedulerPermittedIdentifiers</key><array><string>com.example.app.refresh</string></array>
        </dict></plist>
        """,
        "Desk/App.swift": """
        import SwiftUI
        @main struct Desk: App {
          init() { Refresh.register() }
          var body: some Scene { WindowGroup { Text("Desk") } }
        }
        """,
        "Phone/App.swift": """
        import SwiftUI
        @main struct Phone: App {
          @Environment(\\.scenePhase) private var phase
          init() { Refresh.register() }
          var body: some Scene {
            WindowGroup { Text("Phone") }.onChange(of: phase) { if $0 == .background { Refresh.submit() } }
          }
        }
        """,
        "Shared/Refresh.swift": """
        #if os(iOS)
        import BackgroundTasks
        #endif
        enum Refresh {
          static func register() {
            #if os(iOS)
            BGTaskScheduler.shared.register(forTaskWithIdentifier: "com.example.app.refresh", using: nil) { task in
              submit()
            }
            #endif
          }
          #if os(iOS)
          static func submit() {
            try? BGTaskScheduler.shared.submit(BGAppRefreshTaskRequest(identifier: "com.example.app.refresh"))
          }
          #endif
        }
        """,
      ], silent: ["*"])
  }

  // MARK: - Types

  private static func library(_ second: String) -> String {
    """
    import BackgroundTasks
    import SwiftUI
    @main struct Sample: App {
      @Environment(\\.scenePhase) private var phase
      init() { Library.register("com.example.app.library") }
      var body: some Scene {
        WindowGroup { Button("Refresh") { Library.refreshNow() } }
          .onChange(of: phase) { if $0 == .background { Library.schedule() } }
      }
    }
    enum Library {
      static func register(_ identifier: String) {
        BGTaskScheduler.shared.register(forTaskWithIdentifier: identifier, using: .main) { task in
          let work = Task {
            try? await Task.sleep(for: .seconds(3))
            (task as? BGContinuedProcessingTask)?.progress.completedUnitCount = 1
            task.setTaskCompleted(success: !Task.isCancelled)
          }
          task.expirationHandler = { work.cancel() }
        }
      }
      static func schedule() {
        let request = BGProcessingTaskRequest(identifier: "com.example.app.library")
        request.requiresNetworkConnectivity = true
        do { try BGTaskScheduler.shared.submit(request) } catch { print(error) }
      }
      static func refreshNow() {
        guard UserDefaults.standard.bool(forKey: "isOn") else { return }
        do { try BGTaskScheduler.shared.submit(\(second)) } catch { print(error) }
      }
    }
    """
  }

  static let types = [
    SmallApp(
      testDescription: "one identifier for requests of two types", modes: ["processing"],
      identifiers: ["com.example.app.library"],
      code: library(
        "BGContinuedProcessingTaskRequest(identifier: \"com.example.app.library\", title: \"Now\", subtitle: \"Library\")"
      ),
      found: ["bg-identifier-two-types"],
      silent: ["code-task-undeclared", "code-task-type-differs", "code-task-differs", "task-key-noop"]),
    SmallApp(
      testDescription: "one identifier for two requests of one type", modes: ["processing"],
      identifiers: ["com.example.app.library"],
      code: library("BGProcessingTaskRequest(identifier: \"com.example.app.library\")"),
      silent: ["bg-identifier-two-types", "code-task-undeclared"]),
  ]

  @Test(arguments: [shared("com.example.app"), shared("com.example.app.desk")] + types)
  func appHasItsFindings(_ app: SmallApp) { app.expectFindings() }
}
