package import PolicySyntax

extension UnifiedDiff {
  /// The changes of a file from one text to another; a file that did not exist is compared with `/dev/null`.
  package init(of file: String, from old: [UInt8]?, to new: [UInt8]) {
    self.init(named: DisplayText.line(file), from: old, to: new)
  }

  /// The text for a terminal, which differs only if a line has something that a terminal would not show.
  package var display: String { DisplayText.block(text) }
}
