import PolicyModel
import PolicySyntax
import Quantities
import Testing

/// The forms of earliestBegin.
@Suite struct EarliestBeginTests {
  private func reading(_ value: String) -> PolicyReading {
    PolicyReader.read(
      SourceText(
        name: "x.yaml",
        text: """
          schema: 1
          app: { name: Example, bundleIdentifier: com.example }
          tasks: { task: { type: processing, identifier: com.example.task, earliestBegin: \(value) } }
          """))
  }

  @Test func areAllRead() throws {
    func begin(_ value: String) throws -> EarliestBegin {
      let result = reading(value)
      #expect(result.diagnostics == [])
      return try #require(result.policy?.tasks.first?.earliestBegin?.value)
    }
    guard case .after(.hours(6)) = try begin("6h"), case .runtime = try begin("runtime"),
      case .at(let time) = try begin("{ at: \"03:05\" }"), time.description == "03:05",
      case .backoff(let backoff) = try begin("{ backoff: { from: 1d, atMost: 7d } }")
    else {
      Issue.record("a form is read as another one")
      return
    }
    #expect(backoff.first == .days(1) && backoff.factor.value == 2 && backoff.longest == .days(7))
  }

  @Test(arguments: [
    ("soon", "tasks.task.earliestBegin"), ("100001d", "tasks.task.earliestBegin"),
    ("{ at: \"24:00\" }", "tasks.task.earliestBegin.at"),
    ("{ at: \"3:00\" }", "tasks.task.earliestBegin.at"), ("{}", "tasks.task.earliestBegin"),
    ("{ at: \"03:00\", backoff: { from: 1d, atMost: 2d } }", "tasks.task.earliestBegin"),
    ("{ backoff: { from: 2d, atMost: 1d } }", "tasks.task.earliestBegin.backoff.atMost"),
    ("{ backoff: { from: 1d } }", "tasks.task.earliestBegin.backoff"),
    ("{ backoff: { from: 1d, atMost: 2d, factor: 0.5 } }", "tasks.task.earliestBegin.backoff.factor"),
  ]) func areRefusedAtTheirPlace(_ value: String, path: String) {
    #expect(reading(value).diagnostics.map(\.path) == [path])
  }
}
