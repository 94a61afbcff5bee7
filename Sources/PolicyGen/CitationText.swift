internal import PlatformFacts

extension Fact<String> {
  /// The statement as a sentence, with its sources.
  var sentence: String { "\(value) (\(CitationText.titles(citations)))." }
}

/// Sources in generated documentation.
enum CitationText {
  /// The titles of some sources.
  static func titles(_ citations: [Citation]) -> String {
    citations.map(\.title).joined(separator: "; ")
  }
}
