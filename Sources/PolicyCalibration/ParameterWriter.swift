internal import PlatformFacts
internal import Quantities

/// Turns fits into parameters of the model, and reports the parameters that could not be fitted.
struct ParameterWriter {
  private(set) var parameters: [MeasuredParameter] = []
  private(set) var gaps: [String] = []
  private let origin: String

  /// A writer for an app's values from files; `date` is the latest date in these files.
  init(app: String?, files: [String], date: String?) {
    let most = 3
    let names =
      files.count > most
      ? ["\(files.count) logs"] : files.map { $0.pathNames.last.map(String.init) ?? $0 }
    origin =
      [app.map { "of \($0)" }, names.isEmpty ? nil : "in \(names.joined(separator: ", "))"]
      .compactMap { $0 }.joined(separator: " ") + (date.map { ", \($0)" } ?? "")
  }

  mutating func take(_ limiter: LimiterFit) {
    guard limiter.delays > 0 else {
      gaps.append("No line sets a request delay, so the limiter can't be calibrated.")
      return
    }
    if let base = limiter.base {
      add(.resumeBase, text: duration(base.value), base, unit: "s", basis: "\(limiter.delays) delays")
    } else {
      gaps.append(
        "No chain of delays begins after a reset, so its first delay may not be the base: log from before the app is opened."
      )
    }
    if let factor = limiter.factor {
      add(.resumeFactor, text: number(factor.value), factor, unit: "", basis: "\(limiter.delays) delays")
    } else {
      gaps.append(
        "No delay grows, so limiter.factor can't be measured: log several resumes without opening the app.")
    }
    if let cap = limiter.cap {
      add(
        .resumeCap, text: duration(cap.value), cap, unit: "s",
        basis: "\(cap.observations) delays at the longest")
    } else {
      let longest = limiter.longest.map { "; if there is one, it is longer than \(duration($0))" } ?? ""
      gaps.append("The delays never stay at a longest one, so limiter.cap can't be measured\(longest).")
    }
  }

  /// Reports that payloads alone contain no launches and no delays.
  mutating func reportMissingLog() {
    gaps.append("There is no log, so neither the limiter nor launches a day can be measured.")
  }

  mutating func take(refreshes: LaunchFit?, processing: LaunchFit?, pushes: LaunchFit?) {
    guard let refreshes, let processing, let pushes else {
      gaps.append("The logs cover less than most of a day, so launches a day can't be measured.")
      return
    }
    if refreshes.launches > 0, let devices = refreshes.devices {
      let basis = basis(of: refreshes, what: "app refreshes")
      add(
        .refreshesPerDay, text: number(devices.median.value), devices.median, unit: "",
        basis: "the median of \(devices.median.observations) logs, each taken as a device: \(basis)")
      add(
        .refreshSpread, text: number(devices.spread.value), devices.spread, unit: "",
        basis: "the spread of \(devices.spread.observations) logs, each taken as a device")
    } else if refreshes.launches > 0 {
      add(
        .refreshesPerDay, text: number(refreshes.perDay.value), refreshes.perDay, unit: "",
        basis: basis(of: refreshes, what: "app refreshes"))
    } else {
      gaps.append("No app refresh was logged.")
    }
    take(refreshes, key: .refreshGap, what: "app refreshes")
    if processing.launches > 0, processing.days >= 2 {
      add(
        .processingPerDay, text: number(processing.perDay.value), processing.perDay, unit: "",
        basis: basis(of: processing, what: "processing tasks"))
    } else {
      gaps.append(
        processing.launches > 0
          ? "The logs cover less than two nights, so processing.per_day can't be measured."
          : "No processing task was logged.")
    }
    take(pushes, key: .pushGap, what: "launches for pushes")
    if pushes.launches > 0 {
      gaps.append(
        "The logs show \(number(pushes.perDay.value)) launches a day for pushes, and not how many pushes were sent: push.per_day is that or more, and push.spread can't be measured."
      )
    }
  }

  /// Takes the least gap as the gap that the system enforces if most gaps are about as long, or if the least gap is shorter
  /// than the assumed gap.
  private mutating func take(_ fit: LaunchFit, key: ParameterKey<TimeSpan>, what: String) {
    guard let gap = fit.leastGap else {
      gaps.append("Too few \(what) were logged to measure \(key.name).")
      return
    }
    if fit.isThrottled || gap.value < key.usual.seconds {
      add(key, text: duration(gap.value), gap, unit: "s", basis: "the least of \(gap.observations) gaps")
    } else {
      gaps.append(
        "The least gap between \(what) was \(duration(gap.value)): \(key.name) is that or less, and nothing shows that it was reached."
      )
    }
  }

  private func basis(of fit: LaunchFit, what: String) -> String {
    "\(fit.launches) \(what) in \(number(fit.days)) days"
  }

  private mutating func add<Parameter>(
    _ key: ParameterKey<Parameter>, text: String, _ measured: LimiterFit.Measured, unit: String, basis: String
  ) {
    parameters.append(
      MeasuredParameter(
        name: key.name, text: text, range: range(of: key.fact, measured, unit: unit), measured: measured,
        unit: unit, source: origin.isEmpty ? basis : "\(basis) \(origin)"))
  }

  /// The range of a value as text; `nil` if both ends are equal.
  ///
  /// If there are too few observations for an interval, the range is the published range.
  private func range(of fact: ParameterFact, _ measured: LimiterFit.Measured, unit: String) -> String? {
    let scale = unit == "s" ? 1e-3 : 1
    func published(_ end: String?) -> Double? { end.flatMap(fact.value(of:))?.number.map { $0 * scale } }
    let least = measured.interval?.lowerBound ?? published(fact.range?.low) ?? measured.value
    let greatest = measured.interval?.upperBound ?? published(fact.range?.high) ?? measured.value
    let longest = unit == "s" ? Quantity.longestDuration.seconds : fact.bounds.greatest
    func text(_ bound: Double) -> String {
      let bound = min(max(bound, fact.bounds.least), longest)
      return unit == "s" ? duration(bound) : number(bound)
    }
    let (low, high) = (text(min(least, measured.value)), text(max(greatest, measured.value)))
    return low == high ? nil : "\(low)..\(high)"
  }

  private func duration(_ seconds: Double) -> String {
    let milliseconds = rounded(seconds) * 1_000
    return TimeSpan(milliseconds: milliseconds < 0x1p62 ? Int64(milliseconds.rounded()) : .max).description
  }

  private func number(_ value: Double) -> String {
    let value = rounded(value)
    return value == value.rounded() && value < 1e15 ? "\(Int(value))" : "\(value)"
  }

  /// A number rounded to four digits; logs are not more precise.
  private func rounded(_ value: Double) -> Double {
    guard value > 0, value.isFinite else { return 0 }
    var unit = 1.0
    while value / unit >= 10_000 { unit *= 10 }
    guard unit == 1 else { return (value / unit).rounded() * unit }
    var factor = 1.0
    while value * factor < 1_000, factor < 1e6 { factor *= 10 }
    return (value * factor).rounded() / factor
  }
}
