internal import AppFacts
internal import PlatformFacts

/// A file in a language that is not read as a whole. Only the calls of known functions are found in the file.
struct ScriptFile {
  let path: String
  let language: PluginFunction.Language
  let tokens: [ScriptTokens.Token]
  let brackets: ScriptBrackets
  /// The imports, by the name in the file: the package and the name that the package exports; `*` for the whole package.
  let imports: [String: (package: String, name: String)]
  /// The packages that code other than JavaScript imports.
  let packages: Set<String>
  /// The texts of constants by name; `nil` for a name with several values.
  let constants: [String: String?]
  let asksForSystem: Bool
  /// The functions that a file of Dart declares, and whether each has the annotation of an entry point.
  let functions: [String: Bool]
  /// The bodies of the functions that a file of Dart declares, by name.
  private let bodies: [String: Range<Int>]
  /// The functions in the global scope of a file of JavaScript.
  let scopes: ScriptScopes?
  /// The functions of the file, and the objects and types that contain them.
  let members: ScriptFunctions

  /// The greatest number of tokens of a call's arguments, or of the code that a call runs, that are read.
  private static let mostTokens = 5_000
  /// The greatest number of tokens that all calls of a file have in their arguments and may run.
  private static let mostTokensOfCalls = 2_000_000

  init(_ bytes: [UInt8], _ language: PluginFunction.Language, path: String) {
    self.path = path
    self.language = language
    tokens = ScriptTokens(bytes).tokens
    brackets = ScriptBrackets(tokens)
    packages = Self.packages(in: tokens, language)
    imports = language == .javaScript ? Self.imports(in: tokens) : [:]
    var constants: [String: String?] = [:]
    for index in tokens.indices.dropFirst(2) {
      guard case .text(let text) = tokens[index].kind, tokens[index - 1].text == "=",
        tokens[index - 2].kind == .name
      else { continue }
      let isWhole = index + 1 >= tokens.count || tokens[index + 1].text != "+"
      Self.add(isWhole ? text : nil, of: tokens[index - 2].text, to: &constants)
    }
    self.constants = constants
    asksForSystem = tokens.contains { Self.systemNames.contains($0.text) }
    functions = language == .dart ? DartFunctions(tokens, brackets).areEntryPoints : [:]
    scopes = language == .javaScript ? ScriptScopes(tokens, brackets) : nil
    members = ScriptFunctions(tokens, brackets)
    bodies =
      language == .dart
      ? Dictionary(members.functions.map { ($0.name, $0.body) }, uniquingKeysWith: { $1 }) : [:]
  }

  /// Adds the text of a constant. A constant with several texts has no known text.
  static func add(_ text: String?, of name: String, to constants: inout [String: String?]) {
    if let known = constants[name], known != text {
      constants[name] = .some(nil)
    } else {
      constants[name] = .some(text)
    }
  }

  /// The names by which code asks for the system that it runs on.
  private static let systemNames: Set<String> = [
    "Platform", "isAndroid", "isIOS", "defaultTargetPlatform", "TargetPlatform",
  ]

  /// The names of JavaScript's imports: `import * as Location from 'expo-location'`, `import { a, b as c } from '…'`,
  /// `const Location = require('…')`.
  private static func imports(in tokens: [ScriptTokens.Token]) -> [String: (package: String, name: String)] {
    var found: [String: (package: String, name: String)] = [:]
    // The last `import`, and the last word that declares a constant, or else the end of the statement's last import.
    var statement: Int?
    var declaration: Int?
    for index in tokens.indices.dropFirst() {
      if tokens[index - 1].text == "import" { statement = index - 1 }
      if ["const", "let", "var"].contains(tokens[index - 1].text) { declaration = index - 1 }
      guard case .text(let package?) = tokens[index].kind else { continue }
      let names: ArraySlice<ScriptTokens.Token>
      if tokens[index - 1].text == "from", let start = statement {
        names = tokens[(start + 1)..<(index - 1)]
        statement = nil
      } else if tokens[index - 1].text == "(", index > 3, tokens[index - 2].text == "require",
        tokens[index - 3].text == "=", let start = declaration, start < index - 3
      {
        names = tokens[(start + 1)..<(index - 3)]
        declaration = index
      } else {
        continue
      }
      var isBraced = false
      var last = "*"
      for (offset, token) in zip(names.indices, names) {
        if token.text == "{" { isBraced = true }
        guard token.kind == .name, token.text != "as", token.text != "type" else { continue }
        let isRenamed = offset > names.startIndex && ["as", ":"].contains(tokens[offset - 1].text)
        let exported = isRenamed ? last : isBraced ? token.text : "*"
        if isRenamed { found[last] = nil }
        found[token.text] = (package, exported)
        last = token.text
      }
    }
    return found
  }

