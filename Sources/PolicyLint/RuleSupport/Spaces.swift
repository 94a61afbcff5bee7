extension String {
  /// Whether it is empty, or has nothing but white space.
  var hasOnlySpaces: Bool {
    // Most texts begin with an ASCII character that can be seen.
    if let first = utf8.first, first > 0x20, first < 0x7F { return false }
    return allSatisfy(\.isWhitespace)
  }
}
