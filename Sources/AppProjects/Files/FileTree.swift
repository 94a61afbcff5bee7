/// The files of an app, as the reader of its projects sees them.
///
/// Paths are relative to the folder that is read and have no leading `./`; the empty path is the folder itself.
package protocol FileTree {
  /// The bytes of a file; `nil` if the file can't be read.
  func bytes(of path: String) -> [UInt8]?
  /// The names in a folder, sorted by their bytes; `nil` if the path is not a folder.
  func names(in path: String) -> [String]?
  /// Whether a path is a symbolic link.
  func isLink(_ path: String) -> Bool
  /// The path without links, which is the same for all paths that lead to a folder.
  func realPath(of path: String) -> String
}

extension FileTree {
  /// Without an implementation, a tree has no links.
  package func isLink(_ path: String) -> Bool { false }

  /// Without links, a path is its own real path.
  package func realPath(of path: String) -> String { path }
}
