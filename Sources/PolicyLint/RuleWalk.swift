internal import PolicyModel
internal import PolicySyntax

/// A walk of the catalog's rules through a policy.
struct RuleWalk {
  private let policy: Policy
  private let backgroundSessions: [Policy.Session]
  private let foregroundSessions: [Policy.Session]
  /// The transfers of declared sessions, each with its session.
  private let transfers: [(transfer: Policy.Transfer, session: Policy.Session)]
  /// The app's property lists, with the policy's values for them.
  private let files: [ComparedFile]
  /// The app's code; `nil` if it was not read, or belongs to no app.
  private let code: ReleaseCode?

  /// The diagnostics of all rules in a policy, or in one of its variants, except for the rules that are
  /// `off`.
  static func diagnostics(
    of policy: Policy, in reading: PolicyReading, off: Set<RuleName>
  ) -> [Diagnostic] {
    let context = RuleContext(of: reading, PolicyIndex(policy), rule: Rule.require.name)
    let walk = RuleWalk(policy, context)
    return Catalog.rules.filter { !off.contains($0.name) }.flatMap { rule in
      walk.diagnostics(of: rule.check, context.of(rule.name))
    } + RequirementDiagnostics(in: policy, context).diagnostics
  }

  private init(_ policy: Policy, _ context: RuleContext) {
    self.policy = policy
    backgroundSessions = policy.sessions.filter(\.isBackground)
    foregroundSessions = policy.sessions.filter { !$0.isBackground }
    transfers = policy.transfers.compactMap { transfer in
      context.index.session(of: transfer).map { (transfer, $0) }
    }
    files = ComparedFile.all(of: policy, context.appFiles.propertyLists)
    if case .success(let app)? = context.appFiles.app {
      let code = ReleaseCode(app, of: policy)
      self.code = code.isApp ? code : nil
    } else {
      code = nil
    }
  }

  /// The diagnostics of a check for each declaration that the check gets.
  private func diagnostics(of check: RuleCheck, _ context: RuleContext) -> [Diagnostic] {
    switch check {
    case .shape, .buildSettings, .suppressions, .requirements, .reading: []
    case .policy(let check): check(policy, context)
    case .sessions(let check): policy.sessions.compactMap { check($0, policy, context) }
    case .backgroundSessions(let check): backgroundSessions.compactMap { check($0, policy, context) }
    case .foregroundSessions(let check): foregroundSessions.compactMap { check($0, policy, context) }
    case .sessionKeys(let check):
      policy.sessions.flatMap { session in
        session.writtenKeys.compactMap { check($0, session, policy, context) }
      }
    case .tasks(let check): policy.tasks.compactMap { check($0, policy, context) }
    case .tasksOfType(let type, let check):
      policy.tasks(ofType: type).compactMap { check($0, policy, context) }
    case .backgroundTasks(let check): policy.backgroundTasks.compactMap { check($0, policy, context) }
    case .pushes(let check): policy.pushes.compactMap { check($0, policy, context) }
    case .transfers(let check): transfers.compactMap { check($0, $1, policy, context) }
    case .backgroundModes(let check):
      (policy.backgroundModes?.value ?? []).compactMap { check($0, policy, context) }
    case .permittedIdentifiers(let check):
      (policy.permittedIdentifiers?.value ?? []).compactMap { check($0, policy, context) }
    case .appFiles(let check): files.flatMap { check($0, policy, context) }
    case .facts(let kinds, let check):
      code.map { code in
        kinds.flatMap(code.facts).compactMap { check($0, code, policy, context) }
      } ?? []
    case .code(let check): code.map { check($0, policy, context) } ?? []
    }
  }
}
