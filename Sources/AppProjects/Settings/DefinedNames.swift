internal import AppFacts

/// The names that the build settings of a target define for a compiler, such as `DEBUG`.
///
/// A name whose definition depends on what is not known, such as the architecture, a file of flags or the language of a file, is undecided:
/// code under a condition with the name may be compiled.
struct DefinedNames {
  /// A name that stands for every name in the list of undecided names.
  static let any = CompilationCondition.anyName

  /// The names that are certainly defined, without duplicates; a name with a value other than 1 has its value: `LEVEL=2`.
  private(set) var certain: [String] = []
  /// The definitions in `certain`, and their names.
  private var known: Set<String> = []
  private var defined: Set<String> = []
  /// The names that may be defined or not.
  private(set) var undecided: Set<String> = []

  /// The names that the Swift compiler is given on each of some platforms.
  static func ofSwift(_ scopes: [SettingsScope]) -> DefinedNames {
    joined(
      scopes.map { scope in
        var names = DefinedNames()
        names.define(SettingWords(of: "SWIFT_ACTIVE_COMPILATION_CONDITIONS", scope))
        let flags = SettingWords(of: "OTHER_SWIFT_FLAGS", scope)
        let parsed = CompilerFlags(flags.words)
        for name in parsed.definitions { names.define(name) }
        names.undecided.formUnion(parsed.undecided)
        if !flags.isComplete { names.undecided.insert(any) }
        return names
      })
  }

  /// The settings with names for the compiler of C and Objective-C.
  static let definitionsOfC = [
    "GCC_PREPROCESSOR_DEFINITIONS", "GCC_PREPROCESSOR_DEFINITIONS_NOT_USED_IN_PRECOMPS",
    "GCC_PRODUCT_TYPE_PREPROCESSOR_DEFINITIONS",
  ]

  /// The settings with flags for the compiler of C and Objective-C. Xcode gives some of the flags only to files of one language, so that no
  /// name is certain for all files.
  static let flagsOfC = [
    "OTHER_CFLAGS", "OTHER_CPLUSPLUSFLAGS", "OTHER_CFLAGS_normal", "OTHER_CPLUSPLUSFLAGS_normal",
    "WARNING_CFLAGS", "OPTIMIZATION_CFLAGS", "GLOBAL_CFLAGS", "PER_ARCH_CFLAGS", "PER_ARCH_CFLAGS_arm64",
    "PER_VARIANT_CFLAGS", "GCC_OTHER_CFLAGS_NOT_USED_IN_PRECOMPS",
  ]

  /// The names that the compiler of Objective-C is given on each of some platforms.
  static func ofObjectiveC(_ scopes: [SettingsScope]) -> DefinedNames {
    joined(
      scopes.map { scope in
        var names = DefinedNames()
        for setting in definitionsOfC { names.define(SettingWords(of: setting, scope)) }
        for setting in flagsOfC {
          let flags = SettingWords(of: setting, scope)
          names.leaveOpen(CompilerFlags(flags.words))
          if !flags.isComplete { names.undecided.insert(any) }
        }
        // The flags of Swift's importer also apply to headers.
        names.leaveOpen(
          CompilerFlags(CompilerFlags(SettingWords(of: "OTHER_SWIFT_FLAGS", scope).words).clang))
        return names
      })
  }

  /// The first name that is the language's or the SDK's, such as `TARGET_OS_OSX`; `nil` if the settings leave these names alone.
  ///
  /// Conditions with these names count as conditions on the platform.
  var nameOfPlatform: String? {
    Set(certain.map { String(Self.name(of: $0)) }).union(undecided)
      .filter {
        $0.hasPrefix("TARGET_OS_") || ["TARGET_IPHONE_SIMULATOR", "__OBJC__", "true", "false"].contains($0)
      }
      .min { $0.utf8.lexicographicallyPrecedes($1.utf8) }
  }

