package import AppFacts
package import PolicyModel
package import PolicySyntax
package import Quantities

/// A policy that demonstrates a rule, with `«»` around each text that the rule reports.
package struct RuleExample: Sendable, ExpressibleByStringLiteral {
  /// The text as the documentation shows it.
  package let text: String
  /// The complete policy.
  package let policy: String
  /// The app's code that belongs to it; `nil` if it needs none.
  package let code: SourceText?
  /// The app's code with its own marks, whose facts are compared with the policy; `nil` if it needs none.
  package let app: SourceText?
  /// The kind of the target that compiles that code.
  package let target: TargetFact.Kind
  /// Whether Swift checks the isolation of closures when they run, in the target.
  package private(set) var checksIsolation = false
  /// The app's property list that belongs to it, with its own marks; `nil` if it needs none.
  package let propertyList: SourceText?

  /// The day on which the examples are linted.
  package static let day = CalendarDate(daysSince1970: 20_819)

  /// The part that most examples leave out: the version and a plain app.
  package static let head = """
    schema: 1
    app: { name: Example, bundleIdentifier: com.example, deploymentTarget: { iOS: "16.0" } }

    """

  /// An example without its head.
  package init(stringLiteral text: String) {
    self.init(text, Self.head + text)
  }

  private init(
    _ text: String, _ policy: String, code: SourceText? = nil, app: SourceText? = nil,
    target: TargetFact.Kind = .app, propertyList: SourceText? = nil
  ) {
    self.text = text
    self.policy = policy
    self.code = code
    self.app = app
    self.target = target
    self.propertyList = propertyList
  }

  /// A complete policy, including its head.
  package static func whole(_ text: String) -> RuleExample { RuleExample(text, text) }

  /// A policy without its version, with a file of the app's code.
  package static func withCode(_ text: String, in path: String, _ code: String) -> RuleExample {
    RuleExample(text, "schema: 1\n" + text, code: SourceText(name: path, text: code))
  }

  /// A policy without its version, with an app of one file of code, `App.swift` unless it has another name.
  package static func withApp(_ text: String, in path: String = "App.swift", _ code: String) -> RuleExample {
    RuleExample(text, head + text, app: SourceText(name: path, text: code))
  }

  /// The same for a complete policy, including its head.
  package static func wholeWithApp(_ text: String, _ code: String) -> RuleExample {
    RuleExample(text, text, app: SourceText(name: "App.swift", text: code))
  }

  /// The same for an app in the language mode of Swift 6, which checks isolation when closures run.
  package static func withMainActor(_ text: String, _ code: String) -> RuleExample {
    var example = RuleExample(text, head + text, app: SourceText(name: "App.swift", text: code))
    example.checksIsolation = true
    return example
  }

  /// The same for the code of an app extension.
  package static func withExtension(_ text: String, _ code: String) -> RuleExample {
    RuleExample(text, head + text, app: SourceText(name: "App.swift", text: code), target: .appExtension)
  }

  /// The same for the code of a widget.
  package static func withWidget(_ text: String, _ code: String) -> RuleExample {
    RuleExample(text, head + text, app: SourceText(name: "App.swift", text: code), target: .widget)
  }

  /// A policy without its version, with a property list of the app that contains the dictionary `list`.
  package static func withPropertyList(_ text: String, in path: String, _ list: String) -> RuleExample {
    RuleExample(
      text, "schema: 1\n" + text,
      propertyList: SourceText(name: path, text: "<plist version=\"1.0\">\n\(list)\n</plist>\n"))
  }

  /// The part of the policy before the text.
  package var head: Substring { policy.dropLast(text.count) }

  /// Reads the app's files that belong to it; `nil` if there are none.
  package var appFiles: AppFileReader? {
    guard code != nil || propertyList != nil else { return nil }
    return AppFileReader(
      propertyList: { [propertyList] path in
        guard let propertyList, path == propertyList.name else {
          return .failure(UnreadableFile("No such file or directory"))
        }
        let text = String(decoding: propertyList.bytes, as: UTF8.self).filter { $0 != "«" && $0 != "»" }
        return .success(Array(text.utf8))
      },
      code: { [code] folder in
        .success([code].compactMap(\.self).filter { $0.name.hasPrefix("\(folder)/") })
      })
  }
}
