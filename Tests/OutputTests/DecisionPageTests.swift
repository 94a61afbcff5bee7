import Foundation
import TestSupport
import Testing

/// The page that compares designs.
@Suite struct DecisionPageTests {
  /// Ten items in a chain, which take 30,710 s on the ideal device, and 15 s all at once.
  private static let chain = """
    schema: 1
    app: { name: Chain, bundleIdentifier: com.example.chain }
    sessions: { s: { identifier: com.example.chain.s, timeoutIntervalForResource: 7d } }
    transfers: { work: { session: s, count: 10, duration: 5s, submit: oneAtATime, validFor: 7d } }
    population: { commuter: 60%, kiosk: 40% }

    """

  private func page(_ words: String..., policy: String = chain, status: Int32 = 0) throws -> PageDocument {
    let result = try Tool.run(words: ["whatif", "-", "--format", "html"] + words, input: policy)
    #expect((result.status, result.errors) == (status, ""))
    return try PageDocument(result.output)
  }

  private func answer(_ page: PageDocument) throws -> String {
    try #require(page.elements.first { $0.attributes["aria-label"] == "Result" }).text
  }

  /// The best design is the best design of the worked example. A value that equals the policy's value adds no
  /// design.
  @Test func choosesTheFastest() throws {
    let page = try page(
      "--scenario", "lab", "--sweep", "transfers.work.submit=oneAtATime,{ batch: 5 },allAtOnce")
    let text = try answer(page)
    #expect(text.contains("Choose C: transfers.work.submit: oneAtATime → allAtOnce"))
    #expect(text.contains("How sure: exactly, because nothing is random"))
    #expect(text.contains("completion p95 of work 15s instead of 1m 20s"))
    #expect(page.elements.first { $0.name == "h1" }?.text == "Chain: 3 designs compared")
  }

  /// The tiles of another design say how much it differs from the policy as it is.
  @Test func tilesShowTheDifference() throws {
    func tiles(_ words: String...) throws -> [String] {
      try page("--scenario", "lab", "--design", "transfers.work.submit=\(words[0])", policy: Self.chain)
        .elements.filter { $0.attributes["class"] == "tile" }.map(\.text)
    }
    let faster = try tiles("allAtOnce")
    #expect(faster.count == 4)
    #expect(faster[0].contains("15s") && faster[0].contains("−8h 32m against A"), "\(faster)")
    #expect(faster[2].contains("as with A"), "\(faster)")
    // The unchanged policy, if it is the best, is compared with nothing.
    let slower = try page(
      "--scenario", "lab", "--design", "transfers.work.count=20"
    ).elements
      .filter { $0.attributes["class"] == "tile" }.map(\.text)
    #expect(!slower.joined().contains("against A") && !slower.joined().contains("as with A"), "\(slower)")
  }

