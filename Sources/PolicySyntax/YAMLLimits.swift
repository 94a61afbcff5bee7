/// Limits on files, so that no input takes long to read.
package struct YAMLLimits: Sendable {
  /// The maximum number of bytes of one file.
  package var fileSize = 16 << 20
  /// The maximum nesting of collections, with aliases resolved.
  package var depth = 64
  /// The maximum number of nodes of a file and of the files before it in one tree: keys, values and collections.
  package var nodes = 250_000
  /// The maximum number of nodes that aliases and merge keys add, with each alias counted in full.
  package var aliasNodes = 100_000

  /// The limits of the command line.
  package static let standard = YAMLLimits()

  /// The standard limits.
  package init() {}
}
