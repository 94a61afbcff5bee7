package import JSON

/// The differences between an app as it is read and the files of its folder.
///
/// `gate` has an app read as it was before a change, and with files that a change takes out of every target.
package struct ReadingVariant: Equatable, Sendable {
  /// The texts of files by their paths, relative to the folder; `nil` for a file that does not exist.
  package var texts: [String: String?]
  /// The files that the app compiles besides the files of its targets.
  package var sources: [String]
  /// Whether the code is read. Otherwise, the facts only name the files that would be read.
  package var readsCode: Bool

  /// A variant of an app. Without arguments, the app is read exactly as its folder has it.
  package init(texts: [String: String?] = [:], sources: [String] = [], readsCode: Bool = true) {
    self.texts = texts
    self.sources = sources
    self.readsCode = readsCode
  }

  /// The variant as JSON, which `bgpolicy-appreader` reads from standard input.
  package var json: JSONValue {
    [
      "texts": .object(
        texts.sorted { $0.key.utf8.lexicographicallyPrecedes($1.key.utf8) }.map { path, text in
          JSONMember(path, text.map { .string($0) } ?? .null)
        }),
      "sources": .array(sources.map { .string($0) }), "code": .bool(readsCode),
    ]
  }

  /// Reads a variant; `nil` if the value has another form.
  package init?(_ json: JSONValue) {
    guard case .object(let members)? = json["texts"], case .array(let values)? = json["sources"],
      case .bool(let readsCode)? = json["code"]
    else { return nil }
    self.readsCode = readsCode
    texts = [:]
    for member in members {
      switch member.value {
      case .string(let text): texts[member.name] = .some(text)
      case .null: texts[member.name] = .some(nil)
      default: return nil
      }
    }
    sources = []
    for value in values {
      guard case .string(let path) = value else { return nil }
      sources.append(path)
    }
  }
}
