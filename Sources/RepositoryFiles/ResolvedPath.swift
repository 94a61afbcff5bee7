internal import Libc
internal import Quantities

/// A path without links, which is resolved part by part.
struct ResolvedPath {
  /// The maximum number of links in a path, which is the limit of Linux.
  private static let mostLinks = 40

  /// The absolute path. Parts that don't exist are unchanged.
  private(set) var path: String
  /// The links in the path, as absolute paths. The folders of the links contain no links.
  private(set) var links: [String] = []
  /// Whether the last part of the written path is a link.
  private(set) var endsInLink = false

  /// Resolves a path. A relative path starts at `start`, which is an absolute path without links.
  init(_ written: String, from start: String) throws(FileError) {
    guard !written.utf8.contains(0) else { throw .holdsNUL }
    guard written.utf8.count < Int(PATH_MAX) else { throw FileError(code: ENAMETOOLONG) }
    path = written.isAbsolutePath || start == "/" ? "" : start
    var rest = Array(written.pathNames.reversed())
    var isThere = true
    var isWrittenEnd = true
    while let part = rest.popLast() {
      if part == "." { continue }
      if part == ".." {
        // The path so far has no links, so removing its last part leads to the parent folder.
        path = Self.folder(of: path)
        isThere = true
        continue
      }
      let next = "\(path)/\(part)"
      guard isThere, let mode = try Self.mode(of: next) else {
        (path, isThere) = (next, false)
        continue
      }
      let isLink = mode & S_IFMT == S_IFLNK
      if rest.isEmpty, isWrittenEnd { (endsInLink, isWrittenEnd) = (isLink, false) }
      guard isLink else {
        path = next
        continue
      }
      guard links.count < Self.mostLinks else { throw FileError(code: ELOOP) }
      links.append(next)
      let target = try Self.target(of: next)
      if target.isAbsolutePath { path = "" }
      rest += target.pathNames.reversed()
    }
    if path.isEmpty { path = "/" }
  }

  /// The folder of an absolute path, without a slash at the end; empty if the folder is the root.
  static func folder(of path: String) -> String {
    path.pathFolder.map(String.init) ?? ""
  }

  /// Whether a path without links is equal to a folder or below the folder. Names with different bytes belong to different files, even if
  /// the names are equal in Unicode.
  static func isBelow(_ path: String, _ folder: String) -> Bool {
    guard path.utf8.starts(with: folder.utf8) else { return false }
    let rest = path.utf8.dropFirst(folder.utf8.count)
    return folder == "/" || (rest.first ?? UInt8(ascii: "/")) == UInt8(ascii: "/")
  }

  /// The mode of the file or link at a path; `nil` if the path doesn't exist.
  private static func mode(of path: String) throws(FileError) -> mode_t? {
    var status = stat()
    if lstat(path, &status) == 0 { return status.st_mode }
    guard errno == ENOENT || errno == ENOTDIR else { throw FileError(code: errno) }
    return nil
  }

  private static func target(of link: String) throws(FileError) -> String {
    var buffer = [CChar](repeating: 0, count: Int(PATH_MAX))
    let length = readlink(link, &buffer, buffer.count)
    guard length >= 0 else { throw FileError(code: errno) }
    // A target that is not UTF-8 contains U+FFFD, and can't be opened.
    return String(decoding: buffer[..<length].map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }
}
