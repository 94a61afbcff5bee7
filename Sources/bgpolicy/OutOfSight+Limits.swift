internal import PolicyModel
internal import PolicySyntax
internal import Quantities

// The limits of budgets that a change loosens, and the values of the model by which budgets are kept.
extension OutOfSight {
  /// Adds the budgets of a policy that allow more than before, and the values of the model that are new or have changed.
  mutating func addLimits(of policy: Policy, since before: Policy?, in reading: PolicyReading) {
    guard let before else { return }
    let budgets = Dictionary(policy.budgets.map { ($0.name.value, $0) }) { first, _ in first }
    for old in before.budgets {
      let name = old.name.value
      guard let new = budgets[name] else {
        addLooser("the budget of \(name) is gone, which \(base) has", "budgets", in: reading, at: nil)
        continue
      }
      guard let change = Self.loosening(of: old, to: new) else { continue }
      addLooser(
        "the budget of \(name) \(change) at \(base)", "budgets.\(name)", in: reading, at: new.name.node)
    }
    // A value of the model changes the estimate that any budget limits, and only a run shows in which direction.
    guard !policy.budgets.isEmpty || !before.budgets.isEmpty else { return }
    let old = Dictionary(before.modelOverrides.map { ($0.name.value, $0) }) { first, _ in first }
    let new = Dictionary(policy.modelOverrides.map { ($0.name.value, $0) }) { first, _ in first }
    for name in Set(old.keys).union(new.keys).sorted(by: { $0.isBefore($1) })
    where old[name]?.meaning != new[name]?.meaning {
      let change =
        old[name] == nil
        ? "is new since \(base)"
        : new[name] == nil ? "is gone since \(base)" : "is another one than at \(base)"
      addLooser(
        "the value of \(name) in the model \(change)", "model.\(name)", in: reading, at: new[name]?.name.node)
    }
  }

  /// A description of how a budget allows more than before; `nil` if the budget does not allow more.
  private static func loosening(of old: Budget, to new: Budget) -> String? {
    for statistic in old.limits.keys.sorted(by: { $0.name.isBefore($1.name) }) {
      guard let limit = old.limits[statistic] else { continue }
      guard let now = new.limits[statistic] else { return "had a limit of \(statistic.name)" }
      if statistic.figure.prefersMore ? now < limit : now > limit {
        return "had a stricter limit of \(statistic.name)"
      }
    }
    if old.severity.value == .error, new.severity.value != .error { return "was an error" }
    if old.certainty.value == .required, new.certainty.value != .required { return "had to hold for certain" }
    guard let scenarios = new.scenarios?.value.map(\.value) else { return nil }
    let held = old.scenarios.map { Set($0.value.map(\.value)).isSubset(of: scenarios) } ?? false
    return held ? nil : "held in more scenarios"
  }
}

extension ModelOverride {
  /// The value and the range that the override sets, without places and sources.
  fileprivate var meaning: [String] { [value?.value ?? "", range?.value ?? ""] }
}
