import FakeDevice
import FoundationBG

/// Runs an app with queues through the same life again and again. In each life, the process ends at a different step, and another process
/// continues.
@MainActor
public final class QueueDriver: QueueListener {
  public static let shared = QueueDriver()

  private static let session = "com.example.queues.library"
  private static let uploads = [
    "a", "b", "again", "busy", "refused", "hopeless", "gone", "no file", "c", "d",
  ]
  private static let downloads = ["x", "y", "z"]
  private static let ids = uploads + downloads

  private var device: Device { .shared }
  private var kill: KillSwitch { .shared }
  /// The number of times that the handler has received the end of each item, as an app's own data would record it.
  private var told: [String: Int] = [:]
  private var outcomes: [String: String] = [:]
  /// The attempts and successes that the server has seen.
  private var attempts: [String: Int] = [:]
  private var successes: [String: Int] = [:]
  private var problems: [String] = []

  /// Ends the app once at each step. Returns the problems and the number of ends.
  ///
  /// - Parameter mostProblems: The number of problems after which the driver stops.
  public func run(_ app: any DrivenApp, mostProblems: Int) -> [String] {
    Executor.shared.install()
    FakeSystem.shared.isPrinting = false
    Driver.shared.listener = self
    device.keepsTimersApart = true
    var app = app
    var report: [String] = []
    var total = 0
    for redelivers in [true, false] {
      kill.redelivers = redelivers
      var step = redelivers ? 0 : -2
      repeat {
        // A lost event is the rarer case.
        step += redelivers ? 1 : 3
        live(&app, endingAt: step)
        total += 1
        for problem in problems {
          report.append("step \(step), \(kill.last)\(redelivers ? "" : ", events lost"): \(problem)")
        }
      } while !kill.last.isEmpty && report.count < mostProblems
    }
    kill.redelivers = true
    report += damagedFilesStay(&app)
    return report + ["\(total) ends"]
  }

  private func live(_ app: inout any DrivenApp, endingAt step: Int) {
    device.reset()
    (told, outcomes, attempts, successes, problems) = ([:], [:], [:], [:], [])
    try? FileManager.default.removeItem(atPath: Self.folder)
    kill.begin(endingAt: step)
    launch(&app)
    var rounds = 0
    while rounds < 120, !isDone(app) || kill.isDead {
      rounds += 1
      if kill.isDead { bury(&app) }
      if rounds == 7 { forceQuit(&app) }
      let running = device.running(in: Self.session)
      let names = running.compactMap { name(of: $0) }
      if Set(names).count != names.count { problems.append("an item is with the system twice: \(names)") }
      if rounds.isMultiple(of: 3) { device.isSuspended = true }
      for _ in running.prefix(device.isSuspended ? 3 : 1) { endOldest() }
      if device.isSuspended {
        device.isSuspended = false
        device.await(Self.session)
        app.handleEvents(Self.session) {}
      }
      Executor.shared.drain()
      device.advance(by: 31)
    }
    check(app)
  }

