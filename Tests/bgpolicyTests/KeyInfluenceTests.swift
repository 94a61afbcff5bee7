import Foundation
import JSON
import PolicyGen
import PolicyLint
import PolicyModel
internal import PolicyReports
import PolicySim
import PolicySyntax
import TestSupport
import Testing

@testable import PolicyReports
@testable import bgpolicy

/// No key of the language is read by nobody: a change of it changes a finding, a file or an estimate.
@Suite struct KeyInfluenceTests {
  /// A key that says of itself that nothing comes of it.
  private static let disclaimer = "bgpolicy ignores it"

  @Test func everyKeyChangesSomething() throws {
    let language = try Language()
    var open = language.keys
    for policy in try Self.policies() {
      let before = JudgedPolicy(policy.reading(of: policy.source))
      for written in language.writtenKeys(in: policy) where open.contains(written.key) {
        let isRead = written.changes.contains { change in
          guard let changed = try? PolicyEdit(written.path, change).applied(to: policy.source),
            let reading = policy.readingIfWellFormed(of: changed)
          else { return false }
          return before.differs(from: JudgedPolicy(reading))
        }
        if isRead { open.remove(written.key) }
      }
    }
    let silent = open.subtracting(Self.containers).filter {
      !(language.descriptions[$0] ?? "").contains(Self.disclaimer)
    }
    #expect(silent.sorted() == [], "These keys change no finding, no file and no estimate in any policy")
  }

  /// Values that no other value of their key suggests: names of other things, and conditions.
  static let values = [
    "transfer.session": "other", "requirement.must": "{ identifier: { matches: \"*\" } }",
    "backgroundMode.platforms": "[macOS]", "earliestBegin.at": "\"04:30\"", "otherWork.interval": "10s",
    "earliestBegin.backoff": "{ from: 2d, factor: 3, atMost: 6d }", "task.perDay": "3",
    "app.buildSettings": "{ SUFFIX: gamma }",
  ]

  /// A policy without them is none, and they have no other value.
  private static let containers: Set = ["policy.schema", "policy.app"]

  /// The policies in which the keys are written: those of the generated code, the language, the examples and the estimate.
  private static func policies() throws -> [InfluencePolicy] {
    let folders = ["Influence", "Generation", "GenerationBases", "Language"].map { "Tests/Fixtures/\($0)" }
    return try (folders + Project.examples()).flatMap { folder in
      try Project.names(in: folder).filter { $0.hasSuffix(".yaml") }.map { name in
        InfluencePolicy(
          folder: folder, source: SourceText(name: name, text: try Project.text("\(folder)/\(name)")))
      }
    }
  }
}

/// A policy whose keys are changed one by one.
private struct InfluencePolicy {
  let folder: String
  let source: SourceText
  /// The messages about the shape of the policy as it is.
  private var known: Set<String> = []

  init(folder: String, source: SourceText) {
    self.folder = folder
    self.source = source
    known = Set(reading(of: source).diagnostics.map(\.message))
  }

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

  /// An app whose code has something to find, and whose property lists are not there.
  private var appFiles: AppFileReader {
    let line = #"Selector(("_simulateLaunchForTaskWithIdentifier:"))"#
    return AppFileReader(
      propertyList: { _ in .failure(UnreadableFile("it is not there")) },
      code: { .success([SourceText(name: "\($0)/Launch.swift", text: line)]) })
  }

  /// What a changed text reads as; `nil` if its shape is wrong, which would show nothing of the key.
  func readingIfWellFormed(of source: SourceText) -> PolicyReading? {
    let reading = reading(of: source)
    return reading.diagnostics.allSatisfy { known.contains($0.message) } ? reading : nil
  }
}

/// What is made of a policy: its findings, its files, its estimates, each when somebody asks.
private final class JudgedPolicy {
  private let reading: PolicyReading
  private lazy var findings = Set(
    Linter.findings(in: reading, on: RuleExample.day).map {
      "\($0.name) \($0.severity) \($0.diagnostic.path) \($0.diagnostic.message)"
    })
  private lazy var files = reading.policy.map { policy in
    // Without the input: its hash differs with every change.
    let provenance = Provenance(version: "0", policy: "policy.yaml")
    return [policy.generate.output.value]
      + Generator.files(for: policy, provenance: provenance).map { "\($0.path)\n\($0.text)" }
  }
  private lazy var estimates = reading.policy.map { policy in
    (["commuter", Policy.populationName] + policy.scenarios.map(\.name.value)).compactMap {
      scenario -> String? in
      guard let day = DeviceDay(scenario, in: policy) else { return nil }
      var settings = Estimator.Settings(day: day, parameters: Parameters(nil, policy.modelOverrides))
      settings.runs = 4
      let report = EstimateReport(policy, subject: "policy.yaml", Estimator.estimate(policy, settings))
      return report.json.prettyText
    }
  }

  init(_ reading: PolicyReading) {
    self.reading = reading
  }

  /// Whether anything is different; an estimate takes longest, so it comes last.
  func differs(from other: JudgedPolicy) -> Bool {
    findings != other.findings || files != other.files || estimates != other.estimates
  }
}

/// The language as its JSON Schema has it.
private struct Language {
  /// A key of the language where a policy has it.
  struct WrittenKey {
    /// Whose key it is: `session.identifier`.
    let key: String
    let path: PolicyPath
    /// What to do to its value, one by one.
    let changes: [PolicyEdit.Change]
  }

  /// All keys with what is said of them.
  private(set) var descriptions: [String: String] = [:]
  private let root: JSONValue

  var keys: Set<String> { Set(descriptions.keys) }

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

  /// The keys of a policy, each with values that it could have instead.
  func writtenKeys(in policy: InfluencePolicy) -> [WrittenKey] {
    guard let data = YAMLData(text: String(decoding: policy.source.bytes, as: UTF8.self)) else { return [] }
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

  /// Other values of a key: none, another word, another number, quantity or name.
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
