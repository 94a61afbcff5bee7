extension DisplayText {
  /// The width of the longest word of a text in columns. With `splitsNames`, names are split, and the longest part counts.
  static func longestWord(in text: String, splitsNames: Bool) -> Int {
    text.split(separator: " ").flatMap { splitsNames ? pieces(of: $0) : [$0] }
      .map { width(of: $0) }.max() ?? 0
  }

  /// A text in which each name that is longer than a width is split by spaces, after dots or slashes, into parts that are as long as
  /// possible.
  static func splittingNames(in text: String, to width: Int) -> String {
    text.split(separator: " ", omittingEmptySubsequences: false).map { word in
      guard self.width(of: word) > width else { return String(word) }
      var parts: [String] = []
      for piece in pieces(of: word) {
        if let last = parts.last, self.width(of: last) + self.width(of: piece) <= width {
          parts[parts.count - 1] += piece
        } else {
          parts.append(String(piece))
        }
      }
      return parts.joined(separator: " ")
    }.joined(separator: " ")
  }

  /// The parts of a name that may be on different lines, such as `photos.` and `energyPerDay`.
  private static func pieces(of word: Substring) -> [Substring] {
    var pieces: [Substring] = []
    var rest = word
    while let end = rest.firstIndex(where: { $0 == "." || $0 == "/" }),
      case let next = rest.index(after: end), next < rest.endIndex
    {
      pieces.append(rest[..<next])
      rest = rest[next...]
    }
    return pieces + [rest]
  }
}
