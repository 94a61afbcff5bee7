internal import PolicySyntax

extension [Diagnostic] {
  /// The diagnostics without proposals to add a key that the policy has with an invalid value.
  ///
  /// Rules see a key with an invalid value as absent. The error at the value already reports the cause.
  func withoutConsequences(ofErrorsIn errors: [Diagnostic]) -> [Diagnostic] {
    guard !errors.isEmpty else { return self }
    let paths = Set(errors.map(\.path))
    return filter { diagnostic in
      !diagnostic.fixes.contains { fix in
        fix.edits.contains { edit in
          guard edit.span.lower == edit.span.upper, let key = edit.addedKey else { return false }
          return paths.contains(diagnostic.path.isEmpty ? key : "\(diagnostic.path).\(key)")
        }
      }
    }
  }
}

extension Edit {
  /// The key of the entry that the edit adds, such as `earliestBegin` for `, earliestBegin: 15m`; `nil` if the text has no
  /// key.
  fileprivate var addedKey: String? {
    let start = replacement.drop { !$0.isLetter }
    guard let colon = start.firstIndex(of: ":") else { return nil }
    let key = start[..<colon]
    return key.allSatisfy { $0.isLetter || $0.isNumber } ? String(key) : nil
  }
}
