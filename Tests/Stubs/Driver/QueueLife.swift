import FakeDevice
import FoundationBG
import UIKit

/// A long life of an app with queues and of its share extension, in an order that a seed decides.
///
/// After each step it checks that no item is lost, none is twice at the server, none waits while there is a place for it,
/// and that nothing is cancelled which is wanted, or by a process that does not own it.
@MainActor
public final class QueueLife: QueueListener {
  public static let shared = QueueLife()

  /// A queue of the policy.
  private struct Queue {
    let name: String
    let session: String
    let owner: String
    /// The number of its items that the session transfers at once.
    let limit: Int
  }

  private static let queues = [
    Queue(name: "photos", session: "com.example.queues.library", owner: "app", limit: 3),
    Queue(name: "tiles", session: "com.example.queues.library", owner: "app", limit: 1),
    Queue(name: "shared", session: "com.example.queues.share", owner: "share", limit: .max),
  ]
  private static let sessions = ["com.example.queues.library", "com.example.queues.share"]

  /// An item, as the server and the handler know it.
  private struct Item {
    let queue: Int
    var isWanted = true
    var told = 0
    var successes = 0
    /// The wait after an end that the app has not had yet.
    var wait: Double?
    /// The time from which it can be submitted.
    var notBefore = 0.0
    /// Whether its end may have been lost with a process, on a device that was locked.
    var mayRepeat = false
    /// The time since which it could have been submitted.
    var freeSince: Double?
  }

  private var device: Device { .shared }
  private var kill: KillSwitch { .shared }
  private var random = Seeded(state: 0)
  private var processes: [String: any DrivenApp] = [:]
  private var suspended: [String: Device.SuspendedProcess] = [:]
  /// The process that runs.
  private var current: String?
  private var items: [String: Item] = [:]
  private var added = 0
  private var isLocked = false
  private var isRefusing = false
  private var kills = 0
  private var repeats = 0
  private var problems: [String] = []

  /// Runs it for a number of steps, and returns what goes wrong first.
  public func run(_ app: any DrivenApp, seed: UInt64, steps: Int) -> [String] {
    Executor.shared.install()
    FakeSystem.shared.isPrinting = false
    Driver.shared.listener = self
    device.reset()
    device.keepsTimersApart = true
    device.foreignSessions = [Self.sessions[1]]
    device.onCancel = { task in MainActor.assumeIsolated { QueueLife.shared.noteCancel(of: task) } }
    random = Seeded(state: seed)
    processes = ["app": app, "share": app]
    for step in 1...steps {
      let action = Action.allCases[random.below(Action.allCases.count)]
      perform(action)
      settle()
      check()
      if !problems.isEmpty || !device.broken.isEmpty {
        return ["step \(step), \(action.rawValue), with \(current ?? "no process"):"] + problems
          + device.broken
      }
    }
    comeToAnEnd()
    return problems + ["\(items.count) items, \(kills) ends"]
  }

  // MARK: - Steps

  private enum Action: String, CaseIterable {
    case add, addMore, remove, end, endAnother, endOneMore, endTheLast, wait, waitLonger, waitForADay, wake,
      wakeAgain
    case wakeForTheExtension, switchProcesses, goOn, kill, killNow, lock, unlock, refuse, refuseNoMore,
      becomeActive
    case forceQuit, turnUpdatesOff, look
  }

  private func perform(_ action: Action) {
    switch action {
    case .add, .addMore: add()
    case .remove: remove()
    case .end, .endAnother, .endOneMore, .endTheLast: endOne()
    case .wait: device.advance(by: Double(random.below(60)))
    case .waitLonger: device.advance(by: Double(random.below(4_000)))
    case .waitForADay: device.advance(by: Double(80_000 + random.below(10_000)))
    case .wake, .wakeAgain: wake(for: Self.sessions[0])
    case .wakeForTheExtension: if current != "share" { wake(for: Self.sessions[1]) }
    case .switchProcesses: run(current == "app" ? "share" : "app")
    case .kill: if random.below(2) == 0 { kill.begin(endingAt: 1 + random.below(40)) }
    case .goOn: if current == nil { run("app") }
    case .killNow: if random.below(3) == 0 { endProcess() }
    case .lock: setLocked(random.below(3) == 0)
    case .unlock: setLocked(false)
    case .refuse: isRefusing = random.below(2) == 0
    case .refuseNoMore: isRefusing = false
    case .becomeActive: becomeActive()
    case .forceQuit: forceQuit()
    case .turnUpdatesOff: if random.below(4) == 0 { cancelAll(reason: 1) }
    case .look: _ = current.flatMap { processes[$0]?.queued(in: "shared") }
    }
  }

