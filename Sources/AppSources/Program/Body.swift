internal import AppFacts
internal import PolicySyntax

/// Code that runs as one piece: a function, an accessor or initial value of a property, or the statements of a file.
///
/// The classes of this folder are made while a program is linked, and never change afterwards.
final class Body {
  let file: FileIndex
  /// The names of the enclosing types, outermost first.
  let types: [String]
  let function: Function?
  let property: Property?
  let context: DeclarationContext?
  /// The frame of the body around a nested function.
  let outer: Frame?
  /// The parameters, with their names in the body.
  var parameters: [Local] = []
  /// The outermost frame, which contains all code of the body.
  private(set) lazy var frame = Frame(.body, in: self, parent: outer)

  init(
    file: FileIndex, types: [String], function: Function? = nil, property: Property? = nil,
    context: DeclarationContext? = nil, outer: Frame? = nil
  ) {
    self.file = file
    self.types = types
    self.function = function
    self.property = property
    self.context = context
    self.outer = outer
  }

  /// The names of the declarations around the code, including the body's own name, outermost first.
  var scope: [String] {
    let own = function?.fullName ?? property?.name
    let functions = context?.functions ?? []
    return types + functions.filter { $0 != own } + (own.map { [$0] } ?? [])
  }

  func location(_ position: Position) -> FactLocation {
    FactLocation(file: file.path, line: position.line, column: position.column)
  }
}

/// A part of a body in which code runs under one condition, with the variables that this part declares.
final class Frame {
  /// The kinds of frames.
  enum Kind {
    case body
    /// A closure, with the call that receives the closure, if any, and the label of the argument.
    case closure(Closure, call: Expression?, label: String?)
    /// A branch that depends on conditions; `isElse` for the branch that runs if the conditions do not hold.
    case branch([Condition], isElse: Bool)
    /// A case of `switch`, with the value that the `switch` tests, and all cases.
    case select(Expression, SwitchCase, of: [SwitchCase])
    /// A loop, with its head.
    case loop([Condition])
    /// The body of `do`, with the number of `catch` clauses.
    case attempt(catches: Int)
    case `catch`
    case `defer`
    /// A branch of `#if`.
    case conditional(String)
  }

  let kind: Kind
  /// Not owned: bodies live as long as their program.
  unowned let body: Body
  let parent: Frame?
  var locals: [String: Local] = [:]
  /// The values that a closure or body returns.
  var returns: [(value: Expression, frame: Frame)] = []
  /// The conditions of `guard` statements, which hold for the code after them.
  var guards: [(conditions: [Condition], order: Int)] = []
  /// The orders of the `await` expressions in a closure or body, without nested closures.
  var awaits: [Int] = []

  init(_ kind: Kind, in body: Body, parent: Frame?) {
    self.kind = kind
    self.body = body
    self.parent = parent
  }

  /// The frame and the frames around it, innermost first.
  var chain: some Sequence<Frame> { sequence(first: self, next: \.parent) }

  /// The variable or parameter with a name.
  func local(_ name: String) -> Local? {
    for frame in chain { if let local = frame.locals[name] { return local } }
    return nil
  }

  /// The innermost closure or body that contains the frame, or the frame itself.
  var callable: Frame {
    for frame in chain {
      switch frame.kind {
      case .closure, .body: return frame
      default: continue
      }
    }
    return self
  }

  /// The compilation conditions around the frame, outermost first.
  var conditions: [String] {
    var own: [String] = []
    for frame in chain { if case .conditional(let condition) = frame.kind { own.append(condition) } }
    var outermost = body
    while let outer = outermost.outer { outermost = outer.body }
    return (outermost.context?.conditions ?? []) + own.reversed()
  }
}

extension Frame {
  /// The body's parameter with a name, even if a variable of the same name hides the parameter.
  func parameter(_ name: String) -> Local? { body.parameters.first { $0.name == name } }

