/// The tool's version, as reports show it.
package enum ToolVersion {
  /// The version, as `major.minor.patch`.
  package static let current = "0.1.0"
}
