import FakeDevice
import FoundationBG
import UIKit

/// Short lives of an app with queues and of its share extension. Each life contains one situation that is difficult for a queue.
@MainActor
public final class QueueScenarios: QueueListener {
  public static let shared = QueueScenarios()

  static let library = "com.example.queues.library"
  static let share = "com.example.queues.share"

  var device: Device { .shared }
  var told: [String] = []
  var cancelled: [String] = []
  /// The items that the queue has requested from the app, each with the advice for its last failure.
  var asked: [String] = []
  /// The files that contained a secret while the app received the end of an item.
  var secrets: [String] = []
  var problems: [String] = []
  /// The reasons of failures, as the system reported them.
  var reasons: [String] = []
  /// Runs while the app's handler has an event.
  var onEvent: (String) -> Void = { _ in }
  /// The items that the app's handler submits while it has the next event.
  var next: [String]?
  /// Runs while the app makes an item. The result is whether the app wants the item.
  var onItem: (String) -> Bool = { _ in true }
  /// Whether the app makes no item until `makeItems` is called.
  var isMakingSlowly = false
  private var makers: [CheckedContinuation<Void, Never>] = []
  var app: (any DrivenApp)?
  var shareExtension: (any DrivenApp)?

  /// Runs a scenario, and returns the problems.
  public func run(_ name: String, of app: any DrivenApp) -> [String] {
    Executor.shared.install()
    FakeSystem.shared.isPrinting = false
    Driver.shared.listener = self
    device.reset()
    device.keepsTimersApart = true
    device.onCancel = { task in
      MainActor.assumeIsolated { QueueScenarios.shared.cancelled.append(Self.name(of: task)) }
    }
    (self.app, shareExtension) = (app, app)
    switch name {
    case "the app has looked at the extension's queue": appLooksAtExtensionsQueue()
    case "an item waits for a day": itemWaits(in: "photos", limit: 3)
    case "an item waits for a day, one at a time": itemWaits(in: "tiles", limit: 1)
    case "a slow item": slowItem()
    case "files can't be read at launch": filesCannotBeRead()
    case "background updates are off": backgroundUpdatesAreOff()
    case "the app adds to the extension's queue": appAddsToExtensionsQueue()
    case "the app ends with an end of the extension's": appTakesEndAway()
    case "the extension adds again": extensionAddsAgain()
    case "the extension submits": extensionSubmits()
    case "a token is refused": tokenIsRefused()
    case "data outlives its request": dataOutlivesItsRequest()
    case "a URL expires": urlExpires()
    case "files have secrets": filesHaveSecrets()
    case "ten thousand items": tenThousandItems()
    case "the app makes its sessions twice": appMakesSessionsTwice()
    case "the extension looks at the app's queue": extensionLooksAtAppsQueue()
    case "the app empties the extension's queue": appEmptiesExtensionsQueue()
    case "a person signs in again": personSignsIn()
    case "a receiver of the log looks at the queue": receiverLooksAtQueue()
    case "a receiver of the log hears of a missing header": receiverHearsOfHeader()
    case "the app adds a failed item again": failedItemIsAddedAgain()
    case "an item is another one when its request is made": itemChangesMeanwhile()
    case "an item that is not wanted is another one by then": unwantedItemChangesMeanwhile()
    case "a file arrives for a removed item": fileArrivesForRemovedItem()
    case "an error has a reason": errorHasReason()
    case "the handler submits in an event": handlerSubmitsInEvent()
    case "files of lost downloads are removed": filesOfLostDownloadsAreRemoved()
    case "the app empties the extension's queue while an item is made": appEmptiesQueueMeanwhile()
    case "a person signs out before the first unlock": personSignsOutWhileLocked()
    case "the submission is cancelled": submissionIsCancelled()
    default: problems.append("there is no such scenario")
    }
    return problems + device.broken
  }

  // MARK: - Scenarios

