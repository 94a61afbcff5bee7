package import AppFacts
package import JSON
package import PolicyImport

/// The result of an import: the faults of the apps, the policies, and a summary of open values and undeclared
/// facts.
package struct ImportReport {
  private let policies: [ImportedPolicy]
  private let facts: AppFacts
  /// The comparison of each policy with its app. `nil` for a base policy.
  private let drift: [ImportedDrift?]
  /// The faults in the app of each policy. `nil` for a base policy.
  private let faults: [ImportedFaults?]

  /// The version of the JSON format.
  private static let version = 1
  /// The most lines of each list in the summary.
  private static let most = 20

  /// A report on policies that were imported from an app's facts. Each policy has its comparison with the app
  /// and the app's faults.
  package init(
    _ policies: [ImportedPolicy], _ facts: AppFacts, drift: [ImportedDrift?], faults: [ImportedFaults?]
  ) {
    self.faults = faults
    self.policies = policies
    self.facts = facts
    self.drift = drift
  }

  // MARK: - YAML

  /// The policies as YAML. Several policies are several documents, each after the name of its file.
  package var yaml: String {
    guard policies.count > 1 else { return policies.first?.yaml ?? "" }
    return policies.map { "# \($0.file)\n\($0.yaml)" }.joined(separator: "---\n")
  }

  // MARK: - JSON

  /// The policies and the summary as JSON.
  package var json: JSONValue {
    [
      "version": .number(Self.version),
      "policies": .array(
        zip(policies, drift).map { policy, drift in
          .members([
            "target": policy.target.map { .string($0) }, "file": .string(policy.file), "policy": policy.json,
            "summary": policy.target == nil ? nil : policy.summary.json, "drift": drift?.json,
          ])
        }),
      "files": .number(facts.files.count),
      "unread": .array(
        facts.unread.map { ["location": .string($0.location.text), "reason": .string($0.reason)] }
          + facts.missingSources.map { ["location": .string($0), "reason": "It is missing"] }),
    ]
  }

  // MARK: - Summary

  /// The faults and the summary as lines for people.
  package var lines: [String] {
    var lines = zip(policies, faults).flatMap { policy, faults in
      policy.target.flatMap { faults?.lines(of: $0) } ?? []
    }
    lines.append("Read \(DisplayText.count(facts.files.count, "file"))")
    for (policy, faults) in zip(policies, faults) {
      guard let target = policy.target else {
        lines.append("\(policy.file): the declarations that the policies share")
        continue
      }
      lines += Self.lines(of: policy.summary, target: target)
      lines += (faults?.ownLines ?? []) + (faults?.undecidedLines ?? [])
    }
    lines += Self.list(
      "Not read:",
      facts.languages.map(\.text) + facts.unread.map { "\($0.location.text): \($0.reason)" }
        + facts.missingSources.map { "\($0): It is missing" })
    return lines
  }

  private static func lines(of summary: ImportSummary, target: String) -> [String] {
    let counts = summary.declared.filter { $0.count > 0 }.map(text(of:))
    let declared = counts.isEmpty ? "nothing that runs in the background" : sentence(counts)
    var lines = ["\(target): \(declared), and \(DisplayText.count(summary.values, "value")) with a location"]
    lines += list(
      summary.todos.count == 1
        ? "1 value is open, a TODO in the policy:"
        : "\(summary.todos.count) values are open, each a TODO in the policy:",
      summary.todos.map { "\($0.path): \($0.reason)\($0.locationsText)" })
    var leftOut: [(keys: [String], paths: [String])] = []
    for entry in summary.leftOut {
      if let index = leftOut.firstIndex(where: { $0.keys == entry.keys }) {
        leftOut[index].paths.append(entry.path)
      } else {
        leftOut.append((entry.keys, [entry.path]))
      }
    }
    lines += list(
      "Left out, because the code does not state it:",
      leftOut.map { "\(sentence($0.keys)) of \(DisplayText.list($0.paths))" })
    lines += list(
      "Declared, but incomplete in the code:",
      summary.incomplete.map { "\($0.path): \($0.reason) (\($0.location.text))" })
    var undeclared = summary.undeclared.map { fact in
      "\(fact.subject): \(fact.reason) (\(DisplayText.list(fact.locations.map(\.text))))"
    }
    if summary.undeclaredTransfers > 0 {
      undeclared.append(
        "\(DisplayText.count(summary.undeclaredTransfers, "transfer")) in sessions that are not background sessions, or not known"
      )
    }
    return lines + list("Not declared:", undeclared)
  }

  /// The number of declarations of a section, such as `2 sessions`.
  private static func text(of declared: DeclaredSection) -> String {
    switch declared.section {
    case "backgroundTasks": DisplayText.count(declared.count, "background task")
    case "pushes": declared.count == 1 ? "1 push" : "\(declared.count) pushes"
    case "otherWork": "\(declared.count) other work"
    // The name of each other section is the plural of its declarations.
    default: DisplayText.count(declared.count, String(declared.section.dropLast()))
    }
  }

  /// Names with commas between them, and `and` before the last name.
  private static func sentence(_ names: [String]) -> String {
    guard let last = names.last, names.count > 1 else { return names.joined() }
    return names.dropLast().joined(separator: ", ") + " and \(last)"
  }

  private static func list(_ title: String, _ items: [String]) -> [String] {
    guard !items.isEmpty else { return [] }
    var lines = ["\(title)"] + items.prefix(most).map { "  \($0)" }
    if items.count > most { lines.append("  and \(items.count - most) more, which --format json lists") }
    return lines
  }
}

extension ImportSummary {
  fileprivate var json: JSONValue {
    [
      "declared": .object(declared.map { JSONMember($0.section, .number($0.count)) }),
      "values": .number(values),
      "todos": .array(
        todos.map {
          ["path": .string($0.path), "reason": .string($0.reason), "locations": Self.locations($0.locations)]
        }),
      "leftOut": .array(
        leftOut.map { ["path": .string($0.path), "keys": .array($0.keys.map { .string($0) })] }),
      "incomplete": .array(
        incomplete.map {
          [
            "path": .string($0.path), "reason": .string($0.reason), "location": .string($0.location.text),
          ]
        }),
      "notDeclared": .array(
        undeclared.map {
          [
            "subject": .string($0.subject), "reason": .string($0.reason),
            "locations": Self.locations($0.locations),
          ]
        }),
      "transfersNotDeclared": .number(undeclaredTransfers),
    ]
  }

  private static func locations(_ locations: [FactLocation]) -> JSONValue {
    .array(locations.map { .string($0.text) })
  }
}
