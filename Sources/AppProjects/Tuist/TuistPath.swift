internal import AppFacts

/// A path in a manifest of Tuist: a text, `.relativeToRoot("…")` or `.relativeToManifest("…")`.
struct TuistPath {
  /// The path as written.
  let text: String
  /// The folder from which the path starts.
  let base: String

  /// The path in a value of the manifest in a folder; `nil` if only a run of the manifest knows the path.
  init?(_ value: ManifestValue?, from folder: String) {
    guard let value, let text = value.string ?? value[nil]?.string else { return nil }
    self.text = text
    base = value.name == "relativeToRoot" ? "" : folder
  }

  /// The path from the folder that is read; `nil` if the path leads out.
  var joined: String? { AppPath.joined(base, text) }
}
