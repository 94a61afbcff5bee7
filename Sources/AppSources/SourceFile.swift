internal import SwiftParser
internal import SwiftSyntax

/// A source file of the app.
package struct SourceFile: Sendable {
  /// The path, relative to the folder that is read.
  package let path: String
  /// The text.
  package let text: String

  /// A file with a path and its text.
  package init(path: String, text: String) {
    self.path = path
    self.text = text
  }

  /// The tree of the text, which has every byte of it also if it is not Swift.
  var syntax: SourceFileSyntax { Parser.parse(source: text) }
}
