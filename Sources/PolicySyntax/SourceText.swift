/// The text of one file as it was read, under the name that findings show.
package struct SourceText: Hashable, Sendable {
  /// The file's path as the user gave it, or a name for what has no path: `<stdin>`.
  package let name: String
  /// Every byte of the file, a byte order mark included.
  package let bytes: [UInt8]

  /// A text under a name.
  package init(name: String, bytes: [UInt8]) {
    self.name = name
    self.bytes = bytes
  }

  /// A text from a Swift string, as tests and examples have it.
  package init(name: String, text: String) {
    self.init(name: name, bytes: Array(text.utf8))
  }
}

/// Which of the files that make up one policy: 0 is the policy itself, the others are its bases.
package struct SourceID: Hashable, Comparable, Sendable {
  /// The place in `NodeTree.sources`.
  package let index: UInt16

  /// The source at a place in `NodeTree.sources`.
  package init(index: UInt16) {
    self.index = index
  }

  package static func < (left: SourceID, right: SourceID) -> Bool {
    left.index < right.index
  }
}
