package import PolicySim
internal import Quantities

extension NumberFormat {
  /// A length of time, or a dash without a value.
  static func duration(_ seconds: Double?) -> String { seconds.map { duration($0) } ?? "–" }

  /// A count, or a dash without a value.
  static func count(_ value: Double?) -> String { value.map { count($0) } ?? "–" }

  /// Launches with their noun: `1 launch`, `2.5 launches`. `error` follows the number.
  static func launches(_ mean: Double?, _ error: String = "") -> String {
    "\(count(mean))\(error) launch\(mean == 1 && error.isEmpty ? "" : "es")"
  }

  /// A share, or a dash without a value.
  static func share(_ fraction: Double?) -> String { fraction.map { share($0) } ?? "–" }

  /// A share over the runs. In words if the share is 0 or 1 in all runs; a dash without a value.
  static func share(_ share: MeanShare?) -> String {
    guard let share else { return "–" }
    if share.value <= 0, share.runs > 1 { return unseen(inRuns: share.runs) }
    if share.value >= 1, share.runs > 1 { return complete(inRuns: share.runs) }
    return self.share(share.value)
  }

  /// The error of a share, at least `0.1 %`.
  static func shareError(_ fraction: Double) -> String { share(max(fraction, 0.001)) }

  /// The error of a length of time, to about two digits.
  static func durationError(_ seconds: Double) -> String { duration(seconds, .toNearestOrEven) }

  /// A length of time to about two digits, rounded to whole larger units by a rule.
  private static func duration(_ seconds: Double, _ rule: FloatingPointRoundingRule) -> String {
    let text = duration(seconds)
    let parts = text.split(separator: " ")
    // At ten larger units or more, the smaller unit is not significant.
    guard parts.count > 1, let first = Int(parts[0].dropLast()), first >= 10,
      let unit = [("d", TimeSpan.secondsPerDay), ("h", 3_600), ("m", 60)].first(where: {
        parts[0].hasSuffix($0.0)
      })
    else { return text }
    return duration((seconds / unit.1).rounded(rule) * unit.1)
  }

  /// A range of times to about two digits. The range is rounded outwards, so that the text covers the whole range.
  static func durationRange(_ band: Band) -> String {
    range(band, low: { duration($0, .down) }, high: { duration($0, .up) })
  }

  /// The half width of an interval: `±3m`. Empty if the error rounds to zero.
  ///
  /// `±?` means that there are too few runs for a bound.
  package static func error(_ interval: Interval?, of value: Double?, _ form: (Double) -> String) -> String {
    guard let interval, let value else { return "" }
    guard let width = interval.halfWidth(around: value) else { return " ±?" }
    let text = form(width)
    return text == form(0) || text.hasPrefix("<") ? "" : " ±\(text)"
  }

  /// The range over the interpretations of the limiter's rules.
  static func range(_ band: Band, _ form: (Double) -> String) -> String {
    range(band, low: form, high: form)
  }

  private static func range(_ band: Band, low: (Double) -> String, high: (Double) -> String) -> String {
    guard let least = band.low else { return "–" }
    let ends = [low(least), band.high.map(high) ?? "never"]
    return ends[0] == ends[1] ? ends[0] : ends.joined(separator: " … ")
  }

  /// An energy in joules and as a battery's charge: `1.9 kJ (137 mAh)`.
  static func energy(_ joules: Double, in estimate: Estimate) -> String {
    "\(energy(joules)) (\(charge(estimate.charge(of: joules))))"
  }

  /// A battery's charge: `0.25 mAh`.
  static func charge(_ milliampereHours: Double) -> String {
    "\(decimals(milliampereHours, milliampereHours < 1 ? 2 : milliampereHours < 10 ? 1 : 0)) mAh"
  }

  /// An effect of a parameter in the unit of the figure.
  static func value(_ value: Double, unit: String, isShare: Bool) -> String {
    switch unit {
    case "s": duration(value)
    case "B": bytes(value)
    case "J": energy(value)
    default: isShare ? share(value) : count(value)
    }
  }
}

extension EstimateReport {
  /// A quantile with its Monte Carlo error, or the range of the interpretations if `band` is not `nil`.
  func cell(
    _ quantile: Quantile, of distribution: Distribution, band: Band?, as form: @escaping (Double) -> String,
    error: ((Double) -> String)? = nil
  ) -> String {
    if let band { return NumberFormat.range(band, form) }
    guard let value = distribution.quantile(quantile.share) else { return "–" }
    let interval = estimate.isExact ? nil : distribution.interval(of: quantile.share)
    return form(value) + NumberFormat.error(interval, of: value, error ?? form)
  }

