package import PolicyLint
package import PolicySim

/// The replacement of a policy by a new policy.
package struct PolicyUpdate {
  /// The old policy.
  package let old: Alternative
  /// The new policy.
  package let new: Alternative
  /// The work in progress on devices that the new policy no longer serves.
  package let stranded: [StrandedWork]
  /// The findings that only the new policy has.
  package let added: [Finding]
  /// The findings that only the old policy has.
  package let gone: [Finding]

  /// The update from one policy to another.
  package init(from old: Alternative, to new: Alternative) {
    self.old = old
    self.new = new
    stranded = StrandedWork.all(from: old.policy, to: new.policy)
    added = new.newFindings(besides: old)
    gone = old.newFindings(besides: new)
  }
}

/// The cost of a policy before and after an update, under the same random numbers.
package struct UpdateCost {
  /// The estimate of the old policy.
  package let before: EstimatedPolicy
  /// The estimate of the new policy.
  package let after: EstimatedPolicy
  /// Every figure of both estimates.
  package let comparison: Comparison

  /// Compares two estimates; the second has to be paired with the first.
  package init(before: EstimatedPolicy, after: EstimatedPolicy) {
    self.before = before
    self.after = after
    comparison = Comparison(before.paired, after.paired)
  }

  /// The figures that budgets limit.
  package var limits: Comparison { Comparison(limitsOf: before.values, after.values) }

  /// The comparison of the figures that budgets limit, for each kind of device that occurs in the runs; empty if all devices are alike.
  package var cohorts: [(scenario: String, runs: Int, limits: Comparison)] {
    before.settings.day.cohorts(ofRuns: before.values.runs, seed: before.settings.seed).filter {
      !$0.runs.isEmpty
    }
    .map { scenario, runs in
      (scenario, runs.count, Comparison(limitsOf: before.values.part(runs), after.values.part(runs)))
    }
  }

  /// The verdicts on the budgets that the update breaks: these budgets are violated after the update, and were kept or did
  /// not exist before.
  package var brokenBudgets: [BudgetVerdict] {
    let violated = Set(before.verdicts.filter(\.isViolated).map(\.name))
    return after.verdicts.filter { $0.isViolated && !violated.contains($0.name) }
  }
}
