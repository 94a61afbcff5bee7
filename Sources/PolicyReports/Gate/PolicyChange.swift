internal import JSON
package import PolicyAdvice
internal import PolicyLint
internal import PolicyModel
package import PolicySim

/// The comparison of a policy with its version at the base of a gate.
package enum PolicyChange {
  /// The base does not have the policy.
  case added
  /// The base has the policy with the same text.
  case unchanged
  /// Only the base has the policy. The policy's work stays on devices, and no code handles this work any longer.
  case removed([StrandedWork])
  /// The base's version can't be compared, for the given reason.
  case unreadable(String)
  /// The update, with its cost in each scenario that was estimated.
  case updated(PolicyUpdate, [UpdateCost])
}

extension PolicyChange {
  /// The work on devices that the change strands.
  var stranded: [StrandedWork] {
    switch self {
    case .updated(let update, _): update.stranded
    case .removed(let stranded): stranded
    case .added, .unchanged, .unreadable: []
    }
  }

  /// The verdicts of the new version in a scenario. `nil` if the cost was not compared in the scenario.
  package func verdicts(in scenario: String) -> [BudgetVerdict]? {
    guard case .updated(_, let costs) = self else { return nil }
    return costs.first { $0.after.settings.day.name == scenario }?.after.verdicts
  }

  /// The change in a few words, for a table.
  var text: String {
    switch self {
    case .added: return "new"
    case .unchanged: return "none"
    case .removed(let stranded): return stranded.isEmpty ? "removed" : "removed, \(stranded.count) stranded"
    case .unreadable: return "not compared"
    case .updated(let update, let costs):
      let broken = Set(costs.flatMap { $0.brokenBudgets.map(\.name) }).count
      let parts = [
        update.stranded.isEmpty ? nil : "\(update.stranded.count) stranded",
        update.added.isEmpty ? nil : "\(DisplayText.count(update.added.count, "finding")) added",
        update.gone.isEmpty ? nil : "\(update.gone.count) gone",
        broken == 0 ? nil : "\(DisplayText.count(broken, "budget")) newly broken",
      ].compactMap(\.self)
      if !parts.isEmpty { return parts.joined(separator: ", ") }
      return costs.contains { !$0.comparison.table.rows.isEmpty } ? "cost only" : "text only"
    }
  }

  /// The parts of the change that a report has to show.
  ///
  /// A report that begins with all findings already has the added findings and the findings about stranded
  /// work. `root` makes the links to lines.
  func blocks(afterFindings: Bool, _ root: ReportRoot) -> [Document.Block] {
    switch self {
    case .added, .unchanged: []
    case .unreadable(let reason): [.paragraph("Not compared: \(reason)")]
    case .removed(let stranded):
      [.paragraph("The policy is removed")] + (afterFindings ? [] : PolicyUpdate.blocks(about: stranded))
    case .updated(let update, let costs):
      (afterFindings ? update.goneBlocks : update.strandedBlocks + update.findingBlocks(root))
        + costs.flatMap(\.blocks)
    }
  }

  var json: JSONValue {
    switch self {
    case .added: ["state": "new"]
    case .unchanged: ["state": "unchanged"]
    case .removed(let stranded): ["state": "removed", "stranded": PolicyUpdate.json(of: stranded)]
    case .unreadable(let reason): ["state": "not compared", "reason": .string(reason)]
    case .updated(let update, let costs):
      [
        "state": "updated", "stranded": update.strandedJSON, "findings": update.findingsJSON,
        "costs": .array(costs.map(\.json)),
      ]
    }
  }
}