  /// The interval of a quantile of a transfer's completion over the values of uncertain parameters. `nil` if
  /// parameters were not drawn.
  func predictive(_ quantile: Quantile, of transfer: TransferEstimate) -> String? {
    guard let (prediction, index) = prediction(of: transfer), transfer.completion.count > 0 else {
      return nil
    }
    let interval = prediction.interval(of: quantile, transfer: index)
    guard interval.low != nil else { return "never" }
    return NumberFormat.range(Band([interval.low, interval.high]), NumberFormat.duration)
  }

  /// The parameters that decide a transfer's p95. `nil` if no parameter dominates.
  func deciding(_ transfer: TransferEstimate) -> String? {
    guard let (prediction, index) = prediction(of: transfer) else { return nil }
    let causes = prediction.causes(of: .p95, transfer: index)
    guard !causes.isEmpty else { return nil }
    return DisplayText.list(causes.prefix(3).map { "\($0.parameter) (\(NumberFormat.share($0.share)))" })
  }

  /// The times of p95 on the two sides of the threshold that splits them best, such as `With wifi_budget from 4.2GB on (52 % of the
  /// draws), 95 % of work is done by 15h … 1d 15h; otherwise never`. `nil` if no parameter splits the times beyond chance.
  func splitText(of transfer: TransferEstimate) -> String? {
    guard let (prediction, index) = prediction(of: transfer),
      let split = prediction.split(of: .p95, transfer: index)
    else { return nil }
    let sides = prediction.sides(of: split, .p95, transfer: index)
    func text(_ interval: Interval) -> String {
      guard interval.low != nil else { return "never" }
      return "by \(NumberFormat.durationRange(Band([interval.low, interval.high])))"
    }
    return
      "With \(split.condition) (\(NumberFormat.roughShare(1 - split.shareBelow)) of the values that are possible), 95 % of \(transfer.name) is done \(text(sides.above)); otherwise \(text(sides.below))"
  }

  /// A quantile with its Monte Carlo error.
  func cell(
    _ quantile: Quantile, of distribution: Distribution, as form: @escaping (Double) -> String
  ) -> String {
    cell(quantile, of: distribution, band: nil, as: form)
  }

  /// A transfer's completion at a quantile.
  func completion(_ quantile: Quantile, of transfer: TransferEstimate) -> String {
    let band = transfer.completionBand { $0.quantile(quantile.share) }
    if band.low == nil, transfer.completion.count > 0 { return "never" }
    return cell(
      quantile, of: transfer.completion, band: transfer.isBandTooWide ? band : nil, as: NumberFormat.duration,
      error: NumberFormat.durationError)
  }

  /// The launches that a transfer causes at a quantile.
  func launches(_ quantile: Quantile, of transfer: TransferEstimate) -> String {
    cell(
      quantile, of: transfer.launches, band: Self.band(quantile, transfer.launchesBand),
      as: NumberFormat.count)
  }

  /// The time in which the limiter holds a transfer at a quantile.
  func held(_ quantile: Quantile, of transfer: TransferEstimate) -> String {
    cell(
      quantile, of: transfer.limiterDelay, band: Self.band(quantile, transfer.limiterDelayBand),
      as: NumberFormat.duration, error: NumberFormat.durationError)
  }

  /// The range of a quantile. `nil` if a single number is accurate. The decision is the same for all columns,
  /// so that p50 is never later than p95.
  private static func band(_ quantile: Quantile, _ range: ((Distribution) -> Double?) -> Band) -> Band? {
    range(\.p50).isTooWide || range(\.p95).isTooWide ? range { $0.quantile(quantile.share) } : nil
  }

  /// A note for a transfer that completes only in some runs.
  func incompleteText(of transfer: TransferEstimate) -> String? {
    guard let share = transfer.completeShare, share < 1 else { return nil }
    guard share > 0 else { return "completes in no run" }
    return "completes in \(NumberFormat.share(share)) of the cases, and never in the others"
  }

  func words(of backlog: Backlog) -> String {
    switch backlog.cause {
    case .byteBudget(let offered, let allowed):
      "does not keep up: \(NumberFormat.bytes(offered)) a day under \(NumberFormat.bytes(allowed))"
    case .growth: "does not keep up: \(NumberFormat.bytes(backlog.bytesPerDay)) a day are left over"
    }
  }
}

extension EstimateReport {
  /// The daily cellular bytes of many users and their price, such as `per day for 1000 users: cellular 12.0
  /// GB, at 5 a gigabyte 60`. `nil` if no price is set.
  var fleetText: String? {
    estimate.fleetCost.map { cost in
      "per day for \(NumberFormat.count(cost.users)) users: cellular \(NumberFormat.bytes(cost.bytes)), at "
        + "\(NumberFormat.decimals(cost.pricePerGigabyte, 2)) a gigabyte \(NumberFormat.decimals(cost.price, 2))"
    }
  }
}
