internal import AppFacts

/// The systems for which a target compiles single files.
enum FileSystems {
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
