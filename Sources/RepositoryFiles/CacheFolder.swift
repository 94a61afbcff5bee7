internal import Libc
internal import Quantities

/// A folder in which only the user can write, and nothing is followed that is not a regular file of the user.
package final class CacheFolder: Sendable {
  private let descriptor: Int32

  /// The folder of the user's caches; `nil` if the environment names none.
  ///
  /// `variable` is the value of a variable of the environment.
  package static func userFolder(_ variable: (String) -> String?) -> String? {
    if let folder = variable("XDG_CACHE_HOME"), folder.hasPrefix("/") { return folder }
    guard let home = variable("HOME"), home.hasPrefix("/") else { return nil }
    #if canImport(Darwin)
      return "\(home)/Library/Caches"
    #else
      return "\(home)/.cache"
    #endif
  }

  /// The cache of this tool for a folder without links, in the folder of the user's caches.
  package static func path(for folder: String, in userFolder: String) -> String {
    "\(userFolder)/bgpolicy/\(SHA256.digits(of: Array(folder.utf8)).prefix(32))"
  }

  /// A folder at a path, which is made if it is missing; throws if another user can write in it.
  package init(_ path: String) throws(FileError) {
    guard let start = FileAccess.workingDirectory else { throw FileError(code: ENOENT) }
    let resolved = try ResolvedPath(path, from: start)
    let missing = try Self.missingFolders(of: resolved.path)
    for folder in missing {
      guard mkdir(folder, 0o700) == 0 || errno == EEXIST else { throw FileError(code: errno) }
    }
    descriptor = open(resolved.path, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC)
    guard descriptor >= 0 else { throw FileError(code: errno) }
    guard Self.isOfUser(descriptor, S_IFDIR) else {
      throw FileError("Another user owns it, or can write in it")
    }
  }

  deinit { close(descriptor) }

  /// The folders that a path needs and that are not there, outer ones first.
  private static func missingFolders(of path: String) throws(FileError) -> [String] {
    var folder = path
    var missing: [String] = []
    while FileAccess.kind(of: folder) == nil, !folder.isEmpty {
      missing.append(folder)
      folder = ResolvedPath.folder(of: folder)
    }
    return missing.reversed()
  }

  /// Whether an open file is of a kind, and the user's own.
  private static func isOfUser(_ descriptor: Int32, _ kind: mode_t) -> Bool {
    var status = stat()
    return fstat(descriptor, &status) == 0 && status.st_mode & S_IFMT == kind
      && status.st_uid == geteuid() && status.st_mode & 0o022 == 0
  }

  /// The bytes of a file; `nil` if there is none that the user alone can have written.
  package func read(_ name: String, limit: Int) -> [UInt8]? {
    let file = openat(descriptor, name, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC)
    guard file >= 0 else { return nil }
    defer { close(file) }
    guard Self.isOfUser(file, S_IFREG), let bytes = try? FileAccess.read(descriptor: file, limit: limit),
      bytes.count <= limit
    else { return nil }
    return bytes
  }

  /// The names in the folder, in no order.
  package var names: [String] {
    let copy = openat(descriptor, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard copy >= 0, let folder = fdopendir(copy) else { return [] }
    defer { closedir(folder) }
    return FileAccess.names(in: folder)
  }

  /// Removes a regular file; a folder and a link stay.
  package func remove(_ name: String) {
    var status = stat()
    guard fstatat(descriptor, name, &status, AT_SYMLINK_NOFOLLOW) == 0,
      status.st_mode & S_IFMT == S_IFREG
    else { return }
    unlinkat(descriptor, name, 0)
  }

  /// The names of temporary files that are tried: a run that was killed may have left one.
  private static let mostAttempts = 8

  /// Writes a file under another name, which then takes the place of the old one; leaves the old one if it can't.
  package func write(_ bytes: [UInt8], to name: String) {
    for attempt in 0..<Self.mostAttempts {
      let temporary = "\(name).\(getpid())-\(attempt).tmp"
      let file = openat(descriptor, temporary, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0o600)
      guard file >= 0 else {
        guard errno == EEXIST || errno == EINTR else { return }
        continue
      }
      let isWhole = writeAll(bytes, file) == 0
      if close(file) != 0 || !isWhole || renameat(descriptor, temporary, descriptor, name) != 0 {
        unlinkat(descriptor, temporary, 0)
      }
      return
    }
  }
}
