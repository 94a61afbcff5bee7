/// A fact from the app's code: a call, a declaration, or an object with the properties that are set on it.
package struct CodeFact: Equatable, Sendable {
  /// Whether something runs the code.
  package enum Reach: String, CaseIterable, Sendable {
    /// The code is in an entry point that the system calls.
    case entryPoint
    /// An entry point, or other code that may be in use, leads to the code.
    case reached
    /// Nothing in the app's sources refers to the function or type that contains the code.
    case unreached
  }

  /// The kind of fact, which decides the names of its values.
  package let kind: FactKind
  /// The place of the call or declaration.
  package let location: FactLocation
  /// The enclosing declarations, outermost first, such as `["AppDelegate", "application(_:didFinishLaunchingWithOptions:)"]`.
  package let scope: [String]
  /// The enclosing compilation conditions as written, such as `DEBUG`, outermost first; a condition of `#else` has a `!`.
  package let conditions: [String]
  /// Whether something runs the code.
  package let reach: Reach
  /// The moments at which the app runs the code, in the order of their declaration; empty if no moment is known.
  package let moments: [Moment]
  /// The values, in the order in which the code states them, each name once unless the kind's documentation differs.
  package let values: [FactEntry]

  /// A fact from code. Without `reach`, something reaches the code.
  package init(
    _ kind: FactKind, at location: FactLocation, scope: [String] = [], conditions: [String] = [],
    reach: Reach = .reached, moments: [Moment] = [], values: [FactEntry] = []
  ) {
    self.kind = kind
    self.location = location
    self.scope = scope
    self.conditions = conditions
    self.reach = reach
    self.moments = moments
    self.values = values
  }

  /// The fact in one build. A value that depends on compilation conditions is replaced by its value in that build.
  package func chosen(_ holds: ([String]) -> Bool?) -> CodeFact {
    guard values.contains(where: { !$0.value.variants.isEmpty }) else { return self }
    return CodeFact(
      kind, at: location, scope: scope, conditions: conditions, reach: reach, moments: moments,
      values: values.compactMap { entry in
        entry.value.chosen(holds).map { FactEntry(entry.key, $0) }
      })
  }

  /// The fact under one more condition, which encloses the fact's other conditions.
  package func under(_ condition: String) -> CodeFact {
    CodeFact(
      kind, at: location, scope: scope, conditions: [condition] + conditions, reach: reach, moments: moments,
      values: values)
  }

  /// Whether a release has the code, if its target is compiled: code that nothing uses does nothing, but the names of private methods
  /// in such code are in the executable, which App Review reads.
  package var isInRelease: Bool { reach != .unreached || kind == .privateSelector }

  /// The value of a name that occurs once; `nil` if the code does not state the value.
  package subscript(_ name: String) -> FactValue? {
    values.first { $0.key == name }?.value
  }
}

extension CodeFact {
  /// Whether a push registry asks for pushes of the type `voIP`, which are for calls.
  package var takesCalls: Bool { self["types"]?.list?.contains { $0.string == "voIP" } ?? false }
}
