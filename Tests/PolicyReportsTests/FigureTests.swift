import Foundation
import JSON
import PolicyModel
import PolicySyntax
import TestSupport
import Testing

@testable import PolicyAdvice
@testable import PolicyReports
@testable import PolicySim

/// A figure is an entry of one table, from which the language, runs, comparisons, thresholds and reports
/// derive.
@Suite struct FigureTests {
  private static let budgets = Figure.limited.map { figure in
    let limit =
      switch figure.unit {
      case .seconds: "1d"
      case .bytes: "1GB"
      case .joules: "1kJ"
      case .one: figure.isShare ? "50%" : "5"
      }
    return "\(figure.name): \(figure.hasQuantiles ? "{ p95: \(limit) }" : limit)"
  }

  private static func policy() throws -> Policy {
    let text = """
      schema: 1
      app: { name: Lab, bundleIdentifier: com.example.lab }
      sessions: { s: { identifier: com.example.lab.s } }
      transfers: { t: { session: s, count: 3, size: 1MB, every: 1d, validFor: 1d, deadline: 1d } }
      budgets: { t: { \(budgets.joined(separator: ", ")) } }
      """
    return try #require(PolicyReader.read(SourceText(name: "lab", text: text)).policy)
  }

  private static func settings(_ policy: Policy) throws -> Estimator.Settings {
    var settings = Estimator.Settings(
      day: try #require(DeviceDay("commuter", in: policy)), parameters: Parameters())
    settings.runs = 4
    return settings
  }

  @Test func reportsForProgramsHaveEveryFigure() throws {
    let policy = try Self.policy()
    let report = EstimateReport(
      policy, subject: "lab", Estimator.estimate(policy, try Self.settings(policy)))
    let transfer = report.json["transfers"]?["t"]
    for figure in Figure.ofRuns {
      #expect(report.csv.contains("transfer,t,\(figure.name),"), "\(figure.name)")
      let value = figure.jsonPath.reduce(transfer) { $0?[$1] }
      #expect(value != nil, "\(figure.jsonPath)")
    }
  }

  /// Text, Markdown, the page and the table of scenarios name each figure of a day and of a job.
  @Test func reportsForPeopleHaveEveryFigure() throws {
    let policy = try Self.policy()
    let estimate = Estimator.estimate(policy, try Self.settings(policy))
    let report = EstimateReport(policy, subject: "lab", estimate)
    let text = Document(blocks: report.figureBlocks).text(style: Style(isColored: false)).replacing(
      /\s+/, with: " ")
    let page = EstimatePage(report: report, runs: [])
    let job = page.transferTable(try #require(estimate.transfers.first)).markup
    let day = try #require(page.dayTable).markup
    for figure in Figure.ofJob {
      #expect(text.contains(figure.words(estimate.transfers[0][figure], in: estimate)), "\(figure.name)")
      #expect(job.contains(figure.title), "\(figure.name)")
    }
    for figure in Figure.ofApp {
      #expect(text.contains(figure.words(estimate.transfers[0][figure], in: estimate)), "\(figure.name)")
      #expect(report.summary.markdown.contains(report.wordsOfMean(of: figure)), "\(figure.name)")
      #expect(day.contains(figure.titleWithoutDay), "\(figure.name)")
    }
  }

  @Test func comparisonsHaveTheirFigures() throws {
    let policy = try Self.policy()
    let runs = Estimator.pairedRunResults(of: policy, try Self.settings(policy))
    let comparison = Comparison(runs, runs)
    for figure in FigureStatistic.compared {
      let compared = try #require(comparison[.transfer("t"), figure], "\(figure.name)")
      #expect(compared.difference == 0 && compared.isUnchanged)
    }
    let app = comparison.figures.filter { $0.subject == .total }.map(\.figure.figure)
    #expect(app == Figure.compared.filter(\.isSummed))
  }

  @Test func budgetsAndThresholdsTakeTheirFigures() throws {
    let policy = try Self.policy()
    let verdicts = BudgetVerdict.all(of: policy, Estimator.estimate(policy, try Self.settings(policy)))
    #expect(verdicts.map(\.figure.figure) == Figure.limited)
    #expect(verdicts.allSatisfy { $0.actual != nil })
    for statistic in FigureStatistic.limited {
      #expect(FigureStatistic(statistic.name) == statistic)
      #expect(try CostThreshold("t.\(statistic.name)=+10%").figure == statistic)
    }
  }

  @Test func keysAreUnique() {
    #expect(Set(Figure.all.map(\.name)).count == Figure.all.count)
    for positions in [Figure.all.compactMap(\.limit?.position), Figure.all.compactMap(\.change?.position)] {
      #expect(positions.sorted() == Array(1...positions.count))
    }
  }

  /// Only the table contains the key of a figure, so a new figure needs no other change.
  @Test(arguments: Figure.all.filter { $0.isShare || $0 == .radioTime }.map(\.name))
  func aFigureIsDeclaredOnce(_ key: String) throws {
    let paths = FileManager.default.enumerator(atPath: Project.path("Sources"))?.compactMap { $0 as? String }
    let files = try #require(paths).filter { path in
      path.hasSuffix(".swift") && (try? Project.text("Sources/\(path)"))?.contains("\"\(key)\"") == true
    }
    #expect(files == ["PolicyModel/FigureTable/Figure+Table.swift"])
  }
}
