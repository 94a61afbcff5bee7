/// A task identifier that a dependency registers and submits in the apps that use it.
package struct DependencyTask: Hashable, Sendable {
  /// The identifier. A pattern that ends in `.*` matches all identifiers with the prefix before the `*`.
  package let pattern: String
  /// The name of the dependency.
  package let dependency: String
  /// The background mode without which the dependency can't submit its request; `nil` if the mode depends on how the app uses
  /// the dependency.
  package let mode: String?
  /// The common prefix of the identifiers that the pattern matches; `nil` for a single identifier.
  private let prefix: String?

  init(pattern: String, dependency: String, mode: String?) {
    self.pattern = pattern
    self.dependency = dependency
    self.mode = mode
    prefix = pattern.hasSuffix(".*") ? String(pattern.dropLast()) : nil
  }

  /// Whether the pattern matches an identifier.
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
    // The app's own identifiers with this prefix may belong to app refresh tasks or to processing tasks.
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

  /// The dependency's task with an identifier; `nil` if no known dependency uses the identifier.
  package static func dependencyTask(_ identifier: String) -> Fact<DependencyTask>? {
    let tasks = dependencyTasks
    // The facts are read in place, because copying a fact costs more than comparing its pattern, and most identifiers match no
    // fact.
    return tasks.indices.first { tasks[$0].value.matches(identifier) }.map { tasks[$0] }
  }
}
