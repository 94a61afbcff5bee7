internal import AppFacts

/// Finds values that are new at each launch of an app: random values, dates, and hashes, which Swift seeds anew in each process.
struct UnstableValue {
  /// An unstable value that an expression contains.
  struct Source {
    /// The name of the value, such as `hashValue`.
    let name: String
    /// Whether the expression may also have an identifier of an earlier launch, such as the identifier that the system passes to the app
    /// with the events of a session.
    var isHandedBack = false
  }

  private let program: Program
  private var keeping: KeptValue
  /// The calls through which the search came to a function, by the function's body.
  private var calls: [ObjectIdentifier: Call] = [:]
  private var depth = 0
  private static let maximumDepth = 7

  init(in program: Program) {
    self.program = program
    keeping = KeptValue(in: program)
  }

  /// An unstable value that an expression contains; `nil` if no unstable value is certain.
  ///
  /// The search follows constants, parameters, properties and functions. The default of `saved ?? UUID()` does not count: the saved value
  /// may come from an earlier launch. A value that the code may keep for a later launch does not count either.
  func source(in argument: (expression: Expression, frame: Frame)) -> Source? {
    guard depth < Self.maximumDepth, program.budget.take() else { return nil }
    let core = argument.expression.core
    let frame = argument.frame
    switch core.form {
    case .text(let parts):
      return parts.lazy.compactMap { part in
        if case .interpolation(let value) = part { source(in: (value, frame)) } else { nil }
      }.first
    // The parts that `joined(separator:)` puts together.
    case .array(let elements): return elements.lazy.compactMap { source(in: ($0, frame)) }.first
    case .binary("+", let left, let right):
      return source(in: (left, frame)) ?? source(in: (right, frame))
    case .member(let base, let member):
      if Self.members.contains(member), base != nil { return Source(name: member) }
      if member == "now", base?.core.lastName == "Date" { return Source(name: "Date.now") }
      if let base, let found = source(in: (base, frame)) { return found }
      return property(core, frame)
    case .call(let callee, let arguments): return call(core, callee.core, arguments, frame)
    // A value in a format of Objective-C that changes the value's text, such as `%f`.
    case .other(let conversion, let values) where conversion.hasPrefix("%"):
      return values.lazy.compactMap { source(in: ($0, frame)) }.first
    case .name(let text):
      guard let local = frame.local(text) else { return property(core, frame) }
      return source(in: local)
    default: return nil
    }
  }

  // MARK: - Variables and properties

  private func source(in local: Local) -> Source? {
    guard local.assignments.isEmpty, local.alternatives.isEmpty else { return nil }
    if let value = local.value {
      guard let found = deeper.source(in: (value, local.frame)), !keeping.keeps(local) else { return nil }
      return found
    }
    guard case .parameter(let parameter, let body) = local.kind else { return nil }
    return deeper.source(among: values(of: parameter, of: body))
  }

  /// The values that calls give a parameter; `nil` if unknown calls may give other values.
  private func values(of parameter: Parameter, of body: Body) -> [(expression: Expression, frame: Frame)]? {
    let known = calls[ObjectIdentifier(body)].map { [$0] }
    guard let callers = known ?? program.callers(of: body) else { return nil }
    var values: [(expression: Expression, frame: Frame)] = []
    for call in callers {
      guard let bindings = call.bindings(to: body.function?.parameters ?? []) else { return nil }
      if let value = bindings[parameter.name] {
        values.append((value, call.frame))
      } else if let value = parameter.defaultValue {
        values.append((value, body.frame))
      } else {
        return nil
      }
    }
    return values
  }

  /// The unstable value of a property: from the property's declaration, its getter, or an assignment in an initializer.
  private func property(_ expression: Expression, _ frame: Frame) -> Source? {
    guard let body = program.property(of: expression, in: frame), let property = body.property,
      !property.isWrapped
    else { return nil }
    if property.getter != nil { return deeper.source(returnedFrom: body.frame.returns, of: body) }
    let isRestored = program.isRestored(body)
    if let value = property.value {
      guard property.isConstant || !isRestored && !program.isAssigned(body) else { return nil }
      return deeper.source(in: (value, body.frame))
    }
    guard !isRestored else { return nil }
    let assignments = (program.assignmentsByName[property.name] ?? []).filter {
      $0.frame.body.types == body.types
    }
    let isOnlyInitialized = assignments.allSatisfy {
      $0.sign == "=" && $0.frame.body.function?.name == "init"
    }
    guard isOnlyInitialized, property.isConstant || property.context.modifiers.contains("private"),
      !assignments.isEmpty
    else { return nil }
    return deeper.source(among: assignments.map { ($0.value, $0.frame) })
  }

