internal import AppFacts
internal import PolicySyntax

/// The values of variables in one round of a loop, or in one run of a closure that runs for each element of a list.
typealias Round = [(local: Local, value: Expression)]

extension Local {
  /// The methods of a list that run a closure for each element.
  static let elementMethods: Set<String> = ["forEach", "map", "compactMap", "flatMap"]
}

extension Frame {
  /// The rounds of a frame that is a loop, or a closure that runs for each element of a list, with the frame of their values; empty if the
  /// rounds are unknown.
  func rounds(in program: Program) -> [(values: Round, frame: Frame)] {
    let sequence: Expression
    let names: [String]
    let outside: Frame
    switch kind {
    case .loop(let heads):
      guard heads.count == 1, let head = heads.first, let value = head.value else { return [] }
      (sequence, names, outside) = (value, head.names, self)
    case .closure(let closure, let call?, _):
      guard case .call(let callee, _) = call.form, case .member(let value?, let method) = callee.core.form,
        Local.elementMethods.contains(method) || method.hasPrefix("enumerateObjects"), let parent
      else { return [] }
      // The closure of Objective-C's lists also has an index and a flag as parameters.
      let parameters = closure.parameters.prefix(Local.elementMethods.contains(method) ? .max : 1).map(\.name)
      (sequence, names, outside) = (value, parameters.isEmpty ? ["$0"] : parameters, parent)
    default: return []
    }
    let all = names.compactMap { locals[$0] }
    guard all.count == names.count, !all.isEmpty else { return [] }
    let elements = program.elements(of: sequence, in: outside)
    guard elements.allSatisfy({ $0.parts.count == all.count }) else { return [] }
    return elements.map { (zip(all, $0.parts).map { ($0, $1) }, $0.frame) }
  }
}

extension Program {
  /// The type of the elements over which a variable of a loop runs; `nil` if the list is neither `allCases` of a type nor a literal of one
  /// type's members.
  func elementType(of local: Local, depth: Int) -> [String]? {
    guard let sequence = local.frame.sequence(for: local.name) else { return nil }
    let member: Expression?
    switch sequence.core.form {
    case .member(let type?, "allCases"): return typeNamed(by: type, in: local.frame)
    case .array(let elements): member = elements.first
    default: return nil
    }
    guard case .member(let type?, _)? = member?.core.form else { return nil }
    return typeNamed(by: type, in: local.frame)
  }

  private func typeNamed(by expression: Expression, in frame: Frame) -> [String]? {
    guard let path = expression.core.path, path.allSatisfy({ $0.first?.isUppercase ?? false }) else {
      return nil
    }
    return type(named: path.joined(separator: "."), in: frame.body.types)
  }
}

extension Frame {
  /// The list from which a loop takes the values of a variable; `nil` if the frame is not a loop, or if the elements have several parts.
  fileprivate func sequence(for name: String) -> Expression? {
    switch kind {
    case .loop(let heads):
      guard heads.count == 1, heads[0].names == [name] else { return nil }
      return heads[0].value
    case .closure(let closure, let call?, _):
      guard case .call(let callee, _) = call.form, case .member(let list?, let method) = callee.core.form,
        Local.elementMethods.contains(method), closure.parameters.count < 2
      else { return nil }
      return list
    default: return nil
    }
  }
}

/// An element of a list: a single part, the parts of a tuple, or the key and the value of a dictionary's entry.
private struct Element {
  let parts: [Expression]
  let frame: Frame
}

extension Program {
  /// The elements of a list literal or of a constant list; the cases of an enumeration for `allCases`.
  fileprivate func elements(of sequence: Expression, in frame: Frame, depth: Int = 0) -> [Element] {
    guard depth < 4, budget.take() else { return [] }
    switch sequence.core.form {
    case .array(let elements):
      return Self.named(elements).map { Element(parts: $0.parts, frame: frame) }
    case .dictionary(let entries): return entries.map { Element(parts: [$0.key, $0.value], frame: frame) }
    case .member(let base?, "allCases"):
      let all = cases(of: base, in: frame, at: sequence)
      return all.isEmpty ? constant(sequence, in: frame, depth: depth) : all
    case .member(let base?, "keys"): return parts(0, of: base, in: frame, depth: depth)
    case .member(let base?, "values"): return parts(1, of: base, in: frame, depth: depth)
    case .name, .member: return constant(sequence, in: frame, depth: depth)
    case .call(let callee, let arguments):
      // The order of the elements does not matter.
      guard arguments.isEmpty, case .member(let base?, let method) = callee.core.form,
        ["sorted", "reversed", "shuffled"].contains(method)
      else { return [] }
      return elements(of: base, in: frame, depth: depth + 1)
    default: return []
    }
  }

