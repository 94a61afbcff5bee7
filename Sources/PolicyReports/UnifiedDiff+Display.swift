package import PolicySyntax

extension UnifiedDiff {
  /// The changes of a file from one text to another text. A file that did not exist is compared with
  /// `/dev/null`.
  package init(of file: String, from old: [UInt8]?, to new: [UInt8]) {
    self.init(named: DisplayText.line(file), from: old, to: new)
  }

  /// The diff for a terminal. Characters that a terminal does not show are escaped.
  package var display: String { DisplayText.block(text) }
}
