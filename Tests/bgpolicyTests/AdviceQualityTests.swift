import Foundation
import TestSupport
import Testing

/// `bgpolicy advise` on policies for which an expert knows which edits help, and which edits only seem to
/// help.
@Suite struct AdviceQualityTests {
  typealias Document = AdviseCommandTests.Document

  /// A policy with the advice that it should get.
  struct Example: Sendable, CustomTestStringConvertible {
    let policy: String
    var scenario = "commuter"
    var runs = 100
    /// The kinds of the proposals, the best proposal first.
    let kinds: [String]
    /// The budgets that the best proposal fixes.
    var fixed: [String] = []
    /// Words in the titles of edits that would do harm.
    var harmful: [String] = []
    /// The budgets that no edit keeps.
    var unmet: [String] = []
    var testDescription: String { policy }
  }

  static let examples = [
    Example(policy: "journal", kinds: []),
    // The receipt only needs a session of its own. A faster upload of the media would delay the receipt.
    Example(
      policy: "receipt", runs: 400, kinds: ["ownSession"],
      fixed: ["receipt.completion.p95", "receipt.missedDeadlineShare"],
      harmful: ["items of media at once", "media in batches"]),
    Example(policy: "many-small", kinds: ["bundle", "batch"], harmful: ["6000 items of thumbnails at once"]),
    Example(policy: "push-feed", runs: 60, kinds: []),
    // The system refreshes the app only if a request stays pending for four hours.
    Example(policy: "pending", kinds: ["pendingRequest"]),
    // Retries deliver failed items, and smaller batches deliver items before they expire. The budgets need
    // both edits.
    Example(
      policy: "failing", kinds: ["combination", "batch", "retries"],
      fixed: ["answers.expiredShare", "answers.unfinishedShare"],
      harmful: ["items of answers at once", "discretionary"]),
    Example(
      policy: "film", runs: 200, kinds: ["cellularFlag", "discretionary"],
      fixed: ["film.cellularBytesPerDay"]),
    // For a user who opens the app once a week, work that waits for the app to be opened is useless.
    Example(
      policy: "rare-user", scenario: "rareUser", runs: 200, kinds: ["batch"], harmful: ["foreground"],
      unmet: ["readings.missedDeadlineShare"]),
  ]

  private static func words(_ example: Example) -> [String] {
    [
      "Tests/Fixtures/Advice/\(example.policy).bgpolicy.yaml", "--scenario", example.scenario, "--runs",
      "\(example.runs)",
    ]
  }

  private static let advice = SharedResults<String, Document> { name in
    let example = try #require(examples.first { $0.policy == name })
    let result = try Tool.run(words: ["advise", "--format", "json"] + words(example))
    #expect(result.errors == "")
    return try JSONDecoder().decode(Document.self, from: Data(result.output.utf8))
  }

  @Test(arguments: examples) func proposesWhatHelpsAndNothingHarmful(_ example: Example) async throws {
    let document = try await Self.advice[example.policy]
    #expect(document.proposals.map(\.kind) == example.kinds)
    #expect(document.proposals.first?.fixedBudgets ?? [] == example.fixed)
    for words in example.harmful {
      #expect(!document.proposals.contains { $0.title.contains(words) }, "\(words)")
    }
    #expect(document.unmetBudgets.map(\.name) == example.unmet)
  }

