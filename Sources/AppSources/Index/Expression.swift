internal import PolicySyntax

/// An expression, reduced to the parts that facts depend on.
///
/// A class, because the walk over a program refers to expressions by identity.
final class Expression: Sendable {
  enum Form: Sendable {
    /// A text, with the expressions interpolated in it.
    case text([TextPart])
    case number(Double)
    case bool(Bool)
    case null
    /// A name, `self`, `Self`, `super` and `$0` included.
    case name(String)
    /// A member of an expression, or an implicit member such as `.utility`.
    case member(Expression?, String)
    case call(Expression, [Argument])
    case element(Expression, [Argument])
    case closure(Closure)
    case array([Expression])
    case dictionary([(key: Expression, value: Expression)])
    case prefix(String, Expression)
    case binary(String, Expression, Expression)
    case ternary(Expression, Expression, Expression)
    /// A cast, with its keyword (`as`, `as?`, `as!`, `is`) and the type as written.
    case cast(Expression, String, String)
    /// `try`, `try?` or `try!`; `error` for a call of Objective-C that stores its error in a variable.
    case attempt(String, Expression)
    case await(Expression)
    /// `!` or `?` after an expression.
    case unwrapped(Expression, isForced: Bool)
    /// `#selector`, with the name of the method.
    case selector(String)
    /// An `if` or `switch` that yields a value.
    case statement(Statement)
    /// Any other expression, with its text and the expressions inside it.
    case other(String, [Expression])
  }

  let form: Form
  let position: Position

  init(_ form: Form, at position: Position) {
    self.form = form
    self.position = position
  }
}

/// A part of a string literal.
enum TextPart: Sendable {
  case string(String)
  case interpolation(Expression)
}

/// An argument of a call. A trailing closure is an argument, too.
struct Argument: Sendable {
  let label: String?
  let value: Expression
  /// Whether the argument is a trailing closure. The first trailing closure has no label.
  var isTrailing = false
}

final class Closure: Sendable {
  let parameters: [Parameter]
  let body: [Statement]
  let position: Position
  /// The attributes, such as `Sendable` and `MainActor`.
  let attributes: [String]

  init(parameters: [Parameter], body: [Statement], at position: Position, attributes: [String] = []) {
    self.parameters = parameters
    self.body = body
    self.position = position
    self.attributes = attributes
  }
}

/// A parameter of a function or closure.
struct Parameter: Sendable {
  /// The label at the call; `nil` if the parameter has no label.
  let label: String?
  /// The name in the body.
  let name: String
  /// The type as written.
  let type: String?
  let defaultValue: Expression?
  /// The label at calls in Swift, if Objective-C declares the function.
  var labelInSwift: String?
}

extension Expression {
  /// The expression without `try`, `await`, casts and the marks that unwrap it.
  var core: Expression {
    switch form {
    case .unwrapped(let inner, _), .attempt(_, let inner), .await(let inner), .cast(let inner, _, _):
      inner.core
    default: self
    }
  }

  /// The function or method that a call calls; `nil` for any other expression.
  var callee: Expression? {
    if case .call(let callee, _) = form { callee.core } else { nil }
  }

  /// Whether the expression is the main queue: `DispatchQueue.main`, `OperationQueue.main` or `.main`.
  var isMainQueue: Bool {
    guard case .member(let base, "main") = core.form else { return false }
    return base.map { ["DispatchQueue", "OperationQueue"].contains($0.core.lastName ?? "") } ?? true
  }
}
