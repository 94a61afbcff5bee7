internal import PolicyModel
internal import PolicySyntax

/// One walk through a policy, in which each thing is shown to the rules that are about such things.
struct RuleWalk {
  /// What was found.
  private(set) var issues: [Issue] = []

  private let policy: Policy
  private let off: Set<RuleName>

  /// Walks through a policy with every rule but those that are `off`.
  init(_ policy: Policy, off: Set<RuleName>) {
    self.policy = policy
    self.off = off
    walk()
  }

  private func isOff(_ rule: RuleName) -> Bool { !off.isEmpty && off.contains(rule) }

  private mutating func walk() {
    let rules = Catalog.byCheck
    let context = RuleContext(places: policy.places)
    for index in rules.policy.indices where !isOff(rules.policy[index].name) {
      for issue in rules.policy[index].check(policy, context) { add(issue, rules.policy[index].name) }
    }
    if !policy.requirements.isEmpty { issues += RequirementIssues(in: policy, context).issues }
    for session in policy.sessions {
      show(session, to: rules.sessions, context)
      show(session, to: session.isBackground ? rules.backgroundSessions : rules.foregroundSessions, context)
    }
    for task in policy.tasks {
      show(task, to: rules.tasks, context)
      if let type = task.type?.value { show(task, to: rules.tasksOfType[type] ?? [], context) }
    }
    for task in policy.backgroundTasks { show(task, to: rules.backgroundTasks, context) }
    for push in policy.pushes { show(push, to: rules.pushes, context) }
    for transfer in policy.transfers {
      guard let session = policy.session(of: transfer) else { continue }
      for index in rules.transfers.indices where !isOff(rules.transfers[index].name) {
        if let issue = rules.transfers[index].check(transfer, session, policy, context) {
          add(issue, rules.transfers[index].name)
        }
      }
    }
    for session in policy.sessions {
      for key in session.writtenKeys {
        for index in rules.sessionKeys.indices where !isOff(rules.sessionKeys[index].name) {
          if let issue = rules.sessionKeys[index].check(key, session, policy, context) {
            add(issue, rules.sessionKeys[index].name)
          }
        }
      }
    }
    for mode in policy.backgroundModes?.value ?? [] { show(mode, to: rules.backgroundModes, context) }
    for entry in policy.permittedIdentifiers?.value ?? [] {
      show(entry, to: rules.permittedIdentifiers, context)
    }
  }

  private mutating func show<Subject>(
    _ subject: Subject, to checks: [NamedCheck<Subject>], _ context: RuleContext
  ) {
    for index in checks.indices where !isOff(checks[index].name) {
      if let issue = checks[index].check(subject, policy, context) { add(issue, checks[index].name) }
    }
  }

  private mutating func add(_ issue: Issue, _ rule: RuleName) {
    issues.append(issue)
    issues[issues.count - 1].rule = rule
  }
}

/// A rule's name and how it looks at one thing.
typealias NamedCheck<Subject> = (name: RuleName, check: @Sendable (Subject, Policy, RuleContext) -> Issue?)

/// The rules by what they look at.
struct RulesByCheck: Sendable {
  private(set) var policy: [(name: RuleName, check: @Sendable (Policy, RuleContext) -> [Issue])] = []
  private(set) var sessions: [NamedCheck<Session>] = []
  private(set) var sessionKeys:
    [(name: RuleName, check: @Sendable (WrittenKey, Session, Policy, RuleContext) -> Issue?)] = []
  private(set) var backgroundSessions: [NamedCheck<Session>] = []
  private(set) var foregroundSessions: [NamedCheck<Session>] = []
  private(set) var tasks: [NamedCheck<TaskRequest>] = []
  private(set) var tasksOfType: [TaskType: [NamedCheck<TaskRequest>]] = [:]
  private(set) var backgroundTasks: [NamedCheck<UIBackgroundTask>] = []
  private(set) var pushes: [NamedCheck<Push>] = []
  private(set) var transfers:
    [(name: RuleName, check: @Sendable (Transfer, Session, Policy, RuleContext) -> Issue?)] = []
  private(set) var backgroundModes: [NamedCheck<Placed<BackgroundMode>>] = []
  private(set) var permittedIdentifiers: [NamedCheck<Placed<PermittedIdentifier>>] = []

  init(_ rules: [Rule]) {
    for rule in rules {
      switch rule.check {
      case .shape, .buildSettings, .suppressions, .requirements: break
      case .policy(let check): policy.append((rule.name, check))
      case .sessions(let check): sessions.append((rule.name, check))
      case .sessionKeys(let check): sessionKeys.append((rule.name, check))
      case .backgroundSessions(let check): backgroundSessions.append((rule.name, check))
      case .foregroundSessions(let check): foregroundSessions.append((rule.name, check))
      case .tasks(let check): tasks.append((rule.name, check))
      case .tasksOfType(let type, let check): tasksOfType[type, default: []].append((rule.name, check))
      case .backgroundTasks(let check): backgroundTasks.append((rule.name, check))
      case .pushes(let check): pushes.append((rule.name, check))
      case .transfers(let check): transfers.append((rule.name, check))
      case .backgroundModes(let check): backgroundModes.append((rule.name, check))
      case .permittedIdentifiers(let check): permittedIdentifiers.append((rule.name, check))
      }
    }
  }
}
