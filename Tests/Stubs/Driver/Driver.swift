import FakeDevice
import FoundationBG
import UIKit

/// An app with the generated code of a policy, as the driver calls it.
@MainActor
public protocol DrivenApp {
  /// Launches a process of the app. A process with a name other than `app` is an extension.
  mutating func launch(_ process: String)
  /// Ends the process. Nothing in memory survives.
  mutating func end()
  func startClean(whenMovedFrom path: String, defaults: UserDefaults)
  func handleEvents(_ session: String, _ completionHandler: @escaping () -> Void)
  func waitForEvents(_ session: String) async
  /// Submits `count` items, and returns the number of items that remain; `nil` if the transfer is unknown. If `count` is 0, the app submits
  /// one item whose file does not exist.
  func submit(_ transfer: String, _ count: Int) -> Int?
  func push(_ userInfo: [AnyHashable: Any], _ completionHandler: @escaping (UIBackgroundFetchResult) -> Void)
  func runTask(_ name: String, _ work: @escaping @Sendable () async throws -> Void) async throws
  /// Adds items to the queue of a transfer.
  func enqueue(_ ids: [String], to transfer: String) throws
  /// Adds items to the queue of a transfer. Returns the items that have to wait after the app has submitted as many items as possible.
  func submitItems(_ ids: [String], to transfer: String) async throws -> [String]
  /// Removes items from the queue of a transfer; all items if `ids` is `nil`.
  func dequeue(_ ids: [String]?, from transfer: String)
  /// The items in the queue of a transfer.
  func queued(in transfer: String) -> [String]
  /// Submits the items that wait because the app could not make them.
  func submitWaiting(of transfer: String)
  /// Looks at the items in the queue of a transfer at each message of the log.
  func lookWhileLogging(at transfer: String)
}

extension DrivenApp {
  public func enqueue(_ ids: [String], to transfer: String) throws {}
  public func submitItems(_ ids: [String], to transfer: String) async throws -> [String] { ids }
  public func dequeue(_ ids: [String]?, from transfer: String) {}
  public func queued(in transfer: String) -> [String] { [] }
  public func submitWaiting(of transfer: String) {}
  public func lookWhileLogging(at transfer: String) {}
}

/// Receives the events of queues instead of the driver of scripts, and creates the items that the app's handler returns.
public protocol QueueListener: Sendable {
  /// Receives an event of a session. The first of the details is the identifier of the item.
  func take(_ kind: String, file: URL?, details: [String]) async
  /// The file of an item; `nil` if the app no longer wants the item.
  ///
  /// `advice` is the advice for the item's last failure.
  func file(of id: String, after advice: String?) async throws -> URL?
}

/// Runs an app through a script of events, and checks the app against the contracts of Apple's frameworks.
@MainActor
public final class Driver {
  public static let shared = Driver()

  /// Receives the events of queues instead of this driver.
  var listener: (any QueueListener)?
  var app: (any DrivenApp)?
  var process: String?
  var expected: [Ended: String] = [:]
  var taken: [Ended: String] = [:]
  /// The ends of tasks that the app has to receive, and that its handler has not handled yet.
  var waiting: Set<Ended> = []
  /// The sessions whose remaining tasks this process of the app has received.
  var reconciled: Set<String> = []
  var finished: Set<String> = []
  var delivered: Set<String> = []
  var wakes: [Wake] = []
  var asked: String?
  var work = Work.takes(0)
  /// The number of seconds that the app's handler takes for each event.
  var slowness = 0.0
  var submissions: [String: Int] = [:]
  /// The session for which the system has launched the app, and for which it will call the app.
  var called: String?
  /// The folder of the last build of the app.
  var installPath: String?
  /// The sessions for which the handler is handling an event.
  var taking: Set<String> = []
  /// Whether the app has scenes whose actions wait for events. These actions begin after the app has made its sessions.
  var hasScenes = false
  /// The items that the handler has reported as impossible to submit.
  var rejected: [String] = []

  /// The end of a task, which the app has to receive once.
  struct Ended: Hashable {
    let session: String
    let task: Int
  }

  /// A completion handler that the system passes to the app.
  final class Wake {
    let session: String
    var calls = 0
    init(_ session: String) { self.session = session }
  }

  /// The behavior of the app's own work.
  enum Work {
    case takes(Double)
    /// The work takes a number of seconds even if it is cancelled.
    case ignores(Double)
    case fails
  }

  private struct Failure: Error {}

  var device: Device { .shared }

  /// Runs a script, and returns the broken contracts.
  public func run(_ app: any DrivenApp, script: String) -> [String] {
    self.app = app
    Executor.shared.install()
    FakeSystem.shared.isPrinting = false
    // The timers of a process that has ended do nothing.
    device.keepsTimersApart = true
    device.onFinishedEvents = { session in
      MainActor.assumeIsolated { _ = Driver.shared.finished.insert(session) }
    }
    for (index, line) in script.split(separator: "\n").enumerated() {
      let broken = device.broken.count
      let words = line.split(separator: " ").map(String.init)
      perform(words, line: String(line))
      Executor.shared.drain()
      checkIdleContracts()
      for contract in FakeSystem.shared.takeViolations() { device.report(contract) }
      for contract in device.broken.dropFirst(broken) {
        trace.append("line \(index + 1), \(line): \(contract)")
      }
    }
    return trace
  }

