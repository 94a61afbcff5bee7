package import PlatformFacts

/// The condition of an `#if`, as far as the platform and the compilation conditions of a build decide it.
package struct CompilationCondition {
  /// The platform that the code is compiled for.
  private let platform: Platform
  /// The names that are defined, such as `DEBUG`.
  private let names: Set<String>
  /// The names that some build of the app defines. Whether any other name is defined is not known.
  private let knownNames: Set<String>

  /// The conditions of code for a platform in a build.
  package init(platform: Platform, names: Set<String>, knownNames: Set<String>) {
    self.platform = platform
    self.names = names
    self.knownNames = knownNames
  }

  /// Whether code under conditions is compiled; `nil` if the platform and the names do not decide it.
  package func holds(_ conditions: [String]) -> Bool? {
    var isKnown = true
    for condition in conditions {
      var parser = Parser(condition: self, text: condition[...])
      switch parser.disjunction() {
      case false?: return false
      case nil: isKnown = false
      case true?: if !parser.isAtEnd { isKnown = false }
      }
    }
    return isKnown ? true : nil
  }

  /// The value of a condition without operators.
  fileprivate func value(_ name: String, argument: String?) -> Bool? {
    switch (name, argument) {
    case ("true", nil): true
    case ("false", nil): false
    case ("os", let system?): platforms(of: system).contains(platform)
    case ("targetEnvironment", "macCatalyst"): platform == .macCatalyst
    case ("targetEnvironment", "simulator"), ("TARGET_OS_SIMULATOR", nil): false
    case ("DEBUG", nil): names.contains("DEBUG")
    case (_, nil): names.contains(name) ? true : knownNames.contains(name) ? false : nil
    default: nil
    }
  }

  private func platforms(of system: String) -> [Platform] {
    switch system {
    // Code for Mac Catalyst is compiled for iOS.
    case "iOS": [.iOS, .macCatalyst]
    case "macOS", "OSX": [.macOS]
    case "tvOS": [.tvOS]
    case "watchOS": [.watchOS]
    case "visionOS", "xrOS": [.visionOS]
    default: []
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
