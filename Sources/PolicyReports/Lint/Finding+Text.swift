internal import PolicyLint
internal import PolicySyntax

extension Finding {
  /// The advice in words. `nil` if the diagnostic has neither help nor a fix.
  var advice: String? { diagnostic.help ?? diagnostic.fixes.first?.title }

  /// The headline and the advice as one text, for formats that have a single field.
  var messageAndHelp: String {
    diagnostic.messageAsSentence + (advice.map { " Help: \($0)" } ?? "")
  }
}

extension Diagnostic {
  /// The headline with a full stop, unless the headline ends with a punctuation mark. Another sentence may
  /// follow.
  var messageAsSentence: String {
    message.last.map { "?!.".contains($0) } ?? false ? message : message + "."
  }
}
