/// Characters in ranges. The time to find a character hardly grows with the number of ranges.
struct ScalarSet: Equatable, Sendable {
  /// Ranges in ascending order that have no character in common.
  private var ranges: [ClosedRange<Unicode.Scalar>] = []

  /// The characters in ranges, in any order.
  init(_ all: [ClosedRange<Unicode.Scalar>]) {
    for range in all.sorted(by: { $0.lowerBound < $1.lowerBound }) {
      if let last = ranges.last, range.lowerBound <= last.upperBound {
        ranges[ranges.count - 1] = last.lowerBound...max(last.upperBound, range.upperBound)
      } else {
        ranges.append(range)
      }
    }
  }

  /// Whether a character is in the set.
  func contains(_ scalar: Unicode.Scalar) -> Bool {
    var (low, high) = (0, ranges.count)
    while low < high {
      let middle = (low + high) / 2
      if ranges[middle].upperBound < scalar { low = middle + 1 } else { high = middle }
    }
    return low < ranges.count && ranges[low].contains(scalar)
  }
}
