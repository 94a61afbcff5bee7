internal import AppFacts
internal import PolicySyntax

extension Recognizer {
  /// Headers that are set on requests and configurations.
  static let headers = Recognizer { program in
    var facts: [CodeFact] = []
    for name in Call.headerMethods {
      for call in program.callsByName[name] ?? [] {
        guard let field = call.headerField, let value = call.arguments.first?.value else { continue }
        for builder in FactBuilder.builders(for: field, in: call.frame, program) {
          facts.append(
            builder.fact(
              .header, at: call,
              [
                FactEntry("field", builder.text(field, in: call.frame)),
                FactEntry("value", builder.value(value, in: call.frame)),
              ] + client(of: call, builder)))
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

  /// The client of another library that receives the request of a call; empty if a session receives the request, or may receive it.
  private static func client(of call: Call, _ builder: FactBuilder) -> [FactEntry] {
    let program = builder.program
    guard let base = call.base, let trace = ObjectTrace(ofReceiver: base, in: call.frame, program) else {
      return []
    }
    let calls = trace.arguments.map(\.call)
    guard trace.makers.isEmpty, trace.properties.allSatisfy({ !($0.context?.isExposed ?? true) }),
      let first = calls.first,
      calls.allSatisfy({ program.callees(of: $0).isEmpty && !isOfSession($0) })
    else { return [] }
    return [FactEntry("client", builder.derived(.string(first.name), at: first))]
  }

  /// Whether a call may pass a request on to a session of `URLSession`: every call except another library's initializer.
  private static func isOfSession(_ call: Call) -> Bool {
    guard call.name.first?.isUppercase ?? false else { return true }
    return ["URLSession", "URLRequest", "CachedURLResponse", "Session", "SessionManager", "Task", "Optional"]
      .contains(call.name)
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
    return assignment.headers.map { fact($0.field, $0.value) }
  }
}

extension ObjectTrace {
  /// Follows the object that a variable or property keeps; `nil` if a variable may keep several objects.
  fileprivate init?(ofReceiver base: Expression, in frame: Frame, _ program: Program) {
    if case .name(let name) = base.core.form, let local = frame.local(name) {
      guard local.assignments.isEmpty, let maker = local.value else { return nil }
      self.init(of: maker, in: local.frame, program)
    } else if let property = program.property(of: base, in: frame), property.property?.getter == nil {
      self.init(keptIn: property, program)
    } else {
      return nil
    }
  }
}

extension Call {
  /// The methods of a request that set a header.
  static let headerMethods = ["setValue", "addValue"]

  /// The field of the header that the call sets on a request; `nil` if the call sets no header.
  var headerField: Expression? { Self.headerMethods.contains(name) ? self["forHTTPHeaderField"] : nil }
}

extension Assignment {
  /// The headers that the assignment sets: a dictionary of headers, or an element of such a dictionary.
  var headers: [(field: Expression, value: Expression)] {
    if case .element(_, let arguments) = target.core.form, let field = arguments.first?.value {
      return [(field, value)]
    }
    guard case .dictionary(let entries) = value.core.form else { return [] }
    return entries.map { ($0.key, $0.value) }
  }
}
