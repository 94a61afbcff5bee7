internal import Quantities

/// The limiter's parameters from the delays of a log: the first delay, its growth, and its cap.
package struct LimiterFit: Hashable, Sendable {
  /// The first delay in seconds.
  package var base: Measured?
  /// The growth with each resume.
  package var factor: Measured?
  /// The cap in seconds; `nil` if no delay reached the cap.
  package var cap: Measured?
  /// The number of delays.
  package var delays = 0
  /// The number of chains of growing delays.
  package var chains = 0
  /// The number of chains that begin after a reset, so that their first delay is the base.
  package var wholeChains = 0
  /// The number of delays that are left out because they fit no step of the growth.
  package var outliers = 0
  /// The median relative residual of the delays.
  package var deviation: Double?
  /// R² of the logarithms of the delays; `nil` if all delays are equal.
  package var determination: Double?
  /// The longest delay in the log, in seconds.
  package var longest: Double?

  /// A measured value with its 95 % confidence interval.
  package struct Measured: Hashable, Sendable {
    /// The estimate: seconds of a delay or gap, a factor, or a number a day.
    package var value: Double
    /// The bounds of the confidence interval, in the unit of the value; `nil` if the log has too few observations.
    package var interval: ClosedRange<Double>?
    /// The number of observations.
    package var observations: Int
  }

  /// The relative difference up to which two delays count as equal.
  private static let tolerance = 0.1

  /// Fits the limiter to chains of delays.
  package static func fit(_ all: [Chain]) -> LimiterFit {
    let chains = all.filter { !$0.delays.isEmpty }
    let values = chains.flatMap(\.delays)
    var fit = LimiterFit()
    fit.delays = values.count
    fit.chains = chains.count
    fit.wholeChains = chains.count(where: \.isWhole)
    fit.longest = values.max()
    guard let top = fit.longest, top > 0 else { return fit }
    let plateau = plateau(in: chains, top: top)
    // Delays at the cap contain no information about the growth.
    let growing = chains.map { chain in
      Chain(
        delays: plateau.map { cap in chain.delays.filter { $0 < cap.value * (1 - tolerance) } }
          ?? chain.delays, isWhole: chain.isWhole)
    }
    let steps = growing.flatMap { chain in
      zip(chain.delays, chain.delays.dropFirst()).map { naturalLog($1 / $0) }
    }
    guard let step = step(steps) else {
      fit.base = firstDelays(growing)
      fit.cap = fit.base == nil ? nil : plateau
      return fit
    }
    fit.cap = plateau
    fit.fitLine(growing, step)
    return fit
  }

  /// The growth of one step as a logarithm; `nil` if no delay grows.
  ///
  /// A lost line makes two steps look like a single step. The median tolerates such steps.
  private static func step(_ steps: [Double]) -> Double? {
    guard let median = steps.filter({ $0 > naturalLog(1 + tolerance / 2) }).median else { return nil }
    // If most steps span lost lines, the small steps are the true steps.
    let single = steps.filter { $0 > 0 && $0 < 1.5 * median }
    return single.median ?? median
  }

  /// The delay at which chains stop growing; `nil` if no chain stays at the longest delay.
  private static func plateau(in chains: [Chain], top: Double) -> Measured? {
    var values: [Double] = []
    for chain in chains {
      for (left, right) in zip(chain.delays, chain.delays.dropFirst())
      where abs(right / top - 1) < tolerance && abs(left / top - 1) < tolerance {
        values += values.isEmpty ? [left, right] : [right]
      }
    }
    let grows = chains.contains { chain in chain.delays.contains { $0 < top * (1 - tolerance) } }
    guard values.count >= 2, grows, let median = values.median else { return nil }
    return Measured(
      value: median, interval: (values.min() ?? median)...(values.max() ?? median),
      observations: values.count)
  }

  /// The median of the first delays of whole chains, for logs without growth; `nil` if no chain is whole.
  private static func firstDelays(_ chains: [Chain]) -> Measured? {
    let firsts = chains.filter(\.isWhole).compactMap(\.delays.first)
    guard let median = firsts.median else { return nil }
    return Measured(
      value: median,
      interval: firsts.count > 1 ? (firsts.min() ?? median)...(firsts.max() ?? median) : nil,
      observations: firsts.count)
  }

  /// Fits a straight line to the logarithms of the delays over the number of resumes.
  private mutating func fitLine(_ chains: [Chain], _ step: Double) {
    let firsts = chains.filter(\.isWhole).compactMap(\.delays.first).map(naturalLog).sorted()
    // A lost line makes a first delay too long, never too short, so the true first delay is among the shorter first delays. Without a whole
    // chain, only the growth can be measured, and any delay can be the start.
    guard
      let start = firsts.dropFirst((firsts.count - 1) / 4).first
        ?? chains.flatMap(\.delays).min().map(naturalLog)
    else { return }
    var points: [(resumes: Double, delay: Double)] = []
    for delay in chains.flatMap(\.delays) {
      let steps = (naturalLog(delay) - start) / step
      let whole = steps.rounded()
      if whole < 0 || abs(steps - whole) * step > naturalLog(1 + Self.tolerance) * max(1, whole / 4) {
        outliers += 1
      } else {
        points.append((whole, naturalLog(delay)))
      }
    }
    guard let line = Line(points) else {
      if !firsts.isEmpty { base = Measured(value: exponential(start), observations: firsts.count) }
      return
    }
    let t = studentT95(points.count - 2)
    func measured(_ value: Double, _ error: Double) -> Measured {
      // With almost no error, rounding may put a bound on the wrong side of the value.
      let bounds = [value - t * error, value, value + t * error].map { exponential($0) }.sorted()
      return Measured(
        value: exponential(value), interval: t.isFinite ? bounds[0]...bounds[2] : nil,
        observations: points.count)
    }
    factor = measured(line.slope, line.slopeError)
    if !firsts.isEmpty { base = measured(line.intercept, line.interceptError) }
    determination = line.determination
    deviation =
      points.map { abs(exponential($0.delay - line.intercept - line.slope * $0.resumes) - 1) }.median
  }
}

