internal import AppFacts
internal import PolicySyntax

extension Recognizer {
  /// Objects that call their delegate later, and that only a variable of a function keeps.
  static let releasedObjects = Recognizer { program in
    let builder = FactBuilder(program)
    return types.flatMap { type in
      (program.callsByName[type.name] ?? []).compactMap { call -> CodeFact? in
        guard call.frame.body.function != nil,
          case .local(let local)? = program.sinks[ObjectIdentifier(call.expression)], !local.isStatic,
          local.assignments.isEmpty, isReleased(local, program)
        else { return nil }
        let trace = ObjectTrace(of: call.expression, in: call.frame, program)
        let hasDelegate =
          type.name == activitySession && !mayWait(after: call, program)
          || call["delegate"].map { !$0.core.isNull } ?? false
          || trace.settings.contains { $0.name == "delegate" && !$0.value.core.isNull }
        let isUsed =
          type.uses.isEmpty || trace.settings.contains { type.uses.contains($0.name) }
          || trace.methods.contains { type.uses.contains($0.name) }
        guard hasDelegate, isUsed, trace.properties.isEmpty, trace.makers.isEmpty, trace.arguments.isEmpty
        else { return nil }
        return builder.fact(
          .releasedObject, at: call, [FactEntry("type", builder.derived(.string(type.name), at: call))])
      }
    }
  }

  /// The types, with the properties and methods whose use lets an object call its delegate later; empty if each object does.
  private static let types: [(name: String, uses: Set<String>)] = [
    ("CBCentralManager", []), ("CBPeripheralManager", []),
    (
      "CLLocationManager",
      [
        "startUpdatingLocation", "startMonitoringSignificantLocationChanges", "startMonitoringVisits",
        "startMonitoring", "requestLocation",
      ]
    ), ("PKPushRegistry", ["desiredPushTypes"]), (activitySession, []),
  ]

  /// The session that keeps an app in use in the background, and that has no delegate.
  private static let activitySession = "CLBackgroundActivitySession"

  /// Whether the function around a call may wait after the call, and keep its variables meanwhile.
  private static func mayWait(after call: Call, _ program: Program) -> Bool {
    let own = call.frame.callable
    return own.awaits.contains { $0 > call.order }
      || (program.callsByName["liveUpdates"] ?? []).contains {
        $0.frame.callable === own && $0.order > call.order
      }
  }

  /// Whether all uses of a variable are uses of its object's members, outside closures that other code may keep.
  private static func isReleased(_ local: Local, _ program: Program) -> Bool {
    local.uses.allSatisfy { use in
      guard use.frame.callable === local.frame.callable else { return false }
      switch program.sinks[ObjectIdentifier(use.expression)] {
      case .base: return true
      default: return false
      }
    }
  }
}

extension Expression {
  /// Whether the expression is `nil`.
  fileprivate var isNull: Bool { if case .null = form { true } else { false } }
}
