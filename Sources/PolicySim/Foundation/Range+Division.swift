extension Range<Int> {
  /// Consecutive parts of `size` elements each; the last part may be smaller.
  func divided(into size: Int) -> [Range] {
    stride(from: lowerBound, to: upperBound, by: size).map { $0..<Swift.min($0 + size, upperBound) }
  }
}
