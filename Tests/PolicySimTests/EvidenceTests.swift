import PlatformFacts
import PolicyModel
import PolicySyntax
import Quantities
import TestSupport
import Testing

@testable import PolicySim

/// The model's prediction of each public measurement, and `Documentation/model.md`, which lists these predictions.
@Suite struct EvidenceTests {
  static let tested = PlatformFacts.measurements.filter { $0.role == .test }

  /// The measurements that the model misses. Documentation/model.md says why.
  static let misses: Set = [
    "wait-in-foreground-29", "wait-in-foreground-475", "refreshes-beyond-minimum", "refresh-quarter-hour",
    "refresh-ten-to-twenty", "push-pause", "launch-after-quit",
  ]

  @Test(arguments: tested.map(\.name)) func verdictIsKnown(_ name: String) throws {
    let measurement = try #require(Self.tested.first { $0.name == name })
    let prediction = try Backtest.prediction(of: measurement)
    #expect(prediction.low.isFinite && prediction.high.isFinite && prediction.low <= prediction.high)
    #expect(prediction.isHit == !Self.misses.contains(name), "\(prediction)")
    #expect(prediction.score >= 0 && prediction.naiveScore >= 0)
  }

  /// A measurement that is the source of a parameter's value does not test the model.
  @Test func sourcesAreNotTests() throws {
    let parameters = Set(PlatformFacts.parameters.map(\.name))
    for measurement in PlatformFacts.measurements {
      guard case .source(let parameter) = measurement.role else { continue }
      #expect(parameters.contains(parameter), "\(measurement.name) is the source of \(parameter)")
      let fact = try #require(PlatformFacts.parameter(parameter))
      #expect(fact.citations.contains(measurement.citation), "\(parameter) does not name \(measurement.name)")
    }
    #expect(Self.tested.count >= 20)
    #expect(Set(PlatformFacts.measurements.map(\.name)).count == PlatformFacts.measurements.count)
  }

  /// The score of a single value is its distance from the observed value. Two values, one on each side of the observed value, have half of
  /// this score.
  @Test func scoresAreThoseOfTheLiterature() {
    #expect(Prediction.score([3], 1) == 2)
    #expect(abs(Prediction.score([0, 2], 1) - 0.5) < 1e-12)
    // The score of the uniform distribution from 0 to 1 is 1/12 if the observed value is in the middle.
    #expect(abs(Prediction.score((0..<1_000).map { (Double($0) + 0.5) / 1_000 }, 0.5) - 1.0 / 12) < 1e-3)
  }

  @Test func modelDocumentIsCurrent() throws {
    let kept = try Project.text("Documentation/model.md")
    var text = kept
    text = try Self.replacing("parameters", in: text, with: Self.parameterTable)
    text = try Self.replacing("presets", in: text, with: Self.presetTable)
    text = try Self.replacing("measurements", in: text, with: try Self.measurementTables())
    Snapshot.check(text, against: "Documentation/model.md")
  }

  // MARK: - The document

  private static func replacing(_ name: String, in text: String, with table: String) throws -> String {
    let start = "<!-- \(name), written by the tests -->\n"
    let end = "<!-- end of \(name) -->\n"
    let head = try #require(text.firstRange(of: start), "model.md has no \(name)")
    let tail = try #require(text.firstRange(of: end), "model.md has no end of \(name)")
    return text[..<head.upperBound] + table + text[tail.lowerBound...]
  }

  private static func cell(_ text: String) -> String { text.replacing("|", with: "\\|") }

  private static var parameterTable: String {
    var lines = ["| parameter | value | meaning | confidence | source |", "|---|---|---|---|---|"]
    for fact in PlatformFacts.parameters {
      let unit = if case .number(let unit) = fact.kind, !unit.isEmpty { " \(unit)" } else { "" }
      lines.append(
        "| `\(fact.name)` | \(fact.text)\(unit) | \(cell(fact.meaning)) | \(fact.confidence.rawValue) | "
          + fact.citations.map(source).joined(separator: "; ") + " |")
    }
    let all = PlatformFacts.parameters
    let counts = Confidence.allCases.compactMap { confidence -> String? in
      let count = all.count { $0.confidence == confidence }
      return count > 0 ? "\(count) \(confidence.rawValue) (\(confidence.meaning))" : nil
    }
    return lines.joined(separator: "\n") + "\n\nOf \(all.count) values: " + counts.joined(separator: ", ")
      + ".\n"
  }

