internal import PolicySyntax

/// Walks the statements of bodies, and collects their calls, assignments and variables.
struct BodyWalk {
  /// The calls, in the order of files and positions.
  private(set) var calls: [Call] = []
  private(set) var assignments: [Assignment] = []
  /// The bodies of nested functions.
  private(set) var nested: [Body] = []
  /// The places where the values of expressions go, by expression.
  private(set) var sinks: [ObjectIdentifier: Sink] = [:]
  /// The places that mention members, or names that are not variables of a body, by name.
  private(set) var uses: [String: [(expression: Expression, frame: Frame)]] = [:]
  private(set) var closures: [ObjectIdentifier: Frame] = [:]
  /// The expressions of closures, by closure; `sinks` has the place where the value of an expression goes.
  private(set) var closureExpressions: [ObjectIdentifier: Expression] = [:]
  /// The number of times that names are mentioned other than by a call.
  private(set) var values: [String: Int] = [:]
  /// The texts that name a private selector of the scheduler.
  private(set) var privateSelectors: [(expression: Expression, text: String, frame: Frame)] = []
  /// The texts that name a method by which code asks for work in the background.
  private(set) var namedSelectors: [(expression: Expression, text: String, frame: Frame)] = []
  private var order = 0
  private let system: SystemTypes

  init(_ system: SystemTypes) { self.system = system }

  mutating func walk(_ body: Body) {
    if let function = body.function {
      addParameters(function.parameters, to: body)
      addImplicitReturn(function.body, in: body.frame)
      walkAll(function.body, in: body.frame)
    } else if let property = body.property {
      if let value = property.value {
        sinks[ObjectIdentifier(value.core)] = .property(property, body.file)
        walk(value, in: body.frame)
      }
      if let getter = property.getter {
        addImplicitReturn(getter, in: body.frame)
        walkAll(getter, in: body.frame)
      }
      for accessor in property.accessors {
        let frame = Frame(.branch([], isElse: false), in: body, parent: body.frame)
        walkAll(accessor, in: frame)
      }
    } else {
      walkAll(body.file.statements, in: body.frame)
    }
  }

  private mutating func addParameters(_ parameters: [Parameter], to body: Body) {
    for parameter in parameters {
      if let value = parameter.defaultValue { walk(value, in: body.frame) }
      let local = Local(parameter.name, .parameter(parameter, body), type: parameter.type, in: body.frame)
      body.frame.locals[parameter.name] = local
      body.parameters.append(local)
    }
  }

  /// A closure or function returns its single expression.
  private mutating func addImplicitReturn(_ statements: [Statement], in frame: Frame) {
    guard statements.count == 1, case .expression(let value)? = statements.first?.form else { return }
    frame.returns.append((value, frame))
    if sinks[ObjectIdentifier(value.core)] == nil { sinks[ObjectIdentifier(value.core)] = .returned(frame) }
  }

  // MARK: - Statements

  private mutating func walkAll(_ statements: [Statement], in frame: Frame) {
    for statement in statements { walk(statement, in: frame) }
  }

  private mutating func walk(_ statements: [Statement], _ kind: Frame.Kind, in frame: Frame) {
    walkAll(statements, in: Frame(kind, in: frame.body, parent: frame))
  }

