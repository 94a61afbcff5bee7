/// A figure of an estimate before and after a change, under the same random numbers.
package struct ComparedFigure: Sendable {
  /// The subject of a figure.
  package enum Subject: Hashable, Sendable {
    case transfer(String)
    case task(String)
    case push(String)
    /// The app as a whole.
    case total
  }

  /// The kind of figure.
  package enum Figure: String, CaseIterable, Sendable {
    case validAndOnTimeShare
    case unfinishedShare, expiredShare, missedDeadlineShare
    case completionP50, completionP95
    case launchesPerDay, energyPerDay, cellularBytesPerDay

    /// `s`, `J`, `B`, or empty for a number or a share.
    package var unit: String {
      switch self {
      case .completionP50, .completionP95: "s"
      case .energyPerDay: "J"
      case .cellularBytesPerDay: "B"
      case .validAndOnTimeShare, .unfinishedShare, .expiredShare, .missedDeadlineShare, .launchesPerDay: ""
      }
    }

    /// Whether a higher value is better.
    package var prefersMore: Bool { self == .validAndOnTimeShare }
  }

  /// The subject.
  package let subject: Subject
  /// The figure.
  package let figure: Figure
  /// The value before the change; infinite for never, `nil` if the subject does not exist.
  package let before: Double?
  /// The value after the change; infinite for never, `nil` if the subject does not exist.
  package let after: Double?
  /// The 95 % confidence interval of the difference, from paired runs; `nil` for a single run that is not
  /// ideal. A bound is infinite if some of the runs never complete.
  package let interval: ClosedRange<Double>?
  /// The shares of draws of uncertain parameters in which it is better and worse after the change; `nil` without draws.
  package var draws: DrawShares?

  /// The value after minus the value before; infinite if one of them is never, 0 if both are.
  package var difference: Double? {
    guard let before, let after else { return nil }
    return Self.difference(from: before, to: after)
  }

  /// The difference of two values, of which one or both may be infinite.
  static func difference(from before: Double, to after: Double) -> Double {
    before == after ? 0 : after - before
  }

  /// Whether the interval of the difference excludes 0.
  package var isBeyondNoise: Bool {
    guard let interval else { return false }
    return interval.lowerBound > 0 || interval.upperBound < 0
  }

  /// Whether it is worse after the change, beyond the noise.
  package var isLoss: Bool {
    guard isBeyondNoise, let difference else { return false }
    return figure.prefersMore ? difference < 0 : difference > 0
  }

  /// The difference relative to the value before; infinite from 0 to something else.
  package var relativeDifference: Double? {
    guard let before, let difference else { return nil }
    guard before < .infinity else { return difference }
    return before == 0 ? (difference == 0 ? 0 : difference > 0 ? .infinity : -.infinity) : difference / before
  }
}

