/// The files of an app, as the reader of its projects sees them.
///
/// Paths are relative to the folder that is read and have no leading `./`; the empty path is the folder itself.
package protocol FileTree {
  /// The bytes of a file; `nil` if there is none that can be read.
  func bytes(of path: String) -> [UInt8]?
  /// The names in a folder, sorted by their bytes; `nil` if it is not a folder.
  func names(in path: String) -> [String]?
  /// Whether it is a symbolic link.
  func isLink(_ path: String) -> Bool
  /// The path without links, the same for all paths that lead to a folder.
  func realPath(of path: String) -> String
}

extension FileTree {
  /// A tree that knows no links has none.
  package func isLink(_ path: String) -> Bool { false }

  /// Without links, a path is its own.
  package func realPath(of path: String) -> String { path }
}