  private mutating func walk(_ statement: Statement, in frame: Frame) {
    switch statement.form {
    case .expression(let value): walk(value, in: frame)
    case .assignment(let target, let sign, let value):
      add(sinkOf: value, .assigned(target, frame))
      walk(value, in: frame)
      walk(target, in: frame)
      order += 1
      let assignment = Assignment(target: target, sign: sign, value: value, frame: frame, order: order)
      assignments.append(assignment)
      if case .name(let name) = target.core.form { frame.local(name)?.assignments.append(assignment) }
    case .variable(let variable): declare(variable, in: frame)
    case .function(let function):
      let body = Body(
        file: frame.body.file, types: frame.body.types, function: function, context: function.context,
        outer: frame)
      nested.append(body)
      walk(body)
    case .return(let value):
      if let value {
        let callable = frame.callable
        callable.returns.append((value, frame))
        add(sinkOf: value, .returned(callable))
        walk(value, in: frame)
      }
    case .throw(let value): walk(value, in: frame)
    case .jump: break
    case .branch(let conditions, let then, let otherwise):
      let inner = Frame(.branch(conditions, isElse: false), in: frame.body, parent: frame)
      declare(conditions, values: frame, names: inner)
      walkAll(then, in: inner)
      walk(otherwise, .branch(conditions, isElse: true), in: frame)
    case .guard(let conditions, let otherwise):
      declare(conditions, values: frame, names: frame)
      frame.guards.append((conditions, order))
      walk(otherwise, .branch(conditions, isElse: true), in: frame)
    case .select(let subject, let cases):
      walk(subject, in: frame)
      for one in cases {
        let inner = Frame(.select(subject, one, of: cases), in: frame.body, parent: frame)
        for name in one.names { inner.locals[name] = Local(name, .unknown, in: inner) }
        walkAll(one.body, in: inner)
      }
    case .loop(let heads, let body):
      let inner = Frame(.loop(heads), in: frame.body, parent: frame)
      declare(heads, values: inner, names: inner)
      walkAll(body, in: inner)
    case .attempt(let body, let catches):
      walk(body, .attempt(catches: catches.count), in: frame)
      for clause in catches { walk(clause, .catch, in: frame) }
    case .defer(let body): walk(body, .defer, in: frame)
    case .conditional(let branches):
      // A variable of a branch is also visible after `#endif`. If several branches declare the variable, it has alternatives.
      for branch in branches {
        let inner = Frame(.conditional(branch.condition), in: frame.body, parent: frame)
        walkAll(branch.body, in: inner)
        for (name, local) in inner.locals {
          frame.locals[name] = frame.locals[name].map { alternative(to: $0, local, in: frame) } ?? local
        }
      }
    }
  }

  /// A variable that several branches of `#if` declare.
  private func alternative(to other: Local, _ local: Local, in frame: Frame) -> Local {
    let both = Local(local.name, .unknown, type: local.type, in: frame)
    let others = other.alternatives.isEmpty ? [other] : other.alternatives
    // The branches hide a variable that was declared before them; such a variable is not an alternative.
    if others.allSatisfy({ !$0.frame.conditions.isEmpty && $0.frame !== frame }) {
      both.alternatives = others + [local]
    }
    return both
  }

  private mutating func declare(_ variable: Variable, in frame: Frame) {
    if let value = variable.value, variable.names.count != 1 || variable.isPattern { walk(value, in: frame) }
    for name in variable.names {
      let kind: Local.Kind = variable.isPattern ? .unknown : variable.isConstant ? .constant : .variable
      let local = Local(
        name, kind, type: variable.type, value: variable.isPattern ? nil : variable.value,
        getter: variable.getter, isStatic: variable.isStatic, in: frame)
      if let value = local.value {
        add(sinkOf: value, .local(local))
        // The name is not visible in its own value: `let identifier = identifier`.
        walk(value, in: frame)
      }
      frame.locals[name] = local
      if let getter = variable.getter {
        walk(
          getter,
          .closure(
            Closure(parameters: [], body: getter, at: Position(line: 0, column: 0)), call: nil, label: nil),
          in: frame)
      }
    }
  }

  private mutating func declare(_ conditions: [Condition], values: Frame, names: Frame) {
    for condition in conditions {
      let frame = names.locals.isEmpty ? values : names
      let isBinding = condition.names.count == 1 && !condition.isPattern
      for name in condition.names {
        // `if let x` binds the outer variable `x`, and keeps its value.
        let value =
          condition.value
          ?? (values.local(name) == nil ? Expression(.name(name), at: Position(line: 0, column: 0)) : nil)
        let outer = condition.value == nil ? values.local(name) : nil
        if let outer, isBinding {
          names.locals[name] = outer
          continue
        }
        let local = Local(
          name, isBinding ? .constant : .unknown, type: condition.type, value: isBinding ? value : nil,
          in: frame)
        if isBinding, let value { add(sinkOf: value, .local(local)) }
        if let value { walk(value, in: frame) }
        names.locals[name] = local
      }
      if condition.names.isEmpty, let value = condition.value { walk(value, in: frame) }
    }
  }

  // MARK: - Expressions

