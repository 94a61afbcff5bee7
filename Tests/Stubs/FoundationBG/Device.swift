import Foundation

/// A transfer, which continues after the end of the process that began it.
final class Transfer: @unchecked Sendable {
  let identifier: Int
  let session: String
  let request: URLRequest
  let file: URL?
  let isUpload: Bool
  var taskDescription: String?
  var priority: Float = 0.5
  var earliestBeginDate: Date?
  var expectsToSend: Int64 = -1
  var expectsToReceive: Int64 = -1
  var isResumed = false
  var isOver = false
  /// Whether an earlier process of the app has received the file of this transfer.
  var hasArrived = false
  var response: HTTPURLResponse?
  var countOfBytesSent: Int64 = 0
  var countOfBytesReceived: Int64 = 0
  /// The time on the device's clock at which the app created the transfer.
  let made: Double
  var begun: Double?

  init(_ identifier: Int, _ session: String, _ request: URLRequest, _ file: URL?, isUpload: Bool) {
    self.identifier = identifier
    self.session = session
    self.request = request
    self.file = file
    self.isUpload = isUpload
    made = Device.shared.now
  }
}

/// The system around the app: the daemon that carries transfers, the clock, and the contracts that the app has to keep.
public final class Device: @unchecked Sendable {
  public static let shared = Device()

  /// A background session in the daemon.
  final class Daemon {
    var settings: [String]?
    var transfers: [Transfer] = []
    /// The events that the app receives after it has created the session.
    var events: [Event] = []
    weak var live: URLSession?
    /// Whether the system has launched or woken the app for events of this session, and so waits for `urlSessionDidFinishEvents`.
    var isAwaited = false
  }

  enum Event {
    case ended(Transfer, (any Error)?)
    case invalid(URLSession)
  }

  /// The number of the process that runs. Each launch has a new number.
  public private(set) var process = 0
  /// Seconds since the start.
  public private(set) var now = 0.0
  /// The contracts that have been broken.
  public private(set) var broken: [String] = []
  /// The sessions of other processes. The app creates these sessions only if the system calls the app for their events.
  public var foreignSessions: Set<String> = []
  /// Whether the current process is the app itself, and not an extension.
  public var guardsForeign = true
  /// The settings of each session's configuration in the policy.
  public var expectedSettings: [String: [String]] = [:]
  /// Called before `urlSessionDidFinishEvents`.
  public var onFinishedEvents: (String) -> Void = { _ in }

  /// The activities that keep an extension awake.
  var activities: [ExpiringActivity] = []
  /// Whether the system refuses to give time to activities.
  public var refusesActivities = false

  private var daemons: [String: Daemon] = [:]
  private var queue: [() -> Void] = []
  private var timers: [Timer] = []
  private let folder = FileManager.default.temporaryDirectory
  private var files = 0

  private struct Timer {
    /// The process that waits.
    let process: Int
    let at: Double
    let number: Int
    let continuation: CheckedContinuation<Void, any Error>
  }

  /// Notes a broken contract, with the text that the test shows.
  public func report(_ contract: String) {
    if !broken.contains(contract) { broken.append(contract) }
  }

  func daemon(_ identifier: String) -> Daemon {
    if let known = daemons[identifier] { return known }
    let new = Daemon()
    daemons[identifier] = new
    return new
  }

  // MARK: - Sessions

  func connect(_ session: URLSession) {
    guard session.configuration.isBackground, !KillSwitch.shared.isDead else { return }
    let identifier = session.identifier
    let daemon = daemon(identifier)
    if identifier.isEmpty { report("a background session without an identifier") }
    if session.delegate == nil { report("the background session \(identifier) has no delegate") }
    if let live = daemon.live, live.process == process {
      report("a second session \(identifier) in one process")
    }
    if guardsForeign, foreignSessions.contains(identifier), !daemon.isAwaited {
      report("the app has made the session \(identifier), which belongs to another process")
    }
    let settings = session.configuration.settings
    if let first = daemon.settings, first != settings {
      report("the session \(identifier) is not configured as before the relaunch")
    }
    daemon.settings = settings
    for setting in expectedSettings[identifier] ?? [] where !settings.contains(setting) {
      report("the session \(identifier) is not \(setting)")
    }
    daemon.live = session
    sessions.append(session)
  }

