/// Fields of comma-separated values, as RFC 4180 defines them.
enum CSVText {
  /// Rows of fields, each with a line end.
  static func rows(_ rows: [[String]], lineEnd: String) -> String {
    rows.map { $0.map(field).joined(separator: ",") + lineEnd }.joined()
  }

  /// A string as a field, on one line and with escapes for characters that a terminal would not show.
  ///
  /// A spreadsheet treats a field as a formula if it begins with one of a few characters; numbers may begin
  /// with a sign.
  private static func field(_ text: String) -> String {
    var text = DisplayText.line(text)
    if let first = text.first, "=@+-".contains(first), Double(text) == nil { text = "'" + text }
    return text.utf8.contains { $0 == UInt8(ascii: ",") || $0 == UInt8(ascii: "\"") }
      ? "\"\(text.replacing("\"", with: "\"\""))\"" : text
  }
}
