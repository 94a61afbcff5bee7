internal import PolicySim

extension EstimateReport {
  /// A run as a timeline for people.
  package func traceText(_ run: ChosenRun, style: Style) -> String {
    let rows = TraceTable(run.trace).rows
    var lines = [style.bold(traceHeadline(run))]
    lines += traceNotes(run).map { DisplayText.line($0) } + [""]
    let hasClock = run.trace.clock != nil
    // The times are padded to the width of the longest time.
    let width = rows.map { TraceText.elapsed($0.time).count }.max() ?? 0
    lines.append(
      style.faint(
        Self.padded("elapsed", to: width) + (hasClock ? "  \(Self.padded("clock", to: 8))" : "")
          + "  what happens"))
    for row in rows {
      var cells = [Self.padded(TraceText.elapsed(row.time), to: width)]
      if let clock = run.trace.clock { cells.append(TraceText.clock(clock + row.time)) }
      lines.append(cells.joined(separator: "  ") + "  " + row.text)
    }
    if rows.isEmpty { lines.append("  Nothing happens: the policy declares no work that the run could do.") }
    return lines.joined(separator: "\n") + "\n"
  }

  private func traceHeadline(_ run: ChosenRun) -> String {
    "\(run.title) of \(DisplayText.line(subject)), scenario \(DisplayText.line(estimate.scenario)) "
      + "(run \(run.trace.run + 1) of \(estimate.runs), seed \(estimate.seed))"
  }

  /// The end of each transfer, in a sentence.
  private func traceNotes(_ run: ChosenRun) -> [String] {
    run.trace.completions.map { name, seconds in
      "\(name) " + (seconds.map { "ends after \(NumberFormat.duration($0))" } ?? "never ends")
        + (name == run.transfer && run.choice != .number(run.trace.run + 1) ? chosen(run) : "")
    }
  }

  private func chosen(_ run: ChosenRun) -> String {
    guard estimate.runs > 1, let completion = mostDelayed?.firstCompletion else { return "" }
    let quantile = run.choice == .bad ? completion.p95 : completion.p50
    return quantile.map {
      ", the nearest to its \(run.choice == .bad ? "p95" : "p50") of \(NumberFormat.duration($0))"
    }
      ?? ""
  }

  private static func padded(_ text: String, to width: Int) -> String {
    DisplayText.padded(text, to: width, spacesFirst: true)
  }
}
