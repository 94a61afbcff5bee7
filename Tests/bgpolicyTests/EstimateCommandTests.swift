import Foundation
import TestSupport
import Testing

/// `bgpolicy estimate`, called as a user calls it.
@Suite struct EstimateCommandTests {
  struct Document: Decodable {
    struct Quantiles: Decodable {
      let p50: Double?
      let p95: Double?
      let mean: Double?
    }
    struct Transfer: Decodable {
      let completionSeconds: Quantiles
      let bands: [String: Quantiles]
      let launches: Quantiles
      let limiterDelaySeconds: Quantiles
      struct Share: Decodable { let value: Double }

      let unfinishedShare: Share?
      let validAndOnTimeShare: Share?
    }
    struct Verdict: Decodable {
      let name: String
      let limit: Double
      let actual: Double?
      let unit: String
      let verdict: String
      let keptShare: Double?
    }
    struct Parameter: Decodable {
      let name: String
      let confidence: String
      let source: String
    }
    struct Model: Decodable {
      let runs: Int
      let seed: Int
      let parameters: [Parameter]
    }
    let version: Int
    let model: Model
    let scenario: String
    let transfers: [String: Transfer]
    struct Total: Decodable { let energyJoulesPerDay: Double }

    let budgets: [Verdict]
    let total: Total
  }

  private func estimate(_ words: String..., policy: String) throws -> Document {
    let folder = try ScratchFolder()
    try folder.write(policy, to: "bgpolicy.yaml")
    let result = try Shell.run([Tool.path, "estimate", "--format", "json"] + words, in: folder.path)
    #expect(result.errors == "")
    return try JSONDecoder().decode(Document.self, from: Data(result.output.utf8))
  }

  /// Notes and warnings don't prevent an estimate, so they do not bury the error that prevents it.
  @Test(arguments: [["estimate"], ["advise"], ["whatif", "--set", "sessions.sync.isDiscretionary=true"]])
  func reportsOnlyErrorsOfAPolicyThatCanNotBeEstimated(_ words: [String]) throws {
    let folder = try ScratchFolder()
    try folder.write(
      """
      schema: 1
      app: { name: Notes, bundleIdentifier: com.example.notes, deploymentTarget: { iOS: "17.0" } }
      sessions:
        sync: { identifier: com.example.notes.sync, isDiscretionary: false }
      transfers:
        notes: { session: sync, cuont: 5, size: 1MB }
      """, to: "bgpolicy.yaml")
    let notes = try Shell.run([Tool.path, "lint"], in: folder.path)
    #expect(notes.output.contains("note["))
    let result = try Shell.run([Tool.path] + words, in: folder.path)
    #expect(result.status == 1)
    #expect(result.errors.contains("error[policy-unknown-key]"))
    #expect(!result.errors.contains("note["))
    #expect(result.errors.contains("1 error in 1 policy"))
  }

  private static let chain = """
    schema: 1
    app: { name: Chain, bundleIdentifier: com.example.chain }
    sessions: { s: { identifier: com.example.chain.s } }
    transfers: { work: { session: s, count: 10, duration: 5s, submit: oneAtATime } }

    """

  @Test func labGivesTheWorkedExample() throws {
    let document = try estimate("--scenario", "lab", policy: Self.chain)
    let work = try #require(document.transfers["work"])
    #expect(document.model.runs == 1)
    #expect(work.completionSeconds.p50 == 30_710)
    #expect(work.launches.mean == 10)
    #expect(work.limiterDelaySeconds.p50 == 30_660)
    #expect(work.bands["literal"]?.p50 == 590)
    #expect(work.bands["idle"]?.p50 == 30_710)
  }

  @Test func modelOptionsAndPolicyOverrideParameters() throws {
    let option = try estimate("--scenario", "lab", "--model", "limiter.lapse=literal", policy: Self.chain)
    #expect(option.transfers["work"]?.completionSeconds.p50 == 590)
    let key = try estimate("--scenario", "lab", policy: Self.chain + "model: { limiter.lapse: literal }\n")
    #expect(key.transfers["work"]?.completionSeconds.p50 == 590)
  }

  @Test func sameSeedGivesTheSameBytes() throws {
    let one = try Tool.run("estimate", "Examples/Photos/bgpolicy.yaml", "--format", "json", "--runs", "50")
    let other = try Tool.run(
      "estimate", "Examples/Photos/bgpolicy.yaml", "--format", "json", "--runs", "50",
      environment: ["TZ": "Asia/Tokyo", "LANG": "tr_TR.UTF-8", "SWIFT_DETERMINISTIC_HASHING": "1"])
    #expect(one.output == other.output)
    let seeded = try Tool.run(
      "estimate", "Examples/Photos/bgpolicy.yaml", "--format", "json", "--runs", "50", "--seed", "2")
    #expect(one.output != seeded.output)
  }

  @Test func everyParameterHasItsSourceAndConfidence() throws {
    let document = try estimate("--scenario", "lab", policy: Self.chain)
    for parameter in document.model.parameters {
      #expect(!parameter.source.isEmpty)
      #expect(["documented", "stated", "reported", "assumed"].contains(parameter.confidence))
    }
  }

  /// Work that never finishes has no quantiles, and its budgets are not kept.
  @Test func nothingFinishedIsNull() throws {
    let policy =
      Self.chain.replacingOccurrences(of: "count: 10", with: "count: 1")
      + "scenarios: { dark: { extends: lab, wifi: [] } }\nbudgets: { work: { completion: { p95: 1d } } }\n"
    let barred = policy.replacingOccurrences(
      of: "com.example.chain.s }", with: "com.example.chain.s, allowsCellularAccess: false }")
    let document = try estimate("--scenario", "dark", policy: barred)
    #expect(document.transfers["work"]?.completionSeconds.p50 == nil)
    #expect(document.transfers["work"]?.unfinishedShare?.value == 1)
    #expect(document.budgets.map(\.verdict) == ["fail"])
    #expect(document.budgets.first?.actual == nil)
  }

  @Test func shapeErrorsAreToldInstead() throws {
    let result = try Tool.run(
      "estimate", "-", input: "schema: 1\ntransfers: { a: { session: b, size: 1XB } }\n")
    #expect(result.status == 1)
    #expect(result.output == "")
    #expect(result.errors.contains("policy-bad-value"))
  }
}
