internal import PolicyEditing
internal import PolicyModel
internal import PolicySyntax

/// A key with its value, or an item of a list, in a policy.
public struct PolicyEntry: Hashable, Sendable {
  /// The keys from the root, such as `tasks.refresh.identifier`.
  public let path: String
  /// The key; `nil` for an item of a list and the whole policy.
  public let key: String?
  /// The value of a scalar as text; `nil` for a mapping or a list.
  public let value: String?
  /// The bytes of the value in the UTF-8 text.
  public let valueRange: Range<Int>
  /// The meaning of the key, in a sentence or two; `nil` for a name that the policy chooses.
  public let summary: String?
  /// The default of the key, as JSON; `nil` if the key has no default.
  public let defaultValue: String?
  /// The values that the key takes, if the key takes only a few values.
  public let allowedValues: [String]

  init(_ node: PolicyNode, in nodes: NodeTable) {
    let syntax = nodes.syntax(of: node)
    path = nodes.path(to: node)
    key = nodes.keySyntax(of: node).map { nodes.tree.text(of: $0) }
    value = nodes.tree.kind(of: syntax) == .scalar ? nodes.tree.text(of: syntax) : nil
    valueRange = nodes.span(of: node).range
    let documented = LanguageReference().key(at: nodes.steps(to: node))
    summary = documented?.summary
    defaultValue = documented?.defaultValue
    allowedValues = documented?.values ?? []
  }
}

/// A text that fits at an offset of a policy.
public struct PolicyCompletion: Hashable, Sendable {
  /// The kind of text.
  public enum Kind: String, Hashable, Sendable {
    /// A key of a mapping.
    case key
    /// A value of a key.
    case value
    /// A name that the policy gives to a declaration.
    case name
  }

  /// The word to write at the cursor, such as `isDiscretionary`.
  public let text: String
  /// The part of an entry that the word would be.
  public let kind: Kind
  /// The meaning of the text; empty for a name that the policy chooses.
  public let summary: String

  init(_ completion: Completion) {
    text = completion.text
    kind = Kind(rawValue: completion.kind.rawValue) ?? .value
    summary = completion.summary
  }
}