  /// Whether the frame's code runs only under a condition that does not apply to the code of other frames.
  ///
  /// With `isCompiled`, compilation conditions are assumed to hold and don't count. Branches for which `runs` returns `true` don't count.
  func isConditional(
    within others: [Frame], isCompiled: Bool = false, runs: (Frame) -> Bool = { _ in false }
  ) -> Bool {
    let around = Set(others.flatMap(\.chain).map { ObjectIdentifier($0) })
    for one in chain {
      if around.contains(ObjectIdentifier(one)) { return false }
      if runs(one) { continue }
      switch one.kind {
      case .branch(let conditions, let isElse):
        // An availability check holds on every system that has the property.
        if isElse || conditions.contains(where: { $0.availability == nil }) {
          return !conditions.isEmpty || isElse
        }
      case .select, .loop, .catch: return true
      case .conditional: if !isCompiled { return true }
      default: continue
      }
    }
    return false
  }
}

/// A variable of a body, or a parameter.
final class Local {
  /// The kinds of variables.
  enum Kind {
    case constant, variable
    /// A parameter of a function.
    case parameter(Parameter, Body)
    /// A parameter of a closure, or a name that a pattern declares: its value is never known.
    case unknown
  }

  let name: String
  let kind: Kind
  let type: String?
  let value: Expression?
  let getter: [Statement]?
  let frame: Frame
  /// Whether the variable keeps its value between calls.
  let isStatic: Bool
  /// The variables of this name in branches of `#if`. A build compiles one of them.
  var alternatives: [Local] = []
  /// The places that mention the variable.
  var uses: [(expression: Expression, frame: Frame)] = []
  /// The assignments to the variable as a whole.
  var assignments: [Assignment] = []

  init(
    _ name: String, _ kind: Kind, type: String? = nil, value: Expression? = nil, getter: [Statement]? = nil,
    isStatic: Bool = false, in frame: Frame
  ) {
    self.name = name
    self.kind = kind
    self.type = type
    self.value = value
    self.getter = getter
    self.isStatic = isStatic
    self.frame = frame
  }
}

struct Assignment {
  let target: Expression
  /// The operator, such as `=` or `+=`.
  let sign: String
  let value: Expression
  let frame: Frame
  /// The number of expressions before the assignment in the program.
  let order: Int
}

final class Call {
  let expression: Expression
  /// The name of the function, method or type.
  let name: String
  /// The expression before the dot.
  let base: Expression?
  let arguments: [Argument]
  let frame: Frame
  /// `try`, `try?` or `try!` before the call; `nil` if the call has no `try`.
  let attempt: String?
  /// The number of expressions before the call in the program.
  let order: Int

  init(
    _ expression: Expression, name: String, base: Expression?, arguments: [Argument], frame: Frame,
    attempt: String?, order: Int
  ) {
    self.expression = expression
    self.name = name
    self.base = base
    self.arguments = arguments
    self.frame = frame
    self.attempt = attempt
    self.order = order
  }

  var location: FactLocation { frame.body.location(expression.position) }

  var callee: Expression? { expression.callee }

  /// Whether the call is an implicit member such as `.init(…)`, whose type follows from the context.
  var isImplicitMember: Bool {
    if case .member(nil, _)? = callee?.form { true } else { false }
  }

  /// The argument with a label.
  subscript(_ label: String?) -> Expression? { arguments.first { $0.label == label }?.value }

  /// The labels of the arguments, without trailing closures; `_` for an argument without a label.
  var labels: [String] { arguments.filter { !$0.isTrailing }.map { $0.label ?? "_" } }
}

/// The place where the value of an expression goes.
enum Sink {
  case local(Local)
  case property(Property, FileIndex)
  case assigned(Expression, Frame)
  /// The value is returned from a closure or body.
  case returned(Frame)
  case argument(Call, index: Int)
  /// A member or method of the value is used.
  case base(Expression, Frame)
}
