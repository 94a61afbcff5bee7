/// The positions of texts in a list of a policy.
struct TextIndex: Sendable {
  private var positions: [String: [Int]] = [:]
  /// The positions by lowercase text.
  private var foldedPositions: [String: [Int]] = [:]
  /// Whether several declarations have the same text, ignoring case.
  let hasRepeats: Bool

  /// Indexes the texts of a list's declarations. A declaration without a text is not in the index.
  init(_ texts: [String?]) {
    for (position, text) in texts.enumerated() {
      guard let text else { continue }
      positions[text, default: []].append(position)
      foldedPositions[text.lowercased(), default: []].append(position)
    }
    hasRepeats = foldedPositions.values.contains { $0.count > 1 }
  }

  /// The first position of a text.
  func first(_ text: String) -> Int? { positions[text]?.first }

  /// The first position of a text, ignoring case.
  func first(like text: String) -> Int? { foldedPositions[text.lowercased()]?.first }

  /// All positions of a text, in order.
  func all(_ text: String) -> [Int] { positions[text] ?? [] }

  /// All positions of a text, in order, ignoring case.
  func all(like text: String) -> [Int] { foldedPositions[text.lowercased()] ?? [] }
}
