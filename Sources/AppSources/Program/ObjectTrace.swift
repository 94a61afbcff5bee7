internal import AppFacts
internal import PolicySyntax

/// Everything that the code does with an object: the properties set on it, the calls that it is passed to, where it is kept.
struct ObjectTrace {
  /// A property that is set on the object.
  struct Setting {
    let name: String
    let value: Expression
    let frame: Frame
    let order: Int
    /// The operator, such as `=` or `+=`.
    let sign: String
    /// The place of the property's name or of the assignment.
    let target: Expression
    /// The call that passes the object to the function that sets the property; `nil` if no such call does.
    let caller: Call?
    /// Whether only one of several callers of the function that makes the object sets the property.
    let isOfOneCaller: Bool
    /// Whether some users or copies of the object may not have the setting.
    fileprivate(set) var mayBeMissed = false
  }

  /// The properties set on the object, in the order of the code.
  private(set) var settings: [Setting] = []
  /// The calls that have the object as an argument; `caller` is the call that passed the object to the enclosing function, if any.
  private(set) var arguments: [(call: Call, index: Int, caller: Call?)] = []
  /// The calls of the object's methods.
  private(set) var methods: [Call] = []
  /// The variables that keep the object.
  private(set) var locals: [Local] = []
  /// The properties that keep the object.
  private(set) var properties: [Body] = []
  /// The functions and computed properties that return the object.
  private(set) var makers: [Body] = []

  private let program: Program
  private var seen: Set<ObjectIdentifier> = []
  /// The calls of the functions that the object is passed to, outermost first.
  private var entered: [Call] = []
  private var caller: Call? { entered.last }
  private var depth = 0
  /// The parameter for which the object is the default value: `configuration` of `configuration ?? .ephemeral`.
  private var fallback: (body: Body, parameter: String)?
  /// Whether the trace is following the object to one of several callers of the function that makes the object.
  private var isOfOneCaller = false

  /// Follows the object that an expression makes.
  init(of expression: Expression, in frame: Frame, _ program: Program) {
    self.program = program
    fallback = program.parameter(before: expression, in: frame)
    follow(expression, in: frame)
    settings.sort { ($0.order, $0.name) < ($1.order, $1.name) }
  }

  /// Follows the object that a property keeps.
  init(keptIn property: Body, _ program: Program) {
    self.program = program
    follow(property)
  }

  /// Follows the object that is `self` in the initializers of a type.
  init(ofSelfIn body: Body, named names: Set<String>, _ program: Program) {
    self.program = program
    for assignment in program.assignmentsByBody[ObjectIdentifier(body)] ?? [] {
      let path = assignment.target.core.path ?? []
      let name = path.first == "self" ? path.dropFirst().joined(separator: ".") : path.joined(separator: ".")
      if names.contains(name) { add(assignment, name) }
    }
  }

  private mutating func add(_ assignment: Assignment, _ name: String) {
    settings.append(
      Setting(
        name: name, value: assignment.value, frame: assignment.frame, order: assignment.order,
        sign: assignment.sign, target: assignment.target, caller: caller, isOfOneCaller: isOfOneCaller))
  }

  private mutating func follow(_ expression: Expression, in frame: Frame) {
    guard seen.insert(ObjectIdentifier(expression)).inserted, depth < 8, program.budget.take() else { return }
    depth += 1
    defer { depth -= 1 }
    switch program.sinks[ObjectIdentifier(expression)] {
    case .local(let local): follow(local)
    case .property(let property, let file): keep(property, in: file)
    case .assigned(let target, let frame): assign(to: target, in: frame)
    case .returned(let frame): leave(frame)
    case .argument(let call, let index):
      arguments.append((call, index, entered.first))
      configure(call)
      pass(to: call, at: index)
    case .base(let use, let frame): mention(use, in: frame)
    case nil: break
    }
  }

  /// Notes a use of the object's members: a property that is set, or a method.
  private mutating func mention(_ use: Expression, in frame: Frame) {
    if let call = program.callsByExpression[ObjectIdentifier(use)] {
      methods.append(call)
      configure(call)
      if Self.editing.contains(call.name) || ["copy", "mutableCopy"].contains(call.name) {
        follow(use, in: frame)
      }
      return
    }
    guard case .member(_, let name) = use.form else { return }
    for assignment in program.assignmentsByTarget[ObjectIdentifier(use)] ?? [] { add(assignment, name) }
    for assignment in program.assignmentsWithin(use) { add(assignment, "\(name)[]") }
  }

