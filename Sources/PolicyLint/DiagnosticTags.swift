/// The kinds of problems that editors show in a special way: the tags of the Language Server Protocol.
package struct DiagnosticTags: OptionSet, Sendable {
  /// A bit for each tag.
  package let rawValue: UInt8

  /// The tags with these bits.
  package init(rawValue: UInt8) { self.rawValue = rawValue }

  /// The reported text has no effect; editors fade it out.
  package static let unnecessary = DiagnosticTags(rawValue: 1)
  /// Apple has deprecated the reported feature; editors strike it through.
  package static let deprecated = DiagnosticTags(rawValue: 2)

  /// The names of the tags, in the order of the protocol.
  package var names: [String] {
    [(Self.unnecessary, "unnecessary"), (.deprecated, "deprecated")].filter { contains($0.0) }.map(\.1)
  }
}
