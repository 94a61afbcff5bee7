/// A replacement of text.
package struct Edit: Hashable, Sendable {
  /// The replaced text; empty for an insertion.
  package let span: Span
  /// The new text.
  package let replacement: String

  /// A replacement of the text at `span`.
  package init(replacing span: Span, with replacement: String) {
    self.span = span
    self.replacement = replacement
  }
}

/// A fix: its title, its edits, and whether it is safe.
package struct Fix: Hashable, Sendable {
  /// Whether a fix can be applied without review. The reason that a fix can't be applied without review is a verb phrase.
  package enum Safety: Hashable, Sendable {
    /// The fix changes neither a generated file nor the estimate.
    case safe
    /// The fix may change a generated file or the estimate, or is a guess.
    case unsafe(because: String)
    /// The fix is one of several solutions, or contains a text that the user has to replace. No option applies such a fix.
    case displayOnly(because: String)
  }

  /// A verb phrase without a full stop: `Remove waitsForConnectivity`.
  package let title: String
  /// Whether `--fix` applies the fix by default.
  package let safety: Safety
  /// Non-overlapping replacements, all in files of the policy.
  package let edits: [Edit]

  /// A fix.
  package init(_ title: String, safety: Safety = .unknown, edits: [Edit]) {
    self.title = title
    self.safety = safety
    self.edits = edits
  }
}

extension Fix.Safety {
  /// The name of the grade.
  package var name: String {
    switch self {
    case .safe: "safe"
    case .unsafe: "unsafe"
    case .displayOnly: "display-only"
    }
  }

  /// The reason that a fix is not safe; `nil` for a safe fix.
  package var reason: String? {
    switch self {
    case .safe: nil
    case .unsafe(let reason), .displayOnly(let reason): reason
    }
  }

  /// The less safe of two grades; the first grade if both are equally safe.
  package func combined(with other: Fix.Safety) -> Fix.Safety { other.rank > rank ? other : self }

  private var rank: Int {
    switch self {
    case .safe: 0
    case .unsafe: 1
    case .displayOnly: 2
    }
  }

  /// The grade of a fix that has not been examined.
  package static let unknown = unsafe(because: "may change what the app does")
  /// The fix changes the generated Swift.
  package static let changesSwift = unsafe(because: "changes the generated Swift")
  /// The fix changes the generated Info.plist.
  package static let changesInfoPlist = unsafe(because: "changes the generated Info.plist")
  /// The fix changes the generated entitlements.
  package static let changesEntitlements = unsafe(because: "changes the generated entitlements")
  /// The fix changes the generated push requests.
  package static let changesPushes = unsafe(because: "changes the generated push requests")
  /// The fix changes an identifier, which appears in Swift and, for tasks, in the Info.plist.
  package static let changesIdentifiers = unsafe(because: "changes an identifier in the generated files")
  /// The fix changes a statement about the app or its server, but not the app or its server.
  package static let changesPolicyOnly = unsafe(
    because: "changes only the policy, not the app or its server")
  /// The text has several possible meanings, and the fix chooses one meaning.
  package static let guesses = unsafe(because: "guesses the value that was meant")

  /// The fix removes something that a dependency, or code in another language, may use.
  package static let removesFromDependencies = displayOnly(because: "depends on whether a dependency uses it")

  /// The fix reverses an entry of the policy.
  package static func reverses(_ entry: String) -> Fix.Safety { unsafe(because: "reverses \(entry)") }
}

extension Sequence<Edit> {
  /// The text of `source` after these edits, each applied once. Edits of other files, and edits that overlap an earlier edit,
  /// are left out.
  package func applied(to bytes: [UInt8], of source: SourceID) -> [UInt8] {
    var seen: Set<Edit> = []
    let ordered = filter { $0.span.source == source && seen.insert($0).inserted }.sorted { $0.span < $1.span }
    var result: [UInt8] = []
    result.reserveCapacity(bytes.count)
    var position = 0
    for edit in ordered where edit.span.range.lowerBound >= position {
      result += bytes[position..<edit.span.range.lowerBound]
      result += edit.replacement.utf8
      position = edit.span.range.upperBound
    }
    return result + bytes[position...]
  }
}
