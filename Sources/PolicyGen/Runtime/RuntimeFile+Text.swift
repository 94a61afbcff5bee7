// The files of Sources/BackgroundRuntime as text. RuntimeFileTests writes it: RECORD_SNAPSHOTS=1 swift test --filter RuntimeFileTests.
// swift-format-ignore-file

extension RuntimeFile {
  /// The text of the file, byte for byte.
  package var text: String {
    switch self {
    case .backgroundAssertion: Self.backgroundAssertionText
    case .backgroundEvents: Self.backgroundEventsText
    case .backgroundLog: Self.backgroundLogText
    case .backgroundRecorder: Self.backgroundRecorderText
    case .continuedRuns: Self.continuedRunsText
    case .continuedTask: Self.continuedTaskText
    case .continuedWork: Self.continuedWorkText
    case .downloadFolder: Self.downloadFolderText
    case .eventsCompletion: Self.eventsCompletionText
    case .expiringActivity: Self.expiringActivityText
    case .processValue: Self.processValueText
    case .pushReceiver: Self.pushReceiverText
    case .pushRun: Self.pushRunText
    case .queuedEnd: Self.queuedEndText
    case .queuedItem: Self.queuedItemText
    case .queuedTransfer: Self.queuedTransferText
    case .retryAdvice: Self.retryAdviceText
    case .sceneTask: Self.sceneTaskText
    case .scheduledTaskHealthResearch: Self.scheduledTaskHealthResearchText
    case .scheduledTaskKinds: Self.scheduledTaskKindsText
    case .scheduledTask: Self.scheduledTaskText
    case .sessionEvent: Self.sessionEventText
    case .sessionIdentifying: Self.sessionIdentifyingText
    case .sessionOwner: Self.sessionOwnerText
    case .sessionRouterCleanSlate: Self.sessionRouterCleanSlateText
    case .sessionRouterDelivery: Self.sessionRouterDeliveryText
    case .sessionRouterOpening: Self.sessionRouterOpeningText
    case .sessionRouterTesting: Self.sessionRouterTestingText
    case .sessionRouter: Self.sessionRouterText
    case .sessionTable: Self.sessionTableText
    case .silentPush: Self.silentPushText
    case .taskBackoff: Self.taskBackoffText
    case .taskMoments: Self.taskMomentsText
    case .taskRegistry: Self.taskRegistryText
    case .taskRun: Self.taskRunText
    case .taskScheduling: Self.taskSchedulingText
    case .taskSubmissionError: Self.taskSubmissionErrorText
    case .transferFailure: Self.transferFailureText
    case .transferItems: Self.transferItemsText
    case .transferQueueFiles: Self.transferQueueFilesText
    case .transferQueueMatching: Self.transferQueueMatchingText
    case .transferQueueTransfers: Self.transferQueueTransfersText
    case .transferQueueWaiting: Self.transferQueueWaitingText
    case .transferQueue: Self.transferQueueText
    case .transferQueuesEnds: Self.transferQueuesEndsText
    case .transferQueuesSubmission: Self.transferQueuesSubmissionText
    case .transferQueues: Self.transferQueuesText
    case .transferResponse: Self.transferResponseText
    case .transferRules: Self.transferRulesText
    case .transferTask: Self.transferTaskText
    }
  }

  private static let backgroundAssertionText = ##"""
// Part of the runtime of bgpolicy, which is the same in every app.
// `bgpolicy compile` writes it again: report a mistake in it instead of editing this file.
// It takes Swift 6.1, which comes with Xcode 16.3, or later, in either language mode.
// swift-format-ignore-file
// swiftlint:disable all

#if canImport(UIKit) && !os(watchOS)
  import UIKit

  /// A background task of `UIApplication`, which is ended exactly once.
  ///
  /// A background task must begin before the work, not only when the app enters the background
  /// (UIApplication.beginBackgroundTask reference; WWDC 2019, session 707).
  @available(iOSApplicationExtension, unavailable)
  @available(macCatalystApplicationExtension, unavailable)
  @available(tvOSApplicationExtension, unavailable)
  @available(visionOSApplicationExtension, unavailable)
  @MainActor
  public final class BackgroundAssertion {
    // Swift's own type: an app may declare a type of this name.
    private typealias SwiftTask = _Concurrency.Task

    private var identifier = UIBackgroundTaskIdentifier.invalid
    private var isOver = false
    private var work: SwiftTask<Void, any Error>?

    /// A background task that has not begun.
    public init() {}

    /// Does some work while a background task with a name runs. If the system grants no time, the
    /// work runs in the time that the app has. The work is cancelled when the time is up.
    public func run(
      _ name: String,
      _ work: @escaping @Sendable () async throws -> Void
    ) async throws {
      begin(name)
      defer { end() }
      // A plain task would stay on the main actor if `NonisolatedNonsendingByDefault` is on.
      let task = SwiftTask.detached(priority: SwiftTask.currentPriority) { try await work() }
      self.work = task
      if isOver { task.cancel() }
      try await withTaskCancellationHandler {
        try await task.value
      } onCancel: {
        task.cancel()
      }
    }

    private func begin(_ name: String) {
      identifier = UIApplication.shared.beginBackgroundTask(withName: name) {
        self.work?.cancel()
        self.end()
      }
      // The time may have been up already.
      if isOver { end() }
    }

    private func end() {
      isOver = true
      guard identifier != .invalid else { return }
      UIApplication.shared.endBackgroundTask(identifier)
      identifier = .invalid
    }
  }
#endif

"""##

  private static let backgroundEventsText = ##"""
// Part of the runtime of bgpolicy, which is the same in every app.
// `bgpolicy compile` writes it again: report a mistake in it instead of editing this file.
// It takes Swift 6.1, which comes with Xcode 16.3, or later, in either language mode.
// swift-format-ignore-file
// swiftlint:disable all

public import Foundation

/// An event of an app's background work, such as the begin of a task.
nonisolated public enum BackgroundEvent: Sendable {
  /// A task of a type, such as `BGAppRefreshTask`, begins.
  case taskBegan(type: String, identifier: String)
  /// The time of a task is over.
  case taskExpired(type: String, identifier: String)
  /// A task ends.
  case taskEnded(type: String, identifier: String, isDone: Bool)
  /// The system has accepted a request of a type, such as `BGAppRefreshTaskRequest`.
  case taskSubmitted(type: String, identifier: String)
  /// A push arrives.
  case pushArrived
  /// The work for a push ends.
  case pushEnded(isDone: Bool)
  /// The system calls the process for a session. The value is the session's name in the policy.
  case sessionCalled(String)
  /// A number of transfers have been submitted to a session.
  case transfersSubmitted(Int, to: String)
  /// A transfer that was submitted has begun.
  case transferBegan(in: String, submission: Date, begin: Date)
  /// A transfer is over.
  case transferEnded(in: String, isDone: Bool)
  /// The system has delivered all events of a session.
  case eventsDelivered
}

/// The events of a process's background work, which a recorder observes.
nonisolated public final class BackgroundEvents: @unchecked Sendable {
  /// The events of this process.
  public static let shared = BackgroundEvents()

  private let lock = NSLock()
  private var observers: [@Sendable (BackgroundEvent) -> Void] = []

  private init() {}

  /// Passes each later event to a function, which may be called on any thread.
  public func observe(_ function: @escaping @Sendable (BackgroundEvent) -> Void) {
    lock.lock()
    defer { lock.unlock() }
    observers.append(function)
  }

  /// Passes an event to all functions that observe events.
  public func report(_ event: BackgroundEvent) {
    lock.lock()
    let observers = observers
    lock.unlock()
    for observer in observers { observer(event) }
  }
}

"""##

  private static let backgroundLogText = ##"""
// Part of the runtime of bgpolicy, which is the same in every app.
// `bgpolicy compile` writes it again: report a mistake in it instead of editing this file.
// It takes Swift 6.1, which comes with Xcode 16.3, or later, in either language mode.
// swift-format-ignore-file
// swiftlint:disable all

import Foundation

#if canImport(os)
  import os

  /// The log of an app's background work, with a category for each kind of work and each session.
  ///
  /// Filter by the bundle identifier of the app or extension in Console, which hides the texts of
  /// errors unless a device has a profile for them. `receive` passes the messages on to the app. A
  /// system without `Logger` logs nothing (Logger reference).
  nonisolated public struct BackgroundLog: Sendable {
    /// A message of the log, as the app receives it.
    public struct Message: Sendable {
      /// The category: the name of a session, or `sessions`, `tasks` or `pushes`.
      public let category: String
      /// The text, which contains only identifiers, numbers and codes besides its words.
      public let text: String
      /// The text of an error, which may name files, URLs and accounts; `nil` if the message is not
      /// about an error.
      public let detail: String?
      /// Whether the message reports a failure.
      public let isError: Bool
    }

    private static let receiver = Receiver()

    /// The log of tasks.
    public static let tasks = BackgroundLog(category: "tasks")
    /// The log of pushes.
    public static let pushes = BackgroundLog(category: "pushes")
    /// The log of sessions that the policy does not declare.
    public static let sessions = BackgroundLog(category: "sessions")

    /// The category of the messages.
    public let category: String

    /// The log with a category.
    public init(category: String) {
      self.category = category
    }

    /// Passes each message to a function, in addition to the log. If the function is `nil`,
    /// messages go only to the log.
    ///
    /// The function may be called on any thread, even before `receive` returns.
    public static func receive(_ function: (@Sendable (Message) -> Void)?) {
      receiver.set(function)
    }

    /// Logs an event.
    public func notice(_ text: String) {
      write(Message(category: category, text: text, detail: nil, isError: false))
    }

    /// Logs a failure and the error that caused it.
    public func error(_ text: String, _ error: (any Error)? = nil) {
      let code = error.map { $0 as NSError }.map { " (\($0.domain) \($0.code))" } ?? ""
      let detail = error.map { "\($0)" }
      write(Message(category: category, text: text + code, detail: detail, isError: true))
    }

    private func write(_ message: Message) {
      Self.receiver.pass(message)
      guard #available(iOS 14.0, macOS 11.0, watchOS 7.0, tvOS 14.0, visionOS 1.0, *) else {
        return
      }
      let detail = message.detail.map { ": \($0)" } ?? ""
      if message.isError {
        logger.error("\(message.text, privacy: .public)\(detail, privacy: .private)")
      } else {
        logger.notice("\(message.text, privacy: .public)")
      }
    }

    @available(iOS 14.0, macOS 11.0, watchOS 7.0, tvOS 14.0, visionOS 1.0, *)
    private var logger: os.Logger {
      os.Logger(
        subsystem: Bundle.main.bundleIdentifier ?? "BackgroundRuntime", category: category)
    }

    /// Keeps the function of the app, which any thread may set and call.
    nonisolated private final class Receiver: @unchecked Sendable {
      typealias Function = @Sendable (Message) -> Void

      private let lock = NSLock()
      private var function: Function?

      func set(_ function: Function?) {
        lock.lock()
        defer { lock.unlock() }
        self.function = function
      }

      func pass(_ message: Message) {
        lock.lock()
        let function = function
        lock.unlock()
        function?(message)
      }
    }
  }
#endif

"""##

  private static let backgroundRecorderText = ##"""
// Part of the runtime of bgpolicy, which is the same in every app.
// `bgpolicy compile` writes it again: report a mistake in it instead of editing this file.
// It takes Swift 6.1, which comes with Xcode 16.3, or later, in either language mode.
// swift-format-ignore-file
// swiftlint:disable all

#if canImport(os)
  public import Foundation
  #if canImport(UIKit) && !os(watchOS)
    import UIKit
  #endif

  /// Records an app's background work in a file that `bgpolicy calibrate` reads.
  ///
  /// The file contains times, and the identifiers of tasks and the names of sessions in the policy,
  /// but nothing about items, files or people. The file stays on the device until the app or a
  /// developer copies it elsewhere.
  nonisolated public final class BackgroundRecorder: @unchecked Sendable {
    private static let limit = 524_288

    /// The file with the record, in the process's own container; `nil` if the container has no
    /// folder for the file.
    public let file: URL?

    private let bundleIdentifier: String
    private let lock = NSLock()
    private let formatter = ISO8601DateFormatter()
    // Guarded by the lock.
    private var isInForeground = false
    private var ends: [String: [Int]] = [:]
    private var holds: [String: (submission: Date, begin: Date)] = [:]

    /// The recorder of an app.
    public init(app: String, bundleIdentifier: String) {
      self.bundleIdentifier = bundleIdentifier
      formatter.formatOptions = [.withInternetDateTime, .withFractionalSeconds]
      let folder = try? FileManager.default.url(
        for: .applicationSupportDirectory, in: .userDomainMask, appropriateFor: nil, create: true)
      file = folder?.appendingPathComponent("\(app).bgpolicy.log")
    }

    /// Records the launch of the process, and begins to observe its events.
    public func launch() {
      note("launch")
      BackgroundEvents.shared.observe { self.take($0) }
      #if canImport(UIKit) && !os(watchOS)
        let moments: [(Notification.Name, Bool)] = [
          (UIApplication.didBecomeActiveNotification, true),
          (UIApplication.didEnterBackgroundNotification, false),
        ]
        for (name, isForeground) in moments {
          _ = NotificationCenter.default.addObserver(forName: name, object: nil, queue: nil) { _ in
            self.enter(isForeground)
          }
        }
      #endif
    }

    private func take(_ event: BackgroundEvent) {
      switch event {
      case .taskBegan(let type, let identifier):
        note("wake task \(type) \(name(identifier, type))")
      case .taskExpired(let type, let identifier):
        note("expire task \(name(identifier, type))")
      case .taskEnded(let type, let identifier, let isDone):
        note("end task \(name(identifier, type)) \(isDone ? "success" : "failure")")
      case .taskSubmitted(let type, let identifier):
        note("submit task \(name(identifier, type))")
      case .pushArrived:
        called("push")
      case .pushEnded(let isDone):
        note("end push \(isDone ? "success" : "failure")")
      case .sessionCalled(let session):
        called("session \(plain(session))")
      case .transfersSubmitted(let count, let session):
        if count > 0 { note("submit session \(plain(session)) \(count)") }
      case .transferBegan(let session, let submission, let begin):
        hold(plain(session), from: submission, to: begin)
      case .transferEnded(let session, let isDone):
        lock.lock()
        defer { lock.unlock() }
        ends[plain(session), default: [0, 0]][isDone ? 0 : 1] += 1
      case .eventsDelivered:
        lock.lock()
        defer { lock.unlock() }
        writeEnds()
      }
    }

    /// Records that a person has opened or left the app.
    private func enter(_ isForeground: Bool) {
      lock.lock()
      defer { lock.unlock() }
      guard isForeground != isInForeground else { return }
      isInForeground = isForeground
      if !isForeground { writeEnds() }
      write(isForeground ? "foreground" : "background")
    }

    /// Records that the system has called the process for a push or a session.
    private func called(_ cause: String) {
      lock.lock()
      defer { lock.unlock() }
      write("\(isInForeground ? "told" : "wake") \(cause)")
    }

    /// Records the time between the submission and the begin of a transfer.
    private func hold(_ session: String, from submission: Date, to begin: Date) {
      lock.lock()
      defer { lock.unlock() }
      // If several transfers were submitted together, the first transfer that begins shows how long
      // the system held them.
      if let last = holds[session], abs(last.submission.timeIntervalSince(submission)) < 30,
        last.begin <= begin
      {
        return
      }
      holds[session] = (submission, begin)
      let seconds = (begin.timeIntervalSince(submission) * 1_000).rounded() / 1_000
      write("hold \(session) \(seconds) \(formatter.string(from: submission))")
    }

    /// The part of an identifier that the policy contains. The app chooses the last part of an
    /// identifier of continued work.
    private func name(_ identifier: String, _ type: String) -> String {
      guard type.hasPrefix("BGContinued") else { return plain(identifier) }
      return plain(identifier.split(separator: ".").dropLast().joined(separator: "."))
    }

    /// Writes the numbers of transfers that have ended since the last call. The lock is held.
    private func writeEnds() {
      for (session, counts) in ends.sorted(by: { $0.key < $1.key }) {
        write("end session \(session) \(counts[0]) \(counts[1])")
      }
      ends = [:]
    }

    /// A text without spaces, which is one word of a line.
    private func plain(_ text: String) -> String { text.filter { !$0.isWhitespace } }

    private func note(_ event: String) {
      lock.lock()
      defer { lock.unlock() }
      write(event)
    }

    /// Adds a line to the file. The lock is held.
    private func write(_ event: String) {
      guard let file else { return }
      let time = formatter.string(from: Date())
      let line = "\(time) \(bundleIdentifier) bgpolicy-recorder: \(event)\n"
      let manager = FileManager.default
      let attributes = try? manager.attributesOfItem(atPath: file.path)
      if attributes == nil { create(file) }
      if let size = attributes?[.size] as? Int, size > Self.limit { shorten(file) }
      guard let stream = OutputStream(url: file, append: true) else { return }
      stream.open()
      defer { stream.close() }
      let bytes = [UInt8](line.utf8)
      _ = stream.write(bytes, maxLength: bytes.count)
    }

    /// Creates the file so that the app can write it while the device is locked. Backups exclude
    /// the file.
    private func create(_ file: URL) {
      _ = FileManager.default.createFile(
        atPath: file.path, contents: nil,
        attributes: [.protectionKey: FileProtectionType.completeUntilFirstUserAuthentication])
      var values = URLResourceValues()
      values.isExcludedFromBackup = true
      var file = file
      try? file.setResourceValues(values)
    }

    /// Removes the first half of the file, up to the end of a line.
    private func shorten(_ file: URL) {
      guard let data = try? Data(contentsOf: file) else { return }
      let half = data[(data.startIndex + data.count / 2)...]
      guard let end = half.firstIndex(of: 10) else { return }
      try? Data(half[(end + 1)...]).write(
        to: file, options: [.atomic, .completeFileProtectionUntilFirstUserAuthentication])
    }
  }
#endif

"""##

  private static let continuedRunsText = ##"""
// Part of the runtime of bgpolicy, which is the same in every app.
// `bgpolicy compile` writes it again: report a mistake in it instead of editing this file.
// It takes Swift 6.1, which comes with Xcode 16.3, or later, in either language mode.
// swift-format-ignore-file
// swiftlint:disable all

import Foundation

#if canImport(BackgroundTasks) && compiler(>=6.2) && !os(macOS) && !os(tvOS) && !os(visionOS) && !os(watchOS) && !targetEnvironment(macCatalyst)
  import BackgroundTasks

  /// The continued work that runs in this process, and the callers that wait for its end.
  nonisolated final class ContinuedRuns: @unchecked Sendable {
    /// The system has rejected the request.
    private struct NotAccepted: Error {}

    private struct Run {
      let number: Int
      /// A function that is called with the work when the work begins.
      let began: @Sendable (ContinuedWork) -> Void
      let continuation: CheckedContinuation<Void, any Error>
    }

    private struct Work {
      let work: ContinuedWork
      let cancel: @Sendable () -> Void
    }

    /// The continued work of this process.
    static let shared = ContinuedRuns()

    private let lock = NSLock()
    // Guarded by the lock.
    private var runs: [String: [Run]] = [:]
    private var works: [String: Work] = [:]
    private var last = 0
    /// The numbers of callers that were cancelled before they began to wait.
    private var cancelled: Set<Int> = []

    private init() {}

    /// Runs work that a person has just started, and returns when it has ended.
    ///
    /// If work with the identifier runs already, the call waits for its end instead of starting
    /// more work.
    ///
    /// - Parameter identifier: The identifier of the work.
    ///
    /// - Parameter began: Called when the work begins, to show its progress.
    ///
    /// - Parameter submit: Submits a request for the work, whose identifier is registered; `nil` on
    /// a system without continued processing tasks. If the system rejects the request, the app does
    /// the work in the foreground.
    ///
    /// - Parameter work: The work.
    ///
    /// - Throws: The errors of the work.
    func run(
      _ identifier: String,
      _ began: @escaping @Sendable (ContinuedWork) -> Void,
      by submit: (@Sendable () async throws -> Void)?,
      _ work: @escaping @Sendable (ContinuedWork) async throws -> Void
    ) async throws {
      if let submit {
        do {
          return try await runBySystem(identifier, began, submit)
        } catch is NotAccepted {
          // The app goes on in the foreground.
        }
      }
      try await runInForeground(ContinuedWork(identifier: identifier), began, work)
    }

    /// Submits a request unless work with its identifier runs already, and waits until the work has
    /// ended.
    private func runBySystem(
      _ identifier: String,
      _ began: @escaping @Sendable (ContinuedWork) -> Void,
      _ submit: @escaping @Sendable () async throws -> Void
    ) async throws {
      try await wait(for: identifier, began) {
        _Concurrency.Task {
          guard self.isAwaited(identifier) else { return }
          do {
            try await submit()
          } catch {
            BackgroundLog.tasks.error(
              "\(identifier) can't go on in the background", error)
            return self.refuse(identifier)
          }
          if !self.isAwaited(identifier) { self.withdraw(identifier) }
        }
      }
    }

    /// Does work without a task of the system, unless work with the same identifier runs already,
    /// and waits until the work has ended.
    ///
    /// The caller may be on the main actor, but the work does not run on the main actor.
    private func runInForeground(
      _ work: ContinuedWork,
      _ began: @escaping @Sendable (ContinuedWork) -> Void,
      _ body: @escaping @Sendable (ContinuedWork) async throws -> Void
    ) async throws {
      try await wait(for: work.identifier, began) {
        let (begins, begin) = AsyncStream<Never>.makeStream()
        let task = _Concurrency.Task.detached(priority: _Concurrency.Task.currentPriority) {
          for await _ in begins {}
          do {
            try await body(work)
            self.end(work, nil)
          } catch {
            self.end(work, error)
          }
        }
        self.begin(work) { task.cancel() }
        begin.finish()
      }
    }

    /// Starts work unless work with the same identifier runs already, and waits until the work has
    /// ended.
    private func wait(
      for identifier: String,
      _ began: @escaping @Sendable (ContinuedWork) -> Void,
      _ start: @escaping @Sendable () -> Void
    ) async throws {
      let number = newNumber()
      defer { forget(number) }
      try await withTaskCancellationHandler {
        try await withCheckedThrowingContinuation { continuation in
          let run = Run(number: number, began: began, continuation: continuation)
          add(run, to: identifier, start)
        }
      } onCancel: {
        cancel(number, of: identifier)
      }
    }

    private func newNumber() -> Int {
      lock.lock()
      defer { lock.unlock() }
      last += 1
      return last
    }

    private func forget(_ number: Int) {
      lock.lock()
      defer { lock.unlock() }
      cancelled.remove(number)
    }

    private func add(_ run: Run, to identifier: String, _ start: () -> Void) {
      lock.lock()
      guard !cancelled.contains(run.number) else {
        lock.unlock()
        return run.continuation.resume(throwing: CancellationError())
      }
      let work = works[identifier]?.work
      let isFirst = runs[identifier] == nil && work == nil
      runs[identifier, default: []].append(run)
      lock.unlock()
      if let work { run.began(work) }
      if isFirst { start() }
    }

    /// Notes that work has begun, and tells the waiting callers.
    func begin(_ work: ContinuedWork, cancel: @escaping @Sendable () -> Void) {
      let identifier = work.identifier
      lock.lock()
      works[identifier] = Work(work: work, cancel: cancel)
      let runs = runs[identifier] ?? []
      lock.unlock()
      for run in runs { run.began(work) }
    }

    /// Notes that work has ended, and tells the waiting callers. The work has no callers any more if all
    /// of them have given up.
    func end(_ work: ContinuedWork, _ error: (any Error)?) {
      let identifier = work.identifier
      lock.lock()
      let isCurrent = works[identifier]?.work.progress === work.progress
      let ended = isCurrent ? runs.removeValue(forKey: identifier) ?? [] : []
      if isCurrent { works[identifier] = nil }
      lock.unlock()
      for run in ended {
        if let error {
          run.continuation.resume(throwing: error)
        } else {
          run.continuation.resume()
        }
      }
    }

    private func refuse(_ identifier: String) {
      lock.lock()
      let refused = runs.removeValue(forKey: identifier) ?? []
      lock.unlock()
      for run in refused { run.continuation.resume(throwing: NotAccepted()) }
    }

    private func isAwaited(_ identifier: String) -> Bool {
      lock.lock()
      defer { lock.unlock() }
      return runs[identifier] != nil
    }

    /// Ends the wait of a caller, and the work if no other caller waits for it.
    private func cancel(_ number: Int, of identifier: String) {
      lock.lock()
      var waiting = runs[identifier] ?? []
      guard let index = waiting.firstIndex(where: { $0.number == number }) else {
        cancelled.insert(number)
        return lock.unlock()
      }
      let run = waiting.remove(at: index)
      runs[identifier] = waiting.isEmpty ? nil : waiting
      let cancel = waiting.isEmpty ? works.removeValue(forKey: identifier)?.cancel : nil
      lock.unlock()
      if waiting.isEmpty { withdraw(identifier) }
      cancel?()
      run.continuation.resume(throwing: CancellationError())
    }

    private func withdraw(_ identifier: String) {
      BGTaskScheduler.shared.cancel(taskRequestWithIdentifier: identifier)
    }
  }
