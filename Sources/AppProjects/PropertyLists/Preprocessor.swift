internal import AppFacts

/// The C preprocessor that Xcode runs on an Info.plist if `INFOPLIST_PREPROCESS` is set.
///
/// Macros are not replaced: a value that contains one is unresolved.
struct Preprocessor {
  /// The names of the macros; `nil` if they are not known.
  private let macros: Set<String>?
  private let files: ProjectFiles

  init(_ scope: SettingsScope, folder: String, files: ProjectFiles) {
    self.files = files
    var macros: Set<String>? = []
    switch scope.value(of: "INFOPLIST_PREPROCESSOR_DEFINITIONS") {
    case .absent: break
    case .assigned(_, let text) where text.isResolved:
      macros?.formUnion(text.text.split(separator: " ").map { String($0.prefix { $0 != "=" }) })
    case .assigned, .unknown: macros = nil
    }
    if let header = scope.fact(of: "INFOPLIST_PREFIX_HEADER") {
      let path = header.string.flatMap { AppPath.joined(folder, $0) }
      if let names = path.flatMap(files.text).flatMap(Self.macros) {
        macros?.formUnion(names)
      } else {
        macros = nil
      }
    }
    if scope.fact(of: "INFOPLIST_OTHER_PREPROCESSOR_FLAGS") != nil { macros = nil }
    self.macros = macros
  }

  /// The value without the texts that may change; `nil` if the file has directives, on which its content depends.
  func output(of root: ValueNode) -> ValueNode? {
    guard !root.file.hasDirectives else {
      files.note(
        FactLocation(file: root.file.path),
        "It has directives of the C preprocessor, on which its content depends")
      return nil
    }
    return output(root)
  }

  private func output(_ value: ValueNode) -> ValueNode {
    switch value.content {
    case .string(let text):
      guard Self.words(of: text).contains(where: isMacro) else { return value }
      files.note(value.location, "The C preprocessor may replace the text")
      return ValueNode(.other, in: value.file, at: value.offset)
    case .list(let items):
      return ValueNode(.list(items.map(output)), in: value.file, at: value.offset)
    case .dictionary: return value.mappingAll(output)
    case .null, .bool, .number, .other: return value
    }
  }

  /// Whether a word is a macro; one of capital letters may be if the macros are not known.
  private func isMacro(_ word: Substring) -> Bool {
    if let macros { return macros.contains(String(word)) }
    return word.count > 2 && word.allSatisfy { $0.isUppercase || $0.isNumber || $0 == "_" }
  }

  /// The words of a text, without those in references to build settings.
  private static func words(of text: String) -> [Substring] {
    SettingExpression(text).pieces.flatMap { piece -> [Substring] in
      guard case .text(let text) = piece else { return [] }
      return text.split { !$0.isLetter && !$0.isNumber && $0 != "_" }
    }
  }

  /// The macros that a header defines; `nil` if it includes others.
  private static func macros(of header: TextFile) -> [String]? {
    var names: [String] = []
    for line in String(decoding: header.bytes, as: UTF8.self).split(whereSeparator: \.isNewline) {
      let words = line.trimmed.split { $0 == " " || $0 == "\t" || $0 == "(" }
      if words.first == "#include" || words.first == "#import" { return nil }
      if words.first == "#define", words.count > 1 { names.append(String(words[1])) }
    }
    return names
  }
}
