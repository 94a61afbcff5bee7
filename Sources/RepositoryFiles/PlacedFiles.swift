internal import Libc

/// Files that have taken their places, which can be undone as long as others have not.
struct PlacedFiles {
  private struct Place {
    let path: String
    /// The open file that was there, which lives on without its name; `nil` if nothing was there.
    let old: Int32?
  }

  private var places: [Place] = []

  /// Remembers the file at a path, before another one takes its place.
  mutating func keep(_ path: String, isReplacement: Bool) {
    let old = isReplacement ? open(path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC) : nil
    places.append(Place(path: path, old: old))
  }

  /// Puts everything back; the last place that was kept still has its old file.
  mutating func revert() {
    for place in places.dropLast().reversed() {
      guard let old = place.old else {
        unlink(place.path)
        continue
      }
      // A file that could not be opened can't be put back either.
      guard old >= 0, let bytes = try? FileAccess.read(descriptor: old, limit: .max - 1) else { continue }
      var files = StagedFiles()
      if (try? files.stage(bytes, to: place.path, isGenerated: false)) != nil { try? files.finish() }
    }
    forget()
  }

  /// Lets go of the old files.
  mutating func forget() {
    for place in places { if let old = place.old, old >= 0 { close(old) } }
    places = []
  }
}
