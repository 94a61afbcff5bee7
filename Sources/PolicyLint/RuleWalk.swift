internal import PolicyModel
internal import PolicySyntax

/// A walk through a policy. The walk passes each declaration to the rules that check such declarations.
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
    ask(Catalog.byCheck.policy) { check, context, found in
      if case .policy(let check) = check { found.add(check(policy, context)) }
    }
    if !context.appFiles.propertyLists.isEmpty { walkAppFiles(of: policy) }
    if case .success(let app)? = context.appFiles.app { walkCode(of: app, policy) }
    if !policy.requirements.isEmpty { diagnostics += RequirementDiagnostics(in: policy, context).diagnostics }
    for session in policy.sessions { walk(session, policy) }
    for task in policy.tasks { walk(task, policy) }
    for task in policy.backgroundTasks {
      ask(Catalog.byCheck.backgroundTasks) { check, context, found in
        if case .backgroundTasks(let check) = check { found.add(check(task, policy, context)) }
      }
    }
    for push in policy.pushes {
      ask(Catalog.byCheck.pushes) { check, context, found in
        if case .pushes(let check) = check { found.add(check(push, policy, context)) }
      }
    }
    for transfer in policy.transfers {
      if let session = context.index.session(of: transfer) { walk(transfer, of: session, policy) }
    }
    walkLists(of: policy)
  }

  private mutating func walk(_ session: Policy.Session, _ policy: Policy) {
    ask(Catalog.byCheck.sessions(areBackground: session.isBackground)) { check, context, found in
      switch check {
      case .sessions(let check): found.add(check(session, policy, context))
      case .backgroundSessions(let check): found.add(check(session, policy, context))
      case .foregroundSessions(let check): found.add(check(session, policy, context))
      default: break
      }
    }
    for key in session.writtenKeys {
      ask(Catalog.byCheck.sessionKeys) { check, context, found in
        if case .sessionKeys(let check) = check { found.add(check(key, session, policy, context)) }
      }
    }
  }

  private mutating func walk(_ task: TaskRequest, _ policy: Policy) {
    ask(Catalog.byCheck.tasks) { check, context, found in
      if case .tasks(let check) = check { found.add(check(task, policy, context)) }
    }
    ask(Catalog.byCheck.tasksOfType(task.type?.value)) { check, context, found in
      if case .tasksOfType(_, let check) = check { found.add(check(task, policy, context)) }
    }
  }

  private mutating func walk(_ transfer: Policy.Transfer, of session: Policy.Session, _ policy: Policy) {
    ask(Catalog.byCheck.transfers) { check, context, found in
      if case .transfers(let check) = check { found.add(check(transfer, session, policy, context)) }
    }
  }

  /// Walks through the lists that the policy writes for its Info.plist.
  private mutating func walkLists(of policy: Policy) {
    for mode in policy.backgroundModes?.value ?? [] {
      ask(Catalog.byCheck.backgroundModes) { check, context, found in
        if case .backgroundModes(let check) = check { found.add(check(mode, policy, context)) }
      }
    }
    for entry in policy.permittedIdentifiers?.value ?? [] {
      ask(Catalog.byCheck.permittedIdentifiers) { check, context, found in
        if case .permittedIdentifiers(let check) = check { found.add(check(entry, policy, context)) }
      }
    }
  }

  private mutating func walkAppFiles(of policy: Policy) {
    let files = ComparedFile.all(of: policy, context.appFiles.propertyLists)
    ask(Catalog.byCheck.appFiles) { check, context, found in
      if case .appFiles(let check) = check { found.add(files.flatMap { check($0, policy, context) }) }
    }
  }

  private mutating func walkCode(of app: AppReading, _ policy: Policy) {
    let code = ReleaseCode(app, of: policy)
    guard code.isApp else { return }
    ask(Catalog.byCheck.code) { check, context, found in
      switch check {
      case .facts(let kinds, let check):
        found.add(kinds.flatMap(code.facts).compactMap { check($0, code, policy, context) })
      case .code(let check): found.add(check(code, policy, context))
      default: break
      }
    }
  }

  /// Passes one declaration to some rules. `look` calls a rule's check with the declaration and appends the
  /// diagnostics.
  private mutating func ask(_ indices: [Int], _ look: (RuleCheck, RuleContext, inout [Diagnostic]) -> Void) {
    // A buffer gives access to its elements. An array would copy each check before calling it.
    rules.withUnsafeBufferPointer { rules in
      for index in indices where off.isEmpty || !off.contains(rules[index].name) {
        context.catalogIndex = index
        look(rules[index].check, context, &diagnostics)
      }
    }
  }
}

extension [Diagnostic] {
  fileprivate mutating func add(_ diagnostic: Diagnostic?) {
    if let diagnostic { append(diagnostic) }
  }

  fileprivate mutating func add(_ diagnostics: [Diagnostic]) {
    // Appending an empty array, which is the usual case, would still reserve memory.
    if !diagnostics.isEmpty { self += diagnostics }
  }
}

/// The rules by the declarations that they check: their indices in `Catalog.rules`.
///
/// The lists contain indices instead of checks. Lists of checks would need a generic type for each kind of check, and the runtime would
/// create these types at every start.
struct RulesByCheck: Sendable {
  private(set) var policy: [Int] = []
  /// The rules for background sessions, and for sessions of any kind.
  private var backgroundSessions: [Int] = []
  private var foregroundSessions: [Int] = []
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
      case .shape, .buildSettings, .suppressions, .requirements, .reading: break
      case .policy: policy.append(index)
      case .sessions:
        backgroundSessions.append(index)
        foregroundSessions.append(index)
      case .backgroundSessions: backgroundSessions.append(index)
      case .foregroundSessions: foregroundSessions.append(index)
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

  /// The rules for background sessions or for other sessions. Both lists include the rules for sessions of
  /// any kind.
  func sessions(areBackground: Bool) -> [Int] { areBackground ? backgroundSessions : foregroundSessions }

  /// The rules for tasks of a type.
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
