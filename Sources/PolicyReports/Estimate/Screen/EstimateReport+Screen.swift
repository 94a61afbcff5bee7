internal import PlatformFacts
internal import PolicyModel
internal import PolicySim
internal import PolicySyntax

/// Optional parts of an estimate for a terminal, which options of the command select.
package struct EstimateDetail: OptionSet, Sendable {
  /// The parts as bits.
  package let rawValue: Int
  /// The parts for a combination of bits.
  package init(rawValue: Int) { self.rawValue = rawValue }

  /// The causes of the times and launches.
  package static let causes = EstimateDetail(rawValue: 1)
  /// The values of the model that the estimate uses, with their sources.
  package static let assumptions = EstimateDetail(rawValue: 2)
  /// Every figure of each transfer, task and push.
  package static let figures = EstimateDetail(rawValue: 4)
}

extension EstimateReport {
  /// The estimate for a terminal: the answer in a sentence with the worst result first, a table, and the
  /// budgets.
  package func text(style: Style, _ detail: EstimateDetail = []) -> String {
    screen(detail).text(style: style)
  }

  /// Only the failures, for a terminal: work that never completes, and broken budgets. Empty if nothing
  /// fails.
  package func failures(style: Style) -> String {
    let broken = verdicts.filter(\.isViolated)
    var blocks = undone.map(\.block)
    if !broken.isEmpty { blocks.append(.table(BudgetTable(broken).table)) }
    return Document(blocks: blocks.isEmpty ? [] : [.group(blocks)]).text(style: style)
  }

  private func screen(_ detail: EstimateDetail) -> Document {
    var blocks: [Document.Block] = [.report("bgpolicy estimate", headline: RichText(headline))]
    guard !isEmpty else { return Document(blocks: blocks) }
    let undone = undone
    if !undone.isEmpty { blocks.append(.group(undone.map(\.block))) }
    let table = transferTable(hasUncertainty: true).map { Document.Block.table($0) }
    if estimate.notEstimated.isEmpty {
      blocks.append(.group([table, .entries(appEntries)].compactMap(\.self)))
    } else {
      blocks += [table, .group(estimate.notEstimated.map(notEstimatedBlock)), .entries(appEntries)]
        .compactMap(\.self)
    }
    if !verdicts.isEmpty {
      blocks.append(.table(BudgetTable(verdicts.worstFirst).table))
    }
    if detail.contains(.figures) { blocks += figureBlocks }
    if detail.contains(.causes), let explanation = estimate.explanation { blocks += causes(explanation) }
    if detail.contains(.assumptions) { blocks.append(assumptions) }
    let asked: [(EstimateDetail, RichText)] = [
      (.causes, "\(code: "--why"): causes"), (.assumptions, "\(code: "--assumptions"): values and sources"),
      (.figures, "\(code: "--verbose"): every figure"),
    ]
    let more = asked.filter { !detail.contains($0.0) }.map(\.1)
    var end: [Document.Block] = [.paragraph(certainty)]
    if !more.isEmpty { end.append(.prose(.joined(more, "; "))) }
    blocks.append(.group(end))
    return Document(blocks: blocks)
  }

  /// The estimate in a few lines, for a command that has generated the policy's files. Only the failures if
  /// `isQuiet`.
  package func brief(style: Style, isQuiet: Bool) -> String {
    guard !isQuiet else { return failures(style: style) }
    guard !isEmpty else { return "" }
    var blocks = undone.map(\.block)
    let title = "estimate, \(estimate.scenario)"
    if let table = transferTable(title: title, hasUncertainty: false, showsApp: true) {
      blocks.append(.table(table))
    } else {
      blocks.append(.entries([Document.Entry(name: title, text: RichText(appText))]))
    }
    blocks += estimate.notEstimated.map(notEstimatedBlock)
    if !verdicts.isEmpty {
      let broken = verdicts.filter(\.isViolated).map { RichText(BudgetText.text($0)) }
      let signs = verdicts.map(\.verdictSign)
      let sign = [VerdictSign.bad, .uncertain, .good].first { signs.contains($0) } ?? .unknown
      blocks.append(
        .verdict(sign, "\(DisplayText.count(verdicts.count, "budget")): \(verdicts.summary)", broken))
    }
    blocks.append(.prose("\(certainty) More: \(command: "bgpolicy estimate")"))
    return Document(blocks: [.group(blocks)]).text(style: style)
  }

  // MARK: - Answer

  /// The subject, the scenario, and the answer in a few words.
  var headline: String { "\(subject), scenario \(estimate.scenario): \(answer)" }