  private func appLooksAtExtensionsQueue() {
    app?.launch("app")
    settle()
    expect(app?.queued(in: "shared") ?? ["no queue"], [], "the queue that the app sees")
    let suspended = device.suspend()
    device.startProcess()
    shareExtension?.launch("share")
    settle()
    try? shareExtension?.enqueue(["s1", "s2", "s3"], to: "shared")
    settle()
    expect(with(Self.share), ["s1", "s2", "s3"], "the extension's transfers")
    device.startProcess()
    shareExtension?.end()
    end("s1", in: Self.share, status: 200)
    device.resume(suspended)
    device.await(Self.share)
    app?.handleEvents(Self.share) {}
    settle()
    device.advance(by: 60)
    expect(with(Self.share), ["s2", "s3"], "the extension's transfers after the app was called")
    expect(told, ["completed s1"], "what the app has heard")
    expect(cancelled, [], "cancelled")
    expect(app?.queued(in: "shared") ?? [], ["s2", "s3"], "the queue that the app sees then")
  }

  private func itemWaits(in queue: String, limit: Int) {
    app?.launch("app")
    settle()
    let ids = ["a", "b", "c", "d", "e"]
    try? app?.enqueue(ids, to: queue)
    settle()
    expect(with(Self.library), Array(ids.prefix(limit)), "the first transfers")
    end("a", in: Self.library, status: 503, headerFields: ["Retry-After": "86400"])
    settle()
    expect(with(Self.library), Array(ids.dropFirst().prefix(limit)), "the transfers while a waits")
    for id in ids.dropFirst() {
      expect(with(Self.library).contains(id), true, "\(id) is transferred")
      end(id, in: Self.library, status: 200)
      settle()
    }
    expect(told, ids.dropFirst().map { kind(in: queue) + " \($0)" }, "what the app has heard")
    // Only the item `a` is left, so the session has this item: the system can begin its transfer later without the app.
    expect(with(Self.library), ["a"], "what waits in the session")
    let waiting = device.running(in: Self.library).first?.earliestBegin ?? 0
    expect(waiting > 86_000, true, "a waits for \(waiting) seconds")
    // The system wakes the app when the session has transferred `f`, so `a` does not have to wait in the session.
    try? app?.enqueue(["f"], to: queue)
    settle()
    expect(with(Self.library), ["f"], "the transfers after another one was added")
    end("f", in: Self.library, status: 200)
    settle()
    device.advance(by: 86_400)
    expect(with(Self.library), ["a"], "the transfers a day later")
    end("a", in: Self.library, status: 200)
    settle()
    expect(app?.queued(in: queue) ?? [], [], "what is left")
    expect(cancelled, ["a"], "what the queue has taken back")
  }

  private func slowItem() {
    app?.launch("app")
    settle()
    try? app?.enqueue(["slow", "b", "c", "d", "e"], to: "photos")
    settle()
    end("b", in: Self.library, status: 200)
    settle()
    expect(with(Self.library), ["slow", "c", "d"], "the transfers with one place free")
  }

  private func filesCannotBeRead() {
    app?.launch("app")
    settle()
    try? app?.enqueue(["a", "b", "c", "d"], to: "photos")
    settle()
    device.startProcess()
    app?.end()
    let block = folder(of: "photos") + "/unreadable.item"
    try? FileManager.default.createDirectory(atPath: block, withIntermediateDirectories: true)
    app?.launch("app")
    settle()
    expect(with(Self.library), ["a", "b", "c"], "the transfers after a launch while the device is locked")
    end("a", in: Self.library, status: 200)
    settle()
    device.advance(by: 600)
    expect(with(Self.library), ["b", "c"], "the transfers while the device is locked")
    try? FileManager.default.removeItem(atPath: block)
    device.notifications.post(
      name: UIApplication.protectedDataDidBecomeAvailableNotification, object: nil)
    settle()
    expect(with(Self.library), ["b", "c", "d"], "the transfers after the device was unlocked")
    expect(told, ["completed a"], "what the app has heard")
    expect(cancelled, [], "cancelled")
    device.startProcess()
    app?.end()
    try? FileManager.default.createDirectory(atPath: block, withIntermediateDirectories: true)
    app?.launch("app")
    settle()
    try? FileManager.default.removeItem(atPath: block)
    end("b", in: Self.library, status: 200)
    settle()
    device.advance(by: 61)
    expect(told, ["completed a", "completed b"], "what the app has heard without a signal")
    expect(cancelled, [], "cancelled")
  }

