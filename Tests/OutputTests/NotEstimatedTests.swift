import Foundation
import TestSupport
import Testing

/// Transfers of unknown size or count. No figure includes them, and every format says so.
@Suite struct NotEstimatedTests {
  private static let policy = """
    schema: 1
    app: { name: Media, bundleIdentifier: com.example.media }
    sessions: { s: { identifier: com.example.media.s, timeoutIntervalForResource: 2d } }
    transfers:
      known: { session: s, count: 3, size: 1MB }
      originals: { session: s, direction: upload }
      thumbnails: { session: s, size: 20kB, count: unknown }
      clips: { session: s, size: unknown, count: 4 }
    budgets:
      known: { completion: { p95: 2d } }
      originals: { completion: { p95: 1s }, cellularBytesPerDay: 0MB }

    """

  private func run(_ words: String..., policy: String = policy) throws -> Shell.Result {
    let folder = try ScratchFolder()
    try folder.write(policy, to: "bgpolicy.yaml")
    return try Shell.run([Tool.path] + words, in: folder.path)
  }

  private static let reasons = [
    ("originals", "its size and count are unknown"), ("thumbnails", "its count is unknown"),
    ("clips", "its size is unknown"),
  ]

  @Test(arguments: [
    ("text", "≈ originals is not estimated, because its size and count are unknown; the totals leave it out"),
    ("text", "– originals.completion.p95"),
    ("markdown", "`thumbnails`: not estimated, because its count is unknown. The totals leave it out."),
    ("markdown", "3 budgets: 1 kept, 0 uncertain, 0 broken, 2 not estimated"),
    ("markdown", "| – `originals.cellularBytesPerDay` | 0 B | – | not estimated |"),
    ("csv", "lab,transfer,clips,notEstimated,because,its size is unknown,\r\n"),
    ("csv", "lab,budget,originals.completion.p95,verdict,value,notEstimated,\r\n"),
    ("html", "is not estimated, because its count is unknown."),
    ("html", "1 kept, 0 uncertain, 0 broken, 2 not estimated"),
  ])
  func formSaysSo(_ format: String, _ text: String) throws {
    let result = try run("estimate", "--scenario", "lab", "--format", format)
    #expect(result.status == 0)
    #expect(result.output.contains(text), "\(result.output)")
  }

  @Test func documentSaysSo() throws {
    let output = try run("estimate", "--scenario", "lab", "--format", "json").output
    let json = try #require(try JSONSerialization.jsonObject(with: Data(output.utf8)) as? [String: Any])
    let transfers = try #require(json["transfers"] as? [String: Any])
    #expect(transfers.keys.sorted() == ["known"])
    let things = try #require(json["notEstimated"] as? [[String: String]])
    #expect(things == Self.reasons.map { ["kind": "transfer", "name": $0.0, "because": $0.1] })
    let budgets = try #require(json["budgets"] as? [[String: Any]])
    #expect(budgets.map { $0["verdict"] as? String } == ["pass", "notEstimated", "notEstimated"])
    #expect(budgets[1]["actual"] is NSNull)
  }

  /// The totals equal the totals of the policy without the transfers that can't be estimated.
  @Test func nothingElseChanges() throws {
    let known = Self.policy.split(separator: "\n").filter { line in
      !["originals", "thumbnails", "clips"].contains { line.contains($0) }
    }.joined(separator: "\n")
    func total(_ policy: String) throws -> String {
      let csv = try run("estimate", "--runs", "40", "--format", "csv", policy: policy).output
      return csv.split(separator: "\r\n").filter { $0.contains(",total,") || $0.contains(",known,") }
        .joined(separator: "\n")
    }
    #expect(try total(known) == total(Self.policy))
  }

  /// A budget that can't be estimated is reported by the gate.
  @Test func gateShowsThem() throws {
    let result = try run("gate", "--skip", "generated")
    #expect(result.output.contains("warning[budget-not-estimated]"), "\(result.output)")
    #expect(result.output.contains("1 kept, 0 uncertain, 0 broken, 2 not estimated"), "\(result.output)")
  }

  /// Requests beyond the limit are not simulated, and tasks that users start have no launches. The reports
  /// mention both.
  @Test func tasksWithoutFiguresAreNamed() throws {
    let many = (1...11).map { "  p\($0): { type: processing, identifier: com.example.media.p\($0) }\n" }
    let policy =
      "schema: 1\napp: { name: Media, bundleIdentifier: com.example.media }\ntasks:\n" + many.joined()
      + "  export: { type: continuedProcessing, identifier: com.example.media.export, title: T, subtitle: S, perDay: 1 }\n"
      + "  refresh: { type: appRefresh, identifier: com.example.media.refresh }\n"
      + "  news: { type: appRefresh, identifier: com.example.media.news }\n"
      + "pushes: { sync: {}, chat: { perDay: 3 } }\n"
    let result = try run("estimate", "--runs", "20", "--format", "json", policy: policy)
    let json = try #require(
      try JSONSerialization.jsonObject(with: Data(result.output.utf8)) as? [String: Any])
    let things = try #require(json["notEstimated"] as? [[String: String]])
    #expect(things.map { $0["name"] } == ["p11", "news", "sync"])
    #expect(things.map { $0["kind"] } == ["task", "task", "push"])
    #expect(things.last?["because"]?.contains("perDay") == true)
    let pushes = try #require(json["pushes"] as? [String: Any])
    #expect(pushes.keys.sorted() == ["chat"])
    let tasks = try #require(json["tasks"] as? [String: [String: Any]])
    #expect(Set(tasks.keys) == Set((1...10).map { "p\($0)" } + ["export", "refresh"]))
    let export = try #require(tasks["export"])
    #expect((export["launchesPerDay"] as? [String: Any])?["mean"] as? Double == 0)
    #expect(try #require(export["startsPerDay"] as? Double) > 0.7)
    #expect(tasks["refresh"]?["startsPerDay"] == nil)
    #expect(things.first?["kind"] == "task")
    #expect(things.first?["because"]?.contains("only 10 requests") == true)
    let model = try #require(json["model"] as? [String: Any])
    let assumptions = try #require(model["policyAssumptions"] as? [String])
    #expect(assumptions.contains { $0.contains("export") })
  }
}
