package import PlatformFacts
package import PolicySyntax

/// Evidence of background work that failed: an error, a crash message, a log line, or a mail.
package struct Symptom: Sendable {
  /// The origin of a symptom, which is a heading on the page of symptoms.
  package enum Kind: String, CaseIterable, Sendable {
    case schedulerError, sessionError, crash, log, termination, push, upload

    /// The heading.
    package var title: String {
      switch self {
      case .schedulerError: "Errors of BGTaskScheduler"
      case .sessionError: "Errors of URLSession"
      case .crash: "Exceptions"
      case .log: "Log lines"
      case .termination: "Termination codes and crash reports"
      case .push: "Responses of APNs"
      case .upload: "App Store Connect and App Review"
      }
    }
  }

  /// The origin of the symptom.
  package let kind: Kind
  /// The text of the symptom without the parts that differ between apps.
  package let text: String
  /// Alternative texts of the symptom.
  package let spellings: [String]
  /// The meaning, in a sentence.
  package let meaning: String
  /// The rules that find causes of the symptom, the most likely cause first.
  package let rules: [RuleName]
  /// The sources of the text and its meaning.
  package let citations: [Citation]

  init(
    _ kind: Kind, _ text: String, _ spellings: [String] = [], meaning: String, rules: [RuleName],
    citations: [Citation]
  ) {
    self.kind = kind
    self.text = text
    self.spellings = spellings
    self.meaning = meaning
    self.rules = rules
    self.citations = citations
  }
}

// MARK: - Search

extension Symptom {
  /// The symptoms that a text contains, and the symptoms that contain the text, in the order of the table. A
  /// symptom that is part of another match is left out.
  package static func found(in text: String) -> [Symptom] {
    let words = Words(text)
    guard !words.isEmpty else { return [] }
    let matches = table.compactMap { symptom -> (symptom: Symptom, length: Int)? in
      let lengths = ([symptom.text] + symptom.spellings).compactMap { words.match(with: Words($0)) }
      return lengths.max().map { (symptom, $0) }
    }
    // A text of several words is more specific than a number in it.
    let longest = matches.map(\.length).max() ?? 0
    return matches.filter { $0.length == longest || $0.length > 2 }.map(\.symptom)
  }

  /// The rules whose guide contains a text as part of the symptom, in the order of the catalog. The text
  /// needs at least two words.
  package static func rules(describing text: String) -> [Rule] {
    let words = Words(text)
    guard words.areSeveral else { return [] }
    return Catalog.rules.filter { rule in
      rule.guide.symptom.map { Words($0).contains(words) } ?? false
    }
  }
}

/// The words of a text, for comparisons of symptoms: letters and digits, and a hyphen before a number.
private struct Words {
  private let words: [String]

  /// Words without a meaning of their own, such as the words between a domain and a number.
  private static let ignored: Set = ["code", "error", "domain", "the", "a", "itms"]
  /// The least number of words for a match with a part of a symptom.
  private static let leastPart = 3

  init(_ text: String) {
    var words: [String] = []
    var word = ""
    for character in text.lowercased() + " " {
      if character.isLetter || character.isNumber {
        word.append(character)
      } else {
        let isInWord = !word.isEmpty && word != "-"
        if isInWord { words.append(word) }
        // A minus sign before a number, but not the hyphen of `ITMS-90771`.
        word = character == "-" && !isInWord ? "-" : ""
      }
    }
    // Crash reports write the same number with and without the prefix.
    self.words = words.filter { !Self.ignored.contains($0) }.map {
      $0.hasPrefix("0x") && $0.count > 2 ? String($0.dropFirst(2)) : $0
    }
  }

  var isEmpty: Bool { words.isEmpty }
  var areSeveral: Bool { words.count > 1 }

  /// The number of matching words if these words contain a symptom, or are a long enough part of it.
  /// Otherwise `nil`.
  func match(with symptom: Words) -> Int? {
    if contains(symptom) { return symptom.words.count }
    return words.count >= Self.leastPart && symptom.contains(self) ? words.count : nil
  }

  /// Whether these words contain other words as a contiguous sequence.
  func contains(_ others: Words) -> Bool {
    let count = others.words.count
    guard count > 0, count <= words.count else { return false }
    return (0...words.count - count).contains { start in
      words[start..<start + count].elementsEqual(others.words)
    }
  }
}
