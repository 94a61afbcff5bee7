internal import Quantities

/// The folders with code and files that are not the app's own.
package enum DependencyFolders {
  /// The names of the folders in which package managers and Xcode keep dependencies and the products of builds.
  package static let names: Set<String> = [
    "Carthage", "DerivedData", "Pods", "SourcePackages", "node_modules",
  ]

  /// Whether a path leads through the folder of npm's packages, whose scripts find packages while they run.
  package static func belongToNPM(_ path: String) -> Bool {
    path.pathNames.contains("node_modules")
  }
}
