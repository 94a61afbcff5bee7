/// The lines of two texts that stay when one text becomes the other.
struct LineMatching {
  /// The indices of the lines that stay, in both texts, in ascending order.
  private(set) var old: [Int] = []
  private(set) var new: [Int] = []
  private let oldLines, newLines: [ArraySlice<UInt8>]
  /// How many more comparisons of two lines are allowed. For the fewest changes of a part, at most the square of
  /// the number of the part's lines is needed.
  private var comparisons = 16_000_000

  /// Compares the lines of two texts. Between lines that a text has once, a part that takes too many comparisons counts as changed as a whole.
  init(_ oldLines: [ArraySlice<UInt8>], _ newLines: [ArraySlice<UInt8>]) {
    (self.oldLines, self.newLines) = (oldLines, newLines)
    match(0..<oldLines.count, 0..<newLines.count, hasAnchors: true)
  }

  /// Adds the lines of two parts that stay.
  private mutating func match(_ old: Range<Int>, _ new: Range<Int>, hasAnchors: Bool) {
    var (left, right) = (old, new)
    while let first = left.first, let other = right.first, oldLines[first] == newLines[other] {
      keep(first, other)
      (left, right) = (left.dropFirst(), right.dropFirst())
    }
    var end: [(old: Int, new: Int)] = []
    while let last = left.last, let other = right.last, oldLines[last] == newLines[other] {
      end.append((last, other))
      (left, right) = (left.dropLast(), right.dropLast())
    }
    matchDiffering(left, right, hasAnchors: hasAnchors)
    for pair in end.reversed() { keep(pair.old, pair.new) }
  }

  private mutating func keep(_ old: Int, _ new: Int) {
    self.old.append(old)
    self.new.append(new)
  }

  private mutating func matchDiffering(_ old: Range<Int>, _ new: Range<Int>, hasAnchors: Bool) {
    guard !old.isEmpty, !new.isEmpty else { return }
    let (cost, isTooLarge) = (old.count + new.count).multipliedReportingOverflow(by: old.count + new.count)
    if !isTooLarge, cost <= comparisons {
      comparisons -= cost
      var (removed, inserted): (Set<Int>, Set<Int>) = ([], [])
      for change in newLines[new].difference(from: oldLines[old]) {
        switch change {
        case .remove(let offset, _, _): removed.insert(old.lowerBound + offset)
        case .insert(let offset, _, _): inserted.insert(new.lowerBound + offset)
        }
      }
      for (old, new) in zip(old.filter { !removed.contains($0) }, new.filter { !inserted.contains($0) }) {
        keep(old, new)
      }
      return
    }
    guard hasAnchors else { return }
    var (left, right) = (old.lowerBound, new.lowerBound)
    for anchor in anchors(old, new) {
      match(left..<anchor.old, right..<anchor.new, hasAnchors: false)
      keep(anchor.old, anchor.new)
      (left, right) = (anchor.old + 1, anchor.new + 1)
    }
    match(left..<old.upperBound, right..<new.upperBound, hasAnchors: false)
  }

  /// The most lines that two parts have once each, and have in the same order.
  private func anchors(_ old: Range<Int>, _ new: Range<Int>) -> [(old: Int, new: Int)] {
    let (oldOnce, newOnce) = (Self.once(oldLines, old), Self.once(newLines, new))
    let pairs = oldOnce.compactMap { line, index in newOnce[line].map { (old: index, new: $0) } }
      .sorted { $0.old < $1.old }
    // The last pairs of the shortest sequences of each length, and the pair before each pair.
    var ends: [Int] = []
    var former = [Int?](repeating: nil, count: pairs.count)
    for index in pairs.indices {
      var (low, high) = (0, ends.count)
      while low < high {
        let middle = (low + high) / 2
        if pairs[ends[middle]].new < pairs[index].new { low = middle + 1 } else { high = middle }
      }
      former[index] = low > 0 ? ends[low - 1] : nil
      if low < ends.count { ends[low] = index } else { ends.append(index) }
    }
    var found: [(old: Int, new: Int)] = []
    var next = ends.last
    while let index = next {
      found.append(pairs[index])
      next = former[index]
    }
    return found.reversed()
  }

  /// The indices of the lines that a part has once, by the lines.
  private static func once(_ lines: [ArraySlice<UInt8>], _ part: Range<Int>) -> [ArraySlice<UInt8>: Int] {
    Dictionary(part.map { (lines[$0], $0) }, uniquingKeysWith: { _, _ in -1 }).filter { $0.value >= 0 }
  }
}
