extension String {
  /// Whether this string precedes another string in the order of bytes, which does not depend on the locale.
  package func isBefore(_ other: String) -> Bool {
    var (left, right) = (self, other)
    return left.withUTF8 { left in right.withUTF8 { right in left.lexicographicallyPrecedes(right) } }
  }
}
