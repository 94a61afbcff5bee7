extension String {
  /// Whether it comes before another text by its bytes, which no locale changes.
  package func isBefore(_ other: String) -> Bool {
    var (left, right) = (self, other)
    return left.withUTF8 { left in right.withUTF8 { right in left.lexicographicallyPrecedes(right) } }
  }
}
