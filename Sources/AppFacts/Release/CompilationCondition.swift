package import PlatformFacts

/// The condition of an `#if`, as far as the platform and the compilation conditions of a build decide it.
package struct CompilationCondition {
  /// A name that stands for every name in a list of undecided names.
  package static let anyName = "*"

  /// The platform that the code is compiled for.
  private let platform: Platform
  /// The values of the names that are defined, such as `DEBUG`; in Swift, a name has no value.
  private let values: [String: String]
  /// The names that may be defined or not; ``anyName`` for any name.
  private let undecided: Set<String>
  /// The names that some build of the app defines, and that only settings define. Whether any other name is defined is not known.
  private let knownNames: Set<String>

  /// The conditions of code for a platform in a build. A name may have a value, as in `LEVEL=2`.
  package init(
    platform: Platform, names: Set<String>, knownNames: Set<String>, undecided: Set<String> = []
  ) {
    self.platform = platform
    values = Dictionary(names.map(Self.parts).filter { Self.isExact($0.0) }, uniquingKeysWith: min)
    self.undecided = undecided
    self.knownNames = Set(knownNames.map { Self.parts($0).0 }.filter(Self.isExact))
  }

  /// Whether a name is in ASCII, so that texts which Swift takes for equal have the same bytes. Compilers compare bytes: for a compiler the
  /// Kelvin sign is another name than `K`.
  private static func isExact(_ name: String) -> Bool { name.utf8.allSatisfy { $0 < 0x80 } }

  /// The name and the value of a definition.
  private static func parts(_ definition: String) -> (String, String) {
    guard let sign = definition.firstIndex(of: "=") else { return (definition, "1") }
    return (String(definition[..<sign]), String(definition[definition.index(after: sign)...]))
  }

  /// Whether code under conditions is compiled; `nil` if the platform and the names do not decide it.
  package func holds(_ conditions: [String]) -> Bool? {
    var isKnown = true
    for condition in conditions {
      var parser = Parser(condition: self, text: condition[...])
      let value = parser.disjunction()
      // The rest of the condition has operators, such as `<` and `?`, so the value of the beginning does not decide the result.
      switch parser.isAtEnd ? value : nil {
      case false?: return false
      case nil: isKnown = false
      case true?: continue
      }
    }
    return isKnown ? true : nil
  }

  /// The value of a condition without operators.
  fileprivate func value(_ name: String, argument: String?) -> Bool? {
    switch (name, argument) {
    // A project can define each of these names.
    case ("true", nil) where !isMentioned(name): true
    case ("false", nil) where !isMentioned(name): false
    case ("os", let system?): platforms(of: system)?.contains(platform)
    case ("targetEnvironment", "macCatalyst"): platform == .macCatalyst
    case ("targetEnvironment", "simulator"): false
    case ("TARGET_OS_SIMULATOR", nil) where !isMentioned(name): false
    case ("defined", let name?): isDefined(name)
    case (_, nil): isDefined(name).flatMap { $0 ? Self.truth(values[name] ?? "1") : false }
    default: nil
    }
  }

  /// Whether a setting or a file may define a name.
  private func isMentioned(_ name: String) -> Bool { values[name] != nil || undecided.contains(name) }

  /// Whether a name is defined; `nil` if that is not known.
  private func isDefined(_ name: String) -> Bool? {
    guard !undecided.contains(name), Self.isExact(name) else { return nil }
    if values[name] != nil { return true }
    guard !undecided.contains(Self.anyName) else { return nil }
    return name == "DEBUG" || knownNames.contains(name) && !Self.isImplicit(name) ? false : nil
  }

  /// Whether Xcode, SwiftPM or CocoaPods define a name for some code, beside the names in settings.
  private static func isImplicit(_ name: String) -> Bool {
    name.hasPrefix("_") || name.hasPrefix("SWIFT_") || name == "Xcode" || name == "COCOAPODS"
  }

  /// Whether the preprocessor treats a value as true; `nil` if the value is not a number.
  private static func truth(_ value: String) -> Bool? { Int(value).map { $0 != 0 } }

  /// The platforms of a system; `nil` if the system is not known.
  private func platforms(of system: String) -> [Platform]? {
    switch system {
    // Code for Mac Catalyst is compiled for iOS.
    case "iOS": [.iOS, .macCatalyst]
    case "macOS", "OSX": [.macOS]
    case "tvOS": [.tvOS]
    case "watchOS": [.watchOS]
    case "visionOS", "xrOS": [.visionOS]
    case "Linux", "Windows", "Android", "FreeBSD", "OpenBSD", "WASI", "PS4", "Cygwin", "Haiku", "none": []
    default: nil
    }
  }
}

/// Reads a condition by the grammar of `#if`.
private struct Parser {
  let condition: CompilationCondition
  var text: Substring

  var isAtEnd: Bool { text.allSatisfy(\.isWhitespace) }

  mutating func disjunction() -> Bool? {
    var value = conjunction()
    while take("||") {
      let other = conjunction()
      value = value == true || other == true ? true : value == nil || other == nil ? nil : false
    }
    return value
  }

  private mutating func conjunction() -> Bool? {
    var value = negation()
    while take("&&") {
      let other = negation()
      value = value == false || other == false ? false : value == nil || other == nil ? nil : true
    }
    return value
  }

  private mutating func negation() -> Bool? {
    if take("!") { return negation().map { !$0 } }
    if take("(") {
      let value = disjunction()
      return take(")") ? value : nil
    }
    let name = word()
    guard !name.isEmpty else { return nil }
    guard take("(") else { return condition.value(name, argument: nil) }
    guard let end = text.firstIndex(of: ")") else { return nil }
    let argument = text[..<end].filter { !$0.isWhitespace }
    text = text[text.index(after: end)...]
    return condition.value(name, argument: String(argument))
  }

  private mutating func word() -> String {
    text = text.drop(while: \.isWhitespace)
    let word = text.prefix { $0.isLetter || $0.isNumber || $0 == "_" }
    text = text[word.endIndex...]
    return String(word)
  }

  private mutating func take(_ symbol: String) -> Bool {
    let rest = text.drop(while: \.isWhitespace)
    guard rest.hasPrefix(symbol) else { return false }
    text = rest.dropFirst(symbol.count)
    return true
  }
}
