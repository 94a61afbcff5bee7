package import PolicyLint
internal import PolicyModel
package import PolicySim
internal import PolicySyntax

/// Tries edits on a policy, one by one and in pairs, and keeps the edits that help.
package struct Advisor {
  /// The criteria of an edit, the most important first.
  package enum Objective: Int, CaseIterable, Comparable {
    /// Fewer budgets are broken.
    case budgets
    /// More items are delivered while they are valid, and on time.
    case delivery
    /// The p95 of a transfer's completion falls.
    case completion
    /// The app is launched less often.
    case launches
    /// The app takes less energy.
    case energy

    package static func < (left: Objective, right: Objective) -> Bool { left.rawValue < right.rawValue }
  }

  /// A figure that gets worse beyond the noise.
  package struct Cost {
    /// The figure before and after the edit.
    package let figure: ComparedFigure
    /// The interpretation of the model's rules under which the figure gets worse; `nil` for the interpretation of the
    /// settings.
    package let interpretation: String?
  }

  /// An edit that improves the policy, and the effects of the edit.
  package struct Proposal {
    /// The edit.
    package let candidate: AdviceCandidate
    /// The policy with the edit.
    package let alternative: Alternative
    /// The figures before and after the edit.
    package internal(set) var comparison: Comparison
    /// The most important objective that the edit improves.
    package let objective: Objective
    /// The improvement: a number of budgets, a difference of shares, or a relative change.
    package let gain: Double
    /// Every figure that gets worse beyond the noise.
    package let costs: [Cost]
    /// The verdicts with the edit on the budgets that the edit fixes: these budgets are broken without the edit and kept with the edit.
    package internal(set) var fixed: [BudgetVerdict]
    /// The verdicts with the edit on the budgets that the edit weakens: these budgets are kept without the edit, but kept only by
    /// assumption with the edit.
    package internal(set) var weakened: [BudgetVerdict]
    /// The findings that the edit adds to the policy; all of these findings are notes.
    package let notes: [Finding]
    /// The findings in the policy that the edit removes.
    package let resolved: [Finding]
  }

  /// An edit that was tried and rejected.
  package struct Rejection {
    /// The edit.
    package let candidate: AdviceCandidate
    /// The reason, in a few words without a full stop.
    package let reason: String
  }

  /// A broken budget that no proposal keeps.
  package struct UnmetBudget {
    /// The verdict on the unchanged policy.
    package let verdict: BudgetVerdict
    /// The title of the edit that comes closest to the budget's limit, and the verdict with this edit; `nil` if no edit
    /// comes closer than the unchanged policy.
    package internal(set) var closest: (title: String, verdict: BudgetVerdict)?
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
  /// The broken budgets that no proposal keeps, in the order of the policy.
  package private(set) var unmet: [UnmetBudget] = []

  /// Tries all edits that apply to a policy; `progress` receives the number of tried edits and the number of all edits.
  package init(
    _ before: EstimatedPolicy, _ workers: any ParallelMap, progress: (Int, Int) -> Void = { _, _ in }
  ) {
    self.before = before
    self.workers = workers
    unmet = before.verdicts.filter(\.isBroken).map { UnmetBudget(verdict: $0) }
    var trials: [Trial] = []
    let candidates = AdviceCandidate.all(for: before)
    for (index, candidate) in candidates.enumerated() {
      progress(index, candidates.count)
      if let trial = trial(of: candidate) { trials.append(trial) }
    }
    let pairs = pairs(of: trials)
    for (index, pair) in pairs.enumerated() {
      progress(candidates.count + index, candidates.count + pairs.count)
      _ = trial(of: pair)
    }
    proposals.sort { $0.isBetter(than: $1) }
    if before.settings.predicts, !before.paired.isExact {
      drawProposals()
      proposals.sort { $0.isBetter(than: $1) }
    }
    unmet.removeAll { budget in
      proposals.contains { $0.fixed.contains { $0.name == budget.verdict.name } }
    }
  }

  /// An edit that makes a difference, with its results.
  struct Trial {
    let candidate: AdviceCandidate
    let comparison: Comparison
    let verdicts: [BudgetVerdict]
  }

  /// Tries an edit, and adds the proposal or the rejection; `nil` if the edit makes no difference.
  private mutating func trial(of candidate: AdviceCandidate) -> Trial? {
    func reject(_ reason: String) { rejections.append(Rejection(candidate: candidate, reason: reason)) }
    let original = before.alternative
    guard let changed = original.with(candidate.edits) else {
      reject("the edit can't be applied to the policy's text, or makes the policy invalid")
      return nil
    }
    let findings = changed.newFindings(besides: original)
    if let finding = findings.first(where: { $0.severity > .info }) {
      reject("would bring \(finding.severity.label)[\(finding.name)]")
      return nil
    }
    var settings = before.settings
    settings.predicts = false
    settings.anytimeWork = Set(candidate.waitingTransfers)
    // Alternative interpretations take the most time, and most edits can be rejected without them.
    settings.comparesInterpretations = false
    guard let first = estimate(changed, settings) else {
      reject(Self.isTooLarge)
      return nil
    }
    let comparison = Comparison(before.values, first.values)
    let launchesTask = candidate.wantedTask.map { comparison.gain(inLaunchesOf: $0) > 0 } ?? false
    guard
      launchesTask
        || comparison.figures.contains(where: { $0.isBetter || (!unmet.isEmpty && $0.isBeyondNoise) })
    else {
      reject("makes no difference beyond the noise")
      return nil
    }
    var assessment = Assessment(candidate, comparison, from: before, to: first)
    if assessment.isProposal {
      settings.comparesInterpretations = true
      guard let after = estimate(changed, settings) else {
        reject(Self.isTooLarge)
        return nil
      }
      assessment = Assessment(candidate, comparison, from: before, to: after)
    }
    if !assessment.isHarmful { noteCloser(first.verdicts, candidate.title) }
    switch assessment.result {
    case .success(let proposal): add(proposal)
    case .failure(let rejection): reject(rejection.reason)
    }
    return Trial(candidate: candidate, comparison: comparison, verdicts: first.verdicts)
  }

  /// The reason for rejecting an edit whose estimate would have too many events.
  private static let isTooLarge = "would have more events than an estimate simulates"

  /// The estimate of an edited policy, with the same bound of events as the estimate of the unchanged policy; `nil` if the
  /// estimate exceeds the bound.
  private func estimate(_ alternative: Alternative, _ settings: Estimator.Settings) -> EstimatedPolicy? {
    var settings = settings
    settings.meter = settings.meter?.renewed
    return try? EstimatedPolicy(bounded: alternative, settings, on: workers)
  }

  /// Adds a proposal. Of several proposals of the same kind for the same subject, only the best is kept.
  ///
  /// A combination has to help more than each of its edits alone.
  private mutating func add(_ proposal: Proposal) {
    let isPair = proposal.candidate.kind == .combination
    let rivals = proposals.indices.filter { index in
      let rival = proposals[index].candidate
      return isPair
        ? rival.kind == .combination || proposal.candidate.parts.contains(rival.title)
        : rival.kind == proposal.candidate.kind && rival.subject == proposal.candidate.subject
    }
    if let rival = rivals.first(where: { !proposal.isClearlyBetter(than: proposals[$0]) }) {
      rejections.append(
        Rejection(
          candidate: proposal.candidate, reason: "helps no more than \"\(proposals[rival].candidate.title)\"")
      )
      return
    }
    // A single edit stays a proposal in addition to a pair that contains it.
    for rival in rivals.reversed() where (proposals[rival].candidate.kind == .combination) == isPair {
      let loser = proposals.remove(at: rival).candidate
      rejections.append(
        Rejection(candidate: loser, reason: "helps no more than \"\(proposal.candidate.title)\""))
    }
    proposals.append(proposal)
  }

  /// Records an edit that brings figures of broken budgets closer to their limits.
  private mutating func noteCloser(_ verdicts: [BudgetVerdict], _ title: String) {
    for index in unmet.indices {
      guard let verdict = verdicts.first(where: { $0.name == unmet[index].verdict.name }),
        let actual = verdict.actual,
        actual < (unmet[index].closest?.verdict ?? unmet[index].verdict).actual ?? .infinity
      else { continue }
      unmet[index].closest = (title, verdict)
    }
  }

  /// Draws uncertain parameters for the proposals, as estimates do. This would take too much time for every edit that is
  /// tried.
  private mutating func drawProposals() {
    let kept = Set(before.verdicts.filter { $0.outcome == .kept }.map(\.name))
    proposals = proposals.compactMap { proposal in
      var proposal = proposal
      var settings = before.settings
      settings.anytimeWork = Set(proposal.candidate.waitingTransfers)
      settings.pair(with: before.alternative.policy)
      guard let after = estimate(proposal.alternative, settings) else {
        rejections.append(Rejection(candidate: proposal.candidate, reason: Self.isTooLarge))
        return nil
      }
      proposal.comparison = Comparison(before.paired, after.paired)
      let fixed = Set(proposal.fixed.map(\.name))
      proposal.fixed = after.verdicts.filter { fixed.contains($0.name) }
      proposal.weakened = after.verdicts.filter { $0.isUncertain && kept.contains($0.name) }
      guard let violated = (proposal.weakened + proposal.fixed).first(where: \.isViolated) else {
        return proposal
      }
      rejections.append(
        Rejection(
          candidate: proposal.candidate, reason: "would keep the budget \(violated.name) only by assumption"))
      return nil
    }
  }
}

extension Advisor.Proposal {
  /// Whether this proposal helps more than another proposal; the order of kinds and then of titles decides between equally good proposals.
  fileprivate func isBetter(than other: Self) -> Bool {
    if objective != other.objective { return objective < other.objective }
    if gain != other.gain { return gain > other.gain }
    // More budgets that are kept without assumptions are better.
    let certain = [self, other].map { $0.fixed.count { $0.outcome == .kept } }
    if certain[0] != certain[1] { return certain[0] > certain[1] }
    let kinds = AdviceCandidate.Kind.allCases
    let ranks = [self, other].map { kinds.firstIndex(of: $0.candidate.kind) ?? kinds.count }
    return ranks[0] != ranks[1] ? ranks[0] < ranks[1] : candidate.title < other.candidate.title
  }

  /// Whether this proposal helps so much more that it replaces a proposal that was tried earlier.
  fileprivate func isClearlyBetter(than other: Self) -> Bool {
    objective != other.objective ? objective < other.objective : gain > other.gain * 1.05 + 0.005
  }
}
