import Foundation
import TestSupport
import Testing

/// The forms of an estimate.
@Suite struct EstimateFormatTests {
  /// Transfers for which the interpretations of the limiter's rule differ, and a budget of each kind.
  private static let policy = """
    schema: 1
    app: { name: Lab, bundleIdentifier: com.example.lab }
    sessions:
      session: { identifier: com.example.lab }
      slow: { identifier: com.example.slow, isDiscretionary: true }
    transfers:
      chain:
        { session: session, count: 10, duration: 5s, submit: oneAtATime, startedIn: background }
      backup: { session: slow, count: 3, size: 1MB..80MB, deadline: 2d }
    tasks: { refresh: { type: appRefresh, identifier: com.example.lab.refresh } }
    pushes: { news: { perDay: 20 } }
    scenarios:
      "one, two": { extends: commuter, wifi: [19:00-07:00] }
    budgets:
      chain: { completion: { p95: 1h }, severity: warning }
      backup: { completion: { p95: 9d }, expiredShare: 1% }

    """

  /// Ten downloads one after the other, without other transfers that share the limiter.
  private static let chain = """
    schema: 1
    app: { name: Lab, bundleIdentifier: com.example.lab }
    sessions: { session: { identifier: com.example.lab } }
    transfers: { chain: { session: session, count: 10, duration: 5s, submit: oneAtATime } }

    """

  private func estimate(_ words: String..., policy: String = policy, status: Int32 = 0) throws -> String {
    try estimate(words: words, policy: policy, status: status)
  }

  private func estimate(words: [String], policy: String, status: Int32 = 0) throws -> String {
    let folder = try ScratchFolder()
    try folder.write(policy, to: "bgpolicy.yaml")
    let result = try Shell.run([Tool.path, "estimate"] + words, in: folder.path)
    #expect(result.errors == "")
    #expect(result.status == status)
    return result.output
  }

  private static let formats = ["text", "markdown", "csv", "json"]

  /// The formats of one estimate. Budgets that only warn leave the exit status 0.
  private static let forms = Result { () -> [String: String] in
    let folder = try ScratchFolder()
    try folder.write(policy, to: "bgpolicy.yaml")
    let files = formats.flatMap { ["--format", "\($0)=\($0)"] }
    let result = try Shell.run(
      [Tool.path, "estimate", "--scenario", "one, two", "--runs", "300", "--why"] + files, in: folder.path)
    #expect((result.status, result.output, result.errors) == (0, "", ""))
    return try Dictionary(
      uniqueKeysWithValues: formats.map {
        ($0, try String(contentsOfFile: folder.path($0), encoding: .utf8))
      })
  }

  @Test(arguments: formats) func formIsWhatItWas(_ format: String) throws {
    let form = try #require(Self.forms.get()[format])
    Snapshot.check(form, against: "Tests/Fixtures/Estimate/estimate.\(format)")
  }

  @Test func brokenBudgetsRefuse() throws {
    _ = try estimate(
      "--scenario", "lab", policy: Self.policy.replacingOccurrences(of: "warning", with: "error"), status: 1)
  }

  /// The bytes don't depend on the number of threads, nor on whether the runs fill a block.
  @Test(arguments: ["1", "250"])
  func jobsChangeNothing(_ runs: String) throws {
    // Pushes take half of the time. Two pushes a day are merged like twenty.
    let policy = Self.policy.replacing("perDay: 20", with: "perDay: 2")
    let words = ["--runs", runs, "--why", "--format", "json", "--jobs"]
    let one = try estimate(words: words + ["1"], policy: policy)
    for jobs in ["2", "7"] { #expect(try estimate(words: words + [jobs], policy: policy) == one) }
  }

  /// If the interpretations differ by more than 3×, the range replaces the number.
  @Test(arguments: ["text", "markdown"])
  func singleNumberIsRefused(_ format: String) throws {
    let chain = try estimate("--scenario", "lab", "--format", format, "--verbose", policy: Self.chain)
    let line = try #require(
      chain.split(separator: "\n").first {
        $0.contains("9m 50s … 8h 32m")
      })
    #expect(!line.replacing("9m 50s … 8h 32m", with: "").contains("8h 32m"))
    #expect(chain.contains("differ by more than 3×"))
  }

