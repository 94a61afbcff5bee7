/// Identifiers in reverse DNS notation, by the components that they have in common: the search for a misspelling compares few of them.
package struct SimilarIdentifiers: Sendable {
  /// The most identifiers that are compared because they differ from a text in the same component. A text
  /// that is equally near to more identifiers is a misspelling of none of them.
  private static let most = 50

  private let identifiers: [String: [String]]

  /// Indexes identifiers, of which some may be equal.
  package init(_ identifiers: some Sequence<String>) {
    var result: [String: [String]] = [:]
    for identifier in Set(identifiers) {
      for key in Self.keys(of: Self.components(of: identifier)) {
        result[key, default: []].append(identifier)
      }
    }
    self.identifiers = result
  }

  /// The only identifier that meets a condition and differs from `text` in a few letters of one component; `nil` if no identifier or more
  /// than one identifier differs like this.
  package func nearest(to text: String, where isCandidate: (String) -> Bool = { _ in true }) -> Suggestion? {
    let parts = Self.components(of: text)
    guard parts.count > 1, !identifiers.isEmpty else { return nil }
    var near: String?
    for (position, key) in Self.keys(of: parts).enumerated() {
      guard let alike = identifiers[key], alike.count <= Self.most else { continue }
      for identifier in alike where identifier != text && isCandidate(identifier) {
        guard Self.isNear(parts[position], Self.components(of: identifier)[position]) else { continue }
        guard near == nil else { return nil }
        near = identifier
      }
    }
    return near.map { Suggestion(name: $0) }
  }

  private static func isNear(_ part: Substring, _ other: Substring) -> Bool {
    let isBeginning = min(part.count, other.count) > 2 && (part.hasPrefix(other) || other.hasPrefix(part))
    return isBeginning || Suggestion.nearest(to: String(part), among: [String(other)]) != nil
  }

  private static func components(of identifier: String) -> [Substring] { identifier.split(separator: ".") }

  /// For each component, a key of all the other components and their positions. Two identifiers that differ
  /// in a single component have a key in common.
  private static func keys(of parts: [Substring]) -> [String] {
    parts.indices.map { left in
      parts.indices.map { $0 == left ? "\0" : parts[$0] }.joined(separator: ".")
    }
  }
}
