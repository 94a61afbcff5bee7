/// The folders with code and files that are not the app's own.
package enum DependencyFolders {
  /// The names of the folders in which package managers and Xcode keep dependencies and the products of builds.
  package static let names: Set<String> = [
    "Carthage", "DerivedData", "Pods", "SourcePackages", "node_modules",
  ]

  /// Whether a path leads through such a folder.
  package static func contain(_ path: String) -> Bool {
    path.split(separator: "/").contains { names.contains(String($0)) }
  }
}
