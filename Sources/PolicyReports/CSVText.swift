/// Fields of comma-separated values, as RFC 4180 defines them.
enum CSVText {
  /// Rows of fields, each with a line end.
  static func rows(_ rows: [[String]], lineEnd: String) -> String {
    rows.map { $0.map(field).joined(separator: ",") + lineEnd }.joined()
  }

  /// A string as a field on one line. Characters that a terminal does not show are written as escapes.
  ///
  /// A spreadsheet reads a field that begins with `=`, `@`, `+` or `-` as a formula. An apostrophe before
  /// such a text prevents that; numbers keep their sign.
  private static func field(_ text: String) -> String {
    var text = DisplayText.line(text)
    if let first = text.first, "=@+-".contains(first), Double(text) == nil { text = "'" + text }
    return text.utf8.contains { $0 == UInt8(ascii: ",") || $0 == UInt8(ascii: "\"") }
      ? "\"\(text.replacing("\"", with: "\"\""))\"" : text
  }
}
