package import PolicyModel

extension Policy {
  /// The assumptions of an estimate about what the policy leaves to the app, as sentences.
  package var estimateAssumptions: [String] {
    sessions.filter(\.isBackground).compactMap { session in
      guard let instances = session.instances?.value, let per = instances.per?.value else { return nil }
      return
        "\(session.name.value) is estimated as one session that carries everything, though it is up to \(session.mostInstances), one for each \(per)."
    }
  }
}