  /// The elements of a list such as `[Job.sync, .index]`, in which the first element names the type of all elements.
  private static func named(_ elements: [Expression]) -> [Expression] {
    guard case .member(let type?, _)? = elements.first?.core.form,
      type.core.path?.allSatisfy({ $0.first?.isUppercase ?? false }) ?? false
    else { return elements }
    return elements.map { element in
      guard case .member(nil, let name) = element.core.form else { return element }
      return Expression(.member(type, name), at: element.position)
    }
  }

  private func parts(_ index: Int, of dictionary: Expression, in frame: Frame, depth: Int) -> [Element] {
    let entries = elements(of: dictionary, in: frame, depth: depth + 1)
    guard entries.allSatisfy({ $0.parts.count == 2 }) else { return [] }
    return entries.map { Element(parts: [$0.parts[index]], frame: $0.frame) }
  }

  /// The elements of a constant list.
  private func constant(_ name: Expression, in frame: Frame, depth: Int) -> [Element] {
    if case .name(let text) = name.core.form, let local = frame.local(text) {
      guard case .constant = local.kind, let value = local.value else { return [] }
      return elements(of: value, in: local.frame, depth: depth + 1)
    }
    guard let body = property(of: name, in: frame), let property = body.property, !body.isRequirement else {
      return []
    }
    if let value = property.value {
      // Code may add elements to a variable.
      guard property.isConstant else { return [] }
      return elements(of: value, in: body.frame, depth: depth + 1)
    }
    if property.getter == nil { return received(body, property, depth: depth) }
    guard body.frame.returns.count == 1, let only = body.frame.returns.first else {
      return []
    }
    return elements(of: only.value, in: only.frame, depth: depth + 1)
  }

  /// The elements of a list that an initializer stores in a property. A parameter of the initializer counts if only one call creates the
  /// object.
  private func received(_ body: Body, _ property: Property, depth: Int) -> [Element] {
    let assignments = (assignmentsByName[property.name] ?? []).filter { $0.frame.body.types == body.types }
    guard property.isConstant, assignments.count == 1, let only = assignments.first, only.sign == "=",
      only.frame === only.frame.body.frame, let function = only.frame.body.function, function.name == "init"
    else { return [] }
    guard case .name(let name) = only.value.core.form, let local = only.frame.local(name),
      case .parameter(let parameter, _) = local.kind, local.assignments.isEmpty
    else { return elements(of: only.value, in: only.frame, depth: depth + 1) }
    guard let calls = callers(of: only.frame.body), calls.count == 1, let call = calls.first else {
      return []
    }
    if let argument = call.bindings(to: function.parameters)?[name] {
      return elements(of: argument, in: call.frame, depth: depth + 1)
    }
    return parameter.defaultValue.map { elements(of: $0, in: only.frame, depth: depth + 1) } ?? []
  }

  /// The cases of an enumeration; empty if some builds have other cases, or if two types have the same name.
  func cases(of owner: [String], from file: FileIndex) -> [(value: EnumCase, file: FileIndex)] {
    let declarations = declarations(of: owner, from: file)
    let all = declarations.flatMap { one in one.file.cases.map { (value: $0, file: one.file) } }.filter {
      $0.value.context.types == owner
    }
    guard declarations.count(where: { $0.value.kind == .enum }) == 1,
      all.allSatisfy({ $0.value.context.conditions.isEmpty })
    else { return [] }
    var seen: Set<String> = []
    return all.filter { seen.insert($0.value.name).inserted }
  }

  private func cases(of base: Expression, in frame: Frame, at sequence: Expression) -> [Element] {
    guard let path = base.core.path, path.allSatisfy({ $0.first?.isUppercase ?? false }),
      let owner = type(named: path.joined(separator: "."), in: frame.body.types),
      members("allCases", of: owner, from: frame.body.file).isEmpty
    else { return [] }
    return cases(of: owner, from: frame.body.file).map { one in
      Element(parts: [Expression(.member(base, one.value.name), at: sequence.position)], frame: frame)
    }
  }
}

extension Expression {
  /// The parts of a tuple, or the expression itself.
  fileprivate var parts: [Expression] {
    if case .other("tuple", let parts) = core.form { parts } else { [self] }
  }
}