  private func settle() {
    Executor.shared.drain()
    guard kill.isDead else { return }
    endProcess()
    kill.revive()
  }

  private func add() {
    guard let current, !isLocked else { return }
    let open = items.values.count { $0.isWanted && $0.told == 0 }
    guard open < 30 else { return }
    let possible = Self.queues.indices.filter { Self.queues[$0].owner == current }
    let queue = possible[random.below(possible.count)]
    let kinds = [
      "item", "item", "item", "item", "item", "unwanted",
      Self.queues[queue].name == "tiles" ? "item" : "nofile",
    ]
    let ids = (0..<1 + random.below(5)).map { "\(kinds[random.below(kinds.count)])-\(added + $0)" }
    added += ids.count
    do {
      try processes[current]?.enqueue(ids, to: Self.queues[queue].name)
      // A process that ends may have kept the items or not.
      if kill.isDead { return }
      for id in ids { items[id] = Item(queue: queue, notBefore: device.now) }
    } catch { problems.append("items can't be added: \(error)") }
  }

  private func remove() {
    guard let current, random.below(3) == 0, !isLocked, !kill.isArmed || kill.isDead || kill.steps >= kill.end
    else {
      return
    }
    let mine = items.keys.sorted().filter { isOpen($0) && owner(of: $0) == current }
    guard !mine.isEmpty, let id = Optional(mine[random.below(mine.count)]), let item = items[id] else {
      return
    }
    items[id]?.isWanted = false
    processes[current]?.dequeue([id], from: Self.queues[item.queue].name)
  }

  private func endOne() {
    let session = Self.sessions[random.below(2)]
    let tasks = device.running(in: session).filter { ($0.earliestBegin ?? 0) <= 0 }
    guard !tasks.isEmpty else { return }
    let task = tasks[random.below(tasks.count)]
    let id = Self.name(of: task)
    let long = [30, 600, 7_200, 90_000][random.below(4)]
    switch random.below(12) {
    case 0: end(task, session, status: 503, wait: 180)
    case 1:
      end(
        task, session, status: 503, headerFields: ["Retry-After": "\(long)"], wait: Double(min(long, 86_400)))
    case 2: end(task, session, status: 401, wait: 240)
    case 3: end(task, session, status: 404)
    case 4: end(task, session, error: URLError(.timedOut), wait: 240)
    case 5:
      let data = Data("half".utf8)
      let key = task.isUpload ? NSURLSessionUploadTaskResumeData : "NSURLSessionDownloadTaskResumeData"
      end(task, session, error: URLError(.networkConnectionLost, userInfo: [key: data]), wait: 240)
    default:
      items[id]?.successes += 1
      if let item = items[id], item.isWanted, item.successes > 1, !item.mayRepeat {
        problems.append("\(id) is twice at the server")
      }
      end(task, session, status: 200)
    }
  }

  private func end(
    _ task: SubmittedTask, _ session: String, status: Int? = nil, headerFields: [String: String] = [:],
    error: URLError? = nil, wait: Double = 0
  ) {
    items[Self.name(of: task)]?.wait = wait
    if isLocked { noteLock(for: Self.name(of: task)) }
    device.end(task, of: session, status: status, headerFields: headerFields, error: error)
  }

  /// The system calls the app for the events of a session whose owner does not run.
  private func wake(for session: String) {
    guard device.hasEvents(session), session == Self.sessions[1] || current != "app" else { return }
    device.isSuspended = true
    run("app")
    settle()
    if current == "app" {
      device.await(session)
      processes["app"]?.handleEvents(session) {}
    }
    device.isSuspended = false
  }

