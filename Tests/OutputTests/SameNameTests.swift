import TestSupport
import Testing

/// Reports for people distinguish work of different kinds that has the same name.
@Suite struct SameNameTests {
  /// A task and a push with the same name are distinguished.
  @Test(arguments: [[], ["--verbose"], ["--format", "markdown"]])
  func sameNamesAreToldApart(_ options: [String]) throws {
    let policy = """
      schema: 1
      app: { name: App, bundleIdentifier: com.example.app, deploymentTarget: { iOS: "17.0" } }
      backgroundModes: [fetch, remote-notification]
      permittedIdentifiers: [com.example.app.sync]
      tasks: { sync: { type: appRefresh, identifier: com.example.app.sync, earliestBegin: 1h, reschedule: true } }
      pushes: { sync: { payload: { aps: { content-available: 1 } }, perDay: 4 } }
      """
    let output = try Tool.run(words: ["estimate", "-", "--runs", "20"] + options, input: policy).output
    #expect(output.contains("sync (task)") && output.contains("sync (push)"), "\(output)")
  }

  /// Work without an estimate has its kind next to its name if other work has the same name.
  @Test func sameNamesOfWhatIsNotEstimated() throws {
    let policy = """
      schema: 1
      app: { name: App, bundleIdentifier: com.example.app, deploymentTarget: { iOS: "17.0" } }
      backgroundModes: [fetch, remote-notification]
      permittedIdentifiers: [com.example.app.sync]
      tasks: { sync: { type: appRefresh, identifier: com.example.app.sync, earliestBegin: 1h, reschedule: true } }
      pushes: { sync: { payload: { aps: { content-available: 1 } } } }
      """
    let output = try Tool.run(words: ["estimate", "-", "--runs", "20"], input: policy).output
    #expect(output.contains("sync (push) is not estimated"), "\(output)")
  }
}