  /// Files that can't be read are left unchanged, and don't prevent the transfer of other items.
  private func damagedFilesStay(_ app: inout any DrivenApp) -> [String] {
    live(&app, endingAt: .max)
    let files = ["half.item": "{\"id\": \"a", "empty.item": "", "newer.item": #"{"version": 2, "id": "b"}"#]
    let folders = FileManager.default.enumerator(atPath: Self.folder)?.compactMap { $0 as? String } ?? []
    guard let folder = folders.first(where: { $0.contains("/photos-") && !$0.contains(".") }) else {
      return ["no folder of a queue: \(folders)"]
    }
    for (name, text) in files {
      FileManager.default.createFile(atPath: "\(Self.folder)/\(folder)/\(name)", contents: Data(text.utf8))
    }
    (told, outcomes, attempts, successes, problems) = ([:], [:], [:], [:], [])
    launch(&app)
    for _ in 0..<60 {
      endOldest()
      Executor.shared.drain()
      device.advance(by: 31)
    }
    let left = files.keys.filter {
      FileManager.default.contents(atPath: "\(Self.folder)/\(folder)/\($0)") == Data((files[$0] ?? "").utf8)
    }
    return (left.count == files.count ? [] : ["damaged files are gone: only \(left) are left"])
      + (Self.ids.allSatisfy { told[$0] == 1 || $0 == "gone" } ? [] : ["damaged files stop a queue: \(told)"])
  }

  private func isDone(_ app: any DrivenApp) -> Bool {
    device.running(in: Self.session).isEmpty && (app.queued(in: "photos") + app.queued(in: "tiles")).isEmpty
      && Self.ids.allSatisfy { told[$0] != nil || $0 == "gone" }
  }

  private func launch(_ app: inout any DrivenApp) {
    device.startProcess()
    device.isSuspended = false
    app.launch("app")
    // At each launch, an app adds the items that its own data doesn't record as done.
    try? app.enqueue(Self.uploads.filter { told[$0] == nil }, to: "photos")
    try? app.enqueue(Self.downloads.filter { told[$0] == nil }, to: "tiles")
    Executor.shared.drain()
    device.advance(by: 31)
  }

  /// Lets the remaining code of an ended process run without effect, and starts another process.
  private func bury(_ app: inout any DrivenApp) {
    Executor.shared.drain()
    device.advance(by: 100_000)
    device.startProcess()
    app.end()
    kill.revive()
    if !kill.redelivers { device.forgetSuspendedTasks() }
    // Transfers continue while no process runs.
    if kill.end.isMultiple(of: 2) { endOldest() }
    launch(&app)
  }

  private func forceQuit(_ app: inout any DrivenApp) {
    _ = device.cancelAll(reason: 0)
    device.startProcess()
    app.end()
    launch(&app)
  }

  // MARK: - The server

  private func name(of task: SubmittedTask) -> String? {
    task.description?.split(separator: "/").last.map(String.init)
  }

  private func endOldest() {
    guard !kill.isDead,
      let task = device.running(in: Self.session).first(where: { $0.earliestBegin ?? 0 <= 0 }),
      let name = name(of: task)
    else {
      return
    }
    attempts[name, default: 0] += 1
    let attempt = attempts[name] ?? 0
    var status: Int? = 200
    var error: URLError?
    switch name {
    case "again" where attempt == 1:
      (status, error) = (
        nil, URLError(.timedOut, userInfo: [NSURLSessionUploadTaskResumeData: Data("half".utf8)])
      )
    case "hopeless": (status, error) = (nil, URLError(.timedOut))
    case "y" where attempt == 1:
      (status, error) = (
        nil,
        URLError(.networkConnectionLost, userInfo: ["NSURLSessionDownloadTaskResumeData": Data("half".utf8)])
      )
    case "busy" where attempt < 3: status = 503
    case "refused": status = 404
    default: successes[name, default: 0] += 1
    }
    device.end(task, of: Self.session, status: status, error: error)
  }

  // MARK: - The app's handler

  public nonisolated func take(_ kind: String, file: URL?, details: [String]) async {
    let kill = KillSwitch.shared
    kill.step("before the handler is told: \(kind)")
    await Task.yield()
    guard !kill.isDead, let id = details.first else { return }
    await note(id, kind, file, isAnswered: details.count > 1 && !details[1].isEmpty)
    kill.step("after the handler is told: \(kind)")
  }

  private func note(_ id: String, _ kind: String, _ file: URL?, isAnswered: Bool) {
    if kind == "downloaded" {
      guard let file, FileManager.default.fileExists(atPath: file.path) else {
        return problems.append("the file of \(id) is gone")
      }
      if isAnswered, file.pathExtension != "txt" {
        problems.append("the file of \(id) has the extension \(file.pathExtension)")
      }
    }
    told[id, default: 0] += 1
    if let before = outcomes[id], before != kind {
      problems.append("\(id) is told as \(before) and as \(kind)")
    }
    outcomes[id] = kind
  }

  public nonisolated func file(of id: String, after advice: String?) async -> URL? {
    KillSwitch.shared.step("before \(id) is returned")
    await Task.yield()
    KillSwitch.shared.step("after \(id) is returned")
    guard id != "gone" else { return nil }
    return URL(fileURLWithPath: id == "no file" ? "/gone" : CommandLine.arguments[0])
  }

  // MARK: - Checks

  /// The folder of the app's data. The test creates the folder.
  private static let folder = ProcessInfo.processInfo.environment["XDG_DATA_HOME"] ?? "/nowhere"

  private func check(_ app: any DrivenApp) {
    let expected = [
      "refused": "failed never", "hopeless": "failed again", "no file": "failed never", "x": "downloaded",
      "y": "downloaded", "z": "downloaded",
    ]
    for id in Self.ids where id != "gone" {
      if told[id] == nil { problems.append("\(id) is lost") }
      if outcomes[id] != expected[id] ?? "completed" {
        problems.append("\(id) is told as \(outcomes[id] ?? "nothing")")
      }
    }
    if told["gone"] != nil { problems.append("an item that is not wanted is told") }
    // If an app ends during the handling of an item's end, or just after, it receives the end again.
    let again = told.values.map { $0 - 1 }.reduce(0, +)
    if again > 1 { problems.append("\(again) items are told again") }
    let twice = successes.values.filter { $0 > 1 }.count
    if twice > (kill.redelivers ? 0 : 1) { problems.append("\(twice) items have been transferred twice") }
    if attempts["hopeless"] ?? 0 < 3 { problems.append("retries are lost: \(attempts)") }
    if kill.redelivers, attempts["hopeless"] != 3 { problems.append("retries are not counted: \(attempts)") }
    if kill.redelivers, device.resumed == 0 { problems.append("the data of an interrupted download is lost") }
    if kill.redelivers, device.resumedUploads == 0 {
      problems.append("the data of an interrupted upload is lost")
    }
    if !device.running(in: Self.session).isEmpty { problems.append("a task is left") }
    let left = (app.queued(in: "photos") + app.queued(in: "tiles")).sorted()
    if !left.isEmpty { problems.append("stuck: \(left)") }
    let files = FileManager.default.enumerator(atPath: Self.folder)?.compactMap { $0 as? String } ?? []
    let kept = files.filter { $0.hasSuffix(".item") || $0.contains(".arrived") }
    if !kept.isEmpty { problems.append("files are left: \(kept)") }
    problems += device.broken
  }
}