  /// Launches a process, or goes on with it; the one that runs is suspended, or ends.
  private func run(_ name: String) {
    guard current != name else { return }
    if let current {
      if random.below(3) == 0 { endProcess() } else { suspended[current] = device.suspend() }
    }
    device.guardsForeign = name == "app"
    current = name
    if let process = suspended.removeValue(forKey: name) {
      device.resume(process)
      // The process goes on because it has something to do.
      for queue in Self.queues where queue.owner == name { try? processes[name]?.enqueue([], to: queue.name) }
    } else {
      device.startProcess()
      for id in items.keys where owner(of: id) == name && items[id]?.notBefore == .infinity {
        items[id]?.notBefore = device.now
      }
      processes[name]?.launch(name)
    }
    for id in items.keys where owner(of: id) == name { items[id]?.freeSince = nil }
  }

  private func endProcess() {
    guard let current else { return }
    kills += 1
    device.startProcess()
    processes[current]?.end()
    self.current = nil
  }

  private func setLocked(_ isLocked: Bool) {
    guard self.isLocked != isLocked else { return }
    self.isLocked = isLocked
    for (id, item) in items where isLocked && item.wait != nil { noteLock(for: id) }
    for folder in folders {
      let block = folder + "/unreadable.item"
      if isLocked {
        try? FileManager.default.createDirectory(atPath: block, withIntermediateDirectories: true)
      } else {
        try? FileManager.default.removeItem(atPath: block)
      }
    }
    guard !isLocked else { return }
    device.notifications.post(
      name: UIApplication.protectedDataDidBecomeAvailableNotification, object: nil)
  }

  private func becomeActive() {
    guard current == "app" else { return }
    for id in items.keys where owner(of: id) == "app" && items[id]?.notBefore == .infinity {
      items[id]?.notBefore = device.now
    }
    device.notifications.post(name: UIApplication.didBecomeActiveNotification, object: nil)
  }

  private func forceQuit() {
    guard random.below(4) == 0 else { return }
    cancelAll(reason: 0)
    endProcess()
  }

  private func cancelAll(reason: Int) {
    for session in Self.sessions {
      for task in device.submitted(to: session) where !task.isOver {
        // The system transfers nothing in the background.
        items[Self.name(of: task)]?.wait = reason == 1 ? .infinity : 0
      }
    }
    _ = device.cancelAll(reason: reason)
  }

  /// Everything calms down: each item has its end, and the queues are empty.
  private func comeToAnEnd() {
    setLocked(false)
    isRefusing = false
    for round in 0..<200 {
      run(round.isMultiple(of: 2) ? "app" : "share")
      settle()
      for session in Self.sessions {
        for task in device.running(in: session) where (task.earliestBegin ?? 0) <= 0 {
          items[Self.name(of: task)]?.successes += 1
          end(task, session, status: 200)
        }
      }
      becomeActive()
      settle()
      device.advance(by: 5_000)
      settle()
    }
    for (id, item) in items.sorted(by: { $0.key < $1.key }) where item.isWanted && item.told == 0 {
      problems.append("\(id) has no end")
    }
    run("app")
    settle()
    for queue in Self.queues {
      let left = processes["app"]?.queued(in: queue.name) ?? []
      if !left.isEmpty { problems.append("\(queue.name) has \(left)") }
    }
  }

  // MARK: - Checks

  private func check() {
    guard problems.isEmpty else { return }
    for session in Self.sessions {
      let names = device.running(in: session).map { Self.name(of: $0) }.filter { items[$0]?.isWanted == true }
      if Set(names).count != names.count { problems.append("an item is with the system twice: \(names)") }
      if !device.hasEvents(session), !isLocked { noteDelivery(in: session) }
    }
    if repeats > kills { problems.append("\(repeats) ends are told again") }
    guard let current, !isLocked, !kill.isDead, let process = processes[current] else { return }
    for (index, queue) in Self.queues.enumerated() where current == "app" || queue.owner == current {
      let ids = Set(process.queued(in: queue.name))
      for id in items.keys.sorted() where items[id]?.queue == index && isOpen(id) && !ids.contains(id) {
        problems.append("\(id) is lost")
      }
      if queue.owner == current { checkPlaces(of: queue, ids) }
    }
  }

  /// Notes that the app has had the ends of a session's tasks.
  private func noteDelivery(in session: String) {
    for (id, item) in items where Self.queues[item.queue].session == session {
      guard let wait = item.wait else { continue }
      items[id]?.wait = nil
      items[id]?.notBefore = device.now + wait
      items[id]?.freeSince = nil
    }
  }

