internal import Libc
internal import Quantities

/// Files that are written aside, and then take the places of the old ones: an error before that leaves all old ones.
///
/// A file keeps its owner and permissions, and a pipe or a terminal is written to directly. Files that are never put in their places
/// go with the value.
package struct StagedFiles: ~Copyable {
  private struct Staged {
    let path: String
    let temporary: String
    let descriptor: Int32
    /// Whether it takes the place of a file.
    let isReplacement: Bool
  }

  private var staged: [Staged] = []
  /// Pipes and terminals, which nothing can take the place of.
  private var streams: [(path: String, bytes: [UInt8])] = []
  /// The folders that were made, outer ones first.
  private var folders: [String] = []

  /// The names of temporary files that are tried.
  private static let mostAttempts = 100

  /// No files.
  package init() {}

  deinit { Self.remove(staged, folders) }

  /// Writes a file aside; if it can't, none of the others takes its place either.
  ///
  /// It waits for the disk unless the file can be made again. `makesFolders` makes the folders that it needs, which go again if
  /// the files can't be written.
  package mutating func add(
    _ bytes: [UInt8], to path: String, _ access: FileAccess, isGenerated: Bool = false,
    makesFolders: Bool = false
  ) throws(FileError) {
    do throws(FileError) {
      let place = try access.output(at: path)
      if place.isStream {
        streams.append((place.path, bytes))
        return
      }
      if makesFolders {
        folders += try FileAccess.makeFolders(ResolvedPath.folder(of: place.path))
      }
      try stage(bytes, to: place.path, isGenerated: isGenerated)
    } catch {
      discard()
      throw error
    }
  }

  /// Writes a file aside, whose path has no links.
  mutating func stage(_ bytes: [UInt8], to path: String, isGenerated: Bool) throws(FileError) {
    var status = stat()
    let isThere = lstat(path, &status) == 0
    // Such as a name that is too long, which would be known only when other files have their places.
    if !isThere, errno != ENOENT { throw FileError(code: errno) }
    if isThere, access(path, W_OK) != 0 { throw FileError(code: errno) }
    // Other users must not read a private file before it has its permissions.
    guard let file = Self.temporary(for: path, mode: isThere ? 0o600 : 0o644, isReplacement: isThere) else {
      throw FileError(code: errno)
    }
    staged.append(file)
    var failure = writeAll(bytes, file.descriptor)
    if failure == 0, isThere { failure = Self.keepRights(status, of: file.descriptor) }
    if failure == 0, !isGenerated { failure = Self.synchronize(file.descriptor) }
    guard failure == 0 else { throw FileError(code: failure) }
  }

  /// Puts all files in their places, or none of them.
  package mutating func finish() throws(FileError) {
    var placed = PlacedFiles()
    for (index, file) in staged.enumerated() {
      if staged.count > 1 { placed.keep(file.path, isReplacement: file.isReplacement) }
      guard rename(file.temporary, file.path) == 0 else {
        let failure = errno
        placed.revert()
        staged.removeFirst(index)
        discard()
        throw FileError(code: failure)
      }
      close(file.descriptor)
    }
    placed.forget()
    staged = []
    folders = []
    for (path, bytes) in streams {
      let descriptor = open(path, O_WRONLY | O_CLOEXEC)
      guard descriptor >= 0 else { throw FileError(code: errno) }
      defer { close(descriptor) }
      let failure = writeAll(bytes, descriptor)
      if failure != 0 { throw FileError(code: failure) }
    }
    streams = []
  }

  private mutating func discard() {
    Self.remove(staged, folders)
    staged = []
    folders = []
  }

  /// Removes files that were written aside, and the folders that were made for them.
  private static func remove(_ staged: [Staged], _ folders: [String]) {
    for file in staged {
      unlink(file.temporary)
      close(file.descriptor)
    }
    // Only folders that are still empty go.
    for folder in folders.reversed() { rmdir(folder) }
  }

  /// Gives a file the owner and the permissions of the one whose place it takes; returns 0 or the number of the error.
  private static func keepRights(_ status: stat, of descriptor: Int32) -> Int32 {
    // If the owner can't be kept, the file drops the set-ID bits, so that no program gains the rights of
    // another user.
    let keepsOwner = fchown(descriptor, status.st_uid, status.st_gid) == 0
    if fchmod(descriptor, status.st_mode & (keepsOwner ? 0o7777 : 0o777)) == 0 { return 0 }
    // Some file systems have no permissions to keep.
    return [EPERM, ENOTSUP, ENOSYS].contains(errno) ? 0 : errno
  }

  /// Waits until the disk has a file, so that a power cut leaves the old one or the new one.
  private static func synchronize(_ descriptor: Int32) -> Int32 {
    while fsync(descriptor) != 0 {
      if errno == EINTR { continue }
      // Some file systems can't.
      return [EINVAL, ENOTSUP, ENOSYS].contains(errno) ? 0 : errno
    }
    return 0
  }

  // MARK: - Temporary files

  /// A new file in the folder of another; `nil` with `errno` if there can be none.
  ///
  /// Its name is the same in each run, so that the next one removes the file of a run that was killed. If a run that is still
  /// writing has its lock, the new file gets another name. The name is a hash, which no one else gives a file and which fits if
  /// that of the other file does.
  private static func temporary(for path: String, mode: mode_t, isReplacement: Bool) -> Staged? {
    let folder = ResolvedPath.folder(of: path)
    let start = "\(folder)/.bgpolicy-\(SHA256.digits(of: Array(path.utf8)).prefix(32))"
    let usual = "\(start).tmp"
    var (descriptor, failure) = create(usual, mode)
    if failure == EEXIST, removeLeftover(usual) { (descriptor, failure) = create(usual, mode) }
    if failure == 0 {
      let isLocked = lock(descriptor)
      if isLocked, isFile(descriptor, at: usual) {
        return Staged(
          path: path, temporary: usual, descriptor: descriptor, isReplacement: isReplacement)
      }
      // Another run that takes the file for a leftover has its lock, and removes it.
      if !isLocked, errno != EWOULDBLOCK { unlink(usual) }
      close(descriptor)
      failure = EEXIST
    }
    var attempt = 0
    while failure == EEXIST, attempt < mostAttempts {
      let other = "\(start).\(getpid())-\(attempt).tmp"
      (descriptor, failure) = create(other, mode)
      if failure == 0 {
        return Staged(
          path: path, temporary: other, descriptor: descriptor, isReplacement: isReplacement)
      }
      attempt += 1
    }
    errno = failure
    return nil
  }

  /// Creates a file; `failure` is 0 or the number of the error.
  private static func create(_ path: String, _ mode: mode_t) -> (descriptor: Int32, failure: Int32) {
    while true {
      let descriptor = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, mode)
      if descriptor >= 0 { return (descriptor, 0) }
      if errno != EINTR { return (-1, errno) }
    }
  }

  /// Removes the file of a run that has ended; returns whether it could.
  private static func removeLeftover(_ path: String) -> Bool {
    let descriptor = open(path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC)
    guard descriptor >= 0 else { return false }
    defer { close(descriptor) }
    return lock(descriptor) && isFile(descriptor, at: path) && unlink(path) == 0
  }

  /// Takes the lock of a file, if no other process has it or the file system has none.
  private static func lock(_ descriptor: Int32) -> Bool {
    while flock(descriptor, LOCK_EX | LOCK_NB) != 0 {
      if errno == EINTR { continue }
      return [ENOTSUP, ENOSYS, ENOLCK].contains(errno)
    }
    return true
  }

  /// Whether an open file is still the one at a path.
  private static func isFile(_ descriptor: Int32, at path: String) -> Bool {
    var (open, there) = (stat(), stat())
    return fstat(descriptor, &open) == 0 && lstat(path, &there) == 0 && open.st_ino == there.st_ino
      && open.st_dev == there.st_dev && open.st_mode & S_IFMT == S_IFREG
  }
}