  /// The sessions of the process. The system keeps a session until it is invalid.
  private var sessions: [URLSession] = []

  func unfinished(in session: URLSession) -> [Transfer] {
    daemon(session.identifier).transfers.filter { !$0.isOver }
  }

  func onDelegateQueue(of session: URLSession, _ body: @escaping () -> Void) {
    let process = process
    queue.append { [weak self] in
      if self?.process == process { body() }
    }
  }

  func invalidate(_ session: URLSession, cancelling: Bool) {
    guard !session.isInvalid, !KillSwitch.shared.isDead else { return }
    session.isInvalid = true
    let daemon = daemon(session.identifier)
    if cancelling {
      for transfer in daemon.transfers where !transfer.isOver { end(transfer, with: URLError(.cancelled)) }
    }
    endInvalid(daemon)
  }

  private func endInvalid(_ daemon: Daemon) {
    guard let session = daemon.live, session.isInvalid, daemon.transfers.allSatisfy(\.isOver),
      !daemon.events.contains(where: { if case .invalid = $0 { true } else { false } })
    else { return }
    daemon.events.append(.invalid(session))
  }

  // MARK: - Transfers

  func add(_ request: URLRequest, file: URL?, isUpload: Bool, to session: URLSession) -> Transfer {
    let daemon = daemon(session.identifier)
    let transfer = Transfer(
      (daemon.transfers.last?.identifier ?? 0) + 1, session.identifier, request, file, isUpload: isUpload)
    guard !KillSwitch.shared.isDead else { return transfer }
    daemon.transfers.append(transfer)
    KillSwitch.shared.step("after a task is created")
    return transfer
  }

  /// The tasks of a session that go on.
  public func running(in identifier: String) -> [SubmittedTask] {
    daemon(identifier).transfers.filter { $0.isResumed && !$0.isOver }.map(SubmittedTask.init)
  }

  /// The tasks of a session, as the driver sees them.
  public func submitted(to identifier: String) -> [SubmittedTask] {
    daemon(identifier).transfers.map(SubmittedTask.init)
  }

  func end(_ transfer: Transfer, with error: (any Error)?) {
    guard !transfer.isOver, !KillSwitch.shared.isDead else { return }
    transfer.isOver = true
    let daemon = daemon(transfer.session)
    daemon.events.append(.ended(transfer, error))
    endInvalid(daemon)
  }

  /// Ends the oldest transfer of a session with an answer of the server, or with an error; `nil` if no transfer runs.
  public func endOldest(of identifier: String, status: Int?, error: URLError?) -> SubmittedTask? {
    guard let transfer = daemon(identifier).transfers.first(where: { !$0.isOver && $0.isResumed }) else {
      return nil
    }
    if let status, let url = transfer.request.url {
      transfer.response = HTTPURLResponse(
        url: url, statusCode: status, httpVersion: nil, headerFields: ["X-Task": "\(transfer.identifier)"])
    }
    end(transfer, with: error)
    return SubmittedTask(transfer)
  }

  /// Ends a transfer with a server's answer or an error.
  public func end(
    _ task: SubmittedTask, of identifier: String, status: Int?, headerFields: [String: String] = [:],
    error: URLError? = nil
  ) {
    guard let transfer = daemon(identifier).transfers.first(where: { $0.identifier == task.identifier })
    else {
      return
    }
    if let status, let url = transfer.request.url {
      transfer.response = HTTPURLResponse(
        url: url, statusCode: status, httpVersion: nil, headerFields: headerFields)
    }
    end(transfer, with: error)
  }

