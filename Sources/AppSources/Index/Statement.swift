internal import PolicySyntax

/// A statement of a function's body, with its position.
struct Statement: Sendable {
  indirect enum Form: Sendable {
    case expression(Expression)
    /// An assignment, with its operator, such as `=` or `+=`.
    case assignment(Expression, String, Expression)
    case variable(Variable)
    case function(Function)
    case `return`(Expression?)
    case `throw`(Expression)
    /// `break`, `continue` and the like.
    case jump
    case branch([Condition], then: [Statement], otherwise: [Statement])
    case `guard`([Condition], otherwise: [Statement])
    case select(Expression, [SwitchCase])
    case loop([Condition], [Statement])
    /// `do` with its `catch` clauses.
    case attempt([Statement], [[Statement]])
    case `defer`([Statement])
    /// The branches of `#if`.
    case conditional([ConditionalBranch])
  }

  let form: Form
  let position: Position
}

/// A condition of `if`, `guard` or `while`, or the head of `for`.
struct Condition: Sendable {
  /// The names that the condition declares.
  var names: [String] = []
  /// The type that a single name is declared with.
  var type: String?
  var value: Expression?
  /// Whether the names are parts of the value, as in `case let .some(x)`, instead of the whole value.
  var isPattern = false
  /// The text of an availability condition.
  var availability: String?
  /// The text of the pattern that the value is compared with, such as `.background`.
  var pattern: String?
}

struct SwitchCase: Sendable {
  /// The patterns as written, with their `where`; empty for `default`.
  let patterns: [String]
  /// The names that the patterns declare.
  let names: [String]
  let body: [Statement]
}

struct ConditionalBranch: Sendable {
  /// The condition under which the branch is compiled, such as `DEBUG`, or `!DEBUG` for the `#else` of `#if DEBUG`.
  let condition: String
  let body: [Statement]
}

/// A variable or constant that is declared in a body.
struct Variable: Sendable {
  let names: [String]
  /// Whether the names are parts of the value, such as the names in a tuple.
  let isPattern: Bool
  let isConstant: Bool
  let type: String?
  let value: Expression?
  /// The getter of a computed variable.
  let getter: [Statement]?
  /// Whether the variable keeps its value between calls, as a `static` variable of C does.
  var isStatic = false
}
