package import PlatformFacts

/// A package that an app depends on, as the file of a package manager lists it.
package struct PackageFact: Equatable, Sendable {
  /// A package manager whose files bgpolicy reads.
  package enum Manager: String, CaseIterable, Sendable {
    case carthage = "Carthage"
    case cocoaPods = "CocoaPods"
    case npm
    case pub
    case swift = "Swift Package Manager"
  }

  /// The name by which the manager lists the package, such as `Firebase/Messaging`.
  package let name: String
  /// The package manager that lists the package.
  package let manager: Manager
  /// The place that lists the package.
  package let location: FactLocation
  /// Whether the sources of the package are among the files that were read.
  package let isRead: Bool

  /// Whether the package joins code in JavaScript or Dart to the system.
  package var isPlugin: Bool { manager == .npm || manager == .pub }

  /// A package at the place that lists the package.
  package init(_ name: String, _ manager: Manager, at location: FactLocation, isRead: Bool = false) {
    self.name = name
    self.manager = manager
    self.location = location
    self.isRead = isRead
  }
}

/// Code of an app in a language that is not read, except for the calls of known functions.
package struct LanguageFact: Equatable, Sendable {
  /// The language of the files.
  package let language: PluginFunction.Language
  /// The number of files, at least 1.
  package let count: Int
  /// The first of the files, in the order of their paths.
  package let location: FactLocation
  /// The calls of functions that are known to work in the background, in the order of file and position.
  package let calls: [PluginCall]

  /// The number of an app's files in a language, the place of the first of these files, and the calls in the files.
  package init(
    _ language: PluginFunction.Language, count: Int, at location: FactLocation, calls: [PluginCall] = []
  ) {
    self.language = language
    self.count = count
    self.location = location
    self.calls = calls
  }
}
