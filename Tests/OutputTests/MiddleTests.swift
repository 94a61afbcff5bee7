import Foundation
import PolicySim
import TestSupport
import Testing

@testable import PolicyReports

/// Reports for people give the median over the uncertain parameters, and the parameter that splits the results.
@Suite struct MiddleTests {
  /// The part of the JSON report that has the completion of a transfer.
  private struct Report: Decodable {
    struct Transfer: Decodable { let completionSeconds: Completion }
    struct Completion: Decodable {
      let p95: Double?
      let plausible: [String: Plausible]
      let split: Split?
    }
    struct Plausible: Decodable {
      let median: Double?
      let neverShare: Double
    }
    struct Split: Decodable {
      let parameter: String
      let threshold: Double
    }
    let transfers: [String: Transfer]
  }

  @Test func photosAnswersWithTheMiddle() throws {
    let folder = try ScratchFolder()
    let formats = ["text", "markdown", "html", "json"]
    let result = try Tool.run(
      words: ["estimate", "Examples/Photos/bgpolicy.yaml"]
        + formats.flatMap { ["--format", "\($0)=\(folder.path($0))"] })
    #expect((result.status, result.errors) == (0, ""))
    func output(_ format: String) throws -> String {
      try String(contentsOfFile: folder.path(format), encoding: .utf8)
    }
    let report = try JSONDecoder().decode(Report.self, from: Data(output("json").utf8))
    #expect(!report.transfers.isEmpty)
    for (name, transfer) in report.transfers {
      let completion = transfer.completionSeconds
      let late = try #require(completion.plausible["p95"])
      let value = late.median.map { NumberFormat.duration($0) } ?? "never"
      // With the model's default values, the result would be a different number.
      #expect(value != completion.p95.map { NumberFormat.duration($0) })
      let half = try #require(completion.plausible["p50"]?.median)
      for format in ["text", "markdown"] {
        let words = [name, NumberFormat.duration(half), value]
        let lines = try output(format).split(separator: "\n")
        #expect(lines.contains { line in words.allSatisfy { line.contains($0) } }, "\(words): \(lines)")
      }
      #expect(try output("html").contains("95 % done by \(value)") || value == "never")
      guard let split = completion.split else { continue }
      #expect((split.parameter, split.threshold < 5e9) == ("wifi_budget", true))
      let text = try output("text")
      #expect(text.contains("decides") && text.contains("wifi_budget ≥ "), "\(text)")
      #expect(text.contains("never in \(NumberFormat.roughShare(late.neverShare)) of the cases"), "\(text)")
    }
  }

  /// A budget has the time of the table, whatever the budget's limit is: a broken budget, too.
  @Test(arguments: ["2h", "3d", "30d"]) func aBudgetHasTheTimeOfTheTable(_ limit: String) throws {
    let policy = try Project.text("Examples/Photos/bgpolicy.yaml")
    let changed = policy.replacing("completion: { p95: 3d }", with: "completion: { p95: \(limit) }")
    #expect(limit == "3d" || changed != policy)
    let folder = try ScratchFolder()
    let path = try folder.write(changed, to: "bgpolicy.yaml")
    let lines = try Tool.run("estimate", path, "--runs", "200").output.split(separator: "\n")
    let row = try #require(lines.first { $0.hasPrefix("cameraRoll ") })
    let time = try #require(row.firstMatch(of: /(\d+d \d+h) +\d+\.\d launches/)?.output.1)
    let budget = try #require(lines.first { $0.contains("cameraRoll.completion.p95") })
    #expect(budget.contains(" \(limit) ") && budget.contains(" \(time)"), "\(budget)")
  }

  /// A value within a range is also within the range that the rounded text shows.
  @Test func rangesAreRoundedOutwards() {
    let hour = 3_600.0
    #expect(NumberFormat.durationRange(Band([12.9 * hour, 13.95 * hour])) == "12h … 14h")
    #expect(NumberFormat.durationRange(Band([6.2 * hour, 23.9 * hour])) == "6h 12m … 1d")
    #expect(NumberFormat.durationRange(Band([12.1 * hour, nil])) == "12h … never")
  }

  /// The share of assumed values is the same with and without causes, and in all formats.
  @Test(arguments: ["", "--why"]) func assumedValuesHaveOneShare(_ option: String) throws {
    struct Report: Decodable {
      struct Assumed: Decodable {
        let values: Int
        let of: Int
        let shareOfSpread: Double
        let leastShareOfSpread: Double
      }
      let assumed: Assumed
    }
    let policy = """
      schema: 1
      app: { name: App, bundleIdentifier: com.example.app, deploymentTarget: { iOS: "17.0" } }
      sessions: { backup: { identifier: com.example.app.backup, isDiscretionary: true } }
      transfers:
        photos:
          { session: backup, direction: upload, source: file, count: 40, size: 90MB, startedIn: background, every: 1d }
      """
    let folder = try ScratchFolder()
    let formats = ["text", "markdown", "html", "json"]
    let result = try Tool.run(
      words: ["estimate", "-", "--runs", "200"] + (option.isEmpty ? [] : [option])
        + formats.flatMap { ["--format", "\($0)=\(folder.path($0))"] }, input: policy)
    #expect((result.status, result.errors) == (0, ""))
    let json = try Data(String(contentsOfFile: folder.path("json"), encoding: .utf8).utf8)
    let assumed = try JSONDecoder().decode(Report.self, from: json).assumed
    #expect(assumed.values > 0 && assumed.values < assumed.of)
    #expect(assumed.leastShareOfSpread <= assumed.shareOfSpread)
    let values = "\(assumed.values) of the \(assumed.of) values that it uses are assumed"
    for format in formats where format != "json" {
      let text = try String(contentsOfFile: folder.path(format), encoding: .utf8)
        .split(whereSeparator: \.isWhitespace).joined(separator: " ")
      #expect(
        text.contains("\(values), and account for ")
          && text.contains("\(NumberFormat.roughShare(assumed.shareOfSpread)) of the spread"), "\(text)")
    }
  }
}
