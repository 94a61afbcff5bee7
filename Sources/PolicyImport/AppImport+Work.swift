internal import AppFacts
internal import PlatformFacts
internal import PolicyModel
internal import Quantities

// The sections `backgroundTasks`, `pushes`, `otherWork` and `transfers`.

extension AppImport {
  /// The tasks that the app begins with `beginBackgroundTask`, one for each name and process.
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
        keys.append(.entry("name", Self.runtimeText(of: value, named: "name").at([value.location])))
      }
      let locations = group.facts.map(\.location)
      if group.process != "app" { keys.append(.entry("target", .string(group.process).at(locations))) }
      let value = DraftValue(content: .mapping(keys))
      return .entry(key, keys.isEmpty ? value.at(locations) : value)
    }
  }

  /// The name of the push that the app's handler receives.
  private static let pushName = "remoteNotification"

  var hasPush: Bool { !pushHandlers.isEmpty }

  /// The app's handlers of remote notifications.
  ///
  /// A handler that only passes pushes on to a dependency does not count, unless the app has the background mode.
  private var pushHandlers: [UsableFact] {
    let modes = app.target.release?.infoPlistValues[PlatformFacts.InfoPlistKey.backgroundModes]
    let hasMode = modes?.list?.contains { $0.string == "remote-notification" || $0.string == nil } ?? false
    let mayHaveMode = hasMode || !isInfoPlistRead
    return facts(.remoteNotification).filter {
      $0.process == "app" && (mayHaveMode || $0.fact[.forwards] != true)
    }
  }

  /// Whether the Info.plist of the app certainly does not have a background mode.
  private func lacksMode(_ mode: String) -> Bool {
    guard let modes = app.target.release?.infoPlistValues[PlatformFacts.InfoPlistKey.backgroundModes] else {
      return isInfoPlistRead
    }
    return modes.list?.allSatisfy { $0.string.map { $0 != mode } ?? false } ?? false
  }

  /// Whether the Info.plist of the app was read.
  private var isInfoPlistRead: Bool {
    guard let release = app.target.release else { return false }
    return !release.infoPlistValues.isEmpty
      || release.infoPlist?.string.map { files.contains($0) && unreadReasons[$0] == nil } ?? false
  }

  /// The declarations of a section, with the transfers that their handlers start.
  func withStartedTransfers(_ items: [DraftItem], of section: String) -> [DraftItem] {
    items.map { item in
      guard case .entry(let name, var value) = item, let transfers = startedTransfers["\(section).\(name)"]
      else { return item }
      let names = DraftValue.strings(transfers.map(\.name)).at(transfers.flatMap(\.locations))
      value.content = .mapping(value.items + [.entry("startsTransfers", names)])
      return .entry(name, value)
    }
  }

  /// A push, if the app has a handler of remote notifications.
  mutating func pushesSection() -> [DraftItem] {
    let handlers = pushHandlers
    guard !handlers.isEmpty else {
      for usable in facts(.remoteNotification) where usable.process == "app" {
        skip(usable.fact, because: "it only passes pushes on, and the app has no background mode for them")
      }
      return []
    }
    let name = Self.pushName
    summary.leftOut.append(
      LeftOutKeys(path: "pushes.\(name)", keys: ["headers", "payload", "perDay", "expectedRuntime"]))
    return [.entry(name, DraftValue(content: .mapping([])).at(handlers.map(\.fact.location)))]
  }

  // MARK: - Other work

  /// Work by other means: one entry for each identifier, or one for each kind of work without an identifier.
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
    return extensionWork(&names)
      + groups.map { group in
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

  /// The extension points whose extensions the system runs in the background.
  private static let extensionPoints: [String: OtherWorkKind] = [
    "com.apple.background-asset-downloader-extension": .backgroundAssets,
    "com.apple.location.push.service": .locationPush, "com.apple.photos.background-upload": .photoUpload,
  ]

  /// Work of the app's extensions, by their extension points.
  private func extensionWork(_ names: inout ImportNames) -> [DraftItem] {
    app.processes.compactMap { process in
      guard let kind = process.target.extensionPoint.flatMap({ Self.extensionPoints[$0] }) else { return nil }
      let keys = [DraftItem.entry("kind", .string(kind.rawValue).at(process.target.location))]
      return .entry(
        names.name([process.name, kind.rawValue], otherwise: "work"), DraftValue(content: .mapping(keys)))
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
      if fact[.checksModes] == true, lacksMode("location") {
        skip(
          fact, because: "the code first asks the Info.plist for the background mode, which it does not have")
        return nil
      }
      if let method = fact["method"]?.string, needsMode.contains(method) { return .location }
      // A declaration would require the background mode, but monitoring does not.
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
      if let starter = starter(of: group.facts) {
        startedTransfers["\(starter.section).\(starter.name)", default: []].append(
          (name, group.facts.map(\.location)))
      }
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
    if facts.allSatisfy({ $0[.chained] == true }) {
      keys.append(.entry("submit", .string("oneAtATime").at(locations)))
    }
    if starter(of: facts) == nil, let state = startingState(of: facts) {
      keys.append(.entry("startedIn", .string(state).at(locations)))
    }
    keys += requestKeys(of: facts, path: path)
    summary.leftOut.append(LeftOutKeys(path: path, keys: ["count", "size", "every"]))
    return .entry(name, DraftValue(content: .mapping(keys)))
  }

  /// The keys of a transfer that its requests determine.
  private mutating func requestKeys(of facts: [CodeFact], path: String) -> [DraftItem] {
    var keys: [DraftItem] = []
    let lists = facts.map { $0["headers"]?.list ?? [] }
    // The policy lists only the headers that every request has.
    let names = (lists.first ?? []).compactMap(\.string).filter { name in
      lists.allSatisfy { $0.contains { $0.string == name } }
    }
    if !names.isEmpty {
      let locations = lists.flatMap { $0.filter { names.contains($0.string ?? "") }.map(\.location) }
      keys.append(.entry("runtimeHeaders", .strings(names).at(locations)))
    }
    for key in NetworkSwitch.all.map({ "\($0.name)" }) {
      let item = entry(key, Agreement(key, in: facts), path: path, section: "transfers") { $0.written }
      if let item { keys.append(item) }
    }
    return keys
  }

  // MARK: - Starts

  /// The section and the name of the handler that starts the transfers of facts; `nil` if other code may start them.
  private func starter(of facts: [CodeFact]) -> Starter? {
    let moments = Set(facts.flatMap(\.moments))
    // A fact without moments may be reached from anywhere.
    guard facts.allSatisfy({ !$0.moments.isEmpty }) else { return nil }
    if moments.isSubset(of: [.handlerStart, .handlerEnd]), handledTasks.count == 1 {
      let isKnown = facts.allSatisfy { $0[.knowsMoments] == true } && !hasWatchHandler
      return isKnown ? Starter(section: "tasks", name: handledTasks[0]) : nil
    }
    return moments == [.push] && hasPush ? Starter(section: "pushes", name: Self.pushName) : nil
  }

  /// Whether a watch app has `handle(_:)`, which runs at the same moments as launch handlers.
  private var hasWatchHandler: Bool {
    facts(.watchRefresh).contains { $0.fact["method"]?.string == "handle(_:)" }
  }

  private struct Starter: Hashable {
    let section: String
    let name: String
  }

  /// The state of the app whenever it starts the transfers of facts; `nil` if the state is not always the same.
  private func startingState(of facts: [CodeFact]) -> String? {
    let moments = Set(facts.flatMap(\.moments))
    guard facts.allSatisfy({ !$0.moments.isEmpty && $0["knowsMoments"]?.bool == true }) else { return nil }
    if moments.isSubset(of: [.handlerStart, .handlerEnd, .fetch, .backgroundEvents]) { return "background" }
    return moments.isSubset(of: [.userAction, .enteringForeground]) ? "foreground" : nil
  }

  /// The declared background session of a transfer; `nil` if the transfer has no such session, or if several
  /// sessions of the location are possible.
  private func sessionName(of fact: CodeFact) -> String? {
    guard let location = fact["session"]?.string else { return nil }
    let session = facts(.session).map(\.fact).first { $0.location.text == location }
    guard let session, session["type"]?.string == "background", let names = sessionNames[session.location]
    else { return nil }
    if let identifier = fact["sessionIdentifier"] { return identifier.string.flatMap { names[$0] } }
    return names.count == 1 ? names.values.first : nil
  }
}

/// The source of an upload as a policy names it.
private enum UploadSource: String { case file, data, stream }

extension CodeFact {
  /// The name of the innermost enclosing function, without its arguments.
  fileprivate var function: String? {
    scope.last { $0.contains("(") }.map { String($0.prefix { $0 != "(" }) }
  }
}