#endif

"""##

  private static let continuedTaskText = ##"""
// Part of the runtime of bgpolicy, which is the same in every app.
// `bgpolicy compile` writes it again: report a mistake in it instead of editing this file.
// It takes Swift 6.1, which comes with Xcode 16.3, or later, in either language mode.
// swift-format-ignore-file
// swiftlint:disable all

import Foundation

#if canImport(BackgroundTasks) && compiler(>=6.2) && !os(macOS) && !os(tvOS) && !os(visionOS) && !os(watchOS) && !targetEnvironment(macCatalyst)
  public import BackgroundTasks

  /// A task that a person starts, as a policy declares it. Titles and subtitles may be keys of
  /// localized strings.
  nonisolated public struct ContinuedTask: Sendable {
    /// What the system does with a request whose work can't begin at once.
    public enum Strategy: Sendable {
      /// The system lets the request wait.
      case queue
      /// The system rejects the request.
      case fail
    }

    /// The identifier, which the app's Info.plist lists: with an asterisk at its end, each piece of work
    /// has an identifier of its own.
    public let identifier: String
    private let strategy: Strategy
    private let asksForGPU: Bool
    private let passOn: ScheduledTask.Submit

    /// A task.
    ///
    /// - Parameter identifier: The identifier, which the app's Info.plist lists.
    ///
    /// - Parameter strategy: What the system does with a request whose work can't begin at once.
    ///
    /// - Parameter asksForGPU: Whether the work runs on the GPU, if the device offers its GPU to tasks.
    ///
    /// - Parameter submit: Passes a request to the system.
    public init(
      _ identifier: String,
      strategy: Strategy = .queue,
      asksForGPU: Bool = false,
      by submit: @escaping ScheduledTask.Submit = ScheduledTask.submission
    ) {
      self.identifier = identifier
      self.strategy = strategy
      self.asksForGPU = asksForGPU
      passOn = submit
    }

    /// The identifier of one piece of work; `nil` if `job` is empty, or contains anything but letters,
    /// digits, hyphens and underscores.
    public func identifier(of job: String) -> String? {
      let isAllowed: (Character) -> Bool = { character in
        character.isASCII
          && (character.isLetter || character.isNumber || character == "-" || character == "_")
      }
      guard !job.isEmpty, job.allSatisfy(isAllowed) else { return nil }
      return String(identifier.dropLast()) + job
    }

    /// Registers the work of an identifier, unless it is registered: at launch, or for one piece of work
    /// when a person starts it (BGTaskScheduler.h). An older system registers no identifier.
    ///
    /// - Parameter identifier: The identifier of the piece of work.
    ///
    /// - Parameter rejected: Gets the identifier if the system rejects it, because the app's Info.plist
    /// does not permit it.
    ///
    /// - Parameter work: The work; its Swift task is cancelled when the time is up.
    @available(iOSApplicationExtension, unavailable)
    public func register(
      _ identifier: String,
      _ rejected: inout [String],
      work: @escaping @Sendable (ContinuedWork) async throws -> Void
    ) {
      if #available(iOS 26.0, *) {
        TaskRun.registerContinued(identifier, &rejected, asksForGPU: asksForGPU, work: work)
      }
    }

    /// A new request.
    @available(iOS 26.0, *)
    public func request(
      _ identifier: String, title: String, subtitle: String
    ) -> BGContinuedProcessingTaskRequest {
      let request = BGContinuedProcessingTaskRequest(
        identifier: identifier,
        title: NSLocalizedString(title, comment: ""),
        subtitle: NSLocalizedString(subtitle, comment: ""))
      request.strategy = strategy == .fail ? .fail : .queue
      // Not every device offers its GPU to tasks; without the GPU, the task runs on the CPU.
      if asksForGPU, BGTaskScheduler.supportedResources.contains(.gpu) {
        request.requiredResources = .gpu
      }
      return request
    }

    /// Submits a request, after its identifier is registered.
    ///
    /// Call it when a person has started the work, with the app in the foreground (BGTaskRequest.h).
    @available(iOS 26.0, *)
    public func submit(
      _ identifier: String, title: String, subtitle: String
    ) async throws(TaskSubmissionError) {
      try await TaskScheduling.submit(limit: nil, by: passOn) {
        request(identifier, title: title, subtitle: subtitle)
      }
    }
  }

  nonisolated extension ContinuedWork {
    /// Registers the work of a task that has one identifier, when the app launches.
    ///
    /// - Parameter task: The task.
    ///
    /// - Parameter rejected: Gets the identifier if the system rejects it, because the app's Info.plist
    /// does not list it.
    ///
    /// - Parameter work: The work; its Swift task is cancelled when the time is up.
    @available(iOSApplicationExtension, unavailable)
    public static func register(
      _ task: ContinuedTask,
      _ rejected: inout [String],
      work: @escaping @Sendable (ContinuedWork) async throws -> Void
    ) {
      task.register(task.identifier, &rejected, work: work)
    }

    /// Runs a piece of work that a person has just started, and returns when it has ended.
    ///
    /// If the system accepts the request, the work goes on after a person leaves the app. If the system
    /// rejects the request, or is too old, the work runs only while the app is in the foreground. A second
    /// call for the same piece of work waits for the same work. The work is cancelled when the Swift tasks
    /// of all callers are cancelled.
    ///
    /// - Parameter task: The task.
    ///
    /// - Parameter job: Letters, digits, hyphens and underscores that identify this piece of work, if
    /// each has an identifier of its own.
    ///
    /// - Parameter title: The title, or its key in the app's table of localized strings.
    ///
    /// - Parameter subtitle: The subtitle, or its key.
    ///
    /// - Parameter began: Called when the work begins, to show its progress.
    ///
    /// - Parameter work: The work; its Swift task is cancelled when the time is up.
    ///
    /// - Throws: The errors of the work, and an error for a job with other characters.
    @available(iOSApplicationExtension, unavailable)
    public static func run(
      _ task: ContinuedTask,
      _ job: String? = nil,
      title: String,
      subtitle: String,
      _ began: @escaping @Sendable (ContinuedWork) -> Void,
      work: @escaping @Sendable (ContinuedWork) async throws -> Void
    ) async throws {
      guard let identifier = job.map(task.identifier(of:)) ?? task.identifier else {
        throw TaskSubmissionError.invalidIdentifier
      }
      var submission: (@Sendable () async throws -> Void)?
      if #available(iOS 26.0, *) {
        if job != nil {
          var rejected: [String] = []
          task.register(identifier, &rejected, work: work)
        }
        submission = { try await task.submit(identifier, title: title, subtitle: subtitle) }
      }
      try await ContinuedRuns.shared.run(identifier, began, by: submission, work)
    }
  }
#endif

"""##

  private static let continuedWorkText = ##"""
// Part of the runtime of bgpolicy, which is the same in every app.
// `bgpolicy compile` writes it again: report a mistake in it instead of editing this file.
// It takes Swift 6.1, which comes with Xcode 16.3, or later, in either language mode.
// swift-format-ignore-file
// swiftlint:disable all

#if canImport(BackgroundTasks) && compiler(>=6.2) && !os(macOS) && !os(tvOS) && !os(visionOS) && !os(watchOS) && !targetEnvironment(macCatalyst)
  import BackgroundTasks
  public import Foundation

  /// A piece of work that a person has started and may watch in the system's interface.
  nonisolated public struct ContinuedWork: @unchecked Sendable {
    private let task: BGTask?

    /// The identifier of the request for the work.
    public let identifier: String

    /// The progress of the work. Set `totalUnitCount` first and update `completedUnitCount`: the
    /// system ends work that shows no progress (BGTask.h).
    public let progress: Progress

    /// Whether the work may use the GPU. If the request asks for the GPU, the work may always use
    /// the GPU in the foreground, but in the background only on some devices.
    public let mayUseGPU: Bool

    /// Whether the app does the work without a task of the system. Then the system suspends the
    /// app, and the work stops, soon after a person leaves the app.
    public var isInForegroundOnly: Bool { task == nil }

    /// The part of the identifier that the app has chosen for this piece of work, if each piece has an
    /// identifier of its own.
    public var job: String {
      identifier.split(separator: ".").last.map(String.init) ?? ""
    }

    /// Work that the system runs.
    @available(iOS 26.0, *)
    init(_ task: BGContinuedProcessingTask, of identifier: String, mayUseGPU: Bool) {
      self.task = task
      self.identifier = identifier
      progress = task.progress
      self.mayUseGPU = mayUseGPU
    }

    /// Work without a task of the system, for tests and for the foreground.
    public init(
      identifier: String,
      progress: Progress = Progress(totalUnitCount: 0),
      mayUseGPU: Bool = true
    ) {
      task = nil
      self.identifier = identifier
      self.progress = progress
      self.mayUseGPU = mayUseGPU
    }

    /// Changes the title and subtitle that the system shows, which are no keys of localized strings.
    public func updateTitle(_ title: String, subtitle: String) {
      if #available(iOS 26.0, *) {
        (task as? BGContinuedProcessingTask)?.updateTitle(title, subtitle: subtitle)
      }
    }
  }

  nonisolated extension TaskRun {
    /// Registers a continued processing task that does some work.
    @available(iOS 26.0, *)
    @available(iOSApplicationExtension, unavailable)
    static func registerContinued(
      _ identifier: String,
      _ rejected: inout [String],
      asksForGPU: Bool,
      work: @escaping @Sendable (ContinuedWork) async throws -> Void
    ) {
      let isPermitted = TaskRegistry.shared.register(identifier) { task in
        guard let continued = task as? BGContinuedProcessingTask else {
          // A request of another type was submitted under this identifier.
          task.setTaskCompleted(success: false)
          return
        }
        let run = TaskRun(task)
        let piece = ContinuedWork(
          continued, of: identifier,
          mayUseGPU: asksForGPU && BGTaskScheduler.supportedResources.contains(.gpu))
        ContinuedRuns.shared.begin(piece) { run.expire() }
        run.run {
          do {
            try await work(piece)
          } catch {
            ContinuedRuns.shared.end(piece, error)
            throw error
          }
          ContinuedRuns.shared.end(piece, nil)
        }
      }
      if !isPermitted { rejected.append(identifier) }
    }
  }
#endif

"""##

  private static let downloadFolderText = ##"""
// Part of the runtime of bgpolicy, which is the same in every app.
// `bgpolicy compile` writes it again: report a mistake in it instead of editing this file.
// It takes Swift 6.1, which comes with Xcode 16.3, or later, in either language mode.
// swift-format-ignore-file
// swiftlint:disable all

import Foundation

#if canImport(os)
  /// The folder of an app's downloads, which the system may empty while the app is not running.
  nonisolated struct DownloadFolder: Sendable {
    /// The name of the folder.
    let name: String

    private func folder(isMade: Bool = true) throws -> URL {
      let caches = try FileManager.default.url(
        for: .cachesDirectory, in: .userDomainMask, appropriateFor: nil, create: isMade)
      let folder = caches.appendingPathComponent(name, isDirectory: true)
      guard isMade else { return folder }
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
      return folder
    }

    /// The current time in seconds, with which the names of files begin: an app has to give a reason
    /// for asking the file system for the dates of files (Describing use of required reason API).
    private var now: Int { Int(Date().timeIntervalSince1970) }

    /// The URL for a new file in the folder.
    func newFile() throws -> URL {
      try folder().appendingPathComponent("\(now)-\(UUID().uuidString)")
    }

    /// Removes the files of more than a week ago. Such a file is left if the process ends before the
    /// handler has moved the file.
    func sweep() {
      let week = 7 * 24 * 3_600
      guard let folder = try? folder(isMade: false),
        let names = try? FileManager.default.contentsOfDirectory(atPath: folder.path)
      else { return }
      for name in names {
        if let time = name.split(separator: "-").first.flatMap({ Int($0) }), time < now - week {
          try? FileManager.default.removeItem(at: folder.appendingPathComponent(name))
        }
      }
    }

    /// What follows the time in the name of a downloaded file until the system reports the end of its
    /// task. The next process of the app computes the same text.
    private func arrival(of task: Int, in identifier: String) -> String {
      let name = identifier.utf8.reduce(5_381 as UInt64) { $0 &* 33 &+ UInt64($1) }
      return "arrived-\(String(name, radix: 16))-\(task)"
    }

    /// The downloaded file of a task whose end the system has not reported.
    private func arrived(of task: Int, in identifier: String) throws -> URL? {
      let end = arrival(of: task, in: identifier)
      let folder = try folder()
      let names = try FileManager.default.contentsOfDirectory(atPath: folder.path)
      return names.first { $0.hasSuffix(end) }.map { folder.appendingPathComponent($0) }
    }

    /// Moves a downloaded file into this folder, because the system removes the file from its own
    /// folder.
    func keep(_ location: URL, of task: Int, in identifier: String) throws {
      if let former = try arrived(of: task, in: identifier) {
        try? FileManager.default.removeItem(at: former)
      }
      let name = "\(now)-\(arrival(of: task, in: identifier))"
      try FileManager.default.moveItem(at: location, to: folder().appendingPathComponent(name))
    }

    /// Gives the file of a download that is done a unique name, and returns its URL.
    func file(of task: Int, in identifier: String, _ response: TransferResponse?) throws -> URL {
      guard let place = try arrived(of: task, in: identifier) else {
        throw CocoaError(.fileNoSuchFile)
      }
      let name = response?.pathExtension.map { ".\($0)" } ?? ""
      let file = try URL(fileURLWithPath: newFile().path + name)
      try FileManager.default.moveItem(at: place, to: file)
      return file
    }
  }
#endif

"""##

  private static let eventsCompletionText = ##"""
// Part of the runtime of bgpolicy, which is the same in every app.
// `bgpolicy compile` writes it again: report a mistake in it instead of editing this file.
// It takes Swift 6.1, which comes with Xcode 16.3, or later, in either language mode.
// swift-format-ignore-file
// swiftlint:disable all

import Foundation

/// A completion handler of the system, which is called once on the main thread.
nonisolated public final class EventsCompletion: @unchecked Sendable {
  private let lock = NSLock()
  private var handler: (() -> Void)?

  /// Keeps a handler until it is called.
  public init(_ handler: @escaping () -> Void) {
    self.handler = handler
  }

  /// Calls the handler, unless it has been called.
  @MainActor
  public func call() {
    let handler = lock.withLock {
      defer { self.handler = nil }
      return self.handler
    }
    handler?()
  }
}

"""##

  private static let expiringActivityText = ##"""
// Part of the runtime of bgpolicy, which is the same in every app.
// `bgpolicy compile` writes it again: report a mistake in it instead of editing this file.
// It takes Swift 6.1, which comes with Xcode 16.3, or later, in either language mode.
// swift-format-ignore-file
// swiftlint:disable all

import Foundation

#if canImport(os) && !os(macOS)
  /// An activity that keeps an extension running during its work.
  ///
  /// The system calls a function once when it grants time, and again when the time is up
  /// (ProcessInfo.performExpiringActivity reference).
  nonisolated public final class ExpiringActivity: Sendable {
    // Swift's own type: an app may declare a type of this name.
    private typealias SwiftTask = _Concurrency.Task

    private let isOver = DispatchSemaphore(value: 0)

    /// An activity that has not begun.
    public init() {}

    /// Does some work during an activity with a reason. The work is cancelled when the time is up,
    /// or at once if the system grants no time.
    public func run(
      _ name: String,
      _ work: @escaping @Sendable () async throws -> Void
    ) async throws {
      let isOver = isOver
      let (begins, begin) = AsyncStream<Never>.makeStream()
      let task = SwiftTask {
        defer { isOver.signal() }
        for await _ in begins {}
        try await work()
      }
      ProcessInfo.processInfo.performExpiringActivity(withReason: name) { hasExpired in
        if hasExpired {
          task.cancel()
          isOver.signal()
        } else {
          begin.finish()
          // The activity lasts until this function returns.
          isOver.wait()
        }
      }
      try await withTaskCancellationHandler {
        try await task.value
      } onCancel: {
        task.cancel()
      }
    }
  }
#endif

"""##

  private static let processValueText = ##"""
// Part of the runtime of bgpolicy, which is the same in every app.
// `bgpolicy compile` writes it again: report a mistake in it instead of editing this file.
// It takes Swift 6.1, which comes with Xcode 16.3, or later, in either language mode.
// swift-format-ignore-file
// swiftlint:disable all

import Foundation

/// A value of which a process makes only one, such as the router of its sessions.
nonisolated public final class ProcessValue<Value: Sendable>: @unchecked Sendable {
  // The function that makes the value may log, and the log's receiver may ask for the value.
  private let lock = NSRecursiveLock()
  private var value: Value?

  /// A value that has not been made yet.
  public init() {}

  /// The value; `nil` before it is made. A thread that asks while another thread makes the value waits.
  public var current: Value? {
    lock.lock()
    defer { lock.unlock() }
    return value
  }

  /// Makes the value at the first call. Each call returns the value.
  public func first(_ make: () -> Value) -> Value {
    lock.lock()
    defer { lock.unlock() }
    if let value { return value }
    let made = make()
    // The function may have called this function for the same value.
    let first = value ?? made
    value = first
    return first
  }

  /// Replaces the value by another value, as unit tests do.
  public func replace(_ value: Value) {
    lock.lock()
    defer { lock.unlock() }
    self.value = value
  }
}

/// The work of a process in the background, which begins once.
nonisolated public protocol BackgroundProcess: Sendable {
  /// Keeps the value of this process.
  static var process: ProcessValue<Self> { get }
}

nonisolated extension BackgroundProcess {
  /// The value of this process; `nil` before its work begins.
  public static var current: Self? { process.current }
}

"""##

  private static let pushReceiverText = ##"""
// Part of the runtime of bgpolicy, which is the same in every app.
// `bgpolicy compile` writes it again: report a mistake in it instead of editing this file.
// It takes Swift 6.1, which comes with Xcode 16.3, or later, in either language mode.
// swift-format-ignore-file
// swiftlint:disable all

/// A process that receives silent pushes.
nonisolated public protocol PushReceiver: Sendable {
  /// Hands a push to the method of the handler for it.
  func receive(_ push: SilentPush) async throws -> PushResult
}

#if canImport(UIKit) && !os(watchOS)
  public import UIKit

  nonisolated extension PushReceiver {
    /// Implements `application(_:didReceiveRemoteNotification:)`.
    ///
    /// The completion handler must be called within 30s, or the system ends the app
    /// (UIApplicationDelegate reference). So the work is cancelled 25s after the push is received, and
    /// abandoned 1s later.
    @MainActor
    public func handlePush(_ userInfo: [AnyHashable: Any]) async -> UIBackgroundFetchResult {
      let push = SilentPush(userInfo: userInfo)
      return await PushRun.result { try await receive(push) }
    }

    /// Implements `application(_:didReceiveRemoteNotification:fetchCompletionHandler:)`.
    ///
    /// - Parameter userInfo: The payload of the push.
    ///
    /// - Parameter completionHandler: The completion handler of the system, called once on the main
    /// thread.
    @MainActor
    public func handlePush(
      _ userInfo: [AnyHashable: Any],
      completionHandler: @escaping (UIBackgroundFetchResult) -> Void
    ) {
      let push = SilentPush(userInfo: userInfo)
      PushRun(completionHandler).start { try await receive(push) }
    }
  }
#endif

"""##

  private static let pushRunText = ##"""
// Part of the runtime of bgpolicy, which is the same in every app.
// `bgpolicy compile` writes it again: report a mistake in it instead of editing this file.
// It takes Swift 6.1, which comes with Xcode 16.3, or later, in either language mode.
// swift-format-ignore-file
// swiftlint:disable all

#if canImport(UIKit) && !os(watchOS)
  public import UIKit

  /// One run for a push: the work, its deadline, and the completion handler that is called once.
  @MainActor
  public final class PushRun {
    // Swift's own type: an app may declare a type of this name.
    private typealias SwiftTask = _Concurrency.Task

    private var completionHandler: ((UIBackgroundFetchResult) -> Void)?
    private var deadline: SwiftTask<Void, Never>?

    /// A run that has not begun.
    ///
    /// - Parameter completionHandler: The completion handler of the system, called once on the main
    /// thread.
    public init(_ completionHandler: @escaping (UIBackgroundFetchResult) -> Void) {
      self.completionHandler = completionHandler
    }

    /// Does the work for a push, and returns its result.
    public static func result(
      of work: @escaping @Sendable () async throws -> PushResult
    ) async -> UIBackgroundFetchResult {
      await withCheckedContinuation { continuation in
        PushRun { continuation.resume(returning: $0) }.start(work)
      }
    }

    /// Does the work for the push. The work is cancelled 25s after this call. 1s after the
    /// cancellation the push counts as failed, even if the work has not ended.
    public func start(_ work: @escaping @Sendable () async throws -> PushResult) {
      BackgroundEvents.shared.report(.pushArrived)
      // A plain task would stay on the main actor if `NonisolatedNonsendingByDefault` is on.
      let work = SwiftTask.detached(priority: SwiftTask.currentPriority) { try await work() }
      deadline = SwiftTask {
        try? await SwiftTask.sleep(nanoseconds: 25_000_000_000)
        guard !SwiftTask.isCancelled else { return }
        work.cancel()
        try? await SwiftTask.sleep(nanoseconds: 1_000_000_000)
        complete(.failed)
      }
      SwiftTask {
        do {
          let result = try await work.value
          complete(result == .newData ? .newData : .noData)
        } catch {
          BackgroundLog.pushes.error("a push failed", error)
          complete(.failed)
        }
      }
    }

    private func complete(_ result: UIBackgroundFetchResult) {
      deadline?.cancel()
      if completionHandler != nil {
        BackgroundEvents.shared.report(.pushEnded(isDone: result != .failed))
      }
      completionHandler?(result)
      completionHandler = nil
    }
  }
#endif

"""##

  private static let queuedEndText = ##"""
// Part of the runtime of bgpolicy, which is the same in every app.
// `bgpolicy compile` writes it again: report a mistake in it instead of editing this file.
// It takes Swift 6.1, which comes with Xcode 16.3, or later, in either language mode.
// swift-format-ignore-file
// swiftlint:disable all

import Foundation

#if canImport(os)
  /// The end of an item, which is kept until the handler has had its event.
  nonisolated struct QueuedEnd: Codable {
    var isDownload: Bool
    var originalURL: URL?
    var response: TransferResponse?
    var sent: Int64 = 0
    var received: Int64 = 0
    var failure: Failure?

    /// The reason of a failure.
    struct Failure: Codable {
      var code: Int
      /// The domain and the code of the error as the system reports it, without its texts, which may
      /// name files, URLs and accounts.
      var domain: String?
      var number: Int?
      var reason: Int?
      var advice: RetryAdvice
      var retryAfter: TimeInterval?
      var resumeData: Data?

      init(_ failure: TransferFailure) {
        code = failure.code.rawValue
        let underlying = failure.underlying.map { $0 as NSError }
        domain = underlying?.domain
        number = underlying?.code
        reason = failure.reason?.rawValue
        advice = failure.advice
        retryAfter = failure.retryAfter
        resumeData = failure.resumeData
      }

      var full: TransferFailure {
        TransferFailure(
          code: Optional(code).flatMap(URLError.Code.init(rawValue:)) ?? .unknown,
          reason: reason.flatMap(URLError.BackgroundTaskCancelledReason.init(rawValue:)),
          resumeData: resumeData, advice: advice, retryAfter: retryAfter,
          underlying: domain.map { NSError(domain: $0, code: number ?? code) })
      }
    }

    /// The end of an item whose task the session no longer has.
    init(isDownload: Bool) { self.isDownload = isDownload }

    init<Session>(_ event: SessionEvent<Session>, isDownload: Bool) {
      self.init(isDownload: isDownload)
      switch event {
      case .completed(let task), .downloaded(let task, _):
        note(task)
      case .failed(let task, let failure):
        note(task)
        self.failure = Failure(failure)
      case .reconciled, .delivered:
        break
      }
    }

    private mutating func note<Session>(_ task: TransferTask<Session>) {
      originalURL = task.originalURL.flatMap(Self.withoutSecrets)
      response = task.response.map(Self.withoutSecrets)
      sent = task.countOfBytesSent
      received = task.countOfBytesReceived
    }

    /// A URL without the parts that may be secret, such as a password or the query of a presigned
    /// URL.
    private static func withoutSecrets(_ url: URL) -> URL? {
      var parts = URLComponents(url: url, resolvingAgainstBaseURL: false)
      parts?.query = nil
      parts?.fragment = nil
      parts?.user = nil
      parts?.password = nil
      return parts?.url
    }

    /// An answer without the header fields that may be secret, such as cookies. Only header fields
    /// about the content remain.
    private static func withoutSecrets(_ response: TransferResponse) -> TransferResponse {
      let kept = ["content-", "date", "etag", "last-modified", "retry-after"]
      return TransferResponse(
        statusCode: response.statusCode,
        headerFields: response.headerFields.filter { field in
          kept.contains { field.key.lowercased().hasPrefix($0) }
        },
        mimeType: response.mimeType, suggestedFilename: response.suggestedFilename,
        body: response.body, bodyFile: response.bodyFile)
    }

    /// The transfer of an item whose task has a number.
    func task<Session>(of id: String, _ number: Int, in session: Session) -> TransferTask<Session> {
      TransferTask(
        session: session, taskIdentifier: number, id: id, originalURL: originalURL,
        response: response, countOfBytesSent: sent, countOfBytesReceived: received)
    }

    /// The event for the end of an item. A downloaded file has another event.
    func event<Session>(of id: String, _ number: Int, in session: Session) -> SessionEvent<Session>
    {
      let task = task(of: id, number, in: session)
      guard let failure else { return .completed(task) }
      return .failed(task, failure.full)
    }
  }