  /// The sentence, the tile and the table of a page have the same time by which 95 % is done: the median over what is possible. With the
  /// values of the model alone, the time would be 15 s.
  @Test func aTimeIsTheSameEverywhere() throws {
    let page = try page(
      "--scenario", "population", "--runs", "200", "--set", "transfers.work.submit=allAtOnce")
    let text = try answer(page)
    let times = try #require(
      text.firstMatch(of: /completion p95 of work (\d+)s instead of (\d+)s/)?.output, "\(text)")
    let (new, old) = (try #require(Int(times.1)), try #require(Int(times.2)))
    #expect(new != 15)
    let tile = try #require(page.elements.first { $0.attributes["class"] == "tile" }).text
      .split(whereSeparator: \.isWhitespace).joined(separator: " ")
    #expect(tile.contains("95 % done by \(new)s") && tile.contains("−\(old - new)s against A"), "\(tile)")
    let table = try #require(
      page.elements.first { $0.name == "table" && $0.text.contains("Completion of work, and") }
    ).text
    #expect(table.contains("\(new)s") && table.contains("\(old)s") && !table.contains("15s"), "\(table)")
  }

  /// A chart of bars by hour has a scale, and its caption above it.
  @Test func hoursHaveAScale() throws {
    let page = try page(
      "--scenario", "population", "--runs", "60", "--set", "transfers.work.submit=allAtOnce")
    let chart = try #require(
      page.elements.first { $0.attributes["aria-labelledby"]?.hasPrefix("hours-1") == true })
    let scale = page.elements.filter { $0.attributes["text-anchor"] == "end" && $0.attributes["x"] == "16%" }
    #expect(scale.contains { $0.text == "0" } && scale.contains { Double($0.text) ?? 0 > 0 }, "\(chart)")
    for figure in page.elements where figure.name == "figure" && figure.attributes["class"] == "bars" {
      #expect(figure.children.first == "figcaption")
    }
  }

  /// A design that breaks a budget is excluded, however fast it is, and the page names the budget.
  @Test func brokenBudgetsAreOut() throws {
    let policy = Self.chain + "budgets: { work: { launchesPerDay: { p95: 3 } } }\n"
    let page = try page(
      "--scenario", "lab", "--set", "transfers.work.submit=allAtOnce", policy: policy)
    let text = try answer(page)
    #expect(text.contains("Choose B"))
    #expect(text.contains("A is out: work.launchesPerDay.p95 is"))
  }

  /// The page says that a change has no effect.
  @Test func sameDesignsAreNamed() throws {
    let page = try page(
      "--scenario", "lab", "--design", "transfers.work.priority=0.9",
      "--design", "transfers.work.submit=allAtOnce; transfers.work.priority=0.9")
    let text = try answer(page)
    #expect(text.contains("Choose C"))
    #expect(text.contains("B is the same as A in every run"))
  }

  /// With draws, the page shows its certainty. The page of a population has cohorts. Its charts by hour and its curves mark each design.
  @Test func answersForWhomAndHowSure() throws {
    let page = try page(
      "--scenario", "population", "--runs", "200", "--set", "transfers.work.submit=allAtOnce")
    let text = try answer(page)
    #expect(text.contains("Choose B"))
    #expect(text.contains("For whom: every cohort of the population"))
    #expect(text.firstMatch(of: /How sure: better than A in [\d.]+ % of the values/) != nil)
    let heads = page.elements.filter { $0.name == "h2" }.map(\.text)
    #expect(heads == ["Designs", "Completion", "Cost", "How sure", "By cohort", "By hour of day", "Details"])
    let rows = page.elements.filter { $0.name == "th" && $0.attributes["scope"] == "row" }.map(\.text)
    #expect(rows.contains("commuter") && rows.contains("kiosk"))
    let curves = page.elements.filter {
      $0.name == "path" && $0.attributes["class"]?.hasPrefix("line d") == true
    }
    #expect(curves.count == 2)
    let tiles = page.elements.filter { $0.attributes["class"] == "tile" }
    #expect(tiles.count == 4)
  }

  /// If the two values of a figure are written alike, no reason names the figure.
  @Test func reasonsAreVisible() throws {
    let policy = """
      schema: 1
      app: { name: Field, bundleIdentifier: com.example.field }
      sessions: { s: { identifier: com.example.field.s } }
      transfers:
        report: { session: s, count: 12, size: 3MB, submit: { batch: 3 }, startedIn: foreground, every: 1d }
      population: { commuter: 50%, fieldWorker: 40%, rareUser: 10% }

      """
    let text = try answer(
      page("--scenario", "population", "--set", "transfers.report.submit=allAtOnce", policy: policy))
    #expect(text.contains(" instead of "), "\(text)")
    #expect(!text.contains(/\b([\d.]+ ?[A-Za-z]*) instead of \1(?![\d.])/), "\(text)")
  }

  /// The decision in JSON.
  private struct Decision: Decodable {
    struct Sides: Decodable {
      let parameter: String
      let threshold: Double
      let unit: String
      let below: String
      let above: String
    }
    struct Difference: Decodable {
      let figure: String
      let below: Double?
      let above: Double?
    }
    struct Report: Decodable { let decision: Decision }
    let choice: String?
    let equal: Bool
    let measureFirst: Sides?
    let because: [Difference]
  }

  /// For Photos, the choice between batches of 100 and all photos at once depends on one parameter. For every seed, the page, the text and
  /// the JSON report recommend to measure this parameter first, give the threshold and the better design on each side of the threshold, and
  /// recommend neither design.
  @Test(arguments: 1...5) func asksForWhatDecides(_ seed: Int) throws {
    let folder = try ScratchFolder()
    // A page shows the same loads by hour for every seed.
    let formats = ["text", "json"] + (seed == 1 ? ["html"] : [])
    let result = try Tool.run(
      words: [
        "whatif", "Examples/Photos/bgpolicy.yaml", "--seed", "\(seed)", "--design",
        "transfers.cameraRoll.submit=allAtOnce",
      ] + formats.flatMap { ["--format", "\($0)=\(folder.path($0))"] })
    #expect((result.status, result.errors) == (0, ""))
    for format in formats where format != "json" {
      let output = try String(contentsOfFile: folder.path(format), encoding: .utf8)
      let whole = format == "html" ? try answer(PageDocument(output)) : output
      let text = whole.split(whereSeparator: \.isWhitespace).joined(separator: " ")
      #expect(text.contains("Measure wifi_budget first: choose B with wifi_budget from "), "\(text)")
      let threshold = try #require(text.firstMatch(of: /wifi_budget from ([\d.]+)GB on/)?.output.1)
      #expect((3.6...4.8).contains(try #require(Double(threshold))), "\(threshold)")
      #expect(
        text.contains(/B is better than A in \d+ % of the cases: .*launches a day instead of/), "\(text)")
      #expect(
        text.contains(/A is better than B in \d+ % of the cases: [\d.]+ % valid and on time instead of/),
        "\(text)")
      #expect(!text.contains("Choose B") && !text.contains("(worse)"), "\(text)")
    }
    let decision = try JSONDecoder().decode(
      Decision.Report.self, from: Data(String(contentsOfFile: folder.path("json"), encoding: .utf8).utf8)
    ).decision
    let sides = try #require(decision.measureFirst)
    #expect((sides.parameter, sides.unit, sides.below, sides.above) == ("wifi_budget", "B", "A", "B"))
    #expect((3.6e9...4.8e9).contains(sides.threshold), "\(sides.threshold)")
    #expect(decision.choice == nil && !decision.equal)
    let delivered = try #require(decision.because.first { $0.figure == "validAndOnTimeShare" })
    // Below the threshold, submitting all photos at once loses a large share; above the threshold, it loses nothing.
    #expect(try #require(delivered.below) < -0.1 && abs(try #require(delivered.above)) < 0.02)
  }

  /// With more than six designs, the page is the table of the sweep.
  @Test func manyDesignsAreATable() throws {
    let page = try page("--scenario", "lab", "--sweep", "transfers.work.count=1,2,3,4,5,6,7")
    #expect(page.elements.first { $0.name == "h1" }?.text.hasPrefix("What-if for Chain") == true)
  }

  @Test(arguments: ["text", "csv", "json"]) func otherFormsNameTheDesign(_ format: String) throws {
    let result = try Tool.run(
      words: [
        "whatif", "-", "--format", format, "--scenario", "lab", "--design", "transfers.work.submit=allAtOnce",
        "--design", "transfers.work.count=5; transfers.work.submit={ batch: 5 }",
      ], input: Self.chain)
    #expect(result.status == 0)
    #expect(
      format == "json"
        ? result.output.contains("\"path\": \"transfers.work.count\"")
        : result.output.contains("transfers.work.count=5 transfers.work.submit={ batch: 5 }"))
  }

  @Test(arguments: [
    (["--design", "transfers.work.count=1", "--sweep", "transfers.work.count=1,2"], "use one of the two"),
    (["--design", "transfers.work.count=1;"], "--design expects PATH=VALUE; found \"\""),
    (["--design", "transfers.work.count=1; transfers.work.count=2"], "transfers.work.count is given twice"),
  ]) func unusableCallsSayWhy(_ words: [String], _ message: String) throws {
    let result = try Tool.run(words: ["whatif", "-"] + words, input: Self.chain)
    #expect(result.status == 2)
    #expect(result.errors.contains(message), "\(result.errors)")
  }
}
