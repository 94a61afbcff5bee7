/// A task identifier that a dependency registers and submits in the apps that use it.
package struct DependencyTask: Hashable, Sendable {
  /// The identifier; one that ends in `.*` matches all that begin like it.
  package let pattern: String
  /// The name of the dependency.
  package let dependency: String
  /// The background mode without which the dependency can't submit its request; `nil` if that depends on the app's use of it.
  package let mode: String?
  /// The common prefix of the identifiers that it matches; `nil` for a single identifier.
  private let prefix: String?

  init(pattern: String, dependency: String, mode: String?) {
    self.pattern = pattern
    self.dependency = dependency
    self.mode = mode
    prefix = pattern.hasSuffix(".*") ? String(pattern.dropLast()) : nil
  }

  /// Whether an identifier is the pattern, or begins as a pattern that ends in `.*`.
  package func matches(_ identifier: String) -> Bool {
    if let prefix { return identifier.hasPrefix(prefix) }
    return identifier.utf8.count == pattern.utf8.count && identifier == pattern
  }
}

extension PlatformFacts {
  /// The identifiers of dependencies, in the order of their patterns.
  package static let dependencyTasks: [Fact<DependencyTask>] = dependencies.flatMap { fact in
    fact.value.tasks.map { Fact($0, fact.confidence, fact.citations) }
  }.sorted { $0.value.pattern < $1.value.pattern }

  /// The dependency's task with an identifier; `nil` if no known dependency has it.
  package static func dependencyTask(_ identifier: String) -> Fact<DependencyTask>? {
    let tasks = dependencyTasks
    // An exact identifier says more than a prefix, and most identifiers are not a dependency's: reading in place avoids
    // a copy of each fact.
    let index =
      tasks.indices.first { tasks[$0].value.pattern == identifier }
      ?? tasks.indices.first { tasks[$0].value.matches(identifier) }
    return index.map { tasks[$0] }
  }
}