  /// Adds the names of flags that apply to some files only.
  mutating func leaveOpen(_ flags: CompilerFlags) {
    undecided.formUnion(flags.undecided)
    undecided.formUnion(
      flags.definitions.map { definition in
        let name = String(Self.name(of: definition))
        return Self.isCertain(name) ? name : Self.any
      })
  }

  /// Whether a name has no part that a build setting gives, and is no other name's equal in Unicode.
  private static func isCertain(_ name: String) -> Bool {
    !name.isEmpty && name.utf8.allSatisfy { $0 < 0x80 } && !name.contains { "{$`".contains($0) }
  }

  mutating func leaveOpen(_ names: Set<String>) { undecided.formUnion(names) }

  private mutating func define(_ words: SettingWords) {
    for word in words.words { define(word) }
    if !words.isComplete { undecided.insert(Self.any) }
  }

  private mutating func define(_ definition: String) {
    let name = String(Self.name(of: definition))
    guard Self.isCertain(name) else {
      undecided.insert(Self.any)
      return
    }
    let own = definition.hasSuffix("=1") && definition.count == name.count + 2 ? name : definition
    guard known.insert(own).inserted else { return }
    // A name that is defined with two values has one of the two values.
    if !defined.insert(name).inserted { undecided.insert(name) }
    certain.append(own)
  }

  /// The name that a definition such as `LEVEL=2` or `F(x)=x` defines.
  static func name(of definition: String) -> Substring {
    definition.prefix { $0 != "=" && $0 != "(" }
  }

  /// The names of all platforms together. A name that is not defined in the same way on all platforms is undecided.
  private static func joined(_ all: [DefinedNames]) -> DefinedNames {
    guard var names = all.first else { return DefinedNames() }
    for other in all.dropFirst() {
      let differing = Set(names.certain).symmetricDifference(other.certain)
      names.undecided.formUnion(other.undecided)
      names.undecided.formUnion(differing.map { String(name(of: $0)) })
      names.certain.removeAll(where: differing.contains)
    }
    return names
  }
}

/// The words of a setting that is a list, as Xcode separates them: quotes and backslashes keep spaces in a word.
struct SettingWords {
  /// The words. An unknown part of a word is its name in braces.
  private(set) var words: [String] = []
  /// Whether no other words are possible.
  private(set) var isComplete = true
  /// The place of the setting; `nil` if no source assigns it.
  private(set) var location: FactLocation?

  /// The words of a setting.
  init(of name: String, _ scope: SettingsScope) {
    switch scope.value(of: name) {
    case .absent: break
    case .unknown(let location):
      isComplete = false
      self.location = location
    case .assigned(let assignment, let text):
      location = assignment.location
      words = Self.split(text.text)
      isComplete = !text.hasQuotesOfReferences
    }
  }

  /// Whether a text has quotes or backslashes, which keep spaces in a word.
  static func hasQuotes(_ text: String) -> Bool {
    text.utf8.contains { $0 == 0x22 || $0 == 0x27 || $0 == 0x5c }
  }

  /// Whether each quote of a text has its counterpart, and each backslash a character after it.
  static func isBalanced(_ text: String) -> Bool {
    guard hasQuotes(text) else { return true }
    // With an open quote or a backslash at the end, the mark belongs to the last word.
    return split(text + " |").last == "|"
  }

  /// The words of a text.
  static func split(_ text: String) -> [String] {
    var words: [String] = []
    var word = ""
    var quote: Character?
    var isOpen = false
    var isEscaped = false
    for character in text {
      if isEscaped {
        word.append(character)
        isEscaped = false
      } else if character == "\\" {
        (isEscaped, isOpen) = (true, true)
      } else if let open = quote {
        if character == open { quote = nil } else { word.append(character) }
      } else if character == "\"" || character == "'" {
        (quote, isOpen) = (character, true)
      } else if character.isWhitespace {
        if isOpen || !word.isEmpty { words.append(word) }
        (word, isOpen) = ("", false)
      } else {
        word.append(character)
      }
    }
    if isOpen || !word.isEmpty { words.append(word) }
    return words
  }
}
