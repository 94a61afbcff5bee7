import Foundation
import GenerationFixtures
import JSON
import PlatformFacts
import PolicyModel
import PolicySyntax
import Quantities
import TestSupport
import Testing

/// The policies whose generated code is compiled and run. Together, they use everything in the language.
@Suite struct PolicyCoverageTests {
  private static let policies = Result {
    try PolicyFile.compiled.map { path -> Policy in
      let reading = PolicyFile.reading(try Project.text(path), at: path)
      try #require(reading.diagnostics == [])
      return try #require(reading.policy)
    }
  }

  /// A new key of the language has to occur in one of these policies.
  @Test func haveEveryKey() throws {
    let schema = try PolicySchema()
    var written: Set<String> = []
    for path in PolicyFile.compiled + [PolicyFile.base] {
      let data = try #require(YAMLData(text: try Project.text(path)))
      schema.note(data, into: &written)
    }
    #expect(schema.keys.count > 150)
    #expect(schema.keys.subtracting(written).sorted() == [])
  }

  @Test func haveEveryTypeStyleAndAccess() throws {
    let policies = try Self.policies.get()
    #expect(policies.count >= 12)
    for type in TaskType.allCases {
      #expect(policies.contains { $0.tasks.contains { $0.type?.value == type } }, "no task is \(type)")
    }
    for type in SessionType.allCases {
      #expect(policies.contains { $0.sessions.contains { $0.type.value == type } }, "no session is \(type)")
    }
    for style in GenerationStyle.allCases {
      #expect(policies.contains { $0.generate.style.value == style }, "no style is \(style)")
    }
    for access in AccessLevel.allCases {
      #expect(policies.contains { $0.generate.access.value == access }, "no access is \(access)")
    }
  }

  @Test(arguments: [13, 16, 26, 27]) func haveTheTarget(_ version: Int) throws {
    let targets = try Self.policies.get().map { $0.app?.value.deploymentTarget[.iOS]?.value }
    #expect(targets.contains(Version("\(version)")))
  }

  @Test func haveNamesThatAreWordsOfSwift() throws {
    let policies = try Self.policies.get()
    let sections: [(String, (Policy) -> [Located<String>])] = [
      ("sessions", { $0.sessions.map(\.name) }), ("tasks", { $0.tasks.map(\.name) }),
      ("pushes", { $0.pushes.map(\.name) }), ("transfers", { $0.transfers.map(\.name) }),
      ("backgroundTasks", { $0.backgroundTasks.map(\.name) }), ("targets", { $0.targets.map(\.name) }),
    ]
    for (section, names) in sections {
      let words = policies.flatMap(names).filter { SwiftName.escaped($0.value) != $0.value }
      #expect(!words.isEmpty, "no word of Swift is among the \(section)")
    }
  }
}

/// The language, from its JSON Schema.
private struct PolicySchema {
  private let root: [String: Any]
  private let definitions: [String: [String: Any]]

  /// All keys, with their owners: `session.identifier`.
  var keys: Set<String> {
    let named = definitions.merging(["policy": root]) { $1 }
    return Set(
      named.flatMap { name, definition in
        (definition["properties"] as? [String: Any] ?? [:]).keys.map { "\(name).\($0)" }
      })
  }

  init() throws {
    let json = try JSONSerialization.jsonObject(with: Data(Schema.json.prettyText.utf8))
    root = try #require(json as? [String: Any])
    definitions = try #require(root["definitions"] as? [String: [String: Any]])
  }

  func note(_ policy: YAMLData, into keys: inout Set<String>) { note(policy, root, "policy", into: &keys) }

  private func note(
    _ data: YAMLData, _ schema: [String: Any], _ name: String?, into keys: inout Set<String>
  ) {
    if let reference = schema["$ref"] as? String {
      let name = String(reference.split(separator: "/").last ?? "")
      guard let definition = definitions[name] else {
        Issue.record("the schema refers to \(name), which it does not define")
        return
      }
      return note(data, definition, name, into: &keys)
    }
    for part in ["allOf", "anyOf"].flatMap({ schema[$0] as? [[String: Any]] ?? [] }) {
      note(data, part, nil, into: &keys)
    }
    switch data {
    case .scalar: break
    case .list(let items):
      guard let schema = schema["items"] as? [String: Any] else { return }
      for item in items { note(item, schema, nil, into: &keys) }
    case .mapping(let members):
      let properties = schema["properties"] as? [String: [String: Any]] ?? [:]
      for member in members {
        guard case .scalar(let key, _) = member.key else { continue }
        let value = member.value
        if let property = properties[key] {
          if let name { keys.insert("\(name).\(key)") }
          note(value, property, nil, into: &keys)
        } else if let others = schema["additionalProperties"] as? [String: Any] {
          note(value, others, nil, into: &keys)
        }
      }
    }
  }
}
