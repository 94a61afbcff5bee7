package import PolicySyntax

/// Turns nodes into typed values, and collects everything that is wrong with their shape.
package struct Lowering {
  /// The nodes.
  let tree: NodeTree
  /// Every place that was visited.
  package var places: Places
  /// What is wrong so far.
  package var issues: [Issue] = []

  /// A lowering of the nodes of `tree`.
  init(tree: NodeTree) {
    self.tree = tree
    places = Places(tree: tree)
  }

  /// Reports what is wrong at a place.
  mutating func report(
    _ rule: RuleName, at location: IssueLocation, _ message: String, help: String? = nil,
    related: [Related] = [],
    fixes: [Fix] = []
  ) {
    let place =
      switch location {
      case .value(let place), .key(let place): place
      }
    issues.append(
      Issue(
        rule: rule, span: places.span(at: location), path: places.path(to: place), message: message,
        help: help, related: related,
        // Text that an alias repeats elsewhere is left to a person.
        fixes: fixes.isEmpty || places.isShared(place) ? [] : fixes))
  }

  /// What to call the value at a place in a message: its key, or its list's.
  func name(of place: Place) -> String {
    var next: Place? = place
    while let place = next {
      if let key = places.key(at: place) { return Self.shortened(tree.text(of: key)) }
      next = places.parent(of: place)
    }
    return "the policy"
  }

  /// What stands at a place, in words for a message.
  func description(of place: Place) -> String {
    let node = places.node(at: place)
    switch tree.kind(of: node) {
    case .mapping: return "a mapping"
    case .sequence: return "a list"
    case .scalar: break
    }
    switch tree.scalarType(of: node) {
    case .null: return "nothing"
    case .string: return "\"\(Self.shortened(tree.text(of: node)))\""
    case .bool, .int, .float: return Self.shortened(tree.text(of: node))
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
