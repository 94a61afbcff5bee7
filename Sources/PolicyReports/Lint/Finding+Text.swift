internal import PolicyLint
internal import PolicySyntax

extension Finding {
  /// The advice in words; `nil` if there is none.
  var advice: String? { diagnostic.help ?? diagnostic.fixes.first?.title }

  /// The headline and the advice as one text, for formats that have one field for both.
  var messageAndHelp: String {
    diagnostic.messageAsSentence + (advice.map { " Help: \($0)" } ?? "")
  }
}

extension Diagnostic {
  /// The headline with the mark at its end that a further sentence needs.
  var messageAsSentence: String {
    message.last.map { "?!.".contains($0) } ?? false ? message : message + "."
  }
}
