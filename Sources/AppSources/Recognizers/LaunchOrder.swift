internal import AppFacts
internal import PolicySyntax

/// Finds the launch handlers that a launch registers only after it has submitted a request.
struct LaunchOrder {
  private let program: Program
  /// The greatest number of functions between an entry point and a submission, or between a statement and a registration.
  private static let maximumDepth = 4
  /// The greatest number of calls of a function on the way. A function that more places call is not followed.
  private static let mostCallers = 50

  init(_ program: Program) {
    self.program = program
  }

  /// The registrations that come after a call, and never before it, on a way of statements that leads from an entry point of the launch to
  /// the call.
  ///
  /// `caller` is the only call of the enclosing function that counts; `nil` if all calls count.
  func registrations(after call: Call, from caller: Call?) -> [Call] {
    var open: Set<ObjectIdentifier> = []
    return registrations(after: call, from: caller, [], [], &open)
  }

  /// `before` and `after` are the registrations on the part of the way that is already known.
  private func registrations(
    after call: Call, from caller: Call?, _ before: [Call], _ after: [Call],
    _ open: inout Set<ObjectIdentifier>
  ) -> [Call] {
    let body = call.frame.body
    guard case .body = call.frame.callable.kind, open.count < Self.maximumDepth,
      open.insert(ObjectIdentifier(body)).inserted, program.budget.take(),
      let statements = body.function?.body, let way = CertainWay(to: call.expression, in: statements)
    else { return [] }
    defer { open.remove(ObjectIdentifier(body)) }
    let before =
      before + way.before.flatMap { registrations(in: [$0]) } + registrations(in: shared(by: call))
    let after = after + registrations(in: way.after, onlyHere: true)
    if caller == nil, EntryMoments.moment(of: body, program) == .launch {
      let earlier = Set(before.map { ObjectIdentifier($0) })
      var seen: Set<ObjectIdentifier> = []
      return (after + launches(after: body).flatMap { registrations(in: $0, onlyHere: true) }).filter {
        !earlier.contains(ObjectIdentifier($0)) && seen.insert(ObjectIdentifier($0)).inserted
      }
    }
    guard caller != nil || program.graph.sites(of: body).count <= Self.mostCallers else { return [] }
    let callers = caller.map { [$0] } ?? program.graph.callers(of: body)
    return callers.flatMap { registrations(after: $0, from: nil, before, after, &open) }
  }

  /// The statements that run after the initializer of an app of SwiftUI: its scenes, which register their tasks, and the delegate's methods.
  private func launches(after body: Body) -> [[Statement]] {
    guard body.function?.name == "init", program.type(body.types, inherits: "App", from: body.file) else {
      return []
    }
    let scenes = (program.properties["body"] ?? []).filter { $0.types == body.types && $0.outer == nil }
      .compactMap { $0.property?.getter }
    let methods = (program.functions["application"] ?? []).filter { other in
      other.file.target == body.file.target
        && other.function?.fullName == "application(_:didFinishLaunchingWithOptions:)"
    }.compactMap { $0.function?.body }
    return scenes + methods
  }

  // MARK: - Statements

  /// The registrations in statements, closures included, and in the functions that the statements call.
  ///
  /// With `onlyHere`, functions that other places call, too, are left out: the other place may come first.
  private func registrations(in statements: [Statement], onlyHere: Bool = false) -> [Call] {
    var seen: Set<ObjectIdentifier> = []
    return registrations(in: statements, onlyHere: onlyHere, depth: 0, &seen)
  }

  private func registrations(
    in statements: [Statement], onlyHere: Bool, depth: Int, _ seen: inout Set<ObjectIdentifier>
  ) -> [Call] {
    guard depth < Self.maximumDepth, program.budget.take() else { return [] }
    var found: [Call] = []
    statements.visit { expression in
      guard let call = program.callsByExpression[ObjectIdentifier(expression)] else { return }
      if call.name == "register", call["forTaskWithIdentifier"] != nil { found.append(call) }
      if call.name == "backgroundTask", call.base != nil, call.arguments.count == 2 { found.append(call) }
      for body in program.callees(of: call) where seen.insert(ObjectIdentifier(body)).inserted {
        guard !onlyHere || program.graph.sites(of: body).count == 1 else { continue }
        found += registrations(
          in: body.function?.body ?? [], onlyHere: onlyHere, depth: depth + 1, &seen)
      }
      if !onlyHere { found += registrations(in: shared(by: call), onlyHere: false, depth: depth + 1, &seen) }
    }
    return found
  }

  /// The code that makes the object of a call, if the call is the first use of a shared object.
  private func shared(by call: Call) -> [Statement] {
    let value = call.base.flatMap { program.property(of: $0, in: call.frame) }?.property?.value
    return value.map { [Statement(form: .expression($0), position: $0.position)] } ?? []
  }
}