  /// Passes the file of the oldest download to the app. The process then ends before the transfer does.
  public func arrive(in identifier: String) -> SubmittedTask? {
    let daemon = daemon(identifier)
    guard let session = daemon.live, session.process == process,
      let transfer = daemon.transfers.first(where: { !$0.isOver && $0.isResumed && !$0.isUpload }),
      let url = transfer.request.url, let task = session.object(transfer) as? URLSessionDownloadTask
    else { return nil }
    transfer.response = HTTPURLResponse(
      url: url, statusCode: 200, httpVersion: nil, headerFields: ["X-Task": "\(transfer.identifier)"])
    Executor.shared.offMain {
      download(task, of: session, session.delegate as? any URLSessionDownloadDelegate)
    }
    transfer.hasArrived = true
    startProcess()
    end(transfer, with: nil)
    return SubmittedTask(transfer)
  }

  /// The body of the server's answer to an upload. Some bodies are larger than the part that is kept in memory.
  public func answer(to task: Int, of session: String) -> String {
    "answer \(session) \(task)" + String(repeating: "x", count: task.isMultiple(of: 3) ? 70_000 : 0)
  }

  /// Cancels all transfers, as the system does when a person closes the app or turns background updates off.
  public func cancelAll(reason: Int) -> [(session: String, task: Int)] {
    var cancelled: [(session: String, task: Int)] = []
    for identifier in daemons.keys.sorted() {
      for transfer in daemon(identifier).transfers where !transfer.isOver {
        let error = URLError(
          .cancelled, userInfo: ["NSURLErrorBackgroundTaskCancelledReasonKey": reason])
        end(transfer, with: error)
        cancelled.append((identifier, transfer.identifier))
      }
    }
    return cancelled
  }

  // MARK: - Events

  /// The sessions that the process has.
  public var liveSessions: Set<String> {
    Set(
      daemons.keys.filter { daemons[$0]?.live?.process == process && daemons[$0]?.live?.isInvalid == false })
  }
  /// Whether the process has a session.
  public func isLive(_ identifier: String) -> Bool { daemon(identifier).live?.process == process }
  /// Whether any process has ever made a session.
  public func isKnown(_ identifier: String) -> Bool { daemon(identifier).settings != nil }

  /// Whether a session has events that no process has received.
  public func hasEvents(_ identifier: String) -> Bool { !daemon(identifier).events.isEmpty }

  /// Notes that the system calls the app for a session, and waits for `urlSessionDidFinishEvents`.
  public func await(_ identifier: String) { daemon(identifier).isAwaited = true }

  /// Whether the app is suspended and therefore receives no events.
  public var isSuspended = false

  /// Delivers one event to the app; returns `false` if no event waits.
  @discardableResult
  public func deliverNext() -> Bool {
    if KillSwitch.shared.isDead { return false }
    if !queue.isEmpty {
      KillSwitch.shared.step("before a callback")
      if KillSwitch.shared.isDead { return false }
      let body = queue.removeFirst()
      Executor.shared.offMain(body)
      return true
    }
    guard !isSuspended else { return false }
    for identifier in daemons.keys.sorted() {
      let daemon = daemon(identifier)
      guard let session = daemon.live, session.process == process else { continue }
      if !daemon.events.isEmpty {
        KillSwitch.shared.step("before an event")
        if KillSwitch.shared.isDead, KillSwitch.shared.redelivers { return false }
        let event = daemon.events.removeFirst()
        if KillSwitch.shared.isDead { return false }
        Executor.shared.offMain { deliver(event, to: session, daemon) }
        KillSwitch.shared.step("after an event")
        if KillSwitch.shared.isDead, KillSwitch.shared.redelivers { daemon.events.insert(event, at: 0) }
        return true
      }
      if daemon.isAwaited {
        daemon.isAwaited = false
        onFinishedEvents(identifier)
        Executor.shared.offMain {
          session.delegate?.urlSessionDidFinishEvents(forBackgroundURLSession: session)
        }
        return true
      }
    }
    return false
  }

