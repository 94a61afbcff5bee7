package import PolicyModel
package import PolicySyntax

/// A name in the text of a policy: the declaration of a thing with the name, or a reference to such a thing.
package struct NameUse: Hashable, Sendable {
  /// The kinds of things that have names.
  package enum Kind: String, Sendable {
    case session, target, task, backgroundTask, push, otherWork, transfer, scenario, anchor
  }

  /// The kind of the named thing.
  package let kind: Kind
  /// The name of the thing.
  package let name: String
  /// The text of the name, including its quotes.
  package let span: Span
  /// Whether the text declares the thing, instead of referring to the thing.
  package let isDeclaration: Bool
  /// The scalar that has the name; `nil` for an anchor.
  package let syntax: NodeID?
  /// The location at which an anchor marks its value; `nil` for other names.
  package let anchor: Span?

  /// Whether two uses name the same thing.
  package func isSameThing(as other: NameUse) -> Bool {
    (kind, name, anchor) == (other.kind, other.name, other.anchor)
  }

  /// The edit that changes this text to another name.
  package func renaming(to name: String, in tree: NodeTree) -> Edit {
    syntax.map { tree.replacement(of: $0, with: name) } ?? Edit(replacing: span, with: name)
  }
}

extension PolicyReading {
  /// All names in the text of a policy and its bases, without repetitions.
  package var nameUses: [NameUse] {
    var collector = NameCollector(nodes: nodes)
    if let policy { collector.add(policy) }
    for index in policySources.indices { collector.addAnchors(in: SourceID(index: UInt16(index))) }
    return collector.uses
  }
}

private struct NameCollector {
  let nodes: NodeTable
  private(set) var uses: [NameUse] = []
  private var known: Set<Span> = []

  init(nodes: NodeTable) { self.nodes = nodes }

  mutating func add(_ policy: Policy) {
    for session in policy.sessions {
      declare(.session, session.name)
      refer(.target, session.target.written)
    }
    for target in policy.targets { declare(.target, target.name) }
    for task in policy.tasks {
      declare(.task, task.name)
      for name in task.startsTransfers?.value ?? [] { refer(.transfer, name) }
    }
    for task in policy.backgroundTasks {
      declare(.backgroundTask, task.name)
      refer(.target, task.target.written)
    }
    for push in policy.pushes {
      declare(.push, push.name)
      for name in push.startsTransfers?.value ?? [] { refer(.transfer, name) }
    }
    for work in policy.otherWork { declare(.otherWork, work.name) }
    for transfer in policy.transfers {
      declare(.transfer, transfer.name)
      refer(.session, transfer.session)
    }
    for scenario in policy.scenarios {
      declare(.scenario, scenario.name)
      refer(.scenario, scenario.extends)
    }
    for share in policy.population?.value ?? [] {
      add(.scenario, share.scenario, isDeclaration: false, isKey: true)
    }
    for budget in policy.budgets {
      add(.transfer, budget.name, isDeclaration: false, isKey: true)
      for name in budget.scenarios?.value ?? [] { refer(.scenario, name) }
    }
  }

  mutating func addAnchors(in source: SourceID) {
    for name in nodes.tree.anchorNames(in: source) where known.insert(name.span).inserted {
      uses.append(
        NameUse(
          kind: .anchor, name: name.name, span: name.span, isDeclaration: name.isAnchor, syntax: nil,
          anchor: name.anchor))
    }
  }

  private mutating func declare(_ kind: NameUse.Kind, _ name: Located<String>) {
    add(kind, name, isDeclaration: true, isKey: true)
  }

  private mutating func refer(_ kind: NameUse.Kind, _ name: Located<String>?) {
    if let name { add(kind, name, isDeclaration: false, isKey: false) }
  }

  private mutating func add(
    _ kind: NameUse.Kind, _ name: Located<String>, isDeclaration: Bool, isKey: Bool
  ) {
    let syntax =
      isKey ? nodes.keySyntax(of: name.node) ?? nodes.syntax(of: name.node) : nodes.syntax(of: name.node)
    let span = nodes.tree.span(of: syntax)
    guard !span.isEmpty, known.insert(span).inserted else { return }
    uses.append(
      NameUse(
        kind: kind, name: name.value, span: span, isDeclaration: isDeclaration, syntax: syntax, anchor: nil))
  }
}