  /// The answer in a few words, without its sign.
  var answer: String {
    if isEmpty {
      return
        "nothing to estimate, because the policy declares no transfers or tasks, and no pushes that wake the app"
    }
    let undone = undone
    let broken = verdicts.count { $0.outcome == .broken }
    let budgets = broken > 0 ? "; \(broken) of \(DisplayText.count(verdicts.count, "budget")) broken" : ""
    if undone.count > 1 { return "\(undone.count) transfers are not done\(budgets)" }
    if let one = undone.first {
      return "\(one.name) \(one.fact.plain.prefix { $0 != ":" })\(budgets)"
    }
    guard verdicts.isEmpty else {
      return "\(DisplayText.count(verdicts.count, "budget")): \(verdicts.summary)"
    }
    guard let slowest, slowest.completion.p95 != nil else {
      return "\(NumberFormat.launches(estimate.launchesPerDay.mean)) a day"
    }
    let time = self.time(.p95, of: slowest)
    if time == "never" {
      return "95 % of \(slowest.name) is never done with most of the values that are possible"
    }
    return estimate.isExact
      ? "\(slowest.name) is done after \(time)" : "95 % of \(slowest.name) is done by \(time)"
  }

  /// The sign of the answer.
  var sign: VerdictSign {
    if !undone.isEmpty { return .bad }
    if verdicts.contains(where: \.isBroken) {
      return verdicts.contains { $0.isViolated && $0.severity == .error } ? .bad : .uncertain
    }
    if verdicts.contains(where: \.isViolated) { return .bad }
    if verdicts.contains(where: { $0.outcome != .kept }) { return .uncertain }
    return verdicts.isEmpty ? .unknown : .good
  }

  /// Whether the policy declares no work.
  var isEmpty: Bool {
    estimate.transfers.isEmpty && estimate.tasks.isEmpty && estimate.pushes.isEmpty
      && estimate.notEstimated.isEmpty
  }

  /// The transfer that takes longest.
  var slowest: TransferEstimate? {
    let times = estimate.transfers.indices.filter { estimate.transfers[$0].completion.count > 0 }.map {
      (index: $0, late: estimate.middle(of: .p95, transfer: $0) ?? .infinity)
    }
    return times.max { $0.late < $1.late }.map { estimate.transfers[$0.index] }
  }

  private func notEstimatedBlock(_ part: NotEstimated) -> Document.Block {
    .verdict(
      .uncertain,
      "\(code: title(of: part)) is not estimated, because \(part.reason); the totals leave it out", [])
  }

  // MARK: - Transfers

  /// A row for each transfer, and a second row for the transfer's uncertainty. `nil` without transfers.
  private func transferTable(
    title: String = "", hasUncertainty: Bool, showsApp: Bool = false
  ) -> Document.Table? {
    guard !estimate.transfers.isEmpty else { return nil }
    let times = estimate.isExact ? ["done by"] : ["half done by", "95 % done by"]
    let columns =
      [Document.Table.Column(title: title, isNumber: false)]
      + times.map { Document.Table.Column(title: $0, isNumber: true) }
      + [Document.Table.Column(title: "a day", isNumber: false)]
    let quantiles: [Quantile] = estimate.isExact ? [.p95] : [.p50, .p95]
    // If a threshold decides about several transfers, only the first of these transfers has a row for the threshold.
    var decided: Set<String> = []
    var rows = estimate.transfers.flatMap { transfer -> [[RichText]] in
      let name: RichText =
        transfer.isMostlyUndone ? "\(sign: .bad) \(transfer.name)" : RichText(transfer.name)
      let row =
        [name] + quantiles.map { RichText(time($0, of: transfer)) } + [RichText(costText(of: transfer))]
      let uncertain = hasUncertainty ? uncertainty(of: transfer, quantiles, &decided) : []
      let lost = lossText(of: transfer).map { [RichText("  lost"), RichText($0)] }
      return [row] + uncertain + [lost].compactMap(\.self)
    }
    if showsApp {
      rows.append([RichText("the app")] + times.map { _ in RichText("") } + [RichText(appText)])
    }
    return Document.Table(
      "Time to completion, and cost", columns: columns, rows: rows.map { $0.map { Document.Cell($0) } })
  }

  /// The launches and bytes of a transfer per day.
  private func costText(of transfer: TransferEstimate) -> String {
    ([NumberFormat.launches(transfer.launchesPerDay.mean)]
      + Self.bytesText(
        wifi: transfer[.wifiBytesPerDay], cellular: transfer[.cellularBytesPerDay])).joined(separator: ", ")
  }

  private static func bytesText(wifi: Double, cellular: Double) -> [String] {
    [(wifi, "Wi-Fi"), (cellular, "cellular")].filter { $0.0 > 0 }.map { "\(NumberFormat.bytes($0)) \($1)" }
  }

