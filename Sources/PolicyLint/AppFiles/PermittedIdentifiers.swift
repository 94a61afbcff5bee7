internal import PolicyModel

/// Compares a policy's permitted identifiers with the permitted identifiers of an Info.plist.
enum PermittedIdentifiers {
  /// Whether a wildcard in the file permits an identifier of the policy. Wildcards apply only to continued
  /// processing tasks.
  static func isCovered(in policy: Policy) -> (ListItem, ComparedFile.Item) -> Bool {
    { wanted, item in
      let permitted = Identifier(item.text)
      guard permitted.isWildcard, permitted.permits(wanted.text) else { return false }
      let tasks = policy.tasks.filter { $0.identifier?.value.text == wanted.text }
      return !tasks.isEmpty && tasks.allSatisfy { $0.type?.value == .continuedProcessing }
    }
  }
}
