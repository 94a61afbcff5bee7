/// The requests of app extensions that end while a transfer runs.
struct OutlivedRequest {
  private let program: Program
  /// The calls that end the request of an extension's context.
  private let ends: [Call]
  /// The greatest number of functions between the end of a request and the start of a transfer.
  private static let maximumDepth = 3

  init(_ program: Program) {
    self.program = program
    ends = ["completeRequest", "completeRequestReturningItems"].flatMap { program.callsByName[$0] ?? [] }
      .filter { $0.base != nil }
  }

  /// Whether code starts a transfer, and ends the request of its extension without waiting for the transfer.
  func ends(before transfer: Call, isAwaited: Bool) -> Bool {
    !ends.isEmpty && ends(after: transfer, isAwaited: isAwaited, depth: 0)
  }

  private func ends(after start: Call, isAwaited: Bool, depth: Int) -> Bool {
    let body = start.frame.body
    let own = ends.filter { $0.frame.body === body }
    if !own.isEmpty {
      let around = Set(start.frame.chain.map { ObjectIdentifier($0.callable) })
      return own.contains { end in
        guard end.order > start.order, around.contains(ObjectIdentifier(end.frame.callable)) else {
          return false
        }
        // In the closure of the transfer, or after waiting for the transfer, the end comes in time.
        return end.frame.callable !== start.frame.callable || !isAwaited
      } && !own.contains { isInside($0, argumentOf: start) }
    }
    guard depth < Self.maximumDepth, let callers = program.callers(of: body) else { return false }
    // Nothing waits for a transfer that a closure starts.
    let isAwaited = isAwaited && start.frame.callable === body.frame
    return callers.contains { ends(after: $0, isAwaited: isAwaited, depth: depth + 1) }
  }

  /// Whether a call is in a closure that is an argument of another call.
  private func isInside(_ call: Call, argumentOf other: Call) -> Bool {
    call.frame.chain.contains { frame in
      guard case .closure(_, let around?, _) = frame.kind else { return false }
      return around === other.expression
    }
  }
}
