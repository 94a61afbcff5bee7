internal import Quantities

/// Code that a call in a Podfile loads as a further part of the Podfile: `require_relative 'pods'`, `eval(File.read('pods.rb'))`.
enum RubyLoad: Equatable {
  /// A file by its path from the folder of the Podfile, or of the file with the call.
  case file(String, isFromOwnFolder: Bool)
  /// Code that is computed.
  case computed

  /// The functions that run a text.
  private static let running: Set<String> = [
    "class_eval", "eval", "eval_gemfile", "from_file", "from_ruby", "instance_eval", "module_eval",
  ]
  /// The functions that run a file. Methods of objects, such as `YAML.load`, have these names, too, and run no file.
  private static let loading: Set<String> = ["load", "require", "require_relative"]

  /// What a call loads, in order.
  static func all(in call: RubyCall) -> [RubyLoad] {
    guard mayBe(in: Array(call.text.utf8)) else { return [] }
    let tokens = call.tokens
    let isOfPackageManager = isOfPackageManager(call)
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
      return load(by: name, tokens[(index + 1)...], isOfPackageManager)
    }
  }

  /// Whether a text may have a call that loads code.
  static func mayBe(in text: [UInt8]) -> Bool {
    ["eval", "load", "require", "from_"].contains { text.contains(sequence: $0) }
  }

  private static func load(
    by name: String, _ tokens: ArraySlice<RubyCall.Token>, _ isOfPackageManager: Bool
  ) -> RubyLoad? {
    var arguments = RubyPath(tokens)
    arguments.skip(.sign("("))
    // The code of a block is in the file itself.
    guard let first = arguments.next, first != .sign("{"), first != .word("do") else { return nil }
    let isText = if case .text = first { true } else { false }
    guard let path = arguments.path(), arguments.isAtEnd else {
      return name == "require" && isOfPackageManager ? nil : .computed
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
