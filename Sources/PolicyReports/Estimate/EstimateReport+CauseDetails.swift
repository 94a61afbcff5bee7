internal import PlatformFacts
internal import PolicySim

extension EstimateReport {
  /// The cost of each mechanism, and the parameters that move each figure.
  func causes(_ explanation: Explanation) -> [Document.Block] {
    let transfers = zip(estimate.transfers, explanation.transfers).flatMap { transfer, causes in
      let title = "\(transfer.name), completion"
      return blocks(title, unit: "s", causes, explanation.parts)
        + (explanation.parts.contains(.parameters) ? [variance(of: transfer, title)].compactMap(\.self) : [])
    }
    return transfers + blocks("the app, launches a day", unit: "", explanation.launches, explanation.parts)
  }

  private func blocks(
    _ title: String, unit: String, _ causes: Explanation.Causes, _ parts: Set<Explanation.Part>
  ) -> [Document.Block] {
    (parts.contains(.mechanisms) ? [costs(of: causes, title: title)] : [])
      + (parts.contains(.parameters) ? [swings(title, unit: unit, causes: causes)] : [])
  }

  /// Each parameter's part of the variance of p95 over the draws. `nil` if parameters were not drawn.
  private func variance(of transfer: TransferEstimate, _ title: String) -> Document.Block? {
    guard let (prediction, index) = prediction(of: transfer) else { return nil }
    let title = "\(title): spread of p95 if uncertain values are otherwise, by parameter"
    let causes = prediction.causes(of: .p95, transfer: index)
    guard !causes.isEmpty else { return .section(title, [.paragraph("no parameter stands out from chance")]) }
    let rest = 1 - causes.reduce(0) { $0 + $1.share }
    let rows =
      causes.map { cause -> [RichText] in
        [
          "\(cause.parameter)",
          "\(NumberFormat.share(cause.share))\(cause.confidence == .assumed ? ", assumed" : "")",
        ]
      } + (rest > 0 ? [["the others, and combinations", "\(NumberFormat.share(rest))"]] : [])
    let split = splitText(of: transfer).map { [Document.Block.paragraph("\($0).")] } ?? []
    return .section(title, [.table(Document.Table(texts: rows))] + split)
  }

  private func costs(of causes: Explanation.Causes, title: String) -> Document.Block {
    let title = "\(title): share of the mean by mechanism"
    guard !causes.costs.isEmpty else {
      return .section(title, [.paragraph("no mechanism has a cost beyond the noise")])
    }
    let rows = causes.costs.filter { abs($0.share) >= 0.001 }.map { cost in
      [Document.Cell(text: cost.mechanism.rawValue), Document.Cell(text: NumberFormat.cost(cost))]
    }
    let table = Document.Table(
      columns: [
        Document.Table.Column(title: "", isNumber: false, minimumWidth: 21),
        Document.Table.Column(title: "", isNumber: true, minimumWidth: 17),
      ], rows: rows)
    return .section(
      title,
      [
        .table(table),
        .paragraph("Mechanisms interact, so the shares need not add up to 100 %."),
      ])
  }

  private func swings(_ title: String, unit: String, causes: Explanation.Causes) -> Document.Block {
    let title = "\(title): parameters that drive p95"
    guard !causes.swings.isEmpty else {
      return .section(title, [.paragraph("no parameter moves it beyond the noise")])
    }
    func text(_ end: Explanation.Swing.End) -> String {
      end.quantile.map { NumberFormat.value($0, unit: unit, isShare: false) } ?? "never"
    }
    let rows = causes.swings.map { swing -> [RichText] in
      [
        "\(swing.parameter) \(swing.low.value) … \(swing.high.value)",
        "\(text(swing.low)) … \(text(swing.high))\(swing.basisSuffix)",
      ]
    }
    return .section(title, [.table(Document.Table(texts: rows))])
  }
}

extension Explanation.Swing {
  /// The confidence in the parameter's range, if the range is assumed or measured instead of published.
  fileprivate var basisSuffix: String {
    confidence == .assumed || confidence == .measured ? ", \(confidence.rawValue)" : ""
  }
}

extension NumberFormat {
  /// The cost of a mechanism: a share of the figure, or a multiple of the figure without the mechanism.
  static func cost(_ cost: Explanation.Cost) -> String {
    if cost.share < -1 { return "\(count(1 - cost.share)) times without it" }
    let share = cost.share < 0 ? "−\(share(-cost.share))" : share(cost.share)
    return share + error(cost.interval, of: cost.share, shareError)
  }
}