#endif

"""##

  private static let queuedItemText = ##"""
// Part of the runtime of bgpolicy, which is the same in every app.
// `bgpolicy compile` writes it again: report a mistake in it instead of editing this file.
// It takes Swift 6.1, which comes with Xcode 16.3, or later, in either language mode.
// swift-format-ignore-file
// swiftlint:disable all

import Foundation

#if canImport(os)
  /// An item of a transfer's queue, as a file keeps it.
  nonisolated struct QueuedItem: Codable {
    /// The version of the format.
    static let version = 1
    /// The longest wait that a server can ask for, in seconds.
    static let longestWait: TimeInterval = 24 * 3_600

    var version = Self.version
    let id: String
    /// The place of the item in the order of the queue.
    let number: Int
    /// The name of the file that keeps the item and the items that were added together with it.
    var file: String
    /// Whether the item's file contains a list of items. An earlier version of the app wrote a file
    /// for each item.
    var isListed: Bool? = true
    /// The number of the item's task; `nil` while the item waits.
    var task: Int?
    var failures = 0
    /// The last failure of the item, without the resume data.
    var failure: QueuedEnd.Failure?
    /// The time before which the item must not be transferred.
    var earliest: Date?
    /// Whether the item's task, which waits in the session for a later time, is cancelled so that
    /// other items can go first.
    var isRecalled: Bool?
    /// The time at which the handler made the request of the item's transfer.
    var requested: Date?
    /// The data of a failed transfer with which the next transfer resumes. It contains the request
    /// that was made at `requested`.
    var resumeData: Data?
    /// The end of the item, until the handler has had its event.
    var end: QueuedEnd?

    /// A new item, which waits.
    init(id: String, number: Int, file: String) {
      self.id = id
      self.number = number
      self.file = file
    }

    /// The items in the data of a file; `nil` if the data are damaged or have the format of another
    /// version.
    static func list(in data: Data) -> [QueuedItem]? {
      let decoder = JSONDecoder()
      let one = { (try? decoder.decode(QueuedItem.self, from: data)).map { [$0] } }
      guard let list = (try? decoder.decode([QueuedItem].self, from: data)) ?? one(),
        list.allSatisfy({ $0.version == version })
      else { return nil }
      return list
    }

    /// The value that tells the item from a later item with the same identifier, which the app has added
    /// after it removed this item.
    var entry: String { "\(file) \(number)" }

    /// The name of the item's downloaded file, until the handler has had its event.
    var arrival: String {
      file + (isListed == true ? ".\(number)" : "") + ".arrived"
    }

    /// The name of the item's downloaded file for the handler, with the extension of the server's name.
    var delivery: String { arrival + (end?.response?.pathExtension.map { ".\($0)" } ?? "") }

    /// The description of an item's task.
    static func description(of id: String, in transfer: String) -> String {
      "bgpolicy/\(transfer)/\(id)"
    }

    /// The identifier of the item in the description of a task of a transfer's queue; `nil` for the
    /// descriptions of other tasks.
    static func id(in description: String?, of transfer: String) -> String? {
      let start = Self.description(of: "", in: transfer).utf8
      guard let text = description?.utf8, text.starts(with: start) else { return nil }
      return String(decoding: text.dropFirst(start.count), as: UTF8.self)
    }

    /// The seconds until the next try: 60 after the first failure, and twice as many after each
    /// further failure, up to an hour.
    static func wait(before count: Int) -> TimeInterval {
      min(60 * pow(2, Double(count - 1)), 3_600)
    }

    /// Whether the session has a task of the item that has not ended.
    var isWithSession: Bool { task != nil && end == nil }

    /// Whether the item waits in the session for a later time.
    func isDelayed(at time: Date) -> Bool {
      isWithSession && earliest.map { $0 > time } ?? false
    }

    /// The item as the app adds it again after a failure. It waits as long as the server asks, and for a
    /// minute at least, so that a request that always fails is not sent without a pause.
    func added(after failure: QueuedEnd.Failure) -> QueuedItem {
      var item = QueuedItem(id: id, number: number, file: file)
      item.isListed = isListed
      item.failure = failure
      item.failure?.resumeData = nil
      let wait = max(failure.retryAfter ?? 0, Self.wait(before: 1))
      item.earliest = Date().addingTimeInterval(min(wait, Self.longestWait))
      item.resumeData = failure.resumeData
      item.requested = requested
      return item
    }

    /// Lets the item wait after a failure, if it may be submitted again. Returns whether the item
    /// waits.
    mutating func waits(after failure: QueuedEnd.Failure, retries: Int) -> Bool {
      var wait = failure.retryAfter
      switch failure.advice {
      case .never:
        return false
      case .whenOpened, .inForeground:
        break
      case .again, .withNewRequest, .later:
        guard failures < retries else { return false }
        failures += 1
        // The next try may succeed at once: the network may be back, or the server may accept a new
        // token.
        let tries = failure.advice == .later ? failures : failures - 1
        if wait == nil, tries > 0 { wait = Self.wait(before: tries) }
      }
      self.failure = failure
      self.failure?.resumeData = nil
      task = nil
      earliest = wait.map { Date().addingTimeInterval(min($0, Self.longestWait)) }
      resumeData = failure.resumeData
      return true
    }
  }
#endif

"""##

  private static let queuedTransferText = ##"""
// Part of the runtime of bgpolicy, which is the same in every app.
// `bgpolicy compile` writes it again: report a mistake in it instead of editing this file.
// It takes Swift 6.1, which comes with Xcode 16.3, or later, in either language mode.
// swift-format-ignore-file
// swiftlint:disable all

#if canImport(os)
  public import Foundation

  /// The statements of a policy about a transfer whose items wait in a queue.
  nonisolated public struct QueuedTransfer<Session: SessionIdentifying>: Sendable {
    /// The name under which the items are kept.
    public let name: String
    /// Whether a session transfers the items.
    public let isCarried: @Sendable (Session) -> Bool
    /// The rules for each item.
    public let rules: TransferRules
    /// The number of times that a failed item is submitted again.
    public let retries: Int
    /// The seconds for which a request is valid.
    public let validity: TimeInterval
    /// The app group whose container has the queue, so that several processes can use the queue;
    /// `nil` for a queue in the process's own container.
    public let group: String?

    /// The statements of a policy about a transfer.
    public init(
      _ name: String,
      on isCarried: @escaping @Sendable (Session) -> Bool,
      by rules: TransferRules,
      retries: Int = 0,
      validFor validity: TimeInterval = .infinity,
      in group: String? = nil
    ) {
      self.name = name
      self.isCarried = isCarried
      self.rules = rules
      self.retries = retries
      self.validity = validity
      self.group = group
    }
  }
#endif

"""##

  private static let retryAdviceText = ##"""
// Part of the runtime of bgpolicy, which is the same in every app.
// `bgpolicy compile` writes it again: report a mistake in it instead of editing this file.
// It takes Swift 6.1, which comes with Xcode 16.3, or later, in either language mode.
// swift-format-ignore-file
// swiftlint:disable all

#if canImport(os)
  public import Foundation

  /// The advice for a transfer that has failed.
  nonisolated public enum RetryAdvice: String, Codable, Hashable, Sendable {
    /// The network failed: submit the transfer again.
    case again

    /// A person closed the app: submit the transfer again now that the app has been opened.
    ///
    /// A person who closes the app in the app switcher cancels all of its transfers, and the system
    /// doesn't launch it for them (NSURLSession.h).
    case whenOpened

    /// Background App Refresh is off: submit the transfer again while the app is in the foreground.
    case inForeground

    /// Battery, heat, storage, network or server don't allow the transfer now: submit the transfer
    /// again later.
    case later

    /// The request is no longer valid, for example because its token or URL has expired: submit the
    /// transfer with a new request.
    case withNewRequest

    /// The transfer would fail again, because the app cancelled it or the request is invalid.
    case never

    /// The advice for an error of the system.
    ///
    /// The error of a background task that the system cancelled contains the reason (NSURLError.h;
    /// URLError reference).
    public init(_ error: URLError) {
      switch error.backgroundTaskCancelledReason {
      case .userForceQuitApplication:
        self = .whenOpened
      case .backgroundUpdatesDisabled:
        self = .inForeground
      case .insufficientSystemResources:
        self = .later
      default:
        self = .init(code: error.code)
      }
    }

    private init(code: URLError.Code) {
      switch code {
      case .timedOut, .networkConnectionLost, .notConnectedToInternet, .cannotConnectToHost,
        .cannotFindHost, .dnsLookupFailed, .backgroundSessionWasDisconnected:
        self = .again
      case .userAuthenticationRequired, .userCancelledAuthentication, .clientCertificateRequired,
        .clientCertificateRejected:
        self = .withNewRequest
      case .cancelled, .badURL, .unsupportedURL, .fileDoesNotExist, .fileIsDirectory,
        .noPermissionsToReadFile, .dataLengthExceedsMaximum, .httpTooManyRedirects,
        .redirectToNonExistentLocation, .appTransportSecurityRequiresSecureConnection:
        self = .never
      default:
        // Such failures can pass: a captive portal, for example, shows the certificate of another
        // host. Later systems may also add codes.
        self = .later
      }
    }

    /// The advice for a status outside 200 to 299.
    public init(statusCode: Int) {
      switch statusCode {
      case 401, 403, 410:
        self = .withNewRequest
      case 408, 425, 429, 500...:
        self = .later
      default:
        self = .never
      }
    }
  }
#endif

"""##

  private static let sceneTaskText = ##"""
// Part of the runtime of bgpolicy, which is the same in every app.
// `bgpolicy compile` writes it again: report a mistake in it instead of editing this file.
// It takes Swift 6.1, which comes with Xcode 16.3, or later, in either language mode.
// swift-format-ignore-file
// swiftlint:disable all

import Foundation

#if canImport(BackgroundTasks) && !os(macOS)
  /// A task that SwiftUI runs. SwiftUI registers the identifier, cancels the Swift task when the
  /// time is up, and completes the task when the action returns (Scene.backgroundTask reference).
  nonisolated public enum SceneTask {
    /// Runs the work of a task, and logs its failure, which SwiftUI does not report.
    public static func run(
      _ task: ScheduledTask,
      work: @Sendable () async throws -> Void
    ) async {
      await task.submitAgain()
      let (type, name) = (task.type, task.identifier)
      BackgroundEvents.shared.report(.taskBegan(type: type, identifier: name))
      do {
        try await task.run(work)
        BackgroundEvents.shared.report(.taskEnded(type: type, identifier: name, isDone: true))
      } catch {
        if _Concurrency.Task.isCancelled {
          BackgroundEvents.shared.report(.taskExpired(type: type, identifier: name))
        }
        BackgroundEvents.shared.report(.taskEnded(type: type, identifier: name, isDone: false))
        BackgroundLog.tasks.error("\(name) has failed", error)
      }
    }
  }
#endif

"""##

  private static let scheduledTaskHealthResearchText = ##"""
// Part of the runtime of bgpolicy, which is the same in every app.
// `bgpolicy compile` writes it again: report a mistake in it instead of editing this file.
// It takes Swift 6.1, which comes with Xcode 16.3, or later, in either language mode.
// swift-format-ignore-file
// swiftlint:disable all

#if canImport(BackgroundTasks) && !os(macOS) && !os(tvOS) && !os(watchOS)
  import BackgroundTasks
  public import Foundation

  @available(iOS 17.0, macCatalyst 17.0, visionOS 1.0, *)
  nonisolated extension ScheduledTask {
    /// A task that processes data of a health study in which a person takes part.
    ///
    /// - Parameter identifier: The identifier, which the app's Info.plist lists.
    ///
    /// - Parameter requiresExternalPower: Whether the device has to be charging.
    ///
    /// - Parameter requiresNetworkConnectivity: Whether the device has to have a network.
    ///
    /// - Parameter protection: The protection of the files that the work needs; `nil` for the
    /// system's default.
    ///
    /// - Parameter earliestBegin: The time before which the system does not run a request.
    ///
    /// - Parameter unlessPending: Whether a pending request is left, instead of replaced.
    ///
    /// - Parameter moments: The moments at which requests are submitted.
    ///
    /// - Parameter submit: Passes a request to the system.
    public static func healthResearch(
      _ identifier: String,
      requiresExternalPower: Bool = false,
      requiresNetworkConnectivity: Bool = false,
      protectionTypeOfRequiredData protection: FileProtectionType? = nil,
      earliestBegin: EarliestBegin? = nil,
      unlessPending: Bool = false,
      submittedAt moments: Set<Moment> = [],
      by submit: @escaping Submit = submission
    ) -> ScheduledTask {
      // Ten processing requests may be pending (BGTaskScheduler.h).
      ScheduledTask(
        identifier: identifier, type: "BGHealthResearchTask", limit: 10,
        earliestBegin: earliestBegin, isSubmittedOnlyOnce: unlessPending, moments: moments,
        isRunByScene: false, passOn: submit,
        makeRequest: {
          let request = BGHealthResearchTaskRequest(identifier: $0)
          request.requiresExternalPower = requiresExternalPower
          request.requiresNetworkConnectivity = requiresNetworkConnectivity
          if let protection {
            request.protectionTypeOfRequiredData = protection.rawValue as NSString
          }
          return request
        })
    }
  }
#endif

"""##

  private static let scheduledTaskKindsText = ##"""
// Part of the runtime of bgpolicy, which is the same in every app.
// `bgpolicy compile` writes it again: report a mistake in it instead of editing this file.
// It takes Swift 6.1, which comes with Xcode 16.3, or later, in either language mode.
// swift-format-ignore-file
// swiftlint:disable all

#if canImport(BackgroundTasks) && !os(macOS)
  import BackgroundTasks
  public import Foundation

  nonisolated extension ScheduledTask {
    /// The time before which the system does not run a request.
    public enum EarliestBegin: Sendable {
      /// Some seconds after the submission.
      case after(TimeInterval)
      /// The next time of the device's clock.
      case at(hour: Int, minute: Int)
      /// Some seconds after the submission, and as many times longer after each failure in a row.
      case backoff(from: TimeInterval, factor: Double, atMost: TimeInterval)

      /// Whether the time depends on the failures of the task.
      var isBackedOff: Bool {
        if case .backoff = self { true } else { false }
      }

      /// The date of a request that is submitted now.
      func date(of identifier: String) -> Date? {
        switch self {
        case .after(let seconds):
          return Date(timeIntervalSinceNow: seconds)
        case .at(let hour, let minute):
          let time = DateComponents(hour: hour, minute: minute)
          return Calendar.current.nextDate(
            after: Date(), matching: time, matchingPolicy: .nextTime)
        case .backoff(let first, let factor, let longest):
          let wait = TaskBackoff.wait(for: identifier, from: first, factor: factor, atMost: longest)
          return Date(timeIntervalSinceNow: wait)
        }
      }
    }

    /// Passes a request to the system by the call that every system has.
    public static let submission: Submit = { try BGTaskScheduler.shared.submit($0) }

    /// A task that the system runs for a short time, when it expects a person to open the app.
    ///
    /// - Parameter identifier: The identifier, which the app's Info.plist lists.
    ///
    /// - Parameter earliestBegin: The time before which the system does not run a request.
    ///
    /// - Parameter unlessPending: Whether a pending request is left, instead of replaced.
    ///
    /// - Parameter moments: The moments at which requests are submitted.
    ///
    /// - Parameter isRunByScene: Whether SwiftUI registers the task.
    ///
    /// - Parameter submit: Passes a request to the system.
    public static func appRefresh(
      _ identifier: String,
      earliestBegin: EarliestBegin? = nil,
      unlessPending: Bool = false,
      submittedAt moments: Set<Moment> = [],
      isRunByScene: Bool = false,
      by submit: @escaping Submit = submission
    ) -> ScheduledTask {
      // One app refresh request may be pending (BGTaskScheduler.h).
      ScheduledTask(
        identifier: identifier, type: "BGAppRefreshTask", limit: 1, earliestBegin: earliestBegin,
        isSubmittedOnlyOnce: unlessPending, moments: moments, isRunByScene: isRunByScene,
        passOn: submit, makeRequest: { BGAppRefreshTaskRequest(identifier: $0) })
    }

    /// A task that the system runs for some minutes, while the device is not in use.
    ///
    /// - Parameter identifier: The identifier, which the app's Info.plist lists.
    ///
    /// - Parameter requiresExternalPower: Whether the device has to be charging.
    ///
    /// - Parameter requiresNetworkConnectivity: Whether the device has to have a network.
    ///
    /// - Parameter earliestBegin: The time before which the system does not run a request.
    ///
    /// - Parameter unlessPending: Whether a pending request is left, instead of replaced.
    ///
    /// - Parameter moments: The moments at which requests are submitted.
    ///
    /// - Parameter isRunByScene: Whether SwiftUI registers the task.
    ///
    /// - Parameter submit: Passes a request to the system.
    public static func processing(
      _ identifier: String,
      requiresExternalPower: Bool = false,
      requiresNetworkConnectivity: Bool = false,
      earliestBegin: EarliestBegin? = nil,
      unlessPending: Bool = false,
      submittedAt moments: Set<Moment> = [],
      isRunByScene: Bool = false,
      by submit: @escaping Submit = submission
    ) -> ScheduledTask {
      // Ten processing requests may be pending (BGTaskScheduler.h).
      ScheduledTask(
        identifier: identifier, type: "BGProcessingTask", limit: 10, earliestBegin: earliestBegin,
        isSubmittedOnlyOnce: unlessPending, moments: moments, isRunByScene: isRunByScene,
        passOn: submit,
        makeRequest: {
          let request = BGProcessingTaskRequest(identifier: $0)
          request.requiresExternalPower = requiresExternalPower
          request.requiresNetworkConnectivity = requiresNetworkConnectivity
          return request
        })
    }
  }
#endif

"""##

  private static let scheduledTaskText = ##"""
// Part of the runtime of bgpolicy, which is the same in every app.
// `bgpolicy compile` writes it again: report a mistake in it instead of editing this file.
// It takes Swift 6.1, which comes with Xcode 16.3, or later, in either language mode.
// swift-format-ignore-file
// swiftlint:disable all

#if canImport(BackgroundTasks) && !os(macOS)
  public import BackgroundTasks
  public import Foundation

  /// A background task as a policy declares it: its request, and the moments at which the request is
  /// submitted.
  nonisolated public struct ScheduledTask: Hashable, Sendable {
    /// A moment at which a request is submitted without a call of the app.
    public enum Moment: Sendable {
      /// The app launches.
      case launch
      /// The app enters the background.
      case enteringBackground
      /// The system launches the task, before the work.
      case handlerStart
      /// The work has ended, whether it is done or has failed.
      case handlerEnd
      /// The work has failed.
      case failure
    }

    /// Passes a request to the system.
    public typealias Submit = @Sendable (sending BGTaskRequest) async throws -> Void

    /// The identifier, which the app's Info.plist lists.
    public let identifier: String
    /// The name of the task's class.
    let type: String
    /// The documented limit of pending requests of the type, for all identifiers together.
    let limit: Int
    let earliestBegin: EarliestBegin?
    let isSubmittedOnlyOnce: Bool
    let moments: Set<Moment>
    let isRunByScene: Bool
    let passOn: Submit
    let makeRequest: @Sendable (String) -> BGTaskRequest
    var earliestBeginDate: (@Sendable (ScheduledTask) async -> Date?)?

    /// Tasks with the same identifier are the same.
    public static func == (task: Self, other: Self) -> Bool { task.identifier == other.identifier }

    /// Adds the identifier to the hash.
    public func hash(into hasher: inout Hasher) { hasher.combine(identifier) }

    /// Submits a request.
    ///
    /// One request is one launch. A request replaces a pending request of the same task, unless the
    /// policy has `unlessPending`. A task that SwiftUI runs is registered when the app has launched: the
    /// system ends an app that submits a request without a launch handler, such as in the initializer
    /// of the `App`.
    public func submit() async throws(TaskSubmissionError) {
      try await submit(earliestBeginDate: nil)
    }

    /// Submits a request that the system runs at a date at the earliest.
    ///
    /// - Parameter earliestBeginDate: The date; `nil` for the time in the policy, or for any time.
    public func submit(earliestBeginDate: Date?) async throws(TaskSubmissionError) {
      if isSubmittedOnlyOnce, await TaskScheduling.isPending(identifier) { return }
      try await TaskScheduling.submit(limit: limit, isRunByScene: isRunByScene, by: passOn) {
        request(earliestBeginDate: earliestBeginDate)
      }
    }

    /// The same task, which asks for the date of each request that no call of the app submits.
    public func asking(
      _ earliestBeginDate: @escaping @Sendable (ScheduledTask) async -> Date?
    ) -> ScheduledTask {
      var task = self
      task.earliestBeginDate = earliestBeginDate
      return task
    }

    /// A new request.
    ///
    /// - Parameter earliestBeginDate: The earliest date; `nil` for the time in the policy, or for any.
    public func request(earliestBeginDate: Date? = nil) -> BGTaskRequest {
      let request = makeRequest(identifier)
      request.earliestBeginDate = earliestBeginDate ?? earliestBegin?.date(of: identifier)
      return request
    }

    // MARK: Moments

    /// Whether each launch submits the next request before it starts the work.
    private var isRequestedAgain: Bool { moments.contains(.handlerStart) }

    /// Whether a launch submits a request if no request is pending: each run submits the next request,
    /// and nothing else submits the first request.
    private var isEnsured: Bool {
      !moments.contains(.launch)
        && (moments.contains(.handlerStart) || moments.contains(.handlerEnd))
    }

    /// Whether a request is submitted when the app has launched.
    var isSubmittedAtLaunch: Bool { moments.contains(.launch) || isEnsured }

    /// Submits the request of a launch of the app.
    func launched() async {
      if isEnsured, await TaskScheduling.isPending(identifier) { return }
      await submitNext()
    }

    /// Submits a request whose result no caller needs: the log has the reason if the system does not
    /// accept it.
    func submitNext() async {
      do {
        try await submit(earliestBeginDate: earliestBeginDate?(self))
      } catch {
        BackgroundLog.tasks.error("\(identifier) is not requested", error)
      }
    }

    // MARK: Work

    /// Submits the request for the next launch, if the policy requires it before the work.
    func submitAgain() async {
      if isRequestedAgain { await submitNext() }
    }

    /// Does the work of a launch, and submits the request that depends on its outcome.
    func run(_ work: () async throws -> Void) async throws {
      let isBackedOff = earliestBegin?.isBackedOff ?? false
      guard isBackedOff || moments.contains(.handlerEnd) || moments.contains(.failure) else {
        return try await work()
      }
      // A request that was submitted before the work does not depend on its outcome.
      let isSubmittedAfterwards = moments.contains(.handlerEnd) || isBackedOff && isRequestedAgain
      do {
        try await work()
        // Canceled work is unfinished even if it does not throw.
        try _Concurrency.Task.checkCancellation()
      } catch {
        if isBackedOff { TaskBackoff.failed(identifier) }
        if isSubmittedAfterwards || moments.contains(.failure) { await submitNext() }
        throw error
      }
      if isBackedOff { TaskBackoff.succeeded(identifier) }
      if isSubmittedAfterwards { await submitNext() }
    }
  }
#endif

"""##

  private static let sessionEventText = ##"""
// Part of the runtime of bgpolicy, which is the same in every app.
// `bgpolicy compile` writes it again: report a mistake in it instead of editing this file.
// It takes Swift 6.1, which comes with Xcode 16.3, or later, in either language mode.
// swift-format-ignore-file
// swiftlint:disable all

