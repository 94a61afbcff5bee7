/// What a scheme of Xcode builds and archives, from the text of an `.xcscheme` file. Comments count, too.
package struct XcodeScheme {
  /// The names of the targets that the scheme names.
  package let targets: Set<String>
  /// The names of the configurations of all actions that may archive, as written.
  package let archivedConfigurations: [String]

  /// The scheme in a file with some bytes.
  package init(_ bytes: [UInt8]) {
    let text = String(decoding: bytes, as: UTF8.self)
    targets = Set(Self.values(of: "BlueprintName", in: text[...]))
    let actions = text.split(separator: "<ArchiveAction", omittingEmptySubsequences: false).dropFirst()
    archivedConfigurations = actions.flatMap { action in
      Self.values(of: "buildConfiguration", in: action.prefix { $0 != ">" })
    }
  }

  /// The values of an attribute in a text of XML.
  private static func values(of attribute: String, in text: Substring) -> [String] {
    text.split(separator: attribute, omittingEmptySubsequences: false).dropFirst().compactMap { part in
      let value = part.drop { $0.isWhitespace || $0 == "=" }
      guard let quote = value.first, quote == "\"" || quote == "'" else { return nil }
      return String(value.dropFirst().prefix { $0 != quote })
    }
  }
}
