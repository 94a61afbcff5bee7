/// A task identifier that a dependency registers and submits in the apps that use it.
package struct DependencyTask: Hashable, Sendable {
  /// The identifier. An identifier that ends in `.*` matches all identifiers with the text before the `*`.
  package let pattern: String
  /// The name of the dependency.
  package let dependency: String
  /// The background mode that the dependency needs to submit its request; `nil` if the mode depends on the way in which the app uses the
  /// dependency.
  package let mode: String?
  /// The common prefix of the identifiers that a pattern matches; `nil` if the pattern is a single identifier.
  private let prefix: String?

  init(pattern: String, dependency: String, mode: String?) {
    self.pattern = pattern
    self.dependency = dependency
    self.mode = mode
    prefix = pattern.hasSuffix(".*") ? String(pattern.dropLast()) : nil
  }

  /// Whether an identifier equals the pattern, or begins with the prefix of a pattern that ends in `.*`.
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

  /// The dependency's task with an identifier; `nil` if no known dependency has such a task.
  package static func dependencyTask(_ identifier: String) -> Fact<DependencyTask>? {
    let tasks = dependencyTasks
    // An exact identifier is more specific than a prefix. Most identifiers don't belong to a dependency, so the search reads the facts in
    // place instead of copying them.
    let index =
      tasks.indices.first { tasks[$0].value.pattern == identifier }
      ?? tasks.indices.first { tasks[$0].value.matches(identifier) }
    return index.map { tasks[$0] }
  }
}
