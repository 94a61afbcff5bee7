extension Range<Int> {
  /// The parts of a size, the last of which may be smaller.
  func divided(into size: Int) -> [Range] {
    stride(from: lowerBound, to: upperBound, by: size).map { $0..<Swift.min($0 + size, upperBound) }
  }
}
