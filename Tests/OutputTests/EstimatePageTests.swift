import Foundation
internal import PolicyReports
import PolicySim
import TestSupport
import Testing

@testable import PolicyReports
@testable import bgpolicy

/// The page of an estimate: requirements that hold for every policy.
@Suite struct EstimatePageTests {
  struct Case: Sendable, CustomTestStringConvertible {
    let name: String
    let words: [String]
    var testDescription: String { name }
  }

  private static let fixtures = "Tests/Fixtures/Estimate"

  static let cases: [Case] =
    ["Photos", "Podcasts", "ContactTracing"].map {
      Case(name: $0, words: ["Examples/\($0)/bgpolicy.yaml", "--runs", "3"])
    } + [
      Case(name: "one run", words: ["\(fixtures)/batches.bgpolicy.yaml", "--scenario", "lab"]),
      Case(name: "too wide a band", words: ["Documentation/first-try.bgpolicy.yaml", "--scenario", "lab"]),
      Case(
        name: "hostile names",
        words: ["\(fixtures)/hostile.bgpolicy.yaml", "--scenario", "<b>night</b>", "--runs", "6"]),
      Case(name: "no work", words: ["\(fixtures)/nothing.bgpolicy.yaml"]),
    ]

  /// The page of each case, made once for all tests.
  private static let pages: [String: Result<Shell.Result, any Error>] = Dictionary(
    uniqueKeysWithValues: cases.map { test in
      (test.name, Result { try Tool.run(words: ["estimate"] + test.words + ["--format", "html"]) })
    })

  private func page(_ test: Case) throws -> String {
    let result = try #require(Self.pages[test.name]).get()
    #expect(result.errors == "")
    return result.output
  }

  @Test func writesWhatItWrote() throws {
    let result = try Tool.run(
      "estimate", "\(Self.fixtures)/batches.bgpolicy.yaml", "--scenario", "lab", "--format", "html")
    Snapshot.check(result.output, against: "\(Self.fixtures)/batches.html")
  }

  @Test func isTheSameEverywhere() throws {
    let test = try #require(Self.cases.first { $0.name == "Photos" })
    let there = try Tool.run(
      words: ["estimate"] + test.words + ["--format", "html"],
      environment: ["TZ": "Asia/Tokyo", "LANG": "tr_TR.UTF-8", "LC_ALL": "de_DE.UTF-8"])
    #expect(try page(test) == there.output)
  }

  static let heads = [
    (
      ["Documentation/population.bgpolicy.yaml", "--scenario", "population", "--runs", "3"],
      "Scenario population (60.0 % commuter, 30.0 % courier, 10.0 % rareUser). 3 runs, seed 1."
    ),
    (
      ["Documentation/population.bgpolicy.yaml", "--scenario", "courier", "--runs", "1"],
      "Scenario courier (the policy&#39;s own, which changes fieldWorker). 1 run, seed 1."
    ),
  ]

  @Test(arguments: heads) func headSaysWhichDevices(_ words: [String], _ head: String) throws {
    let page = try Tool.run(words: ["estimate"] + words + ["--format", "html"]).output
    #expect(page.replacing("&apos;", with: "&#39;").replacing("'", with: "&#39;").contains(head))
  }

  /// A chart that ends before its run still contains the completion of the transfer that the run was chosen
  /// for.
  @Test func chartsReachTheEndOfTheTransfer() throws {
    let hour: Int64 = 3_600_000
    let events = [
      TraceEvent(time: 13 * hour, .submitted(transfer: "work", items: 1, isHeldUntil: nil)),
      TraceEvent(time: 28 * hour, .finished(transfer: "work", items: 1)),
      TraceEvent(time: 168 * hour, .reboot),
    ]
    let trace = RunTrace(run: 0, clock: 0, events: events, completions: [("work", 15 * 3_600)])
    let run = ChosenRun(choice: .bad, transfer: "work", trace: trace, isOnly: false)
    let end = try #require(TimelineChart.end(of: run))
    #expect(end > 28 * hour && end < 32 * hour)
  }