/// The effect of a change on an estimate, from paired runs.
package struct Comparison: Sendable {
  /// The figures of each transfer, task and push in the order of the policy before the change, then of added
  /// ones, and of the whole app.
  package private(set) var figures: [ComparedFigure]

  /// Compares two sets of runs with the same random numbers.
  package init(_ before: PairedRunResults, _ after: PairedRunResults) {
    let resamples = Resamples(runs: before.runs)
    var figures: [ComparedFigure] = []
    func add(
      _ subject: ComparedFigure.Subject, _ figure: ComparedFigure.Figure, before: [Double]?, after: [Double]?
    ) {
      figures.append(
        ComparedFigure(
          subject: subject, figure: figure, before: before.map(PairedMeans.mean),
          after: after.map(PairedMeans.mean),
          interval: before.flatMap { before in after.map { PairedMeans.interval(before, $0) } }))
    }
    for name in Self.names(before.transfers.map(\.name), after.transfers.map(\.name)) {
      let old = before.transfers.first { $0.name == name }
      let new = after.transfers.first { $0.name == name }
      add(
        .transfer(name), .validAndOnTimeShare, before: old?.validAndOnTimeShare,
        after: new?.validAndOnTimeShare)
      add(.transfer(name), .unfinishedShare, before: old?.unfinishedShare, after: new?.unfinishedShare)
      add(.transfer(name), .expiredShare, before: old?.expiredShare, after: new?.expiredShare)
      add(
        .transfer(name), .missedDeadlineShare, before: old?.missedDeadlineShare,
        after: new?.missedDeadlineShare)
      for (figure, share) in [(ComparedFigure.Figure.completionP50, 0.5), (.completionP95, 0.95)] {
        figures.append(
          Self.quantile(
            share, of: .transfer(name), figure: figure, before: old?.completions, after: new?.completions,
            resamples: resamples))
      }
      add(.transfer(name), .launchesPerDay, before: old?.launchesPerDay, after: new?.launchesPerDay)
      add(.transfer(name), .energyPerDay, before: old?.energyPerDay, after: new?.energyPerDay)
      add(
        .transfer(name), .cellularBytesPerDay, before: old?.cellularBytesPerDay,
        after: new?.cellularBytesPerDay)
    }
    func add(
      _ subject: ComparedFigure.Subject, before: PairedRunResults.Launches?, after: PairedRunResults.Launches?
    ) {
      add(subject, .launchesPerDay, before: before?.perDay, after: after?.perDay)
      add(subject, .energyPerDay, before: before?.energyPerDay, after: after?.energyPerDay)
    }
    for name in Self.names(before.tasks.map(\.name), after.tasks.map(\.name)) {
      add(
        .task(name), before: before.tasks.first { $0.name == name },
        after: after.tasks.first { $0.name == name })
    }
    for name in Self.names(before.pushes.map(\.name), after.pushes.map(\.name)) {
      add(
        .push(name), before: before.pushes.first { $0.name == name },
        after: after.pushes.first { $0.name == name })
    }
    add(.total, .launchesPerDay, before: before.launchesPerDay, after: after.launchesPerDay)
    add(.total, .energyPerDay, before: before.energyPerDay, after: after.energyPerDay)
    add(
      .total, .cellularBytesPerDay, before: before.sum(before.transfers.map(\.cellularBytesPerDay)),
      after: after.sum(after.transfers.map(\.cellularBytesPerDay)))
    self.figures = figures
  }

  /// Compares two estimates with the same random numbers, in their runs and in the draws of uncertain parameters.
  package init(_ before: PairedEstimate, _ after: PairedEstimate) {
    self.init(before.results, after.results)
    for index in figures.indices {
      figures[index].draws = DrawShares(
        figures[index].figure, of: figures[index].subject, before: before, after: after)
    }
  }

  /// A figure of a subject; `nil` if the comparison has none.
  package subscript(subject: ComparedFigure.Subject, figure: ComparedFigure.Figure) -> ComparedFigure? {
    figures.first { $0.subject == subject && $0.figure == figure }
  }

  private static func names(_ before: [String], _ after: [String]) -> [String] {
    before + after.filter { !before.contains($0) }
  }

  // MARK: - Statistics

  private static func quantile(
    _ share: Double, of subject: ComparedFigure.Subject, figure: ComparedFigure.Figure,
    before: [[Double]]?, after: [[Double]]?, resamples: Resamples
  ) -> ComparedFigure {
    let quantiles = resamples.quantiles(share, before: before, after: after)
    return ComparedFigure(
      subject: subject, figure: figure, before: quantiles.before, after: quantiles.after,
      interval: quantiles.interval)
  }
}

extension PairedRunResults {
  /// Launches of the whole app a day, by run.
  fileprivate var launchesPerDay: [Double] {
    sum(transfers.map(\.launchesPerDay) + tasks.map(\.perDay) + pushes.map(\.perDay))
  }

  /// Joules of the whole app a day, including tasks and pushes, by run.
  fileprivate var energyPerDay: [Double] {
    sum(transfers.map(\.energyPerDay) + tasks.map(\.energyPerDay) + pushes.map(\.energyPerDay))
  }

  /// The sums of columns, run by run.
  fileprivate func sum(_ columns: [[Double]]) -> [Double] {
    (0..<runs).map { run in columns.reduce(0) { $0 + $1[run] } }
  }
}