  private static var presetTable: String {
    var lines = ["| preset | meaning | values |", "|---|---|---|"]
    for preset in PlatformFacts.modelPresets {
      let values = preset.values.map { "`\($0.name)` \($0.text)" }.joined(separator: ", ")
      lines.append("| `\(preset.name)` | \(cell(preset.summary)) | \(values.isEmpty ? "none" : values) |")
    }
    return lines.joined(separator: "\n") + "\n"
  }

  // MARK: - The measurements

  /// A number with a limited number of digits after the point.
  private static func number(_ value: Double, digits: Int = 1) -> String {
    let unit = digits == 1 ? 10 : 100
    let parts = Int((value * Double(unit)).rounded())
    let (whole, rest) = (parts / unit, parts % unit)
    guard rest > 0 || digits > 1 else { return "\(whole)" }
    return "\(whole)." + (digits > 1 && rest < 10 ? "0" : "") + "\(rest)"
  }

  private static func figure(_ value: Double, _ measurement: Measurement) -> String {
    number(value) + (measurement.unit.isEmpty ? "" : " \(measurement.unit)")
  }

  private static func observed(_ measurement: Measurement) -> String {
    measurement.observed.map { figure($0, measurement) } ?? "–"
  }

  private static func source(_ citation: Citation) -> String {
    let title = cell(citation.title)
    return (citation.address.map { "[\(title)](\($0))" } ?? title) + ", \(citation.edition)"
  }

  /// The width of a range: the ratio of its ends, unless the range begins at 0.
  private static func width(_ prediction: Prediction) -> String {
    prediction.high == prediction.low
      ? "a point" : prediction.low > 0 ? "\(number(prediction.high / prediction.low))×" : "from 0"
  }

  private static func table(_ columns: [String], _ rows: [[String]]) -> String {
    let rule = "|" + columns.map { _ in "---|" }.joined()
    func line(_ cells: [String]) -> String { "| " + cells.joined(separator: " | ") + " |" }
    return ([line(columns), rule] + rows.map(line)).joined(separator: "\n") + "\n"
  }

  private static func measurementTables() throws -> String {
    var rows: [[String]] = []
    var predictions: [Prediction] = []
    for measurement in tested {
      let prediction = try Backtest.prediction(of: measurement)
      predictions.append(prediction)
      rows.append([
        cell(measurement.statement), observed(measurement),
        "\(figure(prediction.low, measurement)) … \(figure(prediction.high, measurement))", width(prediction),
        prediction.isHit ? "within" : "**miss**", number(prediction.rank, digits: 2),
        number(prediction.score, digits: 2), number(prediction.naiveScore, digits: 2),
        source(measurement.citation),
      ])
    }
    let hits = predictions.count { $0.isHit }
    let better = predictions.count { $0.score < $0.naiveScore }
    func mean(_ value: (Prediction) -> Double) -> String {
      number(predictions.reduce(0) { $0 + value($1) } / Double(predictions.count), digits: 2)
    }
    let summary =
      "\(hits) of \(predictions.count) are within p05 … p95, where a calibrated model would have nine tenths. "
      + "The observed value is below p05 in \(predictions.count { !$0.isHit && $0.rank < 0.5 }) cases, and above p95 in "
      + "\(predictions.count { !$0.isHit && $0.rank > 0.5 }). The mean score is \(mean(\.score)), that of the naive forecast "
      + "\(mean(\.naiveScore)); the model is better in \(better) cases.\n"
    let sources = PlatformFacts.measurements.compactMap { measurement -> [String]? in
      guard case .source(let parameter) = measurement.role else { return nil }
      return [
        cell(measurement.statement), observed(measurement), "`\(parameter)`", source(measurement.citation),
      ]
    }
    let outOfScope = PlatformFacts.measurements.compactMap { measurement -> [String]? in
      guard case .outOfScope(let reason) = measurement.role else { return nil }
      return [cell(measurement.statement), observed(measurement), cell(reason), source(measurement.citation)]
    }
    return [
      table(
        ["measured", "observed", "model p05 … p95", "width", "verdict", "rank", "score", "naive", "source"],
        rows),
      summary, "These measurements give a parameter its value, so that they test nothing:\n",
      table(["measured", "observed", "parameter", "source"], sources),
      "These can't be decided by this model:\n",
      table(["measured", "observed", "reason", "source"], outOfScope),
    ].joined(separator: "\n")
  }
}
