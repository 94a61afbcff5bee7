internal import PolicySyntax

/// The names of background tasks that macros may join from words, as `#define NAME(a, b) a##b` makes one word
/// of two words.
///
/// Macros are not expanded. A name counts as joined if each of its parts is a word that a macro with `##` gets or has.
struct JoinedNames {
  /// The places of joined names by file, with the reasons.
  private(set) var found: [String: [(line: Int, reason: String)]] = [:]
  /// The macros that join words, also by other macros.
  private var joining: Set<String> = []
  /// The words of the bodies of macros, by macro.
  private var bodies: [String: [CToken]] = [:]
  /// The words that may be joined, with the place of the first.
  private var parts: [String: Place] = [:]

  private struct Place {
    let file: String
    let line: Int
  }

  /// The longest word that is looked at. The names that are looked for are shorter.
  private static let mostBytes = 128

  /// The names in the files of Objective-C.
  init(in files: [FileIndex]) {
    let outlines = files.compactMap { file in file.outline.map { (file.path, $0) } }
    for (_, outline) in outlines { addMacros(in: outline.tokens) }
    addMacrosOfMacros()
    guard !joining.isEmpty else { return }
    for (path, outline) in outlines { addParts(of: outline.tokens, path) }
    addBodies()
    for name in Self.names { note(name) }
  }

  /// The names that joined words are compared with: the names of the types, and the first words of selectors.
  private static let names: [String] = {
    let selectors = AppleNames.methods.keys.flatMap { $0.split(separator: ":").prefix(1).map(String.init) }
    let types = SchedulerTypes.requests.union([
      SchedulerTypes.scheduler, "NSURLSession", "NSURLSessionConfiguration",
    ])
    return types.union(selectors.filter { $0.count >= 12 }).sorted()
  }()

  private mutating func addMacros(in tokens: [CToken]) {
    for directive in tokens.compactMap(\.directive) where directive.name == "define" {
      guard let name = directive.tokens.first?.text else { continue }
      bodies[name, default: []] += directive.tokens.dropFirst()
      if directive.tokens.contains(where: { $0.text == "##" || $0.text == "%:%:" }) { joining.insert(name) }
    }
  }

  /// Adds the macros that use a macro that joins words.
  private mutating func addMacrosOfMacros() {
    var users: [String: Set<String>] = [:]
    for (name, body) in bodies {
      for token in body where bodies[token.text] != nil { users[token.text, default: []].insert(name) }
    }
    var open = Array(joining)
    while let next = open.popLast() {
      for user in users[next] ?? [] where joining.insert(user).inserted { open.append(user) }
    }
  }

  /// Adds the words between the parentheses after macros that join words.
  private mutating func addParts(of tokens: [CToken], _ path: String) {
    var index = 0
    while index < tokens.count {
      if let directive = tokens[index].directive { addParts(of: directive.tokens, path) }
      guard joining.contains(tokens[index].text) else {
        index += 1
        continue
      }
      var depth = 0
      index += 1
      while index < tokens.count {
        let token = tokens[index]
        if token.text == "(" { depth += 1 }
        if token.text == ")" { depth -= 1 }
        guard depth > 0 || token.text == ")" else { break }
        index += 1
        add(token, path)
        if depth == 0, token.text == ")", index < tokens.count, tokens[index].text != "(" { break }
      }
    }
  }

  private mutating func add(_ token: CToken, _ path: String) {
    guard token.isWord, token.text.utf8.count <= Self.mostBytes, parts[token.text] == nil else { return }
    parts[token.text] = Place(file: path, line: token.position.line)
  }

  /// Adds the words of the macros that join words, and of the macros whose names are parts themselves.
  private mutating func addBodies() {
    let first = parts.values.min { ($0.file, $0.line) < ($1.file, $1.line) }
    guard let first else { return }
    var open = Array(joining) + parts.keys
    var seen = Set(open)
    while let next = open.popLast() {
      for token in bodies[next] ?? [] where token.isWord && token.text.utf8.count <= Self.mostBytes {
        if parts[token.text] == nil { parts[token.text] = first }
        if seen.insert(token.text).inserted { open.append(token.text) }
      }
    }
  }

  /// Notes a name that parts make, at the place of its last part.
  private mutating func note(_ name: String) {
    let bytes = Array(name.utf8)
    // The last part of the beginning with each length; `nil` for a beginning that no parts make.
    var last: [Place?] = Array(repeating: nil, count: bytes.count + 1)
    for end in 1...bytes.count {
      for start in 0..<end where (start == 0 || last[start] != nil) && end - start < bytes.count {
        guard let place = parts[String(decoding: bytes[start..<end], as: UTF8.self)] else { continue }
        last[end] = place
        break
      }
    }
    guard let place = last[bytes.count] else { return }
    found[place.file, default: []].append(
      (place.line, "The code in line \(place.line) may join words to \(name), and is not read"))
  }
}
