internal import AppFacts

/// The names of notifications in calls that post and observe them.
enum Notifications {
  /// The calls that observe a notification, or a publisher of notifications.
  static let observing: Set<String> = [
    "addObserver", "onReceive", "sink", "publisher", "notifications", "assign",
  ]
  /// The calls that post a notification.
  static let posting = ["post", "postNotificationName"]

  /// The name of the notification that a call is about, as the code spells it: the last name of a constant, or the text.
  static func name(in call: Call) -> String? {
    if let argument = call["name"] ?? call["forName"], let name = name(argument) { return name }
    if posting.contains(call.name) {
      // `post(Notification(name: …))`
      guard let first = call.arguments.first?.value.core else { return nil }
      guard case .call(_, let inner) = first.form else { return call.base == nil ? nil : name(first) }
      return inner.first { $0.label == "name" }.flatMap { name($0.value) }
    }
    var found: String?
    // The expression before `onReceive` is a view. The view may receive other notifications, so only the argument counts.
    let publisher = call.name == "onReceive" ? call.arguments.first?.value : call.expression
    publisher?.visitOutsideOfClosures { expression in
      if found == nil { found = published(by: expression) }
    }
    return found
  }

  /// The name of the notification whose publisher, or sequence, an expression makes.
  static func published(by expression: Expression) -> String? {
    guard case .call(let callee, let arguments) = expression.core.form, let first = arguments.first else {
      return nil
    }
    switch (callee.core.lastName, first.label) {
    case ("publisher", "for"), ("notifications", "named"), ("messages", "of"): return name(first.value)
    default: return nil
    }
  }

  private static func name(_ expression: Expression) -> String? {
    switch expression.core.form {
    case .text: return expression.literalText
    // `Notification.Name("…")`
    case .call(_, let arguments): return arguments.first.flatMap { name($0.value) }
    default: return expression.core.lastName
    }
  }

  /// The moment at which the system posts a notification; `nil` for any other notification.
  static func moment(of name: String) -> Moment? {
    let name = name.lowercased()
    if name.contains("didenterbackground") { return .enteringBackground }
    if name.contains("willresignactive") || name.contains("willdeactivate") { return .resigningActive }
    if name.contains("willenterforeground") || name.contains("didbecomeactive")
      || name.contains("didactivate")
    {
      return .enteringForeground
    }
    if name.contains("didfinishlaunching") { return .launch }
    if name.hasPrefix("uiapplicationwillterminate") || name == "willterminatenotification" {
      return .terminating
    }
    return nil
  }
}

extension Expression {
  /// Calls a closure with the expression and the expressions inside it, except for the code of closures.
  fileprivate func visitOutsideOfClosures(_ each: (Expression) -> Void) {
    each(self)
    switch form {
    case .call(let callee, let arguments):
      callee.visitOutsideOfClosures(each)
      for argument in arguments where argument.value.closure == nil {
        argument.value.visitOutsideOfClosures(each)
      }
    case .member(let base?, _): base.visitOutsideOfClosures(each)
    case .unwrapped(let inner, _), .attempt(_, let inner), .await(let inner), .cast(let inner, _, _):
      inner.visitOutsideOfClosures(each)
    default: break
    }
  }
}
