extension String {
  /// Whether the string is empty or has only white space.
  var hasOnlySpaces: Bool {
    // Most strings begin with a visible ASCII character.
    if let first = utf8.first, first > 0x20, first < 0x7F { return false }
    return allSatisfy(\.isWhitespace)
  }
}
