internal import PolicyModel

/// The comparison of a policy's permitted identifiers with those of an Info.plist.
enum PermittedIdentifiers {
  /// Whether a wildcard in the file permits an identifier of the policy, which it can for continued processing tasks only.
  static func isCovered(in policy: Policy) -> (ListItem, ComparedFile.Item) -> Bool {
    { wanted, item in
      let permitted = Identifier(item.text)
      guard permitted.isWildcard, permitted.permits(wanted.text) else { return false }
      let tasks = policy.tasks.filter { $0.identifier?.value.text == wanted.text }
      return !tasks.isEmpty && tasks.allSatisfy { $0.type?.value == .continuedProcessing }
    }
  }
}
