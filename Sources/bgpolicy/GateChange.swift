internal import PolicyAdvice
internal import PolicyLint
internal import PolicyModel
internal import PolicyReports
internal import PolicySim
internal import PolicySyntax

/// A policy with the results of its checks.
struct CheckedPolicy {
  /// The results so far.
  var result: GateReport.Policy
  /// The policy as it was read. `nil` if its shape is wrong.
  var reading: PolicyReading?
  /// The files that the policy should have generated. `nil` if generated files are not checked.
  var compilation: Compilation?
  /// The check of the policy's budgets. `nil` if budgets are not checked.
  var budgets: BudgetCheck?
  /// The files that were read, if the gate writes an attestation.
  var inputs: [Attestation.Input] = []

  /// A policy with its findings. The results of the other checks follow.
  init(result: GateReport.Policy) { self.result = result }

  /// A policy that only the base has.
  init(removed: BaseFiles.Policy) {
    result = GateReport.Policy(path: removed.path, findings: [], sources: removed.reading.sources)
    result.change = .removed(removed.reading.policy.map { StrandedWork.all(removing: $0) } ?? [])
    reading = removed.reading
  }

  /// The result, including leftover files of the policy. A file in `current` is not left over.
  func result(besides current: CurrentFiles) -> GateReport.Policy {
    var result = result
    if case .checked(let files) = result.generated, let compilation {
      result.generated = .checked(files + compilation.leftovers(besides: current).map(\.state))
    }
    if let reading { result.addFindings(reading.nodes) }
    return result
  }
}

// The comparison with the base.
extension GateCommand {
  /// Adds the change of a policy since the base, and the verdicts of thresholds on the change.
  func addChange(
    to checked: inout CheckedPolicy, of reading: PolicyReading, at path: String,
    among files: inout BaseFiles, _ workers: Workers
  ) throws(UsageError) {
    guard let base else { return }
    let (change, formerPath) = try base.change(
      of: path, to: reading, among: &files, select: { $0.filter(selection.includes) },
      estimate: { update throws(UsageError) in try costs(of: update, workers) })
    checked.result.change = change
    checked.result.formerPath = formerPath
    guard !thresholds.isEmpty, !skipped.contains(.budgets) else { return }
    switch change {
    case .updated(_, let costs):
      checked.result.thresholds = costs.flatMap {
        ThresholdVerdict.all(thresholds, on: $0.limits, in: $0.after.settings.day.name)
      }
    case .added: checked.result.thresholds = try thresholdVerdicts(onNew: reading, workers)
    case .unchanged, .removed, .unreadable: break
    }
  }

  /// The verdicts of thresholds on a policy that the base does not have.
  private func thresholdVerdicts(
    onNew reading: PolicyReading, _ workers: Workers
  ) throws(UsageError) -> [ThresholdVerdict] {
    guard let policy = Alternative(unchanged: reading, []) else { return [] }
    var verdicts: [ThresholdVerdict] = []
    for settings in try estimate.settingsOfBudgets(for: policy.policy) {
      do throws(SimulationExcess) {
        let values = try EstimatedPolicy(bounded: policy, settings, on: workers).values
        verdicts += ThresholdVerdict.all(thresholds, on: Comparison(limitsOf: values), in: settings.day.name)
      } catch {
        // The budget check reports the excess.
        continue
      }
    }
    return verdicts
  }

  /// The costs before and after an update.
  ///
  /// A scenario is included if both versions have the scenario, and if neither version has too much work in the
  /// scenario to estimate.
  private func costs(of update: PolicyUpdate, _ workers: Workers) throws(UsageError) -> [UpdateCost] {
    guard !skipped.contains(.budgets) else { return [] }
    var costs: [UpdateCost] = []
    for settings in try estimate.settingsOfBudgets(for: update.new.policy) {
      guard var former = try estimate.settings(for: update.old.policy, named: settings.day.name) else {
        continue
      }
      // The old version is estimated with the runs and draws of the new version's budget check.
      former.runs = settings.runs
      former.pair(with: update.new.policy)
      do throws(SimulationExcess) {
        costs.append(
          UpdateCost(
            before: try EstimatedPolicy(bounded: update.old, former, on: workers),
            after: try EstimatedPolicy(bounded: update.new, settings, on: workers)))
      } catch {
        // For the new version, the budget check reports the excess.
        continue
      }
    }
    return costs
  }
}
