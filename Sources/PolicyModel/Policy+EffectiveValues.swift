internal import PlatformFacts

// Values that are derived from the rest of a policy if the policy omits them.

extension Policy {
  /// The values of `UIBackgroundModes`, each with the node that requires the value. The values are the modes that the policy lists or,
  /// without a list, the modes that the declared work needs.
  package var placedBackgroundModes: [Located<String>] {
    guard let written = backgroundModes else { return neededBackgroundModes }
    return written.value.compactMap(\.value.mode)
  }

  /// The identifiers of `BGTaskSchedulerPermittedIdentifiers`, each with the node that requires the identifier.
  ///
  /// The policy lists the identifiers. Without a list, they are the identifiers of the policy's tasks, of Exposure Notification and of
  /// retired tasks.
  package var placedPermittedIdentifiers: [Located<Identifier>] {
    guard let written = permittedIdentifiers else {
      let exposures = otherWork.filter { $0.kind?.value == .exposureNotification }.compactMap(\.identifier)
      let retired = retired.filter { $0.kind?.value == .task }.compactMap(\.identifier)
      var seen: Set<Identifier> = []
      return (tasks.compactMap(\.identifier) + exposures + retired).filter { seen.insert($0.value).inserted }
    }
    return written.value.compactMap(\.value.identifier)
  }

  /// The identifiers of `BGTaskSchedulerPermittedIdentifiers`.
  package var effectivePermittedIdentifiers: [Identifier] { placedPermittedIdentifiers.map(\.value) }

  /// Whether `BGTaskSchedulerPermittedIdentifiers` is not empty.
  package var permitsSomeIdentifier: Bool {
    guard let entries = permittedIdentifiers?.value else {
      return tasks.contains { $0.identifier != nil }
        || otherWork(of: .exposureNotification)?.identifier != nil
        || retired.contains { $0.kind?.value == .task && $0.identifier != nil }
    }
    return entries.contains { $0.value.identifier != nil }
  }

  /// The value of `legacyFetch`; `nil` if the app doesn't use legacy background fetch, or if the system no longer calls legacy background
  /// fetch.
  ///
  /// From iOS 13 on, permitted identifiers disable legacy background fetch. Older systems have no app refresh tasks and
  /// still call legacy background fetch.
  package var enabledLegacyFetch: Located<Bool>? {
    guard let fetch = app?.value.legacyFetch.written, fetch.value else { return nil }
    let oldest = app?.value.deploymentTarget[.iOS]?.value
    let isIgnored = oldest.map { $0 >= PlatformFacts.legacyFetchDeprecated.value } ?? true
    return permitsSomeIdentifier && isIgnored ? nil : fetch
  }

  /// The modes that declared work needs, each with the node of the work.
  private var neededBackgroundModes: [Located<String>] {
    let types = tasks.compactMap(\.type)
    let needs = [
      (
        "fetch",
        types.first { $0.value == .appRefresh }?.node
          ?? enabledLegacyFetch?.node
      ),
      (
        "processing",
        types.first { $0.value == .processing || $0.value == .healthResearch }?.node
          ?? otherWork(of: .exposureNotification)?.name.node
      ),
      ("remote-notification", pushes.first(where: \.wakesTheApp)?.name.node),
      ("location", otherWork(of: .location)?.name.node),
    ]
    return needs.compactMap { mode, node in node.map { Located(mode, at: $0) } }
  }

  /// The declared background mode with a name.
  package func backgroundMode(_ name: String) -> Located<BackgroundMode>? {
    backgroundModes?.value.first { $0.value.mode?.value == name }
  }

  /// The transfers that a session carries.
  package func transfers(of session: Policy.Session) -> [Policy.Transfer] {
    transfers.filter { $0.session?.value == session.name.value }
  }

  /// The task or push whose handler submits a transfer; `nil` if no handler submits the transfer.
  package func starter(of transfer: Policy.Transfer) -> Located<String>? {
    func starts(_ names: Located<[Located<String>]>?) -> Bool {
      names?.value.contains { $0.value == transfer.name.value } ?? false
    }
    return tasks.first { starts($0.startsTransfers) }?.name
      ?? pushes.first { starts($0.startsTransfers) }?.name
  }

