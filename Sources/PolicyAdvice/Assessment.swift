internal import PolicyLint
internal import PolicyModel
internal import PolicySim

/// The decision for or against an edit, from its results.
struct Assessment {
  /// The reason against an edit, in a few words.
  struct Reason: Error {
    let reason: String
    /// Whether the edit breaks a budget, or makes a figure worse that counts more than the improved figures.
    var isHarm = false
  }

  /// The proposal, or the reason against the edit.
  let result: Result<Advisor.Proposal, Reason>

  /// Whether the edit becomes a proposal.
  var isProposal: Bool { if case .success = result { true } else { false } }

  /// Whether the edit is rejected because it does harm.
  var isHarmful: Bool { if case .failure(let reason) = result { reason.isHarm } else { false } }

  /// Compares a policy with and without an edit, under all interpretations of the model's rules that were run.
  init(
    _ candidate: AdviceCandidate, _ comparison: Comparison, from before: EstimatedPolicy,
    to after: EstimatedPolicy
  ) {
    let names =
      after.settings.comparesInterpretations
      ? (before.paired.interpretations + after.paired.interpretations).map(\.name) : []
    var seen: Set<String> = []
    let others = names.filter { seen.insert($0).inserted }.map { name in
      Advisor.Reading(
        name: name,
        comparison: Comparison(before.paired.results(under: name), after.paired.results(under: name)))
    }
    result = Self.proposal(candidate, comparison, others, from: before, to: after)
  }

  private static func proposal(
    _ candidate: AdviceCandidate, _ comparison: Comparison, _ others: [Advisor.Reading],
    from before: EstimatedPolicy, to after: EstimatedPolicy
  ) -> Result<Advisor.Proposal, Reason> {
    func reject(_ reason: String, isHarm: Bool = false) -> Result<Advisor.Proposal, Reason> {
      .failure(Reason(reason: reason, isHarm: isHarm))
    }
    let goals = Goals(of: before)
    if let broken = after.verdicts.first(where: { $0.isBroken && goals.kept.contains($0.name) }) {
      return reject("would break the budget \(broken.name)", isHarm: true)
    }
    let fixed = after.verdicts.filter { $0.isKept && goals.broken.contains($0.name) }
    let more = candidate.wantedTask.map(comparison.gain(inLaunchesOf:)) ?? 0
    let helps: Advisor.Objective? =
      more > 0 ? .delivery : comparison.figures.filter(\.isBetter).compactMap(\.objective).min()
    let objective = fixed.isEmpty ? helps : .budgets
    // Delivered items are more important than all other objectives, and an edit may not improve one transfer at the expense of another
    // transfer.
    for reading in [Advisor.Reading(name: nil, comparison: comparison)] + others {
      if let harm = reading.comparison.figures.first(where: {
        goals.isHarm($0, for: candidate, objective ?? .energy, isDefault: reading.name == nil)
      }) {
        return reject("\(harm.title) gets worse" + (reading.name.map { " with \($0)" } ?? ""), isHarm: true)
      }
    }
    guard let objective else {
      return reject("fixes no budget, and improves nothing else beyond the noise")
    }
    if candidate.isOnlyForUnmetGoals, objective > .delivery {
      return reject("fixes no budget, missed deadline or lost item")
    }
    let gain =
      objective == .budgets ? Double(fixed.count) : more > 0 ? more : comparison.gain(in: objective)
    // Unless it fixes a budget or the delivery, an edit must not cost more than it gains.
    if objective > .delivery, let cost = comparison.figures.first(where: { $0.isWorse && $0.loss > gain }) {
      return reject("\(cost.title) gets worse by more than the gain")
    }
    return .success(
      Advisor.Proposal(
        candidate: candidate, alternative: after.alternative, comparison: comparison, objective: objective,
        gain: gain, costs: costs(comparison, others), fixed: fixed,
        weakened: goals.weakened(in: after.verdicts),
        notes: after.alternative.newFindings(besides: before.alternative),
        resolved: before.alternative.newFindings(besides: after.alternative)))
  }

  /// Every loss beyond the noise. A loss under an alternative interpretation is included only if no earlier interpretation
  /// has the same loss.
  private static func costs(_ comparison: Comparison, _ others: [Advisor.Reading]) -> [Advisor.Cost] {
    let own = comparison.figures.filter(\.isLoss)
    var costs = own.map { Advisor.Cost(figure: $0, interpretation: nil) }
    for reading in others {
      costs += reading.comparison.figures.filter { figure in
        figure.isLoss
          && !costs.contains { $0.figure.subject == figure.subject && $0.figure.figure == figure.figure }
      }.map { Advisor.Cost(figure: $0, interpretation: reading.name) }
    }
    return costs
  }
}

extension Advisor {
  /// The figures under an interpretation of the model's rules; the name is `nil` for the interpretation of the settings.
  struct Reading {
    let name: String?
    let comparison: Comparison
  }
}

/// The goals of a policy: its budgets, divided into kept and broken budgets, and its urgent transfers.
private struct Goals {
  /// The names of the budgets that are kept.
  let kept: Set<String>
  /// The names of the budgets that are kept without assumptions.
  let certain: Set<String>
  /// The names of the budgets that are broken.
  let broken: Set<String>
  /// The transfers with a deadline or a budget for their completion.
  private let urgent: Set<String>

  init(of before: EstimatedPolicy) {
    kept = Set(before.verdicts.filter(\.isKept).map(\.name))
    certain = Set(before.verdicts.filter { $0.outcome == .kept }.map(\.name))
    broken = Set(before.verdicts.filter(\.isBroken).map(\.name))
    let policy = before.alternative.policy
    urgent = Set(policy.transfers.filter { AdviceCandidate.isUrgent($0, in: policy) }.map(\.name.value))
  }

  /// The verdicts on budgets that were kept without assumptions, and are now kept only by assumption.
  func weakened(in verdicts: [BudgetVerdict]) -> [BudgetVerdict] {
    verdicts.filter { $0.isUncertain && certain.contains($0.name) }
  }

  /// Whether a figure gets so much worse that the edit is rejected, even if it improves other figures.
  func isHarm(
    _ figure: ComparedFigure, for candidate: AdviceCandidate, _ objective: Advisor.Objective, isDefault: Bool
  ) -> Bool {
    guard figure.isLoss, let weight = figure.objective, weight < .launches,
      case .transfer(let name) = figure.subject
    else { return false }
    // No improvement makes up for items that are no longer delivered in time.
    if weight == .delivery, figure.loss >= Advisor.leastShare { return true }
    guard candidate.transfers.contains(name) else {
      // An edit of other declarations may not delay an urgent transfer, even a little.
      return figure.isWorse || (isDefault && urgent.contains(name))
    }
    // Under an alternative interpretation, the objective that the edit improves must not get worse.
    return figure.isWorse && (weight < objective || (!isDefault && weight == objective))
  }
}