  struct Document: Decodable {
    struct Cause: Decodable {
      let mechanism: String
      let share: Double
    }
    struct Swing: Decodable {
      struct End: Decodable {
        let value: String
        let p95Seconds: Double?
      }
      let parameter: String
      let low: End
      let high: End
      let isAssumed: Bool
    }
    struct Transfer: Decodable {
      let isBandTooWide: Bool
      let completionSeconds: [String: Figure]
      let why: [Cause]
      let tornado: [Swing]?
    }
    struct Model: Decodable {
      let assumedShare: Double
      let assumedShareBasis: String
    }
    /// A number, the bounds of a number, or figures of another kind.
    enum Figure: Decodable {
      case number(Double?)
      case interval([Double?])
      case others

      init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        if let bounds = try? container.decode([Double?].self) {
          self = .interval(bounds)
        } else if let number = try? container.decode(Double?.self) {
          self = .number(number)
        } else {
          self = .others
        }
      }
    }
    let transfers: [String: Transfer]
    let model: Model
  }

  private func document(_ text: String) throws -> Document {
    try JSONDecoder().decode(Document.self, from: Data(text.utf8))
  }

  /// Ten downloads of five seconds, one at a time, take 30,710 s with the limiter and 50 s without it.
  @Test func labTellsWhy() throws {
    let document = try document(estimate("--scenario", "lab", "--format", "json", policy: Self.chain))
    let chain = try #require(document.transfers["chain"])
    #expect(chain.isBandTooWide)
    #expect(chain.why.map(\.mechanism) == ["resume-limiter"])
    #expect(chain.why.map(\.share) == [0.998372])
    #expect(chain.tornado == nil)
    #expect(
      chain.completionSeconds.keys.sorted() == ["mean", "p50", "p90", "p95", "p99", "predictive", "range"])
    #expect(document.model.assumedShareBasis == "count")
  }

  /// The base delay ranges from 1 s to 5 min: the chain takes 50 s and 511 times the base.
  @Test func labTellsWhatMovesIt() throws {
    let document = try document(
      estimate("--scenario", "lab", "--why", "--format", "json", policy: Self.chain))
    let swings = try #require(document.transfers["chain"]?.tornado)
    let base = try #require(swings.first { $0.parameter == "limiter.base" })
    #expect(base.low.value == "1s" && base.high.value == "5m")
    #expect(base.high.p95Seconds == 153_350)
    #expect(!base.isAssumed)
    let sizes = swings.map { abs(($0.high.p95Seconds ?? .infinity) - ($0.low.p95Seconds ?? .infinity)) }
    #expect(sizes.first == sizes.max())
    #expect(document.model.assumedShareBasis == "influence")
    #expect((0...1).contains(document.model.assumedShare))
  }

  /// The interpretations of p50 differ by more than a factor of three; the interpretations of p95 do not.
  @Test func rangeReplacesAllQuantilesOrNone() throws {
    let lines = try estimate("--runs", "60", "--verbose").split(separator: "\n")
    let completion = try #require(lines.first { $0.hasPrefix("  completion") })
    let columns = completion.components(separatedBy: "  ").filter { !$0.isEmpty }
    #expect(columns.prefix(3).dropFirst().allSatisfy { $0.contains("…") }, "\(completion)")
  }

  @Test func quantilesHaveTheirInterval() throws {
    let document = try document(estimate("--runs", "400", "--format", "json"))
    let completion = try #require(document.transfers["backup"]?.completionSeconds)
    for figure in ["p50", "p90", "p95", "mean"] {
      guard case .number(let value?) = completion[figure],
        case .interval(let bounds) = completion["\(figure)Interval"], let low = bounds[0],
        let high = bounds[1]
      else {
        Issue.record("\(figure) has no interval")
        continue
      }
      #expect(low <= value && value <= high)
    }
  }
}
