internal import Quantities

/// The names of Apple's API for background work that a text contains, in code, comments and strings alike.
package struct MentionedNames: Sendable {
  /// The names. Code that does work in the background contains at least one of them; spaces, line breaks, comments and backticks may stand
  /// between the words and signs of a name.
  package static let all = [
    "BGTaskScheduler", "BGAppRefreshTask", "BGProcessingTask", "BGContinuedProcessingTask",
    "BGHealthResearchTask", "backgroundSessionConfiguration", "background(withIdentifier",
    "URLSessionConfiguration.background", "beginBackgroundTask", "handleEventsForBackgroundURLSession",
    "performFetchWithCompletionHandler", "_simulateLaunchForTaskWithIdentifier",
    "_simulateExpirationForTaskWithIdentifier",
  ]

  /// How often the text contains each name of ``all``.
  package private(set) var counts = [Int](repeating: 0, count: all.count)
  /// Whether the text contains a name.
  package var isAny: Bool { counts.contains { $0 > 0 } }
  /// The offset of the last mention of each name of ``all``.
  package private(set) var last = [Int](repeating: 0, count: all.count)

  /// The words and signs of each name.
  private static let tokens = all.map { name in
    var tokens: [[UInt8]] = []
    var isWord = false
    for byte in name.utf8 {
      let continues = isWord && isOfWord(byte)
      isWord = isOfWord(byte)
      if continues { tokens[tokens.count - 1].append(byte) } else { tokens.append([byte]) }
    }
    return tokens
  }

  /// The numbers of the names that begin with each byte.
  private static let numbers = (UInt8.min...UInt8.max).map { byte in
    tokens.indices.filter { tokens[$0][0].first == byte }
  }

  /// The names in a text, which is read once for all names.
  package init(in text: [UInt8]) {
    let numbers = Self.numbers
    text.withUnsafeBufferPointer { bytes in
      var gaps: Gaps?
      for index in bytes.indices where !numbers[Int(bytes[index])].isEmpty {
        for number in numbers[Int(bytes[index])] {
          guard var end = Self.end(of: Self.tokens[number][0], at: index, in: bytes) else { continue }
          var isFound = true
          for token in Self.tokens[number].dropFirst() {
            if gaps == nil { gaps = Gaps(in: bytes) }
            let start = gaps?.end(ofGapAt: end, in: bytes) ?? end
            guard let next = Self.end(of: token, at: start, in: bytes) else {
              isFound = false
              break
            }
            end = next
          }
          guard isFound else { continue }
          counts[number] += 1
          last[number] = index
        }
      }
    }
  }

  private static func end(of token: [UInt8], at index: Int, in bytes: UnsafeBufferPointer<UInt8>) -> Int? {
    guard token.count <= bytes.count - index, bytes[index...].starts(with: token) else { return nil }
    return index + token.count
  }

  private static func isOfWord(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "_"):
      true
    default: false
    }
  }

  /// The parts of a text that may stand between two words of code: spaces, line breaks, backticks and comments.
  private struct Gaps {
    /// The ends of comments that begin with `/*`, by their starts. Comments of Swift contain comments.
    private var comments: [Int: Int] = [:]
    /// The offsets of the ends of lines.
    private var lineEnds: [Int] = []
    /// The ends of gaps by the starts of their parts, so that a part is not read again for each word before
    /// the part.
    private var ends: [Int: Int] = [:]

    init(in bytes: UnsafeBufferPointer<UInt8>) {
      var open: [Int] = []
      lineEnds = bytes.indices.filter { bytes[$0].isLineBreak }
      var index = 0
      while index + 1 < bytes.count {
        switch (bytes[index], bytes[index + 1]) {
        case (UInt8(ascii: "/"), UInt8(ascii: "*")):
          open.append(index)
          index += 2
        case (UInt8(ascii: "*"), UInt8(ascii: "/")):
          if let start = open.popLast() { comments[start] = index + 2 }
          index += 2
        default: index += 1
        }
      }
    }

    /// The end of the gap that begins at an index.
    mutating func end(ofGapAt start: Int, in bytes: UnsafeBufferPointer<UInt8>) -> Int {
      var parts: [Int] = []
      var end = start
      while let next = self.end(ofPartAt: end, in: bytes) {
        if let known = ends[end] {
          end = known
          break
        }
        parts.append(end)
        end = next
      }
      for part in parts { ends[part] = end }
      return end
    }

    /// The end of one part of a gap; `nil` if no part begins at the index.
    private func end(ofPartAt start: Int, in bytes: UnsafeBufferPointer<UInt8>) -> Int? {
      guard start < bytes.count else { return nil }
      switch bytes[start] {
      case UInt8(ascii: " "), UInt8(ascii: "\t")...UInt8(ascii: "\r"), UInt8(ascii: "`"), 0: return start + 1
      case UInt8(ascii: "/"):
        guard start + 1 < bytes.count, bytes[start + 1] == UInt8(ascii: "/") else { return comments[start] }
        // The next part begins after the comment, at the end of its line.
        return lineEnd(after: start) ?? bytes.count
      default: return nil
      }
    }

    /// The end of the line that contains an index; `nil` for the last line.
    private func lineEnd(after index: Int) -> Int? {
      var (low, high) = (0, lineEnds.count)
      while low < high {
        let middle = (low + high) / 2
        if lineEnds[middle] < index { low = middle + 1 } else { high = middle }
      }
      return low < lineEnds.count ? lineEnds[low] : nil
    }
  }
}