  /// The functions and methods that pass an object to a closure, and return the object.
  private static let editing: Set<String> = [
    "also", "apply", "build", "configure", "configured", "do", "setup", "tap", "then", "update", "with",
  ]

  /// Follows the object into a closure that a function with the object, or a method of the object, receives, and that may set properties on
  /// its parameter.
  private mutating func configure(_ call: Call) {
    guard Self.editing.contains(call.name) else { return }
    for argument in call.arguments {
      if case .closure(let closure) = argument.value.form { follow(intoParameter: 0, of: closure) }
    }
  }

  private mutating func follow(intoParameter index: Int, of closure: Closure) {
    guard let frame = program.closures[ObjectIdentifier(closure)] else { return }
    let names = closure.parameters.map(\.name)
    let name = names.isEmpty ? "$\(index)" : index < names.count ? names[index] : nil
    if let local = name.flatMap({ frame.locals[$0] }) { follow(local) }
  }

  private mutating func follow(_ local: Local) {
    guard seen.insert(ObjectIdentifier(local)).inserted else { return }
    if case .unknown = local.kind {} else { locals.append(local) }
    for use in local.uses { follow(use.expression, in: use.frame) }
  }

  private mutating func keep(_ property: Property, in file: FileIndex) {
    let body = (program.properties[property.name] ?? []).first {
      $0.file.path == file.path && $0.context?.position == property.context.position
    }
    if let body { follow(body) }
  }

  private mutating func follow(_ body: Body) {
    guard let property = body.property, seen.insert(ObjectIdentifier(body)).inserted else { return }
    properties.append(body)
    let named = program.uses[property.name] ?? []
    guard program.budget.take(named.count) else { return }
    let uses = named.filter { refers($0.expression, in: $0.frame, to: body) }
    // A computed property makes an object for each use.
    each(uses.map { ($0.expression, $0.frame) }, isOneOfSeveral: property.getter != nil)
  }

  private func refers(_ expression: Expression, in frame: Frame, to body: Body) -> Bool {
    program.property(of: expression, in: frame) === body
  }

  private mutating func assign(to target: Expression, in frame: Frame) {
    switch target.core.form {
    case .name(let name):
      if let local = frame.local(name) { return follow(local) }
      if let body = program.property(of: target.core, in: frame) { follow(body) }
    case .member:
      if let body = program.property(of: target.core, in: frame) { follow(body) }
    default: break
    }
  }

  /// Follows an object to places. If `isOneOfSeveral` holds, each place has an object of its own.
  private mutating func each(_ places: [(Expression, Frame)], isOneOfSeveral: Bool) {
    let isOuter = isOfOneCaller
    defer { isOfOneCaller = isOuter }
    if isOneOfSeveral, places.count > 1 { isOfOneCaller = true }
    for (expression, frame) in places { follow(expression, in: frame) }
  }

  /// Follows the object when a closure or function returns it.
  private mutating func leave(_ frame: Frame) {
    switch frame.kind {
    case .closure(_, let call, _):
      // `{ … }()`, or the value of a closure-making call such as `queue.sync { … }`.
      if let call, case .call(let callee, _) = call.form {
        if case .closure = callee.core.form { follow(call, in: frame.parent ?? frame) }
        if ["sync", "withLock", "map", "flatMap"].contains(callee.core.lastName ?? "") {
          follow(call, in: frame.parent ?? frame)
        }
      } else if let local = frame.parent?.locals.values.first(where: {
        $0.getter != nil && $0.frame === frame.parent
      }) {
        follow(local)
      }
    case .body:
      let body = frame.body
      if let caller = entered.popLast() {
        // The trace entered the function through this call, so the result continues only at this call.
        follow(caller.expression, in: caller.frame)
        entered.append(caller)
        return
      }
      makers.append(body)
      if body.property != nil {
        follow(body)
      } else if let function = body.function {
        let named = program.callsByName[function.name] ?? []
        guard program.budget.take(named.count) else { return }
        let calls = named.filter { call in
          program.callees(of: call).contains { $0 === body }
        }
        if let fallback, fallback.body === body {
          leave(fallback.parameter, of: function, to: calls)
        } else {
          each(calls.map { ($0.expression, $0.frame) }, isOneOfSeveral: true)
        }
      }
    default: break
    }
  }

