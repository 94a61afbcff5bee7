internal import PolicyLint
internal import PolicyModel
package import PolicySim
internal import PolicySyntax

/// Tries edits on a policy, and keeps those that help.
package struct Advisor {
  /// The criteria of an edit, the most important first.
  package enum Objective: Int, CaseIterable, Comparable {
    /// Fewer budgets are broken.
    case budgets
    /// Fewer items stay unfinished, outlive their validity or come after their deadline.
    case reliability
    /// The completion's p95 of a transfer falls.
    case completion
    /// The app is launched less often.
    case launches
    /// It costs less energy.
    case energy

    package static func < (left: Objective, right: Objective) -> Bool { left.rawValue < right.rawValue }
  }

  /// An edit that helps.
  package struct Proposal {
    /// The edit.
    package let candidate: AdviceCandidate
    /// The policy with the edit.
    package let alternative: Alternative
    /// The figures before and after it.
    package let comparison: Comparison
    /// The most important objective that it improves.
    package let objective: Objective
    /// The improvement: a number of budgets, a difference of shares, or a relative change.
    package let gain: Double
    /// The verdicts, with the edit, on the budgets that are broken without it and kept with it.
    package let fixed: [BudgetVerdict]
  }

  /// An edit that was tried and rejected.
  package struct Rejection {
    /// The edit.
    package let candidate: AdviceCandidate
    /// The reason, in a few words without a full stop.
    package let reason: String
  }

  /// The smallest relative change of a figure that counts.
  static let leastEffect = 0.05
  /// The smallest difference of a share that counts.
  static let leastShare = 0.005

  /// The unchanged policy, to which every edit is compared.
  package let before: EstimatedPolicy
  private let workers: any ParallelMap
  /// The edits that help, the best first.
  package private(set) var proposals: [Proposal] = []
  /// The rejected edits, in the order in which they were tried.
  package private(set) var rejections: [Rejection] = []

  /// Tries all edits that apply to a policy; `progress` receives the number of edits that are done, and of all edits.
  package init(
    _ before: EstimatedPolicy, _ workers: any ParallelMap, progress: (Int, Int) -> Void = { _, _ in }
  ) {
    self.before = before
    self.workers = workers
    let candidates = AdviceCandidate.all(for: before.alternative.policy)
    for (index, candidate) in candidates.enumerated() {
      progress(index, candidates.count)
      switch attempt(candidate) {
      case .success(let proposal): add(proposal)
      case .failure(let rejection):
        rejections.append(Rejection(candidate: candidate, reason: rejection.reason))
      }
    }
    proposals.sort { $0.isBetter(than: $1) }
  }

  private struct Reason: Error {
    let reason: String
  }

  /// Adds a proposal, or keeps the better one of it and a proposal of the same kind for the same subject.
  private mutating func add(_ proposal: Proposal) {
    let rival = proposals.firstIndex {
      $0.candidate.kind == proposal.candidate.kind && $0.candidate.subject == proposal.candidate.subject
    }
    guard let rival else { return proposals.append(proposal) }
    let isBetter = proposal.isClearlyBetter(than: proposals[rival])
    let (winner, loser) = isBetter ? (proposal, proposals[rival]) : (proposals[rival], proposal)
    proposals[rival] = winner
    rejections.append(
      Rejection(candidate: loser.candidate, reason: "helps no more than \"\(winner.candidate.title)\""))
  }

  // MARK: - One edit

  private func attempt(_ candidate: AdviceCandidate) -> Result<Proposal, Reason> {
    let original = before.alternative
    guard let changed = original.with(candidate.edits) else {
      return .failure(
        Reason(reason: "the edit can't be applied to the policy's text, or makes the policy invalid"))
    }
    if let finding = changed.newFindings(besides: original).first(where: { $0.severity > .info }) {
      return .failure(Reason(reason: "would bring \(finding.severity.label)[\(finding.name)]"))
    }
    let values = Estimator.pairedRunResults(of: changed.policy, before.settings, on: workers)
    let comparison = Comparison(before.values, values)
    let mayFix = before.verdicts.contains { $0.isBroken }
    guard comparison.figures.contains(where: { $0.isBetter || (mayFix && $0.isBeyondNoise) }) else {
      return .failure(Reason(reason: "makes no difference beyond the noise"))
    }
    for figure in comparison.figures where figure.isWorse && figure.weight < .launches {
      if case .transfer(let name) = figure.subject, !candidate.transfers.contains(name) {
        return .failure(Reason(reason: "\(figure.title) gets worse"))
      }
    }
    let verdicts = EstimatedPolicy.verdicts(on: changed.policy, before.settings, workers)
    return assess(candidate, changed: changed, comparison: comparison, verdicts: verdicts)
  }

  private func assess(
    _ candidate: AdviceCandidate, changed: Alternative, comparison: Comparison,
    verdicts: [BudgetVerdict]
  ) -> Result<Proposal, Reason> {
    let kept = Set(before.verdicts.filter(\.isKept).map(\.name))
    if let broken = verdicts.first(where: { $0.isBroken && kept.contains($0.name) }) {
      return .failure(Reason(reason: "would break the budget \(broken.name)"))
    }
    let isBroken = Set(before.verdicts.filter { $0.isBroken }.map(\.name))
    let fixed = verdicts.filter { $0.isKept && isBroken.contains($0.name) }
    let helps = comparison.figures.filter(\.isBetter).map(\.weight).min()
    guard let objective = fixed.isEmpty ? helps : .budgets else {
      return .failure(Reason(reason: "fixes no budget, and improves nothing else beyond the noise"))
    }
    if candidate.isOnlyForUnmetGoals, objective > .reliability {
      return .failure(Reason(reason: "fixes no budget, missed deadline or lost item"))
    }
    if let worse = comparison.figures.first(where: { $0.isWorse && $0.weight < objective }) {
      return .failure(Reason(reason: "\(worse.title) gets worse"))
    }
    let gain = objective == .budgets ? Double(fixed.count) : comparison.gain(in: objective)
    // Unless it fixes a budget or the reliability, an edit must not cost more than it gains.
    if objective > .reliability, let cost = comparison.figures.first(where: { $0.isWorse && $0.loss > gain })
    {
      return .failure(
        Reason(reason: "\(cost.title) gets worse by more than the gain"))
    }
    return .success(
      Proposal(
        candidate: candidate, alternative: changed, comparison: comparison, objective: objective, gain: gain,
        fixed: fixed))
  }
}

