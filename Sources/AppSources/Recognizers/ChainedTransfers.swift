internal import AppFacts
internal import PolicySyntax

/// Finds transfers that a session's delegate starts one after the other.
struct ChainedTransfers {
  private let program: Program

  init(_ program: Program) {
    self.program = program
  }

  /// The methods of a session's delegate that the session calls when a transfer has ended.
  private static let ends: Set<String> = [
    "urlSession(_:task:didCompleteWithError:)", "urlSession(_:downloadTask:didFinishDownloadingTo:)",
  ]

  /// Whether one function starts a single transfer, and both the session's delegate, when a transfer has ended, and other code call the
  /// function.
  ///
  /// A transfer that is started again because of an error is not chained, and a loop may start several.
  func isChained(_ call: Call, in session: SessionMakings.Making) -> Bool {
    guard let delegate = session.facts.first?["delegate"]?.string, !Self.isInLoop(call.frame),
      call.frame.body.function.map({ !Self.ends.contains($0.fullName) }) ?? false
    else { return false }
    var sites = program.graph.callers(of: call.frame.body)
    // A function between the delegate's method and the function that starts the transfer.
    sites += sites.filter { !isEnd($0.frame.body, of: delegate) }
      .flatMap { program.graph.callers(of: $0.frame.body) }
    guard sites.allSatisfy({ !Self.isInLoop($0.frame) }) else { return false }
    let own = sites.filter { isEnd($0.frame.body, of: delegate) }
    return own.contains { !Self.dependsOnError($0) } && own.count < sites.count
  }

  private func isEnd(_ body: Body, of delegate: String) -> Bool {
    body.types.joined(separator: ".") == delegate
      && body.function.map { Self.ends.contains($0.fullName) } ?? false
  }

  private static func isInLoop(_ frame: Frame) -> Bool {
    frame.chain.contains { one in
      switch one.kind {
      case .loop: return true
      case .closure(_, let around?, _):
        guard case .call(let callee, _) = around.form else { return false }
        return Local.elementMethods.contains(callee.core.lastName ?? "")
      default: return false
      }
    }
  }

  /// Whether a call in a delegate's method runs only after an error, or only after some errors.
  private static func dependsOnError(_ call: Call) -> Bool {
    func mentionsError(_ conditions: [Condition]) -> Bool {
      conditions.contains { condition in
        if condition.names.contains("error") { return true }
        var isMentioned = false
        condition.value?.visit { if $0.core.path?.first == "error" { isMentioned = true } }
        return isMentioned && !isSuccess(condition)
      }
    }
    return call.frame.chain.contains { one in
      if one.guards.contains(where: { $0.order < call.order && mentionsError($0.conditions) }) { return true }
      switch one.kind {
      case .branch(let conditions, let isElse): return !isElse && mentionsError(conditions)
      case .select(let subject, _, _): return mentionsError([Condition(value: subject)])
      default: return false
      }
    }
  }

  /// Whether a condition is `error == nil`.
  private static func isSuccess(_ condition: Condition) -> Bool {
    guard case .binary("==", let left, let right)? = condition.value?.core.form else { return false }
    return [left, right].contains { if case .null = $0.core.form { true } else { false } }
  }
}
