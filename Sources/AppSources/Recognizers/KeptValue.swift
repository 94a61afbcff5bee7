internal import AppFacts

/// Finds variables whose value the code may keep for a later launch of the app.
struct KeptValue {
  private let program: Program
  /// The function or property whose result is examined. Returning a value from it does not count as keeping the value.
  var returning: Body?
  private static let maximumDepth = 4

  init(in program: Program) { self.program = program }

  /// Whether code passes a variable to unknown functions, returns the variable, or assigns it to something other than a stored property of
  /// the sources.
  func keeps(_ local: Local) -> Bool { keeps(local, depth: 0) }

  private func keeps(_ local: Local, depth: Int) -> Bool {
    guard depth < Self.maximumDepth, program.budget.take() else { return true }
    return local.uses.contains { keeps($0.expression, depth: depth) }
  }

  private func keeps(_ expression: Expression, depth: Int) -> Bool {
    switch program.sinks[ObjectIdentifier(expression)] {
    case .argument(let call, let index):
      if Self.users.contains(call.name) { return false }
      if let parameter = program.parameter(for: index, of: call) { return keeps(parameter, depth: depth + 1) }
      return true
    case .assigned(let target, let frame): return !isOnlyInMemory(target, in: frame)
    case .local(let other): return keeps(other, depth: depth + 1)
    case .base(let outer, _): return keeps(outer.core, depth: depth)
    case .returned(let frame): return frame.body !== returning
    case .property, nil: return false
    }
  }

  /// Whether the target of an assignment is a stored property that ends with the process.
  private func isOnlyInMemory(_ target: Expression, in frame: Frame) -> Bool {
    if case .element(let base, _) = target.core.form { return isOnlyInMemory(base, in: frame) }
    guard let body = program.property(of: target, in: frame), let property = body.property else {
      return false
    }
    return property.getter == nil && property.accessors.isEmpty && !property.isWrapped
      && !program.isRestored(body)
  }

  /// The functions that use a value and do not keep it.
  private static let users: Set<String> = [
    "String", "appending", "background", "backgroundSessionConfiguration", "debugPrint", "NSLog", "os_log",
    "print",
  ]
}

extension Program {
  /// Whether a property belongs to a type whose objects may be made from saved values, by code other than the
  /// initializers of the sources.
  func isRestored(_ body: Body) -> Bool {
    let isModel = declarations(of: body.types, from: body.file).contains {
      $0.value.context.attributes.contains("Model")
    }
    return isModel || Self.restoring.contains { type(body.types, inherits: $0, from: body.file) }
  }

  /// The protocols and superclasses of types whose objects are read from files or databases.
  private static let restoring = [
    "Codable", "Decodable", "FetchableRecord", "NSCoding", "NSManagedObject", "NSSecureCoding", "Object",
    "PersistentModel",
  ]
}
