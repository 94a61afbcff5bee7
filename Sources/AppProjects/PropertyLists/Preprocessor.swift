internal import AppFacts

/// The C preprocessor that Xcode runs on an Info.plist if `INFOPLIST_PREPROCESS` is set.
///
/// Macros are not replaced: a text that contains a macro is unresolved. A value that depends on an unknown condition is unresolved, too. What
/// is not followed, such as comments and definitions in the list itself, is refused.
struct Preprocessor {
  /// The names of the macros that are known.
  private var macros: Set<String> = []
  /// Whether there may be other macros.
  private var areOpen = false
  /// The names that a header may define or not.
  private var undecided: Set<String> = []
  /// Whether `//` begins no comment.
  private var isTraditional = false
  private let shared: PreprocessedFiles
  private var files: ProjectFiles { shared.files }

  init(_ scope: SettingsScope, folder: String, _ shared: PreprocessedFiles) {
    self.shared = shared
    define(SettingWords(of: "INFOPLIST_PREPROCESSOR_DEFINITIONS", scope).words)
    if case .unknown = scope.value(of: "INFOPLIST_PREPROCESSOR_DEFINITIONS") { areOpen = true }
    readFlags(SettingWords(of: "INFOPLIST_OTHER_PREPROCESSOR_FLAGS", scope))
    if let header = scope.fact(of: "INFOPLIST_PREFIX_HEADER") {
      if let file = header.string.flatMap({ AppPath.joined(folder, $0) }).flatMap(files.text) {
        readHeader(file)
      } else {
        areOpen = true
      }
    }
  }

  /// Adds the names of definitions such as `LEVEL=2`. A name that is not known may be any name.
  private mutating func define(_ definitions: [String]) {
    for definition in definitions {
      let name = String(DefinedNames.name(of: definition))
      if name.contains("{") || name.contains("$") { areOpen = true } else { macros.insert(name) }
    }
  }

  /// Flags that change neither directives nor names.
  private static let plainFlags: Set<String> = ["-traditional", "-traditional-cpp", "-C", "-CC", "-P", "-w"]

  private mutating func readFlags(_ flags: SettingWords) {
    if !flags.isComplete { areOpen = true }
    isTraditional = flags.words.contains { $0.hasPrefix("-traditional") }
    let parsed = CompilerFlags(flags.words)
    define(parsed.definitions)
    undecided.formUnion(parsed.undecided.subtracting([DefinedNames.any]))
    for flag in flags.words where !Self.plainFlags.contains(flag) {
      if flag.hasPrefix("{") || flag.hasPrefix("$") {
        areOpen = true
        continue
      }
      guard !flag.hasPrefix("-D"), !flag.hasPrefix("-U"), !flag.hasPrefix("-Wno-") else { continue }
      files.refuse(
        flags.location ?? FactLocation(file: ""), "The flag \(flag) of the C preprocessor is not followed")
    }
  }

  private mutating func readHeader(_ file: TextFile) {
    shared.check(file, as: .header)
    for (_, words) in shared.directives(of: file) where words.first == "define" && words.count > 1 {
      undecided.insert(String(words[1]))
    }
  }

  /// The value without the parts that conditions leave out. A text that a macro may change is unresolved.
  ///
  /// `list` is the root of the whole file, of which the value may have only those keys that facts need.
  func output(of root: ValueNode, in list: ValueNode) -> ValueNode {
    shared.check(list.file, as: isTraditional ? .traditionalList : .list)
    let keys = shared.keys(of: list)
    keys[PreprocessedFiles.ofCompiler]?.forEach(refuseKey)
    for macro in macros.union(undecided) { keys[macro[...]]?.forEach(refuseKey) }
    let regions = ConditionalRegions(
      shared.directives(of: list.file), macros: areOpen ? nil : macros, undecided: undecided)
    return output(root, regions, isRelevant: false) ?? root
  }

