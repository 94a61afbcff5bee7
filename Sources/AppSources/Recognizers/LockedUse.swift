internal import AppFacts

extension Program {
  /// Whether a call may run while the device is locked: in the background, or for the screen of a car.
  func mayRunLocked(_ call: Call) -> Bool {
    let moments = Set(graph.moments(at: call.frame, after: call.order))
    return !moments.isDisjoint(with: Self.lockedMoments) || isForCar(call.frame.body)
  }

  private static let lockedMoments: Set<Moment> = [
    .handlerStart, .handlerEnd, .push, .fetch, .backgroundEvents,
  ]

  /// The greatest number of functions between a scene of CarPlay and the code.
  private static let mostFunctions = 6

  /// Whether a scene of CarPlay that connects runs a function, itself or through other functions.
  private func isForCar(_ body: Body) -> Bool {
    guard functions["templateApplicationScene"] != nil else { return false }
    var seen: Set<ObjectIdentifier> = []
    var open = [body]
    for _ in 0..<Self.mostFunctions {
      open = open.filter { seen.insert(ObjectIdentifier($0)).inserted }
      guard !open.isEmpty, budget.take(open.count) else { return false }
      if open.contains(where: { $0.function?.name == "templateApplicationScene" }) { return true }
      open = open.flatMap { graph.callers(of: $0).map(\.frame.body) }
    }
    return false
  }
}