  /// Follows the object to the calls that pass no argument for a parameter, or pass a parameter of the calling function.
  private mutating func leave(_ parameter: String, of function: Function, to calls: [Call]) {
    let outer = fallback
    defer { fallback = outer }
    let isOne = isOfOneCaller
    defer { isOfOneCaller = isOne }
    if calls.count > 1 { isOfOneCaller = true }
    for call in calls {
      let argument = call.bindings(to: function.parameters)?[parameter]?.core
      switch argument?.form {
      case nil, .null: fallback = nil
      case .name(let name):
        // A variable may hide the parameter.
        let own = call.frame.body.parameters.first { one in
          one.name == name && one.uses.contains { $0.expression === argument }
        }
        guard own != nil else { continue }
        fallback = (call.frame.body, name)
      default: continue
      }
      follow(call.expression, in: call.frame)
    }
  }

  /// Follows the object into a closure that is called at once, or into a function of the sources, which may set properties on a parameter.
  private mutating func pass(to call: Call, at index: Int) {
    // `{ $0.isDiscretionary = true; return $0 }(.background(withIdentifier: "a"))`
    if case .closure(let closure)? = call.callee?.form { return follow(intoParameter: index, of: closure) }
    if let property = program.memberwiseProperty(for: index, of: call) { return follow(property) }
    guard entered.count < 4, let local = program.parameter(for: index, of: call) else { return }
    entered.append(call)
    follow(local)
    entered.removeLast()
  }
}

extension [ObjectTrace.Setting] {
  /// The settings that are in effect when calls copy the object. A setting after all of these calls has no effect.
  func copied(by calls: [Call]) -> [ObjectTrace.Setting] {
    compactMap { setting in
      let missed = calls.count { setting.isAfter($0) }
      return missed > 0 && missed == calls.count ? nil : setting.with(mayBeMissed: missed > 0)
    }
  }

  /// All settings, for calls that may copy the object. If a setting comes after a call, the call may miss the setting.
  func handedOver(to calls: [Call]) -> [ObjectTrace.Setting] {
    map { setting in setting.with(mayBeMissed: calls.contains { setting.isAfter($0) }) }
  }
}

extension ObjectTrace.Setting {
  /// Whether the setting comes after a call in the code of the same function.
  fileprivate func isAfter(_ call: Call) -> Bool {
    call.frame.callable === frame.callable && call.order < order
  }

  fileprivate func with(mayBeMissed isMissed: Bool) -> Self {
    var setting = self
    setting.mayBeMissed = isMissed
    return setting
  }
}

extension Program {
  /// The parameter for which an expression is the default value: `conf` of `conf ?? .ephemeral`.
  fileprivate func parameter(before expression: Expression, in frame: Frame) -> (
    body: Body, parameter: String
  )? {
    var found: (Body, String)?
    frame.body.function?.body.visit { one in
      guard found == nil, case .binary("??", let left, let right) = one.form, right.core === expression,
        case .name(let name) = left.core.form
      else { return }
      // A variable of the same name hides the parameter.
      if case .parameter(let parameter, let body)? = frame.body.frame.parameter(name)?.kind {
        found = (body, parameter.name)
      }
    }
    return found
  }

  /// The property that a name or member refers to; `nil` unless exactly one property matches.
  func property(of expression: Expression, in frame: Frame) -> Body? {
    switch expression.core.form {
    case .name(let name):
      // `guard let token = token` reads the property before the constant hides it.
      if let local = frame.local(name), local.value?.core !== expression.core { return nil }
      return member(name, of: frame.body.types, from: frame.body.file)
    case .member(let base?, let name):
      guard let owner = type(of: base, in: frame) else { return nil }
      let found = inheritedMembers(name, of: owner, from: frame.body.file)
      return found.count == 1 ? found.first : nil
    case .member(nil, let name):
      guard let owner = typeOfPlace(of: expression.core, in: frame) else { return nil }
      let found = inheritedMembers(name, of: owner, from: frame.body.file)
      return found.count == 1 ? found.first : nil
    default: return nil
    }
  }

  /// The assignments to elements of an expression: `x["name"] = value`.
  func assignmentsWithin(_ expression: Expression) -> [Assignment] {
    assignmentsByBase[ObjectIdentifier(expression)] ?? []
  }
}
