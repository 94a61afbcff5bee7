internal import AppFacts
internal import PolicySyntax

/// Finds the property in which the method for a watch app's tasks keeps one task after the other, so that only the last task is completed.
struct OverwrittenTasks {
  /// A task that a branch of the loop keeps in a property.
  private struct Kept {
    let property: String
    let position: Position
    /// The number of the branch; 0 for the loop itself.
    let branch: Int
    /// Whether the same branch completes a task after it has kept the task, or leaves the loop.
    let isCompleted: Bool
  }

  private let program: Program
  private let body: Body
  private var kept: [Kept] = []
  private var branches = 0
  /// The greatest number of functions between a statement and the completion to which it leads.
  private static let maximumDepth = 4

  init(_ program: Program, in body: Body) {
    self.program = program
    self.body = body
  }

  /// The place that keeps a task which the loop over a list may overwrite; `nil` if there is no such place.
  mutating func position(inLoopsOver list: String) -> Position? {
    guard let function = body.function else { return nil }
    var mentions = 0
    function.body.visit { if $0.path == [list] { mentions += 1 } }
    // Code that uses the list besides the loop may complete all of its tasks.
    guard mentions == 1 else { return nil }
    return position(inLoopsOver: list, function.body)
  }

  private mutating func position(inLoopsOver list: String, _ statements: [Statement]) -> Position? {
    for statement in statements {
      if case .loop(let heads, let inner) = statement.form, let head = heads.first,
        head.value?.core.path == [list]
      {
        collect(inner, of: Set(head.names), branch: 0, isCompleted: false)
        kept.sort { $0.position < $1.position }
        return overwritten(inside: inner)
      }
      for part in statement.parts { if let found = position(inLoopsOver: list, part) { return found } }
    }
    return nil
  }

  private func overwritten(inside loop: [Statement]) -> Position? {
    var mentions: [String: Int] = [:]
    loop.visit { if let name = $0.lastName { mentions[name, default: 0] += 1 } }
    return Dictionary(grouping: kept, by: \.property).compactMap { property, own -> Position? in
      // Code that reads the property may complete the task that it keeps.
      guard mentions[property] == own.count, let first = own.first(where: { !$0.isCompleted }),
        first.branch == 0 || own.contains(where: { $0.branch != first.branch })
      else { return nil }
      return first.position
    }.min()
  }

  // MARK: - Branches

  private mutating func collect(
    _ statements: [Statement], of tasks: Set<String>, branch: Int, isCompleted: Bool
  ) {
    // Later statements may complete the task.
    var isCompleted = isCompleted
    for statement in statements.reversed() {
      defer { isCompleted = isCompleted || completes([statement], depth: 0) || statement.mayLeave }
      switch statement.form {
      case .assignment(let target, "=", let value):
        guard let name = value.core.path, name.count == 1, tasks.contains(name[0]),
          let property = property(of: target)
        else { continue }
        kept.append(
          Kept(property: property, position: target.position, branch: branch, isCompleted: isCompleted))
      case .branch(let conditions, let then, let otherwise):
        var names = tasks
        for condition in conditions
        where condition.value?.core.path.map({ $0.count == 1 && tasks.contains($0[0]) }) ?? false {
          names.formUnion(condition.names)
        }
        collect(then, of: names, branch: next(), isCompleted: isCompleted)
        collect(otherwise, of: tasks, branch: next(), isCompleted: isCompleted)
      case .select(let subject, let cases):
        let isOfTask = subject.core.path.map { $0.count == 1 && tasks.contains($0[0]) } ?? false
        for one in cases {
          collect(
            one.body, of: isOfTask ? tasks.union(one.names) : tasks, branch: next(), isCompleted: isCompleted)
        }
      default: continue
      }
    }
  }

  private mutating func next() -> Int {
    branches += 1
    return branches
  }

  /// The property of the object that gets a value; `nil` for any other variable, and for a property with code of its own.
  private func property(of target: Expression) -> String? {
    guard let path = target.core.path, path.count == 1 || path.count == 2 && path[0] == "self",
      let name = path.last,
      let property = program.member(name, of: body.types, from: body.file)?.property,
      property.accessors.isEmpty, property.getter == nil, !property.isWrapped
    else { return nil }
    return name
  }

  /// Whether statements complete a task, themselves or through functions that they call.
  private func completes(_ statements: [Statement], depth: Int) -> Bool {
    guard depth < Self.maximumDepth, program.budget.take() else { return true }
    return statements.containExpression { expression in
      guard let call = program.callsByExpression[ObjectIdentifier(expression)] else { return false }
      return call.name.hasPrefix("setTaskCompleted")
        || program.callees(of: call).contains { completes($0.function?.body ?? [], depth: depth + 1) }
    }
  }
}
