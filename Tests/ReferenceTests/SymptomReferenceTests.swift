import TestSupport
import Testing

@testable import PolicyReports

/// `explain` shows symptoms with their rules, and the page of the documentation shows the same symptoms and rules.
@Suite struct SymptomReferenceTests {
  private static let page = "Documentation/troubleshooting.md"
  /// The last line before the page's tables, and the first line after the tables.
  private static let ends = ("leads to the same rules.\n\n", "\n## bgpolicy itself\n")

  @Test func pageHasTheTable() throws {
    let text = try Project.text(Self.page)
    let start = try #require(text.firstRange(of: Self.ends.0)).upperBound
    let end = try #require(text.firstRange(of: Self.ends.1)).lowerBound
    Snapshot.check(
      text[..<start] + SymptomReference.markdown + text[end...], against: Self.page)
  }

  @Test func explainNamesTheRulesInOrder() throws {
    let run = try Tool.run("explain", "BGTaskSchedulerErrorDomain", "2")
    #expect(run.status == 0, "\(run.errors)")
    #expect(
      run.output == """
        BGTaskSchedulerErrorDomain 2 (Errors of BGTaskScheduler)

        One app refresh request and ten processing requests can be pending in the whole app.

        Rules that find the cause, most likely first

          bg-too-many-refresh (BGP220, warning): More than one app refresh task
          bg-too-many-processing (BGP221, warning): More than ten processing and health research tasks

        Sources

          BGTaskScheduler.h (26.1 SDK)
            https://developer.apple.com/documentation/backgroundtasks/bgtaskscheduler

        `bgpolicy gate` looks for them in the policy and the app, `bgpolicy import` in an app without a
        policy, and `bgpolicy explain RULE` has reasons and examples.

        """, "\(run.output)")
  }

  /// `explain` accepts a negative number as an operand, lists the rules of a family, and finds the rule that describes a symptom by words
  /// of the symptom.
  @Test(arguments: [
    ("-995", "session-extension-missing-container"),
    ("-[BGTaskScheduler submitTaskRequest:error:]: BGTaskSchedulerErrorDomain Code=2", "bg-too-many-refresh"),
    ("NSURLErrorCancelledReasonUserForceQuitApplication", "task-survives-force-quit"), ("BGP40", "BGP401"),
    ("pushes", "push-priority"),
    ("quick brown foxes", "No rule is called quick brown foxes"), ("uploads stop", "A guess"),
    ("Process killed", "bg-processing-power-default"),
  ])
  func explainTakes(_ text: String, _ word: String) throws {
    let run = try Tool.run("explain", text)
    #expect((run.output + run.errors).contains(word), "\(run.output)\(run.errors)")
    #expect(run.status == (word.hasPrefix("No ") ? 2 : 0))
  }

  @Test func explainHasJSON() throws {
    let run = try Tool.run("explain", "0x8badf00d", "--format", "json")
    #expect(run.output.contains("\"kind\": \"termination\"") && run.output.contains("\"uitask-unbalanced\""))
  }
}
