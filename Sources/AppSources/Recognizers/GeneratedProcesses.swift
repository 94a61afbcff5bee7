internal import AppFacts
internal import PolicySyntax

extension Recognizer {
  /// The types of generated code that start the work of a process, and the uses of their `start`.
  static let generatedProcesses = Recognizer { program in
    let builder = FactBuilder(program)
    let processes = program.bodies.filter { isStart($0, program) }
    let names = Set(processes.compactMap(\.types.last))
    guard !names.isEmpty else { return [] }
    let declarations = processes.compactMap { body -> CodeFact? in
      guard let name = body.types.last, let context = body.context else { return nil }
      let location = body.location(context.position)
      var values = [FactEntry("type", FactValue(.string(name), .literal, at: location))]
      if context.identifiers.contains("TaskRun") { values.append(FactEntry(.registers, true, at: location)) }
      return CodeFact(
        .generatedProcess, at: location, scope: body.scope, conditions: body.frame.conditions,
        reach: .entryPoint, moments: [], values: values)
    }
    let calls = (program.callsByName["start"] ?? []).map { ($0.base, $0.expression.position, $0.frame) }
    let mentions = (program.uses["start"] ?? []).map { use -> (Expression?, Position, Frame) in
      guard case .member(let base, _) = use.expression.core.form else {
        return (nil, use.expression.position, use.frame)
      }
      return (base, use.expression.position, use.frame)
    }
    let uses = (calls + mentions).compactMap { base, position, frame -> CodeFact? in
      guard let name = base?.core.path?.last, names.contains(name) else { return nil }
      let location = frame.body.location(position)
      return builder.fact(
        .generatedProcess, at: position, in: frame,
        [
          FactEntry("type", FactValue(.string(name), .literal, at: location)),
          FactEntry(.starts, true, at: location),
        ])
    }
    return declarations + uses
  }

  /// Whether a body is the static method `start` of a type that generated code declares for a process.
  private static func isStart(_ body: Body, _ program: Program) -> Bool {
    guard body.function?.name == "start", body.outer == nil, body.context?.isStatic ?? false else {
      return false
    }
    return program.inherited(by: body.types, from: body.file).contains {
      Program.plain($0) == "BackgroundProcess"
    }
  }
}
