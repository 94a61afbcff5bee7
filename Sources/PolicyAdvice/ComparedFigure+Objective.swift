internal import PolicyModel
internal import PolicySim

extension Comparison {
  /// The largest improvement of a figure that counts for an objective.
  func gain(in objective: Advisor.Objective) -> Double {
    figures.filter { $0.isBetter && $0.objective == objective }.map { -$0.change }.max() ?? 0
  }

  /// The relative increase of the launches of a task; 0 if the launches do not increase beyond the noise.
  func gain(inLaunchesOf task: String) -> Double {
    let launches = figures.first {
      $0.subject == .task(task) && $0.figure.figure.name == Figure.launchesPerDay.name
    }
    guard let launches, launches.isBeyondNoise, let more = launches.relativeDifference else { return 0 }
    return more >= Advisor.leastEffect ? more : 0
  }
}

extension ComparedFigure {
  private var advice: Figure.Advice? { figure.figure.advice }

  /// The objective for which the figure counts; `nil` if the figure does not count for advice.
  var objective: Advisor.Objective? {
    switch advice?.objective {
    case .delivery: .delivery
    case .completion: .completion
    case .launches: .launches
    case .energy: .energy
    case nil: nil
    }
  }

  /// Whether the figure counts for advice: launches, energy and bytes count only for the app as a whole.
  private var counts: Bool { advice.map { !$0.isOfApp || subject == .total } ?? false }

  /// The change for the worse: the difference of a share, or the relative difference of any other figure; negative for an
  /// improvement.
  fileprivate var change: Double {
    let change = objective == .delivery ? difference ?? 0 : relativeDifference ?? 0
    return figure.figure.prefersMore ? -change : change
  }

  /// The amount by which the figure gets worse; 0 if the figure gets better.
  var loss: Double { max(0, change) }

  private var least: Double { objective == .delivery ? Advisor.leastShare : Advisor.leastEffect }

  /// Whether the figure gets better beyond the noise, and by enough to count.
  ///
  /// A better median alone, or fewer bytes over cellular alone, is not a reason for an edit.
  var isBetter: Bool {
    counts && advice?.reasons.contains(figure.statistic) ?? false && isBeyondNoise && change <= -least
  }

  /// Whether the figure gets worse beyond the noise, and by enough to count.
  var isWorse: Bool { counts && isBeyondNoise && change >= least }
}