#if canImport(os)
  public import Foundation

  /// An event of a background session's transfers.
  nonisolated public enum SessionEvent<Session: SessionIdentifying>: Sendable {
    /// The session has been created. The value contains its transfers that are not done.
    ///
    /// A transfer that is missing in the value may have ended, and the event of its end may come
    /// later: do not submit a missing transfer again before `delivered`. If the system has called
    /// the app for events of the session, this event comes after those events; otherwise it comes a
    /// second after the launch.
    case reconciled([TransferTask<Session>])

    /// A download is done. The handler moves or removes its file before it returns. The file of an item
    /// of a queue is removed then; any other file is in the caches folder, and a later process
    /// removes the file after a week.
    ///
    /// The system removes a downloaded file as soon as the delegate method returns (Downloading files
    /// in the background).
    case downloaded(TransferTask<Session>, URL)

    /// An upload is done, and the server has responded with a status from 200 to 299.
    case completed(TransferTask<Session>)

    /// A transfer has failed, the server has responded with another status, or an item could not be
    /// submitted.
    case failed(TransferTask<Session>, TransferFailure)

    /// All events for which the system called the app are handled. The event may not come while the
    /// app is in the foreground: don't wait for it there. Transfers that the handler submits now
    /// are submitted before the system's completion handler is called.
    case delivered
  }
#endif

"""##

  private static let sessionIdentifyingText = ##"""
// Part of the runtime of bgpolicy, which is the same in every app.
// `bgpolicy compile` writes it again: report a mistake in it instead of editing this file.
// It takes Swift 6.1, which comes with Xcode 16.3, or later, in either language mode.
// swift-format-ignore-file
// swiftlint:disable all

#if canImport(os)
  /// The identifier of a background session of a policy.
  nonisolated public protocol SessionIdentifying: RawRepresentable, Hashable, Sendable
  where RawValue == String {
    /// An identifier with a string, such as a string that the system passes to the app.
    init(rawValue: String)
  }
#endif

"""##

  private static let sessionOwnerText = ##"""
// Part of the runtime of bgpolicy, which is the same in every app.
// `bgpolicy compile` writes it again: report a mistake in it instead of editing this file.
// It takes Swift 6.1, which comes with Xcode 16.3, or later, in either language mode.
// swift-format-ignore-file
// swiftlint:disable all

#if canImport(os)
  /// An app or extension that owns background sessions, and that the system calls for their events.
  nonisolated public protocol SessionOwner {
    /// The queues of the process.
    associatedtype Queues: SessionQueuing
    /// The sessions of the process, to which the app submits transfers.
    var sessions: SessionRouter<Queues> { get }
  }

  nonisolated extension SessionOwner {
    /// Whether the policy declares a session. Other sessions belong to other parts of the process,
    /// such as an SDK.
    public func owns(_ identifier: String) -> Bool { sessions.owns(identifier) }

    /// Implements `application(_:handleEventsForBackgroundURLSession:completionHandler:)` of an app
    /// delegate, and `onBackgroundURLSessionEvents` of widgets.
    ///
    /// - Parameter identifier: The identifier of the session with events.
    ///
    /// - Parameter completionHandler: The completion handler of the system, called once on the main
    /// thread.
    @MainActor
    public func handleEvents(
      forSession identifier: String,
      completionHandler: @escaping () -> Void
    ) {
      sessions.handleEvents(forSession: identifier, completionHandler: completionHandler)
    }

    /// Waits until the events of a session are handled, for SwiftUI's `backgroundTask(.urlSession(…))`:
    /// the app may be suspended when the action returns (Scene.backgroundTask reference).
    public func handleEvents(forSession identifier: String) async {
      await sessions.handleEvents(forSession: identifier)
    }
  }
#endif

"""##

  private static let sessionRouterCleanSlateText = ##"""
// Part of the runtime of bgpolicy, which is the same in every app.
// `bgpolicy compile` writes it again: report a mistake in it instead of editing this file.
// It takes Swift 6.1, which comes with Xcode 16.3, or later, in either language mode.
// swift-format-ignore-file
// swiftlint:disable all

#if canImport(os) && DEBUG
  public import Foundation

  nonisolated extension SessionRouter {
    /// Cancels the transfers that an earlier build left in the sessions, and creates the sessions
    /// again.
    ///
    /// Xcode installs a build in a new folder, and transfers of an earlier build can disturb the
    /// next debugging session (Quinn, Testing Background Session Code, Apple Developer Forums).
    /// Until a session has been created again, `session(_:)` returns `nil`.
    ///
    /// - Parameter path: The folder of the installed app; nothing happens if the folder is the same
    /// as at the last launch.
    ///
    /// - Parameter defaults: The store that keeps the path of the last launch.
    ///
    /// - Returns: Whether the path has changed.
    @discardableResult
    public func startClean(
      whenMovedFrom path: String = Bundle.main.bundlePath,
      defaults: UserDefaults = .standard
    ) -> Bool {
      let key = "bgpolicy.\(table.app).installPath"
      let last = defaults.string(forKey: key)
      defaults.set(path, forKey: key)
      guard let last, last != path else { return false }
      let closing = lock.withLock {
        open.keys.filter(table.isOwned).compactMap { identifier in
          open[identifier]?.isClosing = true
          open[identifier]?.isMadeAgain = true
          return open[identifier]?.session
        }
      }
      for session in closing {
        session.invalidateAndCancel()
      }
      return true
    }
  }
#endif

"""##

  private static let sessionRouterDeliveryText = ##"""
// Part of the runtime of bgpolicy, which is the same in every app.
// `bgpolicy compile` writes it again: report a mistake in it instead of editing this file.
// It takes Swift 6.1, which comes with Xcode 16.3, or later, in either language mode.
// swift-format-ignore-file
// swiftlint:disable all

import Foundation

#if canImport(os)
  /// The delivery of a session's events to the app's handler.
  nonisolated enum SessionDelivery {
    /// The identifier of the session whose events the current Swift task delivers.
    @TaskLocal static var session: String?
  }

  nonisolated extension SessionRouter {
    /// Implements `application(_:handleEventsForBackgroundURLSession:completionHandler:)`.
    ///
    /// The handler is called on the main thread, after
    /// `urlSessionDidFinishEvents(forBackgroundURLSession:)` (URLSessionDelegate reference;
    /// Downloading files in the background). The handler is called after the app has handled the
    /// events, but at the latest after 25s, because the system waits only for some tens of seconds.
    /// The system launches the containing app for the session of an extension that is not running
    /// (App Extension Programming Guide, Performing Uploads and Downloads).
    ///
    /// - Parameter identifier: The session that the system names; for a session of another owner,
    /// the completion handler is called at once.
    ///
    /// - Parameter completionHandler: The completion handler of the system, called once.
    @MainActor
    public func handleEvents(
      forSession identifier: String,
      completionHandler: @escaping () -> Void
    ) {
      wait(for: .init(rawValue: identifier), EventsCompletion(completionHandler), canBeLate: false)
    }

    /// Waits until the events of a session are handled, for SwiftUI's
    /// `backgroundTask(.urlSession(…))` and for widgets.
    ///
    /// The function also returns when its Swift task is cancelled.
    public func handleEvents(forSession identifier: String) async {
      let (ends, end) = AsyncStream<Never>.makeStream()
      wait(for: .init(rawValue: identifier), EventsCompletion { end.finish() }, canBeLate: true)
      for await _ in ends {}
    }

    /// Does some work after the app has handled all earlier events of a session.
    ///
    /// - Returns: Whether the session is open. If not, the work is not done.
    @discardableResult
    public func perform(
      in identifier: Session, _ work: @escaping @Sendable () async -> Void
    ) -> Bool {
      lock.withLock { open[identifier]?.signals.yield(.work(work)) } != nil
    }

    /// Passes an event of a session to the app's handler at once.
    public func handle(_ event: Event, of identifier: Session) async {
      await handling(event, identifier)
    }

    /// Stores a completion handler until the events of its session are handled.
    private func wait(for identifier: Session, _ completion: EventsCompletion, canBeLate: Bool) {
      let isKnown = locked {
        openSession(identifier)
        guard let known = open[identifier] else { return false }
        let end = ended.removeValue(forKey: identifier)
        // SwiftUI's actions begin some time after the system calls the app.
        if canBeLate, let end, Date().timeIntervalSince(end) < 10 {
          known.signals.yield(.late(completion))
        } else {
          completions[identifier, default: []].append(completion)
        }
        return true
      }
      guard !isKnown else {
        let log = table.log(of: identifier)
        BackgroundEvents.shared.report(.sessionCalled(log.category))
        log.notice("the system waits until its events are handled")
        _Concurrency.Task {
          try? await _Concurrency.Task.sleep(nanoseconds: 25_000_000_000)
          await completion.call()
        }
        return
      }
      if table.configuration(identifier) == nil {
        BackgroundLog.sessions.error("\(identifier.rawValue) is not a session of the policy")
      }
      _Concurrency.Task { await completion.call() }
    }

    /// Passes the events of a session to the app's handler, one after the other.
    func deliver(_ signals: AsyncStream<Signal>, of identifier: Session) async {
      await SessionDelivery.$session.withValue(identifier.rawValue) {
        for await signal in signals {
          await deliver(signal, of: identifier)
        }
      }
    }

    private func deliver(_ signal: Signal, of identifier: Session) async {
      switch signal {
      case .event(let event):
        if case .reconciled = event { folder.sweep() }
        await handling(event, identifier)
      case .finished(let completions):
        await handling(.delivered, identifier)
        await queues.refill(identifier)
        release(identifier)
        for completion in completions {
          await completion.call()
        }
      case .late(let completion):
        release(identifier)
        await completion.call()
      case .work(let work):
        await work()
      }
    }

    /// Invalidates a session that another process owns, after its events are handled, so that the
    /// owner can use the session again.
    private func release(_ identifier: Session) {
      guard !table.isOwned(identifier) else { return }
      let session = lock.withLock {
        open[identifier]?.isClosing = true
        return open[identifier]?.session
      }
      queues.release(identifier)
      session?.finishTasksAndInvalidate()
    }

    /// Adds an event to the stream of a session.
    func report(_ event: Event, of identifier: Session) {
      lock.withLock {
        // Events from now on belong to a later time in the background.
        ended.removeValue(forKey: identifier)
        _ = open[identifier]?.signals.yield(.event(event))
      }
    }

    /// The log of a session.
    func log(of identifier: Session) -> BackgroundLog { table.log(of: identifier) }

    /// The identifier of a session. It is kept because `URLSession.configuration` makes a copy at
    /// each call.
    func identifier(of session: URLSession) -> Session {
      lock.withLock { identifiers[ObjectIdentifier(session)] }
        ?? .init(rawValue: session.configuration.identifier ?? "")
    }

    /// The transfer of a task.
    func transfer(
      _ task: URLSessionTask, of identifier: Session, _ body: ReceivedBody? = nil
    ) -> TransferTask<Session> {
      let id = queues.id(in: task.taskDescription ?? "", of: identifier)
      return TransferTask(task, of: identifier, id: id, body)
    }

    /// Reports the end of a task.
    func finish(_ task: URLSessionTask, of identifier: Session, _ error: (any Error)?) {
      let number = task.taskIdentifier
      let (body, failure) = lock.withLock {
        // The event of the end comes before the list of unfinished transfers, which must not
        // contain the transfer any more.
        open[identifier]?.unfinished?.removeAll { $0.taskIdentifier == number }
        let body = open[identifier]?.bodies.removeValue(forKey: number)
        open[identifier]?.progress[number] = nil
        return (body, open[identifier]?.errors.removeValue(forKey: number))
      }
      let isQueued = queues.has(task, in: identifier)
      let outcome = outcome(
        of: transfer(task, of: identifier, body),
        isDownload: !isQueued && task is URLSessionDownloadTask, error ?? failure)
      let log = table.log(of: identifier)
      var isDone = true
      if case .failed(_, let failure) = outcome {
        isDone = false
        log.error("task \(number) failed with \(failure.code.rawValue)", failure.underlying)
      } else {
        log.notice("task \(number) is done")
      }
      BackgroundEvents.shared.report(.transferEnded(in: log.category, isDone: isDone))
      if isQueued {
        lock.withLock { _ = ended.removeValue(forKey: identifier) }
        queues.end(task, outcome, in: identifier)
      } else {
        report(outcome, of: identifier)
      }
    }

    /// The event of a task that is done.
    func outcome(
      of transfer: TransferTask<Session>, isDownload: Bool, _ error: (any Error)?
    ) -> Event {
      if let error { return .failed(transfer, .init(error)) }
      if transfer.isRefused, let response = transfer.response {
        return .failed(transfer, .init(response))
      }
      guard isDownload else { return .completed(transfer) }
      do {
        let file = try folder.file(
          of: transfer.taskIdentifier, in: transfer.session.rawValue, transfer.response)
        return .downloaded(transfer, file)
      } catch {
        return .failed(
          transfer, .init(code: .cannotMoveFile, advice: .later, underlying: error))
      }
    }

    /// Reports the progress of a task, at most twice a second, after the app has handled all earlier
    /// events. While an earlier progress of the task waits for the handler, newer progress is left out.
    func progressed(_ task: URLSessionTask, of session: URLSession, expecting bytes: Int64) {
      guard let progressed = observation.progressed else { return }
      let now = Date()
      let identifier = identifier(of: session)
      let number = task.taskIdentifier
      let isDue = lock.withLock {
        let last = open[identifier]?.progress[number] ?? .distantPast
        guard abs(now.timeIntervalSince(last)) >= 0.5,
          open[identifier]?.progressing.insert(number).inserted == true
        else { return false }
        open[identifier]?.progress[number] = now
        return true
      }
      guard isDue else { return }
      let transfer = transfer(task, of: identifier)
      perform(in: identifier) {
        self.lock.withLock { _ = self.open[identifier]?.progressing.remove(number) }
        await progressed(transfer, bytes > 0 ? bytes : nil)
      }
    }
  }
#endif

"""##

  private static let sessionRouterOpeningText = ##"""
// Part of the runtime of bgpolicy, which is the same in every app.
// `bgpolicy compile` writes it again: report a mistake in it instead of editing this file.
// It takes Swift 6.1, which comes with Xcode 16.3, or later, in either language mode.
// swift-format-ignore-file
// swiftlint:disable all

import Foundation

#if canImport(os)
  /// The background sessions of this process, each of which has one router.
  ///
  /// A session with the same identifier may be created again only after the delegate is notified of
  /// the invalidation (NSURLSession.h).
  nonisolated final class SessionClaims: @unchecked Sendable {
    /// The sessions of this process.
    static let shared = SessionClaims()

    private struct Claim {
      weak var router: AnyObject?
    }

    private let lock = NSLock()
    private var claims: [String: Claim] = [:]

    private init() {}

    /// Whether a router has the session, or no other router has it.
    func isFree(_ identifier: String, for router: AnyObject) -> Bool {
      lock.lock()
      defer { lock.unlock() }
      return claims[identifier]?.router.map { $0 === router } ?? true
    }

    /// Gives a session to a router, and returns `false` if another router has the session.
    func claim(_ identifier: String, for router: AnyObject) -> Bool {
      lock.lock()
      defer { lock.unlock() }
      if let other = claims[identifier]?.router, other !== router { return false }
      claims[identifier] = Claim(router: router)
      return true
    }

    /// Lets another router have a session that is closed.
    func release(_ identifier: String, of router: AnyObject) {
      lock.lock()
      defer { lock.unlock() }
      if claims[identifier]?.router === router { claims[identifier] = nil }
    }
  }

  nonisolated extension SessionRouter {
    /// An element of a session's stream. It is handled after the elements before it.
    enum Signal {
      case event(Event)
      case finished([EventsCompletion])
      case late(EventsCompletion)
      case work(@Sendable () async -> Void)
    }

    /// A session that exists.
    struct OpenSession {
      let session: URLSession
      let signals: AsyncStream<Signal>.Continuation
      /// The errors of moving downloaded files, by the numbers of tasks.
      var errors: [Int: any Error] = [:]
      /// The bodies of answers, by the numbers of tasks.
      var bodies: [Int: ReceivedBody] = [:]
      /// The times at which the progress of tasks was last reported, by the numbers of tasks.
      var progress: [Int: Date] = [:]
      /// The tasks whose progress the app's handler has not had yet, by their numbers.
      var progressing: Set<Int> = []
      /// The unfinished transfers, until they are reported.
      var unfinished: [TransferTask<Session>]?
      var isClosing = false
      var isMadeAgain = false
    }

    /// Runs a body with the lock. The log is told after the unlock, because the log's receiver may use the
    /// sessions.
    func locked<Value>(_ body: () -> Value) -> Value {
      let (result, elsewhere) = lock.withLock {
        let result = body()
        defer { self.elsewhere = [] }
        return (result, self.elsewhere)
      }
      for identifier in elsewhere {
        log(of: identifier).error("another router of this process has the session")
      }
      return result
    }

    /// Creates a session unless it exists, in this router or in another router of the process. The
    /// events of the new session come after the events of an earlier session with the same
    /// identifier. The lock is held.
    func openSession(_ identifier: Session, after earlier: OpenSession? = nil) {
      guard open[identifier] == nil,
        let configuration = table.configuration(identifier)
      else { return }
      if let name = configuration.identifier, !SessionClaims.shared.claim(name, for: self) {
        elsewhere.append(identifier)
        return
      }
      let signals = earlier?.signals ?? signals(of: identifier)
      let session = URLSession(configuration: configuration, delegate: self, delegateQueue: nil)
      // The system may already call methods of the delegate, but they wait for the lock, and so
      // find the identifier.
      identifiers[ObjectIdentifier(session)] = .init(rawValue: configuration.identifier ?? "")
      open[identifier] = OpenSession(session: session, signals: signals)
      session.getAllTasks { tasks in
        self.log(of: identifier).notice("created, with \(tasks.count) unfinished transfers")
        let tasks = tasks.sorted { $0.taskIdentifier < $1.taskIdentifier }
        self.queues.match(tasks, of: identifier)
        self.reconcile(tasks.map { self.transfer($0, of: identifier) }, of: identifier)
      }
    }

    /// Reports the transfers that are not done. If the system calls the app for events of the session,
    /// the report follows the events, because they may end more transfers.
    ///
    /// The system calls the app after the launch, when the session has long been created. So the report
    /// waits for a second in which the main thread is free.
    private func reconcile(_ unfinished: [TransferTask<Session>], of identifier: Session) {
      lock.withLock { open[identifier]?.unfinished = unfinished }
      _Concurrency.Task {
        await MainActor.run {}
        try? await _Concurrency.Task.sleep(nanoseconds: 1_000_000_000)
        lock.withLock {
          guard completions[identifier] == nil else { return }
          reportUnfinished(of: identifier)
        }
      }
    }

    /// Reports the transfers that are not done, unless they are reported already. The lock is held.
    func reportUnfinished(of identifier: Session) {
      guard let unfinished = open[identifier]?.unfinished else { return }
      open[identifier]?.unfinished = nil
      _ = open[identifier]?.signals.yield(.event(.reconciled(unfinished)))
    }

    /// Makes the stream of a session's events, and starts to handle them.
    private func signals(of identifier: Session) -> AsyncStream<Signal>.Continuation {
      let (stream, signals) = AsyncStream<Signal>.makeStream()
      _Concurrency.Task { await deliver(stream, of: identifier) }
      return signals
    }

    /// Removes a session that is invalid, and creates it again if it is needed.
    func close(_ session: URLSession, of identifier: Session, isInvalid: Bool) {
      locked {
        identifiers[ObjectIdentifier(session)] = nil
        guard let closed = open[identifier], closed.session === session else { return }
        open[identifier] = nil
        if isInvalid {
          // A new session would be invalid, too, and so would never call the completion handlers.
          let completions = self.completions.removeValue(forKey: identifier) ?? []
          closed.signals.yield(.finished(completions))
        } else if closed.isMadeAgain || completions[identifier] != nil {
          openSession(identifier, after: closed)
          return
        }
        SessionClaims.shared.release(identifier.rawValue, of: self)
        closed.signals.finish()
      }
    }
  }
#endif

"""##

  private static let sessionRouterTestingText = ##"""
// Part of the runtime of bgpolicy, which is the same in every app.
// `bgpolicy compile` writes it again: report a mistake in it instead of editing this file.
// It takes Swift 6.1, which comes with Xcode 16.3, or later, in either language mode.
// swift-format-ignore-file
// swiftlint:disable all

#if canImport(os) && DEBUG
  public import Foundation

  /// An error: a unit test ends a transfer that the session does not have.
  nonisolated public struct TransferNotSubmitted: Error {
    /// The identifier of the item that the unit test ends.
    public let id: String
    /// The identifiers of the items that the session has.
    public let submitted: [String]
  }

  nonisolated extension SessionRouter {
    /// The tasks of a session that a unit test has not ended.
    public func tasksInTest(of identifier: Session) async -> [(id: String, task: URLSessionTask)] {
      await settle(identifier)
      guard let session = session(identifier) else { return [] }
      let tasks = await withCheckedContinuation { continuation in
        session.getAllTasks { continuation.resume(returning: $0) }
      }
      let over = lock.withLock { overInTest }
      return tasks.filter { over[ObjectIdentifier($0)] == nil }
        .sorted { $0.taskIdentifier < $1.taskIdentifier }
        .map { (transfer($0, of: identifier).id, $0) }
    }

    /// Ends a task as a unit test says, and waits until the app's handler has had the event.
    ///
    /// - Throws: `TransferNotSubmitted` if the session has no such item.
    public func endInTest(
      _ id: String,
      of identifier: Session,
      _ response: TransferResponse?,
      file: URL?,
      error: (any Error)?
    ) async throws {
      let tasks = await tasksInTest(of: identifier)
      guard let task = tasks.first(where: { $0.id == id })?.task else {
        throw TransferNotSubmitted(id: id, submitted: tasks.map(\.id))
      }
      lock.withLock { overInTest[ObjectIdentifier(task)] = task }
      let transfer = TransferTask(
        session: identifier, taskIdentifier: task.taskIdentifier, id: id,
        originalURL: task.originalRequest?.url, response: response)
      let outcome = outcome(of: transfer, isDownload: false, error)
      if queues.has(task, in: identifier) {
        if let file { try? queues.keep(file, of: task, in: identifier) }
        queues.end(task, outcome, in: identifier)
      } else if let file, case .completed = outcome {
        report(.downloaded(transfer, file), of: identifier)
      } else {
        report(outcome, of: identifier)
      }
      await settle(identifier)
    }

    /// Reports that the system has delivered all events, as a unit test says.
    public func deliverInTest(_ identifier: Session) async {
      lock.withLock { _ = open[identifier]?.signals.yield(.finished([])) }
      await settle(identifier)
    }

    /// Waits until the app's handler has had all events and the queues have submitted their items.
    public func settle(_ identifier: Session) async {
      // The handling of an event can cause another event.
      for _ in 0..<3 {
        let (ends, end) = AsyncStream<Never>.makeStream()
        let isOpen = lock.withLock {
          let signals = open[identifier]?.signals
          signals?.yield(.late(EventsCompletion { end.finish() }))
          return signals != nil
        }
        guard isOpen else { return }
        for await _ in ends {}
      }
    }
  }
#endif

"""##

  private static let sessionRouterText = ##"""
// Part of the runtime of bgpolicy, which is the same in every app.
// `bgpolicy compile` writes it again: report a mistake in it instead of editing this file.
// It takes Swift 6.1, which comes with Xcode 16.3, or later, in either language mode.
// swift-format-ignore-file
// swiftlint:disable all

