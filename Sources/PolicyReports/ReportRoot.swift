internal import PolicyModel
internal import Quantities

/// The folder from which reports for services name files: the root of the repository.
///
/// A service compares a report's paths with the repository's paths. The report's paths must not depend on the
/// working directory.
package struct ReportRoot: Hashable, Sendable {
  /// Names files as the command's arguments name them.
  package static let none = ReportRoot(root: nil, workingDirectory: nil)

  private let root: String?
  private let workingDirectory: String?
  /// The addresses of lines. `nil` if reports have no links to lines.
  private let links: LineLinks?

  private init(root: String?, workingDirectory: String?) {
    self.root = root
    self.workingDirectory = workingDirectory
    links = nil
  }

  /// A root for files whose paths are relative to `workingDirectory`. Without a root, files keep their names.
  package init(_ root: String?, workingDirectory: String, links: LineLinks? = nil) {
    self.root = root.map { RelativePath.absolute($0, in: workingDirectory) }
    self.workingDirectory = workingDirectory
    self.links = links
  }

  /// The address of a line of a file. `nil` without links, or if the file is outside of the root.
  func address(of file: String, line: Int) -> String? {
    guard let links, let root, let workingDirectory, !file.hasPrefix("<"),
      RelativePath.absolute(file, in: workingDirectory).isBelow(root)
    else { return nil }
    return links.address(of: path(of: file), line: line)
  }

  /// The path of a file from the root. A file outside of the root keeps its name, and so does standard input.
  func path(of file: String) -> String {
    guard let root, let workingDirectory, !file.hasPrefix("<") else { return RelativePath.normalized(file) }
    let path = RelativePath.absolute(file, in: workingDirectory)
    return path.path(below: root).map(String.init) ?? RelativePath.normalized(file)
  }
}
