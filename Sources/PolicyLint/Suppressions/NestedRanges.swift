/// Ranges of a text. Any two ranges are equal, nested or disjoint.
struct NestedRanges {
  /// The ranges sorted by start. Of ranges with the same start, larger ranges come first.
  private let ranges: [Range<Int>]
  /// The index of the smallest range that encloses each range. `nil` if no range encloses the range.
  private let parents: [Int?]

  init(_ ranges: Set<Range<Int>>) {
    let ranges = ranges.sorted { ($0.lowerBound, $1.upperBound) < ($1.lowerBound, $0.upperBound) }
    var parents: [Int?] = []
    var open: [Int] = []
    for (index, range) in ranges.enumerated() {
      while let last = open.last, ranges[last].upperBound <= range.lowerBound { open.removeLast() }
      parents.append(open.last)
      open.append(index)
    }
    self.ranges = ranges
    self.parents = parents
  }

  /// The ranges that contain an offset.
  func containing(_ offset: Int) -> [Range<Int>] {
    var containing: [Range<Int>] = []
    var next = last(startingAtOrBefore: offset)
    while let index = next {
      if ranges[index].contains(offset) { containing.append(ranges[index]) }
      next = parents[index]
    }
    return containing
  }

  private func last(startingAtOrBefore offset: Int) -> Int? {
    var (low, high) = (0, ranges.count)
    while low < high {
      let middle = (low + high) / 2
      if ranges[middle].lowerBound <= offset { low = middle + 1 } else { high = middle }
    }
    return low > 0 ? low - 1 : nil
  }
}
