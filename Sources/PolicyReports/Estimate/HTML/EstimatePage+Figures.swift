internal import PlatformFacts
internal import PolicyModel
internal import PolicySim

// The figures of a page, each with its numbers in words or in a table.
extension EstimatePage {
  func transferParts(_ transfer: TransferEstimate, _ index: Int) -> [XMLNode] {
    guard
      let chart = CompletionChart(
        transfer, id: "curve-\(index + 1)", isSingle: report.estimate.runs == 1, report.verdicts)
    else {
      let words =
        !transfer.hasItems ? "It has no items." : "It completes in no run."
      return [.tag("p", text: words), transferTable(transfer)]
    }
    let figure = XMLNode.tag(
      "figure", ["class": "curve"],
      [chart.svg, curveKey(chart), .tag("figcaption", text: caption(of: chart, transfer))].compactMap { $0 })
    return [.tag("div", ["class": "pair"], [figure, completionTable(transfer)]), transferTable(transfer)]
  }

  private func curveKey(_ chart: CompletionChart) -> XMLNode? {
    guard chart.hasBand else { return nil }
    return key([
      (
        Self.lineSample("line"),
        "the reading that is used: \(report.estimate.parameters[.delayReset].rawValue)"
      ),
      (Self.lineSample("edge"), "the other readings of an unclear rule of iOS, and the band between them"),
    ])
  }

  private static func lineSample(_ style: String) -> XMLNode {
    .tag(
      "svg", ["width": "22", "height": "12", "aria-hidden": "true"],
      (style == "edge"
        ? [.tag("rect", ["class": "area", "x": "0", "y": "1", "width": "22", "height": "10"])] : [])
        + [.tag("path", ["class": style, "d": "M0 6L22 6"])])
  }

  private func caption(of chart: CompletionChart, _ transfer: TransferEstimate) -> String {
    var words = [
      "Share of runs in which \(DisplayText.line(transfer.name)) has ended, over time since its start"
    ]
    if report.estimate.prediction != nil { words[0] += ", with the values of the model" }
    if chart.isLogarithmic { words.append("on a logarithmic scale") }
    let band =
      chart.hasBand ? "" : " The curves of the three readings of an unclear rule of iOS look the same."
    let incomplete =
      report.incompleteText(of: transfer).map { " \($0.prefix(1).uppercased())\($0.dropFirst())." } ?? ""
    return words.joined(separator: ", ") + "." + incomplete + band
  }

  func key(_ entries: [(sample: XMLNode, text: String)]) -> XMLNode {
    .tag(
      "ul", ["class": "key"],
      entries.map { .tag("li", [:], [$0.sample, .tag("span", text: $0.text)]) })
  }

  // MARK: - Timelines

  func timelineParts(_ run: ChosenRun, id: String) -> [XMLNode] {
    let rows = TraceTable(run.trace).rows
    let chart = TimelineChart(
      run, id: id, title: heading(of: run), summary: "\(words(about: run)) The list below describes it.")
    let key = chart.key.isEmpty ? nil : self.key(chart.key)
    return [
      .tag("h3", text: heading(of: run)),
      .tag(
        "figure", ["class": "lanes"],
        [chart.svg, key, .tag("figcaption", text: words(about: run))].compactMap { $0 }),
      .tag(
        "details", [:],
        [.tag("summary", text: "\(run.title) in words"), eventTable(rows, run)]),
    ]
  }

  private func heading(of run: ChosenRun) -> String {
    guard let transfer = run.transfer, let completion = run.completion else { return run.title }
    return "\(run.title): \(DisplayText.line(transfer)) ends after \(NumberFormat.duration(completion))"
  }

  private func words(about run: ChosenRun) -> String {
    let launches = run.trace.events.count { event in
      if case .launched = event.kind { true } else { false }
    }
    let count = launches == 1 ? "one launch" : "\(launches) launches"
    let start = run.trace.clock.map { ", begun at \(TraceText.clock($0).prefix(5))" } ?? ""
    let choice =
      switch run.choice {
      case .typical where report.estimate.runs > 1 && run.completion != nil: ", the nearest to its p50"
      case .bad where run.completion != nil: ", the nearest to its p95"
      default: ""
      }
    let shown =
      TimelineChart.end(of: run).map { " The chart shows its first \(TraceText.length($0))." } ?? ""
    return "Run \(run.trace.run + 1)\(choice)\(start), with \(count) in the background.\(shown)"
  }

