/// The names of members that Swift and its library use without a mention of the name.
enum UnwrittenNames {
  /// Whether code may use a declaration of this name without writing the name. This is so for operators, for patterns of several names, and
  /// for members that the compiler or the standard library calls.
  static func contains(_ name: String) -> Bool {
    names.contains(name) || name == "_" || !(name.first.map { $0.isLetter || $0 == "_" } ?? true)
  }

  private static let names: Set<String> = [
    "deinit", "body", "main", "callAsFunction", "subscript",
    // Property wrappers
    "wrappedValue", "projectedValue",
    // Result builders
    "buildArray", "buildBlock", "buildDo", "buildEither", "buildExpression", "buildFinalResult", "buildIf",
    "buildLimitedAvailability", "buildOptional", "buildPartialBlock",
    // Calls and interpolations
    "dynamicallyCall", "appendInterpolation", "appendLiteral",
    // The protocols of `EnclosingTypes.plain`
    "allCases", "copy", "debugDescription", "description", "encode", "errorDescription", "failureReason",
    "hash", "hashValue", "helpAnchor", "id", "objectWillChange", "rawValue", "recoverySuggestion",
    "unownedExecutor",
    // Global actors
    "sharedUnownedExecutor",
  ]
}
