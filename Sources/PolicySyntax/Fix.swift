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
  package enum Safety: String, Sendable {
    /// Cannot change what the app does, or only makes it do what the policy says.
    case safe
    /// Right in most cases; changes behaviour or intent.
    case unsafe
  }

  /// A verb phrase without a full stop: `Remove waitsForConnectivity`.
  package let title: String
  /// Whether `--fix` makes it unasked.
  package let safety: Safety
  /// Replacements that do not overlap, all in files of the policy.
  package let edits: [Edit]

  /// A repair.
  package init(_ title: String, safety: Safety, edits: [Edit]) {
    self.title = title
    self.safety = safety
    self.edits = edits
  }
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
