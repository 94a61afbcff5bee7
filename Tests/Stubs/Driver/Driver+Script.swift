import FakeDevice
import FoundationBG
import UIKit

// The commands of a script.
extension Driver {
  func perform(_ words: [String], line: String) {
    switch words[0] {
    case "system": FakeSystem.shared.add(words[1], to: "system")
    case "configured": device.expectedSettings[words[1]] = Array(words.dropFirst(2))
    case "scenes": hasScenes = true
    case "foreign": device.foreignSessions.insert(words[1])
    case "launch": launch(words.count > 1 ? words[1] : "app")
    case "foreground": device.isSuspended = false
    case "background": device.isSuspended = true
    case "terminate": end()
    case "forceQuit":
      for task in device.cancelAll(reason: 0) { expect(task, "failed whenOpened") }
      end()
    case "disable": for task in device.cancelAll(reason: 1) { expect(task, "failed inForeground") }
    case "exhaust": for task in device.cancelAll(reason: 2) { expect(task, "failed later") }
    case "clean": clean(words[1])
    case "submit": submit(words)
    case "missing": submitMissing(words[1], to: words[2])
    case "arrive": arrive(words[1])
    case "ending": device.await(words[1])
    case "finish", "refuse", "fail": endOldest(words)
    case "wake": wake(words[1])
    case "await": waitForEvents(words[1])
    case "push": push(words, payload: String(line.drop { $0 != "{" }))
    case "task": runTask(words)
    case "activity": runActivity(words)
    case "slow": slowness = Double(words[1]) ?? 0
    default: report("the script says \(line)")
    }
  }

  // MARK: - Processes

  private func launch(_ name: String) {
    end()
    device.startProcess()
    device.isSuspended = false
    process = name
    if name == "app" { device.guardsForeign = true } else { device.guardsForeign = false }
    app?.launch(name)
  }

  private func end() {
    process = nil
    reconciled = []
    taking = []
    device.startProcess()
    app?.end()
  }

  private func clean(_ path: String) {
    guard let defaults = UserDefaults(suiteName: "driver") else { return }
    let sessions = device.liveSessions.sorted()
    let unfinished = sessions.flatMap { session in
      device.submitted(to: session).filter { !$0.isOver }.map { (session, $0.identifier) }
    }
    let isMoved = installPath.map { $0 != path } ?? false
    installPath = path
    app?.startClean(whenMovedFrom: path, defaults: defaults)
    if isMoved { for task in unfinished { expect(task, "failed never") } }
    reconciled = []
    Executor.shared.drain()
    // Time for a slow handler to handle all of its events.
    if slowness > 0 { device.advance(by: slowness * 1_000) }
    if device.liveSessions.sorted() != sessions { report("the sessions have not been made anew") }
    if !isMoved { reconciled = device.liveSessions }
    let left = sessions.flatMap { device.submitted(to: $0).filter { !$0.isOver } }
    if isMoved, !left.isEmpty { report("transfers of an earlier build are left") }
  }

  // MARK: - Transfers

  /// `submit NAME COUNT REST SESSION upload|download BYTES PRIORITY EARLIEST NETWORKS`.
  ///
  /// BYTES is `file` for uploads, which announce the sizes of their files. For downloads, only the first download announces a size of its
  /// own.
  private func submit(_ words: [String]) {
    let (count, rest, session) = (Int(words[2]) ?? 0, Int(words[3]) ?? 0, words[4])
    let known = device.submitted(to: session).count
    let left = app?.submit(words[1], count)
    if left != rest { report("\(words[1]) leaves \(left ?? -1) of \(count) instead of \(rest)") }
    let tasks = device.submitted(to: session).dropFirst(known)
    if tasks.count != count - rest {
      report("\(words[1]) hands \(tasks.count) of \(count) to \(session) instead of \(count - rest)")
    }
    for (index, task) in tasks.enumerated() {
      var declared = Array(words[5...9])
      if task.isUpload { declared[1] = "\(Self.size(of: task.file) ?? -1)" }
      if !task.isUpload, index == 0 { declared[1] = "12345" }
      let networks = [
        task.request.allowsCellularAccess, task.request.allowsExpensiveNetworkAccess,
        task.request.allowsConstrainedNetworkAccess,
      ].map { $0 ? "1" : "0" }.joined()
      let found = [
        task.isUpload ? "upload" : "download", "\(task.expectedBytes)", "\(task.priority)",
        "\(task.earliestBegin.map { Int($0.rounded()) } ?? 0)", networks,
      ]
      if found != declared { report("\(words[1]) is submitted as \(found) instead of \(declared)") }
      if !task.isResumed { report("a task of \(words[1]) is never resumed") }
      if task.description == nil { report("a task of \(words[1]) has lost its description") }
    }
  }

