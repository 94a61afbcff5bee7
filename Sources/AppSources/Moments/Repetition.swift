internal import AppFacts

/// The code that certainly runs more than once in one process.
struct Repetition {
  private let program: Program
  /// Whether a loop counts as code that runs more than once. The rounds of a loop may differ in the value that the question is about.
  private let countsLoops: Bool
  private var seen: Set<ObjectIdentifier> = []

  init(_ program: Program, countsLoops: Bool = false) {
    self.program = program
    self.countsLoops = countsLoops
  }

  /// Whether the code of a frame runs more than once.
  ///
  /// Code under a condition that the app itself changes, such as a flag, may run once.
  mutating func repeats(at frame: Frame, after order: Int, callers: [ObjectIdentifier: Call] = [:]) -> Bool {
    guard !isGuarded(frame, before: order, by: program) else { return false }
    if countsLoops, frame.chain.contains(where: { if case .loop = $0.kind { true } else { false } }) {
      return true
    }
    return program.graph.flow.origins(of: frame, order).contains { origin in
      switch origin {
      case .known(let occasions): return occasions.contains { $0.moment != .launch }
      case .body(let body, _):
        // A function that runs for several tasks or on several occasions may run a different branch each time, so the branch may run only
        // once.
        let isEntry = EntryMoments.moment(of: body, program).map { $0 != .launch } ?? false
        guard isEntry || !isConditional(frame, before: order, in: body) else { return false }
        if let call = callers[ObjectIdentifier(body)] {
          return repeats(at: call.frame, after: call.order, callers: callers)
        }
        return repeats(body, callers)
      }
    }
  }

  /// Whether the code of a frame runs only in some runs of a body: in a branch, or after a `guard`.
  private func isConditional(_ frame: Frame, before order: Int, in body: Body) -> Bool {
    frame.isConditional(within: [body.frame])
      || frame.chain.contains { one in
        one.guards.contains { $0.order < order && $0.conditions.contains { $0.availability == nil } }
      }
  }

  private mutating func repeats(_ body: Body, _ callers: [ObjectIdentifier: Call]) -> Bool {
    guard seen.insert(ObjectIdentifier(body)).inserted else { return false }
    // A global or static variable gets its value once.
    if let property = body.property, property.value != nil, property.context.isStatic || body.types.isEmpty {
      return false
    }
    if body.property?.isLazy ?? false, body.property?.value != nil {
      return makesSeveral(body.types, callers)
    }
    let entry = EntryMoments.moment(of: body, program)
    if let entry, entry != .launch { return true }
    let sites = program.graph.sites(of: body)
    for site in sites {
      if let occasions = site.occasions {
        if occasions.contains(where: { $0.moment != .launch }) { return true }
      } else if repeats(at: site.frame, after: site.order, callers: callers) {
        return true
      }
    }
    return runsTwiceAtLaunch(body, sites, isEntry: entry != nil)
  }

  /// Whether the code makes an object of a type more than once. Each object initializes its lazy properties once.
  private mutating func makesSeveral(_ type: [String], _ callers: [ObjectIdentifier: Call]) -> Bool {
    guard let name = type.last else { return false }
    let makers = (program.callsByName[name] ?? []).filter {
      program.type(named: $0.name, in: $0.frame.body.types) == type
    }
    guard program.budget.take(makers.count) else { return false }
    return makers.contains { repeats(at: $0.frame, after: $0.order, callers: callers) }
  }

  /// Whether launch runs a function at two places of one target, and neither place depends on a condition.
  private func runsTwiceAtLaunch(_ body: Body, _ sites: [CallGraph.Site], isEntry: Bool) -> Bool {
    guard body.function != nil else { return false }
    let certain = sites.filter { site in
      site.frame.conditions.isEmpty && !site.frame.isConditional(within: [site.frame.body.frame])
        && site.frame.body.frame.guards.allSatisfy { $0.order > site.order }
        && program.graph.flow.occasions(at: site.frame, after: site.order).contains { $0.moment == .launch }
        && program.graph.reach(of: site.frame.body) != .unreached
    }
    let files = Dictionary(grouping: certain) {
      $0.frame.body.file.target ?? "file \($0.frame.body.file.path)"
    }
    return files.values.contains { $0.count + (isEntry ? 1 : 0) > 1 }
  }

  /// Whether the code of a frame depends on a value that the app changes.
  private func isGuarded(_ frame: Frame, before order: Int, by program: Program) -> Bool {
    func changes(_ conditions: [Condition]) -> Bool {
      conditions.contains { condition in
        var changes = false
        condition.value?.visit { expression in
          guard let name = expression.lastName else { return }
          if program.assignedNames.contains(name) || program.changedNames.contains(name) { changes = true }
        }
        return changes
      }
    }
    return frame.chain.contains { one in
      if one.guards.contains(where: { $0.order < order && changes($0.conditions) }) { return true }
      switch one.kind {
      case .branch(let conditions, _):
        return changes(conditions) && EntryMoments.moments(of: one, program) == nil
      case .select(let subject, _, _):
        return changes([Condition(value: subject)]) && EntryMoments.moments(of: one, program) == nil
      case .catch: return true
      default: return false
      }
    }
  }
}
