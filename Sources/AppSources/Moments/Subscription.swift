internal import AppFacts

/// A subscription to the values of one of the app's own properties: a property with `@Published`, or a subject of Combine.
struct Subscription {
  /// The places that may give the subscriber a value: assignments to a published property, and calls of a subject's `send`.
  let sends: [(frame: Frame, order: Int)]
  /// Whether the subscriber gets the property's present value while it subscribes.
  let beginsAtOnce: Bool
  /// Whether the values reach the subscriber only after the code that sends them has returned.
  let isDeferred: Bool

  /// The operators that deliver values on a scheduler.
  private static let deferring: Set<String> = ["receive", "debounce", "delay", "throttle"]
  /// The operators that may hold back the present value.
  private static let filtering: Set<String> = [
    "compactMap", "drop", "dropFirst", "filter", "tryCompactMap", "tryFilter",
  ]

  /// The subscription that a call of `sink` makes; `nil` if the publisher does not begin at one of the app's own properties.
  init?(of call: Call, _ program: Program) {
    guard call.name == "sink", let base = call.base,
      let chain = Chain(base, in: call.frame, program), let property = chain.property.property
    else { return nil }
    let name = property.name
    // The property of an object whose type is not known may be this property.
    func isOwn(_ expression: Expression, in frame: Frame) -> Bool {
      guard let found = program.property(of: expression, in: frame) else {
        return frame.local(name) == nil || expression.core.path?.count ?? 2 > 1
      }
      return found === chain.property
    }
    if chain.isPublished {
      sends = (program.assignmentsByName[name] ?? []).filter { isOwn($0.target, in: $0.frame) }
        .map { ($0.frame, $0.order) }
    } else {
      sends = (program.callsByName["send"] ?? []).filter { send in
        guard let subject = send.base, subject.core.lastName == name else { return false }
        return isOwn(subject, in: send.frame)
      }.map { ($0.frame, $0.order) }
    }
    guard program.budget.take(sends.count) else { return nil }
    isDeferred = !Self.deferring.isDisjoint(with: chain.operators.map(\.name))
    let isHeldBack = chain.operators.contains { one in
      Self.filtering.contains(one.name) || one.name == "first" && one.arguments > 0
    }
    beginsAtOnce = chain.hasValue && !isHeldBack
  }

  /// The operators of a publisher, from the last operator to the property where the publisher begins.
  private struct Chain {
    let property: Body
    let isPublished: Bool
    /// Whether the property has a present value, which a `PassthroughSubject` lacks.
    let hasValue: Bool
    let operators: [(name: String, arguments: Int)]

    init?(_ publisher: Expression, in frame: Frame, _ program: Program) {
      var operators: [(name: String, arguments: Int)] = []
      var (expression, frame) = (publisher.core, frame)
      // A computed property may only pass the publisher on, such as `var user: AnyPublisher<User, Never> { subject.eraseToAnyPublisher() }`.
      for _ in 0..<3 {
        while case .call(let callee, let arguments) = expression.form,
          case .member(let inner?, let name) = callee.core.form
        {
          operators.append((name, arguments.count))
          expression = inner.core
        }
        let published = expression.withoutProjection
        guard let body = program.property(of: published ?? expression, in: frame),
          let property = body.property
        else { return nil }
        if property.getter != nil {
          guard body.frame.returns.count == 1, let next = body.frame.returns.first else { return nil }
          (expression, frame) = (next.value.core, next.frame)
          continue
        }
        let type =
          property.type.map(Program.plain)
          ?? property.value.flatMap { program.callsByExpression[ObjectIdentifier($0.core)]?.name }
        let isSubject = ["CurrentValueSubject", "PassthroughSubject"].contains {
          type?.hasPrefix($0) ?? false
        }
        let isPublished = published != nil && property.context.attributes.contains("Published")
        guard isPublished || published == nil && isSubject else { return nil }
        self.isPublished = isPublished
        hasValue = isPublished || type?.hasPrefix("CurrentValueSubject") ?? false
        self.property = body
        self.operators = operators
        return
      }
      return nil
    }
  }
}

extension Expression {
  /// The property of which the expression is the projected value, such as `self.user` for `self.$user`; `nil` for any other expression.
  fileprivate var withoutProjection: Expression? {
    switch form {
    case .name(let name) where name.hasPrefix("$"):
      Expression(.name(String(name.dropFirst())), at: position)
    case .member(let base, let name) where name.hasPrefix("$"):
      Expression(.member(base, String(name.dropFirst())), at: position)
    default: nil
    }
  }
}

extension MomentFlow {
  /// The origins of the closure that a subscription runs; `nil` if the call is not a subscription to a property of the app.
  func origins(ofSubscription call: Call) -> [Origin]? {
    guard call.name == "sink", let subscription = subscription(of: call) else { return nil }
    return origins(of: .subscription(ObjectIdentifier(call))) { origins(of: subscription, call) }
  }

  private func subscription(of call: Call) -> Subscription? {
    if let known = subscriptions[ObjectIdentifier(call)] { return known }
    let found = Subscription(of: call, program)
    subscriptions.updateValue(found, forKey: ObjectIdentifier(call))
    return found
  }

  private func origins(of subscription: Subscription, _ call: Call) -> [Origin]? {
    // Code that nothing runs sends no value.
    let sends = subscription.sends.filter { program.graph.reach(of: $0.frame.body) != .unreached }
    var found = sends.flatMap { origins(of: $0.frame, $0.order) }
    if subscription.beginsAtOnce { found += origins(of: call.frame, call.order) }
    guard program.budget.take(found.count) else { return nil }
    if found.isEmpty { return [.known([Occasion(moment: .event)])] }
    let stage = Stage(isLater: subscription.isDeferred, isDeferred: subscription.isDeferred)
    return found.map { $0.inside(stage) }
  }
}