  private static func size(of file: URL?) -> Int? {
    guard let file, let attributes = try? FileManager.default.attributesOfItem(atPath: file.path) else {
      return nil
    }
    return (attributes[.size] as? NSNumber)?.intValue
  }

  /// Submits an upload whose file does not exist. The app must report the missing file and submit another upload instead.
  private func submitMissing(_ transfer: String, to session: String) {
    let known = device.submitted(to: session).count
    rejected = []
    _ = app?.submit(transfer, 0)
    let tasks = device.submitted(to: session).count - known
    if tasks > 1 { report("\(transfer) hands an upload without a file to \(session)") }
    if tasks < 1 { report("\(transfer) stops at an upload without a file") }
    Executor.shared.drain()
    if rejected != ["item 0"] {
      report("the handler has not heard of the upload of \(transfer) without a file")
    }
  }

  /// Ends the process after the app has received the file of a download, and before the download has ended.
  private func arrive(_ session: String) {
    guard let task = device.arrive(in: session) else {
      report("the script passes the file of a download of \(session), which has none")
      return
    }
    end()
    expect((session, task.identifier), "downloaded")
  }

  private func endOldest(_ words: [String]) {
    let session = words[1]
    var status: Int?
    var error: URLError?
    var outcome: String?
    switch words[0] {
    case "finish": status = 200
    case "refuse":
      status = Int(words[2])
      outcome = "failed \(words[3])"
    default:
      error = URLError(Int(words[2]).flatMap(URLError.Code.init) ?? .unknown)
      outcome = "failed \(words[3])"
    }
    guard let task = device.endOldest(of: session, status: status, error: error) else {
      report("the script ends a task of \(session), which has none")
      return
    }
    expect((session, task.identifier), outcome ?? (task.isUpload ? "completed" : "downloaded"))
  }

  private func expect(_ task: (session: String, task: Int), _ outcome: String) {
    let ended = Ended(session: task.session, task: task.task)
    expected[ended] = outcome
    if taken[ended] == nil { waiting.insert(ended) }
  }

  // MARK: - Events

  /// Wakes or launches the app for a session, as the system does.
  private func wake(_ session: String) {
    let isLaunched = prepareWake(session)
    let wake = Wake(session)
    wakes.append(wake)
    let number = device.process
    app?.handleEvents(session) {
      let isOnMain = Executor.shared.isOnMain
      MainActor.assumeIsolated {
        wake.calls += 1
        if wake.calls > 1 { Driver.shared.report("the completion handler of \(session) is called twice") }
        if !isOnMain {
          Driver.shared.report("the completion handler of \(session) is called off the main thread")
        }
        // The driver does not wait for a handler that takes too long.
        if Device.shared.process == number, Driver.shared.slowness < 25 {
          Driver.shared.checkEnd(of: session)
        }
      }
    }
    if isLaunched {
      // The events come some time after the call.
      device.isSuspended = true
      device.advance(by: 2)
      device.isSuspended = false
    }
    let begun = device.now
    // The system gives an app at most 30 s for the events of a session.
    device.advance(by: 30) { wake.calls == 0 }
    if wake.calls > 0, slowness < 25, device.now - begun >= 25 {
      report("the completion handler of \(session) is not called when its events are handled")
    }
    if wake.calls == 0 {
      report("the completion handler of \(session) has not been called within 30 s")
      wake.calls = 1
    }
    Executor.shared.drain()
    if slowness >= 25 { device.advance(by: 40 * slowness) }
    if device.isKnown(session), !delivered.contains(session) {
      report("the handler has not heard that the events of \(session) are delivered")
    }
    if device.foreignSessions.contains(session), device.isLive(session),
      device.submitted(to: session).allSatisfy(\.isOver)
    {
      report("the app keeps the session \(session) of another process")
    }
    device.isSuspended = true
  }

  private func waitForEvents(_ session: String) {
    _ = prepareWake(session)
    let wake = Wake(session)
    wakes.append(wake)
    let app = app
    Task { @MainActor in
      await app?.waitForEvents(session)
      wake.calls += 1
      checkEnd(of: session)
    }
    device.advance(by: 30) { wake.calls == 0 }
    Executor.shared.drain()
    device.isSuspended = true
  }

  /// Launches the app, unless it runs. The system calls the app for the session a short time after the launch.
  ///
  /// - Returns: Whether the app has been launched.
  private func prepareWake(_ session: String) -> Bool {
    finished.remove(session)
    delivered.remove(session)
    device.await(session)
    let isLaunched = process == nil
    if isLaunched {
      called = session
      launch("app")
      // The app learns of the session's tasks, but not yet of its events.
      device.isSuspended = true
      device.advance(by: 0.2)
      called = nil
    }
    device.isSuspended = false
    return isLaunched
  }

