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
  /// The property list of the app's own that belongs to it, with marks of its own; `nil` for most.
  package let propertyList: SourceText?

  /// The day on which the examples are linted.
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

  private init(
    _ text: String, _ policy: String, code: SourceText? = nil, propertyList: SourceText? = nil
  ) {
    self.text = text
    self.policy = policy
    self.code = code
    self.propertyList = propertyList
  }

  /// A whole policy, head and all.
  package static func whole(_ text: String) -> RuleExample { RuleExample(text, text) }

  /// A policy without its version, and a file of the app's code.
  package static func withCode(_ text: String, in path: String, _ code: String) -> RuleExample {
    RuleExample(text, "schema: 1\n" + text, code: SourceText(name: path, text: code))
  }

  /// A policy without its version, and a property list of the app's own, by its dictionary.
  package static func withPropertyList(_ text: String, in path: String, _ list: String) -> RuleExample {
    RuleExample(
      text, "schema: 1\n" + text,
      propertyList: SourceText(name: path, text: "<plist version=\"1.0\">\n\(list)\n</plist>\n"))
  }

  /// The app's files as a policy that is read has them.
  package var appCode: AppCode {
    let visit: @Sendable (String, (SourceText) -> Void) -> Void = { [code] folder, visit in
      if let code, code.name.hasPrefix("\(folder)/") { visit(code) }
    }
    guard let propertyList else { return AppCode(files: visit) }
    let text = String(decoding: propertyList.bytes, as: UTF8.self).filter { $0 != "«" && $0 != "»" }
    return AppCode(
      contents: { path in
        path == propertyList.name
          ? .success(Array(text.utf8)) : .failure(UnreadableFile("No such file or directory"))
      }, files: visit)
  }
}
