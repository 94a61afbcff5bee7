package import Quantities

/// A policy that shows a rule, with `«»` around each place that it finds.
package struct RuleExample: Sendable, ExpressibleByStringLiteral {
  /// The text as documentation shows it.
  package let text: String
  /// The policy that it stands for.
  package let policy: String

  /// The day on which the examples are judged.
  package static let day = CalendarDate(daysSince1970: 20_819)

  /// What most examples leave out: the version and a plain app.
  package static let head = """
    schema: 1
    app: { name: Example, bundleIdentifier: com.example, deploymentTarget: { iOS: "16.0" } }

    """

  /// A policy without its head.
  package init(stringLiteral text: String) {
    self.text = text
    policy = Self.head + text
  }

  private init(whole text: String) {
    self.text = text
    policy = text
  }

  /// A whole policy, head and all.
  package static func whole(_ text: String) -> RuleExample { RuleExample(whole: text) }
}