  // MARK: - Calls

  /// The calls of known functions; `constants` has the texts of constants of all files, and `entryPoints` the functions of all files.
  func calls(
    _ functions: [PluginFunction], constants shared: [String: String?], entryPoints: [String: Bool],
    isReached: (String) -> Bool = { _ in true }
  ) -> [PluginCall] {
    let own = Dictionary(grouping: functions.filter { $0.language == language }) { $0.name }
    var room = Self.mostTokensOfCalls
    return tokens.indices.flatMap { index -> [PluginCall] in
      let token = tokens[index]
      guard token.kind == .name, room > 0 else { return [] }
      let name = imports[token.text].map { $0.name == "*" ? token.text : $0.name } ?? token.text
      guard let named = own[name], let end = argumentsEnd(after: index) else { return [] }
      room -= end - index + (named.contains(where: \.runsApart) ? Self.mostTokens : 0)
      let calls = named.compactMap { function -> PluginCall? in
        guard isCall(of: function, at: index) else { return nil }
        let arguments = (index + 2)..<end
        if let option = function.option, !isTrue(option, in: arguments) { return nil }
        let identifier = function.identifier.map { value(of: $0, in: arguments, shared) }
        let around =
          function.isOfTaskAlone && function.definesTask ? scopes?.function(around: index)?.name : nil
        let lacksEntryPoint = function.callback.map { lacks(entryPoints, $0, in: arguments) } ?? false
        return PluginCall(
          function.package, function.name, identifier: identifier,
          task: function.task.map { value(of: $0, in: arguments, shared) }, asksForSystem: asksForSystem,
          isInComponent: language == .javaScript && brackets.isInComponent(index),
          lacksEntryPoint: lacksEntryPoint, plugin: function.runsApart ? plugin(in: arguments) : nil,
          uncalledFunction: around.flatMap { isReached($0) ? nil : $0 }, at: location(token))
      }
      // The app's own module may pass the package on.
      guard calls.isEmpty, language == .javaScript, named.contains(where: \.isOfTaskAlone) else {
        return calls
      }
      return [
        PluginCall("", name, task: FactValue(nil, .unresolved, at: location(token)), at: location(token))
      ]
    }
  }

  func location(_ token: ScriptTokens.Token) -> FactLocation {
    FactLocation(file: path, line: token.line, column: token.column)
  }

  /// The end of the arguments of a call; `nil` if the name is not called.
  func argumentsEnd(after index: Int) -> Int? {
    guard index + 1 < tokens.count, tokens[index + 1].text == "(", tokens[index + 1].kind == .mark,
      index == 0 || !["function", "fun", "void", "func"].contains(tokens[index - 1].text)
    else { return nil }
    return brackets.ends[index + 1].map { min($0, index + 2 + Self.mostTokens) }
  }

  /// Whether a call is a call of a function, by the names before the dot and the imports.
  func isCall(of function: PluginFunction, at index: Int) -> Bool {
    let receiver = receiver(before: index)
    switch language {
    case .javaScript:
      if let receiver { return imports[receiver].map { $0.package == function.package } ?? false }
      return imports[tokens[index].text].map { $0.package == function.package && $0.name != "*" } ?? false
    case .dart, .kotlin, .cSharp:
      // `[Register("AppDelegate")]` is an attribute of C#.
      if language == .cSharp, index > 0, ["[", ","].contains(tokens[index - 1].text),
        let end = brackets.ends[index + 1], end + 1 < tokens.count, ["]", ","].contains(tokens[end + 1].text)
      {
        return false
      }
      return isImported(function.package) && (function.receiver == nil || function.receiver == receiver)
    }
  }

  /// Whether a file of Dart, Kotlin or C# imports a package.
  func isImported(_ package: String) -> Bool {
    packages.contains(
      language == .dart ? package : package.split(separator: ".").last.map(String.init) ?? package)
  }

  /// The packages that a file of Dart imports; for Kotlin and C# all names in the file, which include the
  /// framework's name if the file imports the framework.
  private static func packages(
    in tokens: [ScriptTokens.Token], _ language: PluginFunction.Language
  ) -> Set<String> {
    Set(
      tokens.compactMap { token in
        guard case .text(let text) = token.kind else { return language == .dart ? nil : token.text }
        guard language == .dart, let text, text.hasPrefix("package:") else { return nil }
        return text.dropFirst("package:".count).firstIndex(of: "/").map {
          String(text[..<$0].dropFirst("package:".count))
        }
      })
  }

