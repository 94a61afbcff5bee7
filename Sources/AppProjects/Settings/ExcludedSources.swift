internal import AppFacts

/// The sources that settings of a target leave out of the configurations that may be released.
struct ExcludedSources {
  /// The sources that no release compiles.
  private(set) var certain: Set<String> = []
  /// The sources that a release may leave out.
  private(set) var uncertain: Set<String> = []

  /// The sources of a target, by the settings of its configurations, in the order of the configurations.
  init(_ scopes: [SettingsScope], of target: TargetFact) {
    let names = Set(target.releases.map(\.name))
    let released = zip(target.configurations, scopes).filter { names.contains($0.0.name) }.flatMap {
      TargetPlatforms.scopes(of: $0.1, for: target.platforms)
    }
    let patterns = released.map(Patterns.init)
    guard patterns.contains(where: { !$0.isEmpty }) else { return }
    for source in target.sources {
      let found = patterns.map { $0.exclude(source) }
      if found.allSatisfy({ $0 == true }) {
        certain.insert(source)
      } else if found.contains(where: { $0 != false }) {
        uncertain.insert(source)
      }
    }
  }

  /// The patterns of one configuration for one system.
  private struct Patterns {
    private let excluded: SettingWords
    private let included: SettingWords

    init(_ scope: SettingsScope) {
      excluded = SettingWords(of: "EXCLUDED_SOURCE_FILE_NAMES", scope)
      included = SettingWords(of: "INCLUDED_SOURCE_FILE_NAMES", scope)
    }

    var isEmpty: Bool { excluded.isComplete && excluded.words.isEmpty }

    /// Whether the configuration leaves a source out; `nil` if that is not known.
    func exclude(_ path: String) -> Bool? {
      switch (Self.match(excluded, path), Self.match(included, path)) {
      case (false?, _), (true?, true?): false
      case (true?, false?): true
      default: nil
      }
    }

    private static func match(_ patterns: SettingWords, _ path: String) -> Bool? {
      if patterns.words.contains(where: { matches($0, path) }) { return true }
      return patterns.isComplete && !patterns.words.contains { $0.contains("{") } ? false : nil
    }

    /// Whether a pattern matches the end of a path, part by part.
    private static func matches(_ pattern: String, _ path: String) -> Bool {
      var parts = pattern.split(separator: "/", omittingEmptySubsequences: false)[...]
      let isFromRoot = parts.first == Substring(SettingsScope.root)
      if isFromRoot { parts.removeFirst() }
      let names = path.split(separator: "/")
      // Xcode compares texts, so a pattern such as `./A.swift` matches no path.
      // https://github.com/swiftlang/swift-build: Path.matchesFilenamePattern
      guard !parts.isEmpty, !parts.contains(where: { ["", ".", ".."].contains($0) }),
        isFromRoot ? parts.count == names.count : parts.count <= names.count
      else { return false }
      return zip(parts, names.suffix(parts.count)).allSatisfy { TextPattern.matches($0, $1) }
    }
  }
}
