internal import Libc

/// Files that have been written to their final paths. The changes can be undone until all files have been written.
struct PlacedFiles {
  private struct Place {
    let path: String
    /// The open descriptor of the replaced file, whose bytes remain readable without a name; `nil` if no file was replaced.
    let old: Int32?
  }

  private var places: [Place] = []

  /// Keeps the file at a path, before another file replaces it.
  mutating func keep(_ path: String, isReplacement: Bool) {
    let old = isReplacement ? open(path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC) : nil
    places.append(Place(path: path, old: old))
  }

  /// Restores all replaced files, except the last file, which has not been replaced.
  mutating func revert() {
    for place in places.dropLast().reversed() {
      guard let old = place.old else {
        unlink(place.path)
        continue
      }
      // A file that could not be opened can't be restored.
      guard old >= 0, let bytes = try? FileAccess.read(descriptor: old, limit: .max - 1) else { continue }
      var files = StagedFiles()
      if (try? files.stage(bytes, to: place.path, isGenerated: false)) != nil { try? files.finish() }
    }
    forget()
  }

  /// Closes the old files.
  mutating func forget() {
    for place in places { if let old = place.old, old >= 0 { close(old) } }
    places = []
  }
}
