internal import PolicySyntax

// The names by which code refers to the task and to its completion.
extension CompletionAnalysis {
  /// The methods that complete a task.
  static let completions: Set<String> = ["setTaskCompleted", "setTaskCompletedWithSnapshot"]

  /// The names of the task, or completion handler, in a part of the code.
  struct Names {
    var tasks: Set<String>
    /// The properties of the object that keep the task.
    var properties: Set<String> = []
    /// The expressions that make objects with the task, by the variable or property that keeps the object.
    var owners: [String: Expression] = [:]
    /// The names of lists of tasks.
    var lists: Set<String> = []
    /// The names of functions that complete the task: functions of the handler, and methods of the object that keeps the task.
    var functions: Set<String> = []
    /// The names of which at least one is true because of an earlier `guard`, such as `guard wantsMail || wantsNews`, without the names
    /// that an `if` without `else` has tested since.
    var alternatives: Set<String> = []

    /// Removes the names of variables that hide the task, such as `task` after `let task = Box(task)`.
    mutating func hide(by statement: Statement) {
      guard case .variable(let variable) = statement.form, let value = variable.value?.core,
        case .call(let callee, _) = value.form, let type = callee.core.lastName,
        type.first?.isUppercase ?? false
      else { return }
      tasks.subtract(variable.names)
    }

    func mentionTask(_ expression: Expression) -> Bool {
      guard let path = expression.core.path else { return false }
      switch path.count {
      case 1: return tasks.contains(path[0]) || properties.contains(path[0])
      case 2: return path[0] == "self" && properties.contains(path[1])
      default: return false
      }
    }

    /// Whether a path is the task's own expiration handler, in an extension of the task's class.
    func isOwn(_ path: [String]) -> Bool { path == ["expirationHandler"] && tasks.contains("self") }

    /// Whether a condition tests that the object still exists whose property keeps the task. Without the object, the task is lost anyway.
    func isOwner(_ condition: Condition) -> Bool {
      !properties.isEmpty && condition.names == ["self"] && !condition.isPattern
    }

    /// Whether an expression is the task's method that completes the task, passed on as a function.
    func mentionCompletion(_ expression: Expression) -> Bool {
      guard case .member(let base?, let method) = expression.core.form else { return false }
      return CompletionAnalysis.completions.contains(method) && mentionTask(base)
    }

    /// Whether a callee is a function that completes the task.
    func isFunction(_ callee: Expression) -> Bool {
      switch callee.core.path {
      case .some(let path) where path.count == 1: functions.contains(path[0])
      case .some(let path) where path.count == 2: path[0] == "self" && functions.contains(path[1])
      default: false
      }
    }

    /// Whether an expression contains the task, including the code of closures.
    func mentionsTask(in expression: Expression) -> Bool {
      var isFound = false
      expression.visit { if mentionTask($0) { isFound = true } }
      return isFound
    }

    func mentionList(_ expression: Expression) -> Bool {
      expression.core.path.map { $0.count == 1 && lists.contains($0[0]) } ?? false
    }

    /// The names, with the variables that conditions bind to the task.
    func bound(by conditions: [Condition]) -> Names {
      var names = self
      for condition in conditions {
        guard let path = condition.value?.core.path ?? condition.names.first.map({ [$0] }), path.count == 1,
          tasks.contains(path[0])
        else { continue }
        names.tasks.formUnion(condition.names)
      }
      return names
    }

    /// The names after a `guard` with conditions.
    func passing(_ conditions: [Condition]) -> Names {
      var names = bound(by: conditions)
      if conditions.count == 1, let operands = conditions[0].value?.operands(of: "||"), operands.count > 1 {
        names.alternatives = operands
      }
      return names
    }

    /// Whether conditions certainly hold where the task is not yet completed, because the code has tested every other alternative before.
    mutating func isLastAlternative(_ conditions: [Condition]) -> Bool {
      guard conditions.count == 1, conditions[0].names.isEmpty,
        case .name(let name)? = conditions[0].value?.core.form
      else { return false }
      return alternatives.remove(name) != nil && alternatives.isEmpty
    }

    /// Whether a condition tests that the task or completion handler exists. A task that does not exist needs no completion.
    func isPresence(_ condition: Condition) -> Bool {
      // `if let task`, `if let handler = completionHandler`
      if !condition.names.isEmpty {
        guard !condition.isPattern else { return false }
        return condition.value.map { mentionTask($0) }
          ?? condition.names.contains(where: tasks.contains)
      }
      guard let value = condition.value else { return false }
      return comparison(of: value, "!=") || mentionTask(value)
    }

    /// Whether conditions hold only if the task or completion handler does not exist: `task == nil`, `id == .invalid`, `!handler`.
    func isAbsence(_ conditions: [Condition]) -> Bool {
      guard conditions.count == 1, let value = conditions[0].value else { return false }
      if case .prefix("!", let inner) = value.form { return mentionTask(inner) }
      return comparison(of: value, "==")
    }

    /// Whether an expression compares the task with `nil`, or with the invalid identifier of UIKit's background tasks.
    private func comparison(of value: Expression, _ sign: String) -> Bool {
      guard case .binary(sign, let left, let right) = value.core.form, mentionTask(left) else {
        return false
      }
      if case .null = right.core.form { return true }
      return ["invalid", "UIBackgroundTaskInvalid"].contains(right.core.lastName ?? "")
    }

    func isCast(_ condition: Condition) -> Bool {
      guard case .cast(let inner, _, _)? = condition.value?.form else { return false }
      return mentionTask(inner)
    }

    /// Whether a call of an expression completes the task.
    func completes(by callee: Expression) -> Bool {
      switch callee.form {
      case .name(let name): tasks.contains(name)
      case .member(let base?, let method):
        CompletionAnalysis.completions.contains(method) && mentionTask(base)
          || !properties.isEmpty && isFunction(callee)
      default: false
      }
    }

    /// The place of a completion that a `defer` statement puts off to the end of its scope; `nil` for any other statement.
    func completion(deferredBy statement: Statement) -> Position? {
      guard case .defer(let inner) = statement.form else { return nil }
      return inner.lazy.compactMap { statement -> Position? in
        guard case .expression(let value) = statement.form,
          case .call(let callee, let arguments) = value.core.form,
          completes(by: callee.core) || ends(arguments, by: callee.core)
        else { return nil }
        return value.core.position
      }.first
    }

    /// Whether a call ends the background task of UIKit whose identifier is an argument.
    func ends(_ arguments: [Argument], by callee: Expression) -> Bool {
      callee.lastName == "endBackgroundTask" && arguments.contains { mentionTask($0.value) }
    }
  }
}

extension Expression {
  /// The names that an operator joins, such as `a` and `b` for `a || b`; `nil` if an operand is not a name.
  fileprivate func operands(of sign: String) -> Set<String>? {
    switch core.form {
    case .name(let name): [name]
    case .binary(sign, let left, let right):
      left.operands(of: sign).flatMap { first in right.operands(of: sign).map(first.union) }
    default: nil
    }
  }
}
