internal import AppFacts

/// The C preprocessor that Xcode runs on an Info.plist if `INFOPLIST_PREPROCESS` is set.
///
/// Macros are not replaced: a text that contains a macro is unresolved. A value that depends on an unknown condition is unresolved, too.
struct Preprocessor {
  /// The names of the macros; `nil` if the macros are not known.
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

  /// The value without the parts that conditions leave out. A text that a macro may change is unresolved.
  func output(of root: ValueNode) -> ValueNode {
    output(root, ConditionalRegions(root.file, macros: macros)) ?? root
  }

  private func output(_ value: ValueNode, _ regions: ConditionalRegions) -> ValueNode? {
    switch value.offset.map(regions.state) ?? .kept {
    case .kept: break
    case .leftOut: return nil
    case .unknown:
      files.note(value.location, "A condition of the C preprocessor decides on the value")
      return ValueNode(.other, in: value.file, at: value.offset)
    }
    switch value.content {
    case .string(let text):
      guard Self.words(of: text).contains(where: isMacro) else { return value }
      files.note(value.location, "The C preprocessor may replace the text")
      return ValueNode(.other, in: value.file, at: value.offset)
    case .list(let items):
      return ValueNode(.list(items.compactMap { output($0, regions) }), in: value.file, at: value.offset)
    case .dictionary(let entries):
      let kept = entries.compactMap { entry in
        output(entry.value, regions).map { ValueEntry(entry.key, at: entry.offset, $0) }
      }
      return ValueNode(.dictionary(kept), in: value.file, at: value.offset)
    case .null, .bool, .number, .other: return value
    }
  }

  /// Whether a word is a macro. If the macros are not known, a word of capital letters may be a macro.
  private func isMacro(_ word: Substring) -> Bool {
    if let macros { return macros.contains(String(word)) }
    return word.count > 2 && word.allSatisfy { $0.isUppercase || $0.isNumber || $0 == "_" }
  }

  /// The words of a text, without the words in references to build settings.
  private static func words(of text: String) -> [Substring] {
    SettingExpression(text).pieces.flatMap { piece -> [Substring] in
      guard case .text(let text) = piece else { return [] }
      return text.split { !$0.isLetter && !$0.isNumber && $0 != "_" }
    }
  }

  /// The macros that a header defines; `nil` if the header includes other headers.
  private static func macros(of header: TextFile) -> [String]? {
    var names: [String] = []
    for (_, words) in header.directives {
      if words.first == "include" || words.first == "import" { return nil }
      if words.first == "define", words.count > 1 { names.append(String(words[1].prefix { $0 != "(" })) }
    }
    return names
  }
}

/// The parts of a file that conditions of the C preprocessor keep or leave out.
struct ConditionalRegions {
  /// Whether a part is kept.
  enum State {
    case kept, leftOut, unknown
  }

  /// The offsets at which the state changes.
  private var starts: [(offset: Int, state: State)] = []

  init(_ file: TextFile, macros: Set<String>?) {
    // The state of each open condition, and the state outside of all conditions.
    var states: [State] = [.kept]
    var counts: [State: Int] = [.kept: 1]
    func count(_ state: State, _ difference: Int) { counts[state, default: 0] += difference }
    for (offset, words) in file.directives {
      switch words.first {
      case "ifdef"?, "ifndef"?:
        let isDefined = macros.flatMap { macros in words.dropFirst().first.map { macros.contains(String($0)) }
        }
        let state = isDefined.map { $0 == (words.first == "ifdef") ? State.kept : .leftOut } ?? .unknown
        states.append(state)
        count(state, 1)
      case "if"?:
        states.append(.unknown)
        count(.unknown, 1)
      case "else"?, "elif"?:
        guard states.count > 1, let last = states.popLast() else { continue }
        let isPlain = words.first == "else"
        let state: State = last == .unknown || !isPlain ? .unknown : last == .kept ? .leftOut : .kept
        states.append(state)
        count(last, -1)
        count(state, 1)
      case "endif"? where states.count > 1: count(states.removeLast(), -1)
      default: continue
      }
      let state: State =
        counts[.leftOut, default: 0] > 0 ? .leftOut : counts[.unknown, default: 0] > 0 ? .unknown : .kept
      starts.append((offset, state))
    }
  }

  /// Whether the byte at an offset is kept.
  func state(of offset: Int) -> State {
    var (low, high) = (0, starts.count)
    while low < high {
      let middle = (low + high) / 2
      if starts[middle].offset <= offset { low = middle + 1 } else { high = middle }
    }
    return low == 0 ? .kept : starts[low - 1].state
  }
}
