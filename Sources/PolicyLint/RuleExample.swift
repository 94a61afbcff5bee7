package import PolicyModel
package import PolicySyntax
package import Quantities

/// A policy that shows a rule, with `«»` around each place that it finds.
package struct RuleExample: Sendable, ExpressibleByStringLiteral {
  /// The text as documentation shows it.
  package let text: String
  /// The policy that it stands for.
  package let policy: String
  /// The app's code that belongs to it; `nil` for most.
  package let code: SourceText?

  /// The day on which the examples are judged.
  package static let day = CalendarDate(daysSince1970: 20_819)

  /// What most examples leave out: the version and a plain app.
  package static let head = """
    schema: 1
    app: { name: Example, bundleIdentifier: com.example, deploymentTarget: { iOS: "16.0" } }

    """

  /// A policy without its head.
  package init(stringLiteral text: String) {
    self.init(text, Self.head + text)
  }

  private init(_ text: String, _ policy: String, code: SourceText? = nil) {
    self.text = text
    self.policy = policy
    self.code = code
  }

  /// A whole policy, head and all.
  package static func whole(_ text: String) -> RuleExample { RuleExample(text, text) }

  /// A policy without its version, and a file of the app's code.
  package static func withCode(_ text: String, in path: String, _ code: String) -> RuleExample {
    RuleExample(text, "schema: 1\n" + text, code: SourceText(name: path, text: code))
  }

  /// The code as a policy that is read has it.
  package var appCode: AppCode {
    guard let code else { return .none }
    return AppCode { folder, visit in
      if code.name.hasPrefix("\(folder)/") { visit(code) }
    }
  }
}
