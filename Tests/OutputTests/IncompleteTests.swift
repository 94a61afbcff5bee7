import Foundation
import TestSupport
import Testing

/// Transfers that complete only in some runs. No format shows a time for a quantile that too few runs reach.
@Suite struct IncompleteTests {
  struct Case: Sendable, CustomTestStringConvertible {
    let name: String
    let transfer: String
    let words: [String]
    /// The share of runs that complete, and its allowed error.
    let complete: (share: Double, error: Double)
    /// The quantiles of the completion that have no time.
    let never: Set<String>

    var testDescription: String { name }

    var policy: String {
      """
      schema: 1
      app: { name: Lab, bundleIdentifier: com.example.lab }
      sessions: { session: { identifier: com.example.lab, timeoutIntervalForResource: 7d } }
      transfers: { work: { session: session, \(transfer) } }
      budgets: { work: { completion: { p50: 90d, p95: 90d } } }
      """
    }
  }

  static let cases = [
    // The sixteenth item of a chain would wait for longer than the resource timeout.
    Case(
      name: "chain", transfer: "count: 20, duration: 5s, submit: oneAtATime", words: ["--scenario", "lab"],
      complete: (0, 0), never: ["p50", "p95"]),
    // The allowed error is five standard errors of 400 runs.
    Case(
      name: "failures", transfer: "duration: 5s, failureShare: 30%", words: ["--runs", "400"],
      complete: (0.7, 0.115), never: ["p95"]),
    Case(
      name: "sound", transfer: "count: 3, duration: 5s", words: ["--runs", "100"], complete: (1, 0), never: []
    ),
  ]

  private func run(_ example: Case, _ words: [String] = []) throws -> String {
    try Tool.run(words: ["estimate", "-"] + example.words + words, input: example.policy).output
  }

  @Test(arguments: cases) func peopleAreTold(_ example: Case) throws {
    let text = try run(example)
    let lines = text.split(separator: "\n")
    let row = lines.first { $0.hasPrefix("work ") || $0.hasPrefix("✗ work ") && $0.contains("   ") } ?? ""
    let columns = row.components(separatedBy: "  ").filter { !$0.isEmpty }
    #expect(columns.contains { $0.contains("never") } == !example.never.isEmpty, "\(row)")
    // If most runs leave work undone, the headline says so.
    #expect(text.contains("✗ work never completes") == example.never.contains("p50"), "\(text)")
    #expect(try run(example, ["--verbose"]).contains("completes in ") == !example.never.isEmpty)
    let markdown = try run(example, ["--format", "markdown"])
    #expect(markdown.contains("`work`: completes in ") == (example.never == ["p95"]))
    #expect(markdown.contains("never |") == !example.never.isEmpty)
    let folder = try ScratchFolder()
    let page = folder.path("page.html")
    _ = try run(example, ["--format", "html=\(page)"])
    let html = try String(contentsOfFile: page, encoding: .utf8)
    #expect(html.contains("so there is no time for 95 of 100") == (example.never == ["p95"]))
    #expect(html.contains("It completes in no run") == example.never.contains("p50"))
    #expect(html.contains(" Completes in ") == (example.never == ["p95"]))
  }

  @Test(arguments: cases) func programsAreTold(_ example: Case) throws {
    let data = Data(try run(example, ["--format", "json"]).utf8)
    let json = try #require(try JSONSerialization.jsonObject(with: data) as? [String: Any])
    let work = try #require((json["transfers"] as? [String: Any])?["work"] as? [String: Any])
    let share = try #require((work["completeShare"] as? [String: Any])?["value"] as? Double)
    #expect(abs(share - example.complete.share) <= example.complete.error, "\(share)")
    let completion = try #require(work["completionSeconds"] as? [String: Any])
    for quantile in ["p50", "p95"] {
      #expect((completion[quantile] is Double) == !example.never.contains(quantile), "\(quantile)")
    }
    for budget in try #require(json["budgets"] as? [[String: Any]]) {
      let name = try #require((budget["name"] as? String)?.split(separator: ".").last.map(String.init))
      #expect(budget["verdict"] as? String == (example.never.contains(name) ? "fail" : "pass"), "\(name)")
      #expect((budget["actual"] is Double) == !example.never.contains(name))
    }
    #expect(try run(example, ["--format", "csv"]).contains("completeShare"))
  }
}
