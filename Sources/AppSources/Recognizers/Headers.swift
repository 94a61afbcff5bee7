internal import AppFacts
internal import PolicySyntax

extension Recognizer {
  /// Headers that are set on requests and configurations.
  static let headers = Recognizer { program in
    var facts: [CodeFact] = []
    for name in ["setValue", "addValue"] {
      for call in program.callsByName[name] ?? [] {
        guard let field = call["forHTTPHeaderField"], let value = call.arguments.first?.value else {
          continue
        }
        for builder in FactBuilder.builders(for: field, in: call.frame, program) {
          facts.append(
            builder.fact(
              .header, at: call,
              [
                FactEntry("field", builder.text(field, in: call.frame)),
                FactEntry("value", builder.value(value, in: call.frame)),
              ]))
        }
      }
    }
    for name in ["httpAdditionalHeaders", "allHTTPHeaderFields"] {
      for assignment in program.assignmentsByName[name] ?? [] {
        facts += headers(of: assignment, FactBuilder(program))
      }
    }
    return facts
  }

  private static func headers(of assignment: Assignment, _ builder: FactBuilder) -> [CodeFact] {
    let frame = assignment.frame
    func fact(_ field: Expression, _ value: Expression) -> CodeFact {
      builder.fact(
        .header, at: field.position, in: frame,
        [
          FactEntry("field", builder.text(field, in: frame)),
          FactEntry("value", builder.value(value, in: frame)),
        ])
    }
    if case .element(_, let arguments) = assignment.target.core.form, let field = arguments.first?.value {
      return [fact(field, assignment.value)]
    }
    guard case .dictionary(let entries) = assignment.value.core.form else { return [] }
    return entries.map { fact($0.key, $0.value) }
  }
}
