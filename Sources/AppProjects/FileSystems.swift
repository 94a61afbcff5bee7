internal import AppFacts

/// The systems for which a target compiles single files, as the entries of its sources name them.
struct FileSystems {
  private var systems: [String: Set<String>] = [:]
  private var everywhere: Set<String> = []

  /// Adds a file of an entry; an entry without systems compiles the file for every system.
  mutating func add(_ path: String, for names: [String]) {
    if names.isEmpty { everywhere.insert(path) } else { systems[path, default: []].formUnion(names) }
  }

  /// Whether a name is the name of a system.
  static func isKnown(_ name: String) -> Bool { conditions[name.lowercased()] != nil }

  /// The files that no entry compiles for every system, with the names of their systems.
  var files: [String: Set<String>] { systems.filter { !everywhere.contains($0.key) } }

  /// The conditions of Swift by the names that Xcode, XcodeGen and Tuist have for systems, in lowercase.
  private static let conditions = [
    "ios": "os(iOS)", "maccatalyst": "targetEnvironment(macCatalyst)",
    "catalyst": "targetEnvironment(macCatalyst)", "macos": "os(macOS)", "tvos": "os(tvOS)",
    "watchos": "os(watchOS)", "visionos": "os(visionOS)", "xros": "os(visionOS)", "driverkit": "os(none)",
  ]

  /// The conditions under which files are compiled, without the files that are compiled for all of the platforms. A file for an unknown
  /// system has no condition.
  static func conditions(of files: [String: Set<String>], platforms: [String]) -> [String: String] {
    let platforms = Set(platforms.map { $0.lowercased() })
    return files.compactMapValues { names in
      let names = Set(names.map { $0.lowercased() })
      guard !names.isEmpty, platforms.isEmpty || !platforms.isSubset(of: names) else { return nil }
      let known = names.compactMap { conditions[$0] }
      return known.count == names.count ? Set(known).sorted().joined(separator: " || ") : nil
    }
  }
}
