internal import PlatformFacts
internal import PolicySim

// The times of a transfer over the possible values of uncertain parameters.
extension EstimateReport {
  /// A quantile of the completion: the median over the possible values of uncertain parameters, or the quantile with the model's values if
  /// parameters were not drawn.
  func time(_ quantile: Quantile, of transfer: TransferEstimate) -> String {
    guard transfer.completion.count > 0 else { return "–" }
    if let (prediction, index) = prediction(of: transfer) {
      return prediction.median(of: quantile, transfer: index).map { NumberFormat.duration($0) } ?? "never"
    }
    return transfer.completion.quantile(quantile.share).map { NumberFormat.duration($0) } ?? "never"
  }

  /// The rows about uncertain parameters: the ranges of the times over the possible values and, if a parameter decides, a second row with
  /// its threshold. Empty if the times differ little. `decided` contains the thresholds that earlier rows have shown; these get no second
  /// row.
  func uncertainty(
    of transfer: TransferEstimate, _ quantiles: [Quantile], _ decided: inout Set<String>
  ) -> [[RichText]] {
    guard transfer.completion.count > 0 else { return [] }
    var ranges = quantiles.map { range(of: $0, of: transfer) }
    guard ranges.contains(where: { $0 != nil }) else { return [] }
    // If the ranges of p50 and p95 overlap, they would suggest that half of the work may be done after 95 % of the work. So the range of
    // p50 is left out.
    if overlaps(transfer) { ranges[0] = nil }
    let split = splitRow(of: transfer)
    let note = split == nil ? decidingText(transfer) : neverText(of: transfer)
    let row = [RichText("  uncertain")] + ranges.map { RichText($0 ?? "") } + [RichText(note ?? "")]
    guard let split, decided.insert(split.condition).inserted else { return [row] }
    return [row, split.row]
  }

  /// The share of the possible values of uncertain parameters with which 95 % of the work is never done; `nil` if the share is zero.
  private func neverText(of transfer: TransferEstimate) -> String? {
    guard let (prediction, index) = prediction(of: transfer) else { return nil }
    let share = prediction.neverShare(of: .p95, transfer: index)
    return share > 0 ? "never in \(NumberFormat.roughShare(share)) of the cases" : nil
  }

  /// A row with the times of p95 on both sides of a threshold, and the condition of the upper side. The threshold is the value of a
  /// parameter that splits the times best; `nil` if no parameter splits the times.
  private func splitRow(of transfer: TransferEstimate) -> (condition: String, row: [RichText])? {
    guard let (prediction, index) = prediction(of: transfer),
      let split = prediction.split(of: .p95, transfer: index)
    else { return nil }
    let sides = prediction.sides(of: split, .p95, transfer: index)
    func text(_ interval: Interval) -> String {
      interval.low == nil
        ? "never" : NumberFormat.durationRange(Band([interval.low, interval.high]))
    }
    let (above, below) = (text(sides.above), text(sides.below))
    guard above != below else { return nil }
    let row = [
      RichText("  decides"),
      RichText(
        "\(split.shortCondition) (\(NumberFormat.roughShare(1 - split.shareBelow))): \(above), else \(below)"),
    ]
    return (split.shortCondition, row)
  }

  /// Whether the greatest p50 is later than the least p95.
  private func overlaps(_ transfer: TransferEstimate) -> Bool {
    guard !estimate.isExact, let half = band(of: .p50, of: transfer), let late = band(of: .p95, of: transfer)
    else { return false }
    return half.high ?? .infinity > late.low ?? .infinity
  }

  /// The range of a quantile over the possible values of uncertain parameters, or over the interpretations of
  /// an unclear rule.
  private func range(of quantile: Quantile, of transfer: TransferEstimate) -> String? {
    guard let band = band(of: quantile, of: transfer) else { return nil }
    let text = NumberFormat.durationRange(band)
    return text.contains("…") ? text : nil
  }

  /// The range of a quantile; `nil` if the quantile never comes.
  private func band(of quantile: Quantile, of transfer: TransferEstimate) -> Band? {
    let band: Band
    if let (prediction, index) = prediction(of: transfer) {
      let interval = prediction.interval(of: quantile, transfer: index)
      band = Band([interval.low, interval.high])
    } else {
      band = transfer.completionBand { $0.quantile(quantile.share) }
    }
    return band.low == nil ? nil : band
  }

  private func decidingText(_ transfer: TransferEstimate) -> String? {
    guard let (prediction, index) = prediction(of: transfer) else {
      return "readings of an unclear rule of iOS"
    }
    return prediction.causes(of: .p95, transfer: index).first.map {
      "\($0.parameter) (\($0.confidence.rawValue)) decides"
    }
  }
}
