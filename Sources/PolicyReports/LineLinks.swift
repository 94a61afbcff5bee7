/// The addresses at which a service shows the lines of a repository's files at a commit.
package struct LineLinks: Hashable, Sendable {
  private static let path = "{path}"
  private static let line = "{line}"

  private let template: String

  /// Links by an address with `{path}` and `{line}`, such as
  /// `https://github.com/OWNER/NAME/blob/COMMIT/{path}#L{line}`. `nil` if the address is not a web address,
  /// or lacks `{path}` or `{line}`.
  package init?(template: String) {
    let plain = template.replacing(Self.path, with: "").replacing(Self.line, with: "")
    let isOfWeb = ["https://", "http://"].contains {
      template.hasPrefix($0) && plain.utf8.count > $0.utf8.count
    }
    guard isOfWeb, template.contains(Self.path), template.contains(Self.line),
      plain.utf8.allSatisfy({ (0x21...0x7E).contains($0) && !Array("<>\"\\^`{|}".utf8).contains($0) })
    else { return nil }
    self.template = template
  }

  /// The address of a line of a file, whose path starts at the repository's root.
  func address(of path: String, line: Int) -> String {
    // The encoded path has no braces, so the path can't contain `{line}`.
    template.replacing(Self.path, with: FileURI.path(of: path)).replacing(Self.line, with: "\(line)")
  }
}
