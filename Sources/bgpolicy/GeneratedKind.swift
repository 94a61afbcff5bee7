/// The kinds of generated files, by the names that the command line uses.
enum GeneratedKind: String, CaseIterable {
  case swift, plist, entitlements, other

  /// The kind of a file, by the end of its name.
  init(path: String) {
    self = Self.allCases.first { path.hasSuffix(".\($0.rawValue)") } ?? .other
  }
}
