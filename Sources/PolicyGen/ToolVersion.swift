/// The version that reports name as that of the tool.
package enum ToolVersion {
  /// The version, as `major.minor.patch`.
  package static let current = "0.1.0"
}