  private var trace: [String] = []

  func report(_ contract: String) { device.report(contract) }

  /// Checks the contracts that hold whenever the app is idle.
  private func checkIdleContracts() {
    for wake in wakes where wake.calls == 0 {
      report("the completion handler of \(wake.session) has not been called")
      wake.calls = 1
    }
    if process == "app" {
      for session in device.expectedSettings.keys.sorted() where !device.foreignSessions.contains(session) {
        if !device.isLive(session) { report("the session \(session) has not been made") }
      }
    }
    if process != nil, !device.isSuspended {
      // The app learns of the remaining tasks when it is certain that the system does not call the app for them.
      if !device.liveSessions.isSubset(of: reconciled) { device.advance(by: 1.1) }
      for ended in waiting.sorted(by: { ($0.session, $0.task) < ($1.session, $1.task) })
      where device.isLive(ended.session) {
        let outcome = expected[ended] ?? ""
        report("the handler has not heard that task \(ended.task) of \(ended.session) is \(outcome)")
        waiting.remove(ended)
      }
      for session in device.liveSessions where !reconciled.contains(session) {
        report("the handler has not been told what is left in \(session)")
        reconciled.insert(session)
      }
    }
    for name in UIApplication.shared.runningBackgroundTasks {
      report("the background task \(name) has not been ended")
    }
  }

  // MARK: - Reports of the app's handler

  public nonisolated func take(
    _ kind: String, session: String, task: Int = 0, file: URL? = nil, details: [String] = []
  ) async {
    if let listener = await listener {
      return await listener.take(kind, file: file, details: details)
    }
    let process = await beginTaking(session)
    // The handler yields once, as the handler of an app with other work does.
    await Task.yield()
    let slowness = await slowness
    if slowness > 0 { try? await Task.sleep(nanoseconds: UInt64(slowness * 1e9)) }
    await note(kind, session, task, file, details)
    await endTaking(session, process)
  }

  private func beginTaking(_ session: String) -> Int {
    if !taking.insert(session).inserted {
      report("an event of \(session) comes before the one before it is taken")
    }
    return device.process
  }

  private func endTaking(_ session: String, _ process: Int) {
    // The work of an earlier process never continues, so it changes nothing.
    if process == device.process { taking.remove(session) }
  }

  private func note(_ kind: String, _ session: String, _ task: Int, _ file: URL?, _ details: [String]) {
    switch kind {
    case "reconciled":
      reconciled.insert(session)
      let isCalled = called == session || wakes.contains { $0.session == session && $0.calls == 0 }
      if !hasScenes, isCalled,
        device.isKnown(session),
        waiting.contains(where: { $0.session == session })
      {
        report("the handler is told what is left in \(session) before what has ended")
      }
    case "failed never" where task == 0: rejected.append(details.first ?? "")
    case "delivered":
      if !finished.contains(session) {
        report("the end of \(session)'s events is told before they have ended")
      }
      delivered.insert(session)
    default:
      let ended = Ended(session: session, task: task)
      if taken[ended] != nil { report("task \(task) of \(session) has been told twice") }
      taken[ended] = kind
      waiting.remove(ended)
      if let outcome = expected[ended], outcome != kind {
        report("task \(task) of \(session) is told as \(kind) instead of \(outcome)")
      }
      checkAnswer(kind, session, task, details)
      guard kind == "downloaded" else { return }
      let text = file.flatMap { try? String(contentsOf: $0, encoding: .utf8) }
      if text != "\(session) \(task)" { report("the file of task \(task) of \(session) is gone") }
      if let file { try? FileManager.default.removeItem(at: file) }
    }
  }

  /// Checks the identifier of an item, and the answer of the server.
  private func checkAnswer(_ kind: String, _ session: String, _ task: Int, _ details: [String]) {
    let description = device.submitted(to: session).first { $0.identifier == task }?.description
    if details.first != description {
      report("task \(task) of \(session) is told as \(details.first ?? "") instead of \(description ?? "")")
    }
    guard details.count == 4, !kind.hasPrefix("failed") else { return }
    if details[1] != "\(task)" { report("the header fields of task \(task) of \(session) are lost") }
    guard kind == "completed" else { return }
    let file = details[3].isEmpty ? nil : try? String(contentsOfFile: details[3], encoding: .utf8)
    if (file ?? details[2]) != device.answer(to: task, of: session) {
      report("the answer to task \(task) of \(session) is lost")
    }
    try? FileManager.default.removeItem(atPath: details[3])
  }

  /// The file of an item in a queue; `nil` if the app no longer wants the item.
  public nonisolated func file(of id: String, after advice: String?) async throws -> URL? {
    try await listener?.file(of: id, after: advice)
  }

  /// The work of a push or of a background task.
  public nonisolated func doWork(_ name: String) async throws {
    switch await begin(name) {
    case .takes(let seconds): try await Task.sleep(nanoseconds: UInt64(seconds * 1e9))
    case .ignores(let seconds): await Device.shared.sleepOn(seconds)
    case .fails: throw Failure()
    }
  }

  private func begin(_ name: String) -> Work {
    if let asked, asked != name { report("\(name) is called instead of \(asked)") }
    asked = nil
    return work
  }
}
