internal import AppFacts
internal import PolicySyntax

extension Recognizer {
  /// The types of generated code that start the work of a process, the uses of their `start`, and the functions by which the app
  /// connects the work with the system.
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
    return declarations + uses + connections(of: processes, program)
  }

  // MARK: - Connections

  /// The functions of generated code that the app has to call, each with the information whether code that is in use calls the
  /// function.
  private static func connections(of processes: [Body], _ program: Program) -> [CodeFact] {
    var facts: [CodeFact] = []
    for body in processes {
      guard let name = body.types.last else { continue }
      let supertypes = Set(program.inherited(by: body.types, from: body.file).map(Program.plain))
      if supertypes.contains("SessionOwner") {
        facts += connection(by: "handleEvents", of: name, declaredBy: body, program)
      }
      if supertypes.contains("PushReceiver") {
        facts += connection(by: "handlePush", of: name, declaredBy: body, program)
      }
    }
    let names = Set(processes.compactMap(\.types.last))
    for body in program.bodies where body.types == ["Scene"] && body.outer == nil {
      // A scene registers the app refreshes of SwiftUI.
      guard let function = body.function, body.context?.identifiers.contains("SceneTask") == true,
        let name = function.parameters.lazy.compactMap(\.type).map(Program.plain).first(where: names.contains)
      else { continue }
      facts += connection(by: function.name, of: name, declaredBy: body, program)
    }
    return facts
  }

  private static func connection(
    by function: String, of type: String, declaredBy body: Body, _ program: Program
  ) -> [CodeFact] {
    guard let context = body.context else { return [] }
    let location = body.location(context.position)
    return [
      CodeFact(
        .generatedProcess, at: location, scope: body.scope, conditions: body.frame.conditions,
        reach: .entryPoint, moments: [],
        values: [
          FactEntry("type", FactValue(.string(type), .literal, at: location)),
          FactEntry("connection", FactValue(.string(function), .literal, at: location)),
          FactEntry(.isConnected, isUsed(function, program), at: location),
        ])
    ]
  }

  /// Whether code that is in use calls a function or passes the function on. Functions of the same name do not count, as the runtime's
  /// functions call each other.
  private static func isUsed(_ function: String, _ program: Program) -> Bool {
    let calls = (program.callsByName[function] ?? []).map(\.frame.body)
    let mentions = (program.uses[function] ?? []).map(\.frame.body)
    return (calls + mentions).contains { body in
      var outermost = body
      while let outer = outermost.outer { outermost = outer.body }
      return outermost.function?.name != function && program.graph.reach(of: body) != .unreached
    }
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
