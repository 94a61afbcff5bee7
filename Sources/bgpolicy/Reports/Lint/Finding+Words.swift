internal import PolicyLint
internal import PolicySyntax

extension Finding {
  /// The way out in words; `nil` where there is none to tell.
  var advice: String? { issue.help ?? issue.fixes.first?.title }

  /// The headline and the way out as one text, for formats that have one field for both.
  var messageAndHelp: String {
    issue.message + (advice.map { ". Help: \($0)" } ?? "")
  }
}

extension Severity {
  /// The word that compilers and people use.
  var word: String { self == .info ? "note" : rawValue }
}