  private func deliver(_ event: Event, to session: URLSession, _ daemon: Daemon) {
    switch event {
    case .ended(let transfer, let error):
      guard let delegate = session.delegate as? any URLSessionTaskDelegate else { return }
      let task = session.object(transfer)
      if error == nil, let task = task as? URLSessionDataTask {
        let answer = Data(answer(to: task.taskIdentifier, of: session.identifier).utf8)
        for part in [answer.prefix(3), answer.dropFirst(3).prefix(66_000), answer.dropFirst(66_003)] {
          (delegate as? any URLSessionDataDelegate)?.urlSession(
            session, dataTask: task, didReceive: Data(part))
        }
      }
      if error == nil, !transfer.hasArrived, let task = task as? URLSessionDownloadTask {
        download(task, of: session, delegate as? any URLSessionDownloadDelegate)
      }
      if let begun = transfer.begun {
        let metrics = URLSessionTaskMetrics(
          submission: date(at: transfer.made), begin: date(at: begun), end: date(at: now))
        delegate.urlSession(session, task: task, didFinishCollecting: metrics)
      }
      delegate.urlSession(session, task: task, didCompleteWithError: error)
    case .invalid(let invalid):
      // Another process has created a session with the same identifier in the meantime.
      guard invalid === session else { return }
      daemon.live = nil
      sessions.removeAll { $0 === session }
      session.delegate?.urlSession(session, didBecomeInvalidWithError: nil)
      session.forget()
    }
  }

  /// Passes a file to the delegate. The file is deleted when the delegate's method returns.
  private func download(
    _ task: URLSessionDownloadTask, of session: URLSession, _ delegate: (any URLSessionDownloadDelegate)?
  ) {
    files += 1
    let location = folder.appendingPathComponent("CFNetworkDownload_\(files).tmp")
    try? Data("\(session.identifier) \(task.taskIdentifier)".utf8).write(to: location)
    delegate?.urlSession(session, downloadTask: task, didFinishDownloadingTo: location)
    try? FileManager.default.removeItem(at: location)
  }

  // MARK: - Processes and time

  /// The number of downloads that have continued with resume data.
  public internal(set) var resumed = 0
  /// The number of uploads that have continued with the resume data of an interrupted upload.
  public internal(set) var resumedUploads = 0

  /// The current date.
  public var date: Date { date(at: now) }

  /// A date some seconds from now.
  public func date(after seconds: Double) -> Date { date(at: now + seconds) }

  /// Called before the current process cancels a task.
  public var onCancel: (SubmittedTask) -> Void = { _ in }

  func cancel(_ transfer: Transfer) {
    guard !transfer.isOver, !KillSwitch.shared.isDead else { return }
    onCancel(SubmittedTask(transfer))
    end(transfer, with: URLError(.cancelled))
  }

  /// The date at a time of the device.
  public func date(at time: Double) -> Date { Date(timeIntervalSince1970: 1_751_500_800 + time) }

  /// Begins the transfers of a session that wait to begin.
  public func begin(in identifier: String) {
    for transfer in daemon(identifier).transfers where transfer.isResumed && transfer.begun == nil {
      transfer.begun = now
    }
  }

  /// Returns the device to its first state, without transfers and notes of broken contracts.
  public func reset() {
    startProcess()
    daemons = [:]
    broken = []
    resumed = 0
    resumedUploads = 0
  }

  /// Forgets the tasks that no process has resumed.
  public func forgetSuspendedTasks() {
    for daemon in daemons.values { daemon.transfers.removeAll { !$0.isResumed && !$0.isOver } }
  }

  private var processes = 0
  /// The notifications of the process.
  public private(set) var notifications = NotificationCenter()

