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
    case .continuedWork: Self.continuedWorkText
    case .continuedWorkIdentifier: Self.continuedWorkIdentifierText
    case .downloadFolder: Self.downloadFolderText
    case .eventsCompletion: Self.eventsCompletionText
    case .expiringActivity: Self.expiringActivityText
    case .processValue: Self.processValueText
    case .pushRun: Self.pushRunText
    case .queuedEnd: Self.queuedEndText
    case .queuedItem: Self.queuedItemText
    case .queuedTransfer: Self.queuedTransferText
    case .registeredTasks: Self.registeredTasksText
    case .retryAdvice: Self.retryAdviceText
    case .sceneTask: Self.sceneTaskText
    case .sessionEvent: Self.sessionEventText
    case .sessionIdentifying: Self.sessionIdentifyingText
    case .sessionOwner: Self.sessionOwnerText
    case .sessionQueuing: Self.sessionQueuingText
    case .sessionRouterCleanSlate: Self.sessionRouterCleanSlateText
    case .sessionRouterDelivery: Self.sessionRouterDeliveryText
    case .sessionRouterOpening: Self.sessionRouterOpeningText
    case .sessionRouterTesting: Self.sessionRouterTestingText
    case .sessionRouter: Self.sessionRouterText
    case .silentPush: Self.silentPushText
    case .taskBackoff: Self.taskBackoffText
    case .taskMoments: Self.taskMomentsText
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

    /// Does some work while a background task with a name runs. The work also runs if the system
    /// grants no time, within the time that the app has, and is cancelled when the time is up.
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

/// What happens in the background to a process.
nonisolated public enum BackgroundEvent: Sendable {
  /// A task of a type, such as `BGAppRefreshTask`, begins.
  case taskBegan(type: String, identifier: String)
  /// The time of a task is over.
  case taskExpired(type: String, identifier: String)
  /// A task ends.
  case taskEnded(type: String, identifier: String, isDone: Bool)
  /// The system has a request of a type, such as `BGAppRefreshTaskRequest`.
  case taskSubmitted(type: String, identifier: String)
  /// A push arrives.
  case pushArrived
  /// The work for a push ends.
  case pushEnded(isDone: Bool)
  /// The system calls the process for a session, which has this name in the policy.
  case sessionCalled(String)
  /// A session has transfers to do.
  case transfersSubmitted(Int, to: String)
  /// A transfer that was submitted has begun.
  case transferBegan(in: String, submission: Date, begin: Date)
  /// A transfer is over.
  case transferEnded(in: String, isDone: Bool)
  /// The process has had all events of a session.
  case eventsDelivered
}