  /// The shares of lost items. `nil` if no items are lost.
  private func lossText(of transfer: TransferEstimate) -> String? {
    let declared = declaration(of: transfer)
    let shares: [(figure: Figure, words: String)?] = [
      (.unfinishedShare, "of its items never arrive"),
      declared?.validFor.map { (.expiredShare, "outlive validFor (\($0.value))") },
      declared?.deadline.map { (.missedDeadlineShare, "arrive after the deadline (\($0.value)) or never") },
    ]
    let texts = shares.compactMap(\.self).filter { transfer[$0.figure] > 0 }.map {
      "\(NumberFormat.share(transfer[$0.figure])) \($0.words)"
    }
    return texts.isEmpty ? nil : texts.joined(separator: ", ")
  }

  // MARK: - App

  private var appText: String {
    let launches = NumberFormat.launches(estimate.launchesPerDay.mean)
    let battery = NumberFormat.share(estimate.batteryShare(of: estimate.totals[.energyPerDay].value))
    return "\(launches), \(battery) battery"
  }

  /// The launches, the use of the battery, and the age of the data, a line for each.
  private var appEntries: [Document.Entry] {
    // The table has the launches of each transfer.
    let ofTransfers = estimate.transfers.reduce(0) { $0 + ($1.launchesPerDay.mean ?? 0) }
    let parts =
      estimate.tasks.map { (title(of: $0), $0.launchesPerDay.mean ?? 0) }
      + estimate.pushes.map { (title(of: $0), $0.launchesPerDay.mean ?? 0) } + [("transfers", ofTransfers)]
    let listed = parts.filter { $0.1 > 0 }.map { "\($0.0) \(NumberFormat.count($0.1))" }
    let all = NumberFormat.count(estimate.launchesPerDay.mean)
    let launches = listed.count > 1 ? "\(all): \(listed.joined(separator: ", "))" : all
    let energy = estimate.totals[.energyPerDay].value
    let capacity = NumberFormat.count(estimate.parameters[.batteryCapacity])
    let battery =
      "\(NumberFormat.share(estimate.batteryShare(of: energy))) a day "
      + "(\(NumberFormat.charge(estimate.charge(of: energy))) of \(capacity) mAh)"
      + (batteryRange.map { ", uncertain \($0)" } ?? "")
    let refreshes = estimate.tasks.filter { $0.ageAtOpen.count > 0 }
    let ages = refreshes.map { task in
      Document.Entry(
        name: "data",
        text: RichText(
          "\(NumberFormat.duration(task.ageAtOpen.p50)) old when the app is opened, "
            + "in 1 of 20 cases \(NumberFormat.duration(task.ageAtOpen.p95))"
            + (refreshes.count > 1 ? " (\(task.name))" : "")))
    }
    return [
      Document.Entry(name: "launches a day", text: RichText(launches)),
      Document.Entry(name: "battery", text: RichText(battery + (fleetText.map { "; \($0)" } ?? ""))),
    ] + ages + (lint?.text.map { [Document.Entry(name: "lint", text: $0)] } ?? [])
  }

  /// The range of the share of a battery per day over the possible values of uncertain parameters; `nil` without such a range.
  var batteryRange: String? {
    guard let interval = estimate.prediction?.energyInterval else { return nil }
    let ends = [interval.lowerBound, interval.upperBound].map {
      NumberFormat.share(estimate.batteryShare(of: $0))
    }
    return ends[0] == ends[1] ? nil : "\(ends[0]) … \(ends[1])"
  }

  // MARK: - Certainty

  /// The number of runs, and the influence of assumed values on the result.
  var certainty: String {
    let used = usedValues
    let runs =
      estimate.isExact
      ? "One run"
      : "\(DisplayText.count(estimate.runs, "run")), seed \(estimate.seed)"
        + (estimate.prediction == nil && !estimate.transfers.isEmpty ? ", with the model's own values" : "")
    let share = spreadShareText.map { ", and account for \($0) of the spread" } ?? ""
    return
      "A model, no measurement: \(used.assumed) of the \(used.all) values that it uses are assumed\(share). \(runs)."
  }

  /// The share of assumed values in the spread, such as `at most 35 %`; `nil` if the share was not computed.
  private var spreadShareText: String? {
    guard let shares = spreadShares else { return nil }
    let (least, most) = (
      NumberFormat.roughShare(shares.lowerBound), NumberFormat.roughShare(shares.upperBound)
    )
    if least == most { return most }
    return shares.lowerBound < 0.005 ? "at most \(most)" : "\(least) to \(most)"
  }

  /// The values that the estimate uses, with their sources.
  private var assumptions: Document.Block {
    let sentences = ([Self.disclaimer, estimate.isExact ? "" : spreadText] + estimate.assumptions)
      .filter { !$0.isEmpty }.joined(separator: " ")
    return .section(
      "Assumptions",
      [
        .paragraph(sentences),
        .table(
          Document.Table(
            texts: usedParameters.map { fact, value in
              ["\(fact.name) \(value.text(of: fact))", RichText(source(of: fact))]
            })),
      ])
  }
}
