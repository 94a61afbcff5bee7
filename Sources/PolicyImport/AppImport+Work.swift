internal import AppFacts
internal import PolicyModel
internal import Quantities

// The sections `backgroundTasks`, `pushes`, `otherWork` and `transfers`.

extension AppImport {
  /// The tasks that the app begins by `beginBackgroundTask`, one for each name and process.
  mutating func backgroundTasksSection() -> [DraftItem] {
    var names = ImportNames()
    var groups: [(name: String?, process: String, facts: [CodeFact])] = []
    for usable in facts(.backgroundTask) {
      let name = usable.fact["name"]?.string
      if let name, let index = groups.firstIndex(where: { $0.name == name && $0.process == usable.process }) {
        groups[index].facts.append(usable.fact)
      } else {
        groups.append((name, usable.process, [usable.fact]))
      }
    }
    return groups.map { group in
      let candidates = [group.name, group.facts[0].function].compactMap(\.self)
      let key = names.name(candidates, otherwise: "backgroundTask")
      let path = "backgroundTasks.\(key)"
      summary.leftOut.append(LeftOutKeys(path: path, keys: ["expectedRuntime"]))
      var keys: [DraftItem] = []
      if let name = group.name {
        keys.append(.entry("name", .string(name).at(group.facts.compactMap { $0["name"]?.location })))
      } else if let value = group.facts[0]["name"], value.content == nil {
        keys.append(todo("\(path).name", value.unresolvedText, at: [value.location]))
      }
      let locations = group.facts.map(\.location)
      if group.process != "app" { keys.append(.entry("target", .string(group.process).at(locations))) }
      let value = DraftValue(content: .mapping(keys))
      return .entry(key, keys.isEmpty ? value.at(locations) : value)
    }
  }

  /// A push, if the app has a handler of remote notifications.
  mutating func pushesSection() -> [DraftItem] {
    let handlers = facts(.remoteNotification).filter { $0.process == "app" }
    guard !handlers.isEmpty else { return [] }
    let name = "remoteNotification"
    summary.leftOut.append(
      LeftOutKeys(path: "pushes.\(name)", keys: ["headers", "payload", "perDay", "expectedRuntime"]))
    return [.entry(name, DraftValue(content: .mapping([])).at(handlers.map(\.fact.location)))]
  }

  // MARK: - Other work

  /// Work by other means: one entry for each identifier, or for each kind without one.
  mutating func otherWorkSection() -> [DraftItem] {
    var names = ImportNames()
    var groups: [(kind: OtherWorkKind, identifier: FactValue?, facts: [CodeFact])] = []
    for usable in code {
      guard let kind = otherWork(usable.fact) else { continue }
      let identifier = usable.fact["identifier"]
      let index = groups.firstIndex { $0.kind == kind && $0.identifier?.content == identifier?.content }
      if let index {
        groups[index].facts.append(usable.fact)
      } else {
        groups.append((kind, identifier, [usable.fact]))
      }
    }
    return groups.map { group in
      let locations = group.facts.map(\.location)
      let candidates =
        group.identifier?.string.map {
          ImportNames.candidates(identifier: expanded($0), bundleIdentifier: bundleIdentifier())
        } ?? []
      let name = names.name(candidates + [group.kind.rawValue], otherwise: "work")
      var keys: [DraftItem] = [.entry("kind", .string(group.kind.rawValue).at(locations))]
      if let identifier = group.identifier {
        keys.append(
          identifier.string.map { .entry("identifier", .string($0).at(identifier.location)) }
            ?? todo("otherWork.\(name).identifier", identifier.unresolvedText, at: [identifier.location]))
      }
      if group.kind == .backgroundActivity {
        let interval = Agreement("interval", in: group.facts)
        let item = entry("interval", interval, path: "otherWork.\(name)", section: "otherWork") {
          $0.number.flatMap(DraftValue.duration)
        }
        if let item { keys.append(item) }
      }
      return .entry(name, DraftValue(content: .mapping(keys)))
    }
  }

  /// The kind of other work that a fact shows; `nil` for facts of other sections.
  private mutating func otherWork(_ fact: CodeFact) -> OtherWorkKind? {
    switch fact.kind {
    case .assetDownloadSession: return .assetDownload
    case .backgroundActivityScheduler: return .backgroundActivity
    case .watchRefresh: return .watchRefresh
    case .healthDelivery: return .healthKitDelivery
    case .expiringActivity: return .expiringActivity
    case .location:
      guard fact["value"]?.bool != false else { return nil }
      let needsMode = ["allowsBackgroundLocationUpdates", "CLBackgroundActivitySession"]
      if let method = fact["method"]?.string, needsMode.contains(method) { return .location }
      // A declaration would require the background mode, which monitoring does without.
      skip(fact, because: "monitoring needs no background mode")
      return nil
    default: return nil
    }
  }

  // MARK: - Transfers

  /// The transfers in declared background sessions, one for each session and kind.
  mutating func transfersSection() -> [DraftItem] {
    var names = ImportNames()
    var groups: [(session: String, task: String, source: String?, facts: [CodeFact])] = []
    var others = 0
    for usable in facts(.transfer) {
      let fact = usable.fact
      guard let session = sessionName(of: fact), let task = fact["task"]?.string, task != "assetDownload"
      else {
        others += 1
        continue
      }
      let source =
        task == "upload" ? fact["from"]?.string.flatMap(UploadSource.init(rawValue:))?.rawValue : nil
      let index = groups.firstIndex { $0.session == session && $0.task == task && $0.source == source }
      if let index {
        groups[index].facts.append(fact)
      } else {
        groups.append((session, task, source, [fact]))
      }
    }
    summary.undeclaredTransfers = others
    return groups.map { group in
      let name = names.name(["\(group.session)-\(group.task)s"], otherwise: "transfer")
      return transfer(name, session: group.session, task: group.task, source: group.source, group.facts)
    }
  }

  private mutating func transfer(
    _ name: String, session: String, task: String, source: String?, _ facts: [CodeFact]
  ) -> DraftItem {
    let path = "transfers.\(name)"
    let locations = facts.map(\.location)
    var keys: [DraftItem] = [.entry("session", .string(session).at(locations))]
    switch task {
    case "download", "upload": keys.append(.entry("direction", .string(task).at(locations)))
    default: keys.append(.entry("task", .string(task).at(locations)))
    }
    if let source {
      keys.append(.entry("source", .string(source).at(facts.compactMap { $0["from"]?.location })))
    }
    for (key, property) in [("priority", "priority"), ("earliestBegin", "earliestBeginDate")] {
      let agreement = Agreement(property, in: facts)
      let item = entry(key, agreement, path: path, section: "transfers") {
        key == "priority" ? $0.written : $0.number.flatMap(DraftValue.duration)
      }
      if let item { keys.append(item) }
    }
    summary.leftOut.append(LeftOutKeys(path: path, keys: ["count", "size", "every"]))
    return .entry(name, DraftValue(content: .mapping(keys)))
  }

  /// The declared background session of a transfer.
  private func sessionName(of fact: CodeFact) -> String? {
    guard let location = fact["session"]?.string else { return nil }
    let fact = facts(.session).map(\.fact).first { $0.location.text == location }
    guard let fact, fact["type"]?.string == "background" else { return nil }
    return sessionNames[fact.location]
  }
}

/// The source of an upload as a policy names it.
private enum UploadSource: String { case file, data, stream }

extension CodeFact {
  /// The name of the innermost function around it, without its arguments.
  fileprivate var function: String? {
    scope.last { $0.contains("(") }.map { String($0.prefix { $0 != "(" }) }
  }
}