#if canImport(os)
  public import Foundation

  /// The background sessions of a process.
  ///
  /// Create one router while the app launches, and keep the router: a process has one router for
  /// each session, and a second router does not get the session. After a relaunch, the session
  /// must be created again with the same identifier and the same configuration (Downloading files
  /// in the background). A session may be used by one process at a time: the app and each extension
  /// have their own (App Extension Programming Guide, Performing Uploads and Downloads; URLError
  /// reference).
  ///
  /// If the policy declares a session for each value, a session is created when `session(_:)` is
  /// first called for it or the system first calls the app for it. At each launch, call
  /// `session(_:)` for the sessions whose transfers may not be done.
  nonisolated public final class SessionRouter<Queues: SessionQueuing>: NSObject,
    URLSessionDownloadDelegate, URLSessionDataDelegate, @unchecked Sendable
  {
    /// The identifiers of the sessions.
    public typealias Session = Queues.Session
    /// An event of a session.
    public typealias Event = SessionEvent<Session>
    /// Handles an event of a session. The next event waits until the function returns.
    public typealias Handling = @Sendable (Event, Session) async -> Void
    /// Returns the configuration of a session in a unit test.
    public typealias Configuring = @Sendable (Session) -> URLSessionConfiguration

    /// The queues of the transfers.
    public let queues: Queues
    let table: SessionTable<Session>
    let handling: Handling
    let observation: TransferObservation<Session>
    let folder: DownloadFolder
    let lock = NSLock()
    // Guarded by the lock, as the system uses queues of its own.
    var open: [Session: OpenSession] = [:]
    var identifiers: [ObjectIdentifier: Session] = [:]
    var completions: [Session: [EventsCompletion]] = [:]
    /// The times at which the system had delivered all events of a session for which no completion
    /// handler was stored yet.
    var ended: [Session: Date] = [:]
    /// The sessions with the values that the app has set since the launch; `nil` if the app has set no
    /// value.
    var changed: SessionTable<Session>?
    /// The sessions that another router has, of which the log is told after the unlock.
    var elsewhere: [Session] = []
    #if DEBUG
      /// The tasks that a unit test has ended, kept so that their identities are not used again.
      var overInTest: [ObjectIdentifier: URLSessionTask] = [:]
    #endif

    /// Creates the sessions of a process, and asks for their unfinished transfers.
    ///
    /// - Parameter table: The statements of the policy about the sessions.
    ///
    /// - Parameter queues: The queues of the transfers.
    ///
    /// - Parameter observation: The functions that the app provides for other events of transfers.
    /// They are kept for as long as the process runs.
    ///
    /// - Parameter handling: Handles the events of the sessions. It is kept for as long as the
    /// process runs.
    public init(
      _ table: SessionTable<Session>,
      queues: Queues,
      observation: TransferObservation<Session> = .init(),
      handling: @escaping Handling
    ) {
      self.table = table
      self.queues = queues
      self.observation = observation
      self.handling = handling
      folder = DownloadFolder(name: "\(table.app)Downloads")
      super.init()
      queues.connect(self)
      for identifier in table.owned {
        locked { openSession(identifier) }
      }
    }

    /// The session with an identifier, in which the app can create tasks.
    ///
    /// - Returns: `nil` if the session belongs to another process or another router of this process,
    /// or is being created again.
    public func session(_ identifier: Session) -> URLSession? {
      guard table.isOwned(identifier) else { return nil }
      return locked {
        if table.isCreatedLater(identifier) { openSession(identifier) }
        return open[identifier].flatMap { $0.isClosing ? nil : $0.session }
      }
    }

    /// Whether the router creates tasks in a session: the process owns the session, and no other
    /// router of the process has it.
    func carries(_ identifier: Session) -> Bool {
      table.isOwned(identifier) && SessionClaims.shared.isFree(identifier.rawValue, for: self)
    }

    /// Applies the values that the app decides to the items that are submitted from now on.
    ///
    /// A session copies its configuration when it is created (URLSession reference), and a request
    /// can only be stricter than its session (NSURLSession.h). So a network that the values forbid is
    /// forbidden at once, and a network that they allow is used after the next launch.
    ///
    /// - Parameter table: The sessions with the new values.
    public func apply(_ table: SessionTable<Session>) {
      lock.withLock { changed = table }
    }

    /// The configuration with the values that the app has set since the launch; `nil` if the app has
    /// set no value.
    func changedConfiguration(of identifier: Session) -> URLSessionConfiguration? {
      lock.withLock { changed }?.configuration(identifier)
    }

    /// Whether the policy declares a session, so that `handleEvents` can handle its events.
    ///
    /// The events of any other session belong to another part of the process, such as an SDK.
    public func owns(_ identifier: String) -> Bool {
      table.configuration(Session(rawValue: identifier)) != nil
    }

    // MARK: Delegate

    /// Moves a downloaded file to the folder of downloads or to the folder of its queue.
    ///
    /// The system removes a downloaded file as soon as the delegate method returns (Downloading
    /// files in the background).
    public func urlSession(
      _ session: URLSession,
      downloadTask: URLSessionDownloadTask,
      didFinishDownloadingTo location: URL
    ) {
      let identifier = identifier(of: session)
      let task = downloadTask.taskIdentifier
      if transfer(downloadTask, of: identifier).isRefused {
        // An error page is not a download.
        guard let page = try? Data(contentsOf: location) else { return }
        lock.withLock {
          open[identifier]?.bodies[task, default: .init()].append(page, elsewhere: folder.newFile)
        }
        return
      }
      do {
        if queues.has(downloadTask, in: identifier) {
          try queues.keep(location, of: downloadTask, in: identifier)
        } else {
          try folder.keep(location, of: task, in: identifier.rawValue)
        }
      } catch {
        lock.withLock { open[identifier]?.errors[task] = error }
      }
    }

    /// Adds a part of the body of a server's answer to an upload.
    public func urlSession(
      _ session: URLSession,
      dataTask: URLSessionDataTask,
      didReceive data: Data
    ) {
      let identifier = identifier(of: session)
      lock.withLock {
        open[identifier]?.bodies[dataTask.taskIdentifier, default: .init()]
          .append(data, elsewhere: folder.newFile)
      }
    }

    /// Reports the outcome of each transfer to the handler, once.
    public func urlSession(
      _ session: URLSession,
      task: URLSessionTask,
      didCompleteWithError error: (any Error)?
    ) {
      finish(task, of: identifier(of: session), error)
    }

    /// Lets the completion handlers of the system be called after the app's handler has handled all
    /// events.
    ///
    /// The handler is called on the main thread, after
    /// `urlSessionDidFinishEvents(forBackgroundURLSession:)` (URLSessionDelegate reference;
    /// Downloading files in the background).
    public func urlSessionDidFinishEvents(forBackgroundURLSession session: URLSession) {
      let identifier = identifier(of: session)
      BackgroundEvents.shared.report(.eventsDelivered)
      log(of: identifier).notice("the system has delivered all events")
      lock.withLock {
        let completions = self.completions.removeValue(forKey: identifier) ?? []
        reportUnfinished(of: identifier)
        _ = open[identifier]?.signals.yield(.finished(completions))
        if completions.isEmpty { ended[identifier] = Date() }
      }
      queues.giveUpMissing(in: identifier)
    }

    /// Creates the session again if it is needed.
    ///
    /// A session with the same identifier may be created again only after the delegate is notified of
    /// the invalidation (NSURLSession.h).
    public func urlSession(
      _ session: URLSession,
      didBecomeInvalidWithError error: (any Error)?
    ) {
      let identifier = identifier(of: session)
      if let error {
        log(of: identifier).error("the session is invalid", error)
      }
      close(session, of: identifier, isInvalid: error != nil)
    }

    // MARK: Observation

    /// Reports how much of an upload has been sent.
    public func urlSession(
      _ session: URLSession,
      task: URLSessionTask,
      didSendBodyData bytesSent: Int64,
      totalBytesSent: Int64,
      totalBytesExpectedToSend: Int64
    ) {
      progressed(task, of: session, expecting: totalBytesExpectedToSend)
    }

    /// Reports how much of a download has been received.
    public func urlSession(
      _ session: URLSession,
      downloadTask: URLSessionDownloadTask,
      didWriteData bytesWritten: Int64,
      totalBytesWritten: Int64,
      totalBytesExpectedToWrite: Int64
    ) {
      progressed(downloadTask, of: session, expecting: totalBytesExpectedToWrite)
    }

    /// Lets the app answer a challenge to a transfer.
    public func urlSession(
      _ session: URLSession,
      task: URLSessionTask,
      didReceive challenge: URLAuthenticationChallenge,
      completionHandler:
        @escaping @Sendable (URLSession.AuthChallengeDisposition, URLCredential?) -> Void
    ) {
      urlSession(session, didReceive: challenge, completionHandler: completionHandler)
    }

    /// Lets the app answer a challenge to the session.
    public func urlSession(
      _ session: URLSession,
      didReceive challenge: URLAuthenticationChallenge,
      completionHandler:
        @escaping @Sendable (URLSession.AuthChallengeDisposition, URLCredential?) -> Void
    ) {
      guard let challenged = observation.challenged else {
        return completionHandler(.performDefaultHandling, nil)
      }
      let identifier = identifier(of: session)
      _Concurrency.Task {
        let (disposition, credential) = await challenged(challenge, identifier)
        completionHandler(disposition, credential)
      }
    }

    /// Lets the app replace a request before it begins.
    public func urlSession(
      _ session: URLSession,
      task: URLSessionTask,
      willBeginDelayedRequest request: URLRequest,
      completionHandler:
        @escaping @Sendable (URLSession.DelayedRequestDisposition, URLRequest?) -> Void
    ) {
      guard let begins = observation.begins else {
        return completionHandler(.continueLoading, nil)
      }
      let transfer = transfer(task, of: identifier(of: session))
      _Concurrency.Task {
        let (disposition, request) = await begins(transfer, request)
        completionHandler(disposition, request)
      }
    }

    /// Passes the measurements of a transfer to the app.
    public func urlSession(
      _ session: URLSession,
      task: URLSessionTask,
      didFinishCollecting metrics: URLSessionTaskMetrics
    ) {
      let identifier = identifier(of: session)
      if let measured = observation.measured {
        let transfer = transfer(task, of: identifier)
        perform(in: identifier) { await measured(transfer, metrics) }
      }
      guard let begin = metrics.transactionMetrics.first?.requestStartDate else { return }
      BackgroundEvents.shared.report(
        .transferBegan(
          in: log(of: identifier).category, submission: metrics.taskInterval.start, begin: begin))
    }
  }
#endif

"""##

  private static let sessionTableText = ##"""
// Part of the runtime of bgpolicy, which is the same in every app.
// `bgpolicy compile` writes it again: report a mistake in it instead of editing this file.
// It takes Swift 6.1, which comes with Xcode 16.3, or later, in either language mode.
// swift-format-ignore-file
// swiftlint:disable all

#if canImport(os)
  public import Foundation

  /// The statements of a policy about the background sessions of a process.
  nonisolated public struct SessionTable<Session: SessionIdentifying>: Sendable {
    /// A session, or several sessions whose identifiers differ only in a value.
    private struct Declaration: Sendable {
      let name: String
      let isOwned: Bool
      /// The identifier; `nil` for several sessions, each of which is created when it is first needed.
      let identifier: Session?
      let isDeclared: @Sendable (Session) -> Bool
      let configuration: @Sendable (Session) -> URLSessionConfiguration?
    }

    /// The app's name, for the names of its folders.
    let app: String
    private var sessions: [Declaration] = []
    /// Returns the configuration of a session in a unit test; `nil` in the app.
    private var testConfiguration: (@Sendable (Session) -> URLSessionConfiguration)?

    /// A table without sessions, for an app.
    public init(app: String) { self.app = app }

    /// Adds a session.
    ///
    /// - Parameter identifier: The identifier of the session.
    ///
    /// - Parameter name: The name in the policy.
    ///
    /// - Parameter isOwned: Whether the process owns the session.
    ///
    /// - Parameter configuration: Returns a new configuration.
    public mutating func add(
      _ identifier: Session,
      named name: String,
      isOwned: Bool,
      configuration: @escaping @Sendable () -> URLSessionConfiguration
    ) {
      sessions.append(
        Declaration(
          name: name, isOwned: isOwned, identifier: identifier,
          isDeclared: { $0 == identifier }, configuration: { _ in configuration() }))
    }

    /// Adds several sessions, each of which is created when it is first needed.
    ///
    /// - Parameter value: The value in an identifier; `nil` if another session has the identifier.
    ///
    /// - Parameter name: The name in the policy.
    ///
    /// - Parameter isOwned: Whether the process owns the sessions.
    ///
    /// - Parameter configuration: Returns a new configuration for a value.
    public mutating func add(
      forEach value: @escaping @Sendable (Session) -> String?,
      named name: String,
      isOwned: Bool,
      configuration: @escaping @Sendable (String) -> URLSessionConfiguration
    ) {
      sessions.append(
        Declaration(
          name: name, isOwned: isOwned, identifier: nil,
          isDeclared: { value($0) != nil }, configuration: { value($0).map(configuration) }))
    }

    /// The same table with the configurations of a unit test.
    public func configured(
      by configuration: (@Sendable (Session) -> URLSessionConfiguration)?
    ) -> Self {
      var table = self
      table.testConfiguration = configuration
      return table
    }

    /// The sessions of the process, which are created at launch.
    var owned: [Session] { sessions.filter(\.isOwned).compactMap(\.identifier) }

    private func declaration(of identifier: Session) -> Declaration? {
      sessions.first { $0.isDeclared(identifier) }
    }

    /// Whether the process owns a session.
    func isOwned(_ identifier: Session) -> Bool {
      declaration(of: identifier)?.isOwned ?? false
    }

    /// Whether a session is created when it is first needed.
    func isCreatedLater(_ identifier: Session) -> Bool {
      declaration(of: identifier).map { $0.identifier == nil } ?? false
    }

    /// The configuration of a session; `nil` if the policy does not declare it.
    func configuration(_ identifier: Session) -> URLSessionConfiguration? {
      guard let declaration = declaration(of: identifier) else { return nil }
      return testConfiguration?(identifier) ?? declaration.configuration(identifier)
    }

    /// The log of a session, whose category is the session's name in the policy.
    func log(of identifier: Session) -> BackgroundLog {
      declaration(of: identifier).map { BackgroundLog(category: $0.name) } ?? .sessions
    }
  }

  /// The queues of a process, whose items its sessions transfer.
  nonisolated public protocol SessionQueuing<Session>: AnyObject, Sendable {
    /// The identifiers of the sessions.
    associatedtype Session: SessionIdentifying

    /// Keeps the router of the sessions that transfer the items. It is called before the sessions
    /// are created.
    func connect(_ sessions: SessionRouter<Self>)
    /// The identifier of the item whose task has a description.
    func id(in description: String, of session: Session) -> String
    /// Compares the queues with the tasks of a session that has just been created.
    func match(_ tasks: [URLSessionTask], of session: Session)
    /// Whether a task belongs to a queue.
    func has(_ task: URLSessionTask, in session: Session) -> Bool
    /// Keeps the file of a download of an item.
    func keep(_ location: URL, of task: URLSessionTask, in session: Session) throws
    /// Notes the end of an item's task.
    func end(_ task: URLSessionTask, _ event: SessionEvent<Session>, in session: Session)
    /// Submits the next items to a session. For each session, no call begins before the last call
    /// has ended.
    func refill(_ session: Session) async
    /// Stops waiting for the ends of items that the session has not delivered, although it has
    /// delivered all its events.
    func giveUpMissing(in session: Session)
    /// Forgets the queues of a session, because another process may change their files.
    func release(_ session: Session)
  }

  /// The absence of queues, for a policy without queues.
  nonisolated public final class NoQueuing<Session: SessionIdentifying>: SessionQueuing {
    /// The absence of queues.
    public init() {}

    public func connect(_ sessions: SessionRouter<NoQueuing>) {}
    public func id(in description: String, of session: Session) -> String { description }
    public func match(_ tasks: [URLSessionTask], of session: Session) {}
    public func has(_ task: URLSessionTask, in session: Session) -> Bool { false }
    public func keep(_ location: URL, of task: URLSessionTask, in session: Session) throws {}
    public func end(_ task: URLSessionTask, _ event: SessionEvent<Session>, in session: Session) {}
    public func refill(_ session: Session) async {}
    public func giveUpMissing(in session: Session) {}
    public func release(_ session: Session) {}
  }
#endif

"""##

  private static let silentPushText = ##"""
// Part of the runtime of bgpolicy, which is the same in every app.
// `bgpolicy compile` writes it again: report a mistake in it instead of editing this file.
// It takes Swift 6.1, which comes with Xcode 16.3, or later, in either language mode.
// swift-format-ignore-file
// swiftlint:disable all

/// A silent push that the app has received.
nonisolated public struct SilentPush: @unchecked Sendable {
  /// The payload, which no code changes after the initialization.
  public let userInfo: [AnyHashable: Any]

  /// A push with the payload that the system passes to the app.
  public init(userInfo: [AnyHashable: Any]) {
    self.userInfo = userInfo
  }

  /// Whether a member of the payload, given by its name, has a value.
  public func has<Value: Equatable>(_ name: String, _ value: Value) -> Bool {
    userInfo[name] as? Value == value
  }
}

/// The result of the work for a silent push. Work that fails throws an error instead.
///
/// The system uses the result to decide when to deliver further pushes (UIApplicationDelegate
/// reference).
nonisolated public enum PushResult: Hashable, Sendable {
  /// The app has new data.
  case newData
  /// The app has no new data.
  case noData
}

"""##

  private static let taskBackoffText = ##"""
// Part of the runtime of bgpolicy, which is the same in every app.
// `bgpolicy compile` writes it again: report a mistake in it instead of editing this file.
// It takes Swift 6.1, which comes with Xcode 16.3, or later, in either language mode.
// swift-format-ignore-file
// swiftlint:disable all

public import Foundation

/// The number of failures of each task in a row, kept for the next process of the app.
nonisolated public enum TaskBackoff {
  /// The shortest wait of a task's next request, in seconds.
  ///
  /// - Parameter identifier: The task's identifier.
  ///
  /// - Parameter first: The wait of a task that has not failed, in seconds.
  ///
  /// - Parameter factor: The growth of the wait with each failure.
  ///
  /// - Parameter longest: The longest wait, in seconds.
  public static func wait(
    for identifier: String, from first: TimeInterval, factor: Double, atMost longest: TimeInterval
  ) -> TimeInterval {
    let failures = UserDefaults.standard.integer(forKey: key(identifier))
    return min(first * pow(factor, Double(failures)), longest)
  }

  /// Records that the work of a task has failed.
  public static func failed(_ identifier: String) {
    let failures = UserDefaults.standard.integer(forKey: key(identifier))
    UserDefaults.standard.set(failures + 1, forKey: key(identifier))
  }

  /// Records that the work of a task has succeeded.
  public static func succeeded(_ identifier: String) {
    UserDefaults.standard.removeObject(forKey: key(identifier))
  }

  private static func key(_ identifier: String) -> String {
    "\(identifier).failures"
  }
}

"""##

  private static let taskMomentsText = ##"""
// Part of the runtime of bgpolicy, which is the same in every app.
// `bgpolicy compile` writes it again: report a mistake in it instead of editing this file.
// It takes Swift 6.1, which comes with Xcode 16.3, or later, in either language mode.
// swift-format-ignore-file
// swiftlint:disable all

import Foundation

#if canImport(BackgroundTasks) && !os(macOS)
  #if canImport(UIKit) && !os(watchOS)
    import UIKit
  #endif

  /// The moments in an app's life cycle at which the requests of tasks are submitted.
  nonisolated public final class TaskMoments: @unchecked Sendable {
    // Swift's own type: an app may declare a type of this name.
    private typealias SwiftTask = _Concurrency.Task

    private let lock = NSLock()
    private let tasks: [ScheduledTask]
    private var hasLaunched = false

    private init(_ tasks: [ScheduledTask]) { self.tasks = tasks }

    /// Begins when the app launches, once in a process for each task: submits the requests of a launch
    /// and the missing requests of recurring work, and submits other requests whenever the app enters
    /// the background.
    ///
    /// SwiftUI registers tasks until the app has finished launching, and the system ends an app that
    /// submits their requests earlier.
    public static func begin(_ tasks: [ScheduledTask]) {
      let moments = TaskMoments(tasks)
      if tasks.contains(where: \.isSubmittedAtLaunch) {
        if tasks.contains(where: { $0.isRunByScene && $0.isSubmittedAtLaunch }) {
          moments.waitForScene()
        } else {
          moments.launch()
        }
      }
      #if canImport(UIKit) && !os(watchOS)
        let later = tasks.filter { $0.moments.contains(.enteringBackground) }
        guard !later.isEmpty else { return }
        SwiftTask { @MainActor in
          _ = NotificationCenter.default.addObserver(
            forName: UIApplication.didEnterBackgroundNotification, object: nil, queue: nil
          ) { _ in
            SwiftTask {
              for task in later { await task.submitNext() }
            }
          }
        }
      #endif
    }

    private func waitForScene() {
      let names = [
        "UIApplicationDidFinishLaunchingNotification", "UIApplicationDidBecomeActiveNotification",
      ]
      for name in names {
        _ = NotificationCenter.default.addObserver(
          forName: Notification.Name(name), object: nil, queue: nil
        ) { _ in
          self.launch()
        }
      }
    }

    private func launch() {
      lock.lock()
      let isFirst = !hasLaunched
      hasLaunched = true
      lock.unlock()
      guard isFirst else { return }
      SwiftTask {
        for task in tasks where task.isSubmittedAtLaunch { await task.launched() }
      }
    }
  }
#endif

"""##

  private static let taskRegistryText = ##"""
// Part of the runtime of bgpolicy, which is the same in every app.
// `bgpolicy compile` writes it again: report a mistake in it instead of editing this file.
// It takes Swift 6.1, which comes with Xcode 16.3, or later, in either language mode.
// swift-format-ignore-file
// swiftlint:disable all

import Foundation

#if canImport(BackgroundTasks) && !os(macOS)
  public import BackgroundTasks

  /// The task identifiers that this process has registered. Each identifier is registered only
  /// once, because the system ends an app that registers an identifier twice (BGTaskScheduler.h).
  nonisolated public final class TaskRegistry: @unchecked Sendable {
    /// The identifiers of this process.
    public static let shared = TaskRegistry()

    private let lock = NSLock()
    private var identifiers: Set<String> = []

    private init() {}

    /// Whether an identifier is registered.
    public func contains(_ identifier: String) -> Bool {
      lock.lock()
      defer { lock.unlock() }
      return identifiers.contains(identifier)
    }

    /// Registers an identifier unless it is registered already, and returns whether it is
    /// registered now.
    @available(iOSApplicationExtension, unavailable)
    @available(macCatalystApplicationExtension, unavailable)
    @available(tvOSApplicationExtension, unavailable)
    @available(visionOSApplicationExtension, unavailable)
    public func register(
      _ identifier: String,
      launchHandler: @escaping @Sendable (BGTask) -> Void
    ) -> Bool {
      lock.lock()
      defer { lock.unlock() }
      guard !identifiers.contains(identifier) else { return true }
      let isPermitted = BGTaskScheduler.shared.register(
        forTaskWithIdentifier: identifier, using: nil, launchHandler: launchHandler)
      if isPermitted { identifiers.insert(identifier) }
      return isPermitted
    }
  }
#endif

"""##

  private static let taskRunText = ##"""
// Part of the runtime of bgpolicy, which is the same in every app.
// `bgpolicy compile` writes it again: report a mistake in it instead of editing this file.
// It takes Swift 6.1, which comes with Xcode 16.3, or later, in either language mode.
// swift-format-ignore-file
// swiftlint:disable all

import Foundation

#if canImport(BackgroundTasks) && !os(macOS)
  public import BackgroundTasks

  /// One run of a task. The task is completed exactly once, whether the work ends in time, fails or
  /// expires.
  nonisolated public final class TaskRun: @unchecked Sendable {
    // Swift's own type: an app may declare a type of this name.
    private typealias SwiftTask = _Concurrency.Task

    private let task: BGTask
    private let lock = NSLock()
    private var work: SwiftTask<Void, Never>?
    private var isExpired = false
    private var isCompleted = false

    /// The run of a task that the system has just launched.
    public init(_ task: BGTask) {
      self.task = task
    }

    /// Registers a task that does some work.
    ///
    /// - Parameter task: The task.
    ///
    /// - Parameter rejected: Gets the identifier if the system rejects it, because the app's Info.plist
    /// does not list it.
    ///
    /// - Parameter work: The work; its Swift task is cancelled when the time is up.
    @available(iOSApplicationExtension, unavailable)
    @available(macCatalystApplicationExtension, unavailable)
    @available(tvOSApplicationExtension, unavailable)
    @available(visionOSApplicationExtension, unavailable)
    public static func register(
      _ task: ScheduledTask,
      _ rejected: inout [String],
      work: @escaping @Sendable () async throws -> Void
    ) {
      let isPermitted = TaskRegistry.shared.register(task.identifier) { launched in
        TaskRun(launched).run {
          await task.submitAgain()
          try SwiftTask.checkCancellation()
          try await task.run(work)
        }
      }
      if !isPermitted {
        rejected.append(task.identifier)
        // A build configuration may have another bundle identifier, and so other identifiers.
        let process = Bundle.main.bundleIdentifier ?? "the process"
        BackgroundLog.tasks.error(
          "\(task.identifier) is not registered: the Info.plist of \(process) does not list it")
      }
    }

    /// Does the work of the task, and completes the task at its end.
    public func run(_ work: @escaping @Sendable () async throws -> Void) {
      BackgroundEvents.shared.report(.taskBegan(type: type, identifier: task.identifier))
      // The handler is set before the work starts, because a task that expires without a handler
      // counts as failed (BGTask.h).
      task.expirationHandler = { [weak self] in self?.expire() }
      lock.lock()
      defer { lock.unlock() }
      let started = SwiftTask {
        do {
          try await work()
          self.complete(success: true)
        } catch {
          self.complete(success: false)
        }
      }
      self.work = started
      // The time may have been up already, or the callers of continued work may have given up.
      if isExpired { started.cancel() }
    }

    private var type: String { "\(Swift.type(of: task))" }

    /// Cancels the work, and completes the task after 0.5s if the work has not ended: expiration
    /// handlers have about 1s (Quinn, UIApplication Background Task Notes, Apple Developer Forums
    /// thread 85066).
    public func expire() {
      BackgroundEvents.shared.report(.taskExpired(type: type, identifier: task.identifier))
      lock.lock()
      isExpired = true
      let work = work
      lock.unlock()
      work?.cancel()
      DispatchQueue.global().asyncAfter(deadline: .now() + 0.5) { [self] in
        complete(success: false)
      }
    }

    /// Completes the task at the first call. The task must also be completed after it has expired
    /// (BGTask.h).
    private func complete(success: Bool) {
      lock.lock()
      let isFirst = !isCompleted
      isCompleted = true
      let isInTime = !isExpired
      lock.unlock()
      guard isFirst else { return }
      BackgroundEvents.shared.report(
        .taskEnded(type: type, identifier: task.identifier, isDone: success && isInTime))
      task.setTaskCompleted(success: success && isInTime)
    }
  }