extension Advisor.Proposal {
  /// Whether it helps more; the order of kinds and then of titles decides between equals.
  fileprivate func isBetter(than other: Self) -> Bool {
    if objective != other.objective { return objective < other.objective }
    if gain != other.gain { return gain > other.gain }
    let kinds = AdviceCandidate.Kind.allCases
    let ranks = [self, other].map { kinds.firstIndex(of: $0.candidate.kind) ?? kinds.count }
    return ranks[0] != ranks[1] ? ranks[0] < ranks[1] : candidate.title < other.candidate.title
  }

  /// Whether it helps by enough more to replace a proposal that was tried first.
  fileprivate func isClearlyBetter(than other: Self) -> Bool {
    objective != other.objective ? objective < other.objective : gain > other.gain * 1.05 + 0.005
  }
}

extension Comparison {
  /// The largest improvement of a figure that counts for an objective.
  fileprivate func gain(in objective: Advisor.Objective) -> Double {
    figures.filter { $0.isBetter && $0.weight == objective }.map { -$0.change }.max() ?? 0
  }
}

extension ComparedFigure {
  /// The objective for which the figure counts.
  fileprivate var weight: Advisor.Objective {
    switch figure {
    case .unfinishedShare, .expiredShare, .missedDeadlineShare: .reliability
    case .completionP50, .completionP95: .completion
    case .launchesPerDay: .launches
    case .energyPerDay, .cellularBytesPerDay: .energy
    }
  }

  /// Whether it decides about advice: launches, energy and bytes count only for the app as a whole.
  private var counts: Bool {
    switch figure {
    case .unfinishedShare, .expiredShare, .missedDeadlineShare, .completionP50, .completionP95: true
    case .launchesPerDay, .energyPerDay, .cellularBytesPerDay: subject == .total
    }
  }

  /// The difference of a share, or the relative change of any other figure.
  fileprivate var change: Double {
    weight == .reliability ? difference ?? 0 : relativeDifference ?? 0
  }

  /// The amount by which it gets worse.
  var loss: Double { max(0, change) }

  private var least: Double { weight == .reliability ? Advisor.leastShare : Advisor.leastEffect }

  /// Whether it gets better beyond the noise, and by enough to count.
  ///
  /// A better median or less cellular alone is not a reason for an edit.
  var isBetter: Bool {
    counts && figure != .completionP50 && figure != .cellularBytesPerDay && isBeyondNoise && change <= -least
  }

  /// Whether it gets worse beyond the noise, and by enough to count.
  package var isWorse: Bool { counts && isBeyondNoise && change >= least }
}
