internal import PolicyModel
internal import PolicyReports
internal import PolicySyntax

// The tasks, modes and identifiers that a change gives to a dependency, whose code no rule asks for.
extension OutOfSight {
  /// Adds the parts of a policy whose code belonged to the app before the change, and belongs to a dependency
  /// after the change.
  mutating func addOwners(of policy: Policy, since before: Policy?, in reading: PolicyReading) {
    guard let before else { return }
    let known = before.partsOfApp
    for part in policy.parts where part.owner.written?.value == .sdk && !known.isDisjoint(with: part.names) {
      addLooser(
        "the code of \(part.what) is that of a dependency, and was that of the app at \(base)", part.path,
        in: reading, at: part.owner.written?.node)
    }
  }
}

/// A part of a policy that has an owner.
private struct OwnedPart {
  /// The part in messages.
  let what: String
  /// The path of the part's owner in the policy.
  let path: String
  /// The names by which the part is found before the change.
  let names: Set<[String]>
  let owner: Setting<Owner>
}

extension Policy {
  /// The parts that have an owner.
  fileprivate var parts: [OwnedPart] {
    let tasks = tasks.map { task in
      let identifier = task.identifier?.value.written
      return OwnedPart(
        what: "the task \(task.name.value)", path: "tasks.\(task.name.value).owner",
        names: Set([["task", task.name.value]] + (identifier.map { [["identifier", $0]] } ?? [])),
        owner: task.owner)
    }
    let modes = (backgroundModes?.value ?? []).compactMap { mode in
      mode.value.mode.map {
        OwnedPart(
          what: "the mode \($0.value)", path: "backgroundModes", names: [["mode", $0.value]],
          owner: mode.value.owner)
      }
    }
    let identifiers = (permittedIdentifiers?.value ?? []).compactMap { permitted in
      permitted.value.identifier.map {
        OwnedPart(
          what: "the identifier \($0.value.written)", path: "permittedIdentifiers",
          names: [["permitted", $0.value.written]], owner: permitted.value.owner)
      }
    }
    return tasks + modes + identifiers
  }

  /// The names of the parts whose code belongs to the app.
  fileprivate var partsOfApp: Set<[String]> {
    parts.filter { $0.owner.value == .app }.reduce(into: []) { $0.formUnion($1.names) }
  }
}
