internal import PlatformFacts
internal import PolicyAdvice
internal import PolicyModel
internal import PolicySim

extension DecisionPage {
  /// A part of the page that the list of contents names.
  struct Section {
    let id: String
    let title: String
    let parts: [XMLNode]

    var node: XMLNode {
      .tag("section", ["aria-labelledby": id], [.tag("h2", ["id": id], text: title)] + parts)
    }
  }

  private typealias Cell = HTMLTable.Cell

  var sections: [Section] {
    [designSection, curveSection, costSection, certaintySection, cohortSection, hourSection].compactMap(
      \.self)
      + [
        Section(
          id: "details", title: "Details", parts: details + [.tag("p", text: EstimateReport.disclaimer)])
      ]
  }

  /// The designs with their changes and objections.
  private var designSection: Section {
    let table = HTMLTable(
      caption: "The designs, and the budgets that they break or the errors that they cause",
      columns: ["design", "changes", "verdict"],
      rows: designs.enumerated().map { index, design in
        let isBest = index == comparison?.best
        let original = original(of: index).map { "the same as \($0)" }
        return [
          .text(design.letter),
          design.changes.isEmpty
            ? .text("the policy as it is")
            : Cell(nodes: Array(design.changes.map { [XMLNode.name($0)] }.joined(separator: [.tag("br")]))),
          design.objections.isEmpty
            ? Cell(
              nodes: [
                .text(isBest && isChosen ? "✓ the best" : original ?? "possible")
              ],
              style: isBest && isChosen ? "kept" : "")
            : Cell(nodes: [
              .tag("strong", ["class": "error"], text: "✗ out"),
              .text(": " + design.objections.joined(separator: "; ")),
            ]),
        ]
      }, style: "full")
    return Section(id: "designs", title: "Designs", parts: [table.node])
  }

  // MARK: - Completion

  private var curveSection: Section? {
    let transfers = designs.first?.estimate.transfers ?? []
    let parts = transfers.enumerated().flatMap { index, transfer -> [XMLNode] in
      let curves = designs.compactMap { design in
        design.estimate.transfers.first { $0.name == transfer.name }.map {
          DesignCurves.Curve(letter: design.letter, completion: $0.completion)
        }
      }
      let name = DisplayText.line(transfer.name)
      let head = XMLNode.tag("h3", text: name)
      let table = completionTable(of: transfer.name)
      guard let chart = DesignCurves(id: "curves-\(index + 1)", name: name, curves) else {
        return [head, table]
      }
      return [
        head,
        .tag(
          "figure", ["class": "curve"],
          [
            chart.svg,
            .tag(
              "figcaption",
              text:
                "Share of all cases in which \(name) is done\(designs[0].estimate.prediction == nil ? "" : " with the values of the model"), over time since the work came up\(chart.isLogarithmic ? ", on a logarithmic scale" : ""). Designs with the same curve share a mark; a curve that stays below 100 % never completes the rest."
            ),
          ]), table,
      ]
    }
    return parts.isEmpty ? nil : Section(id: "completion", title: "Completion", parts: parts)
  }

  private func completionTable(of name: String) -> XMLNode {
    let table = HTMLTable(
      caption:
        "Completion of \(DisplayText.line(name)), and the share of its items that arrive valid and on time",
      columns: ["design", "p50", "p95", "p95 if uncertain values differ", "valid and on time"],
      rows: designs.map { design in
        let report = EstimateReport(design.policy.alternative.policy, subject: "", design.estimate)
        guard let transfer = design.estimate.transfers.first(where: { $0.name == name }) else {
          return [.text(design.letter), .number(nil), .number(nil), .number(nil), .number(nil)]
        }
        return [
          .text(design.letter), .range(report.middle(.p50, of: transfer)),
          .range(report.middle(.p95, of: transfer)),
          .range(report.predictive(.p95, of: transfer) ?? "–"),
          .number(NumberFormat.share(transfer.share(of: .validAndOnTimeShare))),
        ]
      }, numberColumns: Set(1...4))
    return Self.scrolling(table, label: "Completion of \(DisplayText.line(name))")
  }

  /// A table that scrolls by itself if it is wider than the page.
  private static func scrolling(_ table: HTMLTable, label: String) -> XMLNode {
    .tag(
      "div", ["class": "scroll", "role": "region", "tabindex": "0", "aria-label": label], [table.node])
  }

  // MARK: - Cost

  /// Each figure of the app, with all designs on one axis.
  private var costSection: Section {
    let charts = Figure.ofApp.enumerated().map { index, figure in
      let bars = designs.map { design -> DesignBars.Bar in
        let mean = design.estimate.totals[figure].value
        return DesignBars.Bar(
          letter: design.letter, value: mean, text: figure.textWithBattery(mean, in: design.estimate))
      }
      let title = figure.capitalizedTitle + (figure.unit == .joules ? ", as a share of a battery" : "")
      return Self.figure(
        DesignBars(id: "cost-\(index + 1)", title: title, bars: bars).svg, "\(title), on average")
    }
    return Section(id: "cost", title: "Cost", parts: [.tag("div", ["class": "panels"], charts)])
  }

