internal import PolicySyntax

/// Code that a call in a Podfile loads as a further part of it: `require_relative 'pods'`, `eval(File.read('pods.rb'))`.
enum RubyLoad: Equatable {
  /// A file by its path from the folder of the Podfile, or of the file with the call.
  case file(String, isFromOwnFolder: Bool)
  /// Code that is computed.
  case computed

  /// The functions that run a text.
  private static let running: Set<String> = [
    "class_eval", "eval", "eval_gemfile", "from_file", "from_ruby", "instance_eval", "module_eval",
  ]
  /// The functions that run a file. A method of another object, such as `YAML.load`, has the name as well.
  private static let loading: Set<String> = ["load", "require", "require_relative"]

  /// What a call loads, in order.
  static func all(in call: RubyCall) -> [RubyLoad] {
    guard mayBe(in: Array(call.text.utf8)) else { return [] }
    let tokens = call.tokens
    return tokens.indices.compactMap { index in
      guard case .word(let name) = tokens[index] else { return nil }
      let isMethod = index > 0 && tokens[index - 1] == .sign(".")
      if loading.contains(name) {
        guard !isMethod || index > 1 && tokens[index - 2] == .word("Kernel") else { return nil }
      } else {
        guard running.contains(name) else { return nil }
      }
      // A definition, a symbol or a key.
      if index > 0, [.word("def"), .sign(":")].contains(tokens[index - 1]) { return nil }
      return load(by: name, tokens[(index + 1)...], of: call)
    }
  }

  /// Whether a text may have such a call.
  static func mayBe(in text: [UInt8]) -> Bool {
    text.withUnsafeBufferPointer { text in
      text.contains("eval") || text.contains("load") || text.contains("require") || text.contains("from_")
    }
  }

  private static func load(by name: String, _ tokens: ArraySlice<RubyCall.Token>, of call: RubyCall)
    -> RubyLoad?
  {
    var arguments = RubyPath(tokens)
    arguments.skip(.sign("("))
    // The code of a block is in the file itself.
    guard let first = arguments.next, first != .sign("{"), first != .word("do") else { return nil }
    let isText = if case .text = first { true } else { false }
    guard let path = arguments.path(), arguments.isAtEnd else {
      return name == "require" && isOfPackageManager(call) ? nil : .computed
    }
    if isText, name.hasSuffix("eval") { return .computed }
    return .file(path, isFromOwnFolder: name == "require_relative")
  }

  /// Whether a package manager finds the file that a call requires, in the forms that the templates of React Native, Expo and Flutter have.
  private static func isOfPackageManager(_ call: RubyCall) -> Bool {
    let asksNode = call.text.contains("execute_command('node'") || call.text.contains("`node ")
    return asksNode && call.text.contains("require.resolve(")
      || call.text.contains("'flutter_tools'") && call.text.contains("'podhelper'")
  }
}

/// A reader of the path that an expression of Ruby names, relative to the folder of its file.
struct RubyPath {
  private var tokens: ArraySlice<RubyCall.Token>

  init(_ tokens: ArraySlice<RubyCall.Token>) { self.tokens = tokens }

  var next: RubyCall.Token? { tokens.first }

  mutating func skip(_ token: RubyCall.Token) { if next == token { tokens = tokens.dropFirst() } }

  /// Whether nothing follows that could change the path.
  var isAtEnd: Bool {
    switch next {
    case nil, .sign(")")?, .sign(",")?, .sign(";")?, .sign("}")?, .word("if")?, .word("unless")?,
      .word("end")?:
      true
    default: false
    }
  }

  /// The path; `nil` if it is computed in another way.
  mutating func path() -> String? {
    guard let token = tokens.popFirst() else { return nil }
    switch token {
    case .text(let text): return text
    case .word("__dir__"): return "."
    case .word("__FILE__"): return "./Podfile"
    case .word("File"), .word("IO"):
      guard tokens.popFirst() == .sign("."), case .word(let name)? = tokens.popFirst(),
        let paths = arguments(), let first = paths.first
      else { return nil }
      switch name {
      case "read": return paths.count == 1 ? first : nil
      case "join": return paths.joined(separator: "/")
      case "expand_path": return paths.count == 1 ? first : "\(paths[1])/\(first)"
      case "dirname": return first == "./Podfile" ? "." : nil
      default: return nil
      }
    default: return nil
    }
  }

  /// The paths between parentheses, or to the end.
  private mutating func arguments() -> [String]? {
    let isOpen = next == .sign("(")
    skip(.sign("("))
    var paths: [String] = []
    repeat {
      if !paths.isEmpty { skip(.sign(",")) }
      guard let path = path() else { return nil }
      paths.append(path)
    } while next == .sign(",")
    guard isOpen else { return isAtEnd ? paths : nil }
    return tokens.popFirst() == .sign(")") ? paths : nil
  }
}
