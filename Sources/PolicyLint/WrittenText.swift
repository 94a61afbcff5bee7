internal import PolicySyntax

/// The ranges of a text that fixes have written. The ranges move when the text changes.
struct WrittenText {
  /// The ranges in order, not adjacent to each other.
  private var ranges: [Range<Int>] = []

  /// Records the ranges that edits write, and moves the earlier ranges.
  mutating func apply(_ edits: [Edit], to bytes: [UInt8]) {
    var changes = Set(edits).map { TrimmedEdit($0, in: bytes) }
    changes.sort { ($0.range.lowerBound, $0.range.upperBound) < ($1.range.lowerBound, $1.range.upperBound) }
    var moved: [Range<Int>] = []
    var (shift, next) = (0, 0)
    for change in changes {
      while next < ranges.count, ranges[next].upperBound <= change.range.lowerBound {
        moved.append(ranges[next].shifted(by: shift))
        next += 1
      }
      // The new range replaces overwritten ranges.
      while next < ranges.count, ranges[next].overlaps(change.range) { next += 1 }
      let new = change.range.lowerBound + shift..<change.range.lowerBound + shift + change.text.count
      let whole = change.wholeWords(at: new, in: bytes)
      if !whole.isEmpty { moved.append(whole) }
      shift += change.text.count - change.range.count
    }
    ranges = moved + ranges[next...].map { $0.shifted(by: shift) }
  }

  /// Whether edits change a range that fixes have written. A text that is added between two words, such as an item of a list, does not
  /// change the range.
  func isTouched(by edits: [Edit], in bytes: [UInt8]) -> Bool {
    guard !ranges.isEmpty else { return false }
    return edits.contains { edit in
      let change = TrimmedEdit(edit, in: bytes)
      guard !change.isAddedBetweenWords else { return false }
      let range = change.range
      // The ranges are in order, so only the first range that ends after the beginning matters.
      guard let written = firstRange(endingAfter: range.lowerBound) else { return false }
      return written.lowerBound < (range.isEmpty ? range.lowerBound : range.upperBound)
    }
  }

  private func firstRange(endingAfter position: Int) -> Range<Int>? {
    var (lower, upper) = (0, ranges.count)
    while lower < upper {
      let middle = (lower + upper) / 2
      if ranges[middle].upperBound <= position { lower = middle + 1 } else { upper = middle }
    }
    return lower < ranges.count ? ranges[lower] : nil
  }
}

/// An edit without the unchanged text that some edits include at their ends.
private struct TrimmedEdit {
  let range: Range<Int>
  let text: ArraySlice<UInt8>
  /// Whether the changed text begins and ends within a word.
  private let isWord: (atStart: Bool, atEnd: Bool)
  private let around: (before: Int, after: Int)

  init(_ edit: Edit, in bytes: [UInt8]) {
    let old = bytes[edit.span.range]
    let new = Array(edit.replacement.utf8)[...]
    let start = zip(old, new).prefix { $0 == $1 }.count
    let end = zip(old.dropFirst(start).reversed(), new.dropFirst(start).reversed()).prefix { $0 == $1 }.count
    range = edit.span.range.lowerBound + start..<edit.span.range.upperBound - end
    text = new.dropFirst(start).dropLast(end)
    let changed = [bytes[range], text].filter { !$0.isEmpty }
    isWord = (
      changed.contains { $0.first.map(Self.isWord) ?? false },
      changed.contains { $0.last.map(Self.isWord) ?? false }
    )
    around = (
      bytes[..<range.lowerBound].reversed().prefix(while: Self.isWord).count,
      bytes[range.upperBound...].prefix(while: Self.isWord).count
    )
  }

  /// Whether the edit only adds text, and neither end of the text extends a word.
  var isAddedBetweenWords: Bool {
    range.isEmpty && !(isWord.atStart && around.before > 0) && !(isWord.atEnd && around.after > 0)
  }

  /// The edit's range in the new text, extended to whole words at both ends.
  func wholeWords(at new: Range<Int>, in bytes: [UInt8]) -> Range<Int> {
    new.lowerBound - (isWord.atStart ? around.before : 0)..<new.upperBound + (isWord.atEnd ? around.after : 0)
  }

  private static func isWord(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "_"), UInt8(ascii: "."), 0x80...:
      true
    default: false
    }
  }
}

extension Range<Int> {
  fileprivate func shifted(by distance: Int) -> Range<Int> {
    lowerBound + distance..<upperBound + distance
  }
}

/// Non-overlapping spans of one file.
struct SpanSet {
  /// The spans in the order of the text.
  private var spans: [Span] = []

  /// Adds all spans. If one of the spans overlaps an existing span, adds no span.
  mutating func insert(_ new: [Span]) -> Bool {
    guard new.allSatisfy(isFree) else { return false }
    for span in new { spans.insert(span, at: index(of: span)) }
    return true
  }

  private func isFree(_ span: Span) -> Bool {
    let index = index(of: span)
    return (index == 0 || spans[index - 1].upper <= span.lower)
      && (index == spans.count || span.upper <= spans[index].lower)
  }

  /// The number of spans before `span`.
  private func index(of span: Span) -> Int {
    var (lower, upper) = (0, spans.count)
    while lower < upper {
      let middle = (lower + upper) / 2
      if spans[middle] < span { lower = middle + 1 } else { upper = middle }
    }
    return lower
  }
}
