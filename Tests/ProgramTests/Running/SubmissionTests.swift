import TestSupport
import Testing

/// The moments at which generated code submits requests, and the waits of these requests.
@Suite struct SubmissionTests {
  private static let path = "Tests/Fixtures/Generation/submissions.bgpolicy.yaml"
  private static let driven = Result { try DrivenPolicy(path, text: try Project.text(path)) }

  private static let feed = "com.example.submissions.feed"
  private static let backup = "com.example.submissions.backup"
  private static let retry = "com.example.submissions.retry"
  private static let dummy = "com.example.submissions.dummy"

  static let scripts: [(name: String, lines: [String])] = [
    (
      "a pending request keeps its date",
      [
        "launch", "pending \(feed) 900", "at 600", "submit feed", "background", "later 1",
        "pending \(feed) 900",
      ]
    ),
    (
      "a request comes again with the app",
      ["launch", "pending \(feed) 900", "cancel \(feed)", "later 60", "background", "pending \(feed) 960"]
    ),
    (
      "each failure in a row makes the wait longer, and success makes it short again",
      [
        "launch", "submit backup", "pending \(backup) 86400", "at 86400", "wake backup \(backup) throwing",
        "pending \(backup) 259200", "at 259200", "wake backup \(backup) throwing", "pending \(backup) 604800",
        "terminate", "launchInBackground", "at 604800", "wake backup \(backup) throwing",
        "pending \(backup) 1209600",
        "at 1209600", "wake backup \(backup) returns", "pending \(backup) 1296000",
      ]
    ),
    (
      "a failure submits again, and success does not",
      [
        "launch", "submit retry", "wake retry \(retry) throwing", "pending \(retry)",
        "wake retry \(retry) returns",
        "later 1", "notPending \(retry)",
      ]
    ),
    (
      "a request without a launch handler is refused, for which the system would end the app",
      ["submit feed notRegistered", "launch", "submit feed"]
    ),
    (
      "a launch submits the first request of recurring work, and leaves it as it is while it is pending",
      [
        "launch", "pending \(backup) 86400", "at 600", "terminate", "launch", "later 60",
        "pending \(backup) 86400",
      ]
    ),
    (
      "nothing submits what the app decides about",
      [
        "launch", "background", "pending \(feed)", "notPending \(dummy)", "submit dummy",
        "pending \(dummy) 18000", "at 18000",
        "wake dummy \(dummy) returns", "later 1", "notPending \(dummy)",
      ]
    ),
  ]

  @Test(arguments: scripts.indices) func come(_ index: Int) async throws {
    let script = try EventScript.lines(Self.scripts[index].lines, of: Self.driven.get())
    let run = try await SharedProgram.ofPolicies.runTasks(of: "Submissions", script)
    #expect(run.status == 0, "\(Self.scripts[index].name): \(run.report)")
  }
}