#endif

"""##

  private static let taskSchedulingText = ##"""
// Part of the runtime of bgpolicy, which is the same in every app.
// `bgpolicy compile` writes it again: report a mistake in it instead of editing this file.
// It takes Swift 6.1, which comes with Xcode 16.3, or later, in either language mode.
// swift-format-ignore-file
// swiftlint:disable all

#if canImport(BackgroundTasks) && !os(macOS)
  import BackgroundTasks

  /// The submission of requests to the system.
  ///
  /// Each request is submitted on its own, so that its failure does not affect other requests. It
  /// is never submitted on the main thread, because the call would block the thread
  /// (BGTaskScheduler.submit reference). A request replaces a pending request with the same
  /// identifier.
  nonisolated enum TaskScheduling {
    /// Submits a request.
    ///
    /// - Parameter limit: The documented limit of pending requests of the type, for all identifiers
    /// together; `nil` if Apple documents no limit.
    ///
    /// - Parameter isRunByScene: Whether SwiftUI registers the task. If not, this process must have
    /// registered the task. Otherwise the system raises an exception, which Swift can't catch.
    ///
    /// - Parameter submit: Passes a request to the system.
    ///
    /// - Parameter request: Makes the request. It never runs on the main thread.
    static func submit(
      limit: Int?,
      isRunByScene: Bool = false,
      by submit: @escaping ScheduledTask.Submit,
      _ request: @escaping @Sendable () -> BGTaskRequest
    ) async throws(TaskSubmissionError) {
      let work = _Concurrency.Task.detached {
        let request = request()
        guard isRunByScene || TaskRegistry.shared.contains(request.identifier) else {
          throw TaskSubmissionError.notRegistered
        }
        let (type, identifier) = ("\(type(of: request))", request.identifier)
        try await submit(request)
        BackgroundEvents.shared.report(.taskSubmitted(type: type, identifier: identifier))
      }
      do {
        try await work.value
      } catch let error as TaskSubmissionError {
        throw error
      } catch {
        throw TaskSubmissionError(error, limit: limit)
      }
    }

    /// Whether the system has a pending request for a task.
    static func isPending(_ identifier: String) async -> Bool {
      await withCheckedContinuation { continuation in
        BGTaskScheduler.shared.getPendingTaskRequests { requests in
          continuation.resume(returning: requests.contains { $0.identifier == identifier })
        }
      }
    }
  }
#endif

"""##

  private static let taskSubmissionErrorText = ##"""
// Part of the runtime of bgpolicy, which is the same in every app.
// `bgpolicy compile` writes it again: report a mistake in it instead of editing this file.
// It takes Swift 6.1, which comes with Xcode 16.3, or later, in either language mode.
// swift-format-ignore-file
// swiftlint:disable all

#if canImport(BackgroundTasks) && !os(macOS)
  import BackgroundTasks

  /// The reason why the system did not accept a request (BGTaskScheduler.h).
  nonisolated public enum TaskSubmissionError: Error, CustomStringConvertible {
    /// Too many requests of the type are pending, for all identifiers together. The limit is `nil`
    /// if Apple documents no limit.
    case tooManyPending(limit: Int?)

    /// The app's Info.plist or the user does not permit the request.
    case notPermitted

    /// The app can't schedule tasks on this device now.
    case unavailable

    /// The work can't begin at once, and its request demands an immediate begin.
    case notEligibleToRunNow

    /// This process has not registered the task; the system ends an app that submits such a request.
    case notRegistered

    /// A job contains other characters than letters, digits, hyphens and underscores.
    case invalidIdentifier

    /// Another error that the system reports.
    case other(any Error)

    /// The case for an error of the scheduler.
    ///
    /// - Parameter limit: The documented limit of pending requests of the type; `nil` if Apple
    /// documents no limit.
    public init(_ error: any Error, limit: Int?) {
      #if compiler(>=6.2) && !os(tvOS) && !os(visionOS) && !os(watchOS)
        #if !targetEnvironment(macCatalyst)
          if #available(iOS 26.0, *), case BGTaskScheduler.Error.immediateRunIneligible = error {
            self = .notEligibleToRunNow
            return
          }
        #endif
      #endif
      switch error {
      case BGTaskScheduler.Error.tooManyPendingTaskRequests: self = .tooManyPending(limit: limit)
      case BGTaskScheduler.Error.notPermitted: self = .notPermitted
      case BGTaskScheduler.Error.unavailable: self = .unavailable
      default: self = .other(error)
      }
    }

    /// The reason, with its usual causes.
    public var description: String {
      switch self {
      case .tooManyPending(let limit):
        let number = limit.map { ": the limit is \($0) for all identifiers together" }
        return "too many requests of this type are pending\(number ?? "")"
      case .notPermitted:
        return """
          not permitted: the identifier is missing in BGTaskSchedulerPermittedIdentifiers, its \
          mode is missing in UIBackgroundModes, the person denies background launches, or a \
          resource is asked for that the device or the entitlements don't have
          """
      case .unavailable:
        return """
          unavailable: Background App Refresh is off, or this is a Simulator or an extension that \
          can't schedule tasks
          """
      case .notEligibleToRunNow:
        return "not eligible to run now: the system is busy, and the request's strategy is to fail"
      case .notRegistered: return "not registered: call `start` or `register` first"
      case .invalidIdentifier: return "a job has a character that identifiers can't have"
      case .other(let error): return "\(error)"
      }
    }
  }
#endif

"""##

  private static let transferFailureText = ##"""
// Part of the runtime of bgpolicy, which is the same in every app.
// `bgpolicy compile` writes it again: report a mistake in it instead of editing this file.
// It takes Swift 6.1, which comes with Xcode 16.3, or later, in either language mode.
// swift-format-ignore-file
// swiftlint:disable all

#if canImport(os)
  public import Foundation

  /// The failure of a transfer, with its reason and an advice.
  ///
  /// The error of a background task that the system cancelled contains the reason (NSURLError.h;
  /// URLError reference).
  nonisolated public struct TransferFailure: Error, Sendable {
    /// The error's code; `badServerResponse` if the status reports the failure.
    public let code: URLError.Code
    /// The reason why the system cancelled the task; `nil` if the system did not cancel it.
    public let reason: URLError.BackgroundTaskCancelledReason?
    /// The data with which the transfer can be resumed.
    public let resumeData: Data?
    /// The advice for this failure.
    public let advice: RetryAdvice
    /// The number of seconds that the server asks the app to wait; `nil` if the server does not ask
    /// for a wait.
    public let retryAfter: TimeInterval?
    /// The error as the system reports it; `nil` if the status reports the failure. A queue keeps the
    /// error's domain and code alone.
    public let underlying: (any Error)?

    /// A failure, as tests make it.
    public init(
      code: URLError.Code,
      reason: URLError.BackgroundTaskCancelledReason? = nil,
      resumeData: Data? = nil,
      advice: RetryAdvice,
      retryAfter: TimeInterval? = nil,
      underlying: (any Error)? = nil
    ) {
      self.code = code
      self.reason = reason
      self.resumeData = resumeData
      self.advice = advice
      self.retryAfter = retryAfter
      self.underlying = underlying
    }

    /// The failure for an error that the system reports.
    public init(_ underlying: any Error) {
      let error = underlying as? URLError ?? URLError(.unknown)
      self.init(
        code: error.code, reason: error.backgroundTaskCancelledReason,
        resumeData: Self.resumeData(of: error), advice: .init(error), underlying: underlying)
    }

    /// The failure for an answer of the server whose status is outside 200 to 299.
    public init(_ response: TransferResponse) {
      self.init(
        code: .badServerResponse, advice: .init(statusCode: response.statusCode),
        retryAfter: response.retryAfter)
    }

    private static func resumeData(of error: URLError) -> Data? {
      let data = error.downloadTaskResumeData
      guard #available(iOS 17.0, macOS 14.0, watchOS 10.0, tvOS 17.0, visionOS 1.0, *) else {
        return data
      }
      return data ?? error.userInfo[NSURLSessionUploadTaskResumeData] as? Data
    }
  }
#endif

"""##

  private static let transferItemsText = ##"""
// Part of the runtime of bgpolicy, which is the same in every app.
// `bgpolicy compile` writes it again: report a mistake in it instead of editing this file.
// It takes Swift 6.1, which comes with Xcode 16.3, or later, in either language mode.
// swift-format-ignore-file
// swiftlint:disable all

#if canImport(os)
  public import Foundation

  /// An item of a transfer.
  nonisolated public protocol TransferItem: Hashable, Sendable {
    /// The identifier, which all events of the item contain, also after a relaunch.
    var id: String { get }
    /// The request.
    var request: URLRequest { get }
    /// The reason why the item can't be submitted; `nil` if it can be submitted.
    var failure: TransferFailure? { get }
    /// The same item, which resumes with the data if it has no resume data of its own.
    func resumed(by data: Data?) -> Self
    /// Creates the task of the item.
    ///
    /// - Parameter request: The item's request with the changes that the policy makes.
    ///
    /// - Parameter session: The session that transfers the item.
    ///
    /// - Parameter rules: The statements of the policy about each item.
    func task(
      for request: URLRequest, in session: URLSession, by rules: TransferRules
    ) -> URLSessionTask
  }

  /// A file to upload.
  ///
  /// Uploads from data or from a stream fail when the app exits, so a background session uploads only
  /// files (Downloading files in the background).
  nonisolated public struct UploadItem: TransferItem {
    /// The identifier, which all events of the item contain, also after a relaunch.
    public let id: String
    /// The request, without a body.
    public let request: URLRequest
    /// The file that is the body.
    public let file: URL
    /// The resume data of a failure, or `nil` to begin anew. The upload resumes if the policy
    /// resumes uploads, the file is unchanged, and the system and the server can resume uploads.
    public let resumeData: Data?

    /// An upload of a file on this device.
    public init(id: String, request: URLRequest, file: URL, resumeData: Data? = nil) {
      self.id = id
      self.request = request
      self.file = file
      self.resumeData = resumeData
    }

    /// A background session ends the app if it can't read the file.
    public var failure: TransferFailure? {
      guard file.isFileURL else { return .init(code: .unsupportedURL, advice: .never) }
      guard FileManager.default.isReadableFile(atPath: file.path) else {
        let isThere = FileManager.default.fileExists(atPath: file.path)
        // The file of a device that is locked can be read later.
        return isThere
          ? .init(code: .noPermissionsToReadFile, advice: .later)
          : .init(code: .fileDoesNotExist, advice: .never)
      }
      return nil
    }

    /// The same upload, which resumes with the data if it has no resume data of its own.
    public func resumed(by data: Data?) -> Self {
      Self(id: id, request: request, file: file, resumeData: resumeData ?? data)
    }

    /// Creates the task of the upload.
    public func task(
      for request: URLRequest, in session: URLSession, by rules: TransferRules
    ) -> URLSessionTask {
      let task =
        resumedTask(in: session, by: rules)
        ?? session.uploadTask(with: request, fromFile: file)
      if let bytes = try? file.resourceValues(forKeys: [.fileSizeKey]).fileSize {
        task.countOfBytesClientExpectsToSend = Int64(bytes)
      }
      return task
    }

    private func resumedTask(
      in session: URLSession, by rules: TransferRules
    ) -> URLSessionUploadTask? {
      guard #available(iOS 17.0, macOS 14.0, watchOS 10.0, tvOS 17.0, visionOS 1.0, *),
        rules.isResumed, let resumeData
      else { return nil }
      return session.uploadTask(withResumeData: resumeData)
    }
  }

  /// A file to download.
  nonisolated public struct DownloadItem: TransferItem {
    /// The identifier, which all events of the item contain, also after a relaunch.
    public let id: String
    /// The request.
    public let request: URLRequest
    /// The number of bytes that the app expects to receive; `nil` if the app doesn't know the
    /// number.
    public let countOfBytesClientExpectsToReceive: Int64?
    /// The resume data of a failure, or `nil` to begin anew. The download resumes if the policy
    /// resumes downloads.
    public let resumeData: Data?

    /// A download by a request.
    public init(
      id: String,
      request: URLRequest,
      countOfBytesClientExpectsToReceive: Int64? = nil,
      resumeData: Data? = nil
    ) {
      self.id = id
      self.request = request
      self.countOfBytesClientExpectsToReceive = countOfBytesClientExpectsToReceive
      self.resumeData = resumeData
    }

    /// No failure, because a download needs no file that could be missing.
    public var failure: TransferFailure? { nil }

    /// The same download, which resumes with the data if it has no resume data of its own.
    public func resumed(by data: Data?) -> Self {
      Self(
        id: id, request: request,
        countOfBytesClientExpectsToReceive: countOfBytesClientExpectsToReceive,
        resumeData: resumeData ?? data)
    }

    /// Creates the task of the download.
    public func task(
      for request: URLRequest, in session: URLSession, by rules: TransferRules
    ) -> URLSessionTask {
      let data = rules.isResumed ? resumeData : nil
      let task =
        data.map { session.downloadTask(withResumeData: $0) }
        ?? session.downloadTask(with: request)
      let bytes = countOfBytesClientExpectsToReceive ?? rules.countOfBytesClientExpectsToReceive
      if let bytes { task.countOfBytesClientExpectsToReceive = bytes }
      return task
    }
  }

  /// The result of a submission. Each item is in exactly one of the three lists.
  ///
  /// Each resume of the app in the background makes the wait before its next transfer longer
  /// (Quinn, NSURLSession's Resume Rate Limiter, Apple Developer Forums; Downloading files in the
  /// background). The system schedules by the number of bytes that the app expects
  /// (NSURLSession.h). An upload whose file can't be read is rejected. A background session raises
  /// an exception if it can't read the file of an upload (TrustKit, issue 351; AWS SDK for iOS,
  /// issue 1994).
  nonisolated public struct SubmittedItems<Item: TransferItem>: Sendable {
    /// The items that the session has.
    public let submitted: [Item]
    /// The items that could not be submitted, each of which also has an event `failed`.
    public let rejected: [(item: Item, failure: TransferFailure)]
    /// The items that the app has to submit later.
    public let rest: [Item]

    /// A result, as tests make it.
    public init(
      submitted: [Item],
      rejected: [(item: Item, failure: TransferFailure)] = [],
      rest: [Item] = []
    ) {
      self.submitted = submitted
      self.rejected = rejected
      self.rest = rest
    }
  }

  nonisolated extension SessionRouter {
    /// Submits items to a session, at most the number that the policy allows at once. If an item
    /// can't be submitted, the next item takes its place. The items of earlier calls don't count.
    ///
    /// - Parameter items: The items, in the order of their submission.
    ///
    /// - Parameter identifier: The identifier of the session.
    ///
    /// - Parameter rules: The statements of the policy about each item.
    public func submit<Item: TransferItem>(
      _ items: [Item],
      to identifier: Session,
      by rules: TransferRules
    ) -> SubmittedItems<Item> {
      guard let session = session(identifier) else {
        log(of: identifier).error(
          "\(items.count) items are not submitted: this process does not have the session now")
        return .init(submitted: [], rest: items)
      }
      let changed = changedConfiguration(of: identifier)
      var submitted: [Item] = []
      var rejected: [(item: Item, failure: TransferFailure)] = []
      var rest = items[...]
      while submitted.count < rules.limit, let item = rest.popFirst() {
        if let failure = item.failure {
          rejected.append((item, failure))
          let task = TransferTask(session: identifier, id: item.id, originalURL: item.request.url)
          report(.failed(task, failure), of: identifier)
          continue
        }
        rules.logMissingFields(of: item.request, to: log(of: identifier))
        let task = rules.task(for: item, in: session, by: changed)
        task.taskDescription = item.id
        task.resume()
        submitted.append(item)
      }
      BackgroundEvents.shared.report(
        .transfersSubmitted(submitted.count, to: log(of: identifier).category))
      return .init(submitted: submitted, rejected: rejected, rest: Array(rest))
    }
  }
#endif

"""##

  private static let transferQueueFilesText = ##"""
// Part of the runtime of bgpolicy, which is the same in every app.
// `bgpolicy compile` writes it again: report a mistake in it instead of editing this file.
// It takes Swift 6.1, which comes with Xcode 16.3, or later, in either language mode.
// swift-format-ignore-file
// swiftlint:disable all

import Foundation

#if canImport(os)
  nonisolated extension TransferQueue {
    var inOrder: [QueuedItem] {
      order.compactMap { entry in
        items[entry.id].flatMap { $0.number == entry.number ? $0 : nil }
      }
    }

    /// Reads the files. Files that only this process writes are read once, and files that other
    /// processes write, too, are read at each call. The lock is held.
    ///
    /// - Throws: The error of the file system, such as before the device is unlocked for the first
    /// time. After an error the items are unknown, so that no item may be submitted and no task may
    /// be cancelled.
    func load() throws {
      guard !isLoaded || isShared else { return }
      guard let folder else { throw CocoaError(.fileNoSuchFile) }
      let isThere = FileManager.default.fileExists(atPath: folder.path)
      let files =
        isThere
        ? try FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)
        : []
      var contents: [(file: URL, data: Data)] = []
      for file in files where file.pathExtension == "item" {
        do {
          contents.append((file, try Data(contentsOf: file)))
        } catch CocoaError.fileReadNoSuchFile {
          // Another process has removed the file meanwhile.
        }
      }
      let before = damaged.count
      read(contents)
      if !isLoaded, isOwned {
        let known = Set(items.values.flatMap { [$0.arrival, $0.delivery] })
        for file in files where file.lastPathComponent.contains(".arrived") {
          if !known.contains(file.lastPathComponent) {
            try? FileManager.default.removeItem(at: file)
          }
        }
      }
      isLoaded = true
      if damaged.count > before {
        notes.append(("\(damaged.count) files of a queue can't be understood", nil))
      }
      let ends = early
      early = []
      for (id, task, end) in ends where note(end, of: id, task) { recovered.append(id) }
    }

    /// Replaces the known items by the contents of files. The lock is held.
    private func read(_ contents: [(file: URL, data: Data)]) {
      items = [:]
      files = [:]
      damaged = []
      for (file, data) in contents {
        guard let list = QueuedItem.list(in: data) else {
          damaged.append(file)
          continue
        }
        for var item in list {
          item.file = file.lastPathComponent
          // Two processes may have added the item, but at most one of the two files says that its
          // transfer has begun.
          if let other = items[item.id], item.task == nil || other.task != nil {
            if list.count == 1 { try? FileManager.default.removeItem(at: file) }
            continue
          }
          if let other = items[item.id] { files[other.file]?.remove(item.id) }
          items[item.id] = item
          files[item.file, default: []].insert(item.id)
        }
      }
      order = items.values.map { ($0.number, $0.id) }
        .sorted { ($0.0, $0.1) < ($1.0, $1.1) }
    }

    /// Makes the folder. Backups exclude the folder, because another device can't go on with the
    /// transfers.
    private func makeFolder() throws {
      guard var folder else { throw CocoaError(.fileNoSuchFile) }
      guard !FileManager.default.fileExists(atPath: folder.path) else { return }
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
      var values = URLResourceValues()
      values.isExcludedFromBackup = true
      try? folder.setResourceValues(values)
    }

    /// Adds items that share a file. The lock is held.
    func keep(_ ids: ArraySlice<String>) throws {
      let file = UUID().uuidString + ".item"
      var number = order.last?.number ?? 0
      let new = ids.map { id in
        number += 1
        return QueuedItem(id: id, number: number, file: file)
      }
      try write(new, to: file)
      for item in new {
        items[item.id] = item
        order.append((item.number, item.id))
      }
      files[file] = Set(ids)
    }

    /// Writes an item's new state to its file. The lock is held.
    func keep(_ item: QueuedItem) throws {
      let others = files[item.file, default: []].subtracting([item.id])
      try write(others.compactMap { items[$0] } + [item], to: item.file)
      items[item.id] = item
    }

    /// Writes a list of items to a file, which is replaced as a whole. The lock is held.
    private func write(_ list: [QueuedItem], to name: String) throws {
      try makeFolder()
      guard let folder else { throw CocoaError(.fileNoSuchFile) }
      let data = try JSONEncoder().encode(list.sorted { $0.number < $1.number })
      let file = folder.appendingPathComponent(name)
      // The app may run on a device that is locked.
      let options: Data.WritingOptions = [
        .atomic, .completeFileProtectionUntilFirstUserAuthentication,
      ]
      try data.write(to: file, options: options)
    }

    /// Removes items, and their files. The lock is held.
    func forget(_ ids: [String]) {
      guard let folder else { return }
      var changed: Set<String> = []
      var arrivals: [URL] = []
      for id in ids {
        postponed[id] = nil
        guard let item = items.removeValue(forKey: id) else { continue }
        files[item.file]?.remove(id)
        changed.insert(item.file)
        arrivals += [item.arrival, item.delivery].map(folder.appendingPathComponent)
      }
      if order.count > 2 * items.count + 100 {
        order.removeAll { items[$0.id]?.number != $0.number }
      }
      for file in changed {
        let rest = files[file, default: []].compactMap { items[$0] }
        if rest.isEmpty {
          files[file] = nil
          try? FileManager.default.removeItem(at: folder.appendingPathComponent(file))
          continue
        }
        do {
          try write(rest, to: file)
        } catch {
          notes.append(("an item of a queue can't be removed now", error))
        }
      }
      for arrival in arrivals where FileManager.default.fileExists(atPath: arrival.path) {
        try? FileManager.default.removeItem(at: arrival)
      }
    }
  }
#endif

"""##

  private static let transferQueueMatchingText = ##"""
// Part of the runtime of bgpolicy, which is the same in every app.
// `bgpolicy compile` writes it again: report a mistake in it instead of editing this file.
// It takes Swift 6.1, which comes with Xcode 16.3, or later, in either language mode.
// swift-format-ignore-file
// swiftlint:disable all

import Foundation

#if canImport(os)
  nonisolated extension TransferQueue {
    /// Whether the items have been compared with the tasks of the session. No item is submitted
    /// before the comparison.
    var isReady: Bool { locked { isMatched } }

    /// Demands a new comparison of the items with the tasks if other processes use the queue:
    /// another process may have received the end of an item, and may have ended before it noted the
    /// end.
    func doubt() {
      locked {
        if isShared { isMatched = false }
      }
    }

    /// The number of tasks that the process has created. It shows whether a list of tasks is older
    /// than the last task.
    var taskCount: Int { locked { created } }

    /// Compares the items with the tasks of a session.
    ///
    /// - Parameter count: The number of tasks that the process had created when it asked for these
    /// tasks; `nil` for a session that has just been created.
    /// - Returns: The items whose ends the handler has not had yet, and whether the ends of other
    /// items may still come; `nil` if the files can't be read now, or if the list lacks newer
    /// tasks.
    func match(
      _ tasks: [URLSessionTask],
      of count: Int?
    ) -> (ended: [String], isWaiting: Bool)? {
      locked {
        if let count, count != created { return nil }
        do {
          try load()
        } catch {
          isMatched = false
          notes.append(("a queue can't be read now", error))
          return nil
        }
        if isOwned { claim(tasks) }
        isMatched = true
        return (inOrder.filter { $0.end != nil }.map(\.id), !missing.isEmpty)
      }
    }

    /// Resumes the tasks of the items, and cancels the tasks of items that the queue no longer has.
    /// The lock is held.
    private func claim(_ tasks: [URLSessionTask]) {
      var listed: Set<String> = []
      for task in tasks {
        guard let id = QueuedItem.id(in: task.taskDescription, of: transfer.name) else { continue }
        if isCurrent(task, of: id) {
          listed.insert(id)
          // An earlier process may have ended before it cancelled or resumed the task.
          if items[id]?.isRecalled == true { task.cancel() } else { task.resume() }
        } else {
          task.cancel()
        }
      }
      let known = missing
      missing = [:]
      for item in items.values where item.end == nil && !listed.contains(item.id) {
        guard let task = item.task else { continue }
        let since = known[item.id].flatMap { $0.task == task ? $0.since : nil }
        missing[item.id] = (task, since ?? Date())
      }
    }

    func isCurrent(_ task: URLSessionTask, of id: String) -> Bool {
      guard let item = items[id] else { return false }
      return item.task == task.taskIdentifier && item.end == nil
    }

    /// Lets items wait again whose tasks are missing in the session and whose ends have not come,
    /// although the session has delivered the ends of all other items.
    ///
    /// - Parameter time: Items are left out if their tasks have been missing only since a later
    /// time.
    /// - Returns: The items that have ended, because their downloaded files are there.
    func giveUpMissing(since time: Date) -> [String] {
      locked {
        var arrived: [String] = []
        for (id, (task, since)) in missing where since <= time {
          guard var item = items[id], item.task == task, item.end == nil else {
            missing[id] = nil
            continue
          }
          let isArrived = hasArrived(item)
          if isArrived {
            item.end = QueuedEnd(isDownload: true)
          } else {
            item.task = nil
            item.isRecalled = nil
          }
          do {
            try keep(item)
            missing[id] = nil
            if isArrived { arrived.append(id) }
          } catch {
            // The item stays missing until its state can be written.
            notes.append(("an item of a queue can't be kept", error))
          }
        }
        return arrived
      }
    }
  }
