/// How large a file may be before it is refused, so that no input takes long.
package struct YAMLLimits: Sendable {
  /// Bytes of one file.
  package var fileSize = 64 << 20
  /// Collections within collections, aliases followed.
  package var depth = 64
  /// Nodes that aliases and merge keys add, each alias counted at its full extent.
  package var aliasNodes = 100_000

  /// The limits that the command line works with.
  package static let standard = YAMLLimits()

  /// The standard limits, to be changed.
  package init() {}
}
