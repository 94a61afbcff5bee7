internal import PolicyModel
internal import PolicySyntax

/// The context in which a rule checks a policy: the nodes of the policy's text, the app's own files, and an
/// index of the declarations.
package struct RuleContext: Sendable {
  /// The parts that all rules share. They are in one object, because a context is copied for each rule.
  private final class Shared: Sendable {
    let nodes: NodeTable
    let appFiles: AppFiles
    let index: PolicyIndex

    init(_ reading: PolicyReading, _ index: PolicyIndex) {
      nodes = reading.nodes
      appFiles = reading.appFiles
      self.index = index
    }
  }

  private let shared: Shared
  /// The name of the current rule.
  private(set) var rule: RuleName

  /// The context in which a rule checks a policy.
  init(of reading: PolicyReading, _ index: PolicyIndex = .empty, rule: RuleName) {
    shared = Shared(reading, index)
    self.rule = rule
  }

  /// The nodes of the policy's text, for the locations of diagnostics and the edits of fixes.
  var nodes: NodeTable { shared.nodes }
  /// The app's own files that the policy names.
  var appFiles: AppFiles { shared.appFiles }
  /// The declarations of the policy by name and identifier. Empty for a rule that is checked outside a walk.
  var index: PolicyIndex { shared.index }

  /// The same context for another rule.
  func of(_ rule: RuleName) -> RuleContext {
    var context = self
    context.rule = rule
    return context
  }

  /// A diagnostic of the rule at a location. `related` are further locations, each with a short explanation.
  ///
  /// Fixes without edits, and fixes that edit another file than the file of the diagnostic, are left out.
  func diagnostic(
    at location: DiagnosticLocation, _ message: String, help: String? = nil,
    related: [(location: DiagnosticLocation, message: String)] = [], fixes: [Fix?] = [],
    severity: Severity? = nil
  ) -> Diagnostic {
    let span = nodes.span(at: location)
    return Diagnostic(
      rule: rule, span: span, path: nodes.path(to: location.node), message: message, help: help,
      related: related.map { Related(span: nodes.span(at: $0.location), message: $0.message) },
      fixes: fixes.compactMap { $0 }.filter { fix in
        !fix.edits.isEmpty && fix.edits.allSatisfy { $0.span.source == span.source }
      },
      severity: severity)
  }
}

extension RuleContext {
  /// The location to show for a node: the value of a scalar, the key of a collection.
  func location(of node: PolicyNode) -> DiagnosticLocation {
    nodes.tree.kind(of: nodes.syntax(of: node)) == .scalar ? .value(node) : .key(node)
  }
}

// MARK: - Fixes

// A fix is unsafe unless its rule grades it as safe, and a test checks such fixes. Text that an alias or a
// merge key repeats gets no fix, because an edit would change several nodes.
extension RuleContext {
  /// Removes an entry from its mapping, or a value from its list.
  func remove(_ node: PolicyNode, _ title: String, safety: Fix.Safety = .unknown) -> Fix? {
    guard let parent = nodes.parent(of: node), !nodes.isShared(parent) else { return nil }
    guard let key = nodes.keySyntax(of: node), let container = nodes.container(of: node) else {
      let edits = nodes.tree.removal(ofItem: nodes.syntax(of: node), from: nodes.syntax(of: parent))
      return Fix(title, safety: safety, edits: edits)
    }
    guard !nodes.tree.isShared(container) else { return nil }
    return Fix(title, safety: safety, edits: nodes.tree.removal(of: key, from: container))
  }

  /// Replaces a scalar and keeps its quotation marks.
  func replace(_ node: PolicyNode, with text: String, _ title: String, safety: Fix.Safety = .unknown) -> Fix {
    fix(title, safety: safety, at: node) { [$0.replacement(of: $1, with: text)] }
  }

  /// Replaces a scalar by a suggested name.
  func replace(_ node: PolicyNode, with suggestion: Suggestion) -> Fix {
    suggestion.fix(edits(at: node) { [$0.replacement(of: $1, with: suggestion.name)] })
  }