  /// A process that is suspended in memory.
  public struct SuspendedProcess {
    fileprivate let number: Int
    fileprivate let sessions: [URLSession]
    fileprivate let queue: [() -> Void]
    fileprivate let notifications: NotificationCenter
  }

  /// Suspends the process. After this, `startProcess` starts another process.
  public func suspend() -> SuspendedProcess {
    defer { sessions = [] }
    return SuspendedProcess(
      number: process, sessions: sessions, queue: queue, notifications: notifications)
  }

  /// Resumes a suspended process.
  public func resume(_ suspended: SuspendedProcess) {
    startProcess()
    process = suspended.number
    sessions = suspended.sessions
    queue = suspended.queue
    notifications = suspended.notifications
    for session in sessions {
      guard session.isInvalid else {
        daemon(session.identifier).live = session
        continue
      }
      // While the process was suspended, another process has made the session again.
      queue.append { [weak self] in
        self?.sessions.removeAll { $0 === session }
        session.delegate?.urlSession(session, didBecomeInvalidWithError: nil)
        session.forget()
      }
    }
  }

  /// Starts another process. The state of the previous process is lost.
  public func startProcess() {
    processes += 1
    process = processes
    for session in sessions { session.forget() }
    sessions = []
    queue = []
    notifications = NotificationCenter()
    for daemon in daemons.values { daemon.live = nil }
  }

  func sleep(_ seconds: Double) async throws {
    timerNumber += 1
    let number = timerNumber
    try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { (continuation: CheckedContinuation<Void, any Error>) in
        if Task.isCancelled {
          continuation.resume(throwing: CancellationError())
        } else {
          timers.append(
            Timer(process: process, at: now + seconds, number: number, continuation: continuation))
        }
      }
    } onCancel: {
      guard let index = timers.firstIndex(where: { $0.number == number }) else { return }
      timers.remove(at: index).continuation.resume(throwing: CancellationError())
    }
  }
  private var timerNumber = 0

  /// Sleeps for some seconds of the device's clock, even if the task is cancelled.
  public func sleepOn(_ seconds: Double) async {
    timerNumber += 1
    let number = timerNumber
    _ = try? await withCheckedThrowingContinuation { (continuation: CheckedContinuation<Void, any Error>) in
      timers.append(Timer(process: process, at: now + seconds, number: number, continuation: continuation))
    }
  }

  /// Whether the timers of a suspended process wait until the process is resumed.
  public var keepsTimersApart = false

  private var nextTimer: Timer? {
    timers.filter { !keepsTimersApart || $0.process == process }
      .min { ($0.at, $0.number) < ($1.at, $1.number) }
  }

  /// Advances the clock, stopping at the time of each waiting task.
  public func advance(by seconds: Double, while goesOn: () -> Bool = { true }) {
    let end = now + seconds
    Executor.shared.drain()
    while goesOn(), let next = nextTimer, next.at <= end {
      now = max(now, next.at)
      timers.removeAll { $0.number == next.number }
      next.continuation.resume()
      Executor.shared.drain()
    }
    if goesOn() { now = end }
  }
}

/// A task in the daemon.
public struct SubmittedTask {
  public let identifier: Int
  public let isUpload: Bool
  public let file: URL?
  public let request: URLRequest
  public let expectedBytes: Int64
  public let priority: Float
  public let earliestBegin: Double?
  public let isResumed: Bool
  public let isOver: Bool
  public let description: String?

  init(_ transfer: Transfer) {
    identifier = transfer.identifier
    isUpload = transfer.isUpload
    file = transfer.file
    request = transfer.request
    expectedBytes = transfer.isUpload ? transfer.expectsToSend : transfer.expectsToReceive
    priority = transfer.priority
    earliestBegin = transfer.earliestBeginDate?.timeIntervalSince(Device.shared.date)
    isResumed = transfer.isResumed
    isOver = transfer.isOver
    description = transfer.taskDescription
  }
}
