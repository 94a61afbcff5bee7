import Testing

/// Calls between `#if` and `#endif` in a chain of calls.
@Suite struct ConditionalCallTests {
  private static func app(_ name: String, _ modifiers: String) -> SmallApp {
    SmallApp(
      testDescription: name, modes: ["fetch"], identifiers: ["com.example.app.refresh"],
      code: """
        import BackgroundTasks
        import SwiftUI
        @main struct Sample: App {
          @Environment(\\.scenePhase) private var scenePhase
          var body: some Scene {
            WindowGroup { Text("A") }
              .backgroundTask(.appRefresh("com.example.app.refresh")) { submit() }
              \(modifiers)
          }
          func submit() {
            do { try BGTaskScheduler.shared.submit(BGAppRefreshTaskRequest(identifier: "com.example.app.refresh")) }
            catch { print(error) }
          }
        }
        """)
  }

  private static let change =
    ".onChange(of: scenePhase) { _, phase in if phase == .background { submit() } }"

  static let apps = [
    app("in the condition that is built", "#if os(iOS)\n\(change)\n#endif"),
    app(
      "in the else of another condition",
      "#if os(tvOS)\n.persistentSystemOverlays(.hidden)\n#else\n\(change)\n#endif"),
    app(
      "before other calls",
      "#if os(iOS)\n\(change)\n.defaultSize(width: 9, height: 9)\n#endif\n.windowResizability(.contentSize)"),
    app(
      "after another condition",
      "#if os(macOS)\n.windowStyle(.hiddenTitleBar)\n#endif\n#if os(iOS)\n\(change)\n#endif"),
  ]

  @Test(arguments: apps) func callsAreRead(_ app: SmallApp) {
    #expect(app.policy.contains("submittedAt: [enteringBackground, handlerStart]"), "\(app.policy)")
  }

  @Test func callsOfOtherBuildsAreLeftOut() {
    let begin = ".onOpenURL { _ in UIApplication.shared.beginBackgroundTask(withName: \"Other\") {} }"
    let policies = ["iOS", "macOS"].map { Self.app($0, "#if os(\($0))\n\(begin)\n#endif").policy }
    #expect(policies.map { $0.contains("name: Other") } == [true, false])
  }
}
