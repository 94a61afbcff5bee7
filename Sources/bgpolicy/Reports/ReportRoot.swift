internal import PolicyModel

/// The folder from which reports for services name files: the root of the repository.
///
/// A service compares a report's paths with those of the repository, whatever the working directory of the call was.
struct ReportRoot: Hashable, Sendable {
  /// Names files as the call did.
  static let none = ReportRoot(root: nil, workingDirectory: nil)

  static let option = CommandOption(
    "--root", "DIR",
    "The folder that paths in sarif, github, gitlab and rdjson start at; default the repository's root")

  private let root: String?
  private let workingDirectory: String?

  private init(root: String?, workingDirectory: String?) {
    self.root = root
    self.workingDirectory = workingDirectory
  }

  /// The root that a call names, or that of the repository around the working directory.
  static func requested(_ arguments: Arguments, of command: String) throws(UsageError) -> ReportRoot {
    guard let directory = System.workingDirectory else { return .none }
    guard let named = arguments.value(option.name) else {
      return ReportRoot(root: repository(around: directory), workingDirectory: directory)
    }
    guard System.kind(of: named) == .folder else {
      throw UsageError(message: "--root requires a folder, and \(named) is not one", command: command)
    }
    return ReportRoot(root: absolute(named, in: directory), workingDirectory: directory)
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

  private static func absolute(_ path: String, in directory: String) -> String {
    RelativePath.normalized(path.hasPrefix("/") ? path : "\(directory)/\(path)")
  }

  /// A file's path from the root; a file elsewhere, or without a path such as standard input, keeps its name.
  func path(of file: String) -> String {
    guard let root, let workingDirectory, !file.hasPrefix("<") else { return RelativePath.normalized(file) }
    let path = Self.absolute(file, in: workingDirectory)
    return path.hasPrefix(root + "/") ? String(path.dropFirst(root.count + 1)) : RelativePath.normalized(file)
  }
}
