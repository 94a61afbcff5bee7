internal import PolicySyntax

extension [Statement] {
  /// The places of the `return` statements in loops over a list: each leaves the remaining elements of the list. A loop that refers to the
  /// list is left out, because its code may handle the remaining elements itself.
  func returns(fromLoopsOver list: String) -> [Position] {
    flatMap { statement -> [Position] in
      guard case .loop(let heads, let body) = statement.form, heads.first?.value?.core.path == [list] else {
        return statement.parts.flatMap { $0.returns(fromLoopsOver: list) }
      }
      var isMentioned = false
      body.visit { if $0.path == [list] { isMentioned = true } }
      return isMentioned ? [] : body.returns
    }
  }

  /// The place at which a watch app completes the task for the events of a session although the code for such tasks does nothing else;
  /// `nil` if the code handles the events, or if no `switch` selects such tasks.
  var completionOfSessions: Position? {
    for statement in self {
      if case .select(_, let cases) = statement.form {
        for one in cases
        where one.patterns.contains(where: { $0.contains("WKURLSessionRefreshBackgroundTask") }) {
          let only = one.body.count == 1 ? one.body.first : nil
          guard case .expression(let value)? = only?.form, case .call(let callee, _) = value.core.form,
            callee.core.lastName?.hasPrefix("setTaskCompleted") ?? false
          else { return nil }
          return value.position
        }
      }
      for part in statement.parts { if let place = part.completionOfSessions { return place } }
    }
    return nil
  }

  /// The places of all `return` statements outside of closures and nested functions.
  private var returns: [Position] {
    flatMap { statement -> [Position] in
      if case .return = statement.form { return [statement.position] }
      return statement.parts.flatMap(\.returns)
    }
  }
}
