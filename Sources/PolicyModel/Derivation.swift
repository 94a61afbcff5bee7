// What follows from the rest of a policy where it does not say it itself.

extension Policy {
  /// The values of `UIBackgroundModes`: the policy's own, or those that its tasks and pushes need.
  package var effectiveBackgroundModes: [String] {
    guard let written = backgroundModes else { return neededBackgroundModes }
    return written.value.compactMap { $0.value.mode?.value }
  }

  /// The identifiers of `BGTaskSchedulerPermittedIdentifiers`: the policy's own, or its tasks'.
  package var effectivePermittedIdentifiers: [Identifier] {
    guard let written = permittedIdentifiers else {
      var identifiers: [Identifier] = []
      for identifier in tasks.compactMap({ $0.identifier?.value }) where !identifiers.contains(identifier) {
        identifiers.append(identifier)
      }
      return identifiers
    }
    return written.value.compactMap { $0.value.identifier?.value }
  }

  /// The modes without which something declared never runs.
  private var neededBackgroundModes: [String] {
    let types = Set(tasks.compactMap { $0.type?.value })
    var modes: [String] = []
    if types.contains(.appRefresh) { modes.append("fetch") }
    if types.contains(.processing) || types.contains(.healthResearch) { modes.append("processing") }
    if !pushes.isEmpty { modes.append("remote-notification") }
    return modes
  }

  /// The declared background mode of a name.
  package func backgroundMode(_ name: String) -> Placed<BackgroundMode>? {
    backgroundModes?.value.first { $0.value.mode?.value == name }
  }

  /// The transfers that a session carries.
  package func transfers(of session: Session) -> [Transfer] {
    transfers.filter { $0.session?.value == session.name.value }
  }

  /// The session that carries a transfer.
  package func session(of transfer: Transfer) -> Session? {
    sessions.first { $0.name.value == transfer.session?.value }
  }

  /// The tasks of a type.
  package func tasks(ofType type: TaskType) -> [TaskRequest] {
    tasks.filter { $0.type?.value == type }
  }
}
