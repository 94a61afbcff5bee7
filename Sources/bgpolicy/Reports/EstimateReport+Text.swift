internal import PlatformFacts
internal import PolicyModel
internal import PolicySim
internal import PolicySyntax

extension EstimateReport {
  /// The estimate for people; `showsSources` lists each parameter with who says so.
  func text(style: Style, showsSources: Bool) -> String {
    var lines = [style.bold(headline), ""]
    if estimate.transfers.isEmpty, estimate.tasks.isEmpty, estimate.pushes.isEmpty {
      lines += ["  The policy declares nothing to estimate: no transfers, tasks or pushes.", ""]
    }
    for transfer in estimate.transfers { lines += self.lines(of: transfer, style) + [""] }
    if !estimate.tasks.isEmpty || !estimate.pushes.isEmpty { lines += launchLines(style) + [""] }
    if !verdicts.isEmpty { lines += budgetLines(style) + [""] }
    lines += showsSources ? sourceLines(style) : basisLines(style)
    return lines.joined(separator: "\n") + "\n"
  }

  private var headline: String {
    let runs =
      estimate.runs == 1 ? "one run, nothing is random" : "\(estimate.runs) runs, seed \(estimate.seed)"
    return
      "Estimate for \(DisplayText.safe(subject)), scenario \(DisplayText.safe(estimate.scenario)) (\(runs))"
  }

  // MARK: - Transfers

  private static let columns = [22, 12, 12]

  private func lines(of transfer: TransferEstimate, _ style: Style) -> [String] {
    var lines = [
      Self.row([style.bold(DisplayText.safe(transfer.name)), "p50", "p95", "p95, literal … idle"], style),
      Self.row(
        [
          "  completion", Self.duration(transfer.completion.p50), Self.duration(transfer.completion.p95),
          band(of: transfer),
        ],
        style),
      Self.row(["  launches", Self.count(transfer.launches.p50), Self.count(transfer.launches.p95)], style),
      Self.row(
        [
          "  held by the limiter", Self.duration(transfer.limiterDelay.p50),
          Self.duration(transfer.limiterDelay.p95),
        ],
        style),
    ]
    lines.append("  " + shares(of: transfer).joined(separator: ", "))
    lines.append(
      "  Wi-Fi \(Figures.bytes(transfer.wifiBytes)), cellular \(Figures.bytes(transfer.cellularBytes)), "
        + "radio on for \(Figures.duration(transfer.radioSeconds)), \(Figures.energy(transfer.energy)) on average"
    )
    return lines
  }

  /// The other readings of the limiter's rule; a range that is too wide for a single number says so.
  private func band(of transfer: TransferEstimate) -> String {
    let values = [transfer.bands.literal.p95, transfer.bands.idle.p95]
    guard let literal = values[0], let idle = values[1] else { return "" }
    let low = min(literal, idle, transfer.completion.p95 ?? literal)
    let high = max(literal, idle, transfer.completion.p95 ?? idle)
    let text = "\(Figures.duration(literal)) … \(Figures.duration(idle))"
    return low > 0 && high > 3 * low ? text + ", more than threefold: take the range" : text
  }

  private func shares(of transfer: TransferEstimate) -> [String] {
    let declared = policy.transfers.first { $0.name.value == transfer.name }
    return [
      "unfinished \(transfer.unfinishedShare.map(Figures.share) ?? "–")",
      declared?.validFor.map {
        "outlived validFor (\($0.value)) \(transfer.expiredShare.map(Figures.share) ?? "–")"
      },
      declared?.deadline.map {
        "after the deadline (\($0.value)) \(transfer.missedDeadlineShare.map(Figures.share) ?? "–")"
      },
    ].compactMap { $0 }
  }

  private static func duration(_ seconds: Double?) -> String { seconds.map(Figures.duration) ?? "–" }
  private static func count(_ value: Double?) -> String { value.map(Figures.count) ?? "–" }

  /// Cells under each other; numbers to the right, all but the first and the last.
  private static func row(_ cells: [String], _ style: Style) -> String {
    var line = ""
    for (index, cell) in cells.enumerated() {
      let width = index < columns.count ? columns[index] : 0
      let plain = index == 0 ? cell.replacingStyles : cell
      let padding = String(repeating: " ", count: max(0, width - DisplayText.width(of: plain)))
      line += index == 0 ? cell + padding : index < columns.count ? padding + cell : "   " + cell
    }
    while line.last == " " { line.removeLast() }
    return line
  }

