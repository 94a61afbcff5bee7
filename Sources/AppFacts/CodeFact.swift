/// A fact from the app's code: a call, a declaration, or an object with the properties that are set on it.
package struct CodeFact: Equatable, Sendable {
  /// Whether something runs the code.
  package enum Reach: String, CaseIterable, Sendable {
    /// It is in an entry point that the system calls.
    case entryPoint
    /// An entry point, or code of which nothing says that it isn't used, leads to it.
    case reached
    /// Nothing in the app's sources refers to the function or type that it is in.
    case unreached
  }

  /// The kind of fact, which decides the names of its values.
  package let kind: FactKind
  /// The place of the call or declaration.
  package let location: FactLocation
  /// The declarations around it, outermost first, such as `["AppDelegate", "application(_:didFinishLaunchingWithOptions:)"]`.
  package let scope: [String]
  /// The compilation conditions around it as written, such as `DEBUG`, outermost first; those of `#else` with a `!`.
  package let conditions: [String]
  /// Whether something runs it.
  package let reach: Reach
  /// The moments at which the app runs it, in the order of their declaration; empty if none is known.
  package let moments: [Moment]
  /// The values, in the order in which the code states them, each name once unless the kind's documentation differs.
  package let values: [FactEntry]

  /// A fact of code that something reaches, unless it says otherwise.
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

  /// The fact as a build has it: values that compilation conditions decide are those of the build.
  package func chosen(_ holds: ([String]) -> Bool?) -> CodeFact {
    guard values.contains(where: { !$0.value.variants.isEmpty }) else { return self }
    return CodeFact(
      kind, at: location, scope: scope, conditions: conditions, reach: reach, moments: moments,
      values: values.compactMap { entry in
        entry.value.chosen(holds).map { FactEntry(entry.key, $0) }
      })
  }

  /// The value of a name that occurs once; `nil` if the code does not state it.
  package subscript(_ name: String) -> FactValue? {
    values.first { $0.key == name }?.value
  }
}
