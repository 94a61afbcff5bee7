/// One replacement of text.
package struct Edit: Hashable, Sendable {
  /// What is replaced; without extent for an insertion.
  package let span: Span
  /// The new text.
  package let replacement: String

  /// A replacement of the text at `span`.
  package init(replacing span: Span, with replacement: String) {
    self.span = span
    self.replacement = replacement
  }
}

/// A repair: what it does in words, its edits, and whether it may be made unasked.
package struct Fix: Hashable, Sendable {
  /// Whether a fix may be applied without a look.
  package enum Safety: Hashable, Sendable {
    /// Changes neither a generated file nor the estimate.
    case safe
    /// May change either, or guesses; the reason is a verb phrase.
    case unsafe(because: String)
  }

  /// A verb phrase without a full stop: `Remove waitsForConnectivity`.
  package let title: String
  /// Whether `--fix` makes it unasked.
  package let safety: Safety
  /// Replacements that do not overlap, all in files of the policy.
  package let edits: [Edit]

  /// A repair.
  package init(_ title: String, safety: Safety = .unknown, edits: [Edit]) {
    self.title = title
    self.safety = safety
    self.edits = edits
  }
}

extension Fix.Safety {
  /// The grade in a word.
  package var name: String {
    switch self {
    case .safe: "safe"
    case .unsafe: "unsafe"
    }
  }

  /// Why a fix is not safe; `nil` for a safe one.
  package var reason: String? {
    switch self {
    case .safe: nil
    case .unsafe(let reason): reason
    }
  }

  /// The grade of a fix that nobody has examined.
  package static let unknown = unsafe(because: "may change what the app does")
  /// Shows in the generated Swift.
  package static let changesSwift = unsafe(because: "changes the generated Swift")
  /// Shows in the generated Info.plist.
  package static let changesInfoPlist = unsafe(because: "changes the generated Info.plist")
  /// Shows in the generated entitlements.
  package static let changesEntitlements = unsafe(because: "changes the generated entitlements")
  /// Shows in the generated push requests.
  package static let changesPushes = unsafe(because: "changes the generated push requests")
  /// Identifiers go into Swift, and those of tasks into the Info.plist.
  package static let changesIdentifiers = unsafe(because: "changes an identifier in the generated files")
  /// The policy states a fact about the app or its server, which no change of the policy makes another.
  package static let changesPolicyOnly = unsafe(
    because: "changes only the policy, not the app or its server")
  /// The text has several meanings, and the fix chooses one.
  package static let guesses = unsafe(because: "guesses the value that was meant")

  /// The fix writes the opposite of an entry that somebody wrote.
  package static func reverses(_ entry: String) -> Fix.Safety { unsafe(because: "reverses \(entry)") }
}

extension Sequence<Edit> {
  /// The text of `source` with these edits made, each once; edits of other files and those that overlap an earlier one
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
