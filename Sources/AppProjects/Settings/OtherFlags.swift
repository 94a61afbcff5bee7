internal import AppFacts
internal import Quantities

/// Flags that a setting for something else contains, such as `-DDEBUG` in `SWIFT_OPTIMIZATION_LEVEL`. Xcode may pass the flags to the
/// compiler together with the setting's own value.
struct OtherFlags {
  let flags: CompilerFlags

  init(_ scope: SettingsScope) {
    let names = scope.levels.reduce(into: Set<String>()) { $0.formUnion($1.namesWithFlags) }
    let words = names.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
      .flatMap { SettingWords(of: $0, scope).words }
    flags = CompilerFlags(words.filter { word in !["{", "$", "`", "@"].contains(where: word.hasPrefix) })
  }

  private static let prefixes = ["SWIFT_", "CLANG_", "GCC_", "LLVM_"]
  /// The settings that are read as flags or names, and the settings with flags of other programs.
  private static let others = Set(
    DefinedNames.flagsOfC + DefinedNames.definitionsOfC + [
      "OTHER_SWIFT_FLAGS", "SWIFT_ACTIVE_COMPILATION_CONDITIONS", "INFOPLIST_OTHER_PREPROCESSOR_FLAGS",
      "OTHER_CODE_SIGN_FLAGS",
    ])

  /// Whether a setting that is not for flags may have flags in its value.
  static func mayBe(in assignment: SettingAssignment) -> Bool {
    let name = assignment.name
    return (assignment.value.contains("-") || assignment.value.contains("$"))
      && (prefixes.contains(where: name.hasPrefix) || name.hasSuffix("FLAGS")) && !name.hasSuffix("LDFLAGS")
      && !others.contains(name)
  }
}
