internal import PlatformFacts
internal import PolicyModel
internal import PolicySim
internal import PolicySyntax

extension EstimateReport {
  /// The estimate for people; `showsSources` lists each parameter with who says so.
  package func text(style: Style, showsSources: Bool) -> String {
    var lines = [style.bold(headline), ""]
    if estimate.transfers.isEmpty, estimate.tasks.isEmpty, estimate.pushes.isEmpty,
      estimate.notEstimated.isEmpty
    {
      lines += ["  The policy declares nothing to estimate: no transfers, tasks or pushes.", ""]
    }
    for transfer in estimate.transfers { lines += self.lines(of: transfer, style) + [""] }
    for thing in estimate.notEstimated {
      lines += [
        style.bold(DisplayText.line(thing.name)),
        "  not estimated, because \(thing.reason); no total counts it", "",
      ]
    }
    if !estimate.tasks.isEmpty || !estimate.pushes.isEmpty { lines += launchLines(style) + [""] }
    if !estimate.transfers.isEmpty { lines += totalLines(style) + [""] }
    if let explanation = estimate.explanation { lines += causeLines(explanation, style) }
    if !verdicts.isEmpty { lines += budgetLines(style) + [""] }
    lines += showsSources ? sourceLines(style) : basisLines(style)
    return lines.joined(separator: "\n") + "\n"
  }

  private var headline: String {
    "Estimate for \(DisplayText.line(subject)), scenario \(DisplayText.line(estimate.scenario)) (\(extent))"
  }

  /// How many runs it is of.
  var extent: String {
    estimate.isExact
      ? "one run, nothing is random" : "\(DisplayText.count(estimate.runs, "run")), seed \(estimate.seed)"
  }

  // MARK: - Rows

  private static let columns = [22, 20, 20]

  /// Cells under each other; numbers to the right, all but the first and the last.
  static func row(_ cells: [String], _ head: (String) -> String = { $0 }) -> String {
    var line = ""
    for (index, cell) in cells.enumerated() {
      guard index < columns.count else {
        line += "   " + cell
        continue
      }
      let padded = DisplayText.padded(cell, to: columns[index], blanksFirst: index > 0)
      // What makes a head bold takes no room.
      line += index == 0 ? head(cell) + padded.dropFirst(cell.count) : padded
    }
    while line.last == " " { line.removeLast() }
    return line
  }

  // MARK: - Transfers

  private func lines(of transfer: TransferEstimate, _ style: Style) -> [String] {
    var lines = [
      Self.row(
        [DisplayText.line(transfer.name), "p50", "p95", "p95, literal … idle"], style.bold),
      Self.row(
        ["  completion", completion(.p50, of: transfer), completion(.p95, of: transfer), band(of: transfer)]),
    ]
    lines += sparkline(of: transfer).map { ["  distribution          \($0)"] } ?? []
    if let words = incompleteText(of: transfer) { lines.append("  \(words)") }
    lines += [
      Self.row(
        [
          "  launches", launches(.p50, of: transfer), launches(.p95, of: transfer),
        ]),
      Self.row(["  held by the limiter", held(.p50, of: transfer), held(.p95, of: transfer)]),
    ]
    lines.append("  " + shares(of: transfer).joined(separator: ", "))
    lines.append(
      "  Wi-Fi \(NumberFormat.bytes(transfer.wifiBytes)), cellular \(NumberFormat.bytes(transfer.cellularBytes)), "
        + "radio on for \(NumberFormat.duration(transfer.radioSeconds)), "
        + "\(NumberFormat.energy(transfer.energy, in: estimate)) on average"
    )
    lines.append(
      "  by day \(NumberFormat.launches(transfer.launchesPerDay.mean)), "
        + "Wi-Fi \(NumberFormat.bytes(transfer.means.wifiBytesPerDay.value)), "
        + "cellular \(NumberFormat.bytes(transfer.cellularBytesPerDay)), "
        + NumberFormat.energy(transfer.energyPerDay, in: estimate))
    return lines
  }

  /// The other readings of the limiter's rule.
  private func band(of transfer: TransferEstimate) -> String {
    let band = transfer.completionBand(ofQuantile: 0.95)
    // Without an end there is nothing to compare.
    if band.low == nil { return "" }
    if band.isTooWide {
      return "more than threefold apart: take the range"
    }
    guard let literal = transfer.bands.literal.p95, let idle = transfer.bands.idle.p95 else { return "" }
    return "\(NumberFormat.duration(literal)) … \(NumberFormat.duration(idle))"
  }

  private func sparkline(of transfer: TransferEstimate) -> String? {
    guard let sparkline = Sparkline(transfer.completion) else { return nil }
    let ends =
      "p01 \(NumberFormat.duration(sparkline.low)) … p99 \(NumberFormat.duration(sparkline.high))"
      + (sparkline.isLogarithmic ? ", logarithmic" : "")
    // With the readings so far apart, one of them is no more than one of them.
    let reading =
      transfer.isBandTooWide ? ", reading \(estimate.parameters[.delayReset].rawValue)" : ""
    return "\(sparkline.text)  \(ends)\(reading)"
  }

  private func shares(of transfer: TransferEstimate) -> [String] {
    let declared = declaration(of: transfer)
    return [
      "unfinished \(NumberFormat.share(transfer.unfinishedShare))",
      declared?.validFor.map {
        "outlived validFor (\($0.value)) \(NumberFormat.share(transfer.expiredShare))"
      },
      declared?.deadline.map {
        "after the deadline (\($0.value)) \(NumberFormat.share(transfer.missedDeadlineShare))"
      },
    ].compactMap { $0 }
  }

