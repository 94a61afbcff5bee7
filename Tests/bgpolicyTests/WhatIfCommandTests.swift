import Foundation
import TestSupport
import Testing

/// `bgpolicy whatif`, called as a user calls it.
@Suite struct WhatIfCommandTests {
  struct Document: Decodable {
    struct Change: Decodable, Equatable {
      let path: String
      let before: String?
      let after: String
    }
    struct Finding: Decodable {
      let rule: String
      let line: Int
    }
    struct Variant: Decodable {
      let changes: [Change]
      let findings: [Finding]
      let figures: [AdviseCommandTests.Document.Figure]
      let budgets: [EstimateCommandTests.Document.Verdict]
      let verdict: String
    }
    let version: Int
    let scenario: String
    let budgets: [EstimateCommandTests.Document.Verdict]
    let variants: [Variant]
  }

  private static let chain = """
    schema: 1
    app: { name: Chain, bundleIdentifier: com.example.chain }
    sessions: { s: { identifier: com.example.chain.s, timeoutIntervalForResource: 7d } }
    transfers: { work: { session: s, count: 10, duration: 5s, submit: oneAtATime } }

    """

  private func run(_ words: String..., policy: String = chain) throws -> Shell.Result {
    try Tool.run(words: ["whatif", "-"] + words, input: policy)
  }

  private func document(_ words: String..., policy: String = chain) throws -> Document {
    let result = try Tool.run(words: ["whatif", "-", "--format", "json"] + words, input: policy)
    #expect(result.errors == "")
    return try JSONDecoder().decode(Document.self, from: Data(result.output.utf8))
  }

