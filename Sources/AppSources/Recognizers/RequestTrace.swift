internal import AppFacts
internal import PolicySyntax

/// The settings on the request of a transfer, traced from the transfer back to the place that makes the request.
///
/// Only the variables that keep the request on the traced path count, because another caller of the function that makes the request may set
/// more properties.
struct RequestTrace {
  /// The properties set on the request.
  private(set) var settings: [ObjectTrace.Setting] = []
  /// The fields of the headers that are set on the request whenever the transfer is asked for.
  private(set) var fields: [(name: Expression, frame: Frame)] = []

  private let program: Program
  private let builder: FactBuilder
  /// The call that asks for the transfer.
  private let transfer: Call
  private var depth = 0

  /// Follows the request with which a call asks for a transfer.
  init(of request: Expression, in transfer: Call, _ builder: FactBuilder) {
    program = builder.program
    self.builder = builder
    self.transfer = transfer
    follow(request, in: transfer.frame)
  }

  private mutating func follow(_ expression: Expression, in frame: Frame) {
    guard depth < 8 else { return }
    depth += 1
    defer { depth -= 1 }
    let core = expression.core
    if case .name(let name) = core.form, let local = frame.local(name) {
      follow(local)
    } else if let call = program.callsByExpression[ObjectIdentifier(core)] {
      let callees = program.callees(of: call)
      guard callees.count == 1, let body = callees.first, body.function?.name != "init" else { return }
      followOnlyReturn(of: body)
    } else if let body = program.property(of: core, in: frame), body.property?.getter != nil {
      followOnlyReturn(of: body)
    }
  }

  private mutating func followOnlyReturn(of body: Body) {
    guard let only = builder.evaluator.onlyReturn(of: body.frame.returns) else { return }
    follow(only.value, in: only.frame)
  }

  private mutating func follow(_ local: Local) {
    // A variable that gets another request loses its earlier settings.
    guard local.assignments.isEmpty, local.alternatives.isEmpty else { return }
    collect(from: local)
    if case .parameter(let parameter, let body) = local.kind {
      guard let calls = program.callers(of: body), calls.count == 1,
        let argument = calls[0].bindings(to: body.function?.parameters ?? [])?[parameter.name]
      else { return }
      follow(argument, in: calls[0].frame)
    } else if let value = local.value {
      follow(value, in: local.frame)
    }
  }

  /// Collects the settings of a variable, including settings by functions that receive the variable.
  private mutating func collect(from local: Local, isCertain: Bool = true) {
    for use in local.uses {
      switch program.sinks[ObjectIdentifier(use.expression)] {
      case .base(let member, let frame):
        collect(from: member, in: frame, of: local, isCertain: isCertain)
      case .argument(let call, let index):
        guard depth < 8, let parameter = program.parameter(for: index, of: call) else { continue }
        depth += 1
        collect(from: parameter, isCertain: isCertain && isAlways(call.frame, since: local.frame))
        depth -= 1
      default: continue
      }
    }
  }

  private mutating func collect(
    from member: Expression, in frame: Frame, of local: Local, isCertain: Bool
  ) {
    let isCertain = isCertain && isAlways(frame, since: local.frame)
    if let call = program.callsByExpression[ObjectIdentifier(member)] {
      if let field = call.headerField, isCertain, isBefore(call.order, in: frame) {
        fields.append((field, frame))
      }
      return
    }
    guard case .member(_, let name) = member.form else { return }
    for assignment in program.assignmentsByTarget[ObjectIdentifier(member)] ?? []
    where isBefore(assignment.order, in: frame) {
      if name == "allHTTPHeaderFields" {
        if isCertain { fields += assignment.headers.map { ($0.field, frame) } }
      } else {
        settings.append(
          ObjectTrace.Setting(
            name: name, value: assignment.value, frame: assignment.frame, order: assignment.order,
            sign: assignment.sign, target: assignment.target, caller: nil, isOfOneCaller: !isCertain))
      }
    }
    guard name == "allHTTPHeaderFields", isCertain else { return }
    for assignment in program.assignmentsWithin(member) where isBefore(assignment.order, in: frame) {
      fields += assignment.headers.map { ($0.field, frame) }
    }
  }

  /// Whether code runs before the call that asks for the transfer. Code of another function counts as running before.
  private func isBefore(_ order: Int, in frame: Frame) -> Bool {
    frame.callable !== transfer.frame.callable || order < transfer.order
  }

  /// Whether code runs whenever the code of an enclosing frame runs, or whenever the transfer is asked for.
  ///
  /// The code of a closure may run later.
  private func isAlways(_ frame: Frame, since outer: Frame) -> Bool {
    let others = [outer, transfer.frame]
    return !frame.isConditional(within: others)
      && others.contains { $0.chain.contains { $0 === frame.callable } }
  }
}
