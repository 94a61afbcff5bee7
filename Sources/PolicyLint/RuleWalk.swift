internal import PolicyModel
internal import PolicySyntax

/// One walk through a policy, which passes each declaration to the rules that check such declarations.
struct RuleWalk {
  private var diagnostics: [Diagnostic] = []
  private let rules = Catalog.rules
  private let off: Set<RuleName>
  private var context: RuleContext

  /// The diagnostics of all rules in a policy, or in one of its variants, except for the rules that are
  /// `off`.
  static func diagnostics(
    of policy: Policy, in reading: PolicyReading, off: Set<RuleName>
  ) -> [Diagnostic] {
    var walk = RuleWalk(off: off, context: RuleContext(of: reading, PolicyIndex(policy)))
    walk.walk(policy)
    return walk.diagnostics
  }

  private mutating func walk(_ policy: Policy) {
    ask(Catalog.byCheck.policy) { check, context in
      if case .policy(let check) = check { check(policy, context) } else { [] }
    }
    if !context.appFiles.propertyLists.isEmpty { walkAppFiles(of: policy) }
    if case .success(let app)? = context.appFiles.app { walkCode(of: app, policy) }
    if !policy.requirements.isEmpty { diagnostics += RequirementDiagnostics(in: policy, context).diagnostics }
    walkSessions(of: policy)
    walkTasks(of: policy)
    for push in policy.pushes {
      ask(Catalog.byCheck.pushes) { check, context in
        if case .pushes(let check) = check { check(push, policy, context) } else { nil }
      }
    }
    for transfer in policy.transfers {
      guard let session = context.index.session(of: transfer) else { continue }
      ask(Catalog.byCheck.transfers) { check, context in
        if case .transfers(let check) = check { check(transfer, session, policy, context) } else { nil }
      }
    }
    walkLists(of: policy)
  }

  private mutating func walkSessions(of policy: Policy) {
    for session in policy.sessions {
      ask(Catalog.byCheck.sessions) { check, context in
        switch check {
        case .sessions(let check): check(session, policy, context)
        case .backgroundSessions(let check) where session.isBackground: check(session, policy, context)
        case .foregroundSessions(let check) where !session.isBackground: check(session, policy, context)
        default: nil
        }
      }
      for key in session.writtenKeys {
        ask(Catalog.byCheck.sessionKeys) { check, context in
          if case .sessionKeys(let check) = check { check(key, session, policy, context) } else { nil }
        }
      }
    }
  }

  private mutating func walkTasks(of policy: Policy) {
    for task in policy.tasks {
      ask(Catalog.byCheck.tasks) { check, context in
        if case .tasks(let check) = check { check(task, policy, context) } else { nil }
      }
      ask(Catalog.byCheck.tasksOfType(task.type?.value)) { check, context in
        if case .tasksOfType(_, let check) = check { check(task, policy, context) } else { nil }
      }
    }
    for task in policy.backgroundTasks {
      ask(Catalog.byCheck.backgroundTasks) { check, context in
        if case .backgroundTasks(let check) = check { check(task, policy, context) } else { nil }
      }
    }
  }

  /// Walks through the lists that the policy writes for its Info.plist.
  private mutating func walkLists(of policy: Policy) {
    for mode in policy.backgroundModes?.value ?? [] {
      ask(Catalog.byCheck.backgroundModes) { check, context in
        if case .backgroundModes(let check) = check { check(mode, policy, context) } else { nil }
      }
    }
    for entry in policy.permittedIdentifiers?.value ?? [] {
      ask(Catalog.byCheck.permittedIdentifiers) { check, context in
        if case .permittedIdentifiers(let check) = check { check(entry, policy, context) } else { nil }
      }
    }
  }

  private mutating func walkAppFiles(of policy: Policy) {
    let files = ComparedFile.all(of: policy, context.appFiles.propertyLists)
    ask(Catalog.byCheck.appFiles) { check, context in
      if case .appFiles(let check) = check { files.flatMap { check($0, policy, context) } } else { [] }
    }
  }

