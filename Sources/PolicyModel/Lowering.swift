package import PolicySyntax

/// Turns nodes into typed values, and collects everything that is wrong with their shape.
package struct Lowering {
  /// The nodes.
  let tree: NodeTree
  /// Every place that was visited.
  package var nodes: NodeTable
  /// What is wrong so far.
  package var diagnostics: [Diagnostic] = []

  /// A lowering of the nodes of `tree`.
  init(tree: NodeTree) {
    self.tree = tree
    nodes = NodeTable(tree: tree)
  }

  /// Reports what is wrong at a place.
  mutating func report(
    _ rule: RuleName, at location: DiagnosticLocation, _ message: String, help: String? = nil,
    related: [Related] = [],
    fixes: [Fix] = []
  ) {
    let node =
      switch location {
      case .value(let node), .key(let node): node
      }
    diagnostics.append(
      Diagnostic(
        rule: rule, span: nodes.span(at: location), path: nodes.path(to: node), message: message,
        help: help, related: related,
        // Text that an alias repeats elsewhere is left to a person.
        fixes: fixes.isEmpty || nodes.isShared(node) ? [] : fixes))
  }

  /// What to call the value at a place in a message: its key, or its list's.
  func name(of node: PolicyNode) -> String {
    var next: PolicyNode? = node
    while let node = next {
      if let key = nodes.keySyntax(of: node) { return Self.shortened(tree.text(of: key)) }
      next = nodes.parent(of: node)
    }
    return "the policy"
  }

  /// What stands at a place, in words for a message.
  func description(of node: PolicyNode) -> String {
    let syntax = nodes.syntax(of: node)
    switch tree.kind(of: syntax) {
    case .mapping: return "a mapping"
    case .sequence: return "a list"
    case .scalar: break
    }
    switch tree.scalarType(of: syntax) {
    case .null: return "nothing"
    case .string: return "\"\(Self.shortened(tree.text(of: syntax)))\""
    case .bool, .int, .float: return Self.shortened(tree.text(of: syntax))
    }
  }

  /// A text as far as a message has room for it.
  static func shortened(_ text: String) -> String {
    text.utf8.count <= 60 || text.prefix(61).count <= 60 ? text : text.prefix(57) + "..."
  }
}

extension RuleName {
  /// The file holds no policy.
  package static let policyEmpty: RuleName = "policy-empty"
  /// The language version is not one that this tool reads.
  package static let policySchemaVersion: RuleName = "policy-schema-version"
  /// A key that the language does not have.
  package static let policyUnknownKey: RuleName = "policy-unknown-key"
  /// A value of another type than its key takes.
  package static let policyWrongType: RuleName = "policy-wrong-type"
  /// A value that its key does not take.
  package static let policyBadValue: RuleName = "policy-bad-value"
  /// A key that has to be there.
  package static let policyMissingKey: RuleName = "policy-missing-key"
  /// A name that nothing is called.
  package static let policyDanglingReference: RuleName = "policy-dangling-reference"
  /// A base policy that cannot be used.
  package static let policyExtends: RuleName = "policy-extends"
  /// A build setting whose value the policy does not say.
  package static let identifierUnresolvedVariable: RuleName = "identifier-unresolved-variable"
  /// A build setting that leads back to itself.
  package static let buildSettingCycle: RuleName = "build-setting-cycle"
}
