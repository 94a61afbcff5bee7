internal import PolicyModel
internal import PolicySyntax
internal import PropertyList

/// Checks that a file grants the entitlements that the policy requires.
enum RequiredEntitlement {
  /// The reason why an entitlement is not granted.
  private enum Gap {
    case missing, off
  }

  /// A diagnostic for a Boolean or a string that the policy requires. `nil` if the file has the value, or if
  /// another rule reports the value as malformed.
  static func diagnostic(
    for key: String, in file: ComparedFile, clause: String, because reason: String,
    in context: RuleContext
  ) -> Diagnostic? {
    guard let entry = file.entry(key), let gap = gap(key, in: file) else { return nil }
    let state = gap == .missing ? "do not have \(key)" : "set \(key) to false"
    return file.diagnostic(
      at: gap == .missing ? .key(key) : .value(key), path: [key],
      message: "The entitlements \(state), \(clause)",
      help: gap == .missing ? "add it, or run `bgpolicy compile --merge`" : "set it to true",
      related: entry.node.map { [(context.location(of: $0), reason)] } ?? [], in: context)
  }

  private static func gap(_ key: String, in file: ComparedFile) -> Gap? {
    switch file.value(of: key) {
    case .success(nil): .missing
    case .success(.boolean(false)): .off
    default: nil
    }
  }
}