#endif

"""##

  private static let transferQueueTransfersText = ##"""
// Part of the runtime of bgpolicy, which is the same in every app.
// `bgpolicy compile` writes it again: report a mistake in it instead of editing this file.
// It takes Swift 6.1, which comes with Xcode 16.3, or later, in either language mode.
// swift-format-ignore-file
// swiftlint:disable all

import Foundation

#if canImport(os)
  nonisolated extension TransferQueue {
    /// Creates the task of an item, and resumes the task after the item's file names its number.
    ///
    /// - Parameter entry: The entry of the item for which the app has made a request. If the app has
    /// removed the item meanwhile, no task is created.
    func hand(_ id: String, _ entry: String, to create: (Data?) -> URLSessionTask?) -> Bool {
      locked {
        guard var item = items[id], item.entry == entry, item.task == nil, item.end == nil else {
          return false
        }
        // Another process may have removed the item while the app made the request.
        if isShared, !isWritten(item) {
          forget([id])
          return false
        }
        // Resume data contains the request with which the transfer began, which the server may no
        // longer accept.
        if isExpired(item) { item.resumeData = nil }
        guard let task = create(item.resumeData) else { return false }
        if item.resumeData == nil { item.requested = Date() }
        task.taskDescription = QueuedItem.description(of: id, in: transfer.name)
        if let earliest = item.earliest, earliest > Date() {
          task.earliestBeginDate = max(earliest, task.earliestBeginDate ?? earliest)
        }
        created += 1
        item.task = task.taskIdentifier
        do {
          try keep(item)
        } catch {
          task.cancel()
          notes.append(("an item of a queue can't be kept", error))
          return false
        }
        postponed[id] = nil
        task.resume()
        return true
      }
    }

    /// Whether the file of an item exists. The lock is held.
    private func isWritten(_ item: QueuedItem) -> Bool {
      guard let file = folder?.appendingPathComponent(item.file) else { return false }
      return FileManager.default.fileExists(atPath: file.path)
    }

    /// Takes items back that wait in the session for a time more than a minute away, so that other
    /// items go first. Such an item would delay the end of all tasks, at which the system wakes the
    /// app.
    ///
    /// An item that is taken back waits again when its task ends, unless the task has succeeded
    /// meanwhile.
    ///
    /// - Returns: Whether an item is taken back, so that its task has to be cancelled.
    func recall() -> Bool {
      locked {
        let soon = Date().addingTimeInterval(60)
        var isAny = false
        for var item in items.values where item.isDelayed(at: soon) {
          item.isRecalled = true
          do {
            try keep(item)
            isAny = true
          } catch {
            notes.append(("an item of a queue can't be kept", error))
          }
        }
        return isAny
      }
    }

    /// Cancels the tasks of items that have been removed or are taken back.
    func cancelStray(_ tasks: [URLSessionTask]) {
      locked {
        guard isOwned, isMatched else { return }
        for task in tasks {
          guard let id = QueuedItem.id(in: task.taskDescription, of: transfer.name) else {
            continue
          }
          if !isCurrent(task, of: id) || items[id]?.isRecalled == true { task.cancel() }
        }
      }
    }

    /// Keeps the downloaded file of an item until the handler has had its event.
    func keep(_ location: URL, of id: String, _ task: Int) throws {
      try locked {
        try load()
        guard let folder, let item = items[id], item.task == task, item.end == nil else { return }
        let place = folder.appendingPathComponent(item.arrival)
        try? FileManager.default.removeItem(at: place)
        try FileManager.default.moveItem(at: location, to: place)
      }
    }

    func hasArrived(_ item: QueuedItem) -> Bool {
      guard let folder else { return false }
      return [item.arrival, item.delivery].contains {
        FileManager.default.fileExists(atPath: folder.appendingPathComponent($0).path)
      }
    }

    /// Notes the end of an item's task.
    ///
    /// - Returns: Whether the handler has to have the event of the end. If not, the item waits
    /// again, or the queue does not have the item.
    func end(
      _ id: String,
      _ task: Int,
      _ event: SessionEvent<Session>,
      isDownload: Bool
    ) -> Bool {
      locked {
        let end = QueuedEnd(event, isDownload: isDownload)
        do {
          try load()
        } catch {
          early.append((id, task, end))
          notes.append(("the end of an item is kept until its queue can be read", error))
          return false
        }
        return note(end, of: id, task)
      }
    }

    /// Notes the failure of an item that can't be submitted.
    ///
    /// - Returns: Whether the handler has to have the event of the failure. If not, the queue does not
    /// have the item any more.
    func reject(_ id: String, _ entry: String, _ event: SessionEvent<Session>) -> Bool {
      locked {
        guard items[id]?.entry == entry else { return false }
        return note(QueuedEnd(event, isDownload: false), of: id, nil)
      }
    }

    /// Whether the request of an item's transfer is not valid any more. The lock is held.
    private func isExpired(_ item: QueuedItem) -> Bool {
      guard let requested = item.requested else { return false }
      return Date() >= requested.addingTimeInterval(transfer.validity)
    }

    /// Notes an end in the item's file. The task is `nil` if the item could not be submitted. The lock
    /// is held.
    func note(_ end: QueuedEnd, of id: String, _ task: Int?) -> Bool {
      guard var item = items[id], item.task == task, item.end == nil else { return false }
      var end = end
      if end.isDownload, end.failure == nil, !hasArrived(item) {
        end.failure = .init(.init(code: .cannotMoveFile, advice: .later))
      }
      // A server may answer an expired URL with the status of a wrong URL.
      if end.failure?.advice == .never, isExpired(item), let status = end.response?.statusCode,
        [400, 404, 416].contains(status)
      {
        end.failure?.advice = .withNewRequest
      }
      if end.failure != nil, item.isRecalled == true {
        item.task = nil
      } else if let failure = end.failure, item.waits(after: failure, retries: transfer.retries) {
        if failure.advice == .inForeground { held.insert(id) }
      } else {
        item.end = end
      }
      item.isRecalled = nil
      do {
        try keep(item)
      } catch {
        items[id] = item
        notes.append(("the end of an item of a queue can't be kept", error))
      }
      return item.end != nil
    }

    /// Whether all ends have been noted. An end that came while the files could not be read is
    /// noted first, if the files can be read now.
    var isWritten: Bool {
      locked {
        if !early.isEmpty { try? load() }
        return early.isEmpty
      }
    }

    /// The items whose ends came while the files could not be read, or were noted by another process.
    func takeRecovered() -> [String] {
      locked {
        if isShared, (try? load()) != nil {
          for item in inOrder where item.end != nil && noticed.insert(item.file).inserted {
            recovered.append(item.id)
          }
        }
        defer { recovered = [] }
        return recovered
      }
    }

    /// The event of an item that has ended, for the handler; `nil` if the handler has had it.
    func event(of id: String) -> SessionEvent<Session>? {
      locked {
        guard let item = items[id], let end = item.end else { return nil }
        told.insert(id)
        guard end.isDownload, end.failure == nil else {
          return end.event(of: id, item.task ?? 0, in: session)
        }
        guard let folder, hasArrived(item) else { return nil }
        let place = folder.appendingPathComponent(item.delivery)
        if !FileManager.default.fileExists(atPath: place.path) {
          let arrival = folder.appendingPathComponent(item.arrival)
          do {
            try FileManager.default.moveItem(at: arrival, to: place)
          } catch {
            return .downloaded(end.task(of: id, item.task ?? 0, in: session), arrival)
          }
        }
        return .downloaded(end.task(of: id, item.task ?? 0, in: session), place)
      }
    }

    /// Removes an item that the app does not want to transfer any more.
    func drop(_ id: String, _ entry: String) {
      locked {
        if items[id]?.entry == entry { forget([id]) }
      }
    }

    /// Removes an item after the handler has had the event of its end. An item that the app has added
    /// again meanwhile waits again.
    func finish(_ id: String) {
      locked {
        told.remove(id)
        let isWanted = again.remove(id) != nil
        guard let item = items[id], let end = item.end else { return }
        guard isWanted, let failure = end.failure else { return forget([id]) }
        do {
          try keep(item.added(after: failure))
          noticed.remove(item.file)
        } catch {
          notes.append(("an item of a queue can't be added again", error))
        }
      }
    }
  }
#endif

"""##

  private static let transferQueueWaitingText = ##"""
// Part of the runtime of bgpolicy, which is the same in every app.
// `bgpolicy compile` writes it again: report a mistake in it instead of editing this file.
// It takes Swift 6.1, which comes with Xcode 16.3, or later, in either language mode.
// swift-format-ignore-file
// swiftlint:disable all

import Foundation

#if canImport(os)
  nonisolated extension TransferQueue {
    /// The number of items that the session transfers. An item that waits in the session for a
    /// later time does not count.
    var transferred: Int {
      let now = Date()
      return locked { items.values.count { $0.isWithSession && !$0.isDelayed(at: now) } }
    }

    /// The first items whose time has come. The list is empty before the items are compared with
    /// the tasks.
    func due(
      atMost count: Int,
      except tried: Set<String>
    ) -> [String] {
      let now = Date()
      return locked {
        guard isOwned, isMatched else { return [] }
        var ids: [String] = []
        for (number, id) in order {
          guard ids.count < count else { break }
          guard let item = items[id], item.number == number, !tried.contains(id),
            let start = start(of: item), start <= now
          else { continue }
          ids.append(id)
        }
        return ids
      }
    }

    /// The time at which a waiting item can be submitted; `nil` if the item does not wait for a
    /// time.
    private func start(of item: QueuedItem) -> Date? {
      guard item.task == nil, item.end == nil, !held.contains(item.id) else { return nil }
      return max(item.earliest ?? .distantPast, postponed[item.id]?.until ?? .distantPast)
    }

    /// The next time at which an item can be submitted; `nil` if no item waits for a time.
    var nextStart: Date? {
      let now = Date()
      return locked {
        guard isOwned, isMatched else { return nil }
        return items.values.compactMap { start(of: $0) }.filter { $0 > now }.min()
      }
    }

    /// The item that should wait in the session for its time: the item whose time comes first, if
    /// the session has no other items.
    ///
    /// The system begins the item's transfer without the app, and wakes the app at the end. An item
    /// whose request the server refused is not chosen: the app should make the new request only at
    /// the item's time, because it may still have the old token now.
    var delayed: String? {
      locked {
        guard isOwned, isMatched, !items.values.contains(where: \.isWithSession) else { return nil }
        let waiting = items.values.filter {
          start(of: $0) != nil && postponed[$0.id] == nil && $0.failure?.advice != .withNewRequest
        }
        return waiting.min {
          ($0.earliest ?? .distantPast, $0.number) < ($1.earliest ?? .distantPast, $1.number)
        }?.id
      }
    }

    /// The entry of an item that waits, and the last failure of its transfer, if a transfer has failed;
    /// `nil` if the item does not wait.
    func waiting(_ id: String) -> (entry: String, failure: TransferFailure?)? {
      locked {
        guard let item = items[id], item.task == nil, item.end == nil else { return nil }
        return (item.entry, item.failure?.full)
      }
    }

    /// Tries an item that can't be submitted now again later: after a minute at first, and after a
    /// wait that doubles up to an hour each further time.
    func postpone(_ id: String, _ entry: String) {
      locked {
        guard items[id]?.entry == entry else { return }
        let count = (postponed[id]?.count ?? 0) + 1
        postponed[id] = (count, Date().addingTimeInterval(QueuedItem.wait(before: count)))
      }
    }

    /// The callers that wait until the queue has submitted its current items.
    var currentCallers: [UUID] { locked { Array(callers.keys) } }

    /// Lets callers go on that still wait.
    func resume(_ keys: [UUID]) {
      for caller in locked({ keys.compactMap { callers.removeValue(forKey: $0) } }) {
        caller.resume()
      }
    }

    /// Allows the submission of the items that wait until a person opens the app.
    func release() { locked { held = [] } }
  }
#endif

"""##

  private static let transferQueueText = ##"""
// Part of the runtime of bgpolicy, which is the same in every app.
// `bgpolicy compile` writes it again: report a mistake in it instead of editing this file.
// It takes Swift 6.1, which comes with Xcode 16.3, or later, in either language mode.
// swift-format-ignore-file
// swiftlint:disable all

#if canImport(os)
  public import Foundation

  /// The items of a transfer that are not done. The next process of the app has the same items.
  ///
  /// An item waits, or is with the session, which may have to give the item back, or has ended and is
  /// kept until the handler has had the event of its end. Items that are added together share a file.
  /// The file is replaced as a whole before the state of an item changes, so that no item is lost
  /// or submitted twice when the process ends at any time. The policy says how many items the
  /// session has at once. If the session has fewer items, the queue submits the first item whose
  /// time has come. An item that has to wait, such as for a server's `Retry-After`, does not count.
  /// It waits in the session only if the session has no other items: then the system begins its
  /// transfer without the app.
  nonisolated public final class TransferQueue<Session: SessionIdentifying>: @unchecked Sendable {
    let session: Session
    let transfer: QueuedTransfer<Session>
    let folder: URL?
    /// Whether the process owns the session. A process that does not own the session leaves the
    /// session's tasks to the owner.
    let isOwned: Bool
    /// Whether other processes write the files, too, so that this process reads the files again
    /// before it compares, adds or removes items, or notes an end.
    let isShared: Bool
    private let log: BackgroundLog
    private let changed: @Sendable (_ isRemoval: Bool) -> Void
    private let lock = NSLock()
    // Guarded by the lock.
    var items: [String: QueuedItem] = [:]
    /// The items in their order. Some entries belong to items that are removed or have another
    /// number now.
    var order: [(number: Int, id: String)] = []
    /// The items of each file.
    var files: [String: Set<String>] = [:]
    var damaged: [URL] = []
    var isLoaded = false
    /// Whether the items have been compared with the tasks of the session.
    var isMatched = false
    /// Items whose tasks the session does not have, and the times since which this is known. The
    /// ends of the items may still come.
    var missing: [String: (task: Int, since: Date)] = [:]
    /// The number of tasks that the process has created.
    var created = 0
    /// Items that wait until a person opens the app.
    var held: Set<String> = []
    /// Items that could not be submitted, with the number of tries and the time of the next try.
    var postponed: [String: (count: Int, until: Date)] = [:]
    /// Ends that came while the files could not be read.
    var early: [(id: String, task: Int?, end: QueuedEnd)] = []
    /// Items whose ends came while the files could not be read, or were noted by another process,
    /// and whose events the handler has not had yet.
    var recovered: [String] = []
    /// The files whose ends, noted by other processes, have been passed on to the handler.
    var noticed: Set<String> = []
    /// Items whose ends are being reported to the handler.
    var told: Set<String> = []
    /// Items that the app has added again while the handler was told of their failures.
    var again: Set<String> = []
    /// The callers that wait until the next items are submitted.
    var callers: [UUID: CheckedContinuation<Void, Never>] = [:]
    var notes: [(text: String, error: (any Error)?)] = []

    init(
      _ transfer: QueuedTransfer<Session>,
      of session: Session,
      in folder: URL?,
      isOwned: Bool,
      log: BackgroundLog,
      changed: @escaping @Sendable (_ isRemoval: Bool) -> Void
    ) {
      self.transfer = transfer
      self.session = session
      self.folder = folder
      self.isOwned = isOwned
      isShared = transfer.group != nil
      self.log = log
      self.changed = changed
    }

    /// Runs a body with the lock. The notes that the body makes are logged after the unlock,
    /// because the log's receiver may use the queue.
    func locked<Value>(_ body: () throws -> Value) rethrows -> Value {
      lock.lock()
      defer {
        let notes = self.notes
        self.notes = []
        lock.unlock()
        for note in notes {
          log.error(note.text, note.error)
        }
      }
      return try body()
    }

    /// The identifiers of the items that are not done, in their order.
    public var ids: [String] {
      locked {
        try? load()
        return inOrder.map(\.id)
      }
    }

    /// The files that can't be understood, because they are damaged or a newer version of the app
    /// has written them.
    ///
    /// The files stay as they are until `removeAll` is called.
    public var unreadable: [URL] {
      locked {
        try? load()
        return damaged
      }
    }

    /// Adds items. The items are written to files when the function returns.
    ///
    /// An item that the queue already has is not added again. Add all items of the app's own data
    /// at each launch if the queue may have lost some. An item that the handler adds while it has the
    /// event `failed` of the item begins anew after a minute, or after the wait that the server asks for.
    ///
    /// - Throws: The error of the file system if some items can't be written. The items before them
    /// are written. In a process that does not own the session, and so can't submit items, the
    /// error is `CocoaError.featureUnsupported`.
    public func add(_ ids: [String]) throws {
      try locked {
        guard isOwned else { throw CocoaError(.featureUnsupported) }
        try load()
        again.formUnion(ids.filter { told.contains($0) && items[$0]?.end?.failure != nil })
        var known: Set<String> = []
        let new = ids.filter { items[$0] == nil && known.insert($0).inserted }
        // Other processes change single items.
        let size = isShared ? 1 : 100
        for start in stride(from: 0, to: new.count, by: size) {
          try keep(new[start..<min(start + size, new.count)])
        }
      }
      changed(false)
    }

    /// Adds items as `add` does, and returns when the queue has submitted as many items as the
    /// policy allows at once.
    ///
    /// An extension calls this before it ends its request, because the system may suspend it
    /// afterwards. The session's transfers go on meanwhile. In the handler's method for an event of
    /// the queue's own session, the function returns at once, and the queue submits the items when
    /// the method has returned. The function also returns when its Swift task is cancelled; the items
    /// stay in the queue.
    ///
    /// - Returns: The items that still wait, because the session has enough items or the handler
    /// could not return them.
    public func submit(_ ids: [String]) async throws -> [String] {
      try add(ids)
      // An event that waited for the submission, which comes after the event, would wait forever.
      if SessionDelivery.session != session.rawValue { await submission() }
      return locked {
        ids.filter { id in items[id].map { $0.task == nil && $0.end == nil } ?? false }
      }
    }

    /// Waits until the queue has submitted its items, or the Swift task is cancelled.
    private func submission() async {
      let key = UUID()
      await withTaskCancellationHandler {
        await withCheckedContinuation { caller in
          let isCancelled = locked {
            if !_Concurrency.Task.isCancelled { callers[key] = caller }
            return callers[key] == nil
          }
          if isCancelled { caller.resume() }
          changed(false)
        }
      } onCancel: {
        locked { callers.removeValue(forKey: key) }?.resume()
      }
    }

    /// Submits the items that wait because the handler could not return them, such as after a person
    /// has signed in again.
    public func submit() {
      locked { postponed = [:] }
      changed(false)
    }

    /// Removes items, and cancels their transfers. The handler gets no more events of the items.
    ///
    /// A process that does not own the session leaves the transfers to the owner, which cancels
    /// them when it runs the next time. Until then they go on.
    public func remove(_ ids: [String]) {
      locked {
        try? load()
        forget(ids)
        again.subtract(ids)
      }
      changed(true)
    }

    /// Removes all items as `remove` does, such as when a person signs out. The items are also removed
    /// if their files can't be read, such as before the device is unlocked for the first time.
    public func removeAll() {
      locked {
        do {
          if let folder, FileManager.default.fileExists(atPath: folder.path) {
            try FileManager.default.removeItem(at: folder)
          }
        } catch {
          notes.append(("items of a queue can't be removed now", error))
        }
        // The next use reads what is left.
        isLoaded = false
        items = [:]
        order = []
        files = [:]
        damaged = []
        postponed = [:]
        early = []
        recovered = []
        again = []
      }
      changed(true)
    }
  }
#endif

"""##

  private static let transferQueuesEndsText = ##"""
// Part of the runtime of bgpolicy, which is the same in every app.
// `bgpolicy compile` writes it again: report a mistake in it instead of editing this file.
// It takes Swift 6.1, which comes with Xcode 16.3, or later, in either language mode.
// swift-format-ignore-file
// swiftlint:disable all

import Foundation

#if canImport(os)
  nonisolated extension TransferQueues {
    /// Compares the queues with the tasks of a session. For a session that has just been created,
    /// all queues are compared; otherwise the queues that have not been compared yet.
    ///
    /// - Parameter counts: The numbers of tasks that the queues had created when the process asked
    /// for the tasks, in the order of the queues; `nil` for a session that has just been created.
    func match(
      _ tasks: [URLSessionTask],
      of identifier: Session,
      by sessions: Sessions,
      _ counts: [Int]? = nil
    ) {
      var (isWaiting, isReadable) = (false, true)
      for (index, queue) in queues(of: identifier).enumerated() {
        guard counts == nil || !queue.isReady else { continue }
        let count = counts?[index]
        guard let matches = queue.match(tasks, of: count) else {
          // If the list is older than the queue's last task, a newer list is requested at once.
          guard count == nil || count == queue.taskCount else { continue }
          isReadable = false
          endSubmission(of: [queue])
          continue
        }
        for id in matches.ended { tell(queue, id, by: sessions) }
        isWaiting = isWaiting || matches.isWaiting
      }
      if isReadable {
        signal(identifier, to: sessions)
      } else {
        refill(identifier, at: Date().addingTimeInterval(60))
      }
      guard isWaiting else { return }
      let found = Date()
      _Concurrency.Task { [weak self] in
        // Pending events come at once. If an end does not come, an earlier process may have ended
        // while it handled the end.
        try? await _Concurrency.Task.sleep(nanoseconds: 30_000_000_000)
        self?.giveUp(in: identifier, since: found)
      }
    }

    /// Submits items again whose tasks have been missing since a time and whose ends have not come.
    func giveUp(in identifier: Session, since time: Date) {
      guard let sessions = lock.withLock({ sessions }) else { return }
      for queue in queues(of: identifier) {
        for id in queue.giveUpMissing(since: time) { tell(queue, id, by: sessions) }
      }
      signal(identifier, to: sessions)
    }
  }
#endif

"""##

  private static let transferQueuesSubmissionText = ##"""
// Part of the runtime of bgpolicy, which is the same in every app.
// `bgpolicy compile` writes it again: report a mistake in it instead of editing this file.
// It takes Swift 6.1, which comes with Xcode 16.3, or later, in either language mode.
// swift-format-ignore-file
// swiftlint:disable all

import Foundation

