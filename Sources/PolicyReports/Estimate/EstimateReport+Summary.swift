internal import PlatformFacts
internal import PolicyModel
internal import PolicySim
internal import PolicySyntax

extension EstimateReport {
  /// The estimate for a pull request: budgets first, then figures, and the assumptions folded.
  var summary: Document {
    var blocks: [Document.Block] = [
      .report(
        "bgpolicy estimate",
        headline: "\(sign: sign) \(subject), scenario \(code: estimate.scenario): \(answer)")
    ]
    blocks += undone.map(\.block)
    if let sentence = lint?.sentence { blocks.append(.prose("\(sentence).")) }
    if !verdicts.isEmpty { blocks.append(.table(BudgetTable(verdicts.worstFirst).table)) }
    if !estimate.transfers.isEmpty { blocks.append(transferTable) }
    blocks += estimate.transfers.compactMap(splitText).map { .prose("\($0).") }
    if estimate.prediction == nil, estimate.transfers.contains(where: \.isBandTooWide) {
      blocks.append(
        .paragraph(
          "A range replaces a number if the readings of an unclear rule of iOS differ by more than 3×."
        ))
    }
    for transfer in estimate.transfers where !transfer.isMostlyUndone {
      if let words = incompleteText(of: transfer) {
        blocks.append(.prose("\(code: transfer.name): \(words)."))
      }
    }
    blocks += estimate.notEstimated.map {
      .prose("\(code: title(of: $0)): not estimated, because \($0.reason). The totals leave it out.")
    }
    if !estimate.tasks.isEmpty || !estimate.pushes.isEmpty { blocks.append(launchTable) }
    blocks.append(.paragraph(totalLine))
    if let explanation = estimate.explanation { blocks += causeTables(explanation) }
    blocks.append(.folded("Assumptions", assumptions))
    return Document(blocks: blocks, isForComments: true)
  }

  private static func table(
    _ heads: [String], texts: Int = 1, _ rows: [[RichText]]
  ) -> Document.Block {
    .table(
      Document.Table(columns: heads, rows: rows.map { $0.map { Document.Cell($0) } }, textColumns: texts))
  }

  /// A table with columns of numbers, and texts before and after them.
  private static func table(_ heads: [String], numbers: Range<Int>, _ rows: [[RichText]]) -> Document.Block {
    let columns = heads.enumerated().map { index, title in
      Document.Table.Column(title: title, isNumber: numbers.contains(index))
    }
    return .table(Document.Table(columns: columns, rows: rows.map { $0.map { Document.Cell($0) } }))
  }

  // MARK: - Transfers, tasks and pushes

  private var transferTable: Document.Block {
    Self.table(
      [
        "Transfer", "Half done by", "95 % done by", "95 % if uncertain values differ",
        Figure.unfinishedShare.capitalizedTitle,
      ]
        + Figure.ofAppCompared.map(\.capitalizedTitle),
      estimate.transfers.map { transfer in
        [.code(transfer.name)]
          + ([
            middle(.p50, of: transfer), middle(.p95, of: transfer),
            predictive(.p95, of: transfer) ?? "–",
            NumberFormat.share(transfer.share(of: .unfinishedShare)),
          ] + Figure.ofAppCompared.map { $0.text(transfer[$0], in: estimate) }).map { RichText($0) }
      })
  }

  /// A quantile of the completion: the median over the possible values of uncertain parameters, or the quantile with the model's values,
  /// its Monte Carlo error and its range over the interpretations of an unclear rule.
  func middle(_ quantile: Quantile, of transfer: TransferEstimate) -> String {
    estimate.prediction == nil ? completion(quantile, of: transfer) : time(quantile, of: transfer)
  }

  private var launchTable: Document.Block {
    let launches =
      estimate.tasks.map { (title(of: $0), $0.launchesPerDay) }
      + estimate.pushes.map { (title(of: $0), $0.launchesPerDay) }
    return Self.table(
      ["Task or push", "Launches a day, p50", "p95"],
      launches.map { name, launches in
        [
          .code(name), RichText(cell(.p50, of: launches, as: NumberFormat.count)),
          RichText(cell(.p95, of: launches, as: NumberFormat.count)),
        ]
      })
  }

  private var totalLine: String {
    "The app, per day, on average: " + Figure.ofApp.map(wordsOfMean).joined(separator: ", ")
      + (fleetText.map { "; \($0)" } ?? "")
  }

  // MARK: - Causes

  private func causeTables(_ explanation: Explanation) -> [Document.Block] {
    let figures =
      zip(estimate.transfers, explanation.transfers).map { (RichText.code($0.name), "s", $1) }
      + [("Launches of the app", "", explanation.launches)]
    return figures.flatMap { title, unit, causes in
      costTable(title, causes) + swingTable(title, unit: unit, causes: causes)
    }
  }

  private func costTable(_ title: RichText, _ causes: Explanation.Causes) -> [Document.Block] {
    guard !causes.costs.isEmpty else { return [] }
    return [
      .prose("\(title): share of the mean by mechanism"),
      Self.table(
        ["Mechanism", "Share"],
        causes.costs.map { [.code($0.mechanism.rawValue), RichText(NumberFormat.cost($0))] }),
    ]
  }

  private func swingTable(
    _ title: RichText, unit: String, causes: Explanation.Causes
  ) -> [Document.Block] {
    guard !causes.swings.isEmpty else { return [] }
    func text(_ end: Explanation.Swing.End) -> RichText {
      "\(end.quantile.map { NumberFormat.value($0, unit: unit, isShare: false) } ?? "never") at \(end.value)"
    }
    return [
      .prose("\(title): parameters that drive p95"),
      Self.table(
        ["Parameter", "Low", "High", "Basis"], numbers: 1..<3,
        causes.swings.map { swing in
          [
            .code(swing.parameter), text(swing.low), text(swing.high),
            RichText(
              swing.isAssumed || swing.confidence == .measured ? swing.confidence.rawValue : "known"),
          ]
        }),
    ]
  }

  // MARK: - Basis

  private var assumptions: [Document.Block] {
    [
      .paragraph(([Self.disclaimer, basis] + estimate.assumptions).joined(separator: " ")),
      Self.table(
        ["Parameter", "Value", "Basis"], numbers: 1..<2,
        usedParameters.map { fact, value in
          [.code(fact.name), RichText(value.text(of: fact)), RichText(source(of: fact))]
        }),
    ]
  }
}