  /// Checks that no item waits for longer than a minute, in which files are read again, while there is a place.
  private func checkPlaces(of queue: Queue, _ ids: Set<String>) {
    let tasks = device.running(in: queue.session).filter { ids.contains(Self.name(of: $0)) }
    let isFree = tasks.count { queue.limit == .max || ($0.earliestBegin ?? 0) <= 0 } < queue.limit
    let running = Set(tasks.map { Self.name(of: $0) })
    for id in ids.sorted() {
      guard let item = items[id] else { continue }
      let isDue =
        isFree && !running.contains(id) && item.wait == nil && item.notBefore <= device.now
      guard isDue, item.told == 0 else {
        items[id]?.freeSince = nil
        continue
      }
      let since = item.freeSince ?? device.now
      items[id]?.freeSince = since
      if device.now - since > 62 {
        problems.append("\(id) waits since \(since), at \(device.now), with \(running)")
      }
    }
  }

  private func noteCancel(of task: SubmittedTask) {
    let id = Self.name(of: task)
    guard let item = items[id] else { return }
    if Self.queues[item.queue].owner != current {
      problems.append("\(id) is cancelled by \(current ?? "nobody")")
    }
    if item.isWanted, task.isResumed, task.earliestBegin ?? 0 <= 0 {
      problems.append("\(id) is cancelled")
    }
  }

  // MARK: - Names and files

  /// A process that begins on a locked device has the end in memory only, until it can read the queue.
  private func noteLock(for id: String) { items[id]?.mayRepeat = true }

  private func isOpen(_ id: String) -> Bool { items[id]?.isWanted == true && items[id]?.told == 0 }

  private func owner(of id: String) -> String { items[id].map { Self.queues[$0.queue].owner } ?? "" }

  private static func name(of task: SubmittedTask) -> String {
    task.description?.split(separator: "/").last.map(String.init) ?? ""
  }

  /// The folders of the queues that have one.
  private var folders: [String] {
    let data = ProcessInfo.processInfo.environment["XDG_DATA_HOME"] ?? "/nowhere"
    let all = FileManager.default.enumerator(atPath: data)?.compactMap { $0 as? String } ?? []
    return all.filter { path in
      let name = path.split(separator: "/").last ?? ""
      return Self.queues.contains { name.hasPrefix("\($0.name)-") } && !name.contains(".")
    }.map { data + "/" + $0 }.sorted()
  }

  // MARK: - The app's handler

  public nonisolated func take(_ kind: String, file: URL?, details: [String]) async {
    guard let id = details.first else { return }
    KillSwitch.shared.step("before the handler is told")
    await Task.yield()
    guard !KillSwitch.shared.isDead else { return }
    await note(id, kind)
    KillSwitch.shared.step("after the handler is told")
  }

  private func note(_ id: String, _ kind: String) {
    guard let item = items[id] else { return }
    if !item.isWanted { return }
    if item.told > 0 { repeats += 1 }
    items[id]?.told += 1
    if !kind.hasPrefix("failed"), item.successes == 0 { problems.append("\(id) is told as \(kind)") }
    if kind.hasPrefix("failed"), item.successes > 0, !item.mayRepeat {
      problems.append("\(id) is told as \(kind)")
    }
  }

  private struct NotNow: Error {}

  public nonisolated func file(of id: String) async throws -> URL? {
    await Task.yield()
    // A process that has ended does nothing.
    if KillSwitch.shared.isDead { throw NotNow() }
    return try await answer(to: id)
  }

  private func answer(to id: String) throws -> URL? {
    if isRefusing {
      items[id]?.notBefore = device.now + 3_600
      items[id]?.freeSince = nil
      throw NotNow()
    }
    guard !id.hasPrefix("unwanted") else {
      if !kill.isDead { items[id]?.isWanted = false }
      return nil
    }
    return URL(fileURLWithPath: id.hasPrefix("nofile") ? "/gone" : CommandLine.arguments[0])
  }
}

/// SplitMix64.
private struct Seeded {
  var state: UInt64

  mutating func below(_ bound: Int) -> Int {
    state &+= 0x9E37_79B9_7F4A_7C15
    var bits = (state ^ (state >> 30)) &* 0xBF58_476D_1CE4_E5B9
    bits = (bits ^ (bits >> 27)) &* 0x94D0_49BB_1331_11EB
    return Int((bits ^ (bits >> 31)) % UInt64(bound))
  }
}