  private mutating func walkCode(of app: AppReading, _ policy: Policy) {
    let code = ReleaseCode(app, of: policy)
    guard code.isApp else { return }
    ask(Catalog.byCheck.code) { check, context in
      switch check {
      case .facts(let kinds, let check):
        kinds.flatMap(code.facts).compactMap { check($0, code, policy, context) }
      case .code(let check): check(code, policy, context)
      default: []
      }
    }
  }

  /// Passes one declaration to some rules: `look` calls a rule's check with it.
  private mutating func ask(_ indices: [Int], _ look: (RuleCheck, RuleContext) -> Diagnostic?) {
    // A buffer lends its elements; an array would copy each check before it is called.
    rules.withUnsafeBufferPointer { rules in
      for index in indices where off.isEmpty || !off.contains(rules[index].name) {
        context.catalogIndex = index
        if let diagnostic = look(rules[index].check, context) { diagnostics.append(diagnostic) }
      }
    }
  }

  /// The same for rules that find several problems at once.
  private mutating func ask(_ indices: [Int], _ look: (RuleCheck, RuleContext) -> [Diagnostic]) {
    rules.withUnsafeBufferPointer { rules in
      for index in indices where off.isEmpty || !off.contains(rules[index].name) {
        context.catalogIndex = index
        let found = look(rules[index].check, context)
        // Appending nothing, which is the usual case, would make room first.
        if !found.isEmpty { diagnostics += found }
      }
    }
  }
}

/// The rules by the declarations that they check: their indices in `Catalog.rules`.
///
/// Indices and not the checks themselves: a list for each kind of check would be a generic type for each, which the
/// runtime makes at every start.
struct RulesByCheck: Sendable {
  private(set) var policy: [Int] = []
  /// Those for sessions of any kind and of one kind.
  private(set) var sessions: [Int] = []
  private(set) var sessionKeys: [Int] = []
  private(set) var tasks: [Int] = []
  private var refreshTasks: [Int] = []
  private var processingTasks: [Int] = []
  private var continuedProcessingTasks: [Int] = []
  private var healthResearchTasks: [Int] = []
  private(set) var backgroundTasks: [Int] = []
  private(set) var pushes: [Int] = []
  private(set) var transfers: [Int] = []
  private(set) var backgroundModes: [Int] = []
  private(set) var permittedIdentifiers: [Int] = []
  private(set) var appFiles: [Int] = []
  private(set) var code: [Int] = []

  init(_ rules: [Rule]) {
    for index in rules.indices {
      switch rules[index].check {
      case .shape, .buildSettings, .suppressions, .requirements: break
      case .policy: policy.append(index)
      case .sessions, .backgroundSessions, .foregroundSessions: sessions.append(index)
      case .sessionKeys: sessionKeys.append(index)
      case .tasks: tasks.append(index)
      case .tasksOfType(.appRefresh, _): refreshTasks.append(index)
      case .tasksOfType(.processing, _): processingTasks.append(index)
      case .tasksOfType(.continuedProcessing, _): continuedProcessingTasks.append(index)
      case .tasksOfType(.healthResearch, _): healthResearchTasks.append(index)
      case .backgroundTasks: backgroundTasks.append(index)
      case .pushes: pushes.append(index)
      case .transfers: transfers.append(index)
      case .backgroundModes: backgroundModes.append(index)
      case .permittedIdentifiers: permittedIdentifiers.append(index)
      case .appFiles: appFiles.append(index)
      case .facts, .code: code.append(index)
      }
    }
  }

  /// Those for tasks of a type.
  func tasksOfType(_ type: TaskType?) -> [Int] {
    switch type {
    case .appRefresh: refreshTasks
    case .processing: processingTasks
    case .continuedProcessing: continuedProcessingTasks
    case .healthResearch: healthResearchTasks
    case nil: []
    }
  }
}