  /// Replaces a value by YAML, such as `1`.
  func replace(_ node: PolicyNode, withPlain text: String, _ title: String, safety: Fix.Safety = .unknown)
    -> Fix
  {
    fix(title, safety: safety, at: node) { $0.replacements(of: $1, withPlain: text) }
  }

  /// Replaces the key and the value of an entry. `value` is YAML.
  func rename(
    _ node: PolicyNode, to key: String, value: String, _ title: String, safety: Fix.Safety = .unknown
  ) -> Fix? {
    guard let syntax = nodes.keySyntax(of: node) else { return nil }
    return fix(title, safety: safety, at: node) {
      let replaced = $0.replacements(of: $1, withPlain: value)
      return replaced.isEmpty ? [] : [$0.replacement(of: syntax, with: key)] + replaced
    }
  }

  /// Replaces a key.
  func rename(_ node: PolicyNode, to key: String, _ title: String, safety: Fix.Safety = .unknown) -> Fix? {
    guard let syntax = nodes.keySyntax(of: node) else { return nil }
    return fix(title, safety: safety, at: node) { tree, _ in [tree.replacement(of: syntax, with: key)] }
  }

  /// Replaces a key by a suggested name.
  func rename(_ node: PolicyNode, to suggestion: Suggestion) -> Fix? {
    guard let syntax = nodes.keySyntax(of: node) else { return nil }
    return suggestion.renaming(
      edits(at: node) { tree, _ in [tree.replacement(of: syntax, with: suggestion.name)] })
  }

  /// Adds a key with a text to a mapping. The text gets quotation marks if YAML needs them.
  func insert(
    _ key: String, text value: String, into mapping: PolicyNode, _ title: String,
    safety: Fix.Safety = .unknown
  ) -> Fix {
    insert(key, plain: YAMLText.scalar(value), into: mapping, title, safety: safety)
  }

  /// Adds a key with a value that is YAML, such as `true`, to a mapping.
  func insert(
    _ key: String, plain value: String, into mapping: PolicyNode, _ title: String,
    safety: Fix.Safety = .unknown
  ) -> Fix {
    fix(title, safety: safety, at: mapping) { $0.insertion(of: "\(key): \(value)", into: $1) }
  }

  /// Adds a value to a list.
  func append(_ value: String, to list: PolicyNode, _ title: String, safety: Fix.Safety = .unknown) -> Fix {
    fix(title, safety: safety, at: list) { $0.insertion(ofItem: YAMLText.scalar(value), into: $1) }
  }

  private func fix(
    _ title: String, safety: Fix.Safety, at node: PolicyNode, edits: (NodeTree, NodeID) -> [Edit]
  ) -> Fix {
    Fix(title, safety: safety, edits: self.edits(at: node, edits))
  }

  private func edits(at node: PolicyNode, _ edits: (NodeTree, NodeID) -> [Edit]) -> [Edit] {
    nodes.isShared(node) ? [] : edits(nodes.tree, nodes.syntax(of: node))
  }
}

extension RuleContext {
  /// Sets a key of a mapping: replaces the existing value, or adds the key.
  func set(
    _ key: String, at written: PolicyNode?, to value: String, in mapping: PolicyNode,
    safety: Fix.Safety = .unknown
  ) -> Fix {
    written.map { replace($0, withPlain: value, "Set \(key) to \(value)", safety: safety) }
      ?? insert(key, plain: value, into: mapping, "Add \(key): \(value)", safety: safety)
  }
}

extension DiagnosticLocation {
  /// The node of the location.
  var node: PolicyNode {
    switch self {
    case .value(let node), .key(let node): node
    }
  }
}

extension RuleContext {
  /// Two nodes in the order of the text. If two nodes contradict each other, the later node should be
  /// changed.
  func inTextOrder(_ first: PolicyNode, _ second: PolicyNode) -> (earlier: PolicyNode, later: PolicyNode) {
    nodes.span(of: first) <= nodes.span(of: second) ? (first, second) : (second, first)
  }
}
