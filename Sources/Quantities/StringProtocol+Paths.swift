/// The parts of paths, divided as the file system divides them: at each slash.
///
/// Swift counts a slash and a combining mark after the slash as one `Character`, which is not equal to a slash. A reader of characters would
/// take `link/\u{301}x` for one name, and would not see that the path goes through `link`.
extension StringProtocol where SubSequence == Substring, UTF8View: BidirectionalCollection {
  /// The names between the slashes, without empty names.
  @inlinable package var pathNames: [Substring] {
    utf8.split(separator: UInt8(ascii: "/")).map { self[$0.startIndex..<$0.endIndex] }
  }

  /// The name after the last slash; empty if the path ends in a slash.
  @inlinable package var pathName: Substring {
    lastSlash.map { self[utf8.index(after: $0)...] } ?? self[...]
  }

  /// The path before the last slash; `nil` if the path has no slash.
  @inlinable package var pathFolder: Substring? { lastSlash.map { self[..<$0] } }

  /// Whether the path has several names, or ends in a slash.
  @inlinable package var hasSlash: Bool { utf8.contains(UInt8(ascii: "/")) }

  /// Whether the path begins at the root of the file system.
  @inlinable package var isAbsolutePath: Bool { utf8.first == UInt8(ascii: "/") }

  /// The rest of the path after a folder and a slash; `nil` if the path is not in the folder. Names that are equal in Unicode are the same.
  @inlinable package func path(below folder: some StringProtocol) -> Substring? {
    if utf8.starts(with: folder.utf8) {
      let rest = utf8.dropFirst(folder.utf8.count)
      return rest.first == UInt8(ascii: "/") ? self[rest.dropFirst().startIndex...] : nil
    }
    guard folder.utf8.contains(where: { $0 >= 0x80 }) else { return nil }
    // The path may spell the folder's names with other bytes that are equal in Unicode, but the path has the
    // same slashes.
    let slashes = folder.utf8.count { $0 == UInt8(ascii: "/") }
    let rest = utf8.split(
      separator: UInt8(ascii: "/"), maxSplits: slashes + 1, omittingEmptySubsequences: false)
    guard rest.count == slashes + 2, let last = rest.last else { return nil }
    return self[..<utf8.index(before: last.startIndex)] == folder ? self[last.startIndex...] : nil
  }

  /// Whether the path is in a folder, or in a folder below it.
  @inlinable package func isBelow(_ folder: some StringProtocol) -> Bool { path(below: folder) != nil }

  @usableFromInline var lastSlash: Index? { utf8.lastIndex(of: UInt8(ascii: "/")) }
}
