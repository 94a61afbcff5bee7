package import JSON
internal import PolicySyntax

/// A mapping of the policy that a requirement applies to, with the effective values of its keys.
package struct RequirementTarget: Sendable {
  /// The name of the declaration in the policy; `app` for the app.
  package let name: String
  /// The node of the declaration's mapping.
  package let node: PolicyNode

  private let implied: @Sendable (String) -> JSONValue?
  private let expand: @Sendable (String) -> String

  fileprivate init<Declaration: Sendable>(
    _ name: String, at node: PolicyNode, _ keys: NamedKeys<Declaration>,
    expand: @escaping @Sendable (String) -> String,
    implied: (@Sendable (String) -> JSONValue?)? = nil
  ) {
    self.name = name
    self.node = node
    self.expand = expand
    self.implied = { key in
      keys.keys[key]?.description().defaultValue ?? implied?(key)
    }
  }
}

/// The keys of a table by name. All declarations share one dictionary.
private struct NamedKeys<Declaration: Sendable>: Sendable {
  let keys: [String: Key<Declaration>]

  init(_ table: KeyTable<Declaration>) {
    keys = Dictionary(table.keys.map { ("\($0.name)", $0) }) { first, _ in first }
  }
}

/// The effective value of a key, and its node.
package struct EffectiveValue: Sendable {
  /// The value; `nil` if the key has neither a value nor a default.
  package let value: JSONValue?
  /// The node of the value; `nil` if the policy omits the key.
  package let node: PolicyNode?
}

extension RequirementTarget {
  /// The effective value of a key; periods separate nested keys.
  package func value(of key: String, in nodes: NodeTable) -> EffectiveValue {
    var parts = key.split(separator: ".", omittingEmptySubsequences: false).map(String.init)
    var node = self.node
    // A key itself may contain periods.
    while !parts.isEmpty {
      guard let step = step(parts, from: node, in: nodes) else { break }
      node = step.node
      parts.removeFirst(step.count)
    }
    guard node != self.node else { return EffectiveValue(value: implied(key), node: nil) }
    let written = expanded(nodes.json(nodes.syntax(of: node)))
    let value = parts.reduce(JSONValue?.some(written)) { $0?[$1] }
    return EffectiveValue(value: value, node: node)
  }

  private func step(
    _ parts: [String], from node: PolicyNode, in nodes: NodeTable
  ) -> (node: PolicyNode, count: Int)? {
    for count in parts.indices.map({ $0 + 1 }) {
      if let child = nodes.child(parts[..<count].joined(separator: "."), of: node) { return (child, count) }
    }
    return nil
  }

  /// The value at run time, with build settings substituted.
  private func expanded(_ value: JSONValue) -> JSONValue {
    if case .string(let text) = value { .string(expand(text)) } else { value }
  }
}

extension Policy {
  /// The targets of requirements about a subject, in the order of the policy.
  package func things(_ subject: RequirementSubject) -> [RequirementTarget] {
    switch subject {
    case .app:
      return app.map {
        [
          RequirementTarget(
            Policy.Target.app, at: $0.node, NamedKeys(Policy.App.keys),
            expand: expansion(in: Policy.Target.app))
        ]
      }
        ?? []
    case .sessions:
      let keys = NamedKeys(Policy.Session.keys)
      return sessions.map { session in
        let isBackground = session.isBackground
        return RequirementTarget(
          session.name.value, at: session.name.node, keys,
          expand: expansion(in: session.target.value)
        ) {
          SessionProperty.named($0)?.defaultValue(inBackground: isBackground)
        }
      }
    case .tasks: return things(tasks, TaskRequest.keys)
    case .pushes: return things(pushes, Policy.Push.keys)
    case .transfers: return things(transfers, Policy.Transfer.keys)
    case .targets:
      let keys = NamedKeys(Policy.Target.keys)
      return targets.map {
        RequirementTarget(
          $0.name.value, at: $0.name.node, keys, expand: expansion(in: $0.name.value))
      }
    }
  }

  private func things<Declaration: Named>(
    _ declarations: [Declaration], _ table: KeyTable<Declaration>
  ) -> [RequirementTarget] {
    let keys = NamedKeys(table)
    return declarations.map {
      RequirementTarget($0.name.value, at: $0.name.node, keys, expand: expansion(in: Policy.Target.app))
    }
  }

  /// A function that substitutes build settings in the strings of a process.
  private func expansion(in process: String) -> @Sendable (String) -> String {
    guard let settings = knownBuildSettings else { return { $0 } }
    return { [configurationIndex] in
      settings.expansion(of: $0, in: process, configuration: configurationIndex)
    }
  }
}

extension RequirementSubject {
  /// The keys of the mappings of this subject.
  package var keys: [String] {
    switch self {
    case .app: Policy.App.keys.names
    case .sessions: Policy.Session.keys.names
    case .tasks: TaskRequest.keys.names
    case .pushes: Policy.Push.keys.names
    case .transfers: Policy.Transfer.keys.names
    case .targets: Policy.Target.keys.names
    }
  }
}

extension KeyTable {
  fileprivate var names: [String] { keys.map { "\($0.name)" } }
}
