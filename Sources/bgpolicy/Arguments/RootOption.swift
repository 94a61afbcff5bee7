internal import PolicyReports

/// The option that names the root of a report's paths.
struct RootOption: OptionGroup {
  private static let root = Option<String?>(
    "--root", "DIR",
    "The folder at which paths in sarif, github, gitlab and rdjson start; default the repository's root",
    completion: .folder
  ) { folder throws(UsageError) in
    guard System.kind(of: folder) == .folder else {
      throw UsageError(message: "--root expects a folder, and \(folder) is not one")
    }
    return folder
  }

  private let named: String?

  init(_ arguments: inout Arguments) throws(UsageError) {
    named = try arguments[Self.root]
  }

  /// The root that the call names, or that of the repository around the working directory.
  var value: ReportRoot {
    guard let directory = System.workingDirectory else { return .none }
    return ReportRoot(named ?? Self.repository(around: directory), workingDirectory: directory)
  }

  /// The nearest folder at or above `directory` that Git keeps; `nil` if there is none.
  static func repository(around directory: String) -> String? {
    var folder = directory
    while System.kind(of: folder + "/.git") == nil {
      guard let slash = folder.lastIndex(of: "/"), slash != folder.startIndex else { return nil }
      folder = String(folder[..<slash])
    }
    return folder
  }
}