  private mutating func add(sinkOf value: Expression, _ sink: Sink) {
    switch value.form {
    case .unwrapped(let inner, _), .attempt(_, let inner), .await(let inner), .cast(let inner, _, _):
      add(sinkOf: inner, sink)
    case .ternary(_, let first, let second), .binary("??", let first, let second):
      add(sinkOf: first, sink)
      add(sinkOf: second, sink)
    default: sinks[ObjectIdentifier(value)] = sink
    }
  }

  private mutating func walk(_ expression: Expression, in frame: Frame, attempt: String? = nil) {
    order += 1
    switch expression.form {
    case .text(let parts):
      if case .string(let text)? = parts.first, text.hasPrefix("_simulate") {
        privateSelectors.append((expression, text, frame))
      } else if let text = expression.literalText, NamedWork.selectors.contains(text) {
        namedSelectors.append((expression, text, frame))
      }
      for case .interpolation(let value) in parts { walk(value, in: frame) }
    case .number, .bool, .null: break
    case .selector(let name): values[name, default: 0] += 1
    case .name(let name):
      if frame.local(name) == nil { values[name, default: 0] += 1 }
      mention(expression, name, in: frame)
    case .member(let base, let name):
      values[name, default: 0] += 1
      if let base {
        add(sinkOf: base, .base(expression, frame))
        walk(base, in: frame, attempt: attempt)
      }
      uses[name, default: []].append((expression, frame))
      // The initializer of a request may be a value. Calls of the value make requests with unknown
      // identifiers.
      if let type = requestMade(by: expression, in: frame) {
        calls.append(
          Call(
            expression, name: type, base: nil, arguments: [], frame: frame, attempt: attempt, order: order))
      }
    case .call(let callee, let arguments):
      walk(expression, callee, arguments, in: frame, attempt: attempt)
    case .element(let base, let arguments):
      walk(base, in: frame)
      for argument in arguments { walk(argument.value, in: frame) }
    case .closure(let closure):
      closureExpressions[ObjectIdentifier(closure)] = expression
      walk(closure, call: nil, label: nil, in: frame)
    case .array(let elements): for element in elements { walk(element, in: frame) }
    case .dictionary(let entries):
      for entry in entries {
        walk(entry.key, in: frame)
        walk(entry.value, in: frame)
      }
    case .prefix(_, let inner), .unwrapped(let inner, _): walk(inner, in: frame, attempt: attempt)
    case .cast(let inner, _, _): walk(inner, in: frame, attempt: attempt)
    case .binary(_, let left, let right):
      walk(left, in: frame, attempt: attempt)
      walk(right, in: frame, attempt: attempt)
    case .ternary(let condition, let first, let second):
      walk(condition, in: frame)
      let test = [Condition(value: condition)]
      walk(first, in: Frame(.branch(test, isElse: false), in: frame.body, parent: frame))
      walk(second, in: Frame(.branch(test, isElse: true), in: frame.body, parent: frame))
    case .attempt(let word, let inner): walk(inner, in: frame, attempt: word)
    case .await(let inner):
      walk(inner, in: frame, attempt: attempt)
      order += 1
      frame.callable.awaits.append(order)
    case .statement(let statement): walk(statement, in: frame)
    case .other(_, let inner): for one in inner { walk(one, in: frame, attempt: attempt) }
    }
  }

  private mutating func mention(_ expression: Expression, _ name: String, in frame: Frame) {
    if let local = frame.local(name) {
      local.uses.append((expression, frame))
    } else {
      uses[name, default: []].append((expression, frame))
    }
  }

