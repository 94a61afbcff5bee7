internal import AppFacts
internal import Quantities

/// A part of a pattern between two slashes.
enum GlobPart {
  /// `**`
  case folders
  /// A name without signs that have a meaning.
  case name(Substring)
  case pattern(WildcardPattern)

  init(_ text: Substring) {
    self =
      text == "**"
      ? .folders : WildcardPattern.isPlain(text) ? .name(text) : .pattern(WildcardPattern(text, .xcode))
  }

  /// Whether a name matches. Adds the number of comparisons of characters to `comparisons`.
  func matches(_ name: Substring, counting comparisons: inout Int) -> Bool {
    switch self {
    case .folders: true
    case .name(let own): own == name
    case .pattern(let pattern): pattern.matches(name, counting: &comparisons)
    }
  }
}

/// Compares paths with patterns. What a folder matches is found once for all files in the folder.
final class GlobMatcher {
  private let alternatives: [[GlobPart]]
  private var folders: [Substring: State] = [:]
  /// The comparisons of names with parts of patterns. A comparison of many characters counts several times.
  var comparisons: Int { comparisonsOfNames + comparisonsOfCharacters / 32 }
  private var comparisonsOfNames = 0
  private var comparisonsOfCharacters = 0

  /// The state of a comparison, given the names of a path so far.
  private enum State {
    /// A whole pattern, which matches everything in a folder as well.
    case matched
    /// The beginnings of alternatives, each with the numbers of parts that match.
    case open([(alternative: Int, counts: [Int])])
  }

  init(_ patterns: [GlobPattern]) { alternatives = patterns.flatMap(\.alternatives) }

  /// Whether a path, or a folder that contains the path, matches a pattern.
  func matches(_ path: Substring) -> Bool {
    if case .matched = state(of: path, isFolder: false) { true } else { false }
  }

  private func state(of path: Substring, isFolder: Bool) -> State {
    let path = path.last == "/" ? path.dropLast() : path
    if isFolder, let known = folders[path] { return known }
    let name = path.pathName
    let before = path.isEmpty ? start : path.pathFolder.map { state(of: $0, isFolder: true) } ?? start
    let found = name.isEmpty ? before : next(before, name)
    if isFolder { folders[path] = found }
    return found
  }

  /// The state before the first name.
  private lazy var start: State = {
    combined(alternatives.indices.map { ($0, closed([0], alternatives[$0])) })
  }()

  private func combined(_ open: [(alternative: Int, counts: [Int])]) -> State {
    let isMatched = open.contains { $0.counts.last == alternatives[$0.alternative].count }
    return isMatched ? .matched : .open(open.filter { !$0.counts.isEmpty })
  }

  /// The numbers of parts that names match, with the numbers after each `**` that matches no folder. The last
  /// part `**` matches the content of a folder, not the folder itself.
  private func closed(_ counts: [Int], _ parts: [GlobPart]) -> [Int] {
    var all: Set<Int> = []
    for count in counts {
      var count = count
      while all.insert(count).inserted, count < parts.count - 1, case .folders = parts[count] { count += 1 }
    }
    return all.sorted()
  }

  private func next(_ state: State, _ name: Substring) -> State {
    guard case .open(let open) = state else { return .matched }
    return combined(
      open.map { alternative, counts in
        let parts = alternatives[alternative]
        comparisonsOfNames += counts.count
        let next = counts.flatMap { count -> [Int] in
          if case .folders = parts[count] { return count == parts.count - 1 ? [parts.count] : [count] }
          return parts[count].matches(name, counting: &comparisonsOfCharacters) ? [count + 1] : []
        }
        return (alternative, closed(next, parts))
      })
  }
}

extension ProjectFiles {
  /// The files for which `fits` returns `true`. Each file costs the steps of its comparison with the
  /// patterns; empty if no steps are left.
  func filter(
    _ files: [String], by matchers: [GlobMatcher], at location: FactLocation, _ fits: (String) -> Bool
  ) -> [String] {
    var counted = 0
    var fitting: [String] = []
    for file in files {
      if fits(file) { fitting.append(file) }
      let steps = matchers.reduce(0) { $0 + $1.comparisons } / Self.comparisonsOfStep
      guard take(steps - counted, at: location) else { return [] }
      counted = steps
    }
    return fitting
  }

  /// The comparisons of names with parts of patterns that count as one step.
  private static let comparisonsOfStep = 4
}
