package import PolicySyntax

/// Converts the syntax tree to typed values, and collects diagnostics about the shape of the tree.
package struct Lowering {
  /// The syntax tree.
  let tree: NodeTree
  /// The nodes visited so far.
  package var nodes: NodeTable
  /// The diagnostics so far.
  package var diagnostics: [Diagnostic] = []

  /// A lowering of `tree`.
  init(tree: NodeTree) {
    self.tree = tree
    nodes = NodeTable(tree: tree)
  }

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
        // A fix of text that an alias repeats elsewhere would change all occurrences, so users have to fix the text by hand.
        fixes: fixes.isEmpty || nodes.isShared(node) ? [] : fixes))
  }

  /// The name of the value at a node for messages: the value's key, or the key of the list that contains the value.
  func name(of node: PolicyNode) -> String {
    var next: PolicyNode? = node
    while let node = next {
      if let key = nodes.keySyntax(of: node) { return Self.shortened(tree.text(of: key)) }
      next = nodes.parent(of: node)
    }
    return "the policy"
  }

  /// A description of the value at a node for messages.
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

  /// A text, shortened for messages.
  static func shortened(_ text: String) -> String {
    text.utf8.count <= 60 || text.prefix(61).count <= 60 ? text : text.prefix(57) + "..."
  }
}

extension RuleName {
  /// A file without a policy.
  package static let policyEmpty: RuleName = "policy-empty"
  /// A language version that is not supported.
  package static let policySchemaVersion: RuleName = "policy-schema-version"
  /// A key that the language does not have.
  package static let policyUnknownKey: RuleName = "policy-unknown-key"
  /// A value of a type that its key does not accept.
  package static let policyWrongType: RuleName = "policy-wrong-type"
  /// A value that its key does not accept.
  package static let policyBadValue: RuleName = "policy-bad-value"
  /// A required key that is missing.
  package static let policyMissingKey: RuleName = "policy-missing-key"
  /// A reference to a declaration that the policy does not contain.
  package static let policyDanglingReference: RuleName = "policy-dangling-reference"
  /// A base policy that can't be used.
  package static let policyExtends: RuleName = "policy-extends"
  /// A reference to a build setting whose value the policy does not have.
  package static let identifierUnresolvedVariable: RuleName = "identifier-unresolved-variable"
  /// A build setting that refers back to itself.
  package static let buildSettingCycle: RuleName = "build-setting-cycle"
}