  // MARK: - Calls

  private func call(
    _ expression: Expression, _ callee: Expression, _ arguments: [Argument], _ frame: Frame
  ) -> Source? {
    if let function = callee.lastName {
      if Self.types.contains(function), arguments.isEmpty { return Source(name: "\(function)()") }
      if Self.functions.contains(function) { return Source(name: function) }
      if Self.compositions.contains(function) {
        for argument in arguments {
          if let found = source(in: (argument.value, frame)) { return found }
        }
      }
    }
    if case .closure(let closure) = callee.form {
      return deeper.source(
        returnedFrom: program.closures[ObjectIdentifier(closure)]?.returns ?? [], of: frame.body)
    }
    if let call = program.callsByExpression[ObjectIdentifier(expression)] {
      let found = program.callees(of: call)
      if found.count == 1, let body = found.first {
        var inner = deeper
        inner.calls[ObjectIdentifier(body)] = call
        return inner.source(returnedFrom: body.frame.returns, of: body)
      }
    }
    if case .member(let base?, _) = callee.form { return source(in: (base, frame)) }
    return nil
  }

  /// The unstable value that code returns, if each of the returned values contains an unstable value.
  private func source(
    returnedFrom returns: [(value: Expression, frame: Frame)], of body: Body
  ) -> Source? {
    var inner = self
    inner.keeping.returning = body
    var found: [Source] = []
    for one in returns {
      guard let source = inner.source(in: (one.value, one.frame)) else { return nil }
      found.append(source)
    }
    return found.first
  }

  // MARK: - Several values

  /// The unstable value among the values that an expression may have. If another value may be kept from an earlier launch, the code
  /// probably keeps the unstable value as well, and the result is `nil`. A hash counts anyway, because code has no reason to keep a hash.
  private func source(among values: [(expression: Expression, frame: Frame)]?) -> Source? {
    var found: Source?
    var isHandedBack = false
    var mayBeSaved = false
    for value in values ?? [] {
      if let source = source(in: value) {
        if found == nil || source.name == Self.hash { found = source }
        isHandedBack = isHandedBack || source.isHandedBack
      } else if self.isHandedBack(value) {
        isHandedBack = true
      } else if Evaluator(program).value(value.expression, in: value.frame, expecting: "String").content
        == nil
      {
        mayBeSaved = true
      }
    }
    guard !mayBeSaved || found?.name == Self.hash else { return nil }
    found?.isHandedBack = isHandedBack || mayBeSaved
    return found
  }

  /// Whether an expression is the identifier that the system passes to `application(_:handleEventsForBackgroundURLSession:…)`.
  private func isHandedBack(_ value: (expression: Expression, frame: Frame)) -> Bool {
    guard depth < Self.maximumDepth, case .name(let name) = value.expression.core.form,
      let local = value.frame.local(name), case .parameter(let parameter, let body) = local.kind
    else { return false }
    if parameter.label == "handleEventsForBackgroundURLSession" { return true }
    let values = values(of: parameter, of: body) ?? []
    return !values.isEmpty && values.allSatisfy { deeper.isHandedBack($0) }
  }

  /// The search one step further away from the expression at which it began.
  private var deeper: UnstableValue {
    var next = self
    next.depth += 1
    return next
  }

  /// The functions whose result contains the values of their arguments.
  private static let compositions: Set<String> = [
    "Double", "Int", "Int64", "String", "UInt", "UInt64", "appending", "init", "stringWithFormat",
  ]
  private static let hash = "hashValue"
  private static let members: Set<String> = [
    "globallyUniqueString", hash, "processIdentifier", "systemUptime", "timeIntervalSinceReferenceDate",
    "uptimeNanoseconds",
  ]
  private static let types: Set<String> = ["Date", "Hasher", "NSDate", "NSUUID", "UUID"]
  private static let functions: Set<String> = [
    "CACurrentMediaTime", "CFAbsoluteTimeGetCurrent", "CFUUIDCreate", "ObjectIdentifier", "arc4random",
    "arc4random_uniform", "drand48",
    "getpid", "mach_absolute_time", "random", "randomElement",
  ]
}
