internal import AppFacts
internal import AppProjects
internal import Foundation
internal import Libc

/// The files below a folder of the disk.
///
/// A folder that is reached through a symbolic link and contains the link has no names, so that no walk is endless.
final class DiskTree: FileTree {
  /// The maximum size of a file.
  private static let maximumSize = 64 << 20

  private let root: String
  private var listings: [String: [String]?] = [:]
  private var reasons: [String: String] = [:]

  /// The folder at a path; `nil` if it can't be read.
  init?(_ path: String) {
    guard let resolved = Self.resolved(path) else { return nil }
    root = resolved
    guard names(in: "") != nil else { return nil }
  }

  /// Folders and files that exist and can't be read.
  var unread: [UnreadFact] {
    reasons.map { UnreadFact(FactLocation(file: $0.key), reason: $0.value) }
  }

  func bytes(of path: String) -> [UInt8]? {
    let full = "\(root)/\(path)"
    var status = stat()
    guard stat(full, &status) == 0 else { return nil }
    guard status.st_mode & S_IFMT == S_IFREG else { return nil }
    guard status.st_size <= Self.maximumSize else {
      reasons[path] = "It is larger than \(Self.maximumSize >> 20) MiB"
      return nil
    }
    guard let data = FileManager.default.contents(atPath: full) else {
      reasons[path] = "It can't be read: permission denied"
      return nil
    }
    return Array(data)
  }

  func names(in path: String) -> [String]? {
    if let names = listings[path] { return names }
    let names = list(path)
    listings[path] = names
    return names
  }

  func isLink(_ path: String) -> Bool {
    var status = stat()
    return lstat("\(root)/\(path)", &status) == 0 && status.st_mode & S_IFMT == S_IFLNK
  }

  /// Whether a folder is in the one that is read, and not in one whose name begins with a dot, such as `.build`.
  func isAmongSources(_ folder: String) -> Bool {
    let current = FileManager.default.currentDirectoryPath
    let full = URL(fileURLWithPath: folder, relativeTo: URL(fileURLWithPath: current)).standardized
      .resolvingSymlinksInPath().path
    guard full == root || full.hasPrefix(root + "/") else { return false }
    return !full.dropFirst(root.count).split(separator: "/").contains { $0.hasPrefix(".") }
  }

  private func list(_ path: String) -> [String]? {
    let full = path.isEmpty ? root : "\(root)/\(path)"
    var status = stat()
    guard lstat(full, &status) == 0 else { return nil }
    if status.st_mode & S_IFMT == S_IFLNK, let target = Self.resolved(full) {
      // A link to a folder above leads to itself again.
      guard full != target, !"\(full)/".hasPrefix(target + "/") else {
        reasons[path] = "It is a symbolic link to a folder that it is in"
        return nil
      }
    } else if status.st_mode & S_IFMT != S_IFDIR {
      return nil
    }
    guard let stream = opendir(full) else {
      if errno == EACCES { reasons[path] = "The folder can't be read: permission denied" }
      return nil
    }
    defer { closedir(stream) }
    var names: [String] = []
    while let entry = readdir(stream) {
      let name = withUnsafePointer(to: &entry.pointee.d_name) { pointer in
        pointer.withMemoryRebound(to: CChar.self, capacity: Int(NAME_MAX) + 1) { String(cString: $0) }
      }
      if name != ".", name != ".." { names.append(name) }
    }
    return names.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
  }

  /// The path without symbolic links; `nil` if there is nothing.
  private static func resolved(_ path: String) -> String? {
    guard let resolved = realpath(path, nil) else { return nil }
    defer { free(resolved) }
    return String(cString: resolved)
  }
}