  // MARK: - Tasks and pushes

  private func launchLines(_ style: Style) -> [String] {
    let tasks = estimate.tasks.map { task in
      Self.row(
        [
          "  \(DisplayText.line(task.name))", cell(.p50, of: task.launchesPerDay, NumberFormat.count),
          cell(.p95, of: task.launchesPerDay, NumberFormat.count),
          "first after \(NumberFormat.duration(task.firstLaunch.p50)), p95 \(NumberFormat.duration(task.firstLaunch.p95))",
        ])
    }
    let pushes = estimate.pushes.map { push in
      Self.row(
        [
          "  \(DisplayText.line(push.name))", cell(.p50, of: push.launchesPerDay, NumberFormat.count),
          cell(.p95, of: push.launchesPerDay, NumberFormat.count),
          "of \(NumberFormat.count(push.sentPerDay)) pushes, \(NumberFormat.share(push.coalescedShare)) give way to a newer one",
        ])
    }
    return [Self.row(["launches a day", "p50", "p95"], style.bold)] + tasks + pushes
  }

  private func totalLines(_ style: Style) -> [String] {
    let mean = estimate.launchesPerDay.mean
    let interval = estimate.isExact ? nil : estimate.launchesPerDay.meanInterval
    let launches = NumberFormat.launches(mean, NumberFormat.error(interval, of: mean, NumberFormat.count))
    let energy = estimate.totals.energy.value
    return [
      style.bold("the app, by day, on average"),
      "  \(launches), Wi-Fi \(meanBytes(estimate.totals.wifiBytes)), "
        + "cellular \(meanBytes(estimate.totals.cellularBytes)), "
        + "\(self.mean(estimate.totals.energy, NumberFormat.energy)) (\(NumberFormat.charge(estimate.charge(of: energy))))",
    ]
  }

  // MARK: - Budgets

  private func budgetLines(_ style: Style) -> [String] {
    [style.bold("Budgets")]
      + verdicts.map { verdict in
        let limit = DisplayText.line(verdict.name)
        guard verdict.isEstimated else {
          return "  not estimated  \(limit): the limit is \(verdict.text(verdict.limit))"
        }
        let mark =
          verdict.isKept
          ? "kept  " : style.colored("broken", verdict.severity == .error ? .error : .warning)
        let actual = verdict.actual.map { verdict.text($0) } ?? "never"
        return
          "  \(mark)  \(limit): \(actual) of \(verdict.text(verdict.limit))"
      }
  }

  // MARK: - What it rests on

  /// What every estimate has to say of itself.
  static let disclaimer =
    "A model's estimate: Apple publishes neither schedule nor budgets. The band shows the readings of the one rule that is ambiguous."

  /// How much is assumed.
  var assumedText: String {
    switch assumedShareBasis {
    case .influence:
      "\(NumberFormat.share(assumedShare)) of what the parameters move hangs on assumed values."
    case .count:
      "\(NumberFormat.share(assumedShare)) of the model's parameters are assumed, used here or not."
    }
  }

  /// How much is assumed, and how far chance goes.
  var basis: String {
    estimate.isExact
      ? assumedText
      : assumedText
        + " ± is the Monte Carlo error: the figure lies so near in 95 of 100 estimates of so many runs."
  }

  /// What is taken for granted of the policy, with a space before it; empty if nothing is.
  private var policyAssumptions: String {
    estimate.assumptions.map { " " + DisplayText.line($0) }.joined()
  }

  private func headOfBasis(_ style: Style) -> [String] {
    [style.bold("Assumptions")]
      + DisplayText.wrapped("\(Self.disclaimer) \(basis)\(policyAssumptions)", width: 96).map { "  \($0)" }
  }

  /// The parameters by how sure we are of them.
  private func basisLines(_ style: Style) -> [String] {
    var lines = headOfBasis(style)
    for confidence in Confidence.allCases {
      let values = parameters.filter { estimate.parameters.basis(of: $0.fact).confidence == confidence }.map {
        "\($0.fact.name) \($0.value.text)"
      }
      guard !values.isEmpty else { continue }
      let wrapped = DisplayText.wrapped(values.joined(separator: ", "), width: 84)
      for (index, line) in wrapped.enumerated() {
        lines.append("  \(DisplayText.padded(index == 0 ? confidence.rawValue : "", to: 12))\(line)")
      }
    }
    return lines
  }

  /// The parameters with their sources.
  private func sourceLines(_ style: Style) -> [String] {
    var lines = headOfBasis(style)
    let width = parameters.map { $0.fact.name.count + $0.value.text.count + 1 }.max() ?? 0
    for (fact, value) in parameters {
      let name = "\(fact.name) \(value.text)"
      lines.append("  \(DisplayText.padded(name, to: width))  \(source(of: fact))")
    }
    return lines
  }

  /// Who says what a parameter is.
  func source(of fact: ParameterFact) -> String {
    let basis = estimate.parameters.basis(of: fact)
    return DisplayText.line("\(basis.confidence.rawValue): \(basis.source)")
  }
}

extension BudgetVerdict {
  /// A value of its quantity, for people.
  func text(_ value: Double) -> String {
    NumberFormat.value(value, unit: unit, isShare: name.hasSuffix("Share"))
  }
}