  /// A chart of bars below its caption.
  private static func figure(_ chart: XMLNode, _ caption: String) -> XMLNode {
    .tag("figure", ["class": "bars"], [.tag("figcaption", text: caption), chart])
  }

  // MARK: - Certainty

  private var certaintySection: Section? {
    guard let comparison, !comparison.bestShares.isEmpty else { return nil }
    let bars = zip(designs, comparison.bestShares).map { design, share in
      DesignBars.Bar(
        letter: design.letter, value: share,
        text: design.objections.isEmpty ? NumberFormat.share(share) : "out")
    }
    let chart = DesignBars(
      id: "certainty-1", title: "Share of the possible values with which no design is better", bars: bars,
      most: 1)
    var caption = "Share of the possible values with which no other design is better."
    if comparison.bestShares.reduce(0, +) > 1 + 1e-9 {
      caption += " Values with which several designs are equally good count for each of them."
    }
    var parts: [XMLNode] = [.tag("div", ["class": "panels"], [Self.figure(chart.svg, caption)])]
    guard let rival = comparison.rival else {
      return Section(id: "certainty", title: "How sure", parts: parts)
    }
    let (one, other) = (designs[comparison.best].letter, designs[rival].letter)
    if comparison.causes.isEmpty {
      parts.append(
        .tag(
          "p",
          text:
            "No single uncertain parameter stands out between \(one) and \(other)."
        ))
    } else {
      let table = HTMLTable(
        caption: "The value of knowing a parameter: its share in whether \(other) is better than \(one)",
        columns: ["parameter", "share", "confidence", "meaning"],
        rows: comparison.causes.map { cause in
          [
            .name(cause.parameter), .number(NumberFormat.share(cause.share)),
            .text(cause.confidence.rawValue),
            .text(PlatformFacts.parameter(cause.parameter)?.meaning ?? ""),
          ]
        }, numberColumns: [1])
      parts += [
        table.node,
        .tag(
          "p", [:],
          [
            .text("Measure it with "), .name("bgpolicy calibrate"), .text(", or set it in the policy's "),
            .name("model"), .text("."),
          ]),
      ]
    }
    return Section(id: "certainty", title: "How sure", parts: parts)
  }

  // MARK: - Devices and hours

  private var cohortSection: Section? {
    let cohorts = cohorts
    guard !cohorts.isEmpty else { return nil }
    let tables = (designs.first?.policy.values.transfers ?? []).enumerated().map {
      index, transfer -> XMLNode in
      let name = DisplayText.line(transfer.name)
      let rows = cohorts.map { cohort -> [Cell] in
        let cells = designs.map { design -> Cell in
          guard let own = design.policy.values.transfers.first(where: { $0.name == transfer.name }) else {
            return .number(nil)
          }
          let completion = cohort.completion(own)
          let late = completion.p95.map(NumberFormat.duration) ?? (completion.count > 0 ? "never" : "–")
          return Cell(
            nodes: [
              .text(late), .tag("small", text: NumberFormat.share(cohort.mean(own[.validAndOnTimeShare]))),
            ], isNumber: true)
        }
        return [.text(cohort.scenario)] + cells + [
          .text(designs[cohort.best(among: designs, unless: comparison?.best)].letter)
        ]
      }
      let table = HTMLTable(
        caption:
          "\(name) by cohort with the values of the model: p95, and the share that arrives valid and on time",
        columns: ["cohort"] + designs.map(\.letter) + ["best for it"], rows: rows,
        numberColumns: Set(1..<designs.count + 1))
      return Self.scrolling(table, label: "\(name) by cohort")
    }
    return Section(id: "cohorts", title: "By cohort", parts: tables)
  }

  private var hourSection: Section? {
    guard loads.count == designs.count, !loads.isEmpty else { return nil }
    let figures = [
      ("Launches of the app by hour of day", loads.map(\.launches)),
      ("Items done by hour of day", loads.map(\.finished)),
    ]
    let charts = figures.enumerated().map { index, figure -> XMLNode in
      let chart = HourChart(
        id: "hours-\(index + 1)", title: figure.0, series: Array(zip(designs.map(\.letter), figure.1)))
      return Self.figure(
        chart.svg,
        "\(figure.0), on average, from when work comes up for the first time. All rows have the same scale.")
    }
    return Section(id: "hours", title: "By hour of day", parts: [.tag("div", ["class": "panels"], charts)])
  }
}