  // MARK: - Tasks and pushes

  private func launchLines(_ style: Style) -> [String] {
    let tasks = estimate.tasks.map { task in
      Self.row(
        [
          "  \(DisplayText.safe(task.name))", Self.count(task.launchesPerDay.p50),
          Self.count(task.launchesPerDay.p95),
          "first after \(Self.duration(task.firstLaunch.p50)), p95 \(Self.duration(task.firstLaunch.p95))",
        ], style)
    }
    let pushes = estimate.pushes.map { push in
      Self.row(
        [
          "  \(DisplayText.safe(push.name))", Self.count(push.launchesPerDay.p50),
          Self.count(push.launchesPerDay.p95),
          "of \(Figures.count(push.sentPerDay)) pushes, \(push.coalescedShare.map(Figures.share) ?? "–") give way to a newer one",
        ], style)
    }
    return [Self.row([style.bold("launches a day"), "p50", "p95", ""], style)] + tasks + pushes
  }

  // MARK: - Budgets

  private func budgetLines(_ style: Style) -> [String] {
    [style.bold("Budgets")]
      + verdicts.map { verdict in
        let mark =
          verdict.isKept
          ? "kept  " : style.colored("broken", verdict.severity == .error ? .error : .warning)
        let actual = verdict.actual.map { Self.figure($0, of: verdict) } ?? "never"
        return
          "  \(mark)  \(DisplayText.safe(verdict.name)): \(actual) of \(Self.figure(verdict.limit, of: verdict))"
      }
  }

  private static func figure(_ value: Double, of verdict: BudgetVerdict) -> String {
    switch verdict.unit {
    case "s": Figures.duration(value)
    case "B": Figures.bytes(value)
    case "J": Figures.energy(value)
    default: verdict.name.hasSuffix("Share") ? Figures.share(value) : Figures.count(value)
    }
  }

  // MARK: - What it rests on

  private static let disclaimer =
    "A model's estimate: Apple publishes neither schedule nor budgets. The band shows the readings of the one rule that is ambiguous."

  /// The parameters by how sure we are of them.
  private func basisLines(_ style: Style) -> [String] {
    var lines =
      [style.bold("Assumptions")] + DisplayText.wrapped(Self.disclaimer, width: 96).map { "  \($0)" }
    for confidence in Confidence.allCases {
      let values = parameters.filter { estimate.parameters.basis(of: $0.fact).confidence == confidence }.map {
        "\($0.fact.name) \($0.value.text)"
      }
      guard !values.isEmpty else { continue }
      let wrapped = DisplayText.wrapped(values.joined(separator: ", "), width: 84)
      for (index, line) in wrapped.enumerated() {
        let head = index == 0 ? confidence.rawValue : ""
        lines.append("  \(head)\(String(repeating: " ", count: 12 - head.count))\(line)")
      }
    }
    return lines
  }

  /// The parameters with their sources.
  private func sourceLines(_ style: Style) -> [String] {
    var lines =
      [style.bold("Assumptions")] + DisplayText.wrapped(Self.disclaimer, width: 96).map { "  \($0)" }
    let width = parameters.map { $0.fact.name.count + $0.value.text.count + 1 }.max() ?? 0
    for (fact, value) in parameters {
      let name = "\(fact.name) \(value.text)"
      let basis = estimate.parameters.basis(of: fact)
      let text = DisplayText.safe("\(basis.confidence.rawValue): \(basis.source)")
      lines.append("  \(name)\(String(repeating: " ", count: width - name.count))  \(text)")
    }
    return lines
  }
}

extension String {
  /// The text without a terminal's color codes.
  fileprivate var replacingStyles: String {
    var result = ""
    var isCode = false
    for scalar in unicodeScalars {
      if scalar == "\u{1B}" { isCode = true }
      if !isCode { result.unicodeScalars.append(scalar) }
      if isCode, scalar == "m" { isCode = false }
    }
    return result
  }
}
