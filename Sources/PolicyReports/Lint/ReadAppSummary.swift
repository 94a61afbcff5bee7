package import AppFacts
internal import PlatformFacts
package import PolicyLint
internal import PolicySyntax

/// A summary of the reading of an app, for standard error: the files that were read, the files that were not
/// read, the unknown values, and the undecided rules.
package struct ReadAppSummary {
  private let facts: AppFacts
  private let undecided: [UndecidedRules]

  /// A summary of an app's facts, and of the rules that could not be decided for the app.
  package init(_ facts: AppFacts, undecided: [UndecidedRules]) {
    self.facts = facts
    self.undecided = undecided
  }

  /// The largest number of locations in a list.
  private static let mostLocations = 10

  /// The lines: the number of files, the files that were not read, and the values that can't be known.
  package var lines: [String] {
    let targets = facts.targets.filter { $0.kind != .tests }
    var lines = [
      "Read \(DisplayText.count(facts.files.count, "file")): \(DisplayText.count(targets.count, "target")), \(DisplayText.count(facts.code.count, "fact")) in code"
    ]
    let sources = facts.missingSources
    if let first = sources.first {
      lines.append("Missing: \(DisplayText.count(sources.count, "source file")), such as \(first)")
    }
    lines += facts.languages.map { "Not read: \($0.text)" }
    lines += limited(
      facts.unread.map { "Not read: \(text(of: $0.location)): \($0.reason)" }, "further file was not read",
      "further files were not read")
    let unknown = facts.code.compactMap { fact -> String? in
      guard let value = fact["identifier"], value.content == nil else { return nil }
      let expression = value.expression.map { ": \($0)" } ?? ""
      return "Not compared: an identifier that can't be known at \(text(of: value.location))\(expression)"
    }
    lines += limited(unknown, "further value can't be known", "further values can't be known")
    return lines + undecided.map(\.line)
  }

  private func limited(_ lines: [String], _ one: String, _ many: String) -> [String] {
    guard lines.count > Self.mostLocations else { return lines }
    let rest = lines.count - Self.mostLocations
    return lines.prefix(Self.mostLocations) + ["\(rest) \(rest == 1 ? one : many)"]
  }

  private func text(of location: FactLocation) -> String {
    location.line == 0 ? location.file : "\(location.file):\(location.line)"
  }
}

extension UndecidedRules {
  /// The undecided rules and the reason, in a line.
  package var line: String { "Not decided: \(names), because \(reason)" }

  private var names: String {
    areAllOfCode
      ? "all \(rules.count) rules about code" : rules.map(\.text).joined(separator: ", ")
  }
}

extension LanguageFact {
  /// The language with the number of its files, such as `Kotlin, 2 files, such as shared/Tasks.kt`.
  package var text: String {
    "\(language.rawValue), \(DisplayText.count(count, "file"))\(count == 1 ? ": " : ", such as ")\(location.file)"
  }
}
