internal import PolicySyntax

/// The system's identifier for a session or a task.
package struct Identifier: Hashable, Sendable {
  /// The identifier as written in the policy, with `$(PRODUCT_BUNDLE_IDENTIFIER)`.
  package let written: String
  /// The identifier at run time, with build settings substituted.
  package internal(set) var text: String

  /// Whether the app composes the identifier at run time. The text then has a placeholder in braces for the variable part.
  package let isRuntime: Bool

  /// An identifier whose build settings are not yet substituted.
  package init(_ written: String) {
    self.init(written, isRuntime: false)
  }

  private init(_ written: String, isRuntime: Bool) {
    self.written = written
    text = written
    self.isRuntime = isRuntime
  }

  /// An identifier that the app composes at run time, and the name of its placeholder.
  ///
  /// `form` is the identifier with expressions in braces, such as `com.example.album.{album.name}`. Several expressions become a single
  /// placeholder `{value}`. A form without braces is the text before the placeholder.
  static func runtime(_ form: String) -> (identifier: Identifier, placeholder: String) {
    guard let open = form.firstIndex(of: "{"), let close = form.lastIndex(of: "}"), open < close else {
      return (Identifier("\(form){value}", isRuntime: true), "value")
    }
    let inner = form[form.index(after: open)..<close]
    let isOne = !inner.contains { "{}".contains($0) }
    let last = isOne ? inner.split { !$0.isLetter && !$0.isNumber && $0 != "_" }.last : nil
    let name =
      last.flatMap { $0.first?.isNumber == false && $0.allSatisfy(\.isASCII) ? String($0) : nil } ?? "value"
    let text = "\(form[..<open]){\(name)}\(form[form.index(after: close)...])"
    return (Identifier(text, isRuntime: true), name)
  }

  /// The reference to the build setting that needs no declaration.
  package static let bundleIdentifierVariable = "$(PRODUCT_BUNDLE_IDENTIFIER)"

  /// Whether the identifier contains a wildcard: `com.example.export.*`.
  package var isWildcard: Bool { text.utf8.contains(UInt8(ascii: "*")) }

  /// Whether the identifier's only wildcard is its last component.
  package var isWellFormedWildcard: Bool {
    text.hasSuffix(".*") && !text.utf8.dropLast().contains(UInt8(ascii: "*"))
  }

  /// Whether this identifier permits the identifier `name`: both are equal, or this identifier ends in `.*` and `name` begins
  /// with the text before the `*`.
  package func permits(_ name: String) -> Bool {
    if text == name { return true }
    guard isWildcard, text.hasSuffix(".*") else { return false }
    return name.hasPrefix(text.dropLast()) && name.utf8.count >= text.utf8.count
  }
}

extension String {
  /// Whether two strings are the same, ignoring case.
  package func isLike(_ other: String) -> Bool { lowercased() == other.lowercased() }
}