/// Delays that grow from resume to resume, until a reset.
package struct Chain: Hashable, Sendable {
  /// The delays in seconds.
  package var delays: [Double]
  /// Whether the first delay is the base, because a reset precedes it.
  package var isWhole: Bool

  /// A chain of delays in the order of the log.
  package init(delays: [Double], isWhole: Bool) {
    self.delays = delays
    self.isWhole = isWhole
  }

  /// The chains of a log. A chain ends at a reset, or before a delay that is shorter than the previous delay.
  package static func chains(of events: [LogEvent.Kind]) -> [Chain] {
    var chains: [Chain] = []
    var current = Chain(delays: [], isWhole: false)
    func shrinks(to delay: Double) -> Bool { current.delays.last.map { delay < $0 * 0.9 } ?? false }
    for event in events {
      switch event {
      case .delaySet(let delay):
        if shrinks(to: delay) {
          chains.append(current)
          current = Chain(delays: [], isWhole: true)
        }
        current.delays.append(delay)
      case .delayReset:
        if !current.delays.isEmpty { chains.append(current) }
        current = Chain(delays: [], isWhole: true)
      default: break
      }
    }
    return chains + (current.delays.isEmpty ? [] : [current])
  }
}

/// A least-squares line.
private struct Line {
  let slope: Double
  let intercept: Double
  let slopeError: Double
  let interceptError: Double
  let determination: Double?

  /// The line through points; `nil` if all points have the same number of resumes.
  init?(_ points: [(resumes: Double, delay: Double)]) {
    let count = Double(points.count)
    guard count > 1 else { return nil }
    let meanX = points.reduce(0) { $0 + $1.resumes } / count
    let meanY = points.reduce(0) { $0 + $1.delay } / count
    let spreadX = points.reduce(0) { $0 + ($1.resumes - meanX) * ($1.resumes - meanX) }
    let spreadY = points.reduce(0) { $0 + ($1.delay - meanY) * ($1.delay - meanY) }
    let joint = points.reduce(0) { $0 + ($1.resumes - meanX) * ($1.delay - meanY) }
    guard spreadX > 0 else { return nil }
    let slope = joint / spreadX
    let intercept = meanY - slope * meanX
    let rest = points.reduce(0) { sum, point in
      let residual = point.delay - intercept - slope * point.resumes
      return sum + residual * residual
    }
    let variance = count > 2 ? rest / (count - 2) : 0
    self.slope = slope
    self.intercept = intercept
    slopeError = (variance / spreadX).squareRoot()
    interceptError = (variance * (1 / count + meanX * meanX / spreadX)).squareRoot()
    determination = spreadY > 0 ? max(0, 1 - rest / spreadY) : nil
  }
}