  /// The name before the dot of a call: `Location` in `Location.start()` and in `Location().start()`.
  func receiver(before index: Int) -> String? {
    var place = index - 1
    guard place >= 1, tokens[place].text == "." else { return nil }
    place -= 1
    if tokens[place].text == "?" { place -= 1 }
    if place >= 2, tokens[place].text == ")", tokens[place - 1].text == "(" { place -= 2 }
    return place >= 0 && tokens[place].kind == .name ? tokens[place].text : nil
  }

  /// Whether the argument with a function is a closure, or the name of a declared function that is no entry point.
  private func lacks(
    _ entryPoints: [String: Bool], _ callback: PluginFunction.Identifier, in arguments: Range<Int>
  ) -> Bool {
    guard let start = start(of: callback, in: arguments), start < arguments.upperBound else { return false }
    if tokens[start].text == "(" { return true }
    let end = arguments[start...].first { [",", ")"].contains(tokens[$0].text) } ?? arguments.upperBound
    let own = tokens[start..<end]
    guard own.allSatisfy({ $0.kind == .name || $0.text == "." }), let name = own.last else { return false }
    return entryPoints[name.text] == false
  }

  /// The first token of an argument; `nil` if the call does not have the argument.
  func start(of argument: PluginFunction.Identifier, in arguments: Range<Int>) -> Int? {
    switch argument {
    case .first: arguments.lowerBound
    case .named(let name):
      arguments.first {
        tokens[$0].text == name && $0 + 1 < arguments.upperBound && tokens[$0 + 1].text == ":"
      }.map { $0 + 2 }
    }
  }

  /// The first package that code in arguments uses, itself or in functions of the file that the code calls, and that works through code of
  /// the system.
  private func plugin(in arguments: Range<Int>) -> String? {
    var open = [arguments]
    var seen: Set<String> = []
    var room = Self.mostTokens
    while let range = open.popLast(), room > 0 {
      let read = range.prefix(room)
      room -= read.count
      for index in read where tokens[index].kind == .name {
        let name = tokens[index].text
        if let package = PlatformFacts.pluginUses.value[name], packages.contains(package) { return package }
        if let body = bodies[name], seen.insert(name).inserted { open.append(body) }
      }
    }
    return nil
  }

  private func isTrue(_ option: String, in arguments: Range<Int>) -> Bool {
    arguments.contains { index in
      tokens[index].text == option && tokens[index].kind == .name && index + 2 < tokens.count
        && tokens[index + 1].text == ":" && tokens[index + 2].text == "true"
    }
  }

  func value(
    of identifier: PluginFunction.Identifier, in arguments: Range<Int>, _ shared: [String: String?]
  ) -> FactValue {
    var start = arguments.lowerBound
    switch identifier {
    case .first:
      // Kotlin's `identifier = ID`, and C#'s `identifier: Id`.
      if start + 1 < arguments.upperBound, ["=", ":"].contains(tokens[start + 1].text) { start += 2 }
    case .named(let name):
      let named = arguments.first {
        tokens[$0].text == name && $0 + 1 < arguments.upperBound && tokens[$0 + 1].text == ":"
      }
      guard let named else {
        return FactValue(nil, .unresolved, at: location(tokens[max(arguments.lowerBound - 2, 0)]))
      }
      start = named + 2
    }
    guard start < arguments.upperBound else {
      return FactValue(nil, .unresolved, at: location(tokens[max(arguments.lowerBound - 2, 0)]))
    }
    let end = arguments[start...].first { [",", ")", "}"].contains(tokens[$0].text) } ?? arguments.upperBound
    let own = tokens[start..<end]
    let place = location(own.first ?? tokens[start])
    if own.count == 1, case .text(let text?) = own[start].kind {
      return FactValue(.string(text), .literal, at: place)
    }
    let isReference = own.allSatisfy { $0.kind == .name || $0.text == "." }
    guard isReference, let last = own.last,
      let text = constants[last.text].flatMap(\.self) ?? shared[last.text].flatMap(\.self)
    else {
      return FactValue(nil, .unresolved, at: place, expression: own.map(\.text).joined())
    }
    return FactValue(.string(text), .constant, at: place)
  }
}