/// The events of a process, for a recorder.
nonisolated public final class BackgroundEvents: @unchecked Sendable {
  /// The events of this process.
  public static let shared = BackgroundEvents()

  private let lock = NSLock()
  private var observers: [@Sendable (BackgroundEvent) -> Void] = []

  private init() {}

  /// Passes each event on to a function, which is called on no particular thread.
  public func observe(_ function: @escaping @Sendable (BackgroundEvent) -> Void) {
    lock.lock()
    defer { lock.unlock() }
    observers.append(function)
  }

  /// Passes an event on.
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
  /// errors unless a device has a profile for them. `receive` passes the messages on to the app.
  /// Nothing is logged on systems without `Logger` (Logger reference).
  nonisolated public struct BackgroundLog: Sendable {
    /// A message as the app receives it.
    public struct Message: Sendable {
      /// The category: the name of a session, or `sessions`, `tasks` or `pushes`.
      public let category: String
      /// The text, with identifiers, numbers and codes alone.
      public let text: String
      /// The text of an error, which may name files, URLs and accounts; `nil` if there is none.
      public let detail: String?
      /// Whether something has failed.
      public let isError: Bool
    }

    private static let receiver = Receiver()

    /// The log of tasks.
    public static let tasks = BackgroundLog(category: "tasks")
    /// The log of pushes.
    public static let pushes = BackgroundLog(category: "pushes")
    /// The log of what belongs to no session of the policy.
    public static let sessions = BackgroundLog(category: "sessions")

    /// The category of the messages.
    public let category: String

    /// The log with a category.
    public init(category: String) {
      self.category = category
    }

    /// Passes each message on to a function, in addition to the log; `nil` ends this.
    ///
    /// The function is called on no particular thread, also before this returns.
    public static func receive(_ function: (@Sendable (Message) -> Void)?) {
      receiver.set(function)
    }

    /// Logs an event.
    public func notice(_ text: String) {
      write(Message(category: category, text: text, detail: nil, isError: false))
    }

    /// Logs a failure, and the error that is its reason.
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

  /// The life of an app in the background, in a file that `bgpolicy calibrate` reads.
  ///
  /// The file has times, and the identifiers of tasks and the names of sessions that the policy has,
  /// but nothing about items, files and people. It stays on the device until the app or a developer
  /// takes it.
  nonisolated public final class BackgroundRecorder: @unchecked Sendable {
    private static let limit = 524_288

    /// The file with the record, in the process's own container; `nil` if it has no folder.
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

    /// The process begins.
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

    /// A person opens the app or leaves it.
    private func enter(_ isForeground: Bool) {
      lock.lock()
      defer { lock.unlock() }
      guard isForeground != isInForeground else { return }
      isInForeground = isForeground
      if !isForeground { writeEnds() }
      write(isForeground ? "foreground" : "background")
    }

    /// The system calls the process for something.
    private func called(_ cause: String) {
      lock.lock()
      defer { lock.unlock() }
      write("\(isInForeground ? "told" : "wake") \(cause)")
    }

    /// A transfer that was submitted has begun.
    private func hold(_ session: String, from submission: Date, to begin: Date) {
      lock.lock()
      defer { lock.unlock() }
      // Of those that were submitted together, the first one to begin says how long the system held them.
      if let last = holds[session], abs(last.submission.timeIntervalSince(submission)) < 30,
        last.begin <= begin
      {
        return
      }
      holds[session] = (submission, begin)
      let seconds = (begin.timeIntervalSince(submission) * 1_000).rounded() / 1_000
      write("hold \(session) \(seconds) \(formatter.string(from: submission))")
    }

    /// The part of an identifier that the policy has; the app makes the rest.
    private func name(_ identifier: String, _ type: String) -> String {
      guard type.hasPrefix("BGContinued") else { return plain(identifier) }
      return plain(identifier.split(separator: ".").dropLast().joined(separator: "."))
    }

    /// Writes the transfers that have ended since the last time. The lock is held.
    private func writeEnds() {
      for (session, counts) in ends.sorted(by: { $0.key < $1.key }) {
        write("end session \(session) \(counts[0]) \(counts[1])")
      }
      ends = [:]
    }

    /// A word of a line.
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

    /// Creates the file for a device that may be locked, and that keeps it to itself.
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

  /// The work that callers wait for.
  nonisolated public final class ContinuedRuns: @unchecked Sendable {
    /// The system did not accept the request.
    private struct NotAccepted: Error {}

    private struct Run {
      let number: Int
      /// Called with the work when it begins.
      let began: @Sendable (any Sendable) -> Void
      let continuation: CheckedContinuation<Void, any Error>
    }

    private struct Work {
      let work: any Sendable
      let progress: Progress
      let cancel: @Sendable () -> Void
    }

    /// The work of this process.
    public static let shared = ContinuedRuns()

    private let lock = NSLock()
    // Guarded by the lock.
    private var runs: [String: [Run]] = [:]
    private var works: [String: Work] = [:]
    private var last = 0
    /// The callers that gave up before they waited.
    private var cancelled: Set<Int> = []

    private init() {}

    /// Runs work that a person has just started, and returns when it has ended.
    ///
    /// If the work of the identifier runs already, this waits for that.
    ///
    /// - Parameter identifier: The identifier of the work.
    ///
    /// - Parameter began: Called when the work begins, to show its progress.
    ///
    /// - Parameter submit: Submits a request for the work, which is registered; `nil` on a system
    /// without continued processing tasks. The app does work in the foreground that the system does not
    /// accept.
    ///
    /// - Parameter work: The work.
    ///
    /// - Throws: The errors of the work.
    public func run<ID: RawRepresentable<String> & Sendable>(
      _ identifier: ID,
      _ began: @escaping @Sendable (ContinuedWork<ID>) -> Void,
      by submit: (@Sendable () async throws -> Void)?,
      _ work: @escaping @Sendable (ContinuedWork<ID>) async throws -> Void
    ) async throws {
      let began: @Sendable (any Sendable) -> Void = { work in
        if let work = work as? ContinuedWork<ID> { began(work) }
      }
      if let submit {
        do {
          return try await runBySystem(identifier.rawValue, began, submit)
        } catch is NotAccepted {
          // The app goes on in the foreground.
        }
      }
      try await runInForeground(ContinuedWork(identifier: identifier), began, work)
    }

    /// Submits a request unless its work runs already, and waits until the work has ended.
    private func runBySystem(
      _ identifier: String,
      _ began: @escaping @Sendable (any Sendable) -> Void,
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

    /// Does work without the system, unless it runs already, and waits until it has ended.
    ///
    /// The caller may be on the main actor; the work is not.
    private func runInForeground<ID: RawRepresentable<String> & Sendable>(
      _ work: ContinuedWork<ID>,
      _ began: @escaping @Sendable (any Sendable) -> Void,
      _ body: @escaping @Sendable (ContinuedWork<ID>) async throws -> Void
    ) async throws {
      try await wait(for: work.identifier.rawValue, began) {
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

    /// Starts work unless it runs already, and waits until it has ended.
    private func wait(
      for identifier: String,
      _ began: @escaping @Sendable (any Sendable) -> Void,
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

    /// The system runs the work.
    func begin<ID>(_ work: ContinuedWork<ID>, cancel: @escaping @Sendable () -> Void) {
      let identifier = work.identifier.rawValue
      lock.lock()
      works[identifier] = Work(work: work, progress: work.progress, cancel: cancel)
      let runs = runs[identifier] ?? []
      lock.unlock()
      for run in runs { run.began(work) }
    }

    /// The work has ended; that of callers who all gave up has none left.
    func end<ID>(_ work: ContinuedWork<ID>, _ error: (any Error)?) {
      let identifier = work.identifier.rawValue
      lock.lock()
      let isCurrent = works[identifier]?.progress === work.progress
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
  nonisolated public struct ContinuedWork<ID: RawRepresentable<String> & Sendable>:
    @unchecked Sendable
  {
    private let task: BGTask?

    /// The identifier of its request.
    public let identifier: ID

    /// The progress of the work. Set `totalUnitCount` first and update `completedUnitCount`: the
    /// system ends work that shows no progress (BGTask.h).
    public let progress: Progress

    /// Whether it may use the GPU, if its request asks for the GPU: in the foreground always, and in
    /// the background if the device lends it.
    public let mayUseGPU: Bool

    /// Whether the app does it without a task of the system, which suspends the app soon after a
    /// person leaves it.
    public var isInForegroundOnly: Bool { task == nil }

    /// The part of the identifier that the app has chosen for this piece of work, if each piece has an
    /// identifier of its own.
    public var job: String {
      identifier.rawValue.split(separator: ".").last.map(String.init) ?? ""
    }

    /// Work that the system runs.
    @available(iOS 26.0, *)
    init(_ task: BGContinuedProcessingTask, of identifier: ID, mayUseGPU: Bool) {
      self.task = task
      self.identifier = identifier
      progress = task.progress
      self.mayUseGPU = mayUseGPU
    }

    /// Work without a task of the system, for tests and for the foreground.
    public init(
      identifier: ID,
      progress: Progress = Progress(totalUnitCount: 0),
      mayUseGPU: Bool = true
    ) {
      task = nil
      self.identifier = identifier
      self.progress = progress
      self.mayUseGPU = mayUseGPU
    }

    /// Changes the title and subtitle that the system shows.
    public func updateTitle(_ title: String, subtitle: String) {
      if #available(iOS 26.0, *) {
        (task as? BGContinuedProcessingTask)?.updateTitle(title, subtitle: subtitle)
      }
    }
  }

  nonisolated extension TaskRun {
    /// Registers a continued processing task that does some work.
    ///
    /// - Parameter identifier: The task's identifier.
    ///
    /// - Parameter refused: The identifiers that the system rejected, because the app's Info.plist
    /// does not list them.
    ///
    /// - Parameter asksForGPU: Whether the task's request asks for the GPU.
    ///
    /// - Parameter work: The work; its Swift task is cancelled when the time is up.
    @available(iOS 26.0, *)
    @available(iOSApplicationExtension, unavailable)
    public static func registerContinued<ID: RawRepresentable<String> & Sendable>(
      _ identifier: ID,
      _ refused: inout [ID],
      asksForGPU: Bool = false,
      work: @escaping @Sendable (ContinuedWork<ID>) async throws -> Void
    ) {
      let isPermitted = RegisteredTasks.shared.register(identifier.rawValue) { task in
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
      if !isPermitted { refused.append(identifier) }
    }
  }
#endif

"""##

  private static let continuedWorkIdentifierText = ##"""
// Part of the runtime of bgpolicy, which is the same in every app.
// `bgpolicy compile` writes it again: report a mistake in it instead of editing this file.
// It takes Swift 6.1, which comes with Xcode 16.3, or later, in either language mode.
// swift-format-ignore-file
// swiftlint:disable all

/// The identifier of one piece of work that a person starts.
nonisolated public struct ContinuedWorkIdentifier<ID>: Hashable, Sendable
where ID: RawRepresentable<String> & Hashable & Sendable {
  /// The same as the identifier of a task.
  public let task: ID
  /// The part that identifies the piece of work.
  public let suffix: String

  /// The identifier as a string.
  public var rawValue: String { task.rawValue }

  /// An identifier of a task for one piece of work.
  ///
  /// - Parameter prefix: The part of the identifier before the `*` in the Info.plist.
  ///
  /// - Parameter suffix: Letters, digits, hyphens and underscores that identify this work. There is
  /// no identifier if the suffix is empty or contains anything else.
  public init?(prefix: String, suffix: String) {
    let isAllowed: (Character) -> Bool = { character in
      character.isASCII
        && (character.isLetter || character.isNumber || character == "-" || character == "_")
    }
    guard !suffix.isEmpty, suffix.allSatisfy(isAllowed),
      let task = ID(rawValue: prefix + suffix)
    else { return nil }
    self.task = task
    self.suffix = suffix
  }
}

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

    private func folder() throws -> URL {
      let caches = try FileManager.default.url(
        for: .cachesDirectory, in: .userDomainMask, appropriateFor: nil, create: true)
      let folder = caches.appendingPathComponent(name, isDirectory: true)
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
      return folder
    }

    /// The place for a new file.
    func newFile() throws -> URL {
      try folder().appendingPathComponent(UUID().uuidString)
    }

    /// The place of a download until its end comes, also in the next process.
    private func arrival(of task: Int, in identifier: String) throws -> URL {
      let name = identifier.utf8.reduce(5_381 as UInt64) { $0 &* 33 &+ UInt64($1) }
      return try folder().appendingPathComponent("arrived-\(String(name, radix: 16))-\(task)")
    }

    /// Moves a file out of the folder in which the system removes it.
    func keep(_ location: URL, of task: Int, in identifier: String) throws {
      let place = try arrival(of: task, in: identifier)
      try? FileManager.default.removeItem(at: place)
      try FileManager.default.moveItem(at: location, to: place)
    }

    /// The file of a download that is done, under a name of its own.
    func file(of task: Int, in identifier: String, suggestedFilename: String?) throws -> URL {
      let place = try arrival(of: task, in: identifier)
      var name = UUID().uuidString
      let type = (suggestedFilename ?? "").split(separator: ".").dropFirst().last ?? ""
      if !type.isEmpty, type.allSatisfy({ $0.isLetter || $0.isNumber }) { name += "." + type }
      let file = try folder().appendingPathComponent(name)
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

/// A completion handler of the system, called once on the main thread.
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
  /// The system grants the time by a call, and takes it back by another one
  /// (ProcessInfo.performExpiringActivity reference).
  nonisolated public final class ExpiringActivity: Sendable {
    // Swift's own type: an app may declare a type of this name.
    private typealias SwiftTask = _Concurrency.Task

    private let isOver = DispatchSemaphore(value: 0)

    /// An activity that has not begun.
    public init() {}

    /// Does some work during an activity with a reason. The work is cancelled at once if the system
    /// grants no time, and when the time is up.
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
          // The activity lasts until this returns.
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

/// A value that a process has once, such as what it makes when it starts.
nonisolated public final class ProcessValue<Value: Sendable>: @unchecked Sendable {
  private let lock = NSLock()
  private var value: Value?

  /// A value that is still to be made.
  public init() {}

  /// The value; `nil` before it is made.
  public var current: Value? {
    lock.lock()
    defer { lock.unlock() }
    return value
  }

  /// Makes the value at the first call, and returns it.
  public func first(_ make: () -> Value) -> Value {
    lock.lock()
    defer { lock.unlock() }
    if let value { return value }
    let made = make()
    value = made
    return made
  }

  /// Puts another value in the place of this one, as unit tests do.
  public func replace(_ value: Value) {
    lock.lock()
    defer { lock.unlock() }
    self.value = value
  }
}

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

    /// Does the work for the push. It is cancelled 25s after this, and abandoned 1s later.
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
  /// The end of an item, until the handler has had it.
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
      var reason: Int?
      var advice: RetryAdvice
      var retryAfter: TimeInterval?
      var resumeData: Data?

      init(_ failure: TransferFailure) {
        code = failure.code.rawValue
        reason = failure.reason?.rawValue
        advice = failure.advice
        retryAfter = failure.retryAfter
        resumeData = failure.resumeData
      }

      var full: TransferFailure {
        TransferFailure(
          code: Optional(code).flatMap(URLError.Code.init(rawValue:)) ?? .unknown,
          reason: reason.flatMap(URLError.BackgroundTaskCancelledReason.init(rawValue:)),
          resumeData: resumeData, advice: advice, retryAfter: retryAfter)
      }
    }

    /// The end of an item whose transfer the session no longer has.
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

    /// A URL without what may be a secret: the query of a presigned one, and a password.
    private static func withoutSecrets(_ url: URL) -> URL? {
      var parts = URLComponents(url: url, resolvingAgainstBaseURL: false)
      parts?.query = nil
      parts?.fragment = nil
      parts?.user = nil
      parts?.password = nil
      return parts?.url
    }

    /// An answer without what may be a secret, such as cookies: only header fields about the content
    /// are left.
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

    /// The transfer of an item with a task of this number.
    func task<Session>(of id: String, _ number: Int, in session: Session) -> TransferTask<Session> {
      TransferTask(
        session: session, taskIdentifier: number, id: id, originalURL: originalURL,
        response: response, countOfBytesSent: sent, countOfBytesReceived: received)
    }

    /// The event of an item that is not a downloaded file.
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
  /// An item of a queue.
  nonisolated struct QueuedItem: Codable {
    /// The version of the format.
    static let version = 1
    /// The longest wait that a server can ask for, in seconds.
    static let longestWait: TimeInterval = 24 * 3_600

    var version = Self.version
    let id: String
    /// Its place in the order.
    let number: Int
    /// The file that has it, and others that were added with it.
    var file: String
    /// Whether its file has a list; an earlier version of the app wrote a file for each item.
    var isListed: Bool? = true
    /// The number of its task; `nil` while it waits.
    var task: Int?
    var failures = 0
    /// The last failure, without the data with which the transfer goes on.
    var failure: QueuedEnd.Failure?
    /// The time before which it is not to be transferred.
    var earliest: Date?
    /// Whether its task, which waits for a later time, is being cancelled for the sake of others.
    var isRecalled: Bool?
    /// The time at which the handler made the request of its transfer.
    var requested: Date?
    /// The data with which a transfer goes on, by the request of that time.
    var resumeData: Data?
    /// Its end, until the handler has had it.
    var end: QueuedEnd?

    /// An item that waits.
    init(id: String, number: Int, file: String) {
      self.id = id
      self.number = number
      self.file = file
    }

    /// The items in the data of a file; `nil` if a file of this version has other data.
    static func list(in data: Data) -> [QueuedItem]? {
      let decoder = JSONDecoder()
      let one = { (try? decoder.decode(QueuedItem.self, from: data)).map { [$0] } }
      guard let list = (try? decoder.decode([QueuedItem].self, from: data)) ?? one(),
        list.allSatisfy({ $0.version == version })
      else { return nil }
      return list
    }

    /// The name of its downloaded file, until the handler has had it.
    var arrival: String {
      file + (isListed == true ? ".\(number)" : "") + ".arrived"
    }

    /// The description of its task.
    static func description(of id: String, in transfer: String) -> String {
      "bgpolicy/\(transfer)/\(id)"
    }

    /// The identifier in the description of a task of a queue; `nil` in any other.
    static func id(in description: String?, of transfer: String) -> String? {
      let start = Self.description(of: "", in: transfer).utf8
      guard let text = description?.utf8, text.starts(with: start) else { return nil }
      return String(decoding: text.dropFirst(start.count), as: UTF8.self)
    }

    /// The seconds until a next try: a minute, and twice as many each time, up to an hour.
    static func wait(before count: Int) -> TimeInterval {
      min(60 * pow(2, Double(count - 1)), 3_600)
    }

    /// Whether the session has it.
    var isWithSession: Bool { task != nil && end == nil }

    /// Whether it waits in the session for a later time.
    func isDelayed(at time: Date) -> Bool {
      isWithSession && earliest.map { $0 > time } ?? false
    }

    /// Lets it wait after a failure, if it may be submitted again.
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
        // The network may be back, and a new token may be accepted, at once.
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

  /// What a policy says about a transfer whose items wait in a queue.
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
    /// The app group whose container has the queue, so that several processes use it; `nil` for the
    /// process's own container.
    public let group: String?

    /// What a policy says.
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

  private static let registeredTasksText = ##"""
// Part of the runtime of bgpolicy, which is the same in every app.
// `bgpolicy compile` writes it again: report a mistake in it instead of editing this file.
// It takes Swift 6.1, which comes with Xcode 16.3, or later, in either language mode.
// swift-format-ignore-file
// swiftlint:disable all

import Foundation

#if canImport(BackgroundTasks) && !os(macOS)
  public import BackgroundTasks

  /// The identifiers that this process has registered: each once, as the system ends an app that
  /// registers one twice (BGTaskScheduler.h).
  nonisolated public final class RegisteredTasks: @unchecked Sendable {
    /// The identifiers of this process.
    public static let shared = RegisteredTasks()

    private let lock = NSLock()
    private var identifiers: Set<String> = []

    private init() {}

    /// Whether an identifier is registered.
    public func contains(_ identifier: String) -> Bool {
      lock.lock()
      defer { lock.unlock() }
      return identifiers.contains(identifier)
    }

    /// Registers an identifier once, and returns whether it is registered.
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
    /// The network failed: submit it again.
    case again

    /// A person closed the app: submit it again now that they have opened it.
    ///
    /// A person who closes the app in the app switcher cancels all of its transfers, and the system
    /// doesn't launch it for them (NSURLSession.h).
    case whenOpened

    /// Background App Refresh is off: transfer it while the app is in the foreground.
    case inForeground

    /// Battery, heat, storage, network or server don't allow it now: submit it again later.
    case later

    /// The request is no longer valid, such as a token or URL that has expired: submit it with a new
    /// one.
    case withNewRequest

    /// It would fail again: the app cancelled it, or the request is invalid.
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
        // A captive portal shows the certificate of another host, and codes are added.
        self = .later
      }
    }

    /// The advice for a status other than those from 200 to 299.
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
  /// A task that SwiftUI runs: it registers the identifier, cancels the Swift task when the time is
  /// up, and completes the task when the action returns (Scene.backgroundTask reference).
  nonisolated public enum SceneTask {
    /// Runs the work of an app refresh task, and logs its failure, which SwiftUI does not report.
    ///
    /// - Parameter identifier: The task's identifier.
    ///
    /// - Parameter work: The work.
    ///
    /// - Parameter next: Submits the request for the next launch, before the work.
    public static func appRefresh<ID: RawRepresentable<String>>(
      _ identifier: ID,
      work: @Sendable () async throws -> Void,
      next: (@Sendable () async throws -> Void)? = nil
    ) async {
      await run(identifier, "BGAppRefreshTask", work, next)
    }

    /// Runs the work of a processing task, and logs its failure, which SwiftUI does not report.
    ///
    /// - Parameter identifier: The task's identifier.
    ///
    /// - Parameter work: The work.
    ///
    /// - Parameter next: Submits the request for the next launch, before the work.
    public static func processing<ID: RawRepresentable<String>>(
      _ identifier: ID,
      work: @Sendable () async throws -> Void,
      next: (@Sendable () async throws -> Void)? = nil
    ) async {
      await run(identifier, "BGProcessingTask", work, next)
    }

    private static func run<ID: RawRepresentable<String>>(
      _ identifier: ID,
      _ type: String,
      _ work: @Sendable () async throws -> Void,
      _ next: (@Sendable () async throws -> Void)?
    ) async {
      if let next { await TaskScheduling.next(identifier, next) }
      let name = identifier.rawValue
      BackgroundEvents.shared.report(.taskBegan(type: type, identifier: name))
      do {
        try await work()
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
    /// The session has been created, and these of its transfers are not done.
    ///
    /// A transfer that is missing here may have ended with its event still to come: submit nothing
    /// again because of that before `delivered`. If the system has called the app for the session,
    /// this event comes after those for which it has.
    case reconciled([TransferTask<Session>])

    /// A download is done. Its file is in the caches folder; the handler keeps or removes it.
    ///
    /// The system removes a downloaded file as soon as the delegate method returns (Downloading files
    /// in the background).
    case downloaded(TransferTask<Session>, URL)

    /// An upload is done, and the server has responded with a status from 200 to 299.
    case completed(TransferTask<Session>)

    /// A transfer has failed, the server has responded with another status, or an item could not be
    /// submitted.
    case failed(TransferTask<Session>, TransferFailure)

    /// All events for which the system called the app are handled; don't wait for this one in the
    /// foreground. Transfers that are submitted now still belong to this time in the background.
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
    /// An identifier with this string, such as one that the system passes to the app.
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
  /// A process for whose sessions the system calls the app.
  nonisolated public protocol SessionOwner {
    /// The queues of the process.
    associatedtype Queues: SessionQueuing
    /// The sessions of the process, to submit transfers.
    var sessions: SessionRouter<Queues> { get }
  }

  nonisolated extension SessionOwner {
    /// Whether a session is one of the policy; any other belongs to another part of the process, such
    /// as an SDK.
    public func owns(_ identifier: String) -> Bool { sessions.owns(identifier) }

    /// Implements `application(_:handleEventsForBackgroundURLSession:completionHandler:)`, and the
    /// same of widgets.
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
  }
#endif

"""##

  private static let sessionQueuingText = ##"""
// Part of the runtime of bgpolicy, which is the same in every app.
// `bgpolicy compile` writes it again: report a mistake in it instead of editing this file.
// It takes Swift 6.1, which comes with Xcode 16.3, or later, in either language mode.
// swift-format-ignore-file
// swiftlint:disable all

#if canImport(os)
  public import Foundation

  /// The queues of a process, whose items its sessions transfer.
  nonisolated public protocol SessionQueuing<Session>: AnyObject, Sendable {
    /// The identifiers of the sessions.
    associatedtype Session: SessionIdentifying

    /// Keeps the sessions that transfer the items, before they are created.
    func connect(_ sessions: SessionRouter<Self>)
    /// The identifier of an item in the description of a task.
    func id(in description: String, of session: Session) -> String
    /// Compares the queues with the tasks of a session that has just been created.
    func match(_ tasks: [URLSessionTask], of session: Session)
    /// Whether a task belongs to a queue.
    func has(_ task: URLSessionTask, in session: Session) -> Bool
    /// Keeps the file of a download of an item.
    func keep(_ location: URL, of task: URLSessionTask, in session: Session) throws
    /// Notes the end of an item's task.
    func end(_ task: URLSessionTask, _ event: SessionEvent<Session>, in session: Session)
    /// Hands the next items of a session over; called once at a time for a session.
    func refill(_ session: Session) async
    /// Gives up the items whose ends have not come, although the session has delivered all.
    func giveUpMissing(in session: Session)
    /// Forgets the queues of a session, whose files another process may change.
    func release(_ session: Session)
  }

  /// No queues, for a policy without them.
  nonisolated public final class NoQueuing<Session: SessionIdentifying>: SessionQueuing {
    /// No queues.
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
    /// - Parameter path: The folder of the installed app; nothing happens while it stays the same.
    ///
    /// - Parameter defaults: The store of the path at the last launch.
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
  nonisolated extension SessionRouter {
    /// Implements `application(_:handleEventsForBackgroundURLSession:completionHandler:)`.
    ///
    /// The handler is called on the main thread, after
    /// `urlSessionDidFinishEvents(forBackgroundURLSession:)` (URLSessionDelegate reference;
    /// Downloading files in the background). It is called only after the app's handler has handled
    /// the events, or after 25s: the system does not wait for longer than some tens of seconds. The
    /// system launches the containing app for the session of an extension that is not running (App
    /// Extension Programming Guide, Performing Uploads and Downloads).
    ///
    /// - Parameter identifier: The session that the system names; for a session of another owner, the
    /// completion handler is called at once.
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
    /// It also returns when its Swift task is cancelled.
    public func handleEvents(forSession identifier: String) async {
      let (ends, end) = AsyncStream<Never>.makeStream()
      wait(for: .init(rawValue: identifier), EventsCompletion { end.finish() }, canBeLate: true)
      for await _ in ends {}
    }

    /// Does some work after the events of a session that have come until now.
    public func perform(in identifier: Session, _ work: @escaping @Sendable () async -> Void) {
      lock.withLock { _ = open[identifier]?.signals.yield(.work(work)) }
    }

    /// Hands an event of a session over at once.
    public func handle(_ event: Event, of identifier: Session) async {
      await handling(event, identifier)
    }

    /// Stores a completion handler until the events of its session are handled.
    private func wait(for identifier: Session, _ completion: EventsCompletion, canBeLate: Bool) {
      let isKnown = lock.withLock {
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
      BackgroundLog.sessions.error("\(identifier.rawValue) is not a session of the policy")
      _Concurrency.Task { await completion.call() }
    }

    /// Hands the events of a session over, one after the other.
    func deliver(_ signals: AsyncStream<Signal>, of identifier: Session) async {
      for await signal in signals {
        switch signal {
        case .event(let event):
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
    }

    /// Leaves another process's session to it, once its events are taken.
    private func release(_ identifier: Session) {
      guard !table.isOwned(identifier) else { return }
      let session = lock.withLock {
        open[identifier]?.isClosing = true
        return open[identifier]?.session
      }
      queues.release(identifier)
      session?.finishTasksAndInvalidate()
    }

    /// Adds an event to those of a session.
    func report(_ event: Event, of identifier: Session) {
      lock.withLock {
        // Events from now on belong to a later time in the background.
        ended.removeValue(forKey: identifier)
        _ = open[identifier]?.signals.yield(.event(event))
      }
    }

    /// The log of a session.
    func log(of identifier: Session) -> BackgroundLog { table.log(of: identifier) }

    /// The identifier of a session, without a copy of its configuration for each call of the system.
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
        // It comes before those that are not done.
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
          of: transfer.taskIdentifier, in: transfer.session.rawValue,
          suggestedFilename: transfer.response?.suggestedFilename)
        return .downloaded(transfer, file)
      } catch {
        return .failed(
          transfer, .init(code: .cannotMoveFile, advice: .later, underlying: error))
      }
    }

    /// Reports the progress of a task, at most twice a second.
    func progressed(_ task: URLSessionTask, of session: URLSession, expecting bytes: Int64) {
      guard let progressed = observation.progressed else { return }
      let now = Date()
      let identifier = identifier(of: session)
      let isDue = lock.withLock {
        let last = open[identifier]?.progress[task.taskIdentifier] ?? .distantPast
        guard abs(now.timeIntervalSince(last)) >= 0.5 else { return false }
        open[identifier]?.progress[task.taskIdentifier] = now
        return true
      }
      guard isDue else { return }
      let transfer = transfer(task, of: identifier)
      _Concurrency.Task { await progressed(transfer, bytes > 0 ? bytes : nil) }
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
  nonisolated extension SessionRouter {
    /// A signal of a session, which follows the signals before it.
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
      /// The errors of moving downloaded files, by task.
      var errors: [Int: any Error] = [:]
      /// The bodies of answers, by task.
      var bodies: [Int: ReceivedBody] = [:]
      /// The times at which the progress of tasks was last reported.
      var progress: [Int: Date] = [:]
      /// The transfers to be reported after the events for which the system has called the app.
      var unfinished: [TransferTask<Session>]?
      var isClosing = false
      var isMadeAgain = false
    }

    /// Creates a session if there is none; its events come after those of an earlier one. The lock is
    /// held.
    func openSession(_ identifier: Session, after earlier: OpenSession? = nil) {
      guard open[identifier] == nil,
        let configuration = table.configuration(identifier)
      else { return }
      let signals = earlier?.signals ?? signals(of: identifier)
      let session = URLSession(configuration: configuration, delegate: self, delegateQueue: nil)
      // The delegate's methods wait for the lock.
      identifiers[ObjectIdentifier(session)] = .init(rawValue: configuration.identifier ?? "")
      open[identifier] = OpenSession(session: session, signals: signals)
      session.getAllTasks { tasks in
        self.log(of: identifier).notice("created, with \(tasks.count) unfinished transfers")
        let tasks = tasks.sorted { $0.taskIdentifier < $1.taskIdentifier }
        self.queues.match(tasks, of: identifier)
        self.reconcile(tasks.map { self.transfer($0, of: identifier) }, of: identifier)
      }
    }

    /// Reports the transfers that are not done: after the events for which the system has called the
    /// app, which may report more ends.
    private func reconcile(_ unfinished: [TransferTask<Session>], of identifier: Session) {
      lock.withLock {
        if completions[identifier] == nil {
          _ = open[identifier]?.signals.yield(.event(.reconciled(unfinished)))
        } else {
          open[identifier]?.unfinished = unfinished
        }
      }
    }

    /// The stream of a session's events, whose handling this starts.
    private func signals(of identifier: Session) -> AsyncStream<Signal>.Continuation {
      let (stream, signals) = AsyncStream<Signal>.makeStream()
      _Concurrency.Task { await deliver(stream, of: identifier) }
      return signals
    }

    /// Removes a session that is invalid, and creates it again if it is needed.
    func close(_ session: URLSession, of identifier: Session, isInvalid: Bool) {
      lock.withLock {
        identifiers[ObjectIdentifier(session)] = nil
        guard let closed = open[identifier], closed.session === session else { return }
        open[identifier] = nil
        if isInvalid {
          // The same would happen again, and nothing else calls them.
          let completions = self.completions.removeValue(forKey: identifier) ?? []
          closed.signals.yield(.finished(completions))
        } else if closed.isMadeAgain || completions[identifier] != nil {
          openSession(identifier, after: closed)
          return
        }
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

    /// Ends a task as a unit test says, and waits until the handler has had it.
    public func endInTest(
      _ id: String,
      of identifier: Session,
      _ response: TransferResponse?,
      file: URL?,
      error: (any Error)?
    ) async {
      guard let task = await tasksInTest(of: identifier).first(where: { $0.id == id })?.task else {
        return
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

    /// Waits until the handler has had all events, and the queues have submitted their items.
    public func settle(_ identifier: Session) async {
      // An event can lead to another one.
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

  /// What a policy says about the background sessions of a process.
  nonisolated public struct SessionTable<Session: SessionIdentifying>: Sendable {
    /// A session, or several that differ in a value.
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
    /// Returns the configurations of a unit test; `nil` in the app.
    private var testConfiguration: (@Sendable (Session) -> URLSessionConfiguration)?

    /// No sessions of an app.
    public init(app: String) { self.app = app }

    /// Adds a session.
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
    /// - Parameter value: The value in an identifier; `nil` if the identifier is that of another session.
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

    /// The same, with other configurations, as unit tests have them.
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

  /// The background sessions of a process.
  ///
  /// Create one while the app launches, and keep it. After a relaunch, the session must be created
  /// again with the same identifier and the same configuration (Downloading files in the background).
  /// A session may be used by one process at a time: the app and each extension have their own (App
  /// Extension Programming Guide, Performing Uploads and Downloads; URLError reference).
  ///
  /// A session of which there is one for each value is created when `session(_:)` or the system first
  /// asks for it. At each launch, ask for those whose transfers may not be done.
  nonisolated public final class SessionRouter<Queues: SessionQueuing>: NSObject,
    URLSessionDownloadDelegate, URLSessionDataDelegate, @unchecked Sendable
  {
    /// The identifiers of the sessions.
    public typealias Session = Queues.Session
    /// An event of a session.
    public typealias Event = SessionEvent<Session>
    /// The handling of an event of a session; the next event waits for its end.
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
    /// The times at which the events of sessions ended before a completion handler was added.
    var ended: [Session: Date] = [:]
    /// The tasks that a unit test has ended, kept so that their identities are not used again.
    var overInTest: [ObjectIdentifier: URLSessionTask] = [:]

    /// Creates the sessions of a process, and asks for their unfinished transfers.
    ///
    /// - Parameter table: What the policy says about the sessions.
    ///
    /// - Parameter queues: The queues of the transfers.
    ///
    /// - Parameter observation: Hears of the moments of transfers; it is kept like `handling`.
    ///
    /// - Parameter handling: Handles the events; it is kept for as long as the process runs.
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
        lock.withLock { openSession(identifier) }
      }
    }

    /// The session of an identifier, to create tasks in.
    ///
    /// - Returns: `nil` if the session belongs to another process, or is being created again.
    public func session(_ identifier: Session) -> URLSession? {
      guard table.isOwned(identifier) else { return nil }
      return lock.withLock {
        if table.isCreatedLater(identifier) { openSession(identifier) }
        return open[identifier].flatMap { $0.isClosing ? nil : $0.session }
      }
    }

    /// Whether a session is one of the policy, which `handleEvents` is for.
    ///
    /// The events of any other session belong to another part of the process, such as an SDK.
    public func owns(_ identifier: String) -> Bool {
      table.configuration(Session(rawValue: identifier)) != nil
    }

    // MARK: Delegate

    /// Moves a downloaded file before it returns.
    ///
    /// The system removes a downloaded file as soon as the delegate method returns (Downloading files
    /// in the background).
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

    /// Calls the completion handlers of the system after the app's handler has handled all events.
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
        if let unfinished = open[identifier]?.unfinished {
          open[identifier]?.unfinished = nil
          _ = open[identifier]?.signals.yield(.event(.reconciled(unfinished)))
        }
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

    /// Passes the measurements of a transfer on.
    public func urlSession(
      _ session: URLSession,
      task: URLSessionTask,
      didFinishCollecting metrics: URLSessionTaskMetrics
    ) {
      let identifier = identifier(of: session)
      if let measured = observation.measured {
        let transfer = transfer(task, of: identifier)
        _Concurrency.Task { await measured(transfer, metrics) }
      }
      guard let begin = metrics.transactionMetrics.first?.requestStartDate else { return }
      BackgroundEvents.shared.report(
        .transferBegan(
          in: log(of: identifier).category, submission: metrics.taskInterval.start, begin: begin))
    }
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
  /// The payload, which is not changed after this.
  public let userInfo: [AnyHashable: Any]

  /// A push with the payload that the system passes to the app.
  public init(userInfo: [AnyHashable: Any]) {
    self.userInfo = userInfo
  }

  /// Whether the payload has a member of a name with a value.
  public func has<Value: Equatable>(_ name: String, _ value: Value) -> Bool {
    userInfo[name] as? Value == value
  }
}

/// The result of a silent push; work that fails throws instead.
///
/// The system uses it to decide when to deliver further pushes (UIApplicationDelegate reference).
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
  /// The least time that the next request waits, in seconds.
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

  /// Records that the work has failed.
  public static func failed(_ identifier: String) {
    let failures = UserDefaults.standard.integer(forKey: key(identifier))
    UserDefaults.standard.set(failures + 1, forKey: key(identifier))
  }

  /// Records that the work is done.
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

  /// The moments in an app's life cycle at which requests are submitted.
  nonisolated public final class TaskMoments: @unchecked Sendable {
    // Swift's own type: an app may declare a type of this name.
    private typealias SwiftTask = _Concurrency.Task

    private let lock = NSLock()
    private var hasBegun = false
    private var hasLaunched = false

    /// The moments of a process that has not begun.
    public init() {}

    /// Begins at the first call: the app has just launched.
    ///
    /// - Parameter waitsForScene: Whether SwiftUI registers a task. It registers tasks until the app
    /// has finished launching, and the system ends an app that submits their requests before.
    ///
    /// - Parameter launched: Submits the requests of a launch; `nil` if a launch submits none.
    ///
    /// - Parameter enteringBackground: Submits requests each time when the app enters the background.
    public func begin(
      waitsForScene: Bool = false,
      launched: (@Sendable () async -> Void)?,
      enteringBackground: (@Sendable () async -> Void)? = nil
    ) {
      lock.lock()
      let isFirst = !hasBegun
      hasBegun = true
      lock.unlock()
      guard isFirst else { return }
      if let launched {
        if waitsForScene {
          waitForScene(launched)
        } else {
          SwiftTask { await launched() }
        }
      }
      #if canImport(UIKit) && !os(watchOS)
        guard let enteringBackground else { return }
        SwiftTask { @MainActor in
          _ = NotificationCenter.default.addObserver(
            forName: UIApplication.didEnterBackgroundNotification, object: nil, queue: nil
          ) { _ in
            SwiftTask { await enteringBackground() }
          }
        }
      #endif
    }

    private func waitForScene(_ launched: @escaping @Sendable () async -> Void) {
      let names = [
        "UIApplicationDidFinishLaunchingNotification", "UIApplicationDidBecomeActiveNotification",
      ]
      for name in names {
        _ = NotificationCenter.default.addObserver(
          forName: Notification.Name(name), object: nil, queue: nil
        ) { _ in
          self.launch(launched)
        }
      }
    }

    private func launch(_ launched: @escaping @Sendable () async -> Void) {
      lock.lock()
      let isFirst = !hasLaunched
      hasLaunched = true
      lock.unlock()
      guard isFirst else { return }
      SwiftTask { await launched() }
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

  /// One run of a task, which is completed exactly once, however it ends.
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
    /// - Parameter identifier: The task's identifier.
    ///
    /// - Parameter refused: The identifiers that the system rejected, because the app's Info.plist
    /// does not list them.
    ///
    /// - Parameter work: The work; its Swift task is cancelled when the time is up.
    ///
    /// - Parameter next: Submits the request for the next launch, before the work.
    @available(iOSApplicationExtension, unavailable)
    @available(macCatalystApplicationExtension, unavailable)
    @available(tvOSApplicationExtension, unavailable)
    @available(visionOSApplicationExtension, unavailable)
    public static func register<ID: RawRepresentable<String> & Sendable>(
      _ identifier: ID,
      _ refused: inout [ID],
      work: @escaping @Sendable () async throws -> Void,
      next: (@Sendable () async throws -> Void)? = nil
    ) {
      let isPermitted = RegisteredTasks.shared.register(identifier.rawValue) { task in
        TaskRun(task).run {
          if let next {
            await TaskScheduling.next(identifier, next)
          }
          try SwiftTask.checkCancellation()
          try await work()
        }
      }
      if !isPermitted { refused.append(identifier) }
    }

    /// Does the work of the task, and completes the task at its end.
    public func run(_ work: @escaping @Sendable () async throws -> Void) {
      BackgroundEvents.shared.report(.taskBegan(type: type, identifier: task.identifier))
      lock.lock()
      defer { lock.unlock() }
      // Set first: a task that expires without a handler counts as failed (BGTask.h).
      task.expirationHandler = { [weak self] in self?.expire() }
      self.work = SwiftTask {
        do {
          try await work()
          self.complete(success: true)
        } catch {
          self.complete(success: false)
        }
      }
    }

    private var type: String { "\(Swift.type(of: task))" }

    /// Cancels the work, and completes the task itself if the work does not end soon: expiration
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

    /// Completes the task at the first call: it must be completed, also after it has expired
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
  public import BackgroundTasks

  /// The submission of requests to the system.
  ///
  /// Each request is submitted on its own, so that a failure does not affect the others, and never
  /// on the main thread, which it would block (BGTaskScheduler.submit reference). A request replaces
  /// one of the same identifier that is still pending.
  nonisolated public enum TaskScheduling {
    /// Submits a request.
    ///
    /// - Parameter limit: The documented limit of pending requests of the type, for all identifiers
    /// together; `nil` if Apple documents none.
    ///
    /// - Parameter isRunByScene: Whether SwiftUI registers the task. If not, this process has to have
    /// registered it: the system raises an exception for another request, which Swift can't catch.
    ///
    /// - Parameter submit: Passes a request to the system.
    ///
    /// - Parameter request: Makes the request, in a task that never runs on the main thread.
    public static func submit(
      limit: Int?,
      isRunByScene: Bool = false,
      by submit: @escaping @Sendable (sending BGTaskRequest) async throws -> Void = { request in
        try BGTaskScheduler.shared.submit(request)
      },
      _ request: @escaping @Sendable () -> BGTaskRequest
    ) async throws(TaskSubmissionError) {
      let work = _Concurrency.Task.detached {
        let request = request()
        guard isRunByScene || RegisteredTasks.shared.contains(request.identifier) else {
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

    /// Submits a request whose result no caller needs.
    ///
    /// The app goes on whether or not the system accepts it; the log has the reason if it does not.
    public static func next<ID: RawRepresentable<String>>(
      _ identifier: ID,
      _ submit: () async throws -> Void
    ) async {
      do {
        try await submit()
      } catch {
        BackgroundLog.tasks.error("\(identifier.rawValue) is not requested", error)
      }
    }

    /// Submits a request if none is pending.
    public static func ensure<ID: RawRepresentable<String>>(
      _ identifier: ID,
      _ submit: () async throws -> Void
    ) async {
      guard await !isPending(identifier) else { return }
      await next(identifier, submit)
    }

    /// Whether the system has a pending request for the task.
    public static func isPending<ID: RawRepresentable<String>>(_ identifier: ID) async -> Bool {
      let identifier = identifier.rawValue
      return await withCheckedContinuation { continuation in
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
    /// Too many requests of its type are pending, for all identifiers together; the limit is `nil` if
    /// Apple documents none.
    case tooManyPending(limit: Int?)

    /// The app's Info.plist or the user does not permit it.
    case notPermitted

    /// The app can't schedule tasks on this device now.
    case unavailable

    /// The work can't begin at once, and its request may not wait.
    case notEligibleToRunNow

    /// This process has not registered the task; the system ends an app that submits such a request.
    case notRegistered

    /// A job contains other characters than letters, digits, hyphens and underscores.
    case invalidIdentifier

    /// Anything else that the system reports.
    case other(any Error)

    /// The case for an error of the scheduler.
    ///
    /// - Parameter limit: The documented limit of pending requests of the type; `nil` if Apple
    /// documents none.
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

  /// The reason why a transfer has failed.
  ///
  /// The error of a background task that the system cancelled contains the reason (NSURLError.h;
  /// URLError reference).
  nonisolated public struct TransferFailure: Error, Sendable {
    /// The error's code; `badServerResponse` if the status reports the failure.
    public let code: URLError.Code
    /// The reason why the system cancelled the task; `nil` if it did not.
    public let reason: URLError.BackgroundTaskCancelledReason?
    /// The data with which the transfer can be resumed.
    public let resumeData: Data?
    /// The advice for this failure.
    public let advice: RetryAdvice
    /// The number of seconds for which the server asks to wait; `nil` if it does not.
    public let retryAfter: TimeInterval?
    /// The error as the system reports it; `nil` if the status reports the failure.
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

    /// The failure that the system reports.
    public init(_ underlying: any Error) {
      let error = underlying as? URLError ?? URLError(.unknown)
      self.init(
        code: error.code, reason: error.backgroundTaskCancelledReason,
        resumeData: Self.resumeData(of: error), advice: .init(error), underlying: underlying)
    }

    /// The failure that an answer of the server is.
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
    /// The identifier, which each event of the item has, also after a relaunch.
    var id: String { get }
    /// The request.
    var request: URLRequest { get }
    /// The reason why it can't be submitted; `nil` if it can.
    var failure: TransferFailure? { get }
    /// The same item, which goes on with data if it has none of its own.
    func resumed(by data: Data?) -> Self
    /// Creates the task of the item for its request, as the policy changes it.
    func task(
      for request: URLRequest, in session: URLSession, by rules: TransferRules
    ) -> URLSessionTask
  }

  /// A file to upload.
  ///
  /// Uploads from data or from a stream fail when the app exits, so a background session uploads only
  /// files (Downloading files in the background).
  nonisolated public struct UploadItem: TransferItem {
    /// The identifier, which each event of the item has, also after a relaunch.
    public let id: String
    /// The request, without a body.
    public let request: URLRequest
    /// The file that is the body.
    public let file: URL
    /// The data of a failure with which the upload goes on, if the policy resumes uploads, the file is
    /// as it was, and the system and the server can; `nil` to begin anew.
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

    /// The same upload, which goes on with data if it has none of its own.
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
    /// The identifier, which each event of the item has, also after a relaunch.
    public let id: String
    /// The request.
    public let request: URLRequest
    /// The bytes that the app expects to receive; `nil` if it doesn't know.
    public let countOfBytesClientExpectsToReceive: Int64?
    /// The data of a failure with which the download goes on, if the policy resumes downloads; `nil`
    /// to begin anew.
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

    /// A download has nothing that can be missing.
    public var failure: TransferFailure? { nil }

    /// The same download, which goes on with data if it has none of its own.
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

  /// The result of a submission: each item is in one of the three.
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
    /// The items to be submitted later.
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
    /// Hands items to a session until it has as many as it may have at once; an item that can't be
    /// submitted leaves its place to the next.
    ///
    /// - Parameter rules: What the policy says about each item.
    public func submit<Item: TransferItem>(
      _ items: [Item],
      to identifier: Session,
      by rules: TransferRules
    ) -> SubmittedItems<Item> {
      guard let session = session(identifier) else {
        return .init(submitted: [], rest: items)
      }
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
        let task = rules.task(for: item, in: session, log(of: identifier))
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

    /// Reads the files: once, or each time if other processes write them, too. The lock is held.
    ///
    /// - Throws: The error of the file system, such as before the device is unlocked for the first time.
    ///   Then nothing is known of the items: none may be submitted, and no task cancelled.
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
          // Another process has removed it meanwhile.
        }
      }
      let before = damaged.count
      read(contents)
      if !isLoaded, isOwned {
        let known = Set(items.values.map(\.arrival))
        for file in files where file.pathExtension == "arrived" {
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

    /// Puts the contents of files in place of the items that are known. The lock is held.
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
          // Two processes may have added it; a transfer may have begun by one file only.
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

    /// Makes the folder, which is in no backup: another device can't go on with the transfers.
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

    /// Keeps an item as it is now. The lock is held.
    func keep(_ item: QueuedItem) throws {
      let others = files[item.file, default: []].subtracting([item.id])
      try write(others.compactMap { items[$0] } + [item], to: item.file)
      items[item.id] = item
    }

    /// Writes a file whole. The lock is held.
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
        arrivals.append(folder.appendingPathComponent(item.arrival))
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
    /// Whether the items have been compared with the tasks of the session; before, none is submitted.
    var isReady: Bool { locked { isMatched } }

    /// Lets the items be compared with the tasks again, if another process may have had an end meanwhile
    /// that it could not note before the process ended.
    func doubt() {
      locked {
        if isShared { isMatched = false }
      }
    }

    /// The number of tasks that the process has created, so that a list of tasks is told from an older one.
    var taskCount: Int { locked { created } }

    /// Compares the items with the tasks of a session.
    ///
    /// - Parameter count: The number of tasks that the process had created when it asked for these tasks;
    ///   `nil` for a session that has just been created.
    /// - Returns: The items whose ends the handler has still to have, and whether some ends may
    /// come; `nil` if the files can't be read now, or if the tasks are not all.
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

    /// Resumes the tasks of the items, and cancels those of items that are gone. The lock is held.
    private func claim(_ tasks: [URLSessionTask]) {
      var listed: Set<String> = []
      for task in tasks {
        guard let id = QueuedItem.id(in: task.taskDescription, of: transfer.name) else { continue }
        if isCurrent(task, of: id) {
          listed.insert(id)
          // The process may have ended before it did this.
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

    /// Submits the items again whose ends have not come, although all others have.
    ///
    /// - Parameter time: Leaves out those that are missing only since a later time.
    /// - Returns: The items that have a file, and so have ended.
    func giveUpMissing(since time: Date) -> [String] {
      locked {
        var arrived: [String] = []
        for (id, (task, since)) in missing where since <= time {
          missing[id] = nil
          guard var item = items[id], item.task == task, item.end == nil else { continue }
          if hasArrived(item) {
            item.end = QueuedEnd(isDownload: true)
            arrived.append(id)
          } else {
            item.task = nil
            item.isRecalled = nil
          }
          try? keep(item)
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
    /// Creates the task of an item; it is resumed when the item's file names it.
    func hand(_ id: String, to create: (Data?) -> URLSessionTask?) -> Bool {
      locked {
        guard var item = items[id], item.task == nil, item.end == nil else { return false }
        // The data has the request of its time, which the server may not accept any more.
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

    /// Takes an item back that waits in the session for a time that is more than a minute away: others
    /// go first, and the system wakes the app only when the session has done all.
    ///
    /// The item waits again at the end of its task, which may be a success.
    ///
    /// - Returns: Whether there is one, whose task is to be cancelled.
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

    /// Keeps a downloaded file until the handler has had it.
    func keep(_ location: URL, of id: String) throws {
      try locked {
        try load()
        guard let folder, let item = items[id], item.end == nil else { return }
        let place = folder.appendingPathComponent(item.arrival)
        try? FileManager.default.removeItem(at: place)
        try FileManager.default.moveItem(at: location, to: place)
      }
    }

    func hasArrived(_ item: QueuedItem) -> Bool {
      guard let place = folder?.appendingPathComponent(item.arrival) else { return false }
      return FileManager.default.fileExists(atPath: place.path)
    }

    /// Notes the end of an item, whose task is `nil` if it could not be submitted.
    ///
    /// - Returns: Whether the handler is to have it; if not, the item waits again, or is none of the
    /// queue's.
    func end(
      _ id: String,
      _ task: Int?,
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

    /// Whether the request of an item's transfer is not valid any more. The lock is held.
    private func isExpired(_ item: QueuedItem) -> Bool {
      guard let requested = item.requested else { return false }
      return Date() >= requested.addingTimeInterval(transfer.validity)
    }

    /// Notes an end in the item's file. The lock is held.
    func note(_ end: QueuedEnd, of id: String, _ task: Int?) -> Bool {
      guard var item = items[id], item.task == task, item.end == nil else { return false }
      var end = end
      if end.isDownload, end.failure == nil, !hasArrived(item) {
        end.failure = .init(.init(code: .cannotMoveFile, advice: .later))
      }
      // A URL that is not valid any more may be answered like a wrong one.
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

    /// Whether each end has been noted; an end that came while the files could not be read is noted when
    /// they can be.
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

    /// The event of an item that has ended; `nil` if the handler has had it.
    func event(of id: String) -> SessionEvent<Session>? {
      locked {
        guard let item = items[id], let end = item.end else { return nil }
        guard end.isDownload, end.failure == nil else {
          return end.event(of: id, item.task ?? 0, in: session)
        }
        guard hasArrived(item), let place = folder?.appendingPathComponent(item.arrival) else {
          return nil
        }
        return .downloaded(end.task(of: id, item.task ?? 0, in: session), place)
      }
    }

    /// Removes an item that is not wanted any more.
    func drop(_ id: String) { locked { forget([id]) } }

    /// Removes an item that the handler has had.
    func finish(_ id: String) {
      locked {
        if items[id]?.end != nil { forget([id]) }
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
    /// The number of items that the session transfers; one that waits there for its time takes no place.
    var transferred: Int {
      let now = Date()
      return locked { items.values.count { $0.isWithSession && !$0.isDelayed(at: now) } }
    }

    /// The first items whose time has come; none before the items are compared with the tasks.
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

    /// The time at which a waiting item can be submitted; `nil` if it does not wait for a time.
    private func start(of item: QueuedItem) -> Date? {
      guard item.task == nil, item.end == nil, !held.contains(item.id) else { return nil }
      return max(item.earliest ?? .distantPast, postponed[item.id]?.until ?? .distantPast)
    }

    /// The next time at which an item can be submitted; `nil` if none waits for one.
    var nextStart: Date? {
      let now = Date()
      return locked {
        guard isOwned, isMatched else { return nil }
        return items.values.compactMap { start(of: $0) }.filter { $0 > now }.min()
      }
    }

    /// The item to wait in the session for its time: the first one, if the session has nothing else.
    ///
    /// The system begins it without the app, and wakes the app at its end. An item whose request was refused
    /// is not made before its time, since the app may have the same token still.
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

    /// The last failure of an item's transfer; `nil` if it has none.
    func failure(of id: String) -> TransferFailure? {
      locked { items[id]?.failure?.full }
    }

    /// Tries an item again later that can't be submitted now: after a minute, and ever more up to an
    /// hour.
    func postpone(_ id: String) {
      locked {
        let count = (postponed[id]?.count ?? 0) + 1
        postponed[id] = (count, Date().addingTimeInterval(QueuedItem.wait(before: count)))
      }
    }

    /// The callers that wait until the items are submitted that the queue has now.
    func takeCallers() -> [CheckedContinuation<Void, Never>] {
      locked {
        defer { callers = [] }
        return callers
      }
    }

    /// Lets the items go on that wait until a person opens the app.
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

  /// The items of a transfer that are not done, also after the process has ended.
  ///
  /// An item waits, is with the session, or has ended and is kept until the handler has had its end.
  /// Its file, which new items share, is written whole before the item goes from one of these to the
  /// next: so the end of the process at any time loses no item, and submits none twice. The session
  /// has as many items at once as the policy says; a free place goes to the first item whose time has
  /// come. An item that has to wait, such as for a server's `Retry-After`, takes no place. It waits in
  /// the session only while that has nothing else: then the system begins it without the app.
  nonisolated public final class TransferQueue<Session: SessionIdentifying>: @unchecked Sendable {
    let session: Session
    let transfer: QueuedTransfer<Session>
    let folder: URL?
    /// Whether the process owns the session; any other leaves the session's tasks to the owner.
    let isOwned: Bool
    /// Whether other processes write the files, too, so that they are read before each use.
    let isShared: Bool
    private let log: BackgroundLog
    private let changed: @Sendable (_ isRemoval: Bool) -> Void
    private let lock = NSLock()
    // Guarded by the lock.
    var items: [String: QueuedItem] = [:]
    /// The items in their order, among them some that are gone or have another number now.
    var order: [(number: Int, id: String)] = []
    /// The items of each file.
    var files: [String: Set<String>] = [:]
    var damaged: [URL] = []
    var isLoaded = false
    /// Whether the items have been compared with the tasks of the session.
    var isMatched = false
    /// Items whose tasks the session does not have, and since when that is known: their ends may come.
    var missing: [String: (task: Int, since: Date)] = [:]
    /// The number of tasks that the process has created.
    var created = 0
    /// Items that wait until a person opens the app.
    var held: Set<String> = []
    /// Items that could not be submitted: how often, and when they are tried again.
    var postponed: [String: (count: Int, until: Date)] = [:]
    /// Ends that came while the files could not be read.
    var early: [(id: String, task: Int?, end: QueuedEnd)] = []
    /// Items whose ends of that time the handler has still to have.
    var recovered: [String] = []
    /// The files with ends of other processes that the handler has had.
    var noticed: Set<String> = []
    /// The callers that wait until the next items are submitted.
    var callers: [CheckedContinuation<Void, Never>] = []
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

    /// Runs a body with the lock. What it notes is logged afterwards, since the log's receiver may use
    /// the queue.
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

    /// The files that can't be understood: damaged ones, and those of a newer version of the app.
    ///
    /// They stay as they are, until `removeAll` is called.
    public var unreadable: [URL] {
      locked {
        try? load()
        return damaged
      }
    }

    /// Adds items, which are kept when this returns.
    ///
    /// An item that the queue has already is not added again. Add the items at each launch if others
    /// may have been lost with the app's own data.
    ///
    /// - Throws: The error of the file system if the items can't be kept; those before it are. In a
    ///   process that does not own the session, `CocoaError.featureUnsupported`: it can't submit them.
    public func add(_ ids: [String]) throws {
      try locked {
        guard isOwned else { throw CocoaError(.featureUnsupported) }
        try load()
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

    /// Adds items as `add` does, and returns when the session has those for which it has a place.
    ///
    /// An extension does this before it ends its request: it may be suspended then, and the system goes
    /// on with what the session has.
    ///
    /// - Returns: Those of the items that wait: for a place, or since the handler could not return them.
    public func submit(_ ids: [String]) async throws -> [String] {
      try add(ids)
      await withCheckedContinuation { caller in
        locked { callers.append(caller) }
        changed(false)
      }
      return locked {
        ids.filter { id in items[id].map { $0.task == nil && $0.end == nil } ?? false }
      }
    }

    /// Submits the items that wait because the handler could not return them, such as after a person
    /// has signed in again.
    public func submit() {
      locked { postponed = [:] }
      changed(false)
    }

    /// Removes items, and cancels their transfers; the handler hears no more of them.
    ///
    /// A process that does not own the session leaves the transfers to the owner, which cancels them
    /// when it begins the next time.
    public func remove(_ ids: [String]) {
      locked {
        try? load()
        forget(ids)
      }
      changed(true)
    }

    /// Removes all items as `remove` does, such as when a person signs out.
    public func removeAll() {
      locked {
        try? load()
        forget(Array(items.keys))
        for file in damaged { try? FileManager.default.removeItem(at: file) }
        damaged = []
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
    /// Compares the queues with the tasks of a session that has just been created, or those queues
    /// that have not been compared yet.
    ///
    /// - Parameter counts: The numbers of tasks that the queues had when the process asked for the tasks;
    ///   `nil` for a session that has just been created.
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
          // The list may be older than a task; then the next one is asked for at once.
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
        // Pending events come at once; the process may have ended during one.
        try? await _Concurrency.Task.sleep(nanoseconds: 30_000_000_000)
        self?.giveUp(in: identifier, since: found)
      }
    }

    /// Submits the items again whose ends have not come since a time.
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
    /// Goes on after a change of a queue, in which items may have been removed.
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

    /// Hands the next items of a session over, after the events that have come until now.
    func signal(_ identifier: Session, to sessions: Sessions) {
      sessions.perform(in: identifier) { await self.refill(identifier, by: sessions) }
    }

    /// Tells the handler of the end of an item, after the events that have come until now.
    func tell(_ queue: Queue, _ id: String, by sessions: Sessions) {
      sessions.perform(in: queue.session) {
        if let event = queue.event(of: id) { await sessions.handle(event, of: queue.session) }
        queue.finish(id)
        await self.refill(queue.session, by: sessions)
      }
    }

    /// Hands the next items of a session over; called once at a time for a session.
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
        let callers = queue.isReady ? queue.takeCallers() : []
        defer { for caller in callers { caller.resume() } }
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
      for caller in queues.flatMap({ $0.takeCallers() }) { caller.resume() }
    }

    /// Hands an item over; `false` if the session does not have it then.
    private func hand(_ id: String, of queue: Queue, by sessions: Sessions) async -> Bool {
      let (transfer, identifier) = (queue.transfer, queue.session)
      do {
        guard let item = try await provide(transfer.name, identifier, id, queue.failure(of: id))
        else {
          queue.drop(id)
          return false
        }
        if let failure = item.failure {
          // A file that can't be read now waits for the next time.
          guard failure.advice == .never else {
            queue.postpone(id)
            return false
          }
          let task = TransferTask(
            session: identifier, id: id, originalURL: item.request.url)
          if queue.end(id, nil, .failed(task, failure), isDownload: false) {
            tell(queue, id, by: sessions)
          } else {
            queue.postpone(id)
          }
          return false
        }
        let isHanded = queue.hand(id) { resumeData in
          sessions.session(identifier).flatMap {
            transfer.rules.task(
              for: item.resumed(by: resumeData), in: $0, table.log(of: identifier))
          }
        }
        if !isHanded { queue.postpone(id) }
        return isHanded
      } catch {
        table.log(of: identifier).error("an item of a queue is not submitted now", error)
        queue.postpone(id)
        return false
      }
    }

    /// Hands the next items over at a time, if the process still runs then.
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

  /// The queues of a process, each created when it is first needed.
  nonisolated public final class TransferQueues<Session: SessionIdentifying>: SessionQueuing,
    @unchecked Sendable
  {
    /// Returns an item of a transfer's queue, by its identifier and its last failure.
    public typealias Providing =
      @Sendable (
        _ transfer: String, _ session: Session, _ id: String, _ failure: TransferFailure?
      ) async throws -> (any TransferItem)?
    typealias Queue = TransferQueue<Session>
    typealias Sessions = SessionRouter<TransferQueues>

    let table: SessionTable<Session>
    let provide: Providing
    private let transfers: [QueuedTransfer<Session>]
    /// The folder of a unit test, which leaves nothing to the app; `nil` in the app.
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
    /// - Parameter table: What the policy says about the sessions.
    ///
    /// - Parameter isTest: Whether a unit test has them, whose items the app does not transfer later.
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

    /// The sessions that transfer the items.
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

    /// Goes on with the items that waited for a person to open the app, or to unlock the device.
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
          isOwned: table.isOwned(identifier), log: table.log(of: identifier)
        ) { [weak self] isRemoval in
          self?.change(of: identifier, isRemoval: isRemoval)
        }
        queues[name] = queue
        return queue
      }
    }

    /// The transfers with queues on a session.
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
      try queued.queue.keep(location, of: queued.id)
    }

    /// The identifier of an item in the description of a task.
    public func id(in description: String, of identifier: Session) -> String {
      let names = transfers(of: identifier).lazy.map(\.name)
      return names.compactMap { QueuedItem.id(in: description, of: $0) }.first ?? description
    }

    /// Forgets the queues of a session, whose files another process may change; one that has ends which
    /// it could not write stays.
    public func release(_ identifier: Session) {
      lock.withLock {
        queues = queues.filter { $0.value.session != identifier || !$0.value.isWritten }
      }
    }

    /// Compares the queues with the tasks of a session that has just been created.
    public func match(_ tasks: [URLSessionTask], of identifier: Session) {
      guard let sessions = lock.withLock({ sessions }) else { return }
      match(tasks, of: identifier, by: sessions)
    }

    /// Submits the items again whose ends have not come, although all ends have.
    public func giveUpMissing(in identifier: Session) {
      giveUp(in: identifier, since: .distantFuture)
    }

    /// Notes the end of an item's task; the place that is free goes to the next one.
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
  /// The answer of a server.
  nonisolated public struct TransferResponse: Hashable, Sendable, Codable {
    /// The status.
    public let statusCode: Int
    /// The header fields.
    public let headerFields: [String: String]
    /// The type of the content.
    public let mimeType: String?
    /// The name that the server, or the URL, gives the content.
    public let suggestedFilename: String?
    /// The body of the answer to an upload, or of an error page; empty if it is longer than 64 kB.
    public let body: Data
    /// The file with a longer body, in the caches folder; the handler keeps or removes it.
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

    /// The value of a header field, whose name may have any case.
    public func headerField(_ name: String) -> String? {
      headerFields.first { $0.key.lowercased() == name.lowercased() }?.value
    }

    /// The number of seconds for which the server asks to wait, by `Retry-After` (RFC 9110, section
    /// 10.2.3).
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

/// The body of an answer: in memory up to 64 kB, then in a file.
nonisolated public struct ReceivedBody {
  private static let limit = 65_536

  /// The body, empty if it is in a file.
  public private(set) var data = Data()
  /// The file with a longer body.
  public private(set) var file: URL?

  /// A body of which nothing has arrived.
  public init() {}

  /// Adds a part; without space for the file, the rest is missing.
  ///
  /// - Parameter elsewhere: Returns the place for a file.
  public mutating func append(_ part: Data, elsewhere: () throws -> URL) {
    data.append(part)
    guard file != nil || data.count > Self.limit else { return }
    let place = file ?? (try? elsewhere())
    if let place, let stream = OutputStream(url: place, append: file != nil) {
      stream.open()
      let bytes = [UInt8](data)
      _ = stream.write(bytes, maxLength: bytes.count)
      stream.close()
    }
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

  /// What a policy says about each item of a transfer.
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
    /// The bytes of each download; `nil` if items have different sizes.
    public var countOfBytesClientExpectsToReceive: Int64?
    /// The priority of the tasks; `nil` for the usual one.
    public var priority: Float?
    /// The seconds from the submission before which the system does not begin a task; `nil` for none.
    public var earliestBegin: TimeInterval?
    /// Whether a transfer goes on with the data of its last failure.
    public var isResumed: Bool

    /// What a policy says.
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

    /// Creates the task of an item.
    func task<Item: TransferItem>(
      for item: Item, in session: URLSession, _ log: BackgroundLog
    ) -> URLSessionTask {
      for field in headerFields where item.request.value(forHTTPHeaderField: field) == nil {
        log.error("a request lacks the header \(field)")
      }
      let task = item.task(for: request(of: item.request), in: session, by: self)
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
    /// The answer of the server; `nil` before there is one.
    public let response: TransferResponse?
    /// The number of bytes of the body that have been sent.
    public let countOfBytesSent: Int64
    /// The number of bytes of the body that have been received.
    public let countOfBytesReceived: Int64

    /// The status of the server's answer; `nil` before there is one.
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

  /// What an app hears of transfers in addition to their ends. Each function that is `nil` leaves the
  /// system to do what it does without it.
  nonisolated public struct TransferObservation<Session: SessionIdentifying>: Sendable {
    /// The answer to a challenge.
    public typealias Answer = (URLSession.AuthChallengeDisposition, URLCredential?)
    /// What becomes of a request that is about to begin.
    public typealias Decision = (URLSession.DelayedRequestDisposition, URLRequest?)

    /// Bytes of a transfer have been sent or received while the process runs, of so many if that is
    /// known; at most twice a second.
    public var progressed: (@Sendable (TransferTask<Session>, Int64?) async -> Void)?
    /// A server asks for credentials, or its certificate has to be checked.
    public var challenged: (@Sendable (URLAuthenticationChallenge, Session) async -> Answer)?
    /// The system has measured a transfer, just before its end.
    public var measured: (@Sendable (TransferTask<Session>, URLSessionTaskMetrics) async -> Void)?
    /// A transfer with `earliestBeginDate` is about to begin.
    public var begins: (@Sendable (TransferTask<Session>, URLRequest) async -> Decision)?

    /// Nothing but ends.
    public init() {}
  }
#endif

"""##
}