  // MARK: The beginning

  /// The verdict comes first, then the four figures that most readers look for.
  @Test(arguments: cases) func beginsWithTheVerdict(_ test: Case) throws {
    let elements = try PageDocument(try page(test)).elements
    let answer = try #require(elements.firstIndex { $0.attributes["aria-label"] == "Result" })
    #expect(!elements[answer].text.isEmpty)
    let tiles = elements.enumerated().filter { $1.attributes["class"] == "tile" }
    guard test.name != "no work" else {
      #expect(tiles.isEmpty)
      return
    }
    let titles = elements.filter { $0.name == "dt" }.map(\.text)
    #expect(["Done by", "95 % done by"].contains(titles.first))
    #expect(titles.dropFirst() == ["Launches a day", "Cellular a day", "Battery a day"])
    let table = elements.firstIndex { $0.name == "table" } ?? elements.count
    #expect(tiles.allSatisfy { answer < $0.offset && $0.offset < table })
  }

  static let verdicts = [
    ("p95: 1s", "✗ 1 budget: 0 kept, 0 uncertain, 1 broken", "answer no"),
    ("p95: 10d", "✓ 1 budget: 1 kept, 0 uncertain, 0 broken", "answer yes"),
    (
      "p95: 1s }, severity: warning, launchesPerDay: { p95: 9",
      "≈ 2 budgets: 1 kept, 0 uncertain, 1 broken", "answer maybe"
    ),
  ]

