internal import AppFacts
internal import Quantities

/// The languages in which a target's settings and flags have the compiler read files of C, C++ and Objective-C.
struct CodeLanguages {
  /// The standards by which files may be read.
  private(set) var dialects: CodeDialects = []
  /// Whether a file may be read in another language than its name says.
  private(set) var areOpen = false

  /// The languages in some configurations, each with the conditions of a platform, and with the flags of single files.
  init(_ scopes: [SettingsScope], fileFlags: [String]) {
    for scope in scopes {
      add("GCC_C_LANGUAGE_STANDARD", .c, scope)
      add("CLANG_CXX_LANGUAGE_STANDARD", .cxx, scope)
      addType(scope)
      for setting in DefinedNames.flagsOfC {
        let flags = SettingWords(of: setting, scope)
        if !flags.isComplete { dialects.formUnion([.c, .cxx]) }
        add(CompilerFlags(flags.words))
      }
    }
    for flags in fileFlags { add(CompilerFlags(SettingWords.split(flags))) }
    if dialects.isDisjoint(with: .c) { dialects.formUnion(.unstated.intersection(.c)) }
    if dialects.isDisjoint(with: .cxx) { dialects.formUnion(.unstated.intersection(.cxx)) }
  }

  /// Adds the standard that a setting names.
  private mutating func add(_ setting: String, _ all: CodeDialects, _ scope: SettingsScope) {
    switch scope.value(of: setting) {
    case .absent: dialects.formUnion(.unstated.intersection(all))
    case .unknown: dialects.formUnion(all)
    case .assigned(_, let text):
      let name = text.text.trimmed
      if !text.isResolved {
        dialects.formUnion(all)
      } else if name.isEmpty || name == "compiler-default" {
        dialects.formUnion(.unstated.intersection(all))
      } else {
        dialects.formUnion(CodeDialects(standard: name)?.intersection(all) ?? all)
      }
    }
  }

  /// Adds the language that a setting gives to all files.
  private mutating func addType(_ scope: SettingsScope) {
    guard case .assigned(_, let text) = scope.value(of: "GCC_INPUT_FILETYPE") else { return }
    let name = text.text.trimmed
    if !text.isResolved || !name.isEmpty && name != "automatic" { areOpen = true }
  }

  private mutating func add(_ flags: CompilerFlags) {
    if flags.areOpen { dialects.formUnion([.c, .cxx]) }
    if !flags.languages.isEmpty { areOpen = true }
    for standard in flags.standards {
      dialects.formUnion(CodeDialects(standard: standard) ?? [.c, .cxx])
    }
  }
}
