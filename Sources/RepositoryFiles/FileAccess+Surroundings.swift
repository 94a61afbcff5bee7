internal import Libc

// Kinds, identities and owners of files, which are found without opening a file.
extension FileAccess {
  /// The absolute path of the working directory, without links; `nil` if the working directory has been removed.
  package static var workingDirectory: String? {
    guard let path = getcwd(nil, 0) else { return nil }
    defer { free(path) }
    return String(cString: path)
  }

  /// The kind of file at a path; `nil` if no file exists at the path.
  package static func kind(of path: String) -> FileKind? {
    var status = stat()
    guard !path.utf8.contains(0), stat(path, &status) == 0 else { return nil }
    return FileKind(status)
  }

  /// Whether a file, a folder or a link lies at a path. A link may lead nowhere.
  package static func isNameOfFile(_ path: String) -> Bool {
    var status = stat()
    return !path.utf8.contains(0) && lstat(path, &status) == 0
  }

  /// The identity of a file, which is the same for all paths of the file.
  package struct FileIdentity: Hashable {
    fileprivate let device: UInt64
    fileprivate let number: UInt64
  }

  /// The identity of the regular file at a path; `nil` if no regular file exists at the path.
  package static func identity(of path: String) -> FileIdentity? {
    var status = stat()
    guard stat(path, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return nil }
    return FileIdentity(
      device: UInt64(truncatingIfNeeded: status.st_dev), number: UInt64(truncatingIfNeeded: status.st_ino))
  }

  /// The absolute path without links; `nil` if the path doesn't exist.
  package static func resolved(_ path: String) -> String? {
    guard !path.utf8.contains(0), let resolved = realpath(path, nil) else { return nil }
    defer { free(resolved) }
    return String(cString: resolved)
  }

  /// The links in an absolute path, followed by the path without links. The folders of the links contain no links.
  package static func way(to path: String) -> [String] {
    guard let resolved = try? ResolvedPath(path, from: "/") else { return [] }
    return resolved.links + [resolved.path]
  }

  /// Whether the last part of a path is a link.
  package static func isLink(_ path: String) -> Bool {
    var status = stat()
    return lstat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFLNK
  }

  /// Whether a path leads to a file that can be run.
  package static func isExecutable(_ path: String) -> Bool {
    kind(of: path) == .file && access(path, X_OK) == 0
  }

  /// The number of the owner of a link itself; `nil` if the link doesn't exist.
  static func linkOwner(of path: String) -> UInt32? {
    var status = stat()
    return lstat(path, &status) == 0 ? status.st_uid : nil
  }

  /// The number of the owner of a file or folder; `nil` if the file or folder doesn't exist.
  package static func owner(of path: String) -> UInt32? {
    var status = stat()
    return stat(path, &status) == 0 ? status.st_uid : nil
  }
}

extension FileKind {
  init(_ status: stat) {
    self =
      switch status.st_mode & S_IFMT {
      case S_IFREG: .file
      case S_IFDIR: .folder
      default: .other
      }
  }
}
