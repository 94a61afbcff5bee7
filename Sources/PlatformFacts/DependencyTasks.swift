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
  /// The identifiers of dependencies whose source or installation guide is public.
  package static let dependencyTasks: [Fact<DependencyTask>] = [
    Fact(
      DependencyTask(
        pattern: "app.capgo.backgroundtask.processing", dependency: "@capgo/capacitor-background-task",
        mode: "processing"),
      .reported, .capgoBackgroundTask),
    Fact(
      DependencyTask(
        pattern: "com.expo.modules.backgroundtask.processing", dependency: "expo-background-task",
        mode: "processing"),
      .reported, .expoBackgroundTask),
    // The app's own identifiers of this family may be those of either type of task.
    Fact(
      DependencyTask(
        pattern: "com.transistorsoft.fetch", dependency: "react-native-background-fetch and its siblings",
        mode: "fetch"),
      .reported, .backgroundFetchInstallation),
    Fact(
      DependencyTask(
        pattern: "com.transistorsoft.*", dependency: "react-native-background-fetch and its siblings",
        mode: nil),
      .reported, .backgroundFetchInstallation),
    Fact(
      DependencyTask(
        pattern: "org.dpppt.exposure-notification", dependency: "DP3T SDK", mode: "processing"), .reported,
      .dp3tTasks),
    Fact(
      DependencyTask(pattern: "org.dpppt.refresh", dependency: "DP3T SDK", mode: "fetch"), .reported,
      .dp3tTasks),
    Fact(
      DependencyTask(
        pattern: "workmanager.background.task", dependency: "workmanager for Flutter", mode: "processing"),
      .reported, .workmanagerTasks),
  ]

  /// The dependency's task with an identifier; `nil` if no known dependency has it.
  package static func dependencyTask(_ identifier: String) -> Fact<DependencyTask>? {
    let tasks = dependencyTasks
    // Read in place: most identifiers are not a dependency's, and a copy of each fact costs more than the
    // comparison.
    return tasks.indices.first { tasks[$0].value.matches(identifier) }.map { tasks[$0] }
  }
}