  private mutating func walk(
    _ expression: Expression, _ callee: Expression, _ arguments: [Argument], in frame: Frame, attempt: String?
  ) {
    let number = order
    var name = ""
    var base: Expression?
    switch callee.core.form {
    case .name(let text):
      name = text
      mention(callee.core, text, in: frame)
    case .member(let inner, let text):
      name = text
      base = inner
      // The declaration of a variable names the type: `let request: BGProcessingTaskRequest = .init(…)`.
      if text == "init", inner == nil, let type = typeOfPlace(of: expression) { name = type }
      // `URLSession.init(…)` is another spelling of `URLSession(…)`.
      if text == "init", case .some(let form) = inner?.core.form {
        switch form {
        case .name(let type) where type.first?.isUppercase ?? false && type != "Self":
          (name, base) = (type, nil)
        case .member(let outer?, let type) where type.first?.isUppercase ?? false:
          (name, base) = (type, outer)
        default: break
        }
      }
      if let inner {
        add(sinkOf: inner, .base(expression, frame))
        walk(inner, in: frame, attempt: attempt)
      }
    default:
      // A closure that is called at once: the call has the values that the closure returns.
      if case .closure(let closure) = callee.core.form {
        walk(closure, call: expression, label: nil, in: frame)
      } else {
        walk(callee, in: frame)
      }
    }
    if name.first?.isUppercase ?? false { name = system.name(metatype(name, in: frame) ?? name) }
    let call = Call(
      expression, name: name, base: base, arguments: arguments, frame: frame, attempt: attempt, order: number)
    calls.append(call)
    for (index, argument) in arguments.enumerated() {
      if case .closure(let closure) = argument.value.form {
        closureExpressions[ObjectIdentifier(closure)] = argument.value
        walk(closure, call: expression, label: argument.label, in: frame)
      } else if arguments.count == 1, let closure = elementClosure(of: argument, callee, in: frame) {
        walk(closure, call: expression, label: nil, in: frame)
      } else {
        add(sinkOf: argument.value, .argument(call, index: index))
        walk(argument.value, in: frame)
      }
    }
  }

  /// The system type that the declaration around an expression requires, for `.init(…)`: the type of the variable, property or result.
  private func typeOfPlace(of expression: Expression) -> String? {
    switch sinks[ObjectIdentifier(expression)] {
    case .local(let local): system.name(ofType: local.type)
    case .property(let property, _): system.name(ofType: property.type)
    case .returned(let frame) where frame === frame.body.frame:
      system.name(ofType: frame.body.function?.returnType ?? frame.body.property?.type)
    default: nil
    }
  }

  /// The type that a variable with a name stands for: `let Request = BGProcessingTaskRequest.self`.
  private func metatype(_ name: String, in frame: Frame) -> String? {
    guard case .member(let type?, "self")? = frame.local(name)?.value?.core.form else { return nil }
    return type.core.path?.last
  }

  /// The type of the request that an initializer makes: `BGProcessingTaskRequest` for `BGProcessingTaskRequest.init`; `nil` for other values.
  private func requestMade(by expression: Expression, in frame: Frame) -> String? {
    guard case .member(let type?, "init") = expression.core.form, let name = type.core.path?.last else {
      return nil
    }
    let own = system.name(metatype(name, in: frame) ?? name)
    return SchedulerTypes.requests.contains(own) ? own : nil
  }

  /// The closure `{ register($0) }` for which `forEach(register)` is short.
  private func elementClosure(of argument: Argument, _ callee: Expression, in frame: Frame) -> Closure? {
    guard argument.label == nil, case .member(.some, let method) = callee.core.form,
      Local.elementMethods.contains(method)
    else { return nil }
    let isRequest = requestMade(by: argument.value, in: frame) != nil
    if !isRequest {
      guard let path = argument.value.core.path, let name = path.last, name.first?.isLowercase ?? false,
        path.count == 1 && frame.local(name) == nil || path.dropLast() == ["self"]
      else { return nil }
    }
    let position = argument.value.position
    let element = Argument(
      label: isRequest ? "identifier" : nil, value: Expression(.name("$0"), at: position))
    let call = Expression(.call(argument.value, [element]), at: position)
    return Closure(
      parameters: [], body: [Statement(form: .expression(call), position: position)], at: position)
  }

  private mutating func walk(_ closure: Closure, call: Expression?, label: String?, in frame: Frame) {
    let inner = Frame(.closure(closure, call: call, label: label), in: frame.body, parent: frame)
    for parameter in closure.parameters {
      inner.locals[parameter.name] = Local(parameter.name, .unknown, type: parameter.type, in: inner)
    }
    if closure.parameters.isEmpty {
      // `$0` belongs to the innermost closure without named parameters.
      inner.locals["$0"] = Local("$0", .unknown, in: inner)
    }
    closures[ObjectIdentifier(closure)] = inner
    addImplicitReturn(closure.body, in: inner)
    walkAll(closure.body, in: inner)
  }
}
