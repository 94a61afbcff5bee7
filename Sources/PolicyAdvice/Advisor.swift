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
    /// The first objective in which it helps.
    package let objective: Objective
    /// The size of the gain: a number of budgets, a difference of shares, or a relative change.
    package let gain: Double
    /// The budgets that it fixes.
    package let fixed: [BudgetVerdict]
  }

  /// An edit that was tried and left.
  package struct Rejection {
    /// The edit.
    package let candidate: AdviceCandidate
    /// The reason, in a few words without a full stop.
    package let reason: String
  }

  /// The least relative change that counts.
  static let leastEffect = 0.05
  /// The least difference of a share that counts.
  static let leastShare = 0.005

  /// The policy as it is.
  package let before: EstimatedPolicy
  private let workers: any ParallelMap
  /// The edits that help, the best first.
  package private(set) var proposals: [Proposal] = []
  /// The others, in the order in which they were tried.
  package private(set) var rejections: [Rejection] = []

  /// Tries all edits that apply to a policy; `progress` receives the number of tried edits and of all edits.
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

  /// Adds a proposal; of the edits of a kind for one subject, only the best is kept.
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
        Reason(reason: "the policy's text can't be changed there, or would not be a policy any more"))
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
    if candidate.needsNeed, objective > .reliability {
      return .failure(Reason(reason: "nothing that has to be kept is missed"))
    }
    if let worse = comparison.figures.first(where: { $0.isWorse && $0.weight < objective }) {
      return .failure(Reason(reason: "\(worse.title) gets worse"))
    }
    let gain = objective == .budgets ? Double(fixed.count) : comparison.gain(in: objective)
    // Unless it fixes a miss, an edit may not cost more than it gains.
    if objective > .reliability, let cost = comparison.figures.first(where: { $0.isWorse && $0.loss > gain })
    {
      return .failure(
        Reason(reason: "\(cost.title) gets worse by more than that brings"))
    }
    return .success(
      Proposal(
        candidate: candidate, alternative: changed, comparison: comparison, objective: objective, gain: gain,
        fixed: fixed))
  }
}

extension Advisor.Proposal {
  /// Whether it ranks before another one; equal ones rank by kind, then by title.
  fileprivate func isBetter(than other: Self) -> Bool {
    if objective != other.objective { return objective < other.objective }
    if gain != other.gain { return gain > other.gain }
    let kinds = AdviceCandidate.Kind.allCases
    let ranks = [self, other].map { kinds.firstIndex(of: $0.candidate.kind) ?? kinds.count }
    return ranks[0] != ranks[1] ? ranks[0] < ranks[1] : candidate.title < other.candidate.title
  }

  /// Whether it is so much better than another one that it is worth a different edit.
  fileprivate func isClearlyBetter(than other: Self) -> Bool {
    objective != other.objective ? objective < other.objective : gain > other.gain * 1.05 + 0.005
  }
}

extension Comparison {
  /// The largest improvement of a figure of an objective: the difference of a share, else the relative
  /// change.
  fileprivate func gain(in objective: Advisor.Objective) -> Double {
    figures.filter { $0.isBetter && $0.weight == objective }.map { -$0.change }.max() ?? 0
  }
}

extension ComparedFigure {
  /// The objective that it counts for.
  fileprivate var weight: Advisor.Objective {
    switch figure {
    case .unfinishedShare, .expiredShare, .missedDeadlineShare: .reliability
    case .completionP50, .completionP95: .completion
    case .launchesPerDay: .launches
    case .energyPerDay, .cellularBytesPerDay: .energy
    }
  }

  /// Whether advice considers the figure: launches, energy and bytes count only for the whole app.
  private var counts: Bool {
    switch figure {
    case .unfinishedShare, .expiredShare, .missedDeadlineShare, .completionP50, .completionP95: true
    case .launchesPerDay, .energyPerDay, .cellularBytesPerDay: subject == .total
    }
  }

  /// The change that advice considers: the difference of a share, else the relative change.
  fileprivate var change: Double {
    weight == .reliability ? difference ?? 0 : relativeDifference ?? 0
  }

  /// The amount by which it gets worse.
  var loss: Double { max(0, change) }

  private var least: Double { weight == .reliability ? Advisor.leastShare : Advisor.leastEffect }

  /// Whether it improves by more than noise, and by enough to count.
  ///
  /// A better median or less cellular alone is not a reason for an edit.
  var isBetter: Bool {
    counts && figure != .completionP50 && figure != .cellularBytesPerDay && isBeyondNoise && change <= -least
  }

  /// Whether it gets worse by more than noise, and by enough to count.
  package var isWorse: Bool { counts && isBeyondNoise && change >= least }
}
