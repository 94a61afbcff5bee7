internal import AppFacts

/// The identifiers of the tasks whose launch handlers calls register.
struct HandlerIdentifiers {
  private var identifiers: [ObjectIdentifier: [FactValue]] = [:]

  init(_ program: Program) {
    for call in program.callsByName["register"] ?? [] {
      guard let identifier = call["forTaskWithIdentifier"] else { continue }
      for builder in FactBuilder.builders(for: identifier, in: call.frame, program) {
        let value = builder.text(identifier, in: call.frame)
        identifiers[ObjectIdentifier(call), default: []].append(value)
        // If the app's own function registers the handler, its callers pass the handler's code.
        if let caller = builder.caller(of: call.frame.body) {
          identifiers[ObjectIdentifier(caller), default: []].append(value)
        } else if let name = call.frame.body.function?.name {
          // The value is the same for each caller of the function.
          for other in program.callsByName[name] ?? []
          where other !== call && program.callees(of: other).contains(where: { $0 === call.frame.body }) {
            identifiers[ObjectIdentifier(other), default: []].append(value)
          }
        }
      }
    }
    for call in program.callsByName["backgroundTask"] ?? [] where call.base != nil {
      guard case .call(_, let arguments)? = call.arguments.first?.value.core.form, let first = arguments.first
      else { continue }
      for builder in FactBuilder.builders(for: first.value, in: call.frame, program) {
        identifiers[ObjectIdentifier(call), default: []].append(builder.text(first.value, in: call.frame))
      }
    }
  }

  /// The entries for the launch handlers to which occasions belong, sorted by identifier, without duplicates.
  func entries(for occasions: Set<Occasion>, at call: Call) -> [FactEntry] {
    let inHandlers: Set<Moment> = [.handlerStart, .handlerEnd, .failure]
    var texts: Set<String> = []
    var isOpen = false
    for one in occasions where inHandlers.contains(one.moment) {
      guard let handler = one.handler, let values = identifiers[handler] else {
        isOpen = true
        continue
      }
      for value in values {
        if let text = value.string { texts.insert(text) } else { isOpen = true }
      }
    }
    let known = texts.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
      .map { FactEntry(.handler, $0, at: call.location) }
    guard isOpen else { return known }
    return known + [FactEntry(FactKey<String>.handler.name, FactValue(nil, .unresolved, at: call.location))]
  }
}