#if canImport(os)
  nonisolated extension TransferQueues {
    /// Submits the next items after a change of a queue, and cancels the tasks of removed items.
    func change(of identifier: Session, isRemoval: Bool) {
      guard let sessions = lock.withLock({ sessions }),
        let session = sessions.session(identifier)
      else {
        return endSubmission(of: queues(of: identifier))
      }
      let queues = queues(of: identifier)
      for queue in queues { queue.doubt() }
      if isRemoval {
        session.getAllTasks { tasks in
          for queue in queues { queue.cancelStray(tasks) }
        }
      }
      signal(identifier, to: sessions)
    }

    /// Submits the next items to a session after the handler has had all earlier events.
    func signal(_ identifier: Session, to sessions: Sessions) {
      let isOpen = sessions.perform(in: identifier) {
        await self.refill(identifier, by: sessions)
      }
      if !isOpen { endSubmission(of: queues(of: identifier)) }
    }

    /// Passes the end of an item to the handler after the handler has had all earlier events.
    func tell(_ queue: Queue, _ id: String, by sessions: Sessions) {
      sessions.perform(in: queue.session) {
        if let event = queue.event(of: id) { await sessions.handle(event, of: queue.session) }
        queue.finish(id)
        await self.refill(queue.session, by: sessions)
      }
    }

    /// Submits the next items to a session. For each session, no call begins before the last call
    /// has ended.
    public func refill(_ identifier: Session) async {
      guard let sessions = lock.withLock({ sessions }) else { return }
      await refill(identifier, by: sessions)
    }

    private func refill(_ identifier: Session, by sessions: Sessions) async {
      guard table.isOwned(identifier),
        let session = sessions.session(identifier)
      else {
        return endSubmission(of: queues(of: identifier))
      }
      let queues = queues(of: identifier)
      if queues.contains(where: { !$0.isReady }) {
        let counts = queues.map(\.taskCount)
        session.getAllTasks { [weak self] tasks in
          self?.match(tasks, of: identifier, by: sessions, counts)
        }
      }
      var submitted = 0
      for queue in queues {
        let callers = queue.isReady ? queue.currentCallers : []
        defer { queue.resume(callers) }
        for id in queue.takeRecovered() { tell(queue, id, by: sessions) }
        var room = queue.transfer.rules.limit - queue.transferred
        var tried: Set<String> = []
        var ids = queue.due(atMost: max(0, room), except: tried)
        if !ids.isEmpty, queue.recall() {
          session.getAllTasks { queue.cancelStray($0) }
        }
        while !ids.isEmpty {
          for id in ids where await hand(id, of: queue, by: sessions) {
            room -= 1
            submitted += 1
          }
          tried.formUnion(ids)
          ids = queue.due(atMost: max(0, room), except: tried)
        }
        if let id = queue.delayed, await hand(id, of: queue, by: sessions) {
          submitted += 1
          table.log(of: identifier).notice("an item of a queue waits in the session")
        }
        if let start = queue.nextStart { refill(identifier, at: start) }
      }
      BackgroundEvents.shared.report(
        .transfersSubmitted(submitted, to: table.log(of: identifier).category))
    }

    func endSubmission(of queues: [Queue]) {
      for queue in queues { queue.resume(queue.currentCallers) }
    }

    /// Submits an item to its session, and returns whether the session has the item then.
    private func hand(_ id: String, of queue: Queue, by sessions: Sessions) async -> Bool {
      let (transfer, identifier) = (queue.transfer, queue.session)
      // While the app makes the item, it may remove the identifier and add it again.
      guard let (entry, lastFailure) = queue.waiting(id) else { return false }
      do {
        guard let item = try await provide(transfer.name, identifier, id, lastFailure) else {
          queue.drop(id, entry)
          return false
        }
        if let failure = item.failure {
          // An item whose file can't be read now is tried again later.
          guard failure.advice == .never else {
            queue.postpone(id, entry)
            return false
          }
          let task = TransferTask(
            session: identifier, id: id, originalURL: item.request.url)
          if queue.reject(id, entry, .failed(task, failure)) { tell(queue, id, by: sessions) }
          return false
        }
        transfer.rules.logMissingFields(of: item.request, to: table.log(of: identifier))
        let changed = sessions.changedConfiguration(of: identifier)
        let isHanded = queue.hand(id, entry) { resumeData in
          sessions.session(identifier).flatMap {
            transfer.rules.task(for: item.resumed(by: resumeData), in: $0, by: changed)
          }
        }
        if !isHanded { queue.postpone(id, entry) }
        return isHanded
      } catch {
        table.log(of: identifier).error("an item of a queue is not submitted now", error)
        queue.postpone(id, entry)
        return false
      }
    }

    /// Submits the next items to a session at a later time, if the process still runs then.
    func refill(_ identifier: Session, at time: Date) {
      let isNew = lock.withLock {
        if let known = starts[identifier], known <= time { return false }
        starts[identifier] = time
        return true
      }
      guard isNew else { return }
      _Concurrency.Task { [weak self] in
        let wait = min(max(0, time.timeIntervalSince(Date())), QueuedItem.longestWait) + 0.1
        try? await _Concurrency.Task.sleep(nanoseconds: UInt64(wait * 1e9))
        self?.begin(identifier, at: time)
      }
    }

    private func begin(_ identifier: Session, at time: Date) {
      let sessions = lock.withLock {
        if starts[identifier] == time { starts[identifier] = nil }
        return self.sessions
      }
      if let sessions { signal(identifier, to: sessions) }
    }
  }
#endif

"""##

  private static let transferQueuesText = ##"""
// Part of the runtime of bgpolicy, which is the same in every app.
// `bgpolicy compile` writes it again: report a mistake in it instead of editing this file.
// It takes Swift 6.1, which comes with Xcode 16.3, or later, in either language mode.
// swift-format-ignore-file
// swiftlint:disable all

#if canImport(os)
  public import Foundation
  #if canImport(UIKit) && !os(watchOS)
    import UIKit
  #endif

  /// The queues of a process. Each queue is created when it is first needed.
  nonisolated public final class TransferQueues<Session: SessionIdentifying>: SessionQueuing,
    @unchecked Sendable
  {
    /// Returns the item of a transfer's queue that has an identifier, after its last failure; `nil`
    /// if the app does not want to transfer the item any more.
    public typealias Providing =
      @Sendable (
        _ transfer: String, _ session: Session, _ id: String, _ failure: TransferFailure?
      ) async throws -> (any TransferItem)?
    typealias Queue = TransferQueue<Session>
    typealias Sessions = SessionRouter<TransferQueues>

    let table: SessionTable<Session>
    let provide: Providing
    private let transfers: [QueuedTransfer<Session>]
    /// The temporary folder of a unit test's queues, which the app does not read; `nil` in the app.
    private let testFolder: URL?
    let lock = NSLock()
    // Guarded by the lock.
    private var queues: [String: Queue] = [:]
    private(set) weak var sessions: Sessions?
    /// The times at which the next items of sessions can be submitted.
    var starts: [Session: Date] = [:]
    private var observers: [any NSObjectProtocol] = []

    /// The queues of a process.
    ///
    /// - Parameter transfers: The transfers with queues.
    ///
    /// - Parameter table: The statements of the policy about the sessions.
    ///
    /// - Parameter isTest: Whether a unit test uses the queues, so that the app must not transfer
    /// their items later.
    ///
    /// - Parameter provide: Returns an item.
    public init(
      _ transfers: [QueuedTransfer<Session>],
      of table: SessionTable<Session>,
      isTest: Bool = false,
      _ provide: @escaping Providing
    ) {
      self.transfers = transfers
      self.table = table
      self.provide = provide
      testFolder =
        isTest
        ? FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString) : nil
    }

    deinit {
      for observer in observers { NotificationCenter.default.removeObserver(observer) }
    }

    /// Keeps the router of the sessions that transfer the items, and observes the moments at which
    /// items can go on.
    public func connect(_ sessions: SessionRouter<TransferQueues>) {
      lock.withLock {
        self.sessions = sessions
        #if canImport(UIKit) && !os(watchOS)
          let moments: [(Notification.Name, Bool)] = [
            (UIApplication.didBecomeActiveNotification, true),
            (UIApplication.protectedDataDidBecomeAvailableNotification, false),
          ]
          observers = moments.map { name, isActive in
            NotificationCenter.default.addObserver(forName: name, object: nil, queue: nil) {
              [weak self] _ in
              self?.resume(isActive: isActive)
            }
          }
        #endif
      }
    }

    /// Submits the items that waited until a person opened the app or unlocked the device.
    private func resume(isActive: Bool) {
      let (sessions, queues) = lock.withLock { (self.sessions, Array(self.queues.values)) }
      for queue in queues {
        if isActive { queue.release() }
        queue.doubt()
        _ = queue.isWritten
      }
      guard let sessions else { return }
      for identifier in Set(queues.map(\.session)) { signal(identifier, to: sessions) }
    }

    /// The queue of a transfer.
    public func queue(
      of transfer: QueuedTransfer<Session>, in identifier: Session
    ) -> TransferQueue<Session> {
      lock.withLock {
        let hash = identifier.rawValue.utf8.reduce(5_381 as UInt64) { $0 &* 33 &+ UInt64($1) }
        let name = "\(transfer.name)-\(String(hash, radix: 16))"
        if let queue = queues[name] { return queue }
        let queue = Queue(
          transfer, of: identifier, in: folder(of: transfer)?.appendingPathComponent(name),
          isOwned: sessions?.carries(identifier) ?? table.isOwned(identifier),
          log: table.log(of: identifier)
        ) { [weak self] isRemoval in
          self?.change(of: identifier, isRemoval: isRemoval)
        }
        queues[name] = queue
        return queue
      }
    }

    /// The transfers with queues that a session transfers.
    private func transfers(of identifier: Session) -> [QueuedTransfer<Session>] {
      transfers.filter { $0.isCarried(identifier) }
    }

    /// The queues of a session.
    func queues(of identifier: Session) -> [TransferQueue<Session>] {
      transfers(of: identifier).map { queue(of: $0, in: identifier) }
    }

    /// The item of a task that belongs to a queue; `nil` for any other task.
    func item(of task: URLSessionTask, in identifier: Session) -> (queue: Queue, id: String)? {
      for transfer in transfers(of: identifier) {
        if let id = QueuedItem.id(in: task.taskDescription, of: transfer.name) {
          return (queue(of: transfer, in: identifier), id)
        }
      }
      return nil
    }

    /// Whether a task belongs to a queue.
    public func has(_ task: URLSessionTask, in session: Session) -> Bool {
      item(of: task, in: session) != nil
    }

    /// Keeps the file of a download of an item.
    public func keep(_ location: URL, of task: URLSessionTask, in session: Session) throws {
      guard let queued = item(of: task, in: session) else { return }
      try queued.queue.keep(location, of: queued.id, task.taskIdentifier)
    }

    /// The identifier of the item whose task has a description.
    public func id(in description: String, of identifier: Session) -> String {
      let names = transfers(of: identifier).lazy.map(\.name)
      return names.compactMap { QueuedItem.id(in: description, of: $0) }.first ?? description
    }

    /// Forgets the queues of a session, because another process may change their files. A queue
    /// with ends that it could not write stays.
    public func release(_ identifier: Session) {
      // No lock is held while a queue reads its files, because the log's receiver may use the queues.
      let written = lock.withLock { queues }.filter { name, queue in
        queue.session == identifier && queue.isWritten
      }
      lock.withLock {
        for name in written.keys { queues[name] = nil }
      }
    }

    /// Compares the queues with the tasks of a session that has just been created.
    public func match(_ tasks: [URLSessionTask], of identifier: Session) {
      guard let sessions = lock.withLock({ sessions }) else { return }
      match(tasks, of: identifier, by: sessions)
    }

    /// Submits items again whose ends have not come, although the system has delivered all ends.
    public func giveUpMissing(in identifier: Session) {
      giveUp(in: identifier, since: .distantFuture)
    }

    /// Notes the end of an item's task, and submits the next item.
    public func end(_ task: URLSessionTask, _ event: SessionEvent<Session>, in session: Session) {
      guard let (queue, id) = item(of: task, in: session),
        let sessions = lock.withLock({ sessions })
      else { return }
      let isDownload = task is URLSessionDownloadTask
      if queue.end(id, task.taskIdentifier, event, isDownload: isDownload) {
        tell(queue, id, by: sessions)
      } else {
        signal(queue.session, to: sessions)
      }
    }

    private func folder(of transfer: QueuedTransfer<Session>) -> URL? {
      if let testFolder { return testFolder }
      let manager = FileManager.default
      let name = "\(table.app)Queues"
      guard let group = transfer.group else {
        let support = try? manager.url(
          for: .applicationSupportDirectory, in: .userDomainMask, appropriateFor: nil, create: true)
        return support?.appendingPathComponent(name)
      }
      let container = manager.containerURL(forSecurityApplicationGroupIdentifier: group)
      return container?.appendingPathComponent(name)
    }
  }
#endif

"""##

  private static let transferResponseText = ##"""
// Part of the runtime of bgpolicy, which is the same in every app.
// `bgpolicy compile` writes it again: report a mistake in it instead of editing this file.
// It takes Swift 6.1, which comes with Xcode 16.3, or later, in either language mode.
// swift-format-ignore-file
// swiftlint:disable all

public import Foundation

#if canImport(os)
  /// The answer of a server to a transfer.
  nonisolated public struct TransferResponse: Hashable, Sendable, Codable {
    /// The HTTP status code.
    public let statusCode: Int
    /// The header fields.
    public let headerFields: [String: String]
    /// The type of the content.
    public let mimeType: String?
    /// The name that the server or the URL suggests for the content.
    public let suggestedFilename: String?
    /// The body of the answer to an upload, or of an error page; empty if it is longer than 64 kB.
    public let body: Data
    /// The file with a longer body, in the caches folder: the handler moves or removes the file, and
    /// a later process removes the file after a week.
    public let bodyFile: URL?

    /// An answer, as tests make it.
    public init(
      statusCode: Int,
      headerFields: [String: String] = [:],
      mimeType: String? = nil,
      suggestedFilename: String? = nil,
      body: Data = Data(),
      bodyFile: URL? = nil
    ) {
      self.statusCode = statusCode
      self.headerFields = headerFields
      self.mimeType = mimeType
      self.suggestedFilename = suggestedFilename
      self.body = body
      self.bodyFile = bodyFile
    }

    /// The answer of a task, and the body that has arrived.
    public init(_ response: HTTPURLResponse, _ received: ReceivedBody?) {
      var fields: [String: String] = [:]
      for (field, value) in response.allHeaderFields {
        fields["\(field)"] = "\(value)"
      }
      self.init(
        statusCode: response.statusCode, headerFields: fields, mimeType: response.mimeType,
        suggestedFilename: response.suggestedFilename, body: received?.data ?? Data(),
        bodyFile: received?.file)
    }

    /// The extension of the name that the server, or the URL, gives the content; `nil` if it has none.
    var pathExtension: String? {
      let type = (suggestedFilename ?? "").split(separator: ".").dropFirst().last ?? ""
      return !type.isEmpty && type.allSatisfy { $0.isLetter || $0.isNumber } ? String(type) : nil
    }

    /// The value of a header field, whose name may have any case.
    public func headerField(_ name: String) -> String? {
      headerFields.first { $0.key.lowercased() == name.lowercased() }?.value
    }

    /// The number of seconds that the server asks the app to wait, by `Retry-After` (RFC 9110,
    /// section 10.2.3).
    public var retryAfter: TimeInterval? {
      guard let text = headerField("Retry-After") else { return nil }
      if let seconds = TimeInterval(text), seconds.isFinite { return max(0, seconds) }
      let formatter = DateFormatter()
      formatter.locale = Locale(identifier: "en_US_POSIX")
      formatter.timeZone = TimeZone(secondsFromGMT: 0)
      formatter.dateFormat = "EEE, dd MMM yyyy HH:mm:ss 'GMT'"
      return formatter.date(from: text).map { max(0, $0.timeIntervalSinceNow) }
    }
  }
#endif

/// The body of an answer. A body of up to 64 kB is in memory, a longer body in a file.
nonisolated public struct ReceivedBody {
  private static let limit = 65_536

  /// The body, empty if it is in a file.
  public private(set) var data = Data()
  /// The file with a longer body.
  public private(set) var file: URL?

  /// Whether a part could not be written, so that the rest of the body is missing.
  private var isCutOff = false

  /// A body of which no part has arrived yet.
  public init() {}

  /// Adds a part to the body. If the file of a longer body can't be written, the rest of the body is
  /// missing.
  ///
  /// - Parameter part: The next bytes of the body.
  ///
  /// - Parameter elsewhere: Returns the URL for a new file.
  public mutating func append(_ part: Data, elsewhere: () throws -> URL) {
    guard !isCutOff else { return }
    guard file != nil || data.count + part.count > Self.limit else {
      data.append(part)
      return
    }
    guard let place = file ?? (try? elsewhere()),
      let stream = OutputStream(url: place, append: file != nil)
    else {
      isCutOff = true
      return
    }
    let bytes = [UInt8](data + part)
    stream.open()
    isCutOff = stream.write(bytes, maxLength: bytes.count) < bytes.count
    stream.close()
    file = place
    data = Data()
  }
}

"""##

  private static let transferRulesText = ##"""
// Part of the runtime of bgpolicy, which is the same in every app.
// `bgpolicy compile` writes it again: report a mistake in it instead of editing this file.
// It takes Swift 6.1, which comes with Xcode 16.3, or later, in either language mode.
// swift-format-ignore-file
// swiftlint:disable all

#if canImport(os)
  public import Foundation

  /// The statements of a policy about each item of a transfer.
  nonisolated public struct TransferRules: Sendable {
    /// The number of items that the session has at once.
    public var limit: Int
    /// The header fields that each request has.
    public var headerFields: [String]
    /// Whether requests may use a cellular network; `nil` to leave it to the session.
    public var allowsCellularAccess: Bool?
    /// Whether requests may use an expensive network; `nil` to leave it to the session.
    public var allowsExpensiveNetworkAccess: Bool?
    /// Whether requests may use a network in Low Data Mode; `nil` to leave it to the session.
    public var allowsConstrainedNetworkAccess: Bool?
    /// The number of bytes of each download; `nil` if items have different sizes.
    public var countOfBytesClientExpectsToReceive: Int64?
    /// The priority of the tasks; `nil` for the usual priority.
    public var priority: Float?
    /// The number of seconds after the submission before which the system does not begin a task;
    /// `nil` if a task may begin at once.
    public var earliestBegin: TimeInterval?
    /// Whether a transfer resumes with the data of its last failure.
    public var isResumed: Bool

    /// The statements of a policy about each item of a transfer.
    public init(
      limit: Int = .max,
      headerFields: [String] = [],
      allowsCellularAccess: Bool? = nil,
      allowsExpensiveNetworkAccess: Bool? = nil,
      allowsConstrainedNetworkAccess: Bool? = nil,
      countOfBytesClientExpectsToReceive: Int64? = nil,
      priority: Float? = nil,
      earliestBegin: TimeInterval? = nil,
      isResumed: Bool = false
    ) {
      self.limit = limit
      self.headerFields = headerFields
      self.allowsCellularAccess = allowsCellularAccess
      self.allowsExpensiveNetworkAccess = allowsExpensiveNetworkAccess
      self.allowsConstrainedNetworkAccess = allowsConstrainedNetworkAccess
      self.countOfBytesClientExpectsToReceive = countOfBytesClientExpectsToReceive
      self.priority = priority
      self.earliestBegin = earliestBegin
      self.isResumed = isResumed
    }

    /// Logs the header fields that a request lacks. No lock may be held, because the log's receiver may
    /// use the sessions and the queues.
    func logMissingFields(of request: URLRequest, to log: BackgroundLog) {
      for field in headerFields where request.value(forHTTPHeaderField: field) == nil {
        log.error("a request lacks the header \(field)")
      }
    }

    /// Creates the task of an item.
    ///
    /// - Parameter changed: The configuration with the values that the app has set since it created
    /// the session; `nil` if the app has set no value.
    func task<Item: TransferItem>(
      for item: Item, in session: URLSession, by changed: URLSessionConfiguration?
    ) -> URLSessionTask {
      var request = request(of: item.request)
      var rules = self
      if let changed {
        request.restrict(by: changed)
        // Resume data has a request of its own, which may allow a network that is forbidden now.
        if changed.isStricter(than: session.configuration) { rules.isResumed = false }
      }
      let task = item.task(for: request, in: session, by: rules)
      if let priority { task.priority = priority }
      if let earliestBegin {
        task.earliestBeginDate = Date(timeIntervalSinceNow: earliestBegin)
      }
      return task
    }

    private func request(of item: URLRequest) -> URLRequest {
      var request = item
      if let allowsCellularAccess { request.allowsCellularAccess = allowsCellularAccess }
      if let allowsExpensiveNetworkAccess {
        request.allowsExpensiveNetworkAccess = allowsExpensiveNetworkAccess
      }
      if let allowsConstrainedNetworkAccess {
        request.allowsConstrainedNetworkAccess = allowsConstrainedNetworkAccess
      }
      return request
    }
  }

  nonisolated extension URLRequest {
    /// Forbids the networks that a configuration forbids, and adds the configuration's header fields
    /// that the request lacks.
    fileprivate mutating func restrict(by configuration: URLSessionConfiguration) {
      if !configuration.allowsCellularAccess { allowsCellularAccess = false }
      if !configuration.allowsExpensiveNetworkAccess { allowsExpensiveNetworkAccess = false }
      if !configuration.allowsConstrainedNetworkAccess { allowsConstrainedNetworkAccess = false }
      for (field, fieldValue) in configuration.httpAdditionalHeaders ?? [:] {
        guard let field = field as? String, let fieldValue = fieldValue as? String,
          value(forHTTPHeaderField: field) == nil
        else { continue }
        setValue(fieldValue, forHTTPHeaderField: field)
      }
    }
  }

  nonisolated extension URLSessionConfiguration {
    /// Whether the configuration forbids a network that another configuration allows.
    fileprivate func isStricter(than other: URLSessionConfiguration) -> Bool {
      !allowsCellularAccess && other.allowsCellularAccess
        || !allowsExpensiveNetworkAccess && other.allowsExpensiveNetworkAccess
        || !allowsConstrainedNetworkAccess && other.allowsConstrainedNetworkAccess
    }
  }
#endif

"""##

  private static let transferTaskText = ##"""
// Part of the runtime of bgpolicy, which is the same in every app.
// `bgpolicy compile` writes it again: report a mistake in it instead of editing this file.
// It takes Swift 6.1, which comes with Xcode 16.3, or later, in either language mode.
// swift-format-ignore-file
// swiftlint:disable all

#if canImport(os)
  public import Foundation

  /// A transfer at the time of its event.
  nonisolated public struct TransferTask<Session: SessionIdentifying>: Hashable, Sendable {
    /// The session of the transfer.
    public let session: Session
    /// The number by which the session tells its tasks apart; 0 for an item that was not submitted.
    public let taskIdentifier: Int
    /// The identifier with which the item was submitted, also after a relaunch; empty for a task
    /// that other code created.
    public let id: String
    /// The URL of the original request.
    public let originalURL: URL?
    /// The answer of the server; `nil` before the server has answered.
    public let response: TransferResponse?
    /// The number of bytes of the body that have been sent.
    public let countOfBytesSent: Int64
    /// The number of bytes of the body that have been received.
    public let countOfBytesReceived: Int64

    /// The status of the server's answer; `nil` before the server has answered.
    public var statusCode: Int? { response?.statusCode }

    /// A transfer, as tests make it.
    public init(
      session: Session,
      taskIdentifier: Int = 0,
      id: String,
      originalURL: URL? = nil,
      response: TransferResponse? = nil,
      countOfBytesSent: Int64 = 0,
      countOfBytesReceived: Int64 = 0
    ) {
      self.session = session
      self.taskIdentifier = taskIdentifier
      self.id = id
      self.originalURL = originalURL
      self.response = response
      self.countOfBytesSent = countOfBytesSent
      self.countOfBytesReceived = countOfBytesReceived
    }

    /// The transfer of a task of the system, and the body of its answer that has arrived.
    init(_ task: URLSessionTask, of session: Session, id: String, _ body: ReceivedBody? = nil) {
      self.init(
        session: session,
        taskIdentifier: task.taskIdentifier,
        id: id,
        originalURL: task.originalRequest?.url,
        response: (task.response as? HTTPURLResponse).map { .init($0, body) },
        countOfBytesSent: task.countOfBytesSent,
        countOfBytesReceived: task.countOfBytesReceived)
    }

    /// Whether the server has rejected the request; an error page is not a download.
    var isRefused: Bool {
      statusCode.map { !(200..<300).contains($0) } ?? false
    }
  }

  /// The functions that an app provides for events of transfers in addition to their ends. If a
  /// function is `nil`, the system behaves as if the app did not observe the event.
  nonisolated public struct TransferObservation<Session: SessionIdentifying>: Sendable {
    /// The answer to a challenge.
    public typealias Answer = (URLSession.AuthChallengeDisposition, URLCredential?)
    /// The decision about a request that is about to begin.
    public typealias Decision = (URLSession.DelayedRequestDisposition, URLRequest?)

    /// Called at most twice a second after bytes of a transfer were sent or received while the
    /// process runs, and not after the event of its end. The second argument is the expected number of bytes, or `nil` if it is
    /// unknown.
    public var progressed: (@Sendable (TransferTask<Session>, Int64?) async -> Void)?
    /// Called when a server asks for credentials or its certificate has to be checked.
    public var challenged: (@Sendable (URLAuthenticationChallenge, Session) async -> Answer)?
    /// Called when the system has measured a transfer, just before the event of its end.
    public var measured: (@Sendable (TransferTask<Session>, URLSessionTaskMetrics) async -> Void)?
    /// Called when a transfer with `earliestBeginDate` is about to begin.
    public var begins: (@Sendable (TransferTask<Session>, URLRequest) async -> Decision)?

    /// An observation without functions: the app gets only the ends of transfers.
    public init() {}
  }
#endif

"""##
}