  /// Refuses a key that a macro may make another key.
  private func refuseKey(at location: FactLocation) {
    files.refuse(location, "The C preprocessor may replace the key")
  }

  /// Notes a value that is not known. The work in the background depends on a relevant value, so a gate names
  /// such a value.
  private func note(_ value: ValueNode, _ reason: String, _ isRelevant: Bool) {
    if isRelevant { files.leaveOutCode(value.location, reason) } else { files.note(value.location, reason) }
  }

  private func output(_ value: ValueNode, _ regions: ConditionalRegions, isRelevant: Bool) -> ValueNode? {
    switch value.offset.map(regions.state) ?? .kept {
    case .kept: break
    case .leftOut:
      // Policies are compared with the file as a whole.
      if isRelevant {
        note(
          value, "A condition of the C preprocessor leaves the value out of a build, and lint reads it", true)
      }
      return nil
    case .unknown:
      note(value, "A condition of the C preprocessor decides on the value", isRelevant)
      return ValueNode(.other, in: value.file, at: value.offset)
    }
    switch value.content {
    case .string(let text):
      guard Self.words(of: text).contains(where: isMacro) else {
        return value
      }
      note(value, "The C preprocessor may replace the text", isRelevant)
      return ValueNode(.other, in: value.file, at: value.offset)
    case .list(let items):
      return ValueNode(
        .list(items.compactMap { output($0, regions, isRelevant: isRelevant) }), in: value.file,
        at: value.offset)
    case .dictionary(let entries):
      let kept = entries.compactMap { entry in
        if Self.words(of: entry.key).contains(where: isKnownMacro) {
          refuseKey(at: value.file.location(of: entry.offset))
        }
        let isRelevant =
          isRelevant
          || PropertyListKey.infoPlist.contains(PropertyListKey.replacedKey(by: entry.key) ?? entry.key)
        return output(entry.value, regions, isRelevant: isRelevant).map {
          ValueEntry(entry.key, at: entry.offset, $0)
        }
      }
      return ValueNode(.dictionary(kept), in: value.file, at: value.offset)
    case .null, .bool, .number, .other: return value
    }
  }

  /// Whether a word may be a macro. If not all macros are known, a word of capital letters may be a macro.
  private func isMacro(_ word: Substring) -> Bool {
    isKnownMacro(word)
      || areOpen && word.count > 2 && word.allSatisfy { $0.isUppercase || $0.isNumber || $0 == "_" }
  }

  private func isKnownMacro(_ word: Substring) -> Bool {
    word.hasPrefix("__") || macros.contains(String(word)) || undecided.contains(String(word))
  }

  /// The words of a text, without the words in references to build settings.
  static func words(of text: String) -> [Substring] {
    SettingExpression(text).pieces.flatMap { piece -> [Substring] in
      guard case .text(let text) = piece else { return [] }
      return text.split { !$0.isLetter && !$0.isNumber && $0 != "_" }
    }
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

  init(_ directives: [TextFile.Directive], macros: Set<String>?, undecided: Set<String> = []) {
    /// Whether a name is defined; `nil` if that is not known. The compiler itself defines some names.
    func isDefined(_ name: Substring?) -> Bool? {
      guard let name = name.map(String.init), let macros else { return nil }
      if macros.contains(name) { return true }
      let isOpen = ["_", "TARGET_", "OBJC_"].contains { name.hasPrefix($0) } || undecided.contains(name)
      return isOpen ? nil : false
    }
    // The state of each open condition, and the state outside of all conditions.
    var states: [State] = [.kept]
    var counts: [State: Int] = [.kept: 1]
    func count(_ state: State, _ difference: Int) { counts[state, default: 0] += difference }
    for (offset, words) in directives {
      switch words.first {
      case "ifdef"?, "ifndef"?:
        let state =
          isDefined(words.dropFirst().first).map { $0 == (words.first == "ifdef") ? State.kept : .leftOut }
          ?? .unknown
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
