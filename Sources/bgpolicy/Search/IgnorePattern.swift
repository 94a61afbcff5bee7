internal import Quantities

/// A pattern for paths to leave out, in the syntax of `.gitignore`.
struct IgnorePattern: Sendable {
  /// Whether the pattern includes paths again that an earlier pattern leaves out.
  let isNegated: Bool
  /// The number of bytes of the line.
  let length: Int
  /// Whether the pattern matches only folders.
  let isForFolders: Bool
  private let segments: [Segment]

  private enum Segment: Sendable {
    /// Any number of folders, written `**`.
    case folders
    /// A name in which `*`, `?` and `[…]` match characters.
    case name(WildcardPattern)
  }

  /// The pattern of a line. `nil` for an empty line or a comment.
  init?(_ line: some StringProtocol) {
    var text = Self.trimmed(line)
    guard !text.isEmpty, !text.hasPrefix("#") else { return nil }
    length = text.utf8.count
    isNegated = text.hasPrefix("!")
    if isNegated { text.removeFirst() }
    isForFolders = text.hasSuffix("/")
    if isForFolders { text.removeLast() }
    // A pattern with a slash, even at its start, is relative to the folder of its file.
    let isBound = text.hasSlash
    var segments: [Segment] = isBound ? [] : [.folders]
    for part in text.pathNames {
      guard part == "**" else {
        segments.append(.name(WildcardPattern(part, .git)))
        continue
      }
      if case .folders? = segments.last { continue }
      segments.append(.folders)
    }
    guard !segments.isEmpty, !text.isEmpty else { return nil }
    self.segments = segments
  }

  /// A line without its line break and its trailing spaces. A backslash keeps the last space.
  private static func trimmed(_ line: some StringProtocol) -> String {
    var text = String(line)
    if text.hasSuffix("\r") { text.removeLast() }
    while text.hasSuffix(" "), !text.hasSuffix("\\ ") { text.removeLast() }
    return text
  }

  /// The paths that a pattern may match.
  enum Extent {
    /// Every path with this last name.
    case name(String)
    /// This path alone, relative to the pattern's folder.
    case path(String)
    /// Only paths with this last name.
    case someWithName(String)
    /// Paths with several last names.
    case other
  }

  /// The paths that the pattern may match.
  var extent: Extent {
    guard case .name(let last)? = segments.last, let name = last.text else { return .other }
    if segments.count == 2, case .folders = segments[0] { return .name(name) }
    var names: [String] = []
    for segment in segments {
      guard case .name(let pattern) = segment, let text = pattern.text else { return .someWithName(name) }
      names.append(text)
    }
    return .path(names.joined(separator: "/"))
  }

  /// Whether the pattern matches a path. `path` has the names of the path relative to the pattern's folder.
  func matches(_ path: some Collection<String>, isFolder: Bool) -> Bool {
    guard isFolder || !isForFolders else { return false }
    // Most patterns are a name in any folder.
    if segments.count == 2, case .folders = segments[0], case .name(let pattern) = segments[1] {
      return path.suffix(1).contains { pattern.matches($0) }
    }
    // The positions in the pattern at which a match can continue.
    var positions = closure([0])
    for name in path {
      var next: Set<Int> = []
      for position in positions where position < segments.count {
        switch segments[position] {
        case .folders:
          next.insert(position)
          // A pattern that ends with `**` matches everything in the folder, but not the folder itself.
          if position == segments.count - 1 { next.insert(segments.count) }
        case .name(let pattern):
          if pattern.matches(name) { next.insert(position + 1) }
        }
      }
      positions = closure(next)
      if positions.isEmpty { return false }
    }
    return positions.contains(segments.count)
  }

  /// The positions, and the positions after each `**` that matches no folder.
  private func closure(_ positions: Set<Int>) -> Set<Int> {
    var all = positions
    for position in positions where position < segments.count - 1 {
      if case .folders = segments[position] { all.insert(position + 1) }
    }
    return all
  }
}
