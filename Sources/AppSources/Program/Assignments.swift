internal import AppFacts

// The code that gives a property a value.
extension Program {
  /// Whether code other than the declaration may give a property a value.
  func isAssigned(_ body: Body) -> Bool {
    guard let property = body.property else { return false }
    // The type of the changed object is not always known, so any property of this name may change.
    if !property.isConstant, changedNames.contains(property.name) { return true }
    guard assignedNames.contains(property.name) else { return false }
    let isOwn = property.context.modifiers.contains { $0.hasPrefix("private") || $0.hasPrefix("fileprivate") }
    let named = assignmentsByName[property.name] ?? []
    guard budget.take(named.count) else { return true }
    return named.contains { assignment in
      let frame = assignment.frame
      if isOwn, frame.body.file.path != body.file.path { return false }
      switch assignment.target.core.form {
      case .name(let name):
        guard frame.local(name) == nil else { return false }
        return members(name, of: frame.body.types, from: frame.body.file).contains { $0 === body }
      case .member(let base?, _):
        if let owner = type(of: base, in: frame) {
          return owner == body.types || type(owner, inherits: body.types.last ?? "", from: frame.body.file)
        }
        return !isForeign(base, in: frame)
      default: return true
      }
    }
  }

  /// Whether an expression is known to be of a type that the sources do not declare.
  private func isForeign(_ expression: Expression, in frame: Frame) -> Bool {
    let types = frame.body.types
    func isForeign(typeNamed name: String?) -> Bool? {
      guard let name = name.map(Self.plain), name.first?.isUppercase ?? false else { return nil }
      return type(named: name, in: types) == nil
    }
    switch expression.core.form {
    case .name(let name):
      guard let local = frame.local(name) else {
        return member(name, of: types, from: frame.body.file).flatMap {
          isForeign(typeNamed: $0.property?.type)
        } ?? false
      }
      if let type = local.type { return isForeign(typeNamed: type) ?? false }
      guard let value = local.value?.core, case .call(let callee, _) = value.form else { return false }
      return isForeign(typeNamed: callee.core.path?.joined(separator: ".")) ?? false
    default: return false
    }
  }
}
