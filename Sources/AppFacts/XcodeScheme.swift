internal import Quantities

/// What a scheme of Xcode builds and archives, from the text of an `.xcscheme` file. Comments count, too.
package struct XcodeScheme {
  /// The names of the targets that the scheme names.
  package let targets: Set<String>
  /// The names of the configurations of all actions that may archive, as written.
  package let archivedConfigurations: [String]
  /// The reason why the scheme may archive other configurations; `nil` if all configurations are known.
  package let problem: String?

  /// The scheme in a file with some bytes.
  package init(_ bytes: [UInt8]) {
    guard let text = String(validating: bytes, as: UTF8.self), JoinedSign.first(in: bytes) == nil,
      !Self.declaresMore(text)
    else {
      targets = []
      archivedConfigurations = []
      problem = "The scheme has declarations, signs or an encoding that Xcode does not write"
      return
    }
    let starts = text.split(separator: "<", omittingEmptySubsequences: false).dropFirst()
    var targets: Set<String> = []
    var configurations: [String] = []
    var problem: String?
    for start in starts {
      let name = start.prefix { !$0.isWhitespace && $0 != ">" && $0 != "/" }
      guard name == "ArchiveAction" || name == "BuildableReference" else { continue }
      let attributes = Self.attributes(in: start.dropFirst(name.count))
      if name == "BuildableReference" {
        if let target = attributes["BlueprintName"] { targets.insert(target) }
      } else if let configuration = attributes["buildConfiguration"], !configuration.contains("&") {
        configurations.append(configuration)
      } else {
        problem = "The configuration that the scheme archives is escaped, or not stated"
      }
    }
    self.targets = targets
    archivedConfigurations = configurations
    self.problem = problem
  }

  /// Whether a text declares entities or defaults of attributes, quotes markup, or has another encoding than UTF-8.
  private static func declaresMore(_ text: String) -> Bool {
    let markup = text.split(separator: "<!", omittingEmptySubsequences: false).dropFirst()
    if markup.contains(where: { !$0.hasPrefix("--") }) { return true }
    guard let start = text.firstRange(of: "<?xml") else { return false }
    let declaration = attributes(in: text[start.upperBound...])
    return declaration["encoding"].map { $0.uppercased() != "UTF-8" } ?? false
  }

  /// The attributes at the beginning of a text. The value of an attribute may have any character but its own quotation mark.
  private static func attributes(in text: Substring) -> [String: String] {
    var attributes: [String: String] = [:]
    var rest = text
    while true {
      let name = rest.drop(while: \.isWhitespace).prefix { !$0.isWhitespace && !"=>/?<".contains($0) }
      let value = rest[name.endIndex...].drop { $0.isWhitespace || $0 == "=" }
      guard !name.isEmpty, let quote = value.first, quote == "\"" || quote == "'" else { return attributes }
      let content = value.dropFirst().prefix { $0 != quote }
      attributes[String(name)] = String(content)
      rest = value[content.endIndex...].dropFirst()
    }
  }
}
