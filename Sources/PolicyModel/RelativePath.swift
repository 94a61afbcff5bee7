internal import Quantities

/// Paths of files that a policy names, relative to the policy.
package enum RelativePath {
  /// The folder of a file, with a trailing slash; empty for a file without a folder.
  package static func folder(of file: String) -> String {
    file.pathFolder.map { "\($0)/" } ?? ""
  }

  /// The name of a file without its folder.
  package static func name(of file: String) -> String { String(file.pathName) }

  /// `path` resolved from the folder of `file`, without `.` and without `..` that can be resolved.
  package static func resolve(_ path: String, from file: String) -> String {
    guard !path.isAbsolutePath else { return normalized(path) }
    return normalized(folder(of: file) + path)
  }

  /// `path` as an absolute path, resolved from `directory`.
  package static func absolute(_ path: String, in directory: String) -> String {
    normalized(path.isAbsolutePath ? path : "\(directory)/\(path)")
  }

  /// The folders that contain an absolute path, the nearest folder first, without the root of the disk.
  package static func folders(around path: String) -> [String] {
    var folders: [String] = []
    var rest = path[...]
    while let folder = rest.pathFolder, !folder.isEmpty {
      folders.append(String(folder))
      rest = folder
    }
    return folders
  }

  /// The path that leads from one absolute folder to another; `.` if the folders are the same.
  package static func path(from start: String, to end: String) -> String {
    let starts = normalized(start).pathNames
    let ends = normalized(end).pathNames
    let common = zip(starts, ends).prefix { $0 == $1 }.count
    let parts = Array(repeating: "..", count: starts.count - common) + ends.dropFirst(common).map(String.init)
    return parts.isEmpty ? "." : parts.joined(separator: "/")
  }

  /// `path` without `.`, doubled slashes, and `..` after a name.
  package static func normalized(_ path: String) -> String {
    guard mayShrink(path) else { return path }
    var parts: [Substring] = []
    for part in path.pathNames where part != "." {
      if part == "..", let last = parts.last, last != ".." { parts.removeLast() } else { parts.append(part) }
    }
    let isAbsolute = path.isAbsolutePath
    if isAbsolute { parts.removeAll { $0 == ".." } }
    return (isAbsolute ? "/" : "") + (parts.isEmpty && !isAbsolute ? "." : parts.joined(separator: "/"))
  }

  /// Whether a path may have a part to remove: an empty part, or a part that begins with a period.
  private static func mayShrink(_ path: String) -> Bool {
    var isFirst = true
    var isAtStartOfPart = true
    for byte in path.utf8 {
      let isSlash = byte == UInt8(ascii: "/")
      if isAtStartOfPart, byte == UInt8(ascii: ".") || (isSlash && !isFirst) { return true }
      isFirst = false
      isAtStartOfPart = isSlash
    }
    return isAtStartOfPart
  }
}
