internal import PlatformFacts
internal import PolicyGen
internal import PolicyModel
internal import PolicySim
internal import Quantities

/// An estimate as one self-contained page without scripts. The page loads nothing from the network.
struct EstimatePage {
  let report: EstimateReport
  /// The runs whose timelines the page shows.
  let runs: [ChosenRun]
  /// The causes of each transfer's completion. Empty if the causes were not computed.
  var causes: [(transfer: String, causes: CompletionCauses)] = []

  var text: String {
    HTMLPage(
      title: title, styleSheet: StyleSheet.text,
      body: [
        .tag("a", ["class": "skip", "href": "#content"], text: "Skip to the figures"),
        SVG.definitions, header, .tag("main", ["id": "content"], sections.map(\.node)), footer,
      ]
    ).text
  }

  private var estimate: Estimate { report.estimate }

  private var title: String { "\(DisplayText.line(report.subject)): estimate of its background work" }

  // MARK: - Head and foot

  private var header: XMLNode {
    .tag(
      "header", [:],
      [.tag("h1", text: title), .tag("p", ["class": "about"], text: about), verdict]
        + [tiles, words].compactMap(\.self)
        + [PageParts.contents(sections.map(\.link))])
  }

  private var about: String {
    let summary = report.scenarioText.map { " (\($0))" } ?? ""
    let runs =
      estimate.isExact
      ? "One run, in which nothing is random."
      : "\(DisplayText.count(estimate.runs, "run")), seed \(estimate.seed)."
    return "Scenario \(DisplayText.line(estimate.scenario))\(summary). \(runs)"
  }

  private var footer: XMLNode {
    .tag(
      "footer", [:],
      [
        .tag(
          "p",
          text:
            "bgpolicy \(ToolVersion.current). The same policy, parameters and seed give the same page."
        )
      ])
  }

  // MARK: - Sections

  /// A part of the page that the list of contents names.
  private struct Section {
    let id: String
    let title: String
    let parts: [XMLNode]

    var link: PageParts.Link { PageParts.Link(id: "\(id)-head", title: title) }

    var node: XMLNode {
      .tag(
        "section", ["aria-labelledby": "\(id)-head"], [.tag("h2", ["id": "\(id)-head"], text: title)] + parts)
    }
  }

  private var sections: [Section] {
    let charts = estimate.transfers.enumerated().map { index, transfer in
      Section(
        id: "transfer-\(index + 1)", title: DisplayText.line(transfer.name),
        parts: transferParts(transfer, index))
    }
    return [summarySection, budgetSection].compactMap(\.self) + charts
      + [daySection, runSection, causeSection].compactMap(\.self) + [assumptionSection]
  }

  private var summarySection: Section? {
    let sentences = report.plainText
    return sentences.isEmpty
      ? nil : Section(id: "summary", title: "In words", parts: sentences.map { .tag("p", [:], $0.nodes) })
  }

  private var budgetSection: Section? {
    report.verdicts.isEmpty ? nil : Section(id: "budgets", title: "Budgets", parts: budgetTable)
  }

  private var daySection: Section? {
    let tables = [dayTable, launchTable].compactMap { $0 }
    return tables.isEmpty ? nil : Section(id: "day", title: "Cost per day", parts: tables)
  }

  private var runSection: Section? {
    let figures = runs.enumerated().filter { $1.hasWork }.flatMap { index, run in
      timelineParts(run, id: "run-\(index + 1)")
    }
    guard !figures.isEmpty else { return nil }
    return Section(
      id: "runs", title: runs.count > 1 ? "A typical run and a bad one" : "The run", parts: figures)
  }

  private var causeSection: Section? {
    let figures = causes.enumerated().flatMap { index, cause in
      causeParts(cause.transfer, cause.causes, id: "cause-\(index + 1)")
    }
    return figures.isEmpty ? nil : Section(id: "causes", title: "What drives the result", parts: figures)
  }

  private var assumptionSection: Section {
    Section(
      id: "assumptions", title: "Assumptions",
      parts: [
        .tag("p", text: EstimateReport.disclaimer),
        .tag("p", text: report.basis),
      ] + estimate.assumptions.map { .tag("p", text: DisplayText.line($0)) } + [
        .tag(
          "details", [:],
          [
            .tag(
              "summary", text: "The \(report.usedParameters.count) values that it uses, with their sources")
          ]
            + assumptionTables)
      ])
  }
}

extension EstimateReport {
  /// The estimate as a page, with the timelines of a typical run and of a bad run.
  func html(_ settings: Estimator.Settings) -> String {
    let isRandom = estimate.runs > 1 && mostDelayed != nil
    let choices: [RunChoice] = isRandom ? [.typical, .bad] : [.typical]
    return EstimatePage(report: self, runs: choices.map { run($0, settings) }, causes: completionCauses).text
  }

  /// The computed causes of each transfer's completion.
  private var completionCauses: [(transfer: String, causes: CompletionCauses)] {
    zip(estimate.transfers, estimate.explanation?.transfers ?? []).map { transfer, causes in
      let mechanisms = causes.costs.map { MechanismShare(mechanism: $0.mechanism, share: $0.share) }
      let swings = causes.swings.map { swing in
        ParameterSwing(
          parameter: swing.parameter,
          low: ParameterSwing.End(value: swing.low.value, quantile: swing.low.quantile),
          high: ParameterSwing.End(value: swing.high.value, quantile: swing.high.quantile),
          isAssumed: swing.isAssumed)
      }
      return (transfer.name, CompletionCauses(mechanisms: mechanisms, swings: swings))
    }
  }
}
