import Foundation
import JSON
import PolicyGen
import PolicyLint
import PolicyModel
import PolicySim
import PolicySyntax
import TestSupport
import Testing

@testable import PolicyReports

/// Every key of the language has an effect: changing its value changes a finding, a file or an estimate.
@Suite struct KeyInfluenceTests {
  /// The keys that have an effect. All other keys are documented as having no effect, or have only one possible value.
  static let keys: [String] = {
    guard let language = try? Language() else { return [] }
    return language.descriptions.filter { key, description in
      !description.contains("bgpolicy ignores it") && !containers.contains(key)
    }.keys.sorted()
  }()

  @Test(arguments: keys) func keyChangesSomething(_ key: String) throws {
    let policies = try Self.policies.get()
    // Estimates take the most time. If a key affects a finding or a file of some policy, no estimate is made for the key.
    let isRead =
      policies.contains { $0.changesFindingsOrFiles(key) } || policies.contains { $0.changesEstimate(key) }
    #expect(isRead, "\(key) changes no finding, no file and no estimate in any policy")
  }

  @Test func thereAreKeys() { #expect(Self.keys.count > 200) }

  /// Values that can't be derived from other values of the key: names of other declarations, and conditions.
  static let values = [
    "transfer.session": "other", "requirement.must": "{ identifier: { matches: \"*\" } }",
    "backgroundMode.platforms": "[macOS]", "earliestBegin.at": "\"04:30\"", "otherWork.interval": "10s",
    "earliestBegin.backoff": "{ from: 2d, factor: 3, atMost: 6d }", "task.perDay": "3",
    "app.buildSettings": "{ SUFFIX: gamma }",
  ]

  /// Without these keys a policy is invalid, and each of these keys has only one possible value.
  private static let containers: Set = ["policy.schema", "policy.app"]

  /// The policies that contain the keys: the policies of the tests for generated code, the language, the
  /// examples and the estimate.
  private static let policies = Result {
    let language = try Language()
    let folders = ["Influence", "Generation", "GenerationBases", "Language"].map { "Tests/Fixtures/\($0)" }
    return try (folders + Project.examples()).flatMap { folder in
      try Project.names(in: folder).filter { $0.hasSuffix(".yaml") }.map { name in
        InfluencePolicy(
          folder: folder, source: SourceText(name: name, text: try Project.text("\(folder)/\(name)")),
          language)
      }
    }
  }
}

/// A policy whose keys are changed one by one.
private final class InfluencePolicy: Sendable {
  private let text: PolicyText
  /// The results of the unchanged policy, computed once for all keys.
  private let before: PolicyOutput
  /// The messages about the shape of the unchanged policy.
  private let known: Set<String>
  private let writtenKeys: [Language.WrittenKey]

  init(folder: String, source: SourceText, _ language: Language) {
    text = PolicyText(folder: folder, source: source)
    let reading = text.reading(of: source)
    before = PolicyOutput(reading)
    known = Set(reading.diagnostics.map(\.message))
    writtenKeys = language.writtenKeys(in: source)
  }

  func changesFindingsOrFiles(_ key: String) -> Bool {
    changed(key).contains { $0.findings != before.findings || $0.files != before.files }
  }

  func changesEstimate(_ key: String) -> Bool {
    changed(key).contains { changed in
      changed.scenarios != before.scenarios
        || before.scenarios.contains { changed.estimate(in: $0) != before.estimate(in: $0) }
    }
  }

  /// The results of the policy with each other value of a key that keeps its shape valid. Invalid policies
  /// would show nothing about the key.
  private func changed(_ key: String) -> some Sequence<PolicyOutput> {
    let edits = writtenKeys.lazy.filter { $0.key == key }.flatMap { written in
      written.changes.lazy.map { PolicyEdit(written.path, $0) }
    }
    return edits.compactMap { edit in
      guard let changed = try? edit.applied(to: self.text.source) else { return nil }
      let reading = self.text.reading(of: changed)
      return reading.diagnostics.allSatisfy { self.known.contains($0.message) } ? PolicyOutput(reading) : nil
    }
  }
}

/// The text of a policy and its files.
private struct PolicyText {
  let folder: String
  let source: SourceText

  /// The reading of a text at its path.
  func reading(of source: SourceText) -> PolicyReading {
    PolicyReader.read(
      source,
      file: { path in
        guard let base = try? Project.text(RelativePath.normalized("\(folder)/\(path)")) else {
          return .failure(UnreadableFile("it is not at hand"))
        }
        return .success(Array(base.utf8))
      }, appFiles: appFiles)
  }

  /// An app whose code has findings, and whose property lists do not exist.
  private var appFiles: AppFileReader {
    let line = #"Selector(("_simulateLaunchForTaskWithIdentifier:"))"#
    return AppFileReader(
      propertyList: { _ in .failure(UnreadableFile("it is not there")) },
      code: { .success([SourceText(name: "\($0)/Launch.swift", text: line)]) })
  }
}

/// The results of a policy: its findings, files and estimates. Each is computed once, on demand.
private final class PolicyOutput: Sendable {
  private let reading: PolicyReading
  private let values = Memo()

  init(_ reading: PolicyReading) {
    self.reading = reading
  }

  var findings: Set<String> {
    let findings = values.text("findings") {
      Linter.findings(in: reading, on: RuleExample.day).map {
        "\($0.name) \($0.severity) \($0.diagnostic.path) \($0.diagnostic.message)"
      }
    }
    return Set(findings)
  }

