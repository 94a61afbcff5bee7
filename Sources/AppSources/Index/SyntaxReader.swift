internal import PolicySyntax
internal import SwiftSyntax

/// Reads the parts of a syntax tree as values that do not refer to the tree.
///
/// Each extension reads one sort of node.
struct SyntaxReader {
  let lines: LineTable
  /// The names that were assigned to so far.
  var assignedNames: Set<String> = []
  /// See ``FileIndex/changedNames``.
  var changedNames: Set<String> = []
  /// See ``FileIndex/changedMembers``.
  var changedMembers: Set<String> = []
  /// The names of the types around the node, outermost first.
  var types: [String] = []
  /// The names of the functions around the node, outermost first.
  var functions: [String] = []
  /// The maximum nesting of expressions and statements.
  static let maximumDepth = 400
  /// The number of expressions and statements around the node.
  var depth = 0
  /// Whether the reader has omitted an expression or statement that is nested more deeply than `maximumDepth`.
  var isTooDeep = false
  /// The compilation conditions around the node, outermost first.
  var conditions: [String] = []

  /// The lines with regular expressions that no number sign begins.
  var linesWithSlashes: [Int] = []

  init(_ text: String) {
    lines = LineTable(Array(text.utf8))
  }

  /// Notes that a variable changes.
  mutating func noteChange(of variable: Expression) {
    guard let name = variable.lastName else { return }
    changedNames.insert(name)
    noteMember(variable, name)
  }

  /// Notes the name of a variable that changes if the variable may be a member of an object.
  mutating func noteMember(_ variable: Expression, _ name: String) {
    if !types.isEmpty || variable.isMember { changedMembers.insert(name) }
  }

  func position(_ node: some SyntaxProtocol) -> Position {
    lines.position(ofByte: node.positionAfterSkippingLeadingTrivia.utf8Offset)
  }

  /// The text of a name, without backticks.
  func name(_ token: TokenSyntax) -> String {
    let text = token.text
    return text.hasPrefix("`") && text.hasSuffix("`") && text.count > 2
      ? String(text.dropFirst().dropLast()) : text
  }

  /// The text of a node on one line, without comments.
  func oneLine(_ node: some SyntaxProtocol) -> String {
    var text = ""
    var isApart = false
    for token in node.tokens(viewMode: .sourceAccurate) {
      if !text.isEmpty, isApart || !token.leadingTrivia.isEmpty { text += " " }
      text += token.text
      isApart = !token.trailingTrivia.isEmpty
    }
    return text
  }

  /// Every identifier in a node.
  func identifiers(in node: some SyntaxProtocol) -> Set<String> {
    var names: Set<String> = []
    for token in node.tokens(viewMode: .sourceAccurate) {
      switch token.tokenKind {
      case .identifier: names.insert(name(token))
      // The projection of a property mentions the property.
      case .dollarIdentifier(let text): names.insert(String(text.dropFirst()))
      default: continue
      }
    }
    return names
  }
}
