internal import AppFacts
internal import Quantities

/// The sources that settings of a target leave out of the configurations that may be released.
struct ExcludedSources {
  /// The sources that no release compiles.
  private(set) var certain: Set<String> = []
  /// The sources that a release may leave out.
  private(set) var uncertain: Set<String> = []

  /// The sources of a target, by the settings of its configurations, in the order of the configurations. Comparisons with
  /// patterns count as steps.
  init(_ scopes: [SettingsScope], of target: TargetFact, _ files: ProjectFiles) {
    let names = Set(target.releases.map(\.name))
    let released = zip(target.configurations, scopes).filter { names.contains($0.0.name) }.flatMap {
      TargetPlatforms.scopes(of: $0.1, for: target.platforms)
    }
    let patterns = released.map(Patterns.init)
    guard patterns.contains(where: { !$0.isEmpty }) else { return }
    for source in target.sources {
      let found = patterns.map { $0.exclude(source) { files.take($0, at: target.location) } }
      if found.allSatisfy({ $0 == true }) {
        certain.insert(source)
      } else if found.contains(where: { $0 != false }) {
        uncertain.insert(source)
      }
    }
  }

  /// The patterns of one configuration for one system.
  private struct Patterns {
    private let excluded: PathPatterns
    private let included: PathPatterns

    init(_ scope: SettingsScope) {
      excluded = PathPatterns(SettingWords(of: "EXCLUDED_SOURCE_FILE_NAMES", scope))
      included = PathPatterns(SettingWords(of: "INCLUDED_SOURCE_FILE_NAMES", scope))
    }

    var isEmpty: Bool { excluded.isEmpty }

    /// Whether the configuration leaves a source out; `nil` if that is not known, or if `take` returns that no steps are left.
    func exclude(_ path: String, _ take: (Int) -> Bool) -> Bool? {
      var comparisons = 0
      let found = (
        excluded.match(path, counting: &comparisons), included.match(path, counting: &comparisons)
      )
      guard take(1 + comparisons / Self.comparisonsOfStep) else { return nil }
      return switch found {
      case (false?, _), (true?, true?): false
      case (true?, false?): true
      default: nil
      }
    }

    /// The comparisons of characters that count as one step.
    private static let comparisonsOfStep = 8
  }

  /// Patterns for the ends of paths, part by part.
  private struct PathPatterns {
    /// The paths, and the ends of paths, that patterns without signs name. Xcode compares texts, so their bytes count.
    private var paths: Set<ArraySlice<UInt8>> = []
    private var ends: Set<ArraySlice<UInt8>> = []
    /// The patterns with signs.
    private var others: [(parts: [WildcardPattern], isFromRoot: Bool)] = []
    /// Whether all excluded files match one of the patterns. Unknown words and alternatives in braces may
    /// exclude further files.
    private let isComplete: Bool
    /// Whether no path can match.
    let isEmpty: Bool

    init(_ words: SettingWords) {
      isEmpty = words.isComplete && words.words.isEmpty
      isComplete = words.isComplete && !words.words.contains { $0.contains("{") }
      for word in words.words {
        var parts = word.split(separator: "/", omittingEmptySubsequences: false)[...]
        let isFromRoot = parts.first == Substring(SettingsScope.root)
        if isFromRoot { parts.removeFirst() }
        // Xcode compares texts, so a pattern such as `./A.swift` matches no path.
        // https://github.com/swiftlang/swift-build: Path.matchesFilenamePattern
        guard !parts.isEmpty, !parts.contains(where: { ["", ".", ".."].contains($0) }) else { continue }
        if parts.allSatisfy({ WildcardPattern.isPlain($0) }) {
          let path = Array(parts.joined(separator: "/").utf8)[...]
          if isFromRoot { paths.insert(path) } else { ends.insert(path) }
        } else {
          others.append((parts.map { WildcardPattern($0, .xcode) }, isFromRoot))
        }
      }
    }

    /// Whether a pattern matches a path; `nil` if that is not known. Adds the number of comparisons of characters to `comparisons`.
    func match(_ path: String, counting comparisons: inout Int) -> Bool? {
      let bytes = Array(path.utf8)[...]
      if paths.contains(bytes) || ends.contains(bytes) { return true }
      for index in bytes.indices where bytes[index] == UInt8(ascii: "/") && !ends.isEmpty {
        if ends.contains(bytes[(index + 1)...]) { return true }
      }
      if !others.isEmpty {
        let names = path.pathNames
        for (parts, isFromRoot) in others {
          comparisons += 4
          guard isFromRoot ? parts.count == names.count : parts.count <= names.count else { continue }
          let isMatched = zip(parts, names.suffix(parts.count)).allSatisfy {
            $0.matches($1, counting: &comparisons)
          }
          if isMatched { return true }
        }
      }
      return isComplete ? false : nil
    }
  }
}
