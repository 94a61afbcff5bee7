import FoundationBG
import UIKit

/// The steps of a life: events of the app, its extension, the device and the server.
extension QueueLife {
  enum Action: String, CaseIterable {
    case add, addMore, remove, end, endAnother, endOneMore, endTheLast, wait, waitLonger, waitForADay, wake,
      wakeAgain
    case wakeForTheExtension, switchProcesses, goOn, kill, killNow, lock, unlock, refuse, refuseNoMore,
      becomeActive
    case forceQuit, turnUpdatesOff, look
  }

  func perform(_ action: Action) {
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

  func settle() {
    Executor.shared.drain()
    guard kill.isDead else { return }
    endProcess()
    kill.revive()
  }

  func add() {
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
      // If the process has ended during the call, the items may or may not have been saved.
      if kill.isDead { return }
      for id in ids { items[id] = Item(queue: queue, notBefore: device.now) }
    } catch { problems.append("items can't be added: \(error)") }
  }

  func remove() {
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

  func endOne() {
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

  func end(
    _ task: SubmittedTask, _ session: String, status: Int? = nil, headerFields: [String: String] = [:],
    error: URLError? = nil, wait: Double = 0
  ) {
    items[Self.name(of: task)]?.wait = wait
    if isLocked { noteLock(for: Self.name(of: task)) }
    device.end(task, of: session, status: status, headerFields: headerFields, error: error)
  }

  /// Wakes the app for the events of a session, as the system does if the session's owner doesn't run.
  func wake(for session: String) {
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

  /// Launches a process, or resumes a suspended process. The process that runs before is suspended or ends.
  func run(_ name: String) {
    guard current != name else { return }
    if let current {
      if random.below(3) == 0 { endProcess() } else { suspended[current] = device.suspend() }
    }
    device.guardsForeign = name == "app"
    current = name
    if let process = suspended.removeValue(forKey: name) {
      device.resume(process)
      // A resumed process enqueues nothing new, so that it continues to submit waiting items.
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

  func endProcess() {
    guard let current else { return }
    kills += 1
    device.startProcess()
    processes[current]?.end()
    self.current = nil
  }

  func setLocked(_ isLocked: Bool) {
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

  func becomeActive() {
    guard current == "app" else { return }
    for id in items.keys where owner(of: id) == "app" && items[id]?.notBefore == .infinity {
      items[id]?.notBefore = device.now
    }
    device.notifications.post(name: UIApplication.didBecomeActiveNotification, object: nil)
  }

  func forceQuit() {
    guard random.below(4) == 0 else { return }
    cancelAll(reason: 0)
    endProcess()
  }

  func cancelAll(reason: Int) {
    for session in Self.sessions {
      for task in device.submitted(to: session) where !task.isOver {
        // If the user turns background updates off, the system transfers nothing in the background.
        items[Self.name(of: task)]?.wait = reason == 1 ? .infinity : 0
      }
    }
    _ = device.cancelAll(reason: reason)
  }

  /// Lets all work finish, and checks that each item has ended and that the queues are empty.
  func comeToAnEnd() {
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
}