  private func eventTable(_ rows: [TraceTable.Row], _ run: ChosenRun) -> XMLNode {
    let shown = rows.prefix(Self.shownRows)
    let more = rows.count - shown.count
    let clock = run.trace.clock
    let table = HTMLTable(
      caption: more > 0
        ? "The first \(shown.count) lines; bgpolicy estimate --trace shows all \(rows.count)"
        : "What happens",
      columns: (clock == nil ? ["elapsed"] : ["elapsed", "clock"]) + ["what happens"],
      rows: shown.map { row in
        var cells = [HTMLTable.Cell.text(TraceText.elapsed(row.time))]
        if let clock { cells.append(.text(TraceText.clock(clock + row.time))) }
        for index in cells.indices { cells[index].style = "t" }
        return cells + [.text(row.text)]
      })
    return table.node
  }

  /// The most lines of a timeline on a page.
  private static let shownRows = 80

  // MARK: - Causes

  /// The reason why a faster network makes a transfer later; `nil` unless the highest throughput of Wi-Fi in `swings` makes the transfer
  /// later.
  private func detour(_ swings: [ParameterSwing], _ base: Double) -> String? {
    let isLater = swings.contains { swing in
      swing.parameter.hasPrefix("wifi.throughput") && (swing.high.quantile ?? .infinity) > base * 1.05
    }
    guard isLater, report.estimate.parameters[.resumeFactor] > 1 else { return nil }
    return
      " A faster network can make it later, because batches end sooner and iOS doubles its delay at each resume."
  }

  func causeParts(_ transfer: String, _ causes: CompletionCauses, id: String) -> [XMLNode] {
    let name = DisplayText.line(transfer)
    var parts: [XMLNode] = []
    let chart = MechanismChart(id: "\(id)-why", transfer: transfer, shares: causes.mechanisms)
    if !chart.isEmpty {
      parts.append(
        .tag(
          "div", [:],
          [
            .tag("h3", text: "Mechanisms that delay \(name)"),
            .tag(
              "figure", ["class": "bars"],
              [
                chart.svg,
                .tag(
                  "figcaption",
                  text:
                    "The share of the mean time that a run saves without a mechanism, under the same random numbers. Mechanisms interact, so the shares need not add up."
                ),
              ]),
          ]))
    }
    let base = report.estimate.transfers.first { $0.name == transfer }?.completion.p95
    if let base, !causes.swings.isEmpty {
      let chart = TornadoChart(
        id: "\(id)-parameters", transfer: transfer, base: base,
        swings: Array(causes.swings.prefix(Self.shownSwings)))
      parts.append(
        .tag(
          "div", [:],
          [
            .tag("h3", text: "Parameters that move its p95"),
            .tag(
              "figure", ["class": "bars"],
              [
                chart.svg,
                key([
                  (Self.barSample("bar low"), "with its lowest value"),
                  (Self.barSample("bar"), "with its highest value"),
                ]),
                .tag(
                  "figcaption",
                  text:
                    "The p95 of \(name) with one parameter at either end of its range and the others unchanged.\(detour(causes.swings, base) ?? "")"
                ),
              ]),
            .tag("details", [:], [.tag("summary", text: "The same in numbers"), swingTable(causes.swings)]),
          ]))
    }
    return parts.isEmpty ? [] : [.tag("div", ["class": "halves"], parts)]
  }

  private static let shownSwings = 10

  private static func barSample(_ style: String) -> XMLNode {
    .tag(
      "svg", ["width": "22", "height": "12", "aria-hidden": "true"],
      [.tag("rect", ["class": style, "x": "1", "y": "1", "width": "20", "height": "10"])])
  }
}
