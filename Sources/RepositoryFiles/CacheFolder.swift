internal import Libc
internal import Quantities

/// A folder that only the user can change. The class reads only regular files of the user, and follows no links.
package final class CacheFolder: Sendable {
  private let descriptor: Int32

  /// The folder of the user's caches; `nil` if the environment names no such folder.
  ///
  /// `variable` returns the value of an environment variable.
  package static func userFolder(_ variable: (String) -> String?) -> String? {
    if let folder = variable("XDG_CACHE_HOME"), folder.isAbsolutePath { return folder }
    guard let home = variable("HOME"), home.isAbsolutePath else { return nil }
    #if canImport(Darwin)
      return "\(home)/Library/Caches"
    #else
      return "\(home)/.cache"
    #endif
  }

  /// The path of this tool's cache for a folder, in the folder of the user's caches. The folder's path has no links.
  package static func path(for folder: String, in userFolder: String) -> String {
    "\(userFolder)/bgpolicy/\(SHA256.digits(of: Array(folder.utf8)).prefix(32))"
  }

  /// A folder at a path. Creates the folder if it is missing; throws if another user can write in the folder.
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

  /// The folders of a path that don't exist, with outer folders first.
  private static func missingFolders(of path: String) throws(FileError) -> [String] {
    var folder = path
    var missing: [String] = []
    while FileAccess.kind(of: folder) == nil, !folder.isEmpty {
      missing.append(folder)
      folder = ResolvedPath.folder(of: folder)
    }
    return missing.reversed()
  }

  /// Whether an open file has a kind, belongs to the user, and can't be changed by other users.
  private static func isOfUser(_ descriptor: Int32, _ kind: mode_t) -> Bool {
    var status = stat()
    return fstat(descriptor, &status) == 0 && status.st_mode & S_IFMT == kind
      && status.st_uid == geteuid() && status.st_mode & 0o022 == 0
  }

  /// The bytes of a file; `nil` if the file is missing, or if another user may have written the file.
  package func read(_ name: String, limit: Int) -> [UInt8]? {
    let file = openat(descriptor, name, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC)
    guard file >= 0 else { return nil }
    defer { close(file) }
    guard Self.isOfUser(file, S_IFREG), let bytes = try? FileAccess.read(descriptor: file, limit: limit),
      bytes.count <= limit
    else { return nil }
    return bytes
  }

  /// The names in the folder, in no particular order.
  package var names: [String] {
    let copy = openat(descriptor, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard copy >= 0, let folder = fdopendir(copy) else { return [] }
    defer { closedir(folder) }
    return FileAccess.content(of: folder).names
  }

  /// Removes a regular file; a folder and a link stay.
  package func remove(_ name: String) {
    var status = stat()
    guard fstatat(descriptor, name, &status, AT_SYMLINK_NOFOLLOW) == 0,
      status.st_mode & S_IFMT == S_IFREG
    else { return }
    unlinkat(descriptor, name, 0)
  }

  /// The number of names for a temporary file that are tried. A killed run may have left a file with the first names.
  private static let mostAttempts = 8

  /// Writes a file under a temporary name, and then replaces the old file. If the file can't be written, the old file stays.
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