  /// Checks a session after its events, when the system may suspend the app.
  private func checkEnd(of session: String) {
    guard device.isKnown(session) else { return }
    if !finished.contains(session) {
      report("the completion handler of \(session) is called before urlSessionDidFinishEvents")
    }
    if waiting.contains(where: { $0.session == session }) {
      report("the completion handler of \(session) is called before the handler has taken its events")
    }
  }

  // MARK: - Pushes and background tasks

  private func work(_ words: ArraySlice<String>) -> Work {
    switch words.first {
    case "takes": .takes(words.last.flatMap(Double.init) ?? 0)
    case "ignores": .ignores(words.last.flatMap(Double.init) ?? 0)
    default: .fails
    }
  }

  /// `push NAME takes|ignores|fails SECONDS newData|noData|failed PAYLOAD`.
  private func push(_ words: [String], payload: String) {
    if process == nil { launch("app") }
    device.isSuspended = false
    let json = try? JSONSerialization.jsonObject(with: Data(payload.utf8)) as? [String: Any]
    guard let json else { return report("the payload of \(words[1]) is not a JSON object") }
    asked = words[1]
    work = work(words[2...3])
    let begun = device.now
    let wake = Wake("the push \(words[1])")
    app?.push(json) { result in
      let isOnMain = Executor.shared.isOnMain
      MainActor.assumeIsolated {
        let driver = Driver.shared
        wake.calls += 1
        if wake.calls > 1 { driver.report("the completion handler of a push is called twice") }
        if !isOnMain { driver.report("the completion handler of a push is called off the main thread") }
        if "\(result)" != words[4] { driver.report("a push answers \(result) instead of \(words[4])") }
      }
    }
    device.advance(by: 30) { wake.calls == 0 }
    if wake.calls == 0 { report("the completion handler of a push is not called within 30 s") }
    if wake.calls > 0, device.now - begun >= 30 { report("a push is answered after 30 s") }
    if let seconds = Double(words[3]), seconds < 20, device.now - begun > seconds {
      report("a push is not answered when its work is done")
    }
    if asked != nil { report("nobody is called for the push \(words[1])") }
    asked = nil
    device.advance(by: 120)
  }

  /// `task NAME takes|ignores|fails SECONDS done|thrown refused?`.
  private func runTask(_ words: [String]) {
    let application = UIApplication.shared
    application.refusesBackgroundTasks = words.last == "refused"
    work = work(words[2...3])
    asked = words[1]
    let name = words[1]
    let end = Wake(name)
    var outcome = ""
    let app = app
    Task { @MainActor in
      do {
        try await app?.runTask(name) {
          if await UIApplication.shared.isWithoutBackgroundTask {
            await Driver.shared.report("the work of \(name) runs without its background task")
          }
          try await Driver.shared.doWork(name)
        }
        outcome = "done"
      } catch {
        outcome = "thrown"
      }
      end.calls += 1
    }
    device.advance(by: 29) { end.calls == 0 }
    if end.calls > 0, !application.runningBackgroundTasks.isEmpty {
      report("the background task \(name) has not been ended with its work")
    }
    application.expireBackgroundTasks()
    device.advance(by: 120) { end.calls == 0 }
    if end.calls == 0 { report("the background task \(name) never returns") }
    if outcome != words[4] { report("the background task \(name) is \(outcome) instead of \(words[4])") }
    application.refusesBackgroundTasks = false
  }

  /// `activity NAME takes|ignores|fails SECONDS done|thrown refused?`.
  private func runActivity(_ words: [String]) {
    let name = words[1]
    device.refusesActivities = words.last == "refused"
    work = work(words[2...3])
    asked = name
    let end = Wake(name)
    var outcome = ""
    let app = app
    Task { @MainActor in
      do {
        try await app?.runTask(name) {
          if await !Device.shared.refusesActivities, await Device.shared.runningActivities.isEmpty {
            await Driver.shared.report("the work of \(name) runs without its activity")
          }
          try await Driver.shared.doWork(name)
        }
        outcome = "done"
      } catch {
        outcome = "thrown"
      }
      end.calls += 1
    }
    if !device.happens({ asked == nil || end.calls > 0 }) { report("the work of \(name) is never begun") }
    device.advance(by: 29) { end.calls == 0 }
    if end.calls == 0 { device.expireActivities() }
    if !device.happens({ device.runningActivities.isEmpty }) {
      report("the activity \(name) goes on after its work or its time")
      device.forgetActivities()
    }
    device.advance(by: 120) { end.calls == 0 }
    if end.calls == 0 { report("the activity \(name) never returns") }
    if outcome != words[4] { report("the activity \(name) is \(outcome) instead of \(words[4])") }
    device.refusesActivities = false
    asked = nil
  }
}