  private func backgroundUpdatesAreOff() {
    app?.launch("app")
    settle()
    try? app?.enqueue(["a", "b"], to: "photos")
    settle()
    _ = device.cancelAll(reason: 1)
    settle()
    device.advance(by: 3_600)
    expect(with(Self.library), [], "the transfers in the background")
    device.notifications.post(name: UIApplication.didBecomeActiveNotification, object: nil)
    settle()
    expect(with(Self.library), ["a", "b"], "the transfers in the foreground")
  }

  private func appAddsToExtensionsQueue() {
    app?.launch("app")
    settle()
    do {
      try app?.enqueue(["s"], to: "shared")
      problems.append("the app adds to a queue whose items it can't submit")
    } catch {}
    expect(app?.queued(in: "shared") ?? [], [], "the extension's queue")
  }

  // MARK: - Steps

  func settle() { Executor.shared.drain() }

  func end(
    _ id: String, in session: String, status: Int? = nil, headerFields: [String: String] = [:],
    error: URLError? = nil
  ) {
    guard let task = device.running(in: session).first(where: { Self.name(of: $0) == id }) else {
      return problems.append("\(id) is not transferred")
    }
    device.end(task, of: session, status: status, headerFields: headerFields, error: error)
  }

  func with(_ session: String) -> [String] { device.running(in: session).map { Self.name(of: $0) } }

  private static func name(of task: SubmittedTask) -> String {
    task.description?.split(separator: "/").last.map(String.init) ?? ""
  }

  private func kind(in queue: String) -> String { queue == "tiles" ? "downloaded" : "completed" }

  func folder(of queue: String) -> String {
    let data = ProcessInfo.processInfo.environment["XDG_DATA_HOME"] ?? "/nowhere"
    let folders = FileManager.default.enumerator(atPath: data)?.compactMap { $0 as? String } ?? []
    return data + "/" + (folders.first { $0.contains("/\(queue)-") && !$0.contains(".item") } ?? "none")
  }

  func expect<Value: Equatable>(_ value: Value, _ expected: Value, _ subject: String) {
    if value != expected { problems.append("\(subject): \(value) instead of \(expected)") }
  }

  // MARK: - The app's handler

  public nonisolated func take(_ kind: String, file: URL?, details: [String]) async {
    guard let id = details.first else { return }
    await note("\(kind) \(id)", kind.hasPrefix("failed") ? details.last : nil)
    await submitNext()
  }

  private func submitNext() async {
    guard let next, let app else { return }
    self.next = nil
    let waiting = (try? await app.submitItems(next, to: "photos")) ?? []
    told.append("waiting \(waiting)")
  }

  private func note(_ event: String, _ reason: String?) {
    told.append(event)
    if let reason { reasons.append(reason) }
    secrets += files(with: "SECRET")
    onEvent(event)
  }

  private struct NotNow: Error {}

  public nonisolated func file(of id: String, after advice: String?) async throws -> URL? {
    await noteAsking("\(id) after \(advice ?? "nothing")")
    if id == "not now" { throw NotNow() }
    guard await isWanted(id) else { return nil }
    return URL(fileURLWithPath: CommandLine.arguments[0])
  }

  private func isWanted(_ id: String) async -> Bool {
    if isMakingSlowly { await withCheckedContinuation { makers.append($0) } }
    return onItem(id)
  }

  func makeItems() {
    isMakingSlowly = false
    for maker in makers { maker.resume() }
    makers = []
  }

  private func noteAsking(_ item: String) { asked.append(item) }
}
