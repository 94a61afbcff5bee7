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
  /// The app's code that belongs to the example. `nil` if the example needs no code.
  package let code: SourceText?
  /// The app's code with its own marks, whose facts are compared with the policy. `nil` if the example needs
  /// no code.
  package let app: SourceText?
  /// The kind of the target that compiles the code in `app`.
  package let target: TargetFact.Kind
  /// Whether the target is compiled so that Swift checks the isolation of closures at run time.
  package private(set) var checksIsolation = false
  /// The key of the app's Info.plist that is false. `nil` if the example needs no such key.
  package private(set) var turnedOffKey: String?
  /// The app's property list with its own marks. `nil` if the example needs no property list.
  package let propertyList: SourceText?

  /// The day on which the examples are linted.
  package static let day = CalendarDate(daysSince1970: 20_819)

  /// The beginning that most examples leave out: the schema version and a plain app.
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

  /// A policy with its app but without its version, and a file of the app's code.
  package static func withCode(_ text: String, in path: String, _ code: String) -> RuleExample {
    RuleExample(text, "schema: 1\n" + text, code: SourceText(name: path, text: code))
  }

  /// A policy without its head, and an app with one file of code. The file is `App.swift` unless `path` names
  /// another file.
  package static func withApp(_ text: String, in path: String = "App.swift", _ code: String) -> RuleExample {
    RuleExample(text, head + text, app: SourceText(name: path, text: code))
  }

  /// A complete policy, including its head, and an app with one file of code.
  package static func wholeWithApp(_ text: String, _ code: String) -> RuleExample {
    RuleExample(text, text, app: SourceText(name: "App.swift", text: code))
  }

  /// A policy and an app in the language mode of Swift 6, which checks the isolation of closures at run time.
  package static func withMainActor(_ text: String, _ code: String) -> RuleExample {
    var example = RuleExample(text, head + text, app: SourceText(name: "App.swift", text: code))
    example.checksIsolation = true
    return example
  }

  /// A policy and an app whose Info.plist sets a key to false.
  package static func withApp(_ text: String, turningOff key: String, _ code: String) -> RuleExample {
    var example = withApp(text, code)
    example.turnedOffKey = key
    return example
  }

  /// A policy and an app extension with one file of code.
  package static func withExtension(_ text: String, _ code: String) -> RuleExample {
    RuleExample(text, head + text, app: SourceText(name: "App.swift", text: code), target: .appExtension)
  }

  /// A policy and a watch app with one file of code.
  package static func withWatchApp(_ text: String, _ code: String) -> RuleExample {
    RuleExample(text, head + text, app: SourceText(name: "App.swift", text: code), target: .watchApp)
  }

  /// A policy and a widget with one file of code.
  package static func withWidget(_ text: String, _ code: String) -> RuleExample {
    RuleExample(text, head + text, app: SourceText(name: "App.swift", text: code), target: .widget)
  }

  /// A policy without its head, and a property list of the app that contains the dictionary `list`.
  package static func withPropertyList(_ text: String, in path: String, _ list: String) -> RuleExample {
    RuleExample(
      text, "schema: 1\n" + text,
      propertyList: SourceText(name: path, text: "<plist version=\"1.0\">\n\(list)\n</plist>\n"))
  }

  /// The part of the policy before the text.
  package var head: Substring { policy.dropLast(text.count) }

  /// Reads the app's files that belong to the example. `nil` if the example has no files.
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
