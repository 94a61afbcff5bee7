internal import PolicyModel
internal import PolicySyntax

/// A walk of the catalog's rules through a policy.
struct RuleWalk {
  /// A declaration in an object, which lends the declaration to many checks. A declaration has dozens of properties to copy.
  private final class Lent<Declaration: Sendable>: Sendable {
    let declaration: Declaration

    init(_ declaration: Declaration) { self.declaration = declaration }
  }

  private let sessions: [Lent<Policy.Session>]
  private let tasks: [Lent<TaskRequest>]
  /// The transfers of declared sessions, each with its session.
  private let transfers: [(transfer: Lent<Policy.Transfer>, session: Lent<Policy.Session>)]
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
    var diagnostics = RequirementDiagnostics(in: policy, context).diagnostics
    let rules = Catalog.rules
    let checked = walk.files.isEmpty && walk.code == nil ? ofPolicies : Array(rules.indices)
    // A rule has some twenty texts and lists. Reading by index copies only the name and the check.
    for index in checked where !off.contains(rules[index].name) {
      let found = walk.diagnostics(of: rules[index].check, in: policy, context.of(rules[index].name))
      if !found.isEmpty { diagnostics += found }
    }
    return diagnostics
  }

  /// The rules that need no file of the app, by their indices in the catalog.
  private static let ofPolicies = Catalog.rules.indices.filter { index in
    switch Catalog.rules[index].check {
    case .appFiles, .facts, .code: false
    default: true
    }
  }

  private init(_ policy: Policy, _ context: RuleContext) {
    sessions = policy.sessions.map(Lent.init)
    tasks = policy.tasks.map(Lent.init)
    transfers = policy.transfers.compactMap { transfer in
      context.index.session(of: transfer).map { (Lent(transfer), Lent($0)) }
    }
    files = ComparedFile.all(of: policy, context.appFiles.propertyLists)
    if case .success(let app)? = context.appFiles.app {
      let code = ReleaseCode(app, of: policy)
      self.code = code.isApp ? code : nil
    } else {
      code = nil
    }
  }

  /// The diagnostics of a check for each declaration that the check gets. `policy` is the policy of the walk; a stored policy, which has
  /// hundreds of bytes, would be copied for each check.
  private func diagnostics(of check: RuleCheck, in policy: Policy, _ context: RuleContext) -> [Diagnostic] {
    switch check {
    case .shape, .buildSettings, .suppressions, .requirements, .reading: []
    case .policy(let check): check(policy, context)
    case .sessions(let check): sessions.compactMap { check($0.declaration, policy, context) }
    case .backgroundSessions(let check):
      sessions.compactMap {
        $0.declaration.isBackground ? check($0.declaration, policy, context) : nil
      }
    case .foregroundSessions(let check):
      sessions.compactMap {
        $0.declaration.isBackground ? nil : check($0.declaration, policy, context)
      }
    case .sessionKeys(let check):
      policy.sessions.flatMap { session in
        session.writtenKeys.compactMap { check($0, session, policy, context) }
      }
    case .tasks(let check): tasks.compactMap { check($0.declaration, policy, context) }
    case .tasksOfType(let type, let check):
      tasks.compactMap {
        $0.declaration.type?.value == type ? check($0.declaration, policy, context) : nil
      }
    case .backgroundTasks(let check): policy.backgroundTasks.compactMap { check($0, policy, context) }
    case .pushes(let check): policy.pushes.compactMap { check($0, policy, context) }
    case .transfers(let check):
      transfers.compactMap {
        check($0.transfer.declaration, $0.session.declaration, policy, context)
      }
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
