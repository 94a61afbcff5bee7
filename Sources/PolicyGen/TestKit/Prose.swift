internal import PlatformFacts
internal import Quantities

/// A sentence or more of Markdown, into which text of a policy gets as code alone.
struct Prose: ExpressibleByStringInterpolation {
  /// The Markdown.
  let markdown: String

  init(stringLiteral text: String) {
    markdown = text
  }

  init(stringInterpolation: StringInterpolation) {
    markdown = stringInterpolation.markdown
  }

  /// What is said, with what it is put together from.
  struct StringInterpolation: StringInterpolationProtocol {
    fileprivate var markdown = ""

    init(literalCapacity: Int, interpolationCount: Int) {}

    mutating func appendLiteral(_ text: String) { markdown += text }

    /// A text, as code.
    mutating func appendInterpolation(_ text: String) { markdown += Prose.code(text) }

    /// Texts, as code with commas between them.
    mutating func appendInterpolation(_ texts: [String]) {
      markdown += texts.map(Prose.code).joined(separator: ", ")
    }

    mutating func appendInterpolation(_ prose: Prose) { markdown += prose.markdown }
    mutating func appendInterpolation(_ number: Int) { markdown += "\(number)" }
    mutating func appendInterpolation(_ span: TimeSpan) { markdown += "\(span)" }
  }

  static func + (left: Prose, right: Prose) -> Prose { Prose(stringLiteral: left.markdown + right.markdown) }

  /// The only way by which text of a policy gets into Markdown: as code on one line, in which nothing is a mark.
  private static func code(_ text: String) -> String { SwiftText.comment(text).markdownCode }
}

/// Something to try, and what has to come of it.
struct TestStep {
  /// What happens, in a few words.
  let title: Prose
  /// What to do.
  let action: Prose
  /// What has to happen.
  let expectation: Prose
  /// On whose word.
  let source: String

  init(
    _ title: Prose, _ action: Prose, expect expectation: Prose, _ confidence: Confidence,
    _ citations: Citation...
  ) {
    self.title = title
    self.action = action
    self.expectation = expectation
    let titles = citations.map { "\($0.title) (\($0.edition))" }.joined(separator: "; ")
    source = "\(titles) [\(confidence.rawValue)]"
  }

  /// The lines of a list in which it can be ticked off.
  var lines: [String] {
    [
      "- [ ] **\(title.markdown).** \(action.markdown)",
      "  - Expect: \(expectation.markdown)",
      "  - Source: \(source)",
    ]
  }
}
