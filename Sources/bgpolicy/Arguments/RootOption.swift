internal import PolicyReports

/// The option that names the root of a report's paths.
enum RootOption {
  static let option = CommandOption(
    "--root", "DIR",
    "The folder that paths in sarif, github, gitlab and rdjson start at; default the repository's root")

  /// The root that a call names, or that of the repository around the working directory.
  static func root(_ arguments: Arguments, of command: String) throws(UsageError) -> ReportRoot {
    guard let directory = System.workingDirectory else { return .none }
    guard let named = arguments.value(option.name) else {
      return ReportRoot(repository(around: directory), workingDirectory: directory)
    }
    guard System.kind(of: named) == .folder else {
      throw UsageError(message: "--root requires a folder, and \(named) is not one", command: command)
    }
    return ReportRoot(named, workingDirectory: directory)
  }

  /// The nearest folder at or above `directory` that Git keeps; `nil` if there is none.
  private static func repository(around directory: String) -> String? {
    var folder = directory
    while System.kind(of: folder + "/.git") == nil {
      guard let slash = folder.lastIndex(of: "/"), slash != folder.startIndex else { return nil }
      folder = String(folder[..<slash])
    }
    return folder
  }
}
