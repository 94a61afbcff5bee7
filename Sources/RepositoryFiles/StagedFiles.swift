internal import Libc
internal import Quantities

/// Files that are written under temporary names, and then replace the old files. After an error, all old files are unchanged.
///
/// A file keeps its owner and permissions. Pipes and terminals are written directly. When the value is destroyed, temporary
/// files that have not replaced a file are removed.
package struct StagedFiles: ~Copyable {
  private struct Staged {
    let path: String
    let temporary: String
    let descriptor: Int32
    /// Whether the staged file replaces an existing file.
    let isReplacement: Bool
  }

  private var staged: [Staged] = []
  /// Pipes and terminals, which can't be replaced with a file.
  private var streams: [(path: String, bytes: [UInt8])] = []
  /// The folders that were created, with outer folders first.
  private var folders: [String] = []

  /// The number of names for a temporary file that are tried.
  private static let mostAttempts = 100

  /// A value without staged files.
  package init() {}

  deinit { Self.remove(staged, folders) }

  /// Writes a file under a temporary name. If the file can't be written, no file is replaced.
  ///
  /// The method waits until the bytes are on the disk, unless the file is generated and can be generated again. With
  /// `makesFolders`, the method creates missing folders, which are removed again if the files can't be written.
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

  /// Writes a file under a temporary name. The path of the file has no links.
  mutating func stage(_ bytes: [UInt8], to path: String, isGenerated: Bool) throws(FileError) {
    var status = stat()
    let isThere = lstat(path, &status) == 0
    // For example, a name may be too long. Without this check, the error would occur after other files have been replaced.
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

  /// Replaces all old files, or no old file in case of an error.
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

  /// Removes temporary files, and the folders that were created for the files.
  private static func remove(_ staged: [Staged], _ folders: [String]) {
    for file in staged {
      unlink(file.temporary)
      close(file.descriptor)
    }
    // `rmdir` removes only folders that are still empty.
    for folder in folders.reversed() { rmdir(folder) }
  }

  /// Gives a file the owner and the permissions of the file that it replaces; returns 0 or the number of the error.
  private static func keepRights(_ status: stat, of descriptor: Int32) -> Int32 {
    // If the owner can't be kept, the file drops the set-ID bits, so that no program gains the rights of
    // another user.
    let keepsOwner = fchown(descriptor, status.st_uid, status.st_gid) == 0
    if fchmod(descriptor, status.st_mode & (keepsOwner ? 0o7777 : 0o777)) == 0 { return 0 }
    // Some file systems have no permissions to keep.
    return [EPERM, ENOTSUP, ENOSYS].contains(errno) ? 0 : errno
  }

  /// Waits until the bytes of a file are on the disk, so that after a power failure the path has the old file or the new file.
  private static func synchronize(_ descriptor: Int32) -> Int32 {
    while fsync(descriptor) != 0 {
      if errno == EINTR { continue }
      // Some file systems don't support `fsync`.
      return [EINVAL, ENOTSUP, ENOSYS].contains(errno) ? 0 : errno
    }
    return 0
  }

  // MARK: - Temporary files

  /// A new temporary file in the folder of the file at a path; `nil` if the file can't be created, with the reason in `errno`.
  ///
  /// The name is the same in each run, so that the next run removes the temporary file of a killed run. If another run still
  /// writes a file with this name, and therefore has its lock, the new file gets another name. The name contains a hash, so
  /// that no other file has the name, and so that the name is not too long.
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
      // If the file is locked, another run considers the file a leftover, and removes the file.
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

  /// Removes the temporary file of a run that has ended; returns whether the file was removed.
  private static func removeLeftover(_ path: String) -> Bool {
    let descriptor = open(path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC)
    guard descriptor >= 0 else { return false }
    defer { close(descriptor) }
    return lock(descriptor) && isFile(descriptor, at: path) && unlink(path) == 0
  }

  /// Locks a file. Returns `true` if the file is locked, or if the file system has no locks.
  private static func lock(_ descriptor: Int32) -> Bool {
    while flock(descriptor, LOCK_EX | LOCK_NB) != 0 {
      if errno == EINTR { continue }
      return [ENOTSUP, ENOSYS, ENOLCK].contains(errno)
    }
    return true
  }

  /// Whether an open file is still the file at a path.
  private static func isFile(_ descriptor: Int32, at path: String) -> Bool {
    var (open, there) = (stat(), stat())
    return fstat(descriptor, &open) == 0 && lstat(path, &there) == 0 && open.st_ino == there.st_ino
      && open.st_dev == there.st_dev && open.st_mode & S_IFMT == S_IFREG
  }
}
