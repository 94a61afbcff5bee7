// Closures that run for each of several events, such as a message or a change. A run without completion is not the end of the work.
extension CompletionAnalysis {
  /// Whether a closure for events completes the task at some event.
  mutating func mayComplete(onEvent closure: Closure, _ names: Names) -> Bool {
    var inner = names
    inner.tasks.subtract(closure.parameters.map(\.name))
    guard completesAnywhere(closure.body, inner) else { return false }
    completes = true
    return true
  }
}

extension Argument {
  /// Whether the argument is a closure that a call runs once for each event.
  func isForEvents(of callee: Expression, with arguments: [Argument]) -> Bool {
    if let label, Self.isNamedForEvents(label) { return true }
    // A timer that repeats.
    if arguments.contains(where: {
      if case .bool(true) = $0.value.core.form { $0.label == "repeats" } else { false }
    }) {
      return true
    }
    return callee.lastName.map(Self.receivesEvents) ?? false
  }

  /// Whether a function keeps a closure for events, by its name: `setMethodCallHandler`, `addObserver`, `observe`.
  private static func receivesEvents(_ function: String) -> Bool {
    if function.hasPrefix("set"), function.hasSuffix("Handler") {
      return !["Completion", "Expiration", "Finish", "Termination"].contains { function.contains($0) }
    }
    return function.hasPrefix("observe") || function.hasPrefix("listen")
      || function.hasPrefix("add") && ["Observer", "Listener"].contains { function.hasSuffix($0) }
  }

  /// Whether a label or a property is for closures that run at each event, such as `onMessage` or `onEvent`.
  static func isNamedForEvents(_ name: String) -> Bool {
    guard name.hasPrefix("on"), name.dropFirst(2).first?.isUppercase ?? false else { return false }
    return [
      "Change", "Data", "Event", "Message", "Next", "Progress", "Receive", "State", "Status", "Update",
      "Value",
    ].contains { name.contains($0) }
  }
}