  /// A proposal never reduces the delivery of another transfer, and lists every loss beyond the noise.
  @Test(arguments: examples) func everyLossIsACost(_ example: Example) async throws {
    for proposal in try await Self.advice[example.policy].proposals {
      let losses = proposal.figures.filter { figure in
        guard let low = figure.interval?.first ?? nil, let high = figure.interval?.last ?? nil else {
          return false
        }
        return figure.figure == "validAndOnTimeShare" ? high < 0 : low > 0
      }
      for loss in losses {
        let difference = try #require(loss.difference)
        #expect(loss.figure != "validAndOnTimeShare" || difference > -0.005)
        #expect(
          proposal.costs.contains { cost in
            cost.figure == loss.figure && cost.subject.name == loss.subject.name && cost.interpretation == nil
          }, "\(proposal.title): \(loss.subject.name ?? "total") \(loss.figure)")
      }
    }
  }

  /// A proposal causes no finding that is worse than the findings of the policy.
  @Test(arguments: examples) func proposalsBringNoWarning(_ example: Example) async throws {
    let text = try Project.text("Tests/Fixtures/Advice/\(example.policy).bgpolicy.yaml")
    let folder = try ScratchFolder()
    let file = "Tests/Fixtures/Advice/\(example.policy).bgpolicy.yaml"
    let path = try folder.write(text, to: file)
    let before = try Tool.run("lint", path, "--fail-on", "warning")
    for proposal in try await Self.advice[example.policy].proposals {
      try folder.write(text, to: file)
      try folder.write(proposal.diff, to: "advice.diff")
      let patched = try Shell.run(["git", "apply", "advice.diff"], in: folder.path)
      #expect(patched.status == 0, "\(patched.errors)")
      let after = try Tool.run("lint", path, "--fail-on", "warning")
      #expect(after.status <= before.status, "\(proposal.title): \(after.output)")
      // If only the changed policy has a note, the proposal names the note.
      for name in proposal.addedFindings { #expect(after.output.contains("note[\(name)]")) }
    }
    // The proposal about six thousand items removes the warning about these items.
    let removed = try await Self.advice[example.policy].proposals.flatMap(\.removedFindings)
    #expect(removed.contains("task-thousands") == (example.policy == "many-small"))
  }

  @Test func unmetBudgetsSayHowFarTheyAre() throws {
    let example = try #require(Self.examples.last)
    let text = try Tool.run(words: ["advise"] + Self.words(example)).output.replacing("\n    ", with: " ")
    #expect(text.contains("Budgets that no edit keeps\n  readings.missedDeadlineShare is 3"))
    #expect(text.contains("times its 5.0 % budget; 3"))
    #expect(text.contains(" with \"Submit all 4 items of readings at once\""))
    let folder = try ScratchFolder()
    let path = try folder.write(
      """
      schema: 1
      app: { name: Far, bundleIdentifier: com.example.far }
      sessions: { s: { identifier: com.example.far.s, timeoutIntervalForResource: 1d } }
      transfers: { t: { session: s, count: 1, size: 2MB, startedIn: background } }
      budgets: { t: { completion: { p50: 1s } } }

      """, to: "bgpolicy.yaml")
    let far = try Tool.run("advise", path, "--runs", "60").output
    #expect(far.contains("Nothing to propose"))
    #expect(far.contains("t.completion.p50 is "))
    #expect(far.contains(" times its 1s budget"))
  }

  /// An edit may save energy with the default values of the model and miss the deadline with other values.
  /// The proposal says so, and is not made if the budget requires certainty.
  @Test(arguments: [false, true]) func certaintyIsNotSold(_ isRequired: Bool) throws {
    let folder = try ScratchFolder()
    let path = try folder.write(
      """
      schema: 1
      app: { name: Cinema, bundleIdentifier: com.example.cinema }
      sessions:
        films: { identifier: com.example.cinema.films, timeoutIntervalForResource: 3d, allowsConstrainedNetworkAccess: false }
      transfers:
        film: { session: films, size: 2GB }
      budgets:
        film: { completion: { p95: 16h }, cellularBytesPerDay: 50MB\(isRequired ? ", certainty: required" : "") }

      """, to: "bgpolicy.yaml")
    let output = try Tool.run("advise", path, "--runs", "200", "--format", "json").output
    let document = try JSONDecoder().decode(Document.self, from: Data(output.utf8))
    let discretionary = document.proposals.first { $0.kind == "discretionary" }
    #expect(document.proposals.first?.kind == "cellularFlag")
    #expect(document.proposals.first?.weakenedBudgets == [])
    #expect((discretionary == nil) == isRequired)
    if let discretionary {
      #expect(discretionary.weakenedBudgets == ["film.completion.p95"])
    } else {
      #expect(
        document.rejected.contains {
          $0.reason == "would keep the budget film.completion.p95 only by assumption"
        })
    }
  }

  /// A transfer that starts in the background stays discretionary when it gets a session of its own.
  @Test(arguments: ["foreground", "background"]) func urgentTransfersGetTheirOwnSession(_ start: String)
    throws
  {
    let folder = try ScratchFolder()
    let text = try Project.text("Tests/Fixtures/Advice/receipt.bgpolicy.yaml").replacing(
      "deadline: 30m", with: "deadline: 30m, startedIn: \(start)")
    let path = try folder.write(text, to: "bgpolicy.yaml")
    let output = try Tool.run("advise", path, "--runs", "60", "--format", "json").output
    let document = try JSONDecoder().decode(Document.self, from: Data(output.utf8))
    let titles = document.proposals.map(\.title) + document.rejected.map(\.title)
    let title = try #require(titles.first { $0.contains("receipt a session of its own") })
    #expect(title.contains("begins at once") == (start == "foreground"))
    #expect(title.contains("on any network"))
  }

  // MARK: - Interpretations of the model's rules

  private static func adviceOnFirstTry(scenario: String) throws -> Document {
    let output = try Tool.run(
      // If requests cost only their bytes, the effects of the rule are visible on typical devices.
      "advise", "Documentation/first-try.bgpolicy.yaml", "--runs", "30", "--scenario", scenario, "--model",
      "throughput.spread=0", "--model", "request.wait=0s", "--model", "wifi.throughput=2.5MB", "--model",
      "lte.throughput=1.25MB", "--format", "json"
    ).output
    return try JSONDecoder().decode(Document.self, from: Data(output.utf8))
  }

  /// An edit that helps only under one interpretation of the limiter's rule is rejected.
  @Test func helpUnderOneInterpretationIsNotEnough() throws {
    let document = try Self.adviceOnFirstTry(scenario: "commuter")
    #expect(!document.proposals.contains { $0.kind == "cellularFlag" })
    #expect(
      document.rejected.contains {
        $0.kind == "cellularFlag"
          && $0.reason == "completion p95 of backup gets worse with limiter.lapse=literal"
      })
  }

  /// A loss under another interpretation of the rule is a cost, too.
  @Test func costsAreOfAllInterpretations() throws {
    let document = try Self.adviceOnFirstTry(scenario: "office")
    let proposal = try #require(document.proposals.first { $0.kind == "cellularFlag" })
    #expect(
      proposal.costs.contains { $0.figure == "launchesPerDay" && $0.interpretation == "limiter.lapse=idle" })
  }
}
