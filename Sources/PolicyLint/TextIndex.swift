/// The positions of texts in a list of a policy.
struct TextIndex: Sendable {
  /// The first position of each text.
  private var firsts: [String: Int] = [:]
  /// The further positions of repeated texts.
  private var repeats: [String: [Int]] = [:]

  /// Indexes the texts of a list's declarations. A declaration without a text is not in the index.
  init(_ texts: [String?]) {
    firsts.reserveCapacity(texts.count)
    for (position, text) in texts.enumerated() {
      guard let text else { continue }
      if firsts[text] == nil { firsts[text] = position } else { repeats[text, default: []].append(position) }
    }
  }

  /// Whether several declarations have the same text.
  var hasRepeats: Bool { !repeats.isEmpty }

  /// The first position of a text.
  func first(_ text: String) -> Int? { firsts[text] }

  /// All positions of a text, in order.
  func all(_ text: String) -> [Int] { firsts[text].map { [$0] + (repeats[text] ?? []) } ?? [] }
}
