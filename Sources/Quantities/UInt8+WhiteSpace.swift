// White space in UTF-8, whose bytes are ASCII.
extension UInt8 {
  /// Whether the byte is a space or a tab, which don't end a line.
  @inlinable package var isSpaceOrTab: Bool { self == UInt8(ascii: " ") || self == UInt8(ascii: "\t") }

  /// Whether the byte is a line feed or a carriage return.
  @inlinable package var isLineBreak: Bool { self == UInt8(ascii: "\n") || self == UInt8(ascii: "\r") }

  /// Whether the byte is a space, a tab, a line feed or a carriage return: the white space of JSON and XML.
  @inlinable package var isWhiteSpace: Bool { isSpaceOrTab || isLineBreak }
}
