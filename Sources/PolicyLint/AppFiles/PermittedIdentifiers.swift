internal import PolicyModel

/// Compares a policy's permitted identifiers with the permitted identifiers of an Info.plist.
enum PermittedIdentifiers {
  /// Whether a wildcard in the file permits an identifier of the policy. Wildcards apply only to continued
  /// processing tasks.
  static func isCovered(in policy: Policy) -> (ListItem, ComparedFile.Item) -> Bool {
    // Whether all tasks with an identifier are continued.
    let areContinued = policy.tasks.reduce(into: [String: Bool]()) { all, task in
      guard let text = task.identifier?.value.text else { return }
      all[text] = all[text] != false && task.type?.value == .continuedProcessing
    }
    return { wanted, item in
      let permitted = Identifier(item.text)
      guard permitted.isWildcard, permitted.permits(wanted.text) else { return false }
      return areContinued[wanted.text] ?? false
    }
  }
}
