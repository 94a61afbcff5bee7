internal import AppFacts

/// Merges values of specs until a limit.
struct SpecMerging {
  /// The number of values that includes and templates may put together.
  private let values = StepBudget(500_000)
  private let files: ProjectFiles

  init(_ files: ProjectFiles) { self.files = files }

  /// Merges a value onto another value, unless the limit is exceeded.
  func merged(_ own: ValueNode, onto base: ValueNode) -> ValueNode {
    take(own.count + base.count, at: FactLocation(file: own.file.path)) ? own.merged(onto: base) : own
  }

  /// Takes values from the limit; refuses a place if the limit is exceeded.
  func take(_ count: Int, at location: FactLocation) -> Bool {
    guard !values.take(count) else { return true }
    files.refuse(location, "Includes and templates put more than \(values.steps) values together")
    return false
  }
}
