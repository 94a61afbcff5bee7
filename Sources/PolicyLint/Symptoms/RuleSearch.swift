package import PolicySyntax

/// A search for the rules that a person's own words describe, such as “upload stops in the background”.
package struct RuleSearch: Sendable {
  /// The most rules that a search finds.
  private static let most = 8

  /// A rule with the weight of each stem in its texts.
  private struct Entry {
    let name: RuleName
    private(set) var weights: [String: Double] = [:]

    init(_ name: RuleName, summary: String, symptom: String?, why: String) {
      self.name = name
      add(why, weight: 1)
      add(symptom ?? "", weight: 2)
      add(summary, weight: 3)
      add(name.text, weight: 3)
    }

    mutating func add(_ text: String, weight: Double) {
      for stem in Stem.all(in: text) { weights[stem] = max(weights[stem] ?? 0, weight) }
    }
  }

  private let entries: [Entry]
  /// The rarity of each stem: the root of the share of rules that contain the stem, inverted. Stems of more than a
  /// third of the rules, such as "the" and "background", say nothing about a rule and are left out.
  private let rarities: [String: Double]

  /// A search in the rules of the catalog, including the rules that a person decides.
  package init() {
    var entries =
      Catalog.rules.map { Entry($0.name, summary: $0.summary, symptom: $0.guide.symptom, why: $0.why) }
      + Catalog.needsApp.map { Entry($0.name, summary: $0.summary, symptom: nil, why: $0.why) }
    let meanings = Symptom.table.flatMap { symptom in symptom.rules.map { ($0, symptom.meaning) } }
    let meaningsOfRules = Dictionary(grouping: meanings, by: \.0)
    for index in entries.indices {
      for (_, meaning) in meaningsOfRules[entries[index].name] ?? [] {
        entries[index].add(meaning, weight: 1)
      }
    }
    var counts: [String: Int] = [:]
    for stem in entries.flatMap(\.weights.keys) { counts[stem, default: 0] += 1 }
    rarities = counts.filter { $0.value * 3 <= entries.count }.mapValues {
      (Double(entries.count) / Double($0)).squareRoot()
    }
    self.entries = entries
  }

  /// The rules that share the rarest words with a text, the best match first. If the catalog knows more than two of
  /// the words, a rule shares at least two of them. Empty if no rule does.
  package func rules(for text: String) -> [RuleName] {
    let stems = Set(Stem.all(in: text)).filter { rarities[$0] != nil }.sorted()
    guard !stems.isEmpty else { return [] }
    let least = stems.count > 2 ? 2 : 1
    let matches = entries.enumerated().compactMap { index, entry -> (score: Double, index: Int)? in
      let shared = stems.filter { entry.weights[$0] != nil }
      guard shared.count >= least else { return nil }
      return (shared.reduce(0) { $0 + (rarities[$1] ?? 0) * (entry.weights[$1] ?? 0) }, index)
    }
    return matches.sorted { ($1.score, $0.index) < ($0.score, $1.index) }.prefix(Self.most)
      .map { entries[$0.index].name }
  }
}

/// A word without its ending. Words that people use for the same event have one stem.
private enum Stem {
  /// Words for the same event of background work. The first word is the stem.
  private static let synonyms: [[String]] = [
    ["stop", "end", "die", "halt", "interrupt", "cease"],
    ["kill", "terminate", "crash", "swipe", "quit", "close", "exit"],
    ["arrive", "deliver", "receive", "come", "came", "get", "got"],
    [
      "run", "ran", "fire", "launch", "start", "begin", "began", "begun",
      "wake", "trigger", "call", "execute", "work",
    ],
    ["request", "schedule", "submit"],
    ["push", "notification"],
    ["hang", "stall", "stuck", "freeze"],
    ["late", "slow", "delay", "long"],
    ["reject", "refuse", "deny", "review"],
    ["resume", "continue"],
  ]
  private static let endings = ["ation", "ing", "ed", "ies", "es", "s"]
  private static let stems: [String: String] = {
    var stems: [String: String] = [:]
    for words in synonyms {
      for word in words { stems[withoutEnding(word)] = words.first.map(withoutEnding) }
    }
    return stems
  }()

  /// The stems of the words of a text, and the stems of the parts of names such as `beginBackgroundTask`.
  static func all(in text: String) -> [String] {
    var stems: [String] = []
    for word in text.split(whereSeparator: { !$0.isLetter && !$0.isNumber }) {
      let parts = parts(of: word)
      let names = parts.count > 1 ? parts + [String(word)] : parts
      stems += names.map { stem(of: $0.lowercased()) }
    }
    return stems
  }

  private static func stem(of word: String) -> String {
    let short = withoutEnding(word)
    return stems[short] ?? short
  }

  /// The parts of a name whose parts begin with capitals.
  private static func parts(of word: Substring) -> [String] {
    var parts: [String] = []
    var isAfterLowercase = false
    for character in word {
      if parts.isEmpty || isAfterLowercase && character.isUppercase {
        parts.append(String(character))
      } else {
        parts[parts.count - 1].append(character)
      }
      isAfterLowercase = character.isLowercase
    }
    return parts
  }

  private static func withoutEnding(_ word: String) -> String {
    var word = word
    if let ending = endings.first(where: { word.hasSuffix($0) && word.count >= $0.count + 3 }) {
      word.removeLast(ending.count)
    }
    if word.count > 3, word.hasSuffix("e") { word.removeLast() }
    // The doubled letter of `stopped`.
    if word.count > 3, let last = word.last, word.dropLast().last == last, !"ls".contains(last) {
      word.removeLast()
    }
    return word
  }
}
