/// The text of a file, with the name that findings show.
package struct SourceText: Hashable, Sendable {
  /// The file's path as the user gave it, or a name for input without a path: `<stdin>`.
  package let name: String
  /// All bytes of the file, including a byte order mark.
  package let bytes: [UInt8]

  /// A text that need not be UTF-8, nor exist on disk.
  package init(name: String, bytes: [UInt8]) {
    self.name = name
    self.bytes = bytes
  }

  /// A text from a Swift string, for tests and examples.
  package init(name: String, text: String) {
    self.init(name: name, bytes: Array(text.utf8))
  }
}

/// The identity of a file of a policy: 0 is the policy itself, the following numbers are its bases and other files.
package struct SourceID: Hashable, Comparable, Sendable {
  /// The index in `NodeTree.sources`.
  package let index: UInt16

  /// The source at an index in `NodeTree.sources`.
  package init(index: UInt16) {
    self.index = index
  }

  package static func < (left: SourceID, right: SourceID) -> Bool {
    left.index < right.index
  }
}
