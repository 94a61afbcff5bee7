internal import PolicySyntax

extension Local {
  /// The elements of the loop whose variable it is, or of the list that a closure with it as the parameter runs for; empty if they are
  /// not known.
  func elements(in program: Program) -> [(value: Expression, frame: Frame)] {
    switch frame.kind {
    case .loop(let heads):
      guard heads.count == 1, let head = heads.first, head.names == [name], let sequence = head.value else {
        return []
      }
      return program.elements(of: sequence, in: frame)
    case .closure(let closure, let call?, _):
      guard case .call(let callee, _) = call.form, case .member(let sequence?, let method) = callee.core.form,
        ["forEach", "map", "compactMap"].contains(method), closure.parameters.count < 2,
        let around = frame.parent
      else { return [] }
      return program.elements(of: sequence, in: around)
    default: return []
    }
  }
}

extension Program {
  /// The elements of a list that is written out, or the cases of an enumeration for `allCases`.
  fileprivate func elements(of sequence: Expression, in frame: Frame) -> [(value: Expression, frame: Frame)] {
    switch sequence.core.form {
    case .array(let elements): return elements.map { ($0, frame) }
    case .member(let base?, "allCases"):
      guard let path = base.core.path, path.allSatisfy({ $0.first?.isUppercase ?? false }),
        let owner = type(named: path.joined(separator: "."), in: frame.body.types),
        members("allCases", of: owner, from: frame.body.file).isEmpty
      else { return [] }
      let file = frame.body.file
      let declarations = declarations(of: owner, from: file)
      let all = declarations.flatMap { $0.file.cases }.filter { $0.context.types == owner }
      // Two types of this name, or cases that only some builds have, are not one list.
      guard declarations.count(where: { $0.value.kind == .enum }) == 1,
        all.allSatisfy({ $0.context.conditions.isEmpty })
      else { return [] }
      var seen: Set<String> = []
      return all.filter { seen.insert($0.name).inserted }.map { one in
        (Expression(.member(base, one.name), at: sequence.position), frame)
      }
    default: return []
    }
  }
}

extension Expression {
  /// The first name of a chain of members and calls: `type` for `type.identifier.lowercased()`.
  var root: String? {
    switch core.form {
    case .name(let name): name
    case .member(let base?, _): base.root
    case .call(let callee, _): callee.root
    default: nil
    }
  }
}
