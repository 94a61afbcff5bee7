internal import PlatformFacts
internal import Quantities

/// Markdown in which strings of a policy are always shown as code.
struct Prose: ExpressibleByStringInterpolation {
  /// The text in Markdown.
  let markdown: String

  init(stringLiteral text: String) {
    markdown = text
  }

  init(stringInterpolation: StringInterpolation) {
    markdown = stringInterpolation.markdown
  }

  /// The literal and the interpolated parts.
  struct StringInterpolation: StringInterpolationProtocol {
    fileprivate var markdown = ""

    init(literalCapacity: Int, interpolationCount: Int) {}

    mutating func appendLiteral(_ text: String) { markdown += text }

    /// Appends a string as code.
    mutating func appendInterpolation(_ text: String) { markdown += Prose.code(text) }

    /// Appends strings as code, separated by commas.
    mutating func appendInterpolation(_ texts: [String]) {
      markdown += texts.map(Prose.code).joined(separator: ", ")
    }

    mutating func appendInterpolation(_ prose: Prose) { markdown += prose.markdown }
    mutating func appendInterpolation(_ number: Int) { markdown += "\(number)" }
    mutating func appendInterpolation(_ span: TimeSpan) { markdown += "\(span)" }
  }

  static func + (left: Prose, right: Prose) -> Prose { Prose(stringLiteral: left.markdown + right.markdown) }

  /// A string of a policy as code on one line. No character of the string has a meaning in Markdown.
  private static func code(_ text: String) -> String { SwiftText.comment(text).markdownCode }
}

/// An action and its expected result.
struct TestStep {
  /// The headline.
  let title: Prose
  let action: Prose
  /// The expected result.
  let expectation: Prose
  /// The source of the expectation.
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

  /// The step as lines of a task list.
  var lines: [String] {
    [
      "- [ ] **\(title.markdown).** \(action.markdown)",
      "  - Expect: \(expectation.markdown)",
      "  - Source: \(source)",
    ]
  }
}