  @Test(arguments: verdicts)
  func verdictIsThatOfTheBudgets(_ budget: String, _ words: String, _ style: String) throws {
    let policy = """
      schema: 1
      app: { name: Lab, bundleIdentifier: com.example.lab }
      sessions: { s: { identifier: com.example.lab.s } }
      transfers: { work: { session: s, count: 3, duration: 5s } }
      budgets: { work: { completion: { \(budget) } } }

      """
    let page = try Tool.run("estimate", "-", "--scenario", "lab", "--format", "html", input: policy).output
    let answer = try #require(
      try PageDocument(page).elements.first { $0.attributes["aria-label"] == "Result" })
    // The sign is on the same line as the word after it.
    let text = answer.text.replacing("\u{A0}", with: " ").trimmingCharacters(in: .whitespacesAndNewlines)
    #expect(text.hasPrefix(words))
    #expect(answer.attributes["class"] == style)
  }

  /// The list of contents names every section; the parameters are folded.
  @Test(arguments: cases) func contentsNameEverySection(_ test: Case) throws {
    let elements = try PageDocument(try page(test)).elements
    let heads = elements.filter { $0.name == "h2" }.compactMap { $0.attributes["id"] }
    let links = elements.filter { $0.name == "a" && $0.parents.contains("nav") }
    #expect(links.compactMap { $0.attributes["href"] } == heads.map { "#\($0)" })
    for table in elements where table.attributes["class"] == "full parameters" {
      #expect(table.parents.contains("details"))
    }
  }

  /// A transfer that some runs never complete has no p95, and its curve ends below 100 %.
  @Test func nothingIsReachedThatNeverIs() throws {
    let policy = """
      schema: 1
      app: { name: Lab, bundleIdentifier: com.example.lab }
      sessions: { s: { identifier: com.example.lab.s, allowsCellularAccess: false, timeoutIntervalForResource: 4h } }
      transfers: { work: { session: s, count: 4, size: 1MB, startedIn: background } }

      """
    let page = try Tool.run("estimate", "-", "--runs", "100", "--format", "html", input: policy).output
    let elements = try PageDocument(page).elements
    let value = try #require(elements.first { $0.attributes["class"] == "value" })
    #expect(value.text == "never")
    let curve = try #require(elements.first { $0.name == "path" && $0.attributes["class"] == "line" })
    let heights = try #require(curve.attributes["d"]).split(separator: /[ML]/).compactMap {
      Double($0.split(separator: " ").last ?? "")
    }
    #expect(try #require(heights.min()) > 0)
    #expect(elements.contains { $0.name == "td" && $0.text == "never" })
    #expect(!elements.contains { $0.name == "text" && $0.text.hasPrefix("p95") })
  }

  // MARK: Structure

  @Test(arguments: cases) func isWellFormedAndSelfContained(_ test: Case) throws {
    let text = try page(test)
    let document = try PageDocument(text)
    #expect(document.elements.allSatisfy { $0.name != "script" && $0.name != "img" && $0.name != "iframe" })
    for element in document.elements {
      for (name, value) in element.attributes {
        #expect(!name.hasPrefix("on"), "\(element.name) \(name)")
        if name == "href" { #expect(value.hasPrefix("#"), "\(value)") }
        #expect(name != "src")
      }
    }
    #expect(!text.contains("http:") && !text.contains("https:") && !text.contains("@import"))
    let html = try #require(document.elements.first)
    #expect(html.name == "html" && html.attributes["lang"] == "en")
    #expect(document.elements.contains { $0.attributes["name"] == "viewport" })
  }

  @Test(arguments: cases) func hasLandmarksAndHeadingsInOrder(_ test: Case) throws {
    let document = try PageDocument(try page(test))
    for name in ["header", "main", "footer", "h1", "title"] {
      #expect(document.elements.count { $0.name == name } >= 1, "\(name)")
    }
    #expect(document.elements.count { $0.name == "main" } == 1)
    #expect(document.elements.count { $0.name == "h1" } == 1)
    let levels = document.elements.compactMap { element in
      element.name.count == 2 && element.name.hasPrefix("h") ? Int(element.name.dropFirst()) : nil
    }
    #expect(levels.first == 1)
    for (before, after) in zip(levels, levels.dropFirst()) { #expect(after <= before + 1) }
  }

  @Test(arguments: cases) func referencesAreKept(_ test: Case) throws {
    let document = try PageDocument(try page(test))
    let identifiers = document.elements.compactMap { $0.attributes["id"] }
    #expect(Set(identifiers).count == identifiers.count)
    for element in document.elements {
      var references = (element.attributes["aria-labelledby"] ?? "").split(separator: " ").map(String.init)
      if let reference = element.attributes["href"] { references.append(String(reference.dropFirst())) }
      for reference in references { #expect(identifiers.contains(reference), "\(reference)") }
    }
  }

  @Test(arguments: cases) func chartsAndTablesHaveTheirWords(_ test: Case) throws {
    let document = try PageDocument(try page(test))
    for figure in document.elements where figure.name == "figure" {
      #expect(figure.children.contains("figcaption"))
    }
    for chart in document.elements where chart.attributes["role"] == "img" {
      #expect(chart.children.prefix(2) == ["title", "desc"])
      #expect(chart.attributes["aria-labelledby"] != nil)
    }
    // Screen readers ignore all drawings except drawings with a description.
    for drawing in document.elements where drawing.name == "svg" && !drawing.parents.contains("svg") {
      #expect(drawing.attributes["role"] == "img" || drawing.attributes["aria-hidden"] == "true")
    }
    for table in document.elements where table.name == "table" { #expect(table.children.first == "caption") }
    for head in document.elements where head.name == "th" {
      #expect(["row", "col"].contains(head.attributes["scope"]))
      #expect(!head.text.isEmpty)
    }
    for text in document.elements where ["title", "desc", "caption", "figcaption"].contains(text.name) {
      #expect(!text.text.isEmpty, "\(text.name)")
    }
  }

  /// Positions in percent are within the chart.
  @Test(arguments: cases) func nothingIsDrawnOutside(_ test: Case) throws {
    let document = try PageDocument(try page(test))
    func percent(_ text: String?) -> Double { Double((text ?? "0%").replacing("%", with: "")) ?? .nan }
    for element in document.elements where element.parents.contains("svg") {
      for name in ["x", "x1", "x2", "cx"] where element.attributes[name]?.hasSuffix("%") == true {
        #expect((0...100).contains(percent(element.attributes[name])))
      }
      if element.name == "rect", element.attributes["width"]?.hasSuffix("%") == true {
        let end = percent(element.attributes["x"]) + percent(element.attributes["width"])
        #expect(end <= 100.02 && percent(element.attributes["width"]) >= 0)
      }
    }
  }

  /// Seconds of a week are wide enough to be visible.
  @Test(arguments: cases) func stretchesCanBeSeen(_ test: Case) throws {
    let lanes = ["on", "wire", "held", "waiting", "delay"]
    for element in try PageDocument(try page(test)).elements where element.name == "rect" {
      guard let style = element.attributes["class"], lanes.contains(style),
        let width = element.attributes["width"], width.hasSuffix("%")
      else { continue }
      #expect(try #require(Double(width.dropLast())) >= 0.3)
    }
  }

  /// If the key and a lane's name mention the limiter's delay, the lane shows a delay.
  @Test(
    arguments: cases + [
      Case(name: "Feed", words: ["Examples/Packages/Feed/Sources/Feed/bgpolicy.yaml", "--runs", "3"])
    ])
  func delaysAreDrawn(_ test: Case) throws {
    let page = try Tool.run(words: ["estimate"] + test.words + ["--format", "html"]).output
    let elements = try PageDocument(page).elements
    let lanes = elements.filter { $0.name == "text" && $0.text.hasPrefix("delay ≤ ") }
    let bars = elements.filter {
      $0.name == "rect" && $0.attributes["class"] == "delay" && $0.attributes["width"]?.hasSuffix("%") == true
    }
    #expect(bars.count >= lanes.count)
  }

  /// The page does not report that a transfer without items never completes.
  @Test func nothingToDoIsSaid() throws {
    let policy = """
      schema: 1
      app: { name: Lab, bundleIdentifier: com.example.lab }
      sessions: { s: { identifier: com.example.lab.s } }
      transfers: { work: { session: s, count: 0, duration: 5s } }

      """
    let page = try Tool.run("estimate", "-", "--runs", "2", "--format", "html", input: policy).output
    #expect(page.contains("has no items.") && !page.contains("never completes"))
  }

  @Test func hostileNamesAreText() throws {
    let test = try #require(Self.cases.first { $0.name == "hostile names" })
    let text = try page(test)
    let document = try PageDocument(text)
    let heads = document.elements.filter { $0.name == "h2" }.map(\.text)
    #expect(heads.contains("<img src=x onerror=alert(2)>"))
    #expect(heads.contains("]]>-->&amp;\\u{7}\\u{202E}"))
    let about = try #require(document.elements.first { $0.attributes["class"] == "about" })
    #expect(about.text.hasPrefix("Scenario <b>night</b> (the policy's own"))
    #expect(!text.contains("\u{202E}"))
  }

  /// A long name is cut before it would leave the page.
  @Test func longNamesAreShorterOnAPhone() throws {
    let test = try #require(Self.cases.first { $0.name == "hostile names" })
    let labels = try PageDocument(try page(test)).elements.filter { $0.name == "text" }
    let narrow = labels.filter { $0.attributes["class"] == "label narrow" }
    #expect(narrow.contains { $0.text == "a name that i…" })
    #expect(labels.contains { $0.attributes["class"] == "label wide" && $0.text == "a name that is far …" })
    #expect(narrow.allSatisfy { $0.text.count <= 14 })
  }

  /// The share of assumed values on the page equals the share in other formats.
  @Test func assumedShareIsThatOfTheText() throws {
    let test = try #require(Self.cases.first { $0.name == "too wide a band" })
    let text = try Tool.run(words: ["estimate", "--why"] + test.words).output
    let sentence = try #require(
      try page(test).firstMatch(of: #/A model, no measurement: .*? are assumed/#)?.output)
    #expect(text.split(whereSeparator: \.isWhitespace).joined(separator: " ").contains(sentence))
  }

  /// If the interpretations differ too much for a single number, the page shows only ranges.
  @Test func rangesStandForNumbersTooFarApart() throws {
    let chain = """
      schema: 1
      app: { name: Chain, bundleIdentifier: com.example.chain }
      sessions: { s: { identifier: com.example.chain, timeoutIntervalForResource: 1d } }
      transfers: { chain: { session: s, count: 30, duration: 5m, submit: oneAtATime, startedIn: foreground } }

      """
    let page = try Tool.run(
      words: ["estimate", "-", "--runs", "60", "--format", "html"], input: chain
    ).output
    #expect(page.contains("are too far apart for one number."))
    let held = #/<th scope="row">time held by the limiter<\/th>\s*<td class="n r">/#
    #expect(page.firstMatch(of: held) != nil)
  }

  // MARK: Contrast

  /// The contrast of two colors by WCAG 2.2.
  private func contrast(_ one: String, _ other: String) throws -> Double {
    let luminances = try [one, other].map { color in
      let number = try #require(Int(color.dropFirst(), radix: 16))
      let parts = [number >> 16, number >> 8 & 255, number & 255].map { channel -> Double in
        let value = Double(channel) / 255
        return value <= 0.04045 ? value / 12.92 : pow((value + 0.055) / 1.055, 2.4)
      }
      return 0.2126 * parts[0] + 0.7152 * parts[1] + 0.0722 * parts[2]
    }
    let (low, high) = (min(luminances[0], luminances[1]), max(luminances[0], luminances[1]))
    return (high + 0.05) / (low + 0.05)
  }

  @Test(arguments: ["light", "dark"]) func textAndShapesStandOut(_ scheme: String) throws {
    let palette = scheme == "light" ? Palette.light : Palette.dark
    for background in [palette.page, palette.surface] {
      for text in [palette.ink, palette.muted, palette.accent, palette.limit, palette.kept] {
        #expect(try contrast(text, background) >= 4.5, "\(text) on \(background)")
      }
    }
    #expect(try contrast(palette.ink, palette.band) >= 4.5)
    for shape in [palette.accent, palette.limit, palette.held, palette.waiting, palette.device] {
      #expect(try contrast(shape, palette.page) >= 3, "\(shape)")
    }
    // The curve is visible on its band.
    #expect(try contrast(palette.accent, palette.band) >= 3)
  }

  /// Colors come only from the palettes, whose contrast is tested.
  @Test func styleSheetNamesNoColor() {
    let palettes = (Palette.light.named + Palette.dark.named).map(\.value)
    for match in StyleSheet.text.matches(of: /#[0-9a-fA-F]{3,8}\b/) {
      #expect(palettes.contains(String(match.output)))
    }
  }

  // MARK: Axes

  @Test(arguments: [
    [0.8, 3.0], [60, 90], [10, 86_400], [1, 2_419_200], [590, 30_710], [0, 0], [86_400, 259_200],
  ])
  func ticksHaveRoom(_ values: [Double]) {
    let axis = TimeAxis(values)
    let ticks = axis.ticks
    #expect(ticks.count >= 2)
    for (before, after) in zip(ticks, ticks.dropFirst()) { #expect(after.position - before.position >= 8) }
    let narrow = ticks.filter { !$0.isWideOnly }
    for (before, after) in zip(narrow, narrow.dropFirst()) {
      #expect(after.position - before.position >= 18)
    }
    for value in values { #expect((0...100).contains(axis.position(value))) }
    #expect(Set(ticks.map(\.label)).count == ticks.count)
  }
}