  /// The worked example: ten in a chain take 30,710 s, two batches of five take 80 s, and all at once take 15
  /// s.
  @Test func labGivesTheWorkedExample() throws {
    let document = try document(
      "--scenario", "lab", "--sweep", "transfers.work.submit=allAtOnce,{ batch: 5 },oneAtATime")
    #expect(document.variants.count == 3)
    #expect(
      document.variants[1].changes
        == [.init(path: "transfers.work.submit", before: "oneAtATime", after: "{ batch: 5 }")])
    let ends = try document.variants.map { variant in
      try #require(variant.figures.first { $0.figure == "completionP95" })
    }
    #expect(ends.map(\.before) == [30_710, 30_710, 30_710])
    #expect(ends.map(\.after) == [15, 80, 30_710])
    #expect(ends.map(\.interval) == [[-30_695, -30_695], [-30_630, -30_630], [0, 0]])
  }

  /// The figures before and after a change equal the figures of `estimate` for the two policies.
  @Test func figuresAreThoseOfTheEstimate() throws {
    let folder = try ScratchFolder()
    let text = try Project.text("Examples/Photos/bgpolicy.yaml")
    let path = try folder.write(text, to: "a.yaml")
    let changed = try folder.write(
      text.replacing("submit: { batch: 100 }", with: "submit: { batch: 250 }"), to: "b.yaml")
    let words = ["--runs", "40", "--format", "json"]
    let result = try Tool.run(
      words: ["whatif", path, "--set", "transfers.cameraRoll.submit={ batch: 250 }"] + words)
    let answer = try JSONDecoder().decode(Document.self, from: Data(result.output.utf8))
    for (file, number) in [(path, \AdviseCommandTests.Document.Figure.before), (changed, \.after)] {
      let output = try Tool.run(words: ["estimate", file] + words).output
      let estimate = try JSONDecoder().decode(EstimateCommandTests.Document.self, from: Data(output.utf8))
      for (name, transfer) in estimate.transfers {
        let figures = answer.variants[0].figures.filter { $0.subject.name == name }
        #expect(
          figures.first { $0.figure == "completionP50" }?[keyPath: number] == transfer.completionSeconds.p50)
        #expect(
          figures.first { $0.figure == "completionP95" }?[keyPath: number] == transfer.completionSeconds.p95)
        #expect(
          figures.first { $0.figure == "unfinishedShare" }?[keyPath: number]
            == transfer.unfinishedShare?.value)
        #expect(
          figures.first { $0.figure == "validAndOnTimeShare" }?[keyPath: number]
            == transfer.validAndOnTimeShare?.value)
      }
    }
  }

  /// The energy of the app includes the work in a task's handler, as in an estimate.
  @Test func energyOfHandlersCounts() throws {
    func policy(_ runtime: String) -> String {
      """
      schema: 1
      app: { name: Tidy, bundleIdentifier: com.example.tidy }
      tasks:
        cleanup:
          { type: processing, identifier: com.example.tidy.cleanup, reschedule: true, expectedRuntime: \(runtime) }

      """
    }
    func energy(_ policy: String) throws -> Double {
      let output = try Tool.run(words: ["estimate", "-", "--runs", "40", "--format", "json"], input: policy)
        .output
      return try JSONDecoder().decode(EstimateCommandTests.Document.self, from: Data(output.utf8)).total
        .energyJoulesPerDay
    }
    let change = try document(
      "--set", "tasks.cleanup.expectedRuntime=1m", "--runs", "40", policy: policy("4m"))
    let figures = change.variants[0].figures.filter { $0.figure == "energyPerDay" }
    #expect(figures.map(\.subject.kind) == ["task", "total"])
    let difference = try energy(policy("1m")) - energy(policy("4m"))
    #expect(difference < -10)
    for figure in figures {
      #expect(abs(try #require(figure.difference) - difference) < 1e-3)
      #expect(try #require(figure.interval?.last ?? nil) < 0)
    }
  }

  /// Verdicts with draws equal the verdicts of an estimate, before and after the change.
  @Test func drawsAreThoseOfTheEstimate() throws {
    let path = "Tests/Fixtures/Advice/film.bgpolicy.yaml"
    let change = "sessions.films.isDiscretionary=true"
    let words = ["--runs", "200", "--format", "json"]
    let result = try Tool.run(words: ["whatif", path, "--set", change] + words)
    let answer = try JSONDecoder().decode(Document.self, from: Data(result.output.utf8))
    let folder = try ScratchFolder()
    let changed = try folder.write(
      Project.text(path).replacing(
        "timeoutIntervalForResource: 3d", with: "timeoutIntervalForResource: 3d, isDiscretionary: true"),
      to: "bgpolicy.yaml")
    for (file, budgets) in [(path, answer.budgets), (changed, answer.variants[0].budgets)] {
      let output = try Tool.run(words: ["estimate", file] + words).output
      let estimate = try JSONDecoder().decode(EstimateCommandTests.Document.self, from: Data(output.utf8))
      #expect(budgets.map(\.verdict) == estimate.budgets.map(\.verdict))
      #expect(budgets.map(\.keptShare) == estimate.budgets.map(\.keptShare))
      #expect(budgets.allSatisfy { $0.keptShare != nil })
    }
    // Waiting for Wi-Fi saves cellular bytes in nearly all draws, and takes longer in all draws.
    let cellular = try #require(answer.variants[0].figures.first { $0.figure == "cellularBytesPerDay" })
    #expect(try #require(cellular.betterInDraws) > 0.8)
    #expect(try #require(cellular.worseInDraws) < 0.2)
    let tail = try #require(answer.variants[0].figures.first { $0.figure == "completionP95" })
    #expect(try #require(tail.worseInDraws) > 0.9)
    let text = try Tool.run("whatif", path, "--set", change, "--runs", "200").output
    #expect(text.contains("better in"))
    #expect(text.contains("undecided: 0 B, holds in"))
    // With too few runs for draws, the report does not mention draws.
    let few = try Tool.run("whatif", path, "--set", change, "--runs", "199").output
    #expect(!few.contains("better in"))
  }

  /// Work that starts in a foreground session does not wait for a foreground session. The report says that the completion of such work
  /// can't be compared with the completion of other work.
  @Test func anotherBeginningIsSaid() throws {
    let note = "work counts from another time"
    #expect(try run("--set", "transfers.work.startedIn=background", "--runs", "20").output.contains(note))
    #expect(try !run("--set", "transfers.work.startedIn=foreground", "--runs", "20").output.contains(note))
  }

  @Test func whatChangesNothingIsExactlyThat() throws {
    let result = try run("--set", "app.name=Other", "--runs", "20")
    #expect(result.status == 0)
    #expect(result.output.contains("No figure of the estimate changes"))
  }

  @Test func findingsOfTheChangeAreShown() throws {
    let document = try document(
      "--set", "transfers.work.count=1001", "--set", "transfers.work.submit=allAtOnce", "--runs", "2")
    #expect(document.variants[0].findings.map(\.rule) == ["task-thousands"])
    let result = try run(
      "--set", "transfers.work.source=data", "--set", "transfers.work.direction=upload", "--runs", "2")
    #expect(result.status == 1)
    #expect(result.output.contains("Would cause error[session-upload-not-from-file]"))
  }

  @Test func brokenBudgetsAreShown() throws {
    let policy =
      Self.chain.replacing("submit: oneAtATime", with: "submit: allAtOnce")
      + "budgets: { work: { completion: { p95: 1m } } }\n"
    let result = try run("--scenario", "lab", "--set", "transfers.work.submit=oneAtATime", policy: policy)
    #expect(result.status == 1)
    #expect(
      result.output.contains("Would break a budget: work.completion.p95 is 8h 32m, 511.8 times its 1m budget")
    )
  }

  @Test func sweepsAreEachWithEach() throws {
    let document = try document(
      "--scenario", "lab", "--set", "transfers.work.duration=1s", "--sweep", "transfers.work.count=2,4",
      "--sweep", "model.limiter.base=10s,20s,30s")
    #expect(document.variants.count == 6)
    #expect(document.variants.map { $0.changes.map(\.after) }[5] == ["1s", "4", "30s"])
    #expect(document.variants[0].changes[2].path == "model.\"limiter.base\"")
    let table = try run(
      "--scenario", "lab", "--sweep", "transfers.work.count=2,4", "--sweep", "model.limiter.base=10s,20s"
    ).output
    #expect(table.contains("transfers.work.count   model.\"limiter.base\"   completion p50"))
    #expect(table.contains("unchanged"))
  }

  @Test func csvHasARowForEachFigure() throws {
    let lines = try run("--scenario", "lab", "--sweep", "transfers.work.count=2,4", "--format", "csv").output
      .split(
        separator: "\n")
    #expect(lines[0] == "transfers.work.count,kind,name,figure,unit,before,after,difference,low,high")
    #expect(lines.count == 1 + 2 * 12)
    #expect(lines.allSatisfy { $0.split(separator: ",", omittingEmptySubsequences: false).count == 10 })
    #expect(lines.contains("2,transfer,work,completionP95,s,30710,70,-30640,-30640,-30640"))
  }

  struct Call: Sendable, CustomTestStringConvertible {
    let words: [String]
    let message: String
    var testDescription: String { words.joined(separator: " ") }
  }

  static let unusable = [
    Call(words: [], message: "Nothing is changed; name a value with --set, --sweep or --design"),
    Call(
      words: ["--set", "transfers.work.submitt=1"], message: "work has no key submitt, did you mean submit?"),
    Call(
      words: ["--set", "transfers.wrok.submit=1"],
      message: "The policy has no transfers.wrok, did you mean work?"),
    Call(
      words: ["--set", "transferss.work.submit=1"],
      message: "A policy has no key transferss, did you mean transfers?"),
    Call(
      words: ["--set", "model.limiter.bass=1s"],
      message: "The model has no parameter limiter.bass, did you mean limiter.base?"),
    Call(
      words: ["--set", "transfers.work.submit=soon"],
      message: "submit must be allAtOnce, oneAtATime or { batch: N }; found \"soon\""),
    Call(words: ["--set", "transfers.work.submit"], message: "--set expects PATH=VALUE"),
    Call(
      words: ["--set", "transfers..submit=1"], message: "--set expects a path such as transfers.photos.submit"
    ),
    Call(
      words: ["--set", "transfers.work.submit=["],
      message: "The value of transfers.work.submit is not valid YAML"),
    Call(words: ["--sweep", "transfers.work.count=1,,2"], message: "has an empty value"),
    Call(
      words: ["--sweep", "transfers.work.count=1,2", "--scenario", "mars"],
      message: "No scenario is called mars"),
    Call(
      words: [
        "--sweep", "transfers.work.count=1,2,3,4,5,6,7,8,9,10,11", "--sweep",
        "transfers.work.duration=1,2,3,4,5,6,7,8,9,10",
      ],
      message: "There are more than 100 variants"),
  ]

  @Test(arguments: unusable) func unusableCallSaysWhy(_ call: Call) throws {
    let result = try Tool.run(words: ["whatif", "-"] + call.words, input: Self.chain)
    #expect(result.status == 2)
    #expect(result.output == "")
    #expect(result.errors.contains(call.message), "\(result.errors)")
  }
}
