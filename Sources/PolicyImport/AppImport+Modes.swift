internal import AppFacts
internal import Quantities

// The reasons for background modes that no other section of a policy shows.

extension AppImport {
  /// A background mode, with a comment on the code that uses the mode; unchanged if no code shows a use.
  ///
  /// The reason for a mode, `because`, is left to the developers.
  func withReason(_ mode: DraftValue) -> DraftValue {
    guard let name = mode.text, let (reason, locations) = reason(for: name) else { return mode }
    return mode.at(mode.locations + locations, remark: reason)
  }

  private func reason(for mode: String) -> (String, [FactLocation])? {
    switch mode {
    case "audio":
      let facts = appFacts(.audioSession) { $0["category"]?.string != nil }
      let categories = Set(facts.compactMap { $0["category"]?.string }).sorted { $0.isBefore($1) }
      return reason(facts, "the audio session has the category \(categories.joined(separator: ", then "))")
    case "voip":
      return reason(appFacts(.pushRegistry, where: \.takesCalls), "registers for VoIP pushes with PushKit")
    case "bluetooth-central", "bluetooth-peripheral":
      let role = mode.dropFirst("bluetooth-".count)
      let facts = appFacts(.bluetooth) {
        $0["role"]?.string == String(role) && $0["identifier"] != nil
      }
      let manager = role == "central" ? "CBCentralManager" : "CBPeripheralManager"
      return reason(facts, "the system restores its \(manager)")
    default: return nil
    }
  }

  private func appFacts(_ kind: FactKind, where isUsed: (CodeFact) -> Bool) -> [CodeFact] {
    facts(kind).filter { $0.process == "app" && isUsed($0.fact) }.map(\.fact)
  }

  private func reason(_ facts: [CodeFact], _ text: String) -> (String, [FactLocation])? {
    facts.isEmpty ? nil : (text, facts.map(\.location))
  }
}
