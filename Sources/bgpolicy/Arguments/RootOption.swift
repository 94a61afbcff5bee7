internal import PolicyReports
internal import RepositoryFiles

/// The options for the root of a report's paths and for links to its lines.
struct RootOption: OptionGroup {
  private static let root = Option<String?>(
    "--root", "DIR",
    "The folder at which paths in sarif, github, gitlab and rdjson start; default the repository's root",
    completion: .folder
  ) { folder throws(UsageError) in
    guard FileAccess.kind(of: folder) == .folder else {
      throw UsageError(message: "--root expects a folder, and \(folder) is not one")
    }
    return folder
  }

  /// The option for links, which affects only the look of reports.
  static let links = Option<LineLinks?>(
    "--links", "ADDRESS",
    "In markdown and html, link findings to their lines by an address of the web, in which {path} and {line} stand for a file's path and a line"
  ) { text throws(UsageError) in
    guard let links = LineLinks(template: text) else {
      throw UsageError(
        message: "--links expects an address of the web with {path} and {line}; found \"\(text)\"")
    }
    return links
  }

  private let named: String?
  private let links: LineLinks?

  init(_ arguments: inout Arguments) throws(UsageError) {
    named = try arguments[Self.root]
    links = try arguments[Self.links]
  }

  /// The root from the command line. The default is the root of the repository around the working directory.
  var value: ReportRoot {
    guard let directory = FileAccess.workingDirectory else { return .none }
    return ReportRoot(
      named ?? FileAccess.repositoryRoot(around: directory), workingDirectory: directory, links: links)
  }
}
