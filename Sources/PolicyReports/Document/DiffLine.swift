/// The kind of a line of a unified diff.
enum DiffLine {
  case added, removed, header, unchanged

  /// The kind of a line.
  init(_ line: some StringProtocol) {
    self =
      line.hasPrefix("@@") || line.hasPrefix("+++") || line.hasPrefix("---")
      ? .header : line.hasPrefix("+") ? .added : line.hasPrefix("-") ? .removed : .unchanged
  }

  /// The class of the line on a page; `nil` for a line in the color of the text.
  var styleClass: String? {
    switch self {
    case .added: "added"
    case .removed: "removed"
    case .header, .unchanged: nil
    }
  }
}
