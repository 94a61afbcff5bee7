internal import PolicySim

extension Comparison {
  /// The largest improvement of a figure that counts for an objective.
  func gain(in objective: Advisor.Objective) -> Double {
    figures.filter { $0.isBetter && $0.objective == objective }.map { -$0.change }.max() ?? 0
  }
}

extension ComparedFigure {
  /// The objective for which the figure counts; `nil` for the parts of those that are not delivered in time.
  var objective: Advisor.Objective? {
    switch figure {
    case .validAndOnTimeShare: .delivery
    case .unfinishedShare, .expiredShare, .missedDeadlineShare: nil
    case .completionP50, .completionP95: .completion
    case .launchesPerDay: .launches
    case .energyPerDay, .cellularBytesPerDay: .energy
    }
  }

  /// Whether it decides about advice: launches, energy and bytes count only for the app as a whole.
  private var counts: Bool {
    switch figure {
    case .validAndOnTimeShare, .completionP50, .completionP95: true
    case .unfinishedShare, .expiredShare, .missedDeadlineShare: false
    case .launchesPerDay, .energyPerDay, .cellularBytesPerDay: subject == .total
    }
  }

  /// The change for the worse: of a share its difference, of any other figure the relative one.
  fileprivate var change: Double {
    let change = objective == .delivery ? difference ?? 0 : relativeDifference ?? 0
    return figure.prefersMore ? -change : change
  }

  /// The amount by which it gets worse.
  var loss: Double { max(0, change) }

  private var least: Double { objective == .delivery ? Advisor.leastShare : Advisor.leastEffect }

  /// Whether it gets better beyond the noise, and by enough to count.
  ///
  /// A better median or less cellular alone is not a reason for an edit.
  var isBetter: Bool {
    counts && figure != .completionP50 && figure != .cellularBytesPerDay && isBeyondNoise && change <= -least
  }

  /// Whether it gets worse beyond the noise, and by enough to count.
  var isWorse: Bool { counts && isBeyondNoise && change >= least }
}
