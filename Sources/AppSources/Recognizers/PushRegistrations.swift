internal import AppFacts
internal import PolicySyntax

extension Recognizer {
  /// The registrations for remote notifications, and whether they depend on the permission to show notifications.
  static let pushRegistrations = Recognizer { program in
    let builder = FactBuilder(program)
    let showsAlerts = program.functions["userNotificationCenter"] != nil
    return (program.callsByName["registerForRemoteNotifications"] ?? []).filter {
      $0.arguments.isEmpty && $0.base != nil
    }.map { call in
      var permission = NotificationPermission(program)
      let entries =
        permission.isNeeded(at: call.frame, before: call.order)
        ? [
          FactEntry(.needsPermission, true, at: call.location),
          FactEntry(.showsAlerts, showsAlerts, at: call.location),
        ] : []
      return builder.fact(.remoteNotificationRegistration, at: call, entries)
    }
  }
}

/// The code that runs only after a person has allowed notifications.
private struct NotificationPermission {
  private let program: Program
  private var seen: Set<ObjectIdentifier> = []
  /// The greatest number of functions around the code.
  private static let maximumDepth = 4
  private static let request = "requestAuthorization"

  init(_ program: Program) {
    self.program = program
  }

  /// Whether the code of a frame runs only with the permission, after the expressions that came before an order.
  mutating func isNeeded(at frame: Frame, before order: Int, depth: Int = 0) -> Bool {
    for one in frame.chain {
      switch one.kind {
      case .branch(let conditions, isElse: false) where grants(conditions, in: one): return true
      case .select(let subject, let chosen, _)
      where subject.core.lastName == "authorizationStatus" && chosen.isOnlyOfPermission:
        return true
      case .closure(let closure, _, _) where leavesWithoutPermission(closure, in: one): return true
      default: break
      }
      if one.guards.contains(where: { $0.order < order && grants($0.conditions, in: one) }) { return true }
    }
    let body = frame.body
    let sites = program.graph.sites(of: body)
    guard depth < Self.maximumDepth, !sites.isEmpty, seen.insert(ObjectIdentifier(body)).inserted,
      EntryMoments.moment(of: body, program) == nil,
      body.function.map({ !program.graph.isPassedOn($0) }) ?? false
    else { return false }
    return sites.allSatisfy {
      $0.occasions == nil && isNeeded(at: $0.frame, before: $0.order, depth: depth + 1)
    }
  }

  /// Whether conditions hold only with the permission.
  private func grants(_ conditions: [Condition], in frame: Frame) -> Bool {
    conditions.contains { condition in
      !condition.isPattern && (condition.value?.conjunction ?? []).contains { grants($0, in: frame) }
    }
  }

  private func grants(_ expression: Expression, in frame: Frame) -> Bool {
    switch expression.core.form {
    case .name(let name): return isAnswer(name, in: frame)
    case .call: return isRequest(expression)
    case .binary("==", let left, let right):
      if case .bool(true) = right.core.form { return grants(left, in: frame) }
      return left.core.lastName == "authorizationStatus"
        && ["authorized", "UNAuthorizationStatusAuthorized"].contains(right.core.lastName ?? "")
    default: return false
    }
  }

  /// Whether a name is the answer to the question for the permission: a parameter of the completion handler, or the result.
  private func isAnswer(_ name: String, in frame: Frame) -> Bool {
    if let value = frame.local(name)?.value { return isRequest(value) }
    for one in frame.chain {
      guard case .closure(let closure, let around?, _) = one.kind else { continue }
      let isFirst = closure.parameters.first?.name == name || closure.parameters.isEmpty && name == "$0"
      if isFirst, isRequest(around) { return true }
    }
    return false
  }

  /// Whether an expression asks for the permission to show notifications. HealthKit's method of the same name has other arguments.
  private func isRequest(_ expression: Expression) -> Bool {
    // An error of the question counts as a no.
    if case .binary("??", let left, _) = expression.core.form { return isRequest(left) }
    guard let call = program.callsByExpression[ObjectIdentifier(expression.core)], call.name == Self.request
    else {
      return false
    }
    return call["options"] != nil && call.base != nil && program.callees(of: call).isEmpty
  }

  /// Whether the completion handler of the question returns at its beginning if the answer is no.
  private func leavesWithoutPermission(_ closure: Closure, in frame: Frame) -> Bool {
    closure.body.contains { statement in
      guard case .branch(let conditions, let then, _) = statement.form, conditions.count == 1,
        case .prefix("!", let inner)? = conditions[0].value?.core.form, grants(inner, in: frame),
        case .return? = then.last?.form
      else { return false }
      return true
    }
  }
}

extension SwitchCase {
  /// Whether the case is only for states of the permission in which the system may show notifications.
  fileprivate var isOnlyOfPermission: Bool {
    let states = ["authorized", "provisional", "ephemeral"]
    return !patterns.isEmpty
      && patterns.allSatisfy { pattern in
        states.contains { pattern == ".\($0)" || pattern.hasSuffix(".\($0)") }
      }
  }
}

extension Expression {
  /// The parts of a conjunction, or the expression itself.
  fileprivate var conjunction: [Expression] {
    if case .binary("&&", let left, let right) = core.form {
      left.conjunction + right.conjunction
    } else {
      [core]
    }
  }
}
