/// The positions of texts in a list of a policy.
struct TextIndex: Sendable {
  private var positions: [String: [Int]] = [:]
  /// Whether several declarations have the same text.
  let hasRepeats: Bool

  /// Indexes the texts of a list's declarations. A declaration without a text is not in the index.
  init(_ texts: [String?]) {
    for (position, text) in texts.enumerated() {
      if let text { positions[text, default: []].append(position) }
    }
    hasRepeats = positions.values.contains { $0.count > 1 }
  }

  /// The first position of a text.
  func first(_ text: String) -> Int? { positions[text]?.first }

  /// All positions of a text, in order.
  func all(_ text: String) -> [Int] { positions[text] ?? [] }
}
