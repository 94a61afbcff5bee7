/// The positions of texts in a list: of names, or of identifiers.
struct TextIndex: Sendable {
  /// The length up to which a list is searched from its start: hashing its texts takes longer.
  private static let longestSearched = 8

  private let texts: [String?]
  /// The first position of each text of a long list.
  private var firsts: [String: Int] = [:]
  /// The further positions of repeated texts.
  private var repeats: [String: [Int]] = [:]

  /// Indexes the texts of a list's declarations. A declaration without a text is not in the index.
  init(_ texts: [String?]) {
    self.texts = texts
    let isLong = texts.count > Self.longestSearched
    if isLong { firsts.reserveCapacity(texts.count) }
    for (position, text) in texts.enumerated() {
      guard let text else { continue }
      if let first = first(text), first < position {
        repeats[text, default: []].append(position)
      } else if isLong {
        firsts[text] = position
      }
    }
  }

  /// Whether several declarations have the same text.
  var hasRepeats: Bool { !repeats.isEmpty }

  /// The first position of a text.
  func first(_ text: String) -> Int? {
    texts.count > Self.longestSearched ? firsts[text] : texts.firstIndex(of: text)
  }

  /// All positions of a text, in order.
  func all(_ text: String) -> [Int] { first(text).map { [$0] + (repeats[text] ?? []) } ?? [] }
}