  /// The session that carries a transfer.
  package func session(of transfer: Policy.Transfer) -> Policy.Session? {
    guard let name = transfer.session?.value else { return nil }
    return sessions.first { $0.name.value == name }
  }

  /// The product that owns a session; `nil` for the app itself.
  package func target(of session: Policy.Session) -> Policy.Target? {
    target(named: session.target.value)
  }

  /// The app groups of the process that owns a session; `nil` if the policy doesn't list app groups for the process.
  package func appGroups(of session: Policy.Session) -> Located<[Located<String>]>? {
    appGroups(ofTarget: session.target.value)
  }

  /// The app groups that a policy lists for a process; `name` is the name of a target, or `Target.app`.
  package func appGroups(ofTarget name: String) -> Located<[Located<String>]>? {
    name == Policy.Target.app ? app?.value.appGroups : target(named: name)?.appGroups
  }

  /// The sessions whose events the app receives: its own sessions, and the sessions of extensions that are not running.
  ///
  /// The events of a widget and of a watch app go to their own processes.
  package var sessionsOfApp: [Policy.Session] { sessions.filter(isOfApp) }

  private func isOfApp(_ session: Policy.Session) -> Bool {
    switch target(of: session)?.type?.value {
    case .widget, .watchApp: false
    default: session.isBackground
    }
  }

  /// The app groups that each process needs in its entitlements.
  ///
  /// If the policy lists the app groups of a process, the result is that list. Otherwise, the result contains the groups that the process's
  /// sessions share. The app's groups then also include the groups of extensions' sessions whose events the app receives, because the app
  /// creates these sessions with the same configuration.
  package func effectiveAppGroups(ofTargets names: [String]) -> [[Located<String>]] {
    var shared: [String: [Located<String>]] = [:]
    for session in sessions {
      guard let container = session.sharedContainerIdentifier, let group = container.value else { continue }
      let owner = session.target.value
      shared[owner, default: []].append(Located(group, at: container.node))
      if owner != Policy.Target.app, isOfApp(session) {
        shared[Policy.Target.app, default: []].append(Located(group, at: container.node))
      }
    }
    return names.map { appGroups(ofTarget: $0)?.value ?? shared[$0] ?? [] }
  }

  /// Whether a session runs on a watch, which has its own rules for background work.
  package func isForWatch(_ session: Policy.Session) -> Bool {
    session.target.value == Policy.Target.app
      ? deploymentTarget(of: session).platforms == [.watchOS] : target(of: session)?.type?.value == .watchApp
  }

  /// Whether a process runs only on a watch; `name` is the name of a target, or `Target.app`.
  package func isForWatch(process name: String) -> Bool {
    let target = target(named: name)
    return target?.type?.value == .watchApp
      || app?.value.deploymentTarget.limited(to: target?.platforms).platforms == [.watchOS]
  }

  /// Whether a task's identifier is permitted, or the permitted identifiers are derived from the tasks.
  package func permits(_ task: TaskRequest) -> Bool {
    guard let list = permittedIdentifiers, let identifier = task.identifier else { return true }
    let isContinued = task.type?.value == .continuedProcessing
    return list.value.contains { entry in
      guard let permitted = entry.value.identifier?.value else { return false }
      return isContinued ? permitted.permits(identifier.value.text) : permitted.text == identifier.value.text
    }
  }

  /// The permitted identifier that differs from a string only in case.
  package func permittedIdentifier(likeBut text: String) -> Located<Identifier>? {
    guard let entries = permittedIdentifiers?.value else { return nil }
    for index in entries.indices {
      guard let identifier = entries[index].value.identifier else { continue }
      if identifier.value.text != text, identifier.value.text.isLike(text) { return identifier }
    }
    return nil
  }

  /// The tasks that the app's own code registers and handles.
  package var ownTasks: [TaskRequest] { tasks.filter { !$0.isOfDependency } }

  /// The tasks of a type, in the order of the policy.
  package func tasks(ofType type: TaskType) -> [TaskRequest] {
    tasks.filter { $0.type?.value == type }
  }
}
