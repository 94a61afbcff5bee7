package import AppFacts
package import PolicyModel
package import PolicySyntax
package import Quantities

/// A policy that demonstrates a rule, with `«»` around each text that the rule reports.
///
/// A mark may contain its cure after an arrow, such as `«30m→2d»`, and `‹audio→fetch›` is the cure of a text that
/// the rule does not report. The example then stands for two policies: the policy with the mistake, and the
/// policy with all cures.
package struct RuleExample: Sendable, ExpressibleByStringLiteral {
  private struct Texts {
    /// The part of the policy that the documentation shows.
    let text: String
    let policy: String
    var code: SourceText?
    var app: SourceText?
    var propertyList: SourceText?
  }

  /// The texts with the marks and the cures.
  private let texts: Texts
  /// Whether the example is the policy with the cures.
  private var isCured = false
  /// The kind of the target that compiles the code in `app`.
  package let target: TargetFact.Kind
  /// Whether the target is compiled so that Swift checks the isolation of closures at run time.
  package private(set) var checksIsolation = false
  /// The key of the app's Info.plist that is false. `nil` if the example needs no such key.
  package private(set) var turnedOffKey: String?

  /// The day on which the examples are linted.
  package static let day = CalendarDate(daysSince1970: 20_819)

  /// The beginning that most examples leave out: the schema version and a plain app.
  package static let head = """
    schema: 1
    app: { name: Example, bundleIdentifier: com.example, deploymentTarget: { iOS: "16.0" } }

    """

  /// An example without its head.
  package init(stringLiteral text: String) {
    self.init(Texts(text: text, policy: Self.head + text))
  }

  private init(_ texts: Texts, target: TargetFact.Kind = .app) {
    self.texts = texts
    self.target = target
  }

  /// A complete policy, including its head.
  package static func whole(_ text: String) -> RuleExample {
    RuleExample(Texts(text: text, policy: text))
  }

  /// A policy with its app but without its version, and a file of the app's code.
  package static func withCode(_ text: String, in path: String, _ code: String) -> RuleExample {
    RuleExample(
      Texts(text: text, policy: "schema: 1\n" + text, code: SourceText(name: path, text: code)))
  }

  /// A policy without its head, and an app with one file of code. The file is `App.swift` unless `path` names
  /// another file.
  package static func withApp(_ text: String, in path: String = "App.swift", _ code: String) -> RuleExample {
    ofApp(text, in: path, code, target: .app)
  }

  /// A complete policy, including its head, and an app with one file of code.
  package static func wholeWithApp(_ text: String, _ code: String) -> RuleExample {
    RuleExample(Texts(text: text, policy: text, app: SourceText(name: "App.swift", text: code)))
  }

  /// A policy and an app in the language mode of Swift 6, which checks the isolation of closures at run time.
  package static func withMainActor(_ text: String, _ code: String) -> RuleExample {
    var example = withApp(text, code)
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
    ofApp(text, code, target: .appExtension)
  }

  /// A policy and a watch app with one file of code.
  package static func withWatchApp(_ text: String, _ code: String) -> RuleExample {
    ofApp(text, code, target: .watchApp)
  }

  /// A policy and a widget with one file of code.
  package static func withWidget(_ text: String, _ code: String) -> RuleExample {
    ofApp(text, code, target: .widget)
  }

  /// A policy without its head, and a property list of the app that contains the dictionary `list`.
  package static func withPropertyList(_ text: String, in path: String, _ list: String) -> RuleExample {
    RuleExample(
      Texts(
        text: text, policy: "schema: 1\n" + text,
        propertyList: SourceText(name: path, text: "<plist version=\"1.0\">\n\(list)\n</plist>\n")))
  }

  private static func ofApp(
    _ text: String, in path: String = "App.swift", _ code: String, target: TargetFact.Kind
  ) -> RuleExample {
    RuleExample(
      Texts(text: text, policy: head + text, app: SourceText(name: path, text: code)), target: target)
  }

  /// The text as the documentation shows it.
  package var text: String { read(texts.text) }
  /// The complete policy.
  package var policy: String { read(texts.policy) }
  /// The app's code that belongs to the example. `nil` if the example needs no code.
  package var code: SourceText? { read(texts.code) }
  /// The app's code with its own marks, whose facts are compared with the policy. `nil` if the example needs
  /// no code.
  package var app: SourceText? { read(texts.app) }
  /// The app's property list with its own marks. `nil` if the example needs no property list.
  package var propertyList: SourceText? { read(texts.propertyList) }

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

// MARK: - Cures

extension RuleExample {
  private static let arrow: Character = "→"

  /// The example with the cures of its marks. `nil` if no mark contains a cure.
  package var cured: RuleExample? {
    let files = [texts.code, texts.app, texts.propertyList].compactMap(\.self)
    let all = [texts.policy] + files.map { String(decoding: $0.bytes, as: UTF8.self) }
    guard !isCured, all.contains(where: { $0.contains(Self.arrow) }) else { return nil }
    var example = self
    example.isCured = true
    return example
  }

  private func read(_ file: SourceText?) -> SourceText? {
    file.map { SourceText(name: $0.name, text: read(String(decoding: $0.bytes, as: UTF8.self))) }
  }

  /// A text without cures and with its marks, or with its cures and without marks.
  private func read(_ text: String) -> String {
    guard isCured || text.contains(Self.arrow) else { return text }
    var result = ""
    var rest = text[...]
    while let start = rest.firstIndex(where: { $0 == "«" || $0 == "‹" }) {
      let isReported = rest[start] == "«"
      result += rest[..<start]
      rest = rest[rest.index(after: start)...]
      guard let end = rest.firstIndex(of: isReported ? "»" : "›") else { break }
      let arrow = rest[..<end].firstIndex(of: Self.arrow)
      if isCured {
        result += rest[(arrow.map(rest.index(after:)) ?? rest.startIndex)..<end]
      } else {
        let faulty = rest[..<(arrow ?? end)]
        result += isReported ? "«\(faulty)»" : faulty
      }
      rest = rest[rest.index(after: end)...]
    }
    return result + rest
  }
}