  var files: [String] {
    values.text("files") {
      guard let policy = reading.policy else { return [] }
      let provenance = Provenance(policy: "policy.yaml")
      return [policy.generate.output.value, policy.generate.supportOutput?.value ?? ""]
        + Generator.files(for: policy, provenance: provenance).map { "\($0.path)\n\($0.text)" }
    }
  }

  var scenarios: [String] {
    guard let policy = reading.policy else { return [] }
    // The policy's own scenarios come first, because most keys change only these.
    return policy.scenarios.map(\.name.value) + [Policy.populationName, "commuter"]
  }

  /// The estimate in a scenario. Empty if the policy has no such scenario.
  func estimate(in scenario: String) -> [String] {
    values.text("estimate in \(scenario)") {
      guard let policy = reading.policy, let day = DeviceDay(scenario, in: policy) else { return [] }
      var settings = Estimator.Settings(day: day, parameters: Parameters(nil, policy.modelOverrides))
      settings.runs = 4
      let report = EstimateReport(policy, subject: "policy.yaml", Estimator.estimate(policy, settings))
      return [report.json.prettyText]
    }
  }
}

/// Texts that are computed when a thread first needs them.
private final class Memo: @unchecked Sendable {
  private let lock = NSLock()
  private var made: [String: [String]] = [:]

  func text(_ name: String, _ make: () -> [String]) -> [String] {
    lock.withLock {
      if let made = made[name] { return made }
      let value = make()
      made[name] = value
      return value
    }
  }
}

/// The language as described by its JSON Schema.
private struct Language {
  /// A key at its location in a policy.
  struct WrittenKey: Sendable {
    /// The owner and the name of the key, such as `session.identifier`.
    let key: String
    let path: PolicyPath
    /// The changes of the key's value, one at a time.
    let changes: [PolicyEdit.Change]
  }

  /// All keys with their documentation.
  private(set) var descriptions: [String: String] = [:]
  private let root: JSONValue

  init() throws {
    root = Schema.json
    guard case .object(let definitions)? = root["definitions"] else { throw CancellationError() }
    for definition in definitions + [JSONMember("policy", root)] {
      guard case .object(let properties)? = definition.value["properties"] else { continue }
      for property in properties {
        guard case .string(let text)? = property.value["description"] else { continue }
        descriptions["\(definition.name).\(property.name)"] = text
      }
    }
  }

  /// The keys of a policy, each with alternative values.
  func writtenKeys(in source: SourceText) -> [WrittenKey] {
    guard let data = YAMLData(text: String(decoding: source.bytes, as: UTF8.self)) else { return [] }
    var keys: [WrittenKey] = []
    collect(data, root, "policy", [], into: &keys)
    return keys
  }

  private func collect(
    _ data: YAMLData, _ schema: JSONValue, _ name: String?, _ steps: [PolicyPath.Step],
    into keys: inout [WrittenKey]
  ) {
    if case .string(let reference)? = schema["$ref"] {
      let name = String(reference.split(separator: "/").last ?? "")
      if let definition = root["definitions"]?[name] { collect(data, definition, name, steps, into: &keys) }
      return
    }
    for part in ["allOf", "anyOf", "oneOf"] {
      guard case .array(let parts)? = schema[part] else { continue }
      for part in parts { collect(data, part, nil, steps, into: &keys) }
    }
    switch data {
    case .scalar: break
    case .list(let items):
      guard let schema = schema["items"] else { return }
      for (index, item) in items.enumerated() {
        collect(item, schema, nil, steps + [.item(index)], into: &keys)
      }
    case .mapping(let members):
      for member in members {
        guard case .scalar(let key, _) = member.key else { continue }
        let steps = steps + [.key(key)]
        if let property = schema["properties"]?[key] {
          if let name {
            let other = KeyInfluenceTests.values["\(name).\(key)"].map { [PolicyEdit.Change.set($0)] } ?? []
            keys.append(
              WrittenKey(
                key: "\(name).\(key)", path: PolicyPath(steps),
                changes: other + changes(of: member.value, property)))
          }
          collect(member.value, property, nil, steps, into: &keys)
        } else if let others = schema["additionalProperties"] {
          collect(member.value, others, nil, steps, into: &keys)
        }
      }
    }
  }

  /// Alternative values of a key: no value, another word, another number, quantity or name.
  private func changes(of value: YAMLData, _ schema: JSONValue) -> [PolicyEdit.Change] {
    guard case .scalar(let text, let isText) = value else { return [.removed] }
    var values = words(of: schema)
    if text == "true" || text == "false" { values = [text == "true" ? "false" : "true"] }
    if !isText, let number = Double(text) {
      values += ["\(Int(number) + 1)", "\(number / 2)", "5", "6"]
    } else {
      values += ["37m", "9d", "3MB", "3%", "2.5.1", #""\#(text)x""#]
    }
    return [.removed] + values.filter { $0 != text }.map { .set($0) }
  }

  private func words(of schema: JSONValue) -> [String] {
    var words: [String] = []
    if case .array(let values)? = schema["enum"] {
      words += values.compactMap { if case .string(let word) = $0 { word } else { nil } }
    }
    for part in ["allOf", "anyOf", "oneOf"] {
      guard case .array(let parts)? = schema[part] else { continue }
      for part in parts { words += self.words(of: part) }
    }
    return words
  }
}
