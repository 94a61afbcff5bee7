internal import AppFacts
internal import Quantities

/// A pattern of paths with `*`, `**`, `?`, sets such as `[a-z]` and alternatives such as `{a,b}`. A pattern that matches a folder
/// matches everything in the folder.
struct GlobPattern {
  /// The parts of each alternative.
  let alternatives: [[GlobPart]]

  /// The steps of a comparison with a path: a part with many `*` is compared with each end of a name.
  let steps: Int

  /// A pattern; `nil` if the pattern is longer than the patterns of ordinary projects, or has more alternatives.
  init?(_ pattern: String) {
    guard let expanded = Self.expanded(pattern) else { return nil }
    let parts = expanded.map { $0.pathNames.filter { $0 != "." } }
    alternatives = parts.map { $0.map(GlobPart.init) }
    steps = parts.reduce(0) { steps, parts in
      let stars = parts.map { $0.count { $0 == "*" } }.max() ?? 0
      return steps + (stars > 4 ? 2 * stars : 1)
    }
  }

  /// Whether a path, or a folder that contains the path, matches.
  func matches(_ path: String) -> Bool { GlobMatcher([self]).matches(path[...]) }

  // MARK: - Alternatives

  private static let mostBytes = 4096
  /// The maximum number of alternatives of a pattern, including alternatives within alternatives.
  private static let mostAlternatives = 256

  /// The patterns without braces that a pattern with braces stands for, as `glob(3)` reads braces.
  private static func expanded(_ pattern: String) -> [String]? {
    guard pattern.contains("{") else { return [pattern] }
    guard pattern.utf8.count <= mostBytes else { return nil }
    var open = [Array(pattern)]
    var expanded: [String] = []
    var count = 0
    while let next = open.popLast() {
      count += 1
      guard count <= 2 * mostAlternatives else { return nil }
      guard let (choices, range) = firstChoice(in: next) else {
        expanded.append(String(next))
        continue
      }
      open += choices.reversed().map { Array(next[..<range.lowerBound] + $0 + next[range.upperBound...]) }
    }
    return expanded
  }

  /// The alternatives of the first braces, and the range of the braces; `nil` without braces.
  private static func firstChoice(
    in pattern: [Character]
  ) -> (choices: [ArraySlice<Character>], range: Range<Int>)? {
    var depth = 0
    var start = 0
    var commas: [Int] = []
    var index = 0
    while index < pattern.count {
      switch pattern[index] {
      case "\\": index += 1
      case "{":
        if depth == 0 { (start, commas) = (index, []) }
        depth += 1
      case "," where depth == 1: commas.append(index)
      case "}" where depth == 1:
        let bounds = [start] + commas + [index]
        let choices = zip(bounds, bounds.dropFirst()).map { pattern[($0 + 1)..<$1] }
        return (choices, start..<index + 1)
      case "}" where depth > 1: depth -= 1
      default: break
      }
      index += 1
    }
    return nil
  }
}

extension ProjectFiles {
  /// The patterns of some texts. Refuses a text that is beyond a limit.
  func globs(_ texts: [String], at location: FactLocation) -> [GlobPattern] {
    texts.compactMap { text in
      let pattern = GlobPattern(text)
      if pattern == nil { refuse(location, "A pattern is too long, or has too many alternatives") }
      return pattern
    }
  }
}
