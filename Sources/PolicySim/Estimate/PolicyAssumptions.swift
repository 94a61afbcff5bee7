package import PolicyModel

extension Policy {
  /// The assumptions of an estimate about decisions that the policy leaves to the app, as sentences.
  package var estimateAssumptions: [String] {
    let continued = tasks.filter { $0.type?.value == .continuedProcessing && $0.perDay != nil }.map {
      "A person starts \($0.name.value): its work counts in the totals, and the system launches the app for nothing."
    }
    return continued + sessionAssumptions
  }

  private var sessionAssumptions: [String] {
    sessions.filter { !transfers(of: $0).isEmpty }.flatMap { session -> [String] in
      let switches = session.runtimeSwitches.map {
        "\($0.name) of \(session.name.value) is set at run time; the estimate assumes \($0.initial)."
      }
      guard session.isBackground, let per = session.instances?.value.per?.value else { return switches }
      return switches + [
        "\(session.name.value) is estimated as one session that carries everything, though it is up to \(session.mostInstances), one for each \(per)."
      ]
    }
  }
}
